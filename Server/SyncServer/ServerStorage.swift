// The seam to whatever keeps the server's data.

package import Replication
package import SyncProtocol

/// Keeps spaces. One implementation stands on one SQLite file; nothing here assumes that, nor that one process alone
/// uses the storage.
package protocol ServerStorage: Sendable {
    /// Runs the body on one unchanging snapshot.
    ///
    /// - Throws: what the body throws, and ``StorageError``.
    func read<Result>(_ body: (any StorageReading) throws -> Result) throws -> Result

    /// Runs the body in one transaction, one at a time for each space; when it throws, nothing was written. What it
    /// wrote is on disk when this returns.
    ///
    /// - Throws: what the body throws, and ``StorageError``.
    func write<Result>(_ body: (any StorageWriting) throws -> Result) throws -> Result
}

/// What can be read within a transaction. Whatever belongs to one space takes a ``SpaceKey``, which only a valid token
/// or the server's own upkeep gives.
package protocol StorageReading: AnyObject {
    /// Who holds the token of this hash in that space: nil for a token that is unknown there or revoked.
    func membership(tokenHash: [UInt8], of space: SpaceID) throws -> Membership?
    /// Whether this very membership is in force.
    func holds(_ membership: Membership) throws -> Bool
    /// Every space, in the order in which they were made, behind the one that is named.
    func spaceKey(after key: SpaceKey?) throws -> SpaceKey?
    /// The space.
    func space(_ key: SpaceKey) throws -> SpaceState
    /// What is known of a device number in the space.
    func number(_ number: UInt64, in key: SpaceKey) throws -> NumberState?
    /// The least floor of the numbers that were seen since then; nil where there are none.
    func leastFloor(in key: SpaceKey, seenSince milliseconds: Int64) throws -> UInt64?
    /// The tag of the living row with that sequence number.
    func tag(ofRowAt sequence: UInt64, in key: SpaceKey) throws -> UInt32?
    /// Hands out rows in order.
    ///
    /// - Parameters:
    ///   - number: whose pushes are left out; nil leaves none out.
    ///   - body: says whether to go on.
    func forEachRow(
        after sequence: UInt64, notPushedBy number: UInt64?, in key: SpaceKey, _ body: (StoredRow) throws -> Bool
    ) throws
    /// Puts the living rows of a record in place of what the array holds, by ascending sequence.
    func readLivingRows(
        of record: RecordID, entity: EntityNumber, in key: SpaceKey, into rows: inout [LivingRow]
    ) throws
    /// The time of the oldest deletion in force, as in a stamp.
    func oldestDeletion(in key: SpaceKey) throws -> UInt64?
    /// Deletions in force before that time, by time and sequence.
    func deletions(
        before time: UInt64, after place: Deletion?, limit: Int, in key: SpaceKey
    ) throws -> [Deletion]
    /// Rows that are marked as damaged, by ascending sequence.
    func damagedRows(limit: Int, in key: SpaceKey) throws -> [ChangeKey]
    /// All devices of the space, by ascending token hash.
    func devices(in key: SpaceKey) throws -> [MemberDevice]
    /// Of the revoked devices of the space that never exchanged, the token hash of the one that was added first.
    func oldestNamedOnly(in key: SpaceKey) throws -> [UInt8]?
    /// What is kept under this hash of a look-up id.
    func invitation(lookupHash: [UInt8]) throws -> Invitation?
    /// The claim link under this hash of a look-up id.
    func claim(lookupHash: [UInt8]) throws -> Claim?
    /// How many claim links nobody has used yet.
    func openClaimCount() throws -> Int
}

/// What can be written within a transaction.
package protocol StorageWriting: StorageReading {
    /// Runs a part of the transaction: when it throws, what it wrote is undone, and the rest of the transaction goes
    /// on.
    func attempt<Result>(_ body: () throws -> Result) throws -> Result

    /// Makes an empty space; nil when there is one of this identity.
    func makeSpace(_ id: SpaceID, mode: SpaceMode, atMilliseconds milliseconds: Int64) throws -> SpaceKey?
    /// Forgets a space with its rows, devices, numbers and invitations.
    func removeSpace(_ key: SpaceKey) throws
    /// Writes what ``SpaceState`` holds of a space besides its identity.
    func save(_ space: SpaceState) throws
    /// Adds a device that may read and write; false when the token's hash is taken there.
    func addDevice(_ device: MemberDevice, to key: SpaceKey) throws -> Bool
    /// Names a device; false when there is none with this hash in the space.
    func rename(tokenHash: [UInt8], _ name: [UInt8], in key: SpaceKey) throws -> Bool
    /// Makes a token open nothing; false when there is none with this hash in the space.
    func revoke(tokenHash: [UInt8], in key: SpaceKey) throws -> Bool
    /// Forgets a device and its numbers.
    func removeDevice(tokenHash: [UInt8], in key: SpaceKey) throws
    /// Writes what is known of a number; a new one is the newest of its device, whose oldest goes when it has more than
    /// ``SyncProtocol/Limits/numbersPerDevice``. Says whether it is new.
    func save(_ number: NumberState, _ value: UInt64, in key: SpaceKey) throws -> Bool

    /// Adds a row.
    func insert(_ row: NewRow, _ change: SealedChange, in key: SpaceKey) throws
    /// Narrows what a row owns, to at least one field.
    func narrow(_ row: LivingRow, to owned: FieldMask, in key: SpaceKey) throws
    /// Removes a row.
    func removeRow(at sequence: UInt64, in key: SpaceKey) throws
    /// Marks a row as damaged.
    func markDamaged(rowAt sequence: UInt64, in key: SpaceKey) throws

    /// Leaves an invitation; a recovery code takes the place of the one before.
    func add(_ invitation: Invitation) throws
    /// Remembers who redeemed an invitation, and when.
    func redeem(lookupHash: [UInt8], by tokenHash: [UInt8], atMilliseconds milliseconds: Int64) throws
    /// Removes what a device has left for others: its invitations, and on demand its recovery code.
    func removeInvitations(madeBy tokenHash: [UInt8], andRecovery: Bool, in key: SpaceKey) throws
    /// Removes invitations whose time was over before `expired`, or that were redeemed before `redeemed`.
    func removeInvitations(expiredBefore expired: Int64, redeemedBefore redeemed: Int64) throws
    /// Adds a claim link.
    func addClaim(lookupHash: [UInt8], atMilliseconds milliseconds: Int64) throws
    /// Remembers who used a claim link, and the space that came of it.
    func useClaim(lookupHash: [UInt8], by tokenHash: [UInt8], for key: SpaceKey) throws
}

/// Why a storage did not do what it was asked for, by what can be done about it.
package enum StorageError: Error, Equatable, Sendable {
    /// The disk is full: nothing of the transaction was written; make room.
    case full
    /// It cannot be written or reached now: nothing of the transaction was written; try again.
    case unavailable(String)
    /// It is damaged, or a fault of this program was met.
    case fault(String)
}
