// The content of a body: the fields of a change other than field 0.

internal import Replication

/// What a body says, sealed or not: the map of the fields other than 0, as `[Change.Field].encoded` writes it; the
/// empty map (A0) where there are none. Field 0 stands in the header alone.
enum BodyText {
    /// The bytes of the map of a change.
    static func bytes(of change: Change) -> [UInt8] {
        change.fields.filter { $0.number > 0 }.encoded
    }

    /// The change of a header and the bytes of its map.
    static func change(_ header: ChangeHeader, _ bytes: [UInt8]) throws(SealingError) -> Change {
        let fields = try fields(bytes)
        var expected = header.mask
        expected.remove(0)
        guard fields.reduce(into: FieldMask(), { $0.insert($1.number) }) == expected else { throw .otherFields }
        let deletion = header.deletion.map { [Change.Field(0, .bool($0))] } ?? []
        return Change(entity: header.entity, record: header.record, stamp: header.stamp, fields: deletion + fields)
    }

    private static func fields(_ bytes: [UInt8]) throws(SealingError) -> [Change.Field] {
        if bytes == [Change.Field]().encoded { return [] }
        do {
            return try [Change.Field](encoded: bytes)
        } catch {
            throw .malformed(error)
        }
    }
}
