// Names and texts beside the fields that a program knows, such as the columns of a table brought from elsewhere.

/// A small map from text to text, kept in one field as one register: whoever writes last has written all of it. Names
/// are the same when their bytes are. As a value it is a deterministic CBOR map (RFC 8949 section 4.2.1) of at most
/// ``ReplicationLimits/textMapByteCount`` bytes.
public struct TextMap: Sendable {
    /// One name and its text.
    public struct Entry: Equatable, Sendable {
        /// Never holds U+0000 once stored.
        public let name: String
        /// Never holds U+0000 once stored.
        public let text: String

        /// Whether both have the same bytes.
        public static func == (left: Entry, right: Entry) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.text.hasSameBytes(as: right.text)
        }
    }

    /// By ascending bytes of the name, each name once.
    public private(set) var entries: [Entry] = []

    /// The empty map.
    public init() {}

    /// Of names and texts; of a name that comes twice, the last text stays.
    public init(_ pairs: some Sequence<(String, String)>) {
        for (name, text) in pairs { self[name] = text }
    }

    /// Whether there is no entry.
    public var isEmpty: Bool { entries.isEmpty }

    /// The text of a name; nil where there is none, and to take it out.
    public subscript(_ name: String) -> String? {
        get { entries.first { $0.name.hasSameBytes(as: name) }?.text }
        set {
            entries.removeAll { $0.name.hasSameBytes(as: name) }
            guard let text = newValue else { return }
            let place = entries.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.utf8) } ?? entries.endIndex
            entries.insert(Entry(name: name, text: text), at: place)
        }
    }
}

extension TextMap: Equatable {
    /// Whether both have the same entries.
    public static func == (left: TextMap, right: TextMap) -> Bool {
        left.entries == right.entries
    }
}

extension TextMap: FieldValue {
    /// The map as deterministic CBOR.
    public var fieldValue: Value {
        // In the coding shorter names come first, because the length stands before the bytes.
        let coded = entries.sorted { left, right in
            left.name.utf8.count != right.name.utf8.count
                ? left.name.utf8.count < right.name.utf8.count
                : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        var writer = CBORWriter()
        writer.writeMap(count: coded.count)
        for entry in coded {
            writer.write(entry.name)
            writer.write(entry.text)
        }
        return .bytes(writer.bytes)
    }

    /// Nil for anything but a deterministic map of texts within the limit.
    public init?(fieldValue: Value) {
        guard
            case .bytes(let bytes) = fieldValue, bytes.count <= ReplicationLimits.textMapByteCount,
            let map = try? TextMap(encoded: bytes)
        else { return nil }
        self = map
    }

    private init(encoded bytes: [UInt8]) throws(ReplicationError) {
        var reader = CBORReader(bytes)
        var previous: Range<Int>?
        for _ in 0..<(try reader.readMap()) {
            let name = try reader.readKey(after: &previous) { (reader) throws(ReplicationError) in
                try reader.readText()
            }
            entries.append(Entry(name: name, text: try reader.readText()))
        }
        try reader.finish()
        entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

extension TextMap: CustomStringConvertible, LosslessStringConvertible {
    /// The form for people: a line `name=text` for each entry. A line feed within is written `\n`, a backslash `\\`,
    /// and an equals sign in a name `\=`.
    public var description: String {
        entries.map { Self.escaped($0.name, also: "=") + "=" + Self.escaped($0.text, also: nil) }
            .joined(separator: "\n")
    }

    /// Reads ``description``; empty lines are skipped. Nil when a line has no equals sign or an unknown escape.
    public init?(_ description: String) {
        self.init()
        for line in description.unicodeScalars.split(separator: "\n") {
            guard let entry = Self.entry(in: line) else { return nil }
            self[entry.name] = entry.text
        }
    }

    private static func escaped(_ text: String, also separator: Unicode.Scalar?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "\n" || scalar == separator { result.append("\\") }
            result.append(scalar == "\n" ? "n" : scalar)
        }
        return String(result)
    }

    private static func entry(in line: Substring.UnicodeScalarView) -> Entry? {
        var name: String?
        var part = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in line {
            if isEscaped {
                guard scalar == "\\" || scalar == "n" || scalar == "=" else { return nil }
                part.append(scalar == "n" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "=", name == nil {
                name = String(part)
                part = String.UnicodeScalarView()
            } else {
                part.append(scalar)
            }
        }
        guard let name, !isEscaped else { return nil }
        return Entry(name: name, text: String(part))
    }
}

extension FieldKind {
    /// A ``TextMap``, typed and shown as lines `name=text`.
    public static let textMap = FieldKind(
        name: "name=text …", storage: .bytes,
        brokenRule: { value in
            TextMap(fieldValue: value) == nil
                ? "must be names and texts of at most \(ReplicationLimits.textMapByteCount) bytes" : nil
        },
        parse: { typed in
            TextMap(typed).map { .success($0.fieldValue) }
                ?? .failure(RuleBroken("must be lines of the form name=text"))
        },
        format: { TextMap(fieldValue: $0)?.description ?? "" })
}
