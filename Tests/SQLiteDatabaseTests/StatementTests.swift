// Statements: every kind of value goes in and comes out unchanged.

import Testing

@testable import SQLiteDatabase

@Suite("Statement")
struct StatementTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: "", mode: .memory)
        try connection.execute("CREATE TABLE cell (number INTEGER PRIMARY KEY, value)")
    }

    /// What SQLite says of the type of one bound value.
    private func type(_ bind: (Statement) -> Void) throws -> String {
        let statement = try connection.statement("SELECT typeof(?1), ?1")
        bind(statement)
        return try statement.firstRow { $0.text(0) } ?? ""
    }

    private func echo<Result>(_ bind: (Statement) -> Void, as read: (Statement) throws -> Result) throws -> Result? {
        let statement = try connection.statement("SELECT ?")
        bind(statement)
        return try statement.firstRow(read)
    }

    @Test(arguments: [0, 1, -1, Int64.min, .max, 1 << 53 + 1])
    func `integers are kept`(_ value: Int64) throws {
        #expect(try echo({ $0.bind(0, value) }, as: { $0.integer(0) }) == value)
        #expect(try echo({ $0.bind(0, Int(value)) }, as: { $0.integer(0) }) == value)
    }

    @Test(arguments: [0, 1.5, -1000, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, 0.1])
    func `doubles are kept to the bit`(_ value: Double) throws {
        #expect(try echo({ $0.bind(0, value) }, as: { $0.double(0).bitPattern }) == value.bitPattern)
    }

    @Test func `SQLite makes null of what is not a number`() throws {
        #expect(try type { $0.bind(0, Double.nan) } == "null")
    }

    @Test(arguments: [
        "", "a", "é", "e\u{301}", "a\u{0}b", "\u{0}", "🧳👩‍👩‍👧‍👦", "it's; --", String(repeating: "ł", count: 70_000),
    ])
    func `texts are kept to the byte`(_ value: String) throws {
        let read = try echo({ $0.bind(0, value) }, as: { Array($0.text(0).utf8) })
        #expect(read == Array(value.utf8))
        #expect(try type { $0.bind(0, value) } == "text")
    }

    @Test(arguments: [0, 1, 16, 70_000, 3_000_000])
    func `bytes are kept`(_ count: Int) throws {
        let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(try echo({ $0.bind(0, value) }, as: { $0.bytes(0) }) == value)
        #expect(try type { $0.bind(0, value) } == "blob")
        #expect(try echo({ $0.bind(0, value) }, as: { $0.withBytes(0) { $0.count } }) == count)
    }

    @Test func `null is neither the empty text nor the empty bytes`() throws {
        #expect(try type { $0.bindNull(0) } == "null")
        #expect(try echo({ $0.bindNull(0) }, as: { $0.isNull(0) }) == true)
        #expect(try echo({ $0.bind(0, "") }, as: { $0.isNull(0) }) == false)
        #expect(try echo({ $0.bind(0, [UInt8]()) }, as: { $0.isNull(0) }) == false)
        #expect(
            try echo({ $0.bindNull(0) }, as: { [$0.text(0).utf8.count, Int($0.integer(0)), $0.bytes(0).count] }) == [
                0, 0, 0,
            ])
        #expect(try echo({ $0.bindNull(0) }, as: { $0.double(0) }) == 0)
    }

    @Test func `bytes that are no UTF-8 are replaced, not trusted`() throws {
        #expect(try connection.statement("SELECT CAST(x'61FF62' AS TEXT)").firstRow { $0.text(0) } == "a\u{FFFD}b")
    }

    @Test func `a statement can be run again after its last row, after its first, and after an error`() throws {
        try connection.execute("INSERT INTO cell VALUES (1, 'a'), (2, 'b')")
        let select = try connection.statement("SELECT number FROM cell WHERE number >= ? ORDER BY number")
        for first in [Int64(1), 2, 1] {
            select.bind(0, first)
            #expect(try select.firstRow { $0.integer(0) } == first)
        }
        let insert = try connection.statement("INSERT INTO cell (number) VALUES (?)")
        insert.bind(0, 1)
        #expect(throws: DatabaseError.failed(code: 1555, message: "UNIQUE constraint failed: cell.number")) {
            try insert.run()
        }
        insert.bind(0, 3)
        try insert.run()
        #expect(try connection.integer("SELECT count(*) FROM cell") == 3)
    }

    @Test func `reading that stops midway leaves the statement ready`() throws {
        struct Stopped: Error {}
        let statement = try connection.statement("SELECT 1 UNION SELECT 2")
        #expect(throws: Stopped.self) { try statement.forEachRow { _ in throw Stopped() } }
        #expect(!statement.isBusy)
        #expect(try statement.step())
        #expect(statement.isBusy)
        statement.reset()
        #expect(!statement.isBusy)
        #expect(try connection.statement("SELECT 1 WHERE 0").firstRow { $0.integer(0) } == nil)
    }
}
