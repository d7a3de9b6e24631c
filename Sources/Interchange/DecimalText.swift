// Numbers as people write them: with a decimal comma or point, and separators of thousands.

/// How a text can be read as a number. What one country writes as a decimal mark another writes between thousands, so
/// a number with separators of thousands, or one that could have them, is never taken without being questioned.
enum DecimalText: Equatable {
    /// There is one reading.
    case value(Double)
    /// One reading, with separators of thousands: `1.250,5` or `1'250`.
    case grouped(Double)
    /// `1.250`: 1.25 or 1,250.
    case ambiguous(decimal: Double, grouped: Double, mark: Mark)
    /// No number.
    case unreadable

    /// What stands before the decimals.
    enum Mark: String {
        case comma, point
    }

    /// - Parameter proven: the decimal mark of the same column, when it is known: it makes `1.250` certain.
    init(_ text: String, proven: Mark? = nil) {
        let digits = Self.digits(of: text)
        guard let digits, digits.contains(where: \.isNumber) else {
            self = .unreadable
            return
        }
        let hasGroupSigns = digits.contains("'")
        let points = digits.count { $0 == "." }
        let commas = digits.count { $0 == "," }
        switch (points, commas) {
        case (0, 0):
            self = Self.reading(digits, mark: nil, isGrouped: hasGroupSigns)
        case (1, 0), (0, 1):
            let mark: Mark = points == 1 ? .point : .comma
            guard !hasGroupSigns, Self.couldBeGrouped(digits) else {
                self = Self.reading(digits, mark: mark, isGrouped: hasGroupSigns)
                return
            }
            let grouped = Self.number(digits, mark: nil)
            switch (Self.number(digits, mark: mark), grouped, proven) {
            case (let decimal?, _, mark): self = .value(decimal)
            case (_, let grouped?, .some): self = .grouped(grouped)
            case (let decimal?, let grouped?, nil): self = .ambiguous(decimal: decimal, grouped: grouped, mark: mark)
            default: self = .unreadable
            }
        case (_, 0), (0, _):
            self = Self.reading(digits, mark: nil, isGrouped: true)
        default:
            let last = digits.last { $0 == "." || $0 == "," }
            let mark: Mark = last == "." ? .point : .comma
            guard (mark == .point ? points : commas) == 1 else {
                self = .unreadable
                return
            }
            self = Self.reading(digits, mark: mark, isGrouped: true)
        }
    }

    /// The decimal mark that a text proves: `0,15` and `1.250,5` prove the comma.
    static func provenMark(in text: String) -> Mark? {
        guard let digits = digits(of: text), let last = digits.last(where: { $0 == "." || $0 == "," }) else {
            return nil
        }
        let isOnlyOne = digits.count { $0 == "." || $0 == "," } == 1
        switch DecimalText(text) {
        case .value where isOnlyOne, .grouped where digits.contains(".") && digits.contains(","):
            return last == "." ? .point : .comma
        default: return nil
        }
    }

    // MARK: - Parts

    /// The text with ASCII digits, `.`, `,` and `'` for any other separator of thousands; nil with anything else in it.
    private static func digits(of text: String) -> String? {
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "0"..."9", ".", ",": result.unicodeScalars.append(scalar)
            case "'", "’", "_", " ", "\u{A0}", "\u{202F}", "\u{2009}": result.append("'")
            case "+" where index == 0: break
            case "-" where index == 0, "−" where index == 0: result.append("-")
            default: return nil
            }
        }
        return result
    }

    /// One to three digits, not beginning with 0, then three.
    private static func couldBeGrouped(_ digits: String) -> Bool {
        let parts = digits.drop { $0 == "-" }.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        return parts.count == 2 && (1...3).contains(parts[0].count) && parts[0].first != "0" && parts[1].count == 3
    }

    private static func reading(_ digits: String, mark: Mark?, isGrouped: Bool) -> DecimalText {
        guard let value = number(digits, mark: mark) else { return .unreadable }
        return isGrouped ? .grouped(value) : .value(value)
    }

    /// The number with this decimal mark; all other separators must stand between groups of three digits.
    private static func number(_ digits: String, mark: Mark?) -> Double? {
        let decimal: Character? = mark.map { $0 == .comma ? "," : "." }
        let parts = digits.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == decimal }
        let groups = (parts.first ?? "").drop { $0 == "-" }
            .split(omittingEmptySubsequences: false) { !$0.isNumber }
        if groups.count > 1 {
            guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
                return nil
            }
        }
        let fraction = parts.count > 1 ? parts[1] : ""
        guard fraction.allSatisfy(\.isNumber) else { return nil }
        let sign = digits.hasPrefix("-") ? "-" : ""
        return Double("\(sign)0\(groups.joined()).\(fraction)0")
    }
}
