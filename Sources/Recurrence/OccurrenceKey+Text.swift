// The text by which an occurrence is named.

import CivilTime

/// One text of ASCII:
///
///     2026-10-25T02:30         a reading
///     2026-10-25T02:30/2       its second pass
///     2026-10-25T02:30+01:00   a moment of real time
///     17                       a place in an interval
extension OccurrenceKey: CustomStringConvertible, LosslessStringConvertible {
    /// Reads what ``description`` writes for passes 1 and 2, offsets of zones, and counts from 1 on; nil for any other
    /// text, so that equal keys have equal texts.
    public init?(_ text: String) {
        if let reading = CivilDateTime(minutes: text.utf8) {
            self = .reading(reading, pass: 1)
            return
        }
        guard let key = Self.read(text), key.description.utf8.elementsEqual(text.utf8) else { return nil }
        self = key
    }

    /// The one text by which it is stored.
    public var description: String {
        switch self {
        case .reading(let reading, pass: 1): reading.description
        case .reading(let reading, let pass): "\(reading)/\(pass)"
        case .realTime(let reading, let offset): "\(reading)\(Self.text(ofOffset: offset))"
        case .count(let count): String(count)
        }
    }

    private static func read(_ text: String) -> OccurrenceKey? {
        if let count = Int(text) { return count >= 1 ? .count(count) : nil }
        if let reading = CivilDateTime(text) { return .reading(reading, pass: 1) }
        if text.hasSuffix("/2") { return CivilDateTime(String(text.dropLast(2))).map { .reading($0, pass: 2) } }
        // The date has hyphens, too.
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }),
            let reading = CivilDateTime(String(text[..<sign])), let size = offsetSize(text[sign...].dropFirst())
        else { return nil }
        let offset = text[sign] == "-" ? -size : size
        return CivilTime.Limits.offsetSeconds.contains(offset) ? .realTime(reading, offsetSeconds: offset) : nil
    }

    /// The seconds of `01:00` or `00:53:28`; hours up to 25, for which ``TimeOfDay`` has no room.
    private static func offsetSize(_ text: Substring) -> Int? {
        let numbers = text.split(separator: ":").map { Int($0) ?? -1 }
        guard (2...3).contains(numbers.count), (0...25).contains(numbers[0]),
            numbers.dropFirst().allSatisfy((0...59).contains)
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// `+01:00`, with seconds where they are not zero, as before there was standard time.
    private static func text(ofOffset seconds: Int) -> String {
        let size = seconds.magnitude
        let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
        return (seconds < 0 ? "-" : "+") + parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }
}

extension CivilDateTime {
    /// Reads exactly the form `2026-10-25T02:30`, which is by far the most frequent: it need not be written again to
    /// be known as the one text of its value.
    init?(minutes text: some Collection<UInt8>) {
        guard let reading = text.withContiguousStorageIfAvailable(Self.reading(minutes:)) ?? nil else { return nil }
        self = reading
    }

    private static func reading(minutes text: UnsafeBufferPointer<UInt8>) -> CivilDateTime? {
        guard text.count == 16, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":")
        else { return nil }
        func number(_ places: Range<Int>) -> Int? {
            places.reduce(0) { number, place in
                let digit = text[place] &- UInt8(ascii: "0")
                return digit <= 9 ? number.map { $0 * 10 + Int(digit) } : nil
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let date = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16),
            let day = CalendarDay(year: year, month: month, day: date), let time = TimeOfDay(hour: hour, minute: minute)
        else { return nil }
        return CivilDateTime(day: day, time: time)
    }
}
