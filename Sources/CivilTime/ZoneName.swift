// The name of a time zone as somebody wrote it.

/// The text by which a zone was named: usually of the IANA database (`Europe/Berlin`), but kept as written when it is
/// an alias, a Windows name or nothing known (docs/design, model). Whether it is known, and to which rules it leads,
/// is answered by a ``ZoneDatabase``. Compared by bytes.
public struct ZoneName: Sendable {
    /// As it was written; at most ``Limits/zoneNameBytes`` bytes on one line.
    public let text: String

    /// Nil when the text is longer than ``Limits/zoneNameBytes`` or holds a control character or line separator, for a
    /// plan time is one line of text. The empty text is accepted, though never known.
    public init?(_ text: String) {
        guard Self.isAllowed(text) else { return nil }
        self.text = text
    }

    /// Universal time under its own name.
    public static let utc: ZoneName = "UTC"

    /// Whether it has the form of a name in the IANA database: parts of letters, digits, `.`, `_`, `+`, `-` that are
    /// separated by single slashes, none of them `.` or `..`, starting with a letter. Only such a name is ever looked
    /// up as a file. `Z` has this form and is unknown all the same.
    public var hasDatabaseForm: Bool {
        guard text.utf8.first?.isLetter == true else { return false }
        var partHoldsMoreThanDots = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "/"):
                guard partHoldsMoreThanDots else { return false }
                partHoldsMoreThanDots = false
            case UInt8(ascii: "."):
                continue
            case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
                partHoldsMoreThanDots = true
            default:
                guard byte.isLetter || byte.isDigit else { return false }
                partHoldsMoreThanDots = true
            }
        }
        return partHoldsMoreThanDots
    }

    fileprivate static func isAllowed(_ text: String) -> Bool {
        text.utf8.count <= Limits.zoneNameBytes && text.unicodeScalars.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension ZoneName: Hashable {
    public static func == (left: ZoneName, right: ZoneName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ZoneName: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A name written in the program itself; stops when it breaks the rule of ``init(_:)``.
    public init(stringLiteral text: String) {
        precondition(Self.isAllowed(text))
        self.text = text
    }

    /// The text as written.
    public var description: String { text }
}
