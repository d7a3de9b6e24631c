// The kinds of field that every domain needs besides text.

extension FieldKind {
    /// Yes or no.
    public static let flag = FieldKind(
        name: "yes|no", storage: .bool,
        brokenRule: { _ in nil },
        parse: { typed in
            switch typed.lowercased() {
            case "yes", "true", "1", "on": .success(.bool(true))
            case "no", "false", "0", "off": .success(.bool(false))
            default: .failure(RuleBroken("must be yes or no"))
            }
        },
        format: { $0 == .bool(true) ? "yes" : "no" })

    /// A whole number in a range.
    public static func integer(_ range: ClosedRange<Int64>, unit: String = "") -> FieldKind {
        let suffix = unit.isEmpty ? "" : " " + unit
        let rule = "must be a whole number from \(range.lowerBound) to \(range.upperBound)" + suffix
        return FieldKind(
            name: "number", storage: .integer,
            brokenRule: { value in
                guard case .integer(let integer) = value, range.contains(integer) else { return rule }
                return nil
            },
            parse: { typed in
                Int64(typed).map { .success(.integer($0)) } ?? .failure(RuleBroken(rule))
            },
            format: { value in
                guard case .integer(let integer) = value else { return "" }
                return String(integer)
            })
    }

    /// A finite number in a range, with a decimal point.
    public static func real(_ range: ClosedRange<Double>) -> FieldKind {
        let rule = "must be a number from \(range.lowerBound) to \(range.upperBound)"
        return FieldKind(
            name: "number", storage: .double,
            brokenRule: { value in
                guard case .double(let double) = value, range.contains(double) else { return rule }
                return nil
            },
            parse: { typed in
                guard let double = Double(typed), double.isFinite else { return .failure(RuleBroken(rule)) }
                return .success(.double(double))
            },
            format: { value in
                guard case .double(let double) = value else { return "" }
                return "\(double)"
            })
    }

    /// One of a few words.
    public static func choice(_ words: [String]) -> FieldKind {
        let rule = "must be one of: " + words.joined(separator: ", ")
        return FieldKind(
            name: words.joined(separator: "|"), storage: .text,
            brokenRule: { value in
                guard case .text(let text) = value, words.contains(where: text.hasSameBytes) else { return rule }
                return nil
            },
            parse: { typed in
                words.first { $0.lowercased() == typed.lowercased() }.map { .success(.text($0)) }
                    ?? .failure(RuleBroken(rule))
            },
            format: { value in
                guard case .text(let text) = value else { return "" }
                return text
            })
    }

    /// The identity of another record.
    public static let record = FieldKind(
        name: "id", storage: .bytes,
        brokenRule: { RecordID(fieldValue: $0) == nil ? "must be the id of a record" : nil },
        parse: { typed in
            RecordID(typed).map { .success($0.fieldValue) } ?? .failure(RuleBroken("must be the id of a record"))
        },
        format: { RecordID(fieldValue: $0)?.description ?? "" })
}
