// What the text of a checklist entry says: how many, of what, and a remark.

import Replication
import TripModel

/// The parts of an entry's text: `5 x T-shirt`, `Visa copy — 2×`, `{nights}+1 pairs of socks`, `Rain jacket (Ana
/// carries)`.
struct MarkdownItem: Equatable {
    private(set) var name = ""
    private(set) var quantity = 1
    /// A number that is no quantity, because it is too large.
    private(set) var excessiveQuantity: String?
    /// A rule for the quantity, which nothing here computes.
    private(set) var rule: String?
    /// What stands in parentheses at the end.
    private(set) var remark: String?
    /// The targets of links.
    private(set) var links: [String] = []

    /// - Parameter text: behind the box, with its marks.
    init(_ text: String) {
        let marked = MarkdownText(text)
        links = marked.links
        var rest = trimmed(marked.signs[...])
        if let (found, behind) = Self.leadingRule(rest) {
            (rule, rest) = (found, behind)
        } else if let (count, behind) = Self.leadingCount(rest) {
            rest = take(count, else: rest, behind)
        } else if let (count, before) = Self.trailingCount(rest) {
            rest = take(count, else: rest, before)
        }
        if let (inside, before) = Self.trailingRemark(rest) { (remark, rest) = (inside, before) }
        name = MarkdownText.text(rest)
    }

    private typealias Signs = ArraySlice<MarkdownText.Sign>

    private mutating func take(_ digits: String, else all: Signs, _ rest: Signs) -> Signs {
        guard let count = Int(digits), count <= Limits.quantity else {
            excessiveQuantity = digits
            return all
        }
        quantity = count
        return rest
    }

    // MARK: - Quantities

    /// `5 x T-shirt`, `5× T-shirt`.
    private static func leadingCount(_ signs: Signs) -> (String, Signs)? {
        let digits = signs.prefix(while: isDigit)
        var rest = signs.dropFirst(digits.count)
        rest = rest.drop { $0.isBlank }
        guard !digits.isEmpty, let times = rest.first, isTimes(times, orCapital: true) else { return nil }
        rest = rest.dropFirst()
        // `2x4` is a size; `5×Socks` is not.
        guard let next = rest.first, next.isBlank || (times.scalar == "×" && !isDigit(next)) else { return nil }
        rest = rest.drop { $0.isBlank }
        return rest.isEmpty ? nil : (MarkdownText.text(digits), rest)
    }

    /// `Visa copy — 2×`, `Socks x3`, `Socks (3x)`.
    private static func trailingCount(_ signs: Signs) -> (String, Signs)? {
        var inside = signs
        var isParenthesis = false
        if inside.last?.means(")") == true, let open = inside.lastIndex(where: { $0.means("(") }) {
            inside = inside[(open + 1)...].dropLast()
            isParenthesis = true
        }
        guard let (digits, before) = countAtEnd(inside) else { return nil }
        var rest = isParenthesis ? signs.prefix(upTo: inside.startIndex - 1) : before
        guard !isParenthesis || before.isEmpty else { return nil }
        guard rest.last?.isBlank == true || (isParenthesis && !rest.isEmpty) else { return nil }
        rest = trimmed(rest)
        if let sign = rest.last, "—–-:,·".unicodeScalars.contains(sign.scalar), !sign.isLiteral,
            rest.dropLast().last?.isBlank == true || sign.scalar == ":" || sign.scalar == ","
        {
            rest = trimmed(rest.dropLast())
        }
        return rest.isEmpty ? nil : (digits, rest)
    }

    /// `2×`, `2 x`, `×2` or `x 2` at the end, and what stands before.
    private static func countAtEnd(_ signs: Signs) -> (String, Signs)? {
        if let times = signs.last, isTimes(times, orCapital: false) {
            let before = trimmedEnd(signs.dropLast())
            let digits = before.suffix(digitsAtEnd(before))
            return digits.isEmpty ? nil : (MarkdownText.text(digits), before.dropLast(digits.count))
        }
        let digits = signs.suffix(digitsAtEnd(signs))
        let before = trimmedEnd(signs.dropLast(digits.count))
        guard !digits.isEmpty, let times = before.last, isTimes(times, orCapital: false) else { return nil }
        return (MarkdownText.text(digits), before.dropLast())
    }

    /// `{nights}+1`, `2 * {days}`: numbers and names in braces joined by signs, at least one name, and something
    /// behind.
    private static func leadingRule(_ signs: Signs) -> (String, Signs)? {
        var end: Int?
        var hasName = false
        var rest = signs
        while let term = term(rest) {
            hasName = hasName || term.first?.scalar == "{"
            rest = rest.dropFirst(term.count)
            end = rest.startIndex
            let behind = rest.drop { $0.isBlank }
            guard let sign = behind.first, "+-*/×x".unicodeScalars.contains(sign.scalar) else { break }
            let next = behind.dropFirst().drop { $0.isBlank }
            guard Self.term(next) != nil else { break }
            rest = next
        }
        guard hasName, let end else { return nil }
        var behind = signs[end...].drop { $0.isBlank }
        if let times = behind.first, isTimes(times, orCapital: false), behind.dropFirst().first?.isBlank == true {
            behind = behind.dropFirst().drop { $0.isBlank }
        }
        return behind.isEmpty ? nil : (MarkdownText.text(signs[..<end]), behind)
    }

    private static func term(_ signs: Signs) -> Signs? {
        let digits = signs.prefix(while: isDigit)
        if !digits.isEmpty { return digits }
        guard signs.first?.means("{") == true, let end = signs.firstIndex(where: { $0.means("}") }) else { return nil }
        let inside = signs[(signs.startIndex + 1)..<end]
        return inside.isEmpty || inside.contains { $0.isBlank } ? nil : signs[...end]
    }

    // MARK: - Remark

    /// The last pair of parentheses, when the text ends with it and something stands before.
    private static func trailingRemark(_ signs: Signs) -> (String, Signs)? {
        guard signs.last?.means(")") == true else { return nil }
        var depth = 0
        for place in signs.indices.reversed() {
            if signs[place].means(")") { depth += 1 }
            if signs[place].means("(") { depth -= 1 }
            guard depth == 0 else { continue }
            let inside = MarkdownText.text(signs[(place + 1)...].dropLast())
            let before = trimmedEnd(signs[..<place])
            let isApart = place > signs.startIndex && signs[place - 1].isBlank
            return inside.isEmpty || before.isEmpty || !isApart ? nil : (inside, before)
        }
        return nil
    }

    // MARK: - Signs

    private static func isTimes(_ sign: MarkdownText.Sign, orCapital: Bool) -> Bool {
        sign.means("x") || sign.means("×") || (orCapital && sign.means("X"))
    }

    private static func isDigit(_ sign: MarkdownText.Sign) -> Bool {
        !sign.isLiteral && ("0"..."9").contains(sign.scalar)
    }

    private static func digitsAtEnd(_ signs: Signs) -> Int {
        signs.reversed().prefix(while: isDigit).count
    }

    private static func trimmedEnd(_ signs: Signs) -> Signs {
        signs.dropLast(signs.reversed().prefix { $0.isBlank }.count)
    }

    private static func trimmed(_ signs: Signs) -> Signs {
        trimmedEnd(signs.drop { $0.isBlank })
    }

    private func trimmed(_ signs: Signs) -> Signs { Self.trimmed(signs) }
}
