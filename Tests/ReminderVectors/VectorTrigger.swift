// From the trigger of a vector to what a rule follows.

import CivilTime
import JSONText
import Recurrence

/// What a trigger of a vector says.
struct VectorTrigger {
    let schedule: Rule.Schedule
    private(set) var days: ClosedRange<CalendarDay>?
    /// The name of the error that a person gets who asks for this.
    private(set) var error: String?

    init(_ fields: inout VectorFields) throws(VectorProblem) {
        guard let kind = try fields.text("kind") else { throw VectorProblem("the trigger has no kind") }
        switch kind {
        case "daily", "weekly", "monthly", "monthlyNth", "yearly", "hourly":
            var pattern = try Self.pattern(&fields)
            try Self.demand(pattern, of: kind)
            if kind != "hourly" { pattern.hour = pattern.hour ?? 0 }
            pattern.minute = pattern.minute ?? 0
            schedule = .calendar(pattern, repeats: try fields.bool("repeats") ?? true)
        case "match", "calendar", "once", "at":
            guard var components = try fields.object("components") else {
                throw VectorProblem("the trigger has no components")
            }
            let pattern = try Self.pattern(&components)
            try components.finish()
            let repeats = try fields.bool("repeats") ?? (kind == "match" || kind == "calendar")
            schedule = .calendar(pattern, repeats: repeats)
        case "interval":
            guard let seconds = try fields.integer("seconds"),
                let anchor = try fields.value("anchor", { Instant($0) })
            else { throw VectorProblem("an interval needs seconds and an anchor") }
            let repeats = try fields.bool("repeats") ?? true
            schedule = .interval(seconds: seconds, start: anchor, repeats: repeats)
            if repeats, seconds < Recurrence.Limits.shortestIntervalSeconds { error = "repeatIntervalTooShort" }
            if !repeats, seconds < 1 { error = "intervalTooShort" }
        case "before", "after", "relative":
            schedule = try Self.lead(&fields, isAfter: kind == "after")
        case "during":
            guard let first = try VectorReading.take("start", &fields),
                let last = try VectorReading.take("end", &fields),
                first.reading.day <= last.reading.day
            else { throw VectorProblem("a trigger during something needs its start and end") }
            days = first.reading.day...last.reading.day
            var pattern = try Self.pattern(&fields)
            pattern.hour = pattern.hour ?? 0
            schedule = .calendar(pattern, repeats: true)
        default: throw VectorProblem("the kind \"\(kind)\" is not known")
        }
    }

    private static func pattern(_ fields: inout VectorFields) throws(VectorProblem) -> CalendarPattern {
        var weekdays: Set<Int> = []
        for element in try fields.elements("isoWeekdays") ?? [] {
            guard let day = element.integer else { throw VectorProblem("a weekday is no whole number") }
            weekdays.insert(Int(day))
        }
        if let day = try fields.integer("isoWeekday") { weekdays.insert(day) }
        return CalendarPattern(
            year: try fields.integer("year"), month: try fields.integer("month"), day: try fields.integer("day"),
            weekdays: weekdays, nth: try fields.integer("nth"), isoWeek: try fields.integer("isoWeek"),
            weekOfMonth: try fields.integer("weekOfMonth"), hour: try fields.integer("hour"),
            minute: try fields.integer("minute"), second: try fields.integer("second"))
    }

    /// A kind says which components it goes by.
    private static func demand(_ pattern: CalendarPattern, of kind: String) throws(VectorProblem) {
        let isComplete =
            switch kind {
            case "weekly": !pattern.weekdays.isEmpty
            case "monthly": pattern.day != nil
            case "monthlyNth": !pattern.weekdays.isEmpty && pattern.nth != nil
            case "yearly": pattern.month != nil
            case "hourly": pattern == CalendarPattern(minute: pattern.minute, second: pattern.second)
            default:
                pattern == CalendarPattern(hour: pattern.hour, minute: pattern.minute, second: pattern.second)
            }
        guard isComplete else { throw VectorProblem("the components do not make a \(kind) trigger") }
    }

    /// Days are counted on the calendar, minutes are elapsed time; less than nothing is after the event.
    private static func lead(_ fields: inout VectorFields, isAfter: Bool) throws(VectorProblem) -> Rule.Schedule {
        var event: VectorReading?
        for name in ["event", "eventDate"] where event == nil {
            event = try VectorReading.take(name, &fields)
        }
        guard let event, var lead = try fields.object("lead") else {
            throw VectorProblem("a trigger before something needs an event and a lead")
        }
        let sign = try lead.bool("after") ?? isAfter ? -1 : 1
        if let days = try lead.integer("days") {
            let time = try TimeOfDay(
                hour: lead.integer("atHour") ?? event.reading.time.hour,
                minute: lead.integer("atMinute") ?? (event.hasTime ? event.reading.time.minute : 0),
                second: lead.integer("atSecond") ?? 0)
            try lead.finish()
            guard let time, days.magnitude < 1_000_000, let day = event.reading.day.adding(days: -sign * days) else {
                throw VectorProblem("the lead leads to no day")
            }
            return Rule.at(CivilDateTime(day: day, time: time)).schedule
        }
        let (minutes, hours) = (try lead.integer("minutes"), try lead.integer("hours"))
        try lead.finish()
        guard minutes != nil || hours != nil, (minutes ?? 0).magnitude < 1 << 40, (hours ?? 0).magnitude < 1 << 32
        else {
            throw VectorProblem("the lead says neither days nor minutes")
        }
        return .elapsed(minutes: sign * ((minutes ?? 0) + 60 * (hours ?? 0)), before: event.reading)
    }
}

/// A reading by its components, or as text.
struct VectorReading {
    let reading: CivilDateTime
    let hasTime: Bool

    /// Nil when the field is not there.
    static func take(_ name: String, _ fields: inout VectorFields) throws(VectorProblem) -> VectorReading? {
        guard let value = fields.take(name), !value.isNull else { return nil }
        if let text = value.string {
            if let reading = CivilDateTime(text) { return VectorReading(reading: reading, hasTime: true) }
            if let day = CalendarDay(text) {
                return VectorReading(reading: CivilDateTime(day: day, time: .midnight), hasTime: false)
            }
            throw VectorProblem("\(name) cannot be \"\(text)\"")
        }
        var parts = try VectorFields(value, name)
        let hour = try parts.integer("hour")
        let time = TimeOfDay(
            hour: hour ?? 0, minute: try parts.integer("minute") ?? 0, second: try parts.integer("second") ?? 0)
        let day = CalendarDay(
            year: try parts.integer("year") ?? 0, month: try parts.integer("month") ?? 0,
            day: try parts.integer("day") ?? 0)
        try parts.finish()
        guard let day, let time else { throw VectorProblem("\(name) is no date that exists") }
        return VectorReading(reading: CivilDateTime(day: day, time: time), hasTime: hour != nil)
    }
}
