// The readings of a dated pattern in one zone.

import CivilTime

/// A schedule that names days and one time on each, made ready for computing.
struct DatedSchedule {
    let days: DayPattern
    /// In seconds since midnight, as if no clock changed.
    let timeOfDay: Int
    /// How much later than its reading it rings; negative for before it.
    let shiftSeconds: Int
    /// The readings that count, as ``CivilDateTime/clockSeconds``.
    let clocks: ClosedRange<Int>

    /// Nil when nothing can ever fit.
    init?(_ pattern: CalendarPattern, _ missingDay: MissingDayPolicy, clocks: ClosedRange<Int>) {
        guard let days = DayPattern(pattern, missingDay),
            let time = TimeOfDay(hour: pattern.hour ?? 0, minute: pattern.minute ?? 0, second: pattern.second ?? 0)
        else { return nil }
        (self.days, timeOfDay, shiftSeconds, self.clocks) = (days, time.secondsSinceMidnight, 0, clocks)
    }

    /// So many minutes before a reading. Nil when they are more than there is time.
    init?(minutes: Int, before reading: CivilDateTime) {
        let date = reading.day.components
        guard (-Self.mostMinutes...Self.mostMinutes).contains(minutes),
            let days = DayPattern(CalendarPattern(year: date.year, month: date.month, day: date.day), .skip)
        else { return nil }
        (self.days, timeOfDay, shiftSeconds) = (days, reading.time.secondsSinceMidnight, -60 * minutes)
        clocks = CivilDateTime.earliest.clockSeconds...CivilDateTime.latest.clockSeconds
    }

    /// Ten thousand years.
    private static let mostMinutes = 5_260_000_000
}

/// Walks over the readings of a schedule in the order of time, as one zone's clocks show them.
struct ZoneReadings {
    private let schedule: DatedSchedule
    private var resolver: ReadingResolver
    private var days: PatternDays
    private var secondPass: Candidate?

    /// Begins with readings that come after an instant; near a change of the clocks also with some before it.
    ///
    /// - Parameter after: in milliseconds since 1970.
    init(_ schedule: DatedSchedule, _ rules: ZoneRules, _ policies: Policies, after: Int) {
        self.schedule = schedule
        resolver = ReadingResolver(rules, policies)
        let seconds = min(
            max(after.floored(by: 1000) - schedule.shiftSeconds, Instant.earliest.secondsSince1970),
            Instant.latest.secondsSince1970)
        var start: Int
        if let clock = resolver.plainClock(at: seconds) {
            start = (clock - schedule.timeOfDay).floored(by: 86_400) + 1
        } else {
            start = (seconds - ReadingResolver.reach).floored(by: 86_400) - 1
        }
        start = max(start, schedule.clocks.lowerBound.floored(by: 86_400))
        days = PatternDays(schedule.days, from: start)
    }

    mutating func next() -> Candidate? {
        if let candidate = secondPass {
            secondPass = nil
            return candidate
        }
        while let day = days.next() {
            let clock = day * 86_400 + schedule.timeOfDay
            guard clock <= schedule.clocks.upperBound else { return nil }
            guard clock >= schedule.clocks.lowerBound else { continue }
            let passes = resolver.passes(of: clock)
            guard let first = passes.first else { continue }
            var candidate = Candidate(
                milliseconds: (first + schedule.shiftSeconds) * 1000, clock: clock, moves: passes.moves,
                isAlone: passes.isAlone)
            if days.isMoved(day: day) { candidate.moves.insert(.missingDay) }
            if let second = passes.second {
                secondPass = candidate
                secondPass?.milliseconds = (second + schedule.shiftSeconds) * 1000
                secondPass?.detail = 2
            }
            return candidate
        }
        return nil
    }
}
