// From a reminder to the rule that it stands for: the trigger bound to trip, visit, zone and settings.

public import CivilTime
public import Recurrence
public import TripModel

/// A rule and the zones by which it is computed.
public struct ReminderRule: Equatable, Sendable {
    /// What recurrence computes with.
    public var rule: Rule
    /// The zones by which it is read.
    public var zones: ZoneTimeline
    /// The one zone by which it is read; nil where those of the device count.
    public var zone: ZoneName?
    /// What it was made from.
    public var trigger: Trigger
}

extension Reminder {
    /// The rule as of now; it is another one once the trip is moved, or the settings are changed.
    public func rule(in context: ReminderContext) -> Result<ReminderRule, ReminderProblem> {
        var binder = ReminderBinder(context)
        return binder.rule(of: self)
    }
}

/// Makes the rules of many reminders, looking up each zone and reading each line once.
struct ReminderBinder {
    let context: ReminderContext
    private var timelines: [ZoneName: Result<ZoneTimeline, ReminderProblem>] = [:]
    /// What lines say: many reminders have the same.
    private var triggers: [String: Trigger?] = [:]

    init(_ context: ReminderContext) {
        self.context = context
    }

    /// What sets a reminder off; nil when this version cannot read it.
    mutating func trigger(_ line: String) -> Trigger? {
        // A date is read as quickly as it is found here.
        if let trigger = Trigger(dated: line) { return trigger }
        if let known = triggers[line] { return known }
        let trigger = Trigger(line)
        triggers[line] = .some(trigger)
        return trigger
    }

    mutating func rule(of reminder: Reminder) -> Result<ReminderRule, ReminderProblem> {
        rule(of: reminder, trigger(reminder.trigger))
    }

    /// - Parameter trigger: what ``trigger(_:)`` says to the reminder's line.
    mutating func rule(of reminder: Reminder, _ trigger: Trigger?) -> Result<ReminderRule, ReminderProblem> {
        guard let trigger else { return .failure(.unreadable) }
        return schedule(of: reminder, trigger).flatMap { schedule in
            let zone = schedule.zone ?? zone(of: reminder)
            return (zone.map { timeline($0) } ?? .success(context.device)).map { zones in
                let rule = Rule(
                    schedule.rule, context.policies(of: reminder), days: schedule.days, notBefore: reminder.notBefore,
                    notAfter: reminder.notAfter, since: reminder.since)
                return ReminderRule(rule: rule, zones: zones, zone: zone, trigger: trigger)
            }
        }
    }

    private func zone(of reminder: Reminder) -> ZoneName? {
        switch reminder.zone {
        case .floating: nil
        case .trip: context.trip(of: reminder)?.zone
        case .fixed(let name): name
        }
    }

    private mutating func timeline(_ name: ZoneName) -> Result<ZoneTimeline, ReminderProblem> {
        if let known = timelines[name] { return known }
        let made: Result<ZoneTimeline, ReminderProblem> =
            switch context.findZone(name) {
            case .known(_, let rules): .success(ZoneTimeline(rules))
            case .unknown(let suggestion): .failure(.unknownZone(name, suggestion: suggestion))
            case .damaged: .failure(.damagedZone(name))
            }
        timelines[name] = made
        return made
    }

    // MARK: Schedules

    private struct Bound {
        var rule: Rule.Schedule
        var days: ClosedRange<CalendarDay>?
        var zone: ZoneName?
    }

    private func schedule(of reminder: Reminder, _ trigger: Trigger) -> Result<Bound, ReminderProblem> {
        switch trigger {
        case .at(let reading): .success(Bound(rule: Rule.at(reading).schedule))
        case .calendar(let pattern, let repeats): .success(Bound(rule: .calendar(pattern, repeats: repeats)))
        case .interval(let seconds, let start, let repeats):
            .success(Bound(rule: .interval(seconds: seconds, start: start, repeats: repeats)))
        case .during(let time): days(of: context.trip(of: reminder)).map { Bound(rule: .daily(time), days: $0) }
        case .relative(let lead): moment(of: reminder, lead).flatMap { Self.schedule($0, lead) }
        }
    }

    /// An end of a trip or visit: the day that is counted from, and the moment.
    private struct Moment {
        var day: CalendarDay
        var reading: CivilDateTime
        /// The zone in which the visit is told: it goes before that of the reminder. Nil where it is told in none.
        var zone: ZoneName?
    }

    private static func schedule(_ moment: Moment, _ lead: Lead) -> Result<Bound, ReminderProblem> {
        switch lead.distance {
        case .days(let count, let time):
            guard let day = moment.day.adding(days: lead.isAfter ? count : -count) else { return .failure(.beyondTime) }
            return .success(Bound(rule: Rule.at(CivilDateTime(day: day, time: time)).schedule))
        case .minutes(let count):
            let minutes = lead.isAfter ? -count : count
            return .success(Bound(rule: .elapsed(minutes: minutes, before: moment.reading), zone: moment.zone))
        }
    }

    private func moment(of reminder: Reminder, _ lead: Lead) -> Result<Moment, ReminderProblem> {
        guard let id = reminder.place else {
            return days(of: context.trip(of: reminder)).flatMap { Self.moment(of: $0, lead.edge) }
        }
        guard let place = context.places[id] else { return .failure(.missing) }
        switch place.visit {
        case nil: return .failure(.noVisit)
        case .day(let day): return Self.moment(of: day...day, lead.edge)
        case .days(let days): return Self.moment(of: days, lead.edge)
        case .floating(let reading): return .success(Moment(day: reading.day, reading: reading))
        case .local(let reading, let zone): return .success(Moment(day: reading.day, reading: reading, zone: zone))
        case .fixed(let instant):
            let reading = ZoneRules.utc.civil(at: instant)
            return .success(Moment(day: reading.day, reading: reading, zone: .utc))
        }
    }

    /// Whole days begin at the midnight of the first and end at that after the last.
    private static func moment(
        of days: ClosedRange<CalendarDay>, _ edge: Lead.Edge
    ) -> Result<Moment, ReminderProblem> {
        let (day, midnight) =
            edge == .start ? (days.lowerBound, days.lowerBound) : (days.upperBound, days.upperBound.adding(days: 1))
        guard let midnight else { return .failure(.beyondTime) }
        return .success(Moment(day: day, reading: CivilDateTime(day: midnight, time: .midnight)))
    }

    private func days(of trip: Trip?) -> Result<ClosedRange<CalendarDay>, ReminderProblem> {
        guard let trip else { return .failure(.missing) }
        return trip.days.map(Result.success) ?? .failure(.undatedTrip)
    }
}

extension ReminderContext {
    /// What all devices decide alike about a reminder.
    fileprivate func policies(of reminder: Reminder) -> Policies {
        var policies = Policies()
        (policies.gap, policies.overlap, policies.missingDay) = (reminder.gap, reminder.overlap, reminder.missingDay)
        (policies.zoneJump, policies.misfire, policies.grace) = (reminder.zoneJump, reminder.misfire, reminder.grace)
        policies.quiet = quietHours(of: reminder)
        return policies
    }

    private func quietHours(of reminder: Reminder) -> QuietHours? {
        guard reminder.level != .timeSensitive, reminder.quiet != .ignore else { return nil }
        let mode: QuietHours.Mode = reminder.quiet == .drop ? .drop : .defer
        if let from = reminder.quietFrom, let to = reminder.quietTo {
            return QuietHours(from: from, to: to, mode: mode)
        }
        guard let from = settings.quietFrom, let to = settings.quietTo else { return nil }
        return QuietHours(from: from, to: to, mode: mode)
    }
}

extension Rule.Schedule {
    fileprivate static func daily(_ time: TimeOfDay) -> Rule.Schedule {
        let second = time.second == 0 ? nil : time.second
        return .calendar(CalendarPattern(hour: time.hour, minute: time.minute, second: second), repeats: true)
    }
}
