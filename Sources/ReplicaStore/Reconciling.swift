// Beginning anew with a server: everything confirmed is offered again, and nothing is dropped.

internal import Platform
internal import Replication
internal import SQLiteDatabase

/// Why everything is read from the beginning (docs/design, replication: Reconcile).
enum Reconciliation {
    /// The sums differ, a cursor is not known, a space was entered.
    case sameNumber
    /// Somebody else uses this device's number, or the server forgot it: new changes take another one.
    case newNumber
    /// Collection has gone beyond what this device read: what does not come was deleted elsewhere.
    case expired
}

extension Writer {
    /// Offers everything again and reads from the beginning, in the running transaction. Old deletions are offered too.
    func reconcile(_ sync: inout SyncState, _ reason: Reconciliation) throws {
        sync.restart()
        try core.forgetUnopenable()
        // Only an expired device infers; a foreign verdict in between cancels it.
        if reason != .expired { try core.forgetExpected() }
        if reason == .newNumber {
            sync.known = [0]
            // What was refused is so under stamps that change now.
            try core.releaseAll()
            try takeNewNumber()
        }
        for table in try core.allTables() where !table.schema.isLocal {
            try table.forEachBrief { brief in
                var living = brief.living
                if reason == .expired { try core.expect(brief.number, living.confirmed, in: table) }
                living.offerAgain()
                if reason == .newNumber { living.renumberNew(to: state.device) }
                if living != brief.living {
                    if reason == .newNumber, !brief.isDeleted {
                        count(table.schema.number, brief.id, from: brief.living, to: living)
                    }
                    try table.update(living, number: brief.number)
                } else if living.hasPending, !brief.isPending {
                    try table.markPending(number: brief.number)
                }
            }
        }
    }

    /// Another number, chosen as the first one was; histories call it by the same name.
    private func takeNewNumber() throws {
        let name = try core.devices.names()[state.device]
        let number = core.options.random.nextDeviceNumber()
        state.ownIndex = try core.devices.index(of: number)
        state.device = number
        if let name { try core.devices.name(state.ownIndex, name) }
        forgetStamp()
    }
}

extension LivingChanges {
    /// The cells that a server is known to hold.
    var confirmed: FieldMask {
        entries.reduce(FieldMask()) { $1.state == .confirmed ? $0.union($1.owned) : $0 }
    }

    /// The cells that were published and are not known to be on this server.
    var offered: FieldMask {
        entries.reduce(FieldMask()) { $1.state == .offered ? $0.union($1.owned) : $0 }
    }

    /// New changes keep their time and take another number.
    mutating func renumberNew(to device: UInt64) {
        for entry in entries where entry.state == .new && entry.stamp.device != device {
            write(entry.owned, stamp: Stamp(validTime: entry.stamp.time, validDevice: device), state: .new)
        }
    }
}

extension StoreCore {
    /// Records of which a cell was confirmed when the device expired and of which none has come since: by table and
    /// number, with the mask of those cells.
    static let expectedDefinition = """
        CREATE TABLE expected (
            entity INTEGER NOT NULL, record INTEGER NOT NULL, mask INTEGER NOT NULL, PRIMARY KEY (entity, record)
        ) STRICT, WITHOUT ROWID
        """

    func forgetExpected() throws {
        try connection.statement("DELETE FROM expected").run()
    }

    /// Expects a record to come, if any of its cells was confirmed; what was expected before stays so.
    fileprivate func expect(_ record: Int64, _ confirmed: FieldMask, in table: RecordTable) throws {
        guard !confirmed.isEmpty else { return }
        let statement = try connection.statement(
            """
            INSERT INTO expected (entity, record, mask) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET mask = mask | excluded.mask
            """)
        statement.bind(0, Int64(table.schema.number))
        statement.bind(1, record)
        statement.bind(2, Int64(bitPattern: confirmed.bits))
        try statement.run()
    }

    /// Whether anything is expected.
    func expectsAnything() throws -> Bool {
        try connection.statement("SELECT 1 FROM expected LIMIT 1").firstRow { _ in true } ?? false
    }

    /// Notes that a cell of a record came.
    func met(_ record: Int64, in entity: EntityNumber) throws {
        let statement = try connection.statement("DELETE FROM expected WHERE entity = ? AND record = ?")
        statement.bind(0, Int64(entity))
        statement.bind(1, record)
        try statement.run()
    }

    /// What has not come yet.
    func allExpected() throws -> [(entity: EntityNumber, record: Int64, mask: FieldMask)] {
        var all: [(EntityNumber, Int64, FieldMask)] = []
        try connection.statement("SELECT entity, record, mask FROM expected").forEachRow { row in
            guard let entity = EntityNumber(exactly: row.integer(0)) else { return }
            all.append((entity, row.integer(1), FieldMask(bits: UInt64(bitPattern: row.integer(2)))))
        }
        return all
    }
}
