// The kinds of field that hold days, zones and times, each stored as its one line of text.

public import CivilTime
public import Recurrence
public import Replication

extension FieldKind {
    /// A day, typed and stored as `2027-06-03`.
    public static let day = line(
        "day", CalendarDay.self, rule: "must be a day such as 2027-06-03",
        parse: { typed in DayText.day(in: typed) })

    /// A zone's name as written; it need not be known.
    public static let zone = line(
        "zone", ZoneName.self, rule: "must be the name of a time zone, such as Europe/Oslo",
        parse: { typed in ZoneName(typed).map(Result.success) })

    /// A plan time in one of its five forms.
    public static let planTime = line(
        "time", PlanTime.self,
        rule: "must be a day (2027-06-03), days (2027-06-03..2027-06-07) or a time (2027-06-03T09:00)",
        parse: { typed in PlanTime(typed).map(Result.success) })

    /// A date and clock reading without a zone, typed and stored as `2027-06-03T09:00`.
    public static let reading = line(
        "time", CivilDateTime.self, rule: "must be a date and time such as 2027-06-03T09:00",
        parse: { typed in CivilDateTime(typed).map(Result.success) })

    /// A point of time, typed with any offset and stored as `2027-06-03T07:00:00Z`.
    public static let instant = line(
        "instant", Instant.self, rule: "must be a point of time such as 2027-06-03T07:00:00Z",
        parse: { typed in Instant(typed).map(Result.success) })

    /// Whose clocks a reminder goes by: `floating`, `trip`, or the name of a zone, which need not be known.
    public static let reminderZone = line(
        "zone", ReminderZone.self, rule: "must be floating, trip, or the name of a time zone, such as Europe/Oslo",
        parse: { typed in ReminderZone(fieldValue: .text(typed)).map(Result.success) })

    /// How late something may be: `12h`, `90m`, `45s` or `unlimited`.
    public static let grace = line(
        "grace", Grace.self, rule: "must be a time such as 12h or 90m, up to a year, or unlimited",
        parse: { typed in Grace(typed).map(Result.success) })

    /// A time of day, typed and stored as `22:30`.
    public static let timeOfDay = line(
        "time", TimeOfDay.self, rule: "must be a time of day such as 22:30",
        parse: { typed in TimeOfDay(typed).map(Result.success) })

    /// - Parameters:
    ///   - rule: what is said when a text cannot be read.
    ///   - parse: reads what a person typed, without white space at its ends; nil for a text that only breaks the rule.
    private static func line<Line: FieldValue & CustomStringConvertible>(
        _ name: String, _ type: Line.Type, rule: String,
        parse: @escaping @Sendable (String) -> Result<Line, RuleBroken>?
    ) -> FieldKind {
        FieldKind(
            name: name, storage: .text,
            brokenRule: { Line(fieldValue: $0) == nil ? rule : nil },
            parse: { typed in (parse(TextRules.cleaned(typed)) ?? .failure(RuleBroken(rule))).map(\.fieldValue) },
            format: { Line(fieldValue: $0)?.description ?? "" })
    }
}

extension CalendarDay: FieldValue {
    /// `2027-06-03`
    public var fieldValue: Value { .text(description) }

    /// Nil for any text but a day that exists.
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
    }
}

extension TimeOfDay: FieldValue {
    /// `22:30`
    public var fieldValue: Value { .text(description) }

    /// Nil for any other text, also `22:30:00`: it could not be given back unchanged.
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
        guard description.hasSameBytes(as: text) else { return nil }
    }
}

extension CivilDateTime: FieldValue {
    /// `2027-06-03T09:00`
    public var fieldValue: Value { .text(description) }

    /// Nil for any other text, also for another spelling: it could not be given back unchanged.
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
        guard description.hasSameBytes(as: text) else { return nil }
    }
}

extension Instant: FieldValue {
    /// `2027-06-03T07:00:00Z`
    public var fieldValue: Value { .text(description) }

    /// Nil for any other text, also for another spelling: it could not be given back unchanged.
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
        guard description.hasSameBytes(as: text) else { return nil }
    }
}

extension Grace: FieldValue, CustomStringConvertible, LosslessStringConvertible {
    /// Reads whole hours, minutes or seconds, and `unlimited`; nil for any other text, and beyond
    /// ``Limits/graceSeconds``.
    public init?(_ text: String) {
        if text == "unlimited" {
            self = .unlimited
            return
        }
        let units = ["h": 3600, "m": 60, "s": 1]
        guard let unit = text.last.flatMap({ units[String($0)] }), text.dropLast().utf8.allSatisfy({ 48...57 ~= $0 }),
            let count = Int(text.dropLast())
        else { return nil }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow, seconds <= Limits.graceSeconds else { return nil }
        self = .seconds(seconds)
    }

    /// In the largest unit that gives a whole number: `12h`, `90m`, `45s`, `unlimited`.
    public var description: String {
        switch self {
        case .unlimited: "unlimited"
        case .seconds(let seconds) where seconds % 3600 == 0: "\(seconds / 3600)h"
        case .seconds(let seconds) where seconds % 60 == 0: "\(seconds / 60)m"
        case .seconds(let seconds): "\(seconds)s"
        }
    }

    /// ``description``
    public var fieldValue: Value { .text(description) }

    /// Nil for any other text, also for another spelling: it could not be given back unchanged.
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
        guard description.hasSameBytes(as: text) else { return nil }
    }
}

extension ZoneName: FieldValue {
    /// The text as written.
    public var fieldValue: Value { .text(text) }

    /// Nil for a text that cannot name a zone, also the empty one.
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue, !text.isEmpty else { return nil }
        self.init(text)
    }
}

extension PlanTime: FieldValue {
    /// Its one line of text.
    public var fieldValue: Value { .text(description) }

    /// Nil for any other text, also for another spelling of a plan time: it could not be given back unchanged.
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
        guard description.hasSameBytes(as: text) else { return nil }
    }
}
