// A record as its row keeps it.

package import Replication

/// One row of an entity's table, whatever the entity.
package struct StoredRow: Sendable {
    /// The small number people type; 0 before the row is inserted.
    package var number: Int64
    /// The identity of the record.
    package let id: RecordID
    /// Field 0; nil where it was never written.
    package var deletion: Bool?
    /// Whether some living change is not confirmed by a server.
    package var isPending: Bool
    /// Which stamp owns which fields.
    package var living: LivingChanges
    /// Fields whose value this version cannot use; they lie in the table `parked`.
    package var parked: FieldMask
    /// The newest entry of this record in the log; nil where there is none.
    package var newestEntry: Int64?
    /// By place in the schema; null means the default.
    package var values: [Value]

    /// Whether the record itself is deleted, not only its parent.
    package var isDeleted: Bool { deletion == true }

    /// Whether nobody has written it yet: it is built in.
    package var isUntouched: Bool { living.isEmpty && newestEntry == nil }

    /// A row for a record that was never written.
    package init(id: RecordID, fieldCount: Int) {
        number = 0
        self.id = id
        deletion = nil
        isPending = false
        living = LivingChanges()
        parked = FieldMask()
        newestEntry = nil
        values = Array(repeating: .null, count: fieldCount)
    }

    /// A row as it was read; `values` has one value per field of the schema, in its order.
    package init(
        number: Int64, id: RecordID, deletion: Bool?, isPending: Bool, living: LivingChanges, parked: FieldMask,
        newestEntry: Int64?, values: [Value]
    ) {
        self.number = number
        self.id = id
        self.deletion = deletion
        self.isPending = isPending
        self.living = living
        self.parked = parked
        self.newestEntry = newestEntry
        self.values = values
    }
}
