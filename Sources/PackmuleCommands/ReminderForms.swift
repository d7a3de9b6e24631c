// Reminders and their occurrences, for scripts and in sentences.

import CommandLineTool
import JSONText
import PackmuleKit

extension ReminderFacts {
    /// The record, with when it rings next, and why not.
    var json: JSONValue {
        .object(
            (stored.json.members ?? []) + [
                .init("next", next?.json ?? .null), .init("silent", .bool(isSilent)),
                .init("problem", problem?.json ?? .null),
            ])
    }

    /// `tomorrow, 2 December, 09:00`, or why it does not ring.
    func nextWords(_ surroundings: Surroundings) -> String {
        if let problem { return problem.description }
        return next?.spoken(surroundings) ?? "nothing more is to come"
    }
}

extension ReminderProblem {
    /// `{kind, message}`
    fileprivate var json: JSONValue {
        let kind =
            switch self {
            case .unreadable: "unreadable"
            case .unknownZone: "unknownZone"
            case .damagedZone: "damagedZone"
            case .missing: "missing"
            case .undatedTrip: "undatedTrip"
            case .noVisit: "noVisit"
            case .beyondTime: "beyondTime"
            }
        return ["kind": .string(kind), "message": .string(description)]
    }
}

extension UpcomingOccurrence {
    /// `{key, at, reading, zone, offset, policies: [{policy, choice, words}]}`
    var json: JSONValue {
        [
            "key": .string(occurrence.key.description), "at": occurrence.instant.json,
            "reading": .string(reading.description), "zone": .string(zone.text), "offset": .string(offset),
            "policies": .array(
                occurrence.adjustments.map { adjustment in
                    [
                        "policy": .string(adjustment.policy), "choice": adjustment.choice.json,
                        "words": .string(words(adjustment)),
                    ]
                }),
        ]
    }

    /// `+02:00`
    var offset: String { Offset.text(offsetSeconds) }

    /// `tomorrow, 2 December, 09:00`. In another zone than that of the device with its name, and where its clocks show
    /// something else, with what they show here: `Tuesday, 1 December, 02:30 in America/New_York (here today, 07:30)`.
    func spoken(_ surroundings: Surroundings) -> String {
        let local = surroundings.localZone
        let (now, here) = (local.rules.civil(at: surroundings.now), local.rules.civil(at: occurrence.instant))
        if zone == local.name { return reading.spoken(from: now) }
        if here == reading { return "\(reading.spoken(from: now)) in \(zone)" }
        return "\(reading.dated(from: now)) in \(zone) (here \(here.spoken(from: now)))"
    }

    /// Why a policy `skip` leaves it out: `02:30 does not exist that day; it does not ring (gap: skip)`.
    var skippedReason: String {
        for adjustment in occurrence.adjustments {
            switch adjustment {
            case .gap: return "\(plannedTime) does not exist that day; it does not ring (gap: skip)"
            case .missingDay: return "the month is too short; it does not ring (missing day: skip)"
            default: continue
            }
        }
        return "it does not ring"
    }

    /// `{key, policy, words}`
    var skippedJSON: JSONValue {
        let policy = occurrence.adjustments.map(\.policy).first { ["gap", "missingDay"].contains($0) }
        return [
            "key": .string(occurrence.key.description), "policy": policy.json, "words": .string(skippedReason),
        ]
    }

    /// All policies that acted, in words; empty for none.
    var explanation: String { occurrence.adjustments.map(words).joined(separator: "; ") }

    /// `02:30 does not exist that day; rings at 03:30 (gap: shift)`
    private func words(_ adjustment: Occurrence.Adjustment) -> String {
        let planned = plannedTime
        switch adjustment {
        case .missingDay(let policy):
            let end = policy == .lastDay ? "its last day counts" : "the first day of the next counts"
            return "the month is too short; \(end) (missing day: \(policy.rawValue))"
        case .gap(let policy):
            return "\(planned) does not exist that day; rings at \(reading.time) (gap: \(policy.rawValue))"
        case .overlap(let policy):
            let end =
                switch policy {
                case .first: "rings the first time"
                case .last: "rings the second time"
                case .both: "rings each time"
                }
            return "\(planned) comes twice that day; \(end) (overlap: \(policy.rawValue))"
        case .zoneJump: return "\(planned) was jumped over by going to another zone; rings late (zone jump: fireLate)"
        case .quiet: return "\(planned) is in quiet hours; rings at their end (quiet: defer)"
        case .snoozed: return "was put off until then"
        }
    }

    private var plannedTime: String { planned?.time.description ?? "The time" }

    /// The reading by the rule, before any policy acted.
    private var planned: CivilDateTime? {
        switch occurrence.key {
        case .reading(let reading, _), .realTime(let reading, _): reading
        case .count: nil
        }
    }
}

extension Occurrence.Adjustment {
    /// `gap`
    fileprivate var policy: String {
        switch self {
        case .missingDay: "missingDay"
        case .gap: "gap"
        case .overlap: "overlap"
        case .zoneJump: "zoneJump"
        case .quiet: "quiet"
        case .snoozed: "snooze"
        }
    }

    /// `shift`; nil where nothing was to choose.
    fileprivate var choice: String? {
        switch self {
        case .missingDay(let policy): policy.rawValue
        case .gap(let policy): policy.rawValue
        case .overlap(let policy): policy.rawValue
        case .zoneJump: ZoneJumpPolicy.fireLate.rawValue
        case .quiet: ReminderQuiet.defer.rawValue
        case .snoozed: nil
        }
    }
}

extension Answer {
    /// The answer of a command that makes or changes one reminder: what was changed, and when it rings next.
    ///
    /// - Parameter verb: `Added`
    static func changed<Result>(
        _ edited: Edited<Result>, _ id: RecordID, _ invocation: Invocation, _ device: Device, verb: String
    ) throws -> Answer {
        let facts = try device.read { try $0.reminders(device.surroundings) { $0.id == id } }.first
        let words = facts.map { "\(verb) reminder \($0.stored.number) '\($0.stored.record.title)'" } ?? verb
        let next = facts?.nextWords(device.surroundings) ?? "it stays silent, for its trip is deleted"
        let reason = (facts?.next?.explanation).map { $0.isEmpty ? "" : " " + $0.asSentence } ?? ""
        let silence = facts?.isSilent == true ? " For now it stays silent: there is nothing to remind of." : ""
        var answer = try Answer.changed(edited, device) { _ in "\(words): \(next)".withFullStop + reason + silence }
        let json = answer.json
        answer = Answer(
            json: {
                .object(
                    (try json().members ?? []) + [
                        .init("next", facts?.next?.json ?? .null), .init("silent", .bool(facts?.isSilent ?? true)),
                        .init("problem", facts?.problem?.json ?? .null),
                    ])
            }, text: answer.text)
        answer.notes = try device.reminderNotes(invocation)
        return answer
    }
}

extension Device {
    /// Why reminders are not shown here, as far as the person can help it; nil when they are.
    func ringingHindrance() throws -> String? {
        switch try permission().status {
        case .denied:
            "Reminders are not allowed on this device, so that it shows none: see 'packmule permission allow'."
        case .notDetermined:
            "Nobody has allowed reminders on this device yet: see 'packmule permission request'."
        case .authorized where !DaemonState.isAtWork(onStore: store.path):
            "No daemon is at work, so that nothing is shown when it is due: start packmuled."
        case .authorized: nil
        }
    }

    /// ``ringingHindrance()`` as a note beside an answer. That no daemon is at work is said once a day, and to nobody
    /// who reads JSON.
    func reminderNotes(_ invocation: Invocation) throws -> [String] {
        guard !invocation.command.has("json"), let note = try ringingHindrance() else { return [] }
        guard try permission().status == .authorized else { return [note] }
        let today = surroundings.localZone.rules.civil(at: surroundings.now).day
        return DailyNote.isDue(onStore: store.path, today) ? [note] : []
    }
}

extension Reader {
    /// The trip below which a reminder is silent because it is deleted; nil for none.
    func deletedTrip(of reminder: Reminder) throws -> Stored<Trip>? {
        try reminder.trip.flatMap { try record(Trip.self, $0) }.flatMap { $0.isDeleted ? $0 : nil }
    }

    /// What people call the place or trip by whose dates a reminder goes; nil where it is not there.
    func nameOfBasis(of reminder: Reminder) throws -> String? {
        if let place = reminder.place { return try record(Place.self, place)?.record.displayName }
        let trip = try reminder.trip ?? reminder.item.flatMap { try record(PackingItem.self, $0)?.record.trip }
        return try trip.flatMap { try record(Trip.self, $0)?.record.displayName }
    }
}

extension Stored<Trip> {
    /// Why a reminder below this deleted trip does not ring.
    var silences: String { "its trip '\(record.displayName)' is deleted." }

    /// What brings such a reminder back.
    var remedy: String { "Bring the trip back with 'packmule trip restore \(number)'." }
}

extension Stored<Reminder> {
    /// The JSON of a reminder that is not listed, with what is said of others.
    func jsonBelowDeletedTrip(_ trip: Stored<Trip>?) -> JSONValue {
        let problem: JSONValue? = trip.map { trip in
            ["kind": "deletedTrip", "message": .string(trip.silences.asSentence + " " + trip.remedy)]
        }
        return .object(
            (json.members ?? []) + [
                .init("next", .null), .init("silent", .bool(true)), .init("problem", problem ?? .null),
            ])
    }
}

extension String {
    /// With a full stop, where it does not end with one.
    fileprivate var withFullStop: String { hasSuffix(".") ? self : self + "." }

    /// With a capital letter at its beginning and a full stop.
    var asSentence: String { (prefix(1).uppercased() + dropFirst()).withFullStop }
}
