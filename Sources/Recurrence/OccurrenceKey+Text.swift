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
