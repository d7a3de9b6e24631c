// The name of a time zone as somebody wrote it.

/// The text by which a zone was named: usually of the IANA database (`Europe/Berlin`), but kept as written when it is an
/// alias, a Windows name or nothing known (docs/design, model). Whether it is known, and to which rules it leads, is
/// answered by a ``ZoneDatabase``. Compared by bytes.
public struct ZoneName: Sendable {
    public let text: String

    /// Nil when the text is longer than ``Limits/zoneNameBytes`` or holds a control character or line separator, for a
    /// plan time is one line of text. The empty text is accepted, though never known.
    public init?(_ text: String) {
        guard text.utf8.count <= Limits.zoneNameBytes, text.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    /// Universal time under its own name.
    public static let utc: ZoneName = "UTC"

    /// Whether it has the form of a name in the IANA database: parts of letters, digits, `.`, `_`, `+`, `-` that are
    /// separated by single slashes, none of them `.` or `..`, starting with a letter. Only such a name is ever looked up
    /// as a file. `Z` has this form and is unknown all the same.
    public var hasDatabaseForm: Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && !part.allSatisfy { $0 == UInt8(ascii: ".") } && part.allSatisfy(Self.isDatabaseByte)
        }
    }

    private static func isDatabaseByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "._+-".utf8.contains(byte)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
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
        for byte in text.utf8 {
            hasher.combine(byte)
        }
        hasher.combine(text.utf8.count)
    }
}

extension ZoneName: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A name written in the program itself; stops when it breaks the rule of ``init(_:)``.
    public init(stringLiteral text: String) {
        precondition(text.utf8.count <= Limits.zoneNameBytes && text.unicodeScalars.allSatisfy(Self.isAllowed))
        self.text = text
    }

    /// The text as written.
    public var description: String { text }
}
