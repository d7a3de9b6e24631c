// Reads the server's tables within one transaction.

internal import Replication
internal import SQLiteDatabase
internal import SyncProtocol
internal import SyncServer

/// One connection with the statements that read. It never leaves the closure in which it is lent.
class SnapshotReader: StorageReading {
    let connection: Connection
    private let selectMembership: Statement
    private let selectDevice: Statement
    private let selectSpace: Statement
    private let selectNumber: Statement
    private let selectLiving: Statement
    private let selectRows: Statement
    private let selectOldestDeletion: Statement
    private let selectDamaged: Statement

    init(_ connection: Connection) throws {
        self.connection = connection
        selectMembership = try connection.prepare(
            """
            SELECT device.space FROM space CROSS JOIN device ON device.space = space.number
            WHERE space.id = ? AND device.token = ? AND revoked = 0
            """)
        selectDevice = try connection.prepare("SELECT 1 FROM device WHERE space = ? AND token = ? AND revoked = 0")
        selectSpace = try connection.prepare(
            """
            SELECT id, mode, sequence, tag, sum, newest, records, bytes, collected, devices
            FROM space WHERE number = ?
            """)
        selectNumber = try connection.prepare(
            """
            SELECT device.token, attempt, presented, presented_tag, given, given_tag, floor, seen
            FROM number CROSS JOIN device ON device.number = number.device
            WHERE number.space = ? AND value = ?
            """)
        selectLiving = try connection.prepare(
            """
            SELECT key, time, device, owned, deleting_in IS NOT NULL, damaged_in IS NOT NULL, length(body)
            FROM change WHERE record = ? ORDER BY key
            """)
        selectRows = try connection.prepare(
            """
            SELECT key, record, time, device, mask, deletion, owned, pusher, tag, body
            FROM change WHERE key > ? AND key < ? AND pusher <> ? ORDER BY key
            """)
        selectOldestDeletion = try connection.prepare(
            "SELECT time FROM change WHERE deleting_in = ? ORDER BY time LIMIT 1")
        selectDamaged = try connection.prepare(
            "SELECT record, time, device FROM change WHERE damaged_in = ? ORDER BY key LIMIT ?")
    }

    // MARK: Who and where

    func membership(tokenHash: [UInt8], of space: SpaceID) throws -> Membership? {
        space.withBytes { selectMembership.bind(0, $0) }
        selectMembership.bind(1, tokenHash)
        return try selectMembership.firstRow {
            Membership(space: SpaceKey(number: $0.integer(0)), tokenHash: tokenHash)
        }
    }

    func holds(_ membership: Membership) throws -> Bool {
        selectDevice.bind(0, membership.space.number)
        selectDevice.bind(1, membership.tokenHash)
        return try selectDevice.firstRow { _ in true } ?? false
    }

    func spaceKey(after key: SpaceKey?) throws -> SpaceKey? {
        let select = try connection.statement("SELECT number FROM space WHERE number > ? ORDER BY number LIMIT 1")
        select.bind(0, key?.number ?? 0)
        return try select.firstRow { SpaceKey(number: $0.integer(0)) }
    }

    func space(_ key: SpaceKey) throws -> SpaceState {
        selectSpace.bind(0, key.number)
        let space = try selectSpace.firstRow { row -> SpaceState? in
            guard let id = row.withBytes(0, { SpaceID(lent: $0) }), let mode = SpaceMode(rawValue: row.small(1)),
                let sum = row.withBytes(4, { EqualitySum(bytes: $0) })
            else { return nil }
            var space = SpaceState(key: key, id: id, mode: mode, devicesDigest: row.bytes(9))
            (space.sequence, space.tag) = (row.unsigned(2), UInt32(truncatingIfNeeded: row.integer(3)))
            (space.sum, space.newestMilliseconds) = (sum, row.integer(5))
            (space.recordCount, space.byteCount) = (Int(row.integer(6)), Int(row.integer(7)))
            space.collectedTo = row.unsigned(8)
            return space
        }
        guard let space = space ?? nil else { throw StorageError.fault("a space cannot be read") }
        return space
    }

    func number(_ number: UInt64, in key: SpaceKey) throws -> NumberState? {
        selectNumber.bind(0, key.number)
        selectNumber.bind(1, Int64(number))
        return try selectNumber.firstRow { row in
            var state = NumberState(tokenHash: row.bytes(0))
            state.lastAttempt = row.unsigned(1)
            state.presented = row.place(2, 3)
            state.given = row.place(4, 5)
            (state.floor, state.seenMilliseconds) = (row.unsigned(6), row.integer(7))
            return state
        }
    }

    func leastFloor(in key: SpaceKey, seenSince milliseconds: Int64) throws -> UInt64? {
        let select = try connection.statement("SELECT floor FROM number WHERE space = ? AND seen >= ?")
        select.bind(0, key.number)
        select.bind(1, milliseconds)
        var least: UInt64?
        try select.forEachRow { least = min(least ?? .max, $0.unsigned(0)) }
        return least
    }

    func devices(in key: SpaceKey) throws -> [MemberDevice] {
        let select = try connection.statement(
            "SELECT number, token, name, revoked, joined FROM device WHERE space = ? ORDER BY token")
        let selectNumbers = try connection.statement(
            "SELECT value, seen FROM number WHERE device = ? ORDER BY rank")
        select.bind(0, key.number)
        var devices: [MemberDevice] = []
        try select.forEachRow { row in
            selectNumbers.bind(0, row.integer(0))
            var (numbers, seen): ([UInt64], Int64) = ([], 0)
            try selectNumbers.forEachRow {
                numbers.append($0.unsigned(0))
                seen = max(seen, $0.integer(1))
            }
            devices.append(
                MemberDevice(
                    tokenHash: row.bytes(1), name: row.bytes(2), numbers: numbers, isRevoked: row.integer(3) != 0,
                    joinedMilliseconds: row.integer(4), seenMilliseconds: seen))
        }
        return devices
    }

    func oldestNamedOnly(in key: SpaceKey) throws -> [UInt8]? {
        // With min() the other columns are those of the least row (sqlite.org/lang_select.html, bare columns).
        let select = try connection.statement(
            """
            SELECT token, min(number) FROM device WHERE space = ? AND revoked = 1
                AND NOT EXISTS (SELECT 1 FROM number WHERE number.device = device.number AND seen > 0)
            """)
        select.bind(0, key.number)
        return try select.firstRow { $0.isNull(0) ? nil : $0.bytes(0) } ?? nil
    }

    // MARK: Rows

    func tag(ofRowAt sequence: UInt64, in key: SpaceKey) throws -> UInt32? {
        let select = try connection.statement("SELECT tag FROM change WHERE key = ?")
        select.bind(0, key.row(sequence))
        return try select.firstRow { UInt32(truncatingIfNeeded: $0.integer(0)) }
    }

    func forEachRow(
        after sequence: UInt64, notPushedBy number: UInt64?, in key: SpaceKey, _ body: (StoredRow) throws -> Bool
    ) throws {
        selectRows.bind(0, key.row(sequence))
        selectRows.bind(1, key.row(1 << UInt64(Layout.sequenceBits)))
        // No number is 0: then nobody's pushes are left out.
        selectRows.bind(2, Int64(number ?? 0))
        defer { selectRows.reset() }
        while try selectRows.step() {
            guard let row = selectRows.storedRow else { throw StorageError.fault("a row cannot be read") }
            guard try body(row) else { return }
        }
    }

    func readLivingRows(
        of record: RecordID, entity: EntityNumber, in key: SpaceKey, into rows: inout [LivingRow]
    ) throws {
        rows.removeAll(keepingCapacity: true)
        key.withRecordKey(entity, record) { selectLiving.bind(0, $0) }
        defer { selectLiving.reset() }
        while try selectLiving.step() {
            guard let row = selectLiving.livingRow else { throw StorageError.fault("a row cannot be read") }
            rows.append(row)
        }
    }

    func oldestDeletion(in key: SpaceKey) throws -> UInt64? {
        selectOldestDeletion.bind(0, key.number)
        return try selectOldestDeletion.firstRow { $0.unsigned(0) }
    }

    func deletions(
        before time: UInt64, after place: Deletion?, limit: Int, in key: SpaceKey
    ) throws -> [Deletion] {
        let select = try connection.statement(
            """
            SELECT time, key, record FROM change
            WHERE deleting_in = ? AND (time, key) > (?, ?) AND time < ? ORDER BY time, key LIMIT ?
            """)
        select.bind(0, key.number)
        select.bind(1, place.map { Int64($0.time) } ?? -1)
        select.bind(2, place.map { key.row($0.sequence) } ?? 0)
        select.bind(3, Int64(time))
        select.bind(4, limit)
        var deletions: [Deletion] = []
        try select.forEachRow { row in
            guard let (entity, record) = row.recordKey(2) else { throw StorageError.fault("a row cannot be read") }
            deletions.append(
                Deletion(time: row.unsigned(0), sequence: row.sequence(1), entity: entity, record: record))
        }
        return deletions
    }

    func damagedRows(limit: Int, in key: SpaceKey) throws -> [ChangeKey] {
        selectDamaged.bind(0, key.number)
        selectDamaged.bind(1, limit)
        var keys: [ChangeKey] = []
        try selectDamaged.forEachRow { row in
            guard let (entity, record) = row.recordKey(0), let stamp = row.stamp(1) else {
                throw StorageError.fault("a row cannot be read")
            }
            keys.append(ChangeKey(entity: entity, record: record, stamp: stamp))
        }
        return keys
    }

    // MARK: Links

    func invitation(lookupHash: [UInt8]) throws -> Invitation? {
        let select = try connection.statement(
            """
            SELECT kind, space, wrapped, made_by, valid_until, redeemed_by FROM invitation WHERE lookup = ?
            """)
        select.bind(0, lookupHash)
        return try select.firstRow { row in
            Invitation(
                lookupHash: lookupHash, kind: row.integer(0) == 0 ? .invitation : .recovery,
                space: SpaceKey(number: row.integer(1)), wrapped: row.bytes(2), madeBy: row.bytes(3),
                validUntilMilliseconds: row.integer(4), redeemedBy: row.bytes(5))
        }
    }

    func claim(lookupHash: [UInt8]) throws -> Claim? {
        let select = try connection.statement("SELECT used_by, space FROM claim WHERE lookup = ?")
        select.bind(0, lookupHash)
        return try select.firstRow { row in
            Claim(usedBy: row.bytes(0), space: row.isNull(1) ? nil : SpaceKey(number: row.integer(1)))
        }
    }

    func openClaimCount() throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM claim WHERE used_by IS NULL"))
    }
}
