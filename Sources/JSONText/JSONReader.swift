// Reading JSON strictly: what RFC 8259 does not allow is refused, and so are repeated names.

extension JSONValue {
    /// Reads one JSON value with nothing but blanks around it. An integer beyond 64 bits becomes the nearest double.
    public init(reading text: String) throws(JSONError) {
        try self.init(reading: Array(text.utf8))
    }

    /// Reads one JSON value from UTF-8.
    public init(reading bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try reader.readDocument()
    }
}

/// A place in the bytes, and one function for each rule of the grammar.
struct JSONReader {
    let bytes: [UInt8]
    var position = 0
    /// Arrays and objects that are open here.
    private var level = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readDocument() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark) }
        skipBlanks()
        let value = try readValue()
        skipBlanks()
        guard position == bytes.count else { throw error(.expected("the end of the text")) }
        return value
    }

    /// The byte here, or nil at the end.
    var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    func error(_ problem: JSONError.Problem, at offset: Int? = nil) -> JSONError {
        JSONError(problem, at: offset ?? position, in: bytes)
    }

    private mutating func readValue() throws(JSONError) -> JSONValue {
        guard let first = next else { throw error(.unexpectedEnd) }
        switch first {
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "{"): return .object(try readObject())
        case UInt8(ascii: "["): return .array(try readArray())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case UInt8(ascii: "+"), UInt8(ascii: "."): throw error(.malformedNumber)
        default: throw error(.expected("a value"))
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let matches = word.withUTF8Buffer { bytes.dropFirst(position).starts(with: $0) }
        guard matches else { throw error(.expected("a value")) }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func readArray() throws(JSONError) -> [JSONValue] {
        try open()
        var elements: [JSONValue] = []
        if close(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try readValue())
            if try !continues(before: UInt8(ascii: "]"), expecting: "a comma or ]") { return elements }
        }
    }

    private mutating func readObject() throws(JSONError) -> [JSONValue.Member] {
        try open()
        var members: [JSONValue.Member] = []
        var names = NameSet()
        if close(UInt8(ascii: "}")) { return members }
        while true {
            let start = position
            guard let first = next else { throw error(.unexpectedEnd) }
            guard first == UInt8(ascii: "\"") else { throw error(.expected("a name in quotation marks")) }
            let name = try readString()
            guard names.insert(name, after: members) else { throw error(.repeatedName(name), at: start) }
            skipBlanks()
            guard let colon = next else { throw error(.unexpectedEnd) }
            guard colon == UInt8(ascii: ":") else { throw error(.expected("a colon")) }
            position += 1
            skipBlanks()
            members.append(.init(name, try readValue()))
            if try !continues(before: UInt8(ascii: "}"), expecting: "a comma or }") { return members }
        }
    }

    private mutating func open() throws(JSONError) {
        guard level < JSONLimits.nestingLevels else { throw error(.nestedTooDeeply) }
        level += 1
        position += 1
        skipBlanks()
    }

    private mutating func close(_ mark: UInt8) -> Bool {
        guard next == mark else { return false }
        level -= 1
        position += 1
        return true
    }

    /// Steps over a comma and says true, or over the closing mark and says false.
    private mutating func continues(before mark: UInt8, expecting what: String) throws(JSONError) -> Bool {
        skipBlanks()
        if close(mark) { return false }
        guard let comma = next else { throw error(.unexpectedEnd) }
        guard comma == UInt8(ascii: ",") else { throw error(.expected(what)) }
        position += 1
        skipBlanks()
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}

/// Notices a name that comes twice, byte for byte.
private struct NameSet {
    private var seen: Set<[UInt8]> = []

    /// False if one of the members, or of the names inserted before, has this name.
    mutating func insert(_ name: String, after members: [JSONValue.Member]) -> Bool {
        if members.count <= JSONLimits.membersComparedDirectly {
            return !members.contains { hasSameBytes($0.name, name) }
        }
        if seen.isEmpty { seen = Set(members.map { Array($0.name.utf8) }) }
        return seen.insert(Array(name.utf8)).inserted
    }
}
