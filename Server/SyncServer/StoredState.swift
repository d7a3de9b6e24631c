// What a storage keeps, as values.

package import Replication
package import SyncProtocol

/// Which space is meant: a small number that never leaves the server.
package struct SpaceKey: Hashable, Sendable {
    /// 1, 2, … in the order in which spaces were made.
    package let number: Int64

    /// For storages: a number that they gave out.
    package init(number: Int64) {
        self.number = number
    }
}

/// What a token opens (docs/design, security: Authorization in one place).
package struct Membership: Hashable, Sendable {
    /// The one space.
    package let space: SpaceKey
    /// SHA-256 of the token: which device it is.
    package let tokenHash: [UInt8]

    /// For storages: what they found under the hash.
    package init(space: SpaceKey, tokenHash: [UInt8]) {
        (self.space, self.tokenHash) = (space, tokenHash)
    }
}

/// A space apart from its rows.
package struct SpaceState: Equatable, Sendable {
    /// Which one.
    package let key: SpaceKey
    /// Its identity among devices.
    package let id: SpaceID
    /// Whether the server may read it.
    package let mode: SpaceMode
    /// The sequence number given last; 0 before the first.
    package var sequence: UInt64 = 0
    /// The tag of the transaction that gave it.
    package var tag: UInt32 = 0
    /// The sum over the owned cells of undeleted records.
    package var sum = EqualitySum()
    /// The newest time that was ever stored, in milliseconds since 1970; 0 before the first.
    package var newestMilliseconds: Int64 = 0
    /// Records of which there are rows.
    package var recordCount = 0
    /// Bytes of the bodies of all rows.
    package var byteCount = 0
    /// The greatest sequence number of a row that was collected.
    package var collectedTo: UInt64 = 0
    /// See `DeviceList.digest`.
    package var devicesDigest: [UInt8]

    /// An empty space.
    package init(key: SpaceKey, id: SpaceID, mode: SpaceMode, devicesDigest: [UInt8]) {
        (self.key, self.id, self.mode, self.devicesDigest) = (key, id, mode, devicesDigest)
    }
}

extension SpaceState {
    /// Where its newest row stands.
    var head: Place { Place(sequence: sequence, tag: tag) }
}

/// A place in the order of a space, as a device shows it.
package struct Place: Hashable, Sendable {
    /// The sequence number; 0 before the first row.
    package var sequence: UInt64 = 0
    /// The tag of the row's transaction.
    package var tag: UInt32 = 0

    /// A place.
    package init(sequence: UInt64 = 0, tag: UInt32 = 0) {
        (self.sequence, self.tag) = (sequence, tag)
    }

    /// Where a cursor stands.
    package init(_ cursor: Cursor) {
        self.init(sequence: cursor.sequence, tag: cursor.tag)
    }
}

/// What is known of a device number (docs/design, replication: Exchange).
package struct NumberState: Equatable, Sendable {
    /// SHA-256 of the token under which it exchanges.
    package var tokenHash: [UInt8]
    /// The last attempt that was carried out; 0 none.
    package var lastAttempt: UInt64 = 0
    /// The known cursor presented last.
    package var presented = Place()
    /// The cursor given last.
    package var given = Place()
    /// What it has certainly read: collection does not go beyond.
    package var floor: UInt64 = 0
    /// When it was last seen, in milliseconds since 1970; 0 never.
    package var seenMilliseconds: Int64 = 0

    /// A number of which nothing is known but its token.
    package init(tokenHash: [UInt8]) {
        self.tokenHash = tokenHash
    }
}

/// A row as it is handed out.
package struct StoredRow: Sendable {
    /// Where it stands in the order of its space.
    package let place: Place
    /// The change.
    package let change: StoredChange

    /// A row of these parts.
    package init(place: Place, change: StoredChange) {
        (self.place, self.change) = (place, change)
    }
}

/// A row as a merge sees it: all but the body.
package struct LivingRow: Hashable, Sendable {
    /// Where it stands in the order of its space.
    package let sequence: UInt64
    /// The stamp of the change.
    package let stamp: Stamp
    /// The fields that it still owns; never none.
    package let owned: FieldMask
    /// Whether it owns field 0 and says that the record is deleted.
    package let isDeleting: Bool
    /// Whether its body did not open somewhere.
    package let isDamaged: Bool
    /// Bytes of its body.
    package let bodyByteCount: Int

    /// A row of these parts.
    package init(
        sequence: UInt64, stamp: Stamp, owned: FieldMask, isDeleting: Bool, isDamaged: Bool, bodyByteCount: Int
    ) {
        (self.sequence, self.stamp, self.owned) = (sequence, stamp, owned)
        (self.isDeleting, self.isDamaged, self.bodyByteCount) = (isDeleting, isDamaged, bodyByteCount)
    }
}

/// What a new row is besides its change.
package struct NewRow: Sendable {
    /// Where it stands.
    package let place: Place
    /// The fields that it won; never none.
    package let owned: FieldMask
    /// The number that pushed it.
    package let pusher: UInt64
    /// Whether it won field 0 and says that the record is deleted.
    package let isDeleting: Bool
}

/// A deletion in force.
package struct Deletion: Hashable, Sendable {
    /// The time of its stamp.
    package let time: UInt64
    /// Where its row stands.
    package let sequence: UInt64
    /// The schema of the record.
    package let entity: EntityNumber
    /// The record.
    package let record: RecordID

    /// A deletion of these parts.
    package init(time: UInt64, sequence: UInt64, entity: EntityNumber, record: RecordID) {
        (self.time, self.sequence, self.entity, self.record) = (time, sequence, entity, record)
    }
}

/// Something left for a device to come.
package struct Invitation: Equatable, Sendable {
    /// SHA-256 of the id under which it will be asked for.
    package let lookupHash: [UInt8]
    /// For one device, or the space's recovery code.
    package let kind: InvitationRequest.Kind
    /// The space it leads to.
    package let space: SpaceKey
    /// What the device will need, wrapped.
    package let wrapped: [UInt8]
    /// SHA-256 of the token of the device that left it.
    package let madeBy: [UInt8]
    /// Until when it can be redeemed, in milliseconds since 1970; 0 for ever.
    package let validUntilMilliseconds: Int64
    /// SHA-256 of the token that redeemed it; empty before.
    package let redeemedBy: [UInt8]

    /// An invitation of these parts.
    package init(
        lookupHash: [UInt8], kind: InvitationRequest.Kind, space: SpaceKey, wrapped: [UInt8], madeBy: [UInt8],
        validUntilMilliseconds: Int64, redeemedBy: [UInt8] = []
    ) {
        (self.lookupHash, self.kind, self.space, self.wrapped) = (lookupHash, kind, space, wrapped)
        (self.madeBy, self.validUntilMilliseconds) = (madeBy, validUntilMilliseconds)
        self.redeemedBy = redeemedBy
    }
}

/// A claim link.
package struct Claim: Equatable, Sendable {
    /// SHA-256 of the token that used it; empty before.
    package let usedBy: [UInt8]
    /// The space that came of it.
    package let space: SpaceKey?

    /// A link of these parts.
    package init(usedBy: [UInt8], space: SpaceKey?) {
        (self.usedBy, self.space) = (usedBy, space)
    }
}
