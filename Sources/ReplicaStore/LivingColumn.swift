// Reading and writing how far records have come on their way to the server, without their values.

internal import Replication
internal import SQLiteDatabase

/// A row without its values.
struct BriefRow {
    let number: Int64
    let id: RecordID
    let living: LivingChanges
    let isDeleted, isPending: Bool
    /// See ``StoredRow/newestEntry``.
    let newestEntry: Int64?
}

extension RecordTable {
    /// The living changes of a row; nil where there is none.
    func living(number: Int64) throws -> LivingChanges? {
        let statement = try livingSelection.statement
        statement.bind(0, number)
        return try statement.firstRow { try living($0, 0) }
    }

    /// The row of a record without its values; nil where there is none.
    func brief(id: RecordID) throws -> BriefRow? {
        let statement = try briefSelection.statement
        id.withBytes { statement.bind(0, $0) }
        return try statement.firstRow(brief)
    }

    /// All rows, by number; `body` may write to the table.
    func forEachBrief(_ body: (BriefRow) throws -> Void) throws {
        var last: Int64 = 0
        while true {
            var page: [BriefRow] = []
            let statement = try connection.statement(layout.selectBriefPage)
            statement.bind(0, last)
            statement.bind(1, Limits.recordsBetweenProgress)
            try statement.forEachRow { page.append(try brief($0)) }
            guard let end = page.last?.number else { return }
            for row in page { try body(row) }
            last = end
        }
    }

    /// The rows that are deleted themselves, by number.
    func deletedBriefs() throws -> [BriefRow] {
        var rows: [BriefRow] = []
        try connection.statement(layout.selectDeletedBrief).forEachRow { rows.append(try brief($0)) }
        return rows
    }

    /// Rows of which something is to be sent, by number, until `body` has enough.
    func forEachPendingRow(_ body: (StoredRow) throws -> Bool) throws {
        let statement = try connection.statement(layout.selectPending)
        defer { statement.reset() }
        while try statement.step() {
            guard try body(row(statement)) else { return }
        }
    }

    /// The living changes of the rows of which something is to be sent.
    func pendingLiving() throws -> [LivingChanges] {
        var all: [LivingChanges] = []
        try connection.statement(layout.selectPendingLiving).forEachRow { all.append(try living($0, 0)) }
        return all
    }

    /// Whether something is to be sent.
    func hasPending() throws -> Bool {
        try connection.statement(layout.selectAnyPending).firstRow { _ in true } ?? false
    }

    /// Writes other living changes, and whether something of them is to be sent.
    ///
    /// - Parameter isPending: nil for what the changes say.
    func update(_ living: LivingChanges, number: Int64, isPending: Bool? = nil) throws {
        let statement = try livingUpdate.statement
        try bind(statement, 0, living: living)
        bind(statement, 1, flag: isPending ?? living.hasPending)
        statement.bind(2, number)
        try statement.run()
    }

    /// The same, if the living changes are still those that they were.
    ///
    /// - Returns: whether they were.
    func update(_ living: LivingChanges, from before: LivingChanges, number: Int64) throws -> Bool {
        let statement = try livingReplacement.statement
        try bind(statement, 0, living: living)
        bind(statement, 1, flag: living.hasPending)
        statement.bind(2, number)
        try bind(statement, 3, living: before)
        try statement.run()
        return connection.changedRowCount == 1
    }

    /// Something of a row is to be sent.
    func markPending(number: Int64) throws {
        try setPending(true, number)
    }

    /// Nothing of a row is to be sent for now.
    func holdBack(number: Int64) throws {
        try setPending(false, number)
    }

    private func setPending(_ isPending: Bool, _ number: Int64) throws {
        let statement = try connection.statement(layout.updatePending)
        bind(statement, 0, flag: isPending)
        statement.bind(1, number)
        try statement.run()
    }

    private func brief(_ row: Statement) throws -> BriefRow {
        guard let id = row.withBytes(1, { RecordID(lent: $0) }) else {
            throw StoreError.database(.corrupt(message: "a row of \(schema.name) cannot be read"))
        }
        return BriefRow(
            number: row.integer(0), id: id, living: try living(row, 2), isDeleted: row.integer(3) != 0,
            isPending: row.integer(4) != 0, newestEntry: row.isNull(5) ? nil : row.integer(5))
    }

    private func living(_ row: Statement, _ column: Int32) throws -> LivingChanges {
        guard let living = try row.withBytes(column, { try LivingChanges(packed: $0, device: devices.device(at:)) })
        else {
            throw StoreError.database(.corrupt(message: "a row of \(schema.name) cannot be read"))
        }
        return living
    }
}

extension TableLayout {
    private static let briefColumns = "number, id, living, deleted, pending, log"

    /// The living changes of the row with a number.
    var selectLiving: String { "SELECT living FROM \(table) WHERE number = ?" }

    /// The row with an identity, of 16 bytes, without its values.
    var selectBriefByID: String { "SELECT \(Self.briefColumns) FROM \(table) WHERE id = ?" }

    /// So many rows beyond a number, without their values.
    var selectBriefPage: String {
        "SELECT \(Self.briefColumns) FROM \(table) WHERE number > ? ORDER BY number LIMIT ?"
    }

    /// Rows that are deleted themselves, without their values.
    var selectDeletedBrief: String { "SELECT \(Self.briefColumns) FROM \(table) WHERE deleted ORDER BY number" }

    /// The living changes of rows of which something is to be sent.
    var selectPendingLiving: String { "SELECT living FROM \(table) WHERE pending" }

    /// A row of which something is to be sent, if there is one.
    var selectAnyPending: String { "SELECT number FROM \(table) WHERE pending ORDER BY number LIMIT 1" }

    /// Parameters: living, pending, number.
    var updateLiving: String { "UPDATE \(table) SET living = ?, pending = ? WHERE number = ?" }

    /// Parameters: living, pending, number, the living changes that it must have.
    var replaceLiving: String { updateLiving + " AND living = ?" }

    /// Parameters: pending, number.
    var updatePending: String { "UPDATE \(table) SET pending = ? WHERE number = ?" }

    /// How many rows are not deleted themselves.
    var countUndeleted: String { "SELECT count(*) - (SELECT count(*) FROM \(table) WHERE deleted) FROM \(table)" }
}
