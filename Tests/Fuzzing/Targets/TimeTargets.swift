// Zone files and rules, the texts of times and triggers that are stored, and those that people type.

import CivilTime
import Recurrence
import Reminders
import Replication
import TripModel

extension FuzzTarget {
    /// Everything that says when.
    static let times = [
        FuzzTarget("zone-files") { bytes in
            guard let rules = read({ try ZoneRules(zoneFile: bytes) }) else { return }
            try use(rules)
        },
        FuzzTarget("zone-rules") { bytes in
            guard let rules = read({ try ZoneRules(rule: String(decoding: bytes, as: UTF8.self)) }) else { return }
            try use(rules)
        },
        FuzzTarget("stored-times") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            try requireSameText(text, Trigger(text)?.description)
            try requireSameText(text, OccurrenceKey(text)?.description)
            try requireSameText(text, Grace(fieldValue: .text(text))?.description)
            try requireSameText(text, PlanTime(fieldValue: .text(text))?.description)
            if let instant = Instant(text) {
                try require(Instant(instant.description) == instant, "an instant that is written is read as the same")
            }
            if let trigger = Trigger(text) { try ring(trigger) }
        },
        FuzzTarget("typed-times") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let now = TypedTrigger.Moment(moment, in: .utc)
            for trigger in [
                read { try TypedTrigger.when(text, now: now) }, read { try TypedTrigger.every(text, now: now) },
            ] {
                guard let trigger else { continue }
                try requireStorable(trigger)
                try ring(trigger)
            }
            if let lead = read({ try TypedTrigger.lead(text) }) {
                try requireStorable(.relative(Lead(edge: .start, isAfter: false, distance: lead)))
            }
            if let time = read({ try TypedTrigger.time(text) }) { try requireStorable(.during(time)) }
            if let seconds = read({ try TypedTrigger.duration(text) }) {
                try require(seconds > 0, "a duration is positive")
            }
        },
    ]

    /// 2026-05-01 12:00 UTC.
    private static let moment = Instant(secondsSince1970: 1_777_636_800)

    /// Asks rules about times near and far. An instant at which the clocks show a reading is found from that reading.
    private static func use(_ rules: ZoneRules) throws {
        for year in [1, 1900, 1970, 2026, 2038, 2400, 9999] {
            for month in [1, 4, 7, 10] {
                guard let day = CalendarDay(year: year, month: month, day: 28) else { continue }
                let start = rules.startOfDay(day)
                let reading = rules.civil(at: start)
                _ = rules.abbreviation(at: start)
                guard (2...9998).contains(year) else { continue }
                let found = rules.resolve(reading, overlap: .both).instants
                try require(found.contains(start) || found.isEmpty, "what the clocks show is found again: \(reading)")
                try require(!found.isEmpty, "what the clocks show is no gap: \(reading)")
            }
        }
    }

    /// Computes the next times of a trigger that needs no trip, in a zone with gaps and overlaps.
    private static func ring(_ trigger: Trigger) throws {
        let schedule: Rule.Schedule
        switch trigger {
        case .at(let reading): schedule = Rule.at(reading).schedule
        case .calendar(let pattern, let repeats): schedule = .calendar(pattern, repeats: repeats)
        case .interval(let seconds, let start, let repeats):
            schedule = .interval(seconds: seconds, start: start, repeats: repeats)
        case .relative, .during: return
        }
        guard let berlin = read({ try ZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3") }) else { return }
        let next = Rule(schedule).upcoming(in: ZoneTimeline(berlin), after: moment, limit: 5)
        let instants = next.map(\.instant)
        try require(instants.allSatisfy { $0 > moment }, "what comes next is not over")
        try require(zip(instants, instants.dropFirst()).allSatisfy { $0 <= $1 }, "times come in their order")
    }

    private static func requireStorable(_ trigger: Trigger) throws {
        try require(Trigger(trigger.description) == trigger, "what is typed can be stored: \(trigger)")
    }

    private static func requireSameText(_ text: String, _ written: String?) throws {
        try require((written ?? text).utf8.elementsEqual(text.utf8), "what is read is written as the same text")
    }
}
