// Bodies of open spaces.

package import Replication

/// Bodies that the server may read: the map of the fields other than 0, and nothing else (docs/design, replication:
/// Sealing).
package struct PlainBodies: BodyCoding {
    /// The coding of every open space.
    package init() {}

    /// The change with its fields as they are.
    package func seal(_ change: Change) -> SealedChange {
        SealedChange(header: ChangeHeader(change), body: BodyText.bytes(of: change)[...])
    }

    /// The change; throws ``SealingError/malformed(_:)`` and ``SealingError/otherFields``.
    package func open(_ sealed: SealedChange) throws(SealingError) -> Change {
        try BodyText.change(sealed.header, Array(sealed.body))
    }
}
