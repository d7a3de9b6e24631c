// What an exchange brings to a device.

/// What the server makes of where a device stands (docs/design, replication: Exchange).
package enum ExchangeVerdict: Equatable, Sendable {
    /// The device stands in this history: the exchange was carried out.
    case page(ExchangePage)
    /// The server does not know this device number's last attempt, or its cursor: one of both was rolled back,
    /// copied or wiped. Nothing was stored. The last attempt that the server knows of this number; 0 none.
    case foreign(last: UInt64)
    /// Collection has gone beyond what the device has read. Nothing was stored. As in ``foreign(last:)``.
    case expired(last: UInt64)
}

/// What an exchange brought.
package struct ExchangePage: Equatable, Sendable {
    /// One for each change of the request, in its order.
    package let outcomes: [Outcome]
    /// What lies beyond the cursor and was not pushed by this number, in the order of the space.
    package let rows: [StoredChange]
    /// How far the device has read with this.
    package let cursor: Cursor
    /// What is known at the head; nil when more waits.
    package let head: Head?

    /// What is known where nothing more waits.
    package struct Head: Equatable, Sendable {
        /// The sum over the owned cells of undeleted records.
        package let sum: EqualitySum
        /// Records deleted before then may be dropped, in milliseconds since 1970.
        package let horizonMilliseconds: Int64
        /// Eight bytes that tell whether the list of devices is the one that the device has.
        package let devicesDigest: [UInt8]
        /// Cells whose bodies did not open somewhere: whoever holds them offers them again.
        package let wanted: [ChangeKey]

        /// A head of these parts.
        package init(sum: EqualitySum, horizonMilliseconds: Int64, devicesDigest: [UInt8], wanted: [ChangeKey]) {
            self.sum = sum
            self.horizonMilliseconds = horizonMilliseconds
            self.devicesDigest = devicesDigest
            self.wanted = wanted
        }
    }

    /// A page of these parts.
    package init(outcomes: [Outcome], rows: [StoredChange], cursor: Cursor, head: Head?) {
        self.outcomes = outcomes
        self.rows = rows
        self.cursor = cursor
        self.head = head
    }
}

/// Which row of a space is meant: one change of one record.
package struct ChangeKey: Hashable, Sendable {
    /// Which schema the record follows.
    package let entity: EntityNumber
    /// The record.
    package let record: RecordID
    /// The stamp of the change.
    package let stamp: Stamp

    /// The key of a change.
    package init(entity: EntityNumber, record: RecordID, stamp: Stamp) {
        (self.entity, self.record, self.stamp) = (entity, record, stamp)
    }
}
