// Positions in lists that people order by hand: a key can always be made between two others.

/// The position of an item in a list: 1 to 2,048 letters and digits of ASCII, ordered by their bytes. Moving an item writes
/// the key of that item alone, so it is one small change. Two devices that put items in the same place may make the same
/// key; the order of items with equal keys is that of their record ids.
///
/// Keys are read as digits of base 62. How they grow: putting items one after the other in the same place (always at the
/// end, always at the top, always behind the last one put) counts on in digits that are already there, so that 10,000
/// insertions give keys of under 20 characters. The worst that can be done, going back and forth between the two newest
/// items, takes one character for two insertions up to 16 characters and one for five from then on, so that 10,000
/// insertions stay below the limit. When ``between(_:_:)`` finds no key, or an item of a list has one that
/// ``isLong``, the list is numbered anew with ``sequence(count:)``: one small change an item.
public struct FractionalKey: Hashable, Sendable {
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
    public var fieldValue: Value { .text(text) }

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

    /// The next key counted on from the longer neighbour, which is the younger one; nil when neither is longer, or the
    /// step does not end between the two.
    private static func step(_ lower: [UInt8]?, _ upper: [UInt8]?) -> [UInt8]? {
        switch (lower, upper) {
        case (nil, nil):
            return nil
        case (let lower?, nil):
            return next(after: lower.prefix(steppedDigitCount))
        case (nil, let upper?):
            return previous(before: upper.prefix(steppedDigitCount))
        case (let lower?, let upper?):
            guard max(lower.count, upper.count) <= steppedDigitCount else { return nil }
            if lower.count > upper.count {
                return next(after: lower[...]).flatMap { $0.lexicographicallyPrecedes(upper) ? $0 : nil }
            }
            if upper.count > lower.count {
                return previous(before: upper[...]).flatMap { lower.lexicographicallyPrecedes($0) ? $0 : nil }
            }
            return nil
        }
    }

    /// The digits plus one, as a number of their width. When all are the greatest, as many again and one follow, so
    /// that keys grow with the logarithm of the steps. Never ends in 0, below which there would be no room.
    private static func next(after digits: ArraySlice<UInt8>) -> [UInt8]? {
        var result = Array(digits)
        guard let last = result.lastIndex(where: { $0 < 61 }) else {
            return result + [UInt8](repeating: 0, count: result.count) + [1]
        }
        result[last] += 1
        for index in result.indices where index > last { result[index] = 0 }
        if last < result.count - 1 { result[result.count - 1] = 1 }
        return result
    }

    /// The digits minus one, as a number of their width, and when that ends in 0, minus two; when nothing is left, as many
    /// zeros, and then as many again and one of the greatest digit. Nil for nothing but zeros.
    private static func previous(before digits: ArraySlice<UInt8>) -> [UInt8]? {
        var result = Array(digits)
        guard var last = result.lastIndex(where: { $0 > 0 }) else { return nil }
        if last == result.count - 1, result[last] == 1 {
            result[last] = 0
            guard let higher = result.lastIndex(where: { $0 > 0 }) else {
                return result + [UInt8](repeating: 61, count: result.count + 1)
            }
            last = higher
        }
        result[last] -= 1
        for index in result.indices where index > last { result[index] = 61 }
        return result
    }

    /// The shortest key in the middle; nil when there is none. Never ends in 0, except between keys that differ in nothing
    /// but zeros at the end.
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
