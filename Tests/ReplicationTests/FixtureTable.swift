// The fixtures of replication as rows of text, and the words they use for values.

import Replication
import TestSupport

/// The rows of one fixture, without its first line.
func fixtureRows(_ name: String) throws -> [[String]] {
    try Fixtures.lines("replication/" + name).dropFirst().map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
}

/// The bytes of hexadecimal text.
func bytesOf(hexadecimal text: some StringProtocol) -> [UInt8] {
    let digits = text.utf8.map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The text whose UTF-8 is written in hexadecimal.
func textOf(hexadecimal: some StringProtocol) -> String {
    String(decoding: bytesOf(hexadecimal: hexadecimal), as: UTF8.self)
}

/// The value written as in Tests/Fixtures/replication/README.md.
func valueOf(literal: some StringProtocol) -> Value? {
    let parts = literal.split(separator: ":", omittingEmptySubsequences: false)
    let content = parts.count == 2 ? parts[1] : ""
    switch parts.first {
    case "null": return .null
    case "bool": return .bool(content == "true")
    case "integer": return Int64(content).map { .integer($0) }
    case "double": return UInt64(content, radix: 16).map { .double(Double(bitPattern: $0)) }
    case "text": return .text(textOf(hexadecimal: content))
    case "bytes": return .bytes(bytesOf(hexadecimal: content))
    default: return nil
    }
}

/// The changes of changes.tsv, with the bytes of body and whole.
func fixtureChanges() throws -> [(change: Change, body: [UInt8], coded: [UInt8])] {
    try fixtureRows("changes.tsv").map { row in
        let fields = row[4].split(separator: ",").map { field in
            let parts = field.split(separator: "=")
            return Change.Field(FieldNumber(parts[0])!, valueOf(literal: parts[1])!)
        }
        let change = Change(
            entity: EntityNumber(row[0])!, record: RecordID(bytes: bytesOf(hexadecimal: row[1]))!,
            stamp: Stamp(time: UInt64(row[2])!, device: UInt64(row[3])!)!, fields: fields)
        return (change, bytesOf(hexadecimal: row[5]), bytesOf(hexadecimal: row[6]))
    }
}

/// Every prefix and every flip of one bit of the bytes, then random bytes.
func damaged(_ bytes: [UInt8], randomCount: Int, _ random: inout SeededGenerator) -> [[UInt8]] {
    var cases = bytes.indices.map { Array(bytes[..<$0]) }
    for index in bytes.indices {
        for bit in 0..<8 {
            var flipped = bytes
            flipped[index] ^= 1 << UInt8(bit)
            cases.append(flipped)
        }
    }
    for _ in 0..<randomCount { cases.append(random.bytes(count: random.int(in: 0...40))) }
    return cases
}
