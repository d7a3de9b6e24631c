// Bodies of open spaces.

package import Replication

/// Bodies that the server may read: the map of the fields other than 0, and nothing else (docs/design, replication:
/// Sealing).
package struct PlainBodies: BodyCoding {
    /// The coding of every open space.
    package init() {}

    /// The changes with their fields as they are.
    package func seal(_ changes: [Change]) -> [SealedChange] {
        changes.map { change in
            var writer = CBORWriter(reservedByteCount: change.encodedByteCount)
            writer.write(BodyText.fields(of: change))
            return SealedChange(header: ChangeHeader(change), body: writer.bytes[...])
        }
    }

    /// The change; throws ``SealingError/malformed(_:)`` and ``SealingError/otherFields``.
    package func open(_ sealed: SealedChange) throws(SealingError) -> Change {
        try BodyText.change(sealed.header, Array(sealed.body))
    }
}
