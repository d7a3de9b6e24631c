// Writes the server's tables within one transaction.

internal import Replication
internal import SQLiteDatabase
internal import SyncProtocol
internal import SyncServer

/// The one connection that writes, with its statements.
final class TransactionWriter: SnapshotReader, StorageWriting {
    private let insertChange: Statement
    private let updateOwned: Statement
    private let deleteChange: Statement
    private let updateSpace: Statement
    private let updateNumber: Statement

    override init(_ connection: Connection) throws {
        insertChange = try connection.prepare(
            """
            INSERT INTO change (
                key, record, time, device, mask, deletion, owned, pusher, tag, deleting_in, damaged_in, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)
            """)
        updateOwned = try connection.prepare("UPDATE change SET owned = ?, deleting_in = ? WHERE key = ?")
        deleteChange = try connection.prepare("DELETE FROM change WHERE key = ?")
        updateSpace = try connection.prepare(
            """
            UPDATE space SET sequence = ?, tag = ?, sum = ?, newest = ?, records = ?, bytes = ?, collected = ?,
                devices = ?
            WHERE number = ?
            """)
        updateNumber = try connection.prepare(
            """
            UPDATE number SET attempt = ?, presented = ?, presented_tag = ?, given = ?, given_tag = ?, floor = ?,
                seen = ?
            WHERE space = ? AND value = ?
            """)
        try super.init(connection)
    }

    func attempt<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.statement("SAVEPOINT job").run()
        do {
            let result = try body()
            try connection.statement("RELEASE job").run()
            return result
        } catch {
            // A full disk has ended the transaction already; the first error is the one to tell.
            try? connection.statement("ROLLBACK TO job").run()
            try? connection.statement("RELEASE job").run()
            throw error
        }
    }

    // MARK: Spaces, devices, numbers

    func makeSpace(_ id: SpaceID, mode: SpaceMode, atMilliseconds milliseconds: Int64) throws -> SpaceKey? {
        let select = try connection.statement("SELECT 1 FROM space WHERE id = ?")
        select.bind(0, id.bytes)
        guard try select.firstRow({ _ in true }) == nil else { return nil }
        let number = try connection.integer("SELECT number FROM space ORDER BY number DESC LIMIT 1") + 1
        guard number <= Limits.greatestSpace else { throw StorageError.fault("there are too many spaces") }
        let insert = try connection.statement(
            """
            INSERT INTO space (
                number, id, mode, made, sequence, tag, sum, newest, records, bytes, collected, devices)
            VALUES (?, ?, ?, ?, 0, 0, ?, 0, 0, 0, 0, ?)
            """)
        insert.bind(0, number)
        insert.bind(1, id.bytes)
        insert.bind(2, Int(mode.rawValue))
        insert.bind(3, milliseconds)
        insert.bind(4, EqualitySum().bytes)
        insert.bind(5, DeviceList(devices: []).digest)
        try insert.run()
        return SpaceKey(number: number)
    }

    func save(_ space: SpaceState) throws {
        updateSpace.bind(0, Int64(space.sequence))
        updateSpace.bind(1, Int64(space.tag))
        updateSpace.bind(2, space.sum.bytes)
        updateSpace.bind(3, space.newestMilliseconds)
        updateSpace.bind(4, space.recordCount)
        updateSpace.bind(5, space.byteCount)
        updateSpace.bind(6, Int64(space.collectedTo))
        updateSpace.bind(7, space.devicesDigest)
        updateSpace.bind(8, space.key.number)
        try updateSpace.run()
    }

    func addDevice(_ device: MemberDevice, to key: SpaceKey) throws -> Bool {
        let insert = try connection.statement(
            """
            INSERT INTO device (space, token, name, revoked, joined) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (space, token) DO NOTHING
            """)
        insert.bind(0, key.number)
        insert.bind(1, device.tokenHash)
        insert.bind(2, device.name)
        insert.bind(3, device.isRevoked ? 1 : 0)
        insert.bind(4, device.joinedMilliseconds)
        try insert.run()
        return connection.changedRowCount == 1
    }

    func rename(tokenHash: [UInt8], _ name: [UInt8], in key: SpaceKey) throws -> Bool {
        let update = try connection.statement("UPDATE device SET name = ? WHERE token = ? AND space = ?")
        update.bind(0, name)
        update.bind(1, tokenHash)
        update.bind(2, key.number)
        try update.run()
        return connection.changedRowCount == 1
    }

    func revoke(tokenHash: [UInt8], in key: SpaceKey) throws -> Bool {
        let update = try connection.statement("UPDATE device SET revoked = 1 WHERE token = ? AND space = ?")
        update.bind(0, tokenHash)
        update.bind(1, key.number)
        try update.run()
        return connection.changedRowCount == 1
    }

    func removeDevice(tokenHash: [UInt8], in key: SpaceKey) throws {
        guard let device = try deviceNumber(tokenHash: tokenHash, in: key) else { return }
        for text in ["DELETE FROM number WHERE device = ?", "DELETE FROM device WHERE number = ?"] {
            let delete = try connection.statement(text)
            delete.bind(0, device)
            try delete.run()
        }
    }

    func save(_ number: NumberState, _ value: UInt64, in key: SpaceKey) throws -> Bool {
        bind(updateNumber, number, value, key)
        try updateNumber.run()
        guard connection.changedRowCount == 0 else { return false }
        guard let device = try deviceNumber(tokenHash: number.tokenHash, in: key) else {
            throw StorageError.fault("a number has no device")
        }
        let insert = try connection.statement(
            """
            INSERT INTO number (
                attempt, presented, presented_tag, given, given_tag, floor, seen, space, value, device)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        bind(insert, number, value, key)
        insert.bind(9, device)
        try insert.run()
        let forget = try connection.statement(
            """
            DELETE FROM number WHERE rank =
                (SELECT rank FROM number WHERE device = ? ORDER BY rank DESC LIMIT 1 OFFSET ?)
            """)
        forget.bind(0, device)
        forget.bind(1, SyncProtocol.Limits.numbersPerDevice)
        try forget.run()
        return true
    }

    private func deviceNumber(tokenHash: [UInt8], in key: SpaceKey) throws -> Int64? {
        let select = try connection.statement("SELECT number FROM device WHERE token = ? AND space = ?")
        select.bind(0, tokenHash)
        select.bind(1, key.number)
        return try select.firstRow { $0.integer(0) }
    }

    private func bind(_ statement: Statement, _ number: NumberState, _ value: UInt64, _ key: SpaceKey) {
        statement.bind(0, Int64(number.lastAttempt))
        statement.bind(1, Int64(number.presented.sequence))
        statement.bind(2, Int64(number.presented.tag))
        statement.bind(3, Int64(number.given.sequence))
        statement.bind(4, Int64(number.given.tag))
        statement.bind(5, Int64(number.floor))
        statement.bind(6, number.seenMilliseconds)
        statement.bind(7, key.number)
        statement.bind(8, Int64(value))
    }

    // MARK: Rows

    func insert(_ row: NewRow, _ change: SealedChange, in key: SpaceKey) throws {
        let header = change.header
        insertChange.bind(0, key.row(row.place.sequence))
        key.withRecordKey(header.entity, header.record) { insertChange.bind(1, $0) }
        insertChange.bind(2, Int64(header.stamp.time))
        insertChange.bind(3, Int64(header.stamp.device))
        insertChange.bind(4, Int64(header.mask.bits))
        if let deletion = header.deletion { insertChange.bind(5, deletion ? 1 : 0) } else { insertChange.bindNull(5) }
        insertChange.bind(6, Int64(row.owned.bits))
        insertChange.bind(7, Int64(row.pusher))
        insertChange.bind(8, Int64(row.place.tag))
        if row.isDeleting { insertChange.bind(9, key.number) } else { insertChange.bindNull(9) }
        change.body.withUnsafeBytes { insertChange.bind(10, $0) }
        try insertChange.run()
    }

    func narrow(_ row: LivingRow, to owned: FieldMask, in key: SpaceKey) throws {
        updateOwned.bind(0, Int64(owned.bits))
        if row.isDeleting && owned.contains(0) { updateOwned.bind(1, key.number) } else { updateOwned.bindNull(1) }
        updateOwned.bind(2, key.row(row.sequence))
        try updateOwned.run()
    }

    func removeRow(at sequence: UInt64, in key: SpaceKey) throws {
        deleteChange.bind(0, key.row(sequence))
        try deleteChange.run()
    }

    func markDamaged(rowAt sequence: UInt64, in key: SpaceKey) throws {
        let update = try connection.statement("UPDATE change SET damaged_in = ? WHERE key = ?")
        update.bind(0, key.number)
        update.bind(1, key.row(sequence))
        try update.run()
    }

    // MARK: Links

    func add(_ invitation: Invitation) throws {
        if invitation.kind == .recovery {
            let delete = try connection.statement("DELETE FROM invitation WHERE space = ? AND kind = 1")
            delete.bind(0, invitation.space.number)
            try delete.run()
        }
        let insert = try connection.statement(
            """
            INSERT INTO invitation (lookup, kind, space, wrapped, made_by, valid_until) VALUES (?, ?, ?, ?, ?, ?)
            """)
        insert.bind(0, invitation.lookupHash)
        insert.bind(1, Int(invitation.kind.rawValue))
        insert.bind(2, invitation.space.number)
        insert.bind(3, invitation.wrapped)
        insert.bind(4, invitation.madeBy)
        insert.bind(5, invitation.validUntilMilliseconds)
        try insert.run()
    }

    func redeem(lookupHash: [UInt8], by tokenHash: [UInt8], atMilliseconds milliseconds: Int64) throws {
        let update = try connection.statement(
            "UPDATE invitation SET redeemed_by = ?, redeemed = ? WHERE lookup = ?")
        update.bind(0, tokenHash)
        update.bind(1, milliseconds)
        update.bind(2, lookupHash)
        try update.run()
    }

    func removeInvitations(madeBy tokenHash: [UInt8], andRecovery: Bool, in key: SpaceKey) throws {
        let delete = try connection.statement(
            "DELETE FROM invitation WHERE space = ? AND made_by = ? AND kind <= ?")
        delete.bind(0, key.number)
        delete.bind(1, tokenHash)
        delete.bind(2, andRecovery ? 1 : 0)
        try delete.run()
    }

    func removeInvitations(expiredBefore expired: Int64, redeemedBefore redeemed: Int64) throws {
        let deleteExpired = try connection.statement(
            "DELETE FROM invitation WHERE valid_until > 0 AND valid_until < ? AND redeemed IS NULL")
        deleteExpired.bind(0, expired)
        try deleteExpired.run()
        let deleteRedeemed = try connection.statement("DELETE FROM invitation WHERE redeemed < ?")
        deleteRedeemed.bind(0, redeemed)
        try deleteRedeemed.run()
    }

    func addClaim(lookupHash: [UInt8], atMilliseconds milliseconds: Int64) throws {
        let insert = try connection.statement("INSERT INTO claim (lookup, made) VALUES (?, ?)")
        insert.bind(0, lookupHash)
        insert.bind(1, milliseconds)
        try insert.run()
    }

    func useClaim(lookupHash: [UInt8], by tokenHash: [UInt8], for key: SpaceKey) throws {
        let update = try connection.statement("UPDATE claim SET used_by = ?, space = ? WHERE lookup = ?")
        update.bind(0, tokenHash)
        update.bind(1, key.number)
        update.bind(2, lookupHash)
        try update.run()
    }
}
