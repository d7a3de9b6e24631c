// Everything that can go wrong in this module, grouped by what the caller can do.

/// A failure of coding.
public enum ReplicationError: Error, Equatable, Sendable {
    /// Bytes from a file or from the network are not what they should be, at this offset. Nothing was taken from them:
    /// report them, and have them repaired.
    case malformed(Malformation, byteOffset: Int)
    /// A text holds U+0000: take it out.
    case textWithNUL(field: FieldNumber)
    /// A value has more bytes than ``ReplicationLimits/valueByteCount``: shorten it.
    case valueTooLarge(field: FieldNumber, byteCount: Int)
    /// A change has more bytes than ``ReplicationLimits/changeByteCount``: write its fields in several changes.
    case changeTooLarge(byteCount: Int)
    /// A record has more bytes than ``ReplicationLimits/recordByteCount``: shorten its values.
    case recordTooLarge(byteCount: Int)

    /// What is wrong with bytes.
    public enum Malformation: Equatable, Sendable {
        /// The bytes end before the value does.
        case truncated
        /// There are bytes behind the value.
        case trailingBytes
        /// A number, length or count is not in its shortest form, or a length has none (RFC 8949 section 4.2.1).
        case notDeterministic
        /// A map's keys are not in ascending bytewise order of their coding (RFC 8949 section 4.2.1).
        case unsortedKeys
        /// A map has a key twice.
        case duplicateKey
        /// A text is not UTF-8.
        case invalidText
        /// A text holds U+0000.
        case nulInText
        /// Another kind of value stands where this one must be, or one that is never used: a tag, a short float, a
        /// simple value besides false, true and null.
        case unexpectedKind
        /// A number is out of the range that it may have here.
        case outOfRange
        /// A text or bytes, an array or a map has not the length that it must have here.
        case wrongLength
        /// More than ``ReplicationLimits/changeByteCount`` for one change.
        case tooLong
    }
}

extension ReplicationError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .malformed(let malformation, let byteOffset):
            "The data is damaged at byte \(byteOffset): \(malformation.description)."
        case .textWithNUL(let field):
            "The text of field \(field) contains a zero character; take it out."
        case .valueTooLarge(let field, let byteCount):
            "The value of field \(field) has \(byteCount) bytes; shorten it to \(ReplicationLimits.valueByteCount)."
        case .changeTooLarge(let byteCount):
            "The change has \(byteCount) bytes; write at most \(ReplicationLimits.changeByteCount) at a time."
        case .recordTooLarge(let byteCount):
            "The record has \(byteCount) bytes; shorten it to \(ReplicationLimits.recordByteCount)."
        }
    }
}

extension ReplicationError.Malformation: CustomStringConvertible {
    /// A clause that says what is wrong.
    public var description: String {
        switch self {
        case .truncated: "it ends too early"
        case .trailingBytes: "more follows than should"
        case .notDeterministic: "a number or length is not in its one permitted form"
        case .unsortedKeys: "the keys are not in order"
        case .duplicateKey: "a key occurs twice"
        case .invalidText: "a text is not UTF-8"
        case .nulInText: "a text contains a zero character"
        case .unexpectedKind: "a value is of the wrong kind"
        case .outOfRange: "a number is out of range"
        case .wrongLength: "a length is wrong"
        case .tooLong: "it is longer than a change may be"
        }
    }
}
