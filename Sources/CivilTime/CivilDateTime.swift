// A day and a clock reading: a plan's time before any zone is applied.

/// A civil date-time to the second. It names an instant only together with a zone, and then none, one or two of them
/// (``ZoneRules/resolve(_:gap:overlap:)``). Eight bytes; ordered as written.
public struct CivilDateTime: Hashable, Sendable {
    /// The civil date.
    public let day: CalendarDay
    /// The clock reading on that day.
    public let time: TimeOfDay

    /// Any day with any time; whether clocks ever show it depends on a zone.
    public init(day: CalendarDay, time: TimeOfDay) {
        self.day = day
        self.time = time
    }

    /// The seconds since 1970-01-01T00:00 on this clock, were it never changed. Differences of it are clock
    /// differences, not elapsed time.
    public var clockSeconds: Int {
        day.daysSince1970 * 86_400 + time.secondsSinceMidnight
    }

    /// The inverse of ``clockSeconds``; nil outside years 1…9999.
    public init?(clockSeconds seconds: Int) {
        guard (Self.earliest.clockSeconds...Self.latest.clockSeconds).contains(seconds) else { return nil }
        self.init(clamping: seconds)
    }

    /// The nearest date-time that can be expressed.
    init(clamping seconds: Int) {
        let clamped = min(max(seconds, Self.earliest.clockSeconds), Self.latest.clockSeconds)
        let (days, rest) = clamped.flooredQuotientAndRemainder(dividingBy: 86_400)
        day = CalendarDay(clamping: days)
        time = TimeOfDay(secondsSinceMidnight: rest) ?? .midnight
    }

    /// 0001-01-01T00:00.
    public static let earliest = CivilDateTime(day: .earliest, time: .midnight)
    /// 9999-12-31T23:59:59.
    public static let latest = CivilDateTime(day: .latest, time: .latest)
}

extension CivilDateTime: Comparable {
    public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
        left.clockSeconds < right.clockSeconds
    }
}

extension CivilDateTime: CustomStringConvertible, LosslessStringConvertible {
    /// Reads `2027-06-03T09:00` or `2027-06-03T09:00:30`, also with a blank for the `T`; nil for any other text.
    public init?(_ text: String) {
        var scanner = ByteScanner(text)
        self.init(from: &scanner)
        guard scanner.isAtEnd else { return nil }
    }

    init?(from scanner: inout ByteScanner) {
        guard let day = CalendarDay(from: &scanner), let time = Self.time(from: &scanner) else { return nil }
        self.init(day: day, time: time)
    }

    /// The time with the letter or blank before it.
    static func time(from scanner: inout ByteScanner) -> TimeOfDay? {
        scanner.take(anyOf: "T", "t", " ").flatMap { _ in TimeOfDay(from: &scanner) }
    }

    /// `2027-06-03T09:00`, or `2027-06-03T09:00:30` when the seconds are not zero.
    public var description: String { "\(day)T\(time)" }
}

extension Int {
    /// Division that rounds towards minus infinity, so that the remainder is never negative.
    ///
    /// - Parameter divisor: positive.
    func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
