// The kinds of field that hold days, zones and plan times, each stored as its one line of text.

public import CivilTime
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
