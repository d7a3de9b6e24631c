// Why a text is not JSON, and where.

/// The text is not one JSON value by RFC 8259. There is one thing to do: mend the text at this place.
public struct JSONError: Error, Equatable, Sendable {
    /// What is wrong.
    public let problem: Problem
    /// The line, counted from 1; lines end with a line feed.
    public let line: Int
    /// The column, counted from 1 in Unicode scalars.
    public let column: Int

    /// Everything that can be wrong with a text.
    public enum Problem: Equatable, Sendable {
        /// The text ends in the middle of a value, or is empty.
        case unexpectedEnd
        /// Something else was needed here, such as "a comma or ]".
        case expected(String)
        /// A byte order mark, which RFC 8259 section 8.1 forbids.
        case byteOrderMark
        /// A number against the grammar: `01`, `1.`, `+1`, `.5`.
        case malformedNumber
        /// A number too large for a double, such as `1e999`.
        case numberOutOfRange
        /// A backslash followed by something that is no escape.
        case malformedEscape
        /// Half of a UTF-16 pair, which is no character.
        case loneSurrogate
        /// A control character that must be escaped inside a string.
        case controlCharacter
        /// Bytes that are not UTF-8.
        case malformedUTF8
        /// A name that its object already has.
        case repeatedName(String)
        /// More arrays and objects inside each other than `JSONLimits.nestingLevels`.
        case nestedTooDeeply
    }

    /// One sentence: where, and what is wrong.
    public var message: String {
        "Line \(line), column \(column): \(problem.sentence)."
    }
}

extension JSONError.Problem {
    var sentence: String {
        switch self {
        case .unexpectedEnd: "the text ends in the middle of a value"
        case .expected(let what): "\(what) is expected here"
        case .byteOrderMark: "a byte order mark is not allowed"
        case .malformedNumber: "this is not a number as JSON writes it"
        case .numberOutOfRange: "this number is too large"
        case .malformedEscape: "this is not an escape that JSON knows"
        case .loneSurrogate: "this escape is half a character"
        case .controlCharacter: "a control character in a string must be escaped"
        case .malformedUTF8: "this string is not valid UTF-8"
        case .repeatedName(let name): "the name \(JSONValue.string(name).text()) stands twice in one object"
        case .nestedTooDeeply: "values are nested more than \(JSONLimits.nestingLevels) levels deep"
        }
    }
}

extension JSONError {
    /// Finds line and column of a byte. Only a failing text pays for this.
    init(_ problem: Problem, at offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        self.problem = problem
        line = 1 + before.count { $0 == 0x0A }
        // A byte 10xxxxxx continues a scalar.
        column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
    }
}
