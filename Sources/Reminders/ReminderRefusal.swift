// What is refused when a reminder is made or changed.

public import CivilTime
public import Recurrence
public import TripModel

extension Trigger {
    /// Why nobody can mean this; nil for a trigger that may be stored.
    public var refusal: ReminderError? {
        switch self {
        case .at, .during: return nil
        case .calendar(let pattern, _): return pattern.refusal
        case .interval(let seconds, _, let repeats):
            if repeats, seconds < Recurrence.Limits.shortestIntervalSeconds { return .intervalTooShort }
            let range =
                repeats ? Recurrence.Limits.repeatingIntervalSeconds : Recurrence.Limits.singleIntervalSeconds
            return range.contains(seconds) ? nil : .outOfRange(what: "The number of seconds", range: range)
        case .relative(let lead):
            switch lead.distance {
            case .days(let count, _):
                let range = Recurrence.Limits.leadDays
                return range.contains(count) ? nil : .outOfRange(what: "The number of days", range: range)
            case .minutes(let count):
                let range = Recurrence.Limits.leadMinutes
                return range.contains(count) ? nil : .outOfRange(what: "The number of minutes", range: range)
            }
        }
    }
}

extension CalendarPattern {
    fileprivate var refusal: ReminderError? {
        let bounds: [(Int?, String, ClosedRange<Int>)] = [
            (year, "The year", 1...9999), (month, "The month", 1...12), (day, "The day", 1...31),
            (isoWeek, "The week", 1...53), (weekOfMonth, "The week of the month", 0...6), (hour, "The hour", 0...23),
            (minute, "The minute", 0...59), (second, "The second", 0...59),
        ]
        for case (let value?, let what, let range) in bounds where !range.contains(value) {
            return .outOfRange(what: what, range: range)
        }
        guard weekdays.allSatisfy((1...7).contains) else { return .outOfRange(what: "The weekday", range: 1...7) }
        if let nth, nth != -1, !(1...5).contains(nth) { return .outOfRange(what: "The weekday's place", range: 1...5) }
        return missingDate.map(ReminderError.dateDoesNotExist)
    }

    /// A date that no year has: `31 April`, or the year given does not: `29 February 2027`.
    private var missingDate: String? {
        guard let day, let month else { return nil }
        // Of years without a number, a leap year has all days that any has.
        guard day > CalendarDay.daysIn(month: month, ofYear: year ?? 2000) else { return nil }
        let date = "\(day) \(CalendarDay.monthNames[month - 1])"
        return year.map { "\(date) \($0)" } ?? date
    }
}

extension Reminder {
    /// Why it cannot be made, or changed to this, at a moment; nil for one that can. A reminder may wait for the dates
    /// of its trip.
    ///
    /// - Parameter isNewTime: whether it is also refused where nothing of it is to come any more.
    public func refusal(in context: ReminderContext, now: Instant, isNewTime: Bool = true) -> ReminderError? {
        if title.allSatisfy(\.isWhitespace) { return .noTitle }
        guard isNewTime else { return nil }
        guard let trigger = Trigger(trigger) else { return .unreadableTrigger }
        if let refusal = trigger.refusal { return refusal }
        if let notBefore, let notAfter, notBefore > notAfter {
            return .emptyWindow(notBefore: notBefore, notAfter: notAfter)
        }
        switch rule(in: context) {
        case .failure(.unknownZone(let name, let suggestion)): return .unknownZone(name, suggestion: suggestion)
        case .failure(.damagedZone(let name)): return .damagedZone(name)
        case .failure(.unreadable): return .unreadableTrigger
        case .failure(.missing): return .nothingToFollow
        case .failure(.undatedTrip), .failure(.noVisit): return nil
        case .failure(.beyondTime): return .never
        case .success(var rule):
            guard rule.next(Marks(), after: now) == nil else { return nil }
            // Nothing is to come: it is over, or never was.
            rule.rule.since = nil
            guard let first = rule.next(Marks(), after: .earliest) else { return .never }
            let last = max(first, rule.end ?? first)
            return .past(agoSeconds: max(0, Int(last.milliseconds(until: now) / 1000)))
        }
    }
}

extension ReminderRule {
    /// The last instant at which something that comes again and again may be due; nil for what comes once, or has no
    /// end.
    fileprivate var end: Instant? {
        switch rule.schedule {
        case .calendar(_, repeats: true), .interval(_, _, repeats: true):
            rule.notAfter.flatMap { end in zones.segments.last?.rules.resolve(end).first }
        case .calendar, .interval, .elapsed: nil
        }
    }
}
