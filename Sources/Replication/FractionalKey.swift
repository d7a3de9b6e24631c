// Positions in lists that people order by hand: a key can always be made between two others.

/// The position of an item in a list: 1 to 2,048 letters and digits of ASCII, ordered by their bytes. Moving an item
/// writes the key of that item alone, so it is one small change. Two devices that put items in the same place may make
/// the same key; the order of items with equal keys is that of their record ids.
///
/// Keys are read as digits of base 62. How they grow: putting items one after the other in the same place (always at
/// the end, always at the top, always before or always behind the last one put) counts on in the last digits, and each
/// time they are used up twice as many follow, so that 10,000 insertions give keys of at most about 20 characters. The
/// worst that can be done, going back and forth between the two newest items, takes one character for two insertions
/// up to 16 characters and one for five from then on, so that 10,000 insertions stay below the limit. When
/// ``between(_:_:)`` finds no key, or an item of a list has one that ``isLong``, the list is numbered anew with
/// ``sequence(count:)``: one small change an item.
public struct FractionalKey: Hashable, Sendable {
    /// The letters and digits.
    public let text: String

    /// Any text of 1 to 2,048 letters and digits of ASCII, such as `000123`; nil for others.
    public init?(_ text: String) {
        guard
            1...ReplicationLimits.positionCharacterCount ~= text.utf8.count,
            text.utf8.allSatisfy({ Self.digit($0) != nil })
        else { return nil }
        self.text = text
    }

    /// Whether the list that holds this key should be numbered anew.
    public var isLong: Bool { text.utf8.count >= ReplicationLimits.longPositionCharacterCount }

    /// A key between two others, which need not come from here.
    ///
    /// - Parameters:
    ///   - lower: the key of the item before, nil at the top of the list.
    ///   - upper: the key of the item behind, nil at the end of the list.
    /// - Returns: nil when there is no key of at most 2,048 characters between the two: they are equal, in the wrong
    ///   order, or leave no room, as `a` and `a0` do.
    public static func between(_ lower: FractionalKey?, _ upper: FractionalKey?) -> FractionalKey? {
        let below = lower?.digits
        let above = upper?.digits
        if let below, let above, !below.lexicographicallyPrecedes(above) { return nil }
        let digits = step(below, above) ?? middle(below ?? [], above)
        guard let digits, digits.count <= ReplicationLimits.positionCharacterCount else { return nil }
        return FractionalKey(digits: digits)
    }

    /// That many keys in ascending order, evenly spaced, with room between any two and at both ends.
    public static func sequence(count: Int) -> [FractionalKey] {
        guard count > 0 else { return [] }
        // Steps of at least one unit of the last digit but one leave that digit free to end in something other than 0.
        var width = 2
        var total: UInt64 = base * base
        while total / (UInt64(count) + 1) < base, width < 10 {
            width += 1
            total *= base
        }
        let step = total / (UInt64(count) + 1)
        return (1...UInt64(count)).map { index in
            let number = index * step
            return FractionalKey(digits: digits(of: number % base == 0 ? number + 1 : number, width: width))
        }
    }
}

extension FractionalKey: Comparable {
    /// By bytes; for letters and digits of ASCII Swift's own order of text is that.
    public static func < (left: FractionalKey, right: FractionalKey) -> Bool {
        left.text < right.text
    }
}

extension FractionalKey: FieldValue {
    /// Its text.
    public var fieldValue: Value { .text(text) }

    /// Nil for anything but a text that is a key.
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
    }
}

extension FieldKind {
    /// A ``FractionalKey``.
    public static let position = FieldKind(
        name: "position", storage: .text,
        brokenRule: { FractionalKey(fieldValue: $0) == nil ? Rule.position : nil },
        parse: { typed in
            FractionalKey(typed).map { .success($0.fieldValue) } ?? .failure(RuleBroken(Rule.position))
        },
        format: { FractionalKey(fieldValue: $0)?.text ?? "" })

    private enum Rule {
        static let position = "must be 1 to \(ReplicationLimits.positionCharacterCount) letters and digits"
    }
}

extension FractionalKey {
    private static let base: UInt64 = 62
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    /// Keys are counted on in their first digits up to this many; 62¹⁶ steps are never used up.
    private static let steppedDigitCount = 16

    private var digits: [UInt8] { text.utf8.map { Self.digit($0) ?? 0 } }

    private init(digits: [UInt8]) {
        text = String(decoding: digits.map { Self.alphabet[Int($0)] }, as: UTF8.self)
    }

    /// The value of a character, nil unless it is a letter or digit of ASCII.
    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 36
        default: nil
        }
    }

    private static func digits(of number: UInt64, width: Int) -> [UInt8] {
        var digits = [UInt8](repeating: 0, count: width)
        var rest = number
        for index in digits.indices.reversed() {
            digits[index] = UInt8(rest % base)
            rest /= base
        }
        return digits
    }

    /// The key counted on from the longer neighbour, which is the younger one; nil when neither is longer, or when
    /// counting does not lead to a key between the two.
    private static func step(_ lower: [UInt8]?, _ upper: [UInt8]?) -> [UInt8]? {
        let isUpwards = upper == nil || (lower ?? []).count > (upper ?? []).count
        let isDownwards = lower == nil || (upper ?? []).count > (lower ?? []).count
        guard isUpwards != isDownwards else { return nil }
        let start = (isUpwards ? lower : upper) ?? []
        let sharedCount = zip(lower ?? [], upper ?? []).prefix { $0 == $1 }.count
        let digits = Array(start.prefix(steppedDigitCount))
        let freeCount = max(0, digits.count - sharedCount - 1)
        let candidates =
            isUpwards
            ? [incremented(digits), digits + [UInt8](repeating: 0, count: freeCount) + [1]]
            : [decremented(digits), widenedBelow(digits, by: freeCount + 1)]
        for case let candidate? in candidates
        where lower?.lexicographicallyPrecedes(candidate) ?? true
            && upper.map({ candidate.lexicographicallyPrecedes($0) }) ?? true
        {
            return candidate
        }
        return nil
    }

    /// The digits plus one, as a number of their width, and when that ends in 0, below which there would be no room,
    /// plus two. Nil when all are the greatest digit.
    private static func incremented(_ digits: [UInt8]) -> [UInt8]? {
        guard let last = digits.lastIndex(where: { $0 < 61 }) else { return nil }
        var result = digits
        result[last] += 1
        for index in result.indices where index > last { result[index] = index == result.count - 1 ? 1 : 0 }
        return result
    }

    /// The digits minus one, as a number of their width, and when that ends in 0, minus two. Nil when nothing is left.
    private static func decremented(_ digits: [UInt8]) -> [UInt8]? {
        var result = digits
        if result.last == 1 { result[result.count - 1] = 0 }
        guard let last = result.lastIndex(where: { $0 > 0 }) else { return nil }
        result[last] -= 1
        for index in result.indices where index > last { result[index] = 61 }
        return result
    }

    /// The last digit minus one, then so many of the greatest digit: where counting down goes on with more digits. Nil
    /// when the last digit is 0.
    private static func widenedBelow(_ digits: [UInt8], by count: Int) -> [UInt8]? {
        guard let last = digits.last, last > 0 else { return nil }
        return digits.dropLast() + [last - 1] + [UInt8](repeating: 61, count: count)
    }

    /// The shortest key in the middle; nil when there is none. Never ends in 0, except between keys that differ in
    /// nothing but zeros at the end.
    private static func middle(_ lower: [UInt8], _ upper: [UInt8]?) -> [UInt8]? {
        var result: [UInt8] = []
        var bound = upper
        while true {
            let index = result.count
            let low = index < lower.count ? lower[index] : 0
            var high: UInt8 = 62
            if let bound {
                if index >= lower.count, bound[index...].allSatisfy({ $0 == 0 }) {
                    let zeroCount = bound.count - index
                    return zeroCount < 2 ? nil : result + [UInt8](repeating: 0, count: zeroCount / 2)
                }
                high = bound[index]
            }
            if high - low > 1 { return result + [low + (high - low) / 2] }
            if high > low { bound = nil }
            result.append(low)
        }
    }
}
