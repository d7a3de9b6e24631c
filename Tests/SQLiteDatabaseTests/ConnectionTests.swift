// Connections: modes of opening, transactions, copies, paths.

import Platform
import TestSupport
import Testing

@testable import SQLiteDatabase

@Suite("Connection")
struct ConnectionTests {
    private let folder = TemporaryFolder()

    private func memory() throws -> Connection {
        let connection = try Connection(path: "", mode: .memory)
        try connection.execute("CREATE TABLE note (number INTEGER PRIMARY KEY, text TEXT) STRICT")
        return connection
    }

    private func file(_ name: String, journal: String = "WAL") throws -> Connection {
        let connection = try Connection(path: folder.path(name), mode: .create)
        try connection.execute("PRAGMA journal_mode = \(journal)")
        try connection.execute("CREATE TABLE note (number INTEGER PRIMARY KEY, text TEXT) STRICT")
        return connection
    }

    // MARK: Opening

    @Test func `a file that is missing is opened by no mode but the one that makes it`() throws {
        let path = folder.path("none.db")
        for mode in [Connection.Mode.readOnly, .readWrite, .unchanging] {
            #expect(throws: DatabaseError.cannotOpen(path: mode.isURI ? "\(path)" : path)) {
                _ = try Connection(path: path, mode: mode).integer("PRAGMA schema_version")
            }
        }
        #expect(try !Files.exists(path))
        #expect(try Connection(path: path, mode: .create).integer("SELECT 7") == 7)
    }

    @Test func `a file opened to be read cannot be written`() throws {
        _ = try file("a.db")
        let reading = try Connection(path: folder.path("a.db"), mode: .readOnly)
        #expect(throws: DatabaseError.readOnly) { try reading.execute("INSERT INTO note VALUES (1, 'x')") }
    }

    @Test(arguments: ["plain.db", "a b.db", "why?.db", "a#b.db", "50%41.db", "Łódź 日本.db", "a&b=c;d'\"\\.db"])
    func `an unchanging file is found under any name`(_ name: String) throws {
        do {
            let connection = try file(name)
            try connection.execute("INSERT INTO note VALUES (1, 'here')")
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let connection = try Connection(path: folder.path(name), mode: .unchanging)
        #expect(try connection.integer("SELECT count(*) FROM note WHERE text = 'here'") == 1)
        #expect(try Files.names(inFolder: folder.path) == [name])
    }

    @Test func `an unchanging file is found under a path with two slashes at its beginning`() throws {
        do { _ = try file("a.db", journal: "DELETE") }
        let connection = try Connection(path: "/" + folder.path("a.db"), mode: .unchanging)
        #expect(try connection.integer("SELECT count(*) FROM note") == 0)
    }

    @Test func `a hostile schema cannot be written, nor the file be reached by attached functions`() throws {
        let connection = try memory()
        #expect(throws: DatabaseError.self) {
            try connection.execute("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'x'")
        }
        #expect(throws: DatabaseError.self) { try connection.execute("SELECT load_extension('x')") }
    }

    // MARK: Statements

    @Test func `the same text is prepared once, and anew while it is read from`() throws {
        let connection = try memory()
        let text = "SELECT value FROM (SELECT 1 AS value UNION SELECT 2)"
        #expect(try connection.statement(text) === connection.statement(text))
        var pairs: [[Int64]] = []
        try connection.statement(text).forEachRow { outer in
            try connection.statement(text).forEachRow { pairs.append([outer.integer(0), $0.integer(0)]) }
        }
        #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
    }

    @Test func `a statement with a fault names no file and prepares nothing`() throws {
        let connection = try memory()
        let count = connection.preparedTexts.count
        #expect(throws: DatabaseError.failed(code: 1, message: "no such table: nowhere")) {
            try connection.prepare("SELECT * FROM nowhere")
        }
        #expect(connection.preparedTexts.count == count)
    }

    @Test func `changed rows are counted`() throws {
        let connection = try memory()
        try connection.execute("INSERT INTO note VALUES (1, 'a'), (2, 'b'), (3, 'c')")
        #expect(connection.changedRowCount == 3)
        try connection.statement("UPDATE note SET text = 'x' WHERE number > 1").run()
        #expect(connection.changedRowCount == 2)
        #expect(connection.allChangedRowCount == 5)
    }

    // MARK: Transactions

    private struct Stopped: Error {}

    @Test func `a transaction that throws leaves nothing, and the next one works`() throws {
        let connection = try memory()
        #expect(throws: Stopped.self) {
            try connection.write {
                try connection.execute("INSERT INTO note VALUES (1, 'a')")
                throw Stopped()
            }
        }
        #expect(try connection.integer("SELECT count(*) FROM note") == 0)
        try connection.write { try connection.execute("INSERT INTO note VALUES (1, 'b')") }
        #expect(try connection.integer("SELECT count(*) FROM note") == 1)
    }

    @Test func `a commit that fails leaves nothing, and the next one works`() throws {
        let connection = try memory()
        try connection.execute(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE child (note INTEGER REFERENCES note (number) DEFERRABLE INITIALLY DEFERRED);
            """)
        #expect(throws: DatabaseError.failed(code: 787, message: "FOREIGN KEY constraint failed")) {
            try connection.write { try connection.execute("INSERT INTO child VALUES (9)") }
        }
        #expect(try connection.integer("SELECT count(*) FROM child") == 0)
        try connection.write { try connection.execute("INSERT INTO note VALUES (9, ''); INSERT INTO child VALUES (9)") }
        #expect(try connection.integer("SELECT count(*) FROM child") == 1)
    }

    @Test func `a transaction that SQLite itself has ended is told by its first error`() throws {
        let connection = try memory()
        #expect(throws: DatabaseError.self) {
            try connection.write { try connection.execute("INSERT OR ROLLBACK INTO note VALUES (1, ''), (1, '')") }
        }
        #expect(try connection.integer("SELECT count(*) FROM note") == 0)
    }

    @Test func `a reader sees one snapshot while another connection commits`() throws {
        let writer = try file("a.db")
        let reader = try Connection(path: folder.path("a.db"), mode: .readWrite)
        try reader.read {
            #expect(try reader.integer("SELECT count(*) FROM note") == 0)
            try writer.write { try writer.execute("INSERT INTO note VALUES (1, '')") }
            #expect(try reader.integer("SELECT count(*) FROM note") == 0)
        }
        #expect(try reader.integer("SELECT count(*) FROM note") == 1)
    }

    // MARK: Whole files

    @Test func `a copy holds everything and says how far it is`() throws {
        let source = try memory()
        try source.execute(
            "INSERT INTO note (text) WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50) "
                + "SELECT printf('%0900d', i) FROM n")
        let copy = try Connection(path: folder.path("copy.db"), mode: .create)
        var last: (Int, Int)?
        try copy.copyAll(from: source) { last = ($0, $1) }
        #expect(try copy.integer("SELECT count(*) FROM note") == 50)
        #expect(try last.map { [$0.0, $0.1] } == Array(repeating: Int(copy.integer("PRAGMA page_count")), count: 2))
    }

    @Test func `a copy of a file with a log of writes can be kept in memory and be changed there`() throws {
        let source = try file("a.db")
        try source.execute("INSERT INTO note VALUES (1, 'a')")
        let copy = try Connection(path: "", mode: .memory)
        try copy.copyAll(from: source)
        try copy.write { try copy.execute("INSERT INTO note VALUES (2, 'b')") }
        #expect(try copy.integer("SELECT count(*) FROM note") == 2)
        #expect(try source.integer("SELECT count(*) FROM note") == 1)
    }

    @Test func `a copy of something that is no database fails, and the destination is as it was`() throws {
        try Files.write(Array(repeating: 65, count: 5_000), to: folder.path("text"))
        let destination = try memory()
        try destination.execute("INSERT INTO note VALUES (1, 'kept')")
        let source = try Connection(path: folder.path("text"), mode: .readOnly)
        #expect(throws: DatabaseError.notADatabase) { try destination.copyAll(from: source) }
        #expect(try destination.integer("SELECT count(*) FROM note") == 1)
    }
}

extension Connection.Mode {
    fileprivate var isURI: Bool {
        if case .unchanging = self { true } else { false }
    }
}
