// The content of a body: the fields of a change other than field 0.

internal import Replication

/// What a body says, sealed or not: the map of the fields other than 0, as `[Change.Field].encoded` writes it; the
/// empty map (A0) where there are none. Field 0 stands in the header alone.
enum BodyText {
    /// The fields of the map of a change.
    static func fields(of change: Change) -> ArraySlice<Change.Field> {
        change.fields.dropFirst(change.fields[0].number == 0 ? 1 : 0)
    }

    /// The change of a header and the bytes of its map.
    static func change(_ header: ChangeHeader, _ bytes: [UInt8]) throws(SealingError) -> Change {
        let fields = try fields(bytes)
        var expected = header.mask
        expected.remove(0)
        guard fields.reduce(into: FieldMask(), { $0.insert($1.number) }) == expected else { throw .otherFields }
        let deletion = header.deletion.map { Change.Field(0, .bool($0)) }
        return Change(
            entity: header.entity, record: header.record, stamp: header.stamp,
            fields: deletion.map { [$0] + fields } ?? fields)
    }

    /// CBOR's map of no entries (RFC 8949 appendix A).
    private static let emptyMap: UInt8 = 0xA0

    private static func fields(_ bytes: [UInt8]) throws(SealingError) -> [Change.Field] {
        if bytes.count == 1, bytes[0] == emptyMap { return [] }
        do {
            return try [Change.Field](encoded: bytes)
        } catch {
            throw .malformed(error)
        }
    }
}
