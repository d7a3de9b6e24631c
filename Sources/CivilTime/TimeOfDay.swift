// What a clock on the wall shows, without day or zone.

/// A clock reading from 00:00:00 to 23:59:59. Four bytes; ordered from midnight on.
public struct TimeOfDay: Hashable, Sendable {
    private let storedSeconds: Int32

    /// 0…86,399, as if the day had no change of clocks.
    public var secondsSinceMidnight: Int { Int(storedSeconds) }

    /// 00:00.
    public static let midnight = TimeOfDay(validSeconds: 0)
    /// 23:59:59.
    public static let latest = TimeOfDay(validSeconds: 86_399)

    /// Nil unless the hour is 0…23 and minute and second are 0…59.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.init(validSeconds: (hour * 60 + minute) * 60 + second)
    }

    /// Nil outside 0…86,399.
    public init?(secondsSinceMidnight seconds: Int) {
        guard (0..<86_400).contains(seconds) else { return nil }
        self.init(validSeconds: seconds)
    }

    private init(validSeconds seconds: Int) {
        storedSeconds = Int32(seconds)
    }

    /// 0…23.
    public var hour: Int { secondsSinceMidnight / 3600 }
    /// 0…59.
    public var minute: Int { secondsSinceMidnight / 60 % 60 }
    /// 0…59.
    public var second: Int { secondsSinceMidnight % 60 }
}

extension TimeOfDay: Comparable {
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.storedSeconds < right.storedSeconds
    }
}

extension TimeOfDay: CustomStringConvertible, LosslessStringConvertible {
    /// Reads exactly `09:00` or `09:00:30`; nil for any other text.
    public init?(_ text: String) {
        var scanner = ByteScanner(text)
        self.init(from: &scanner)
        guard scanner.isAtEnd else { return nil }
    }

    init?(from scanner: inout ByteScanner) {
        guard let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2) else { return nil }
        guard scanner.take(":") else {
            self.init(hour: hour, minute: minute)
            return
        }
        guard let second = scanner.digits(2) else { return nil }
        self.init(hour: hour, minute: minute, second: second)
    }

    /// `09:00`, or `09:00:30` when the seconds are not zero.
    public var description: String {
        let text = padded(hour, 2) + ":" + padded(minute, 2)
        return second == 0 ? text : text + ":" + padded(second, 2)
    }
}
