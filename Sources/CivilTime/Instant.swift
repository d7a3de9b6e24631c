// A point of time, the same for everybody.

/// Milliseconds since 1970-01-01T00:00:00Z without leap seconds, from the year 1 to the year 9999 in UTC.
public struct Instant: Hashable, Sendable {
    /// Within ``earliest`` and ``latest``.
    public let millisecondsSince1970: Int64

    /// 0001-01-01T00:00:00Z.
    public static let earliest = Instant(validMilliseconds: -62_135_596_800_000)
    /// 9999-12-31T23:59:59.999Z.
    public static let latest = Instant(validMilliseconds: 253_402_300_799_999)

    /// An instant beyond ``earliest`` or ``latest`` becomes that limit.
    public init(millisecondsSince1970 milliseconds: Int64) {
        let limits = (Self.earliest.millisecondsSince1970, Self.latest.millisecondsSince1970)
        self.init(validMilliseconds: min(max(milliseconds, limits.0), limits.1))
    }

    /// An instant beyond ``earliest`` or ``latest`` becomes that limit.
    public init(secondsSince1970 seconds: Int) {
        let (milliseconds, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1000)
        self.init(millisecondsSince1970: overflow ? (seconds < 0 ? .min : .max) : milliseconds)
    }

    private init(validMilliseconds milliseconds: Int64) {
        millisecondsSince1970 = milliseconds
    }

    /// The whole seconds, rounded down.
    public var secondsSince1970: Int {
        Int(millisecondsSince1970).flooredQuotientAndRemainder(dividingBy: 1000).quotient
    }

    /// That much later, or earlier when negative; stops at ``earliest`` and ``latest``.
    public func adding(milliseconds: Int64) -> Instant {
        let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(milliseconds)
        return Instant(millisecondsSince1970: overflow ? (milliseconds < 0 ? .min : .max) : sum)
    }

    /// Elapsed milliseconds until the other instant; negative when it is earlier.
    public func milliseconds(until other: Instant) -> Int64 {
        other.millisecondsSince1970 - millisecondsSince1970
    }
}

extension Instant: Comparable {
    public static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }
}

extension Instant: CustomStringConvertible, LosslessStringConvertible {
    /// Reads a date-time of RFC 3339 section 5.6 with any offset and at most three digits of fraction. Nil for any
    /// other text, for a leap second, and for an instant whose year in UTC is outside 1…9999.
    public init?(_ text: String) {
        var scanner = ByteScanner(text)
        guard let day = CalendarDay(from: &scanner), scanner.take(anyOf: "T", "t", " ") != nil,
            let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2), scanner.take(":"),
            let second = scanner.digits(2), let time = TimeOfDay(hour: hour, minute: minute, second: second),
            let fraction = Self.fractionMilliseconds(from: &scanner),
            let offset = Self.offsetSeconds(from: &scanner), scanner.isAtEnd
        else { return nil }
        let seconds = CivilDateTime(day: day, time: time).clockSeconds - offset
        let milliseconds = Int64(seconds * 1000 + fraction)
        self.init(millisecondsSince1970: milliseconds)
        guard millisecondsSince1970 == milliseconds else { return nil }
    }

    /// `2027-06-03T07:00:00Z`, with milliseconds (`07:00:00.250Z`) when they are not zero.
    public var description: String {
        let seconds = secondsSince1970
        let reading = CivilDateTime(clamping: seconds)
        let milliseconds = Int(millisecondsSince1970) - seconds * 1000
        let fraction = milliseconds == 0 ? "" : "." + padded(milliseconds, 3)
        let time = reading.time
        return "\(reading.day)T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))\(fraction)Z"
    }

    private static func fractionMilliseconds(from scanner: inout ByteScanner) -> Int? {
        guard scanner.take(".") else { return 0 }
        let digitCount = scanner.rest.prefix { $0.isDigit }.count
        guard let digits = scanner.number(maximumDigits: 3) else { return nil }
        return digits * [100, 10, 1][digitCount - 1]
    }

    private static func offsetSeconds(from scanner: inout ByteScanner) -> Int? {
        if scanner.take(anyOf: "Z", "z") != nil { return 0 }
        guard let sign = scanner.take(anyOf: "+", "-"),
            let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2),
            let offset = TimeOfDay(hour: hour, minute: minute)
        else { return nil }
        return sign == UInt8(ascii: "-") ? -offset.secondsSinceMidnight : offset.secondsSinceMidnight
    }
}
