// When something is planned, in the terms in which it was planned.

/// The kinds of plan time (docs/design, model: Kinds of time). Instants are derived from it with today's zone rules and
/// never stored in its place.
public enum PlanTime: Hashable, Sendable {
    /// A whole day, wherever it is spent.
    case day(CalendarDay)
    /// Whole days, first and last included.
    case days(ClosedRange<CalendarDay>)
    /// A clock reading in a named zone, which need not be known.
    case local(CivilDateTime, ZoneName)
    /// A clock reading wherever the traveller is.
    case floating(CivilDateTime)
    /// An instant.
    case fixed(Instant)

    /// The day on the clock it is planned by, or the first of its days; nil for an instant, whose day is a zone's.
    public var firstDay: CalendarDay? {
        switch self {
        case .day(let day): day
        case .days(let days): days.lowerBound
        case .local(let reading, _), .floating(let reading): reading.day
        case .fixed: nil
        }
    }
}

/// One line of text, by which it is stored:
///
///     2027-06-03                        a day
///     2027-06-03..2027-06-07            days
///     2027-06-03T09:00[Europe/Berlin]   local
///     2027-06-03T09:00                  floating
///     2027-06-03T07:00:00Z              fixed
extension PlanTime: CustomStringConvertible, LosslessStringConvertible {
    /// Reads what ``description`` writes. A blank may stand for the `T`, an instant may have any offset, and the zone
    /// is everything between the first `[` and the `]` at the end. Nil for any other text.
    public init?(_ text: String) {
        var scanner = ByteScanner(text)
        guard let day = CalendarDay(from: &scanner) else { return nil }
        if scanner.isAtEnd {
            self = .day(day)
        } else if scanner.take(".") {
            guard scanner.take("."), let last = CalendarDay(from: &scanner), scanner.isAtEnd, day <= last else {
                return nil
            }
            self = .days(day...last)
        } else if let time = CivilDateTime.time(from: &scanner) {
            let reading = CivilDateTime(day: day, time: time)
            if scanner.isAtEnd {
                self = .floating(reading)
            } else if scanner.take("[") {
                guard let zone = Self.zone(from: scanner) else { return nil }
                self = .local(reading, zone)
            } else {
                guard let instant = Instant(text) else { return nil }
                self = .fixed(instant)
            }
        } else {
            return nil
        }
    }

    /// The one form by which it is stored.
    public var description: String {
        switch self {
        case .day(let day): day.description
        case .days(let days): "\(days.lowerBound)..\(days.upperBound)"
        case .local(let reading, let zone): "\(reading)[\(zone)]"
        case .floating(let reading): reading.description
        case .fixed(let instant): instant.description
        }
    }

    private static func zone(from scanner: ByteScanner) -> ZoneName? {
        guard scanner.rest.last == UInt8(ascii: "]") else { return nil }
        return String(validating: scanner.rest.dropLast(), as: UTF8.self).flatMap(ZoneName.init)
    }
}
