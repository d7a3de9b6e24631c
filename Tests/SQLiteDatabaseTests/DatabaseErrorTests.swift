// Errors of SQLite, met for real, in the groups that a caller acts on.

import Platform
import TestSupport
import Testing

@testable import SQLiteDatabase

@Suite("DatabaseError")
struct DatabaseErrorTests {
    private let folder = TemporaryFolder()

    @Test func `a full file is told, the transaction leaves nothing, and it goes on when there is room`() throws {
        let connection = try Connection(path: folder.path("a.db"), mode: .create)
        try connection.execute("CREATE TABLE note (text TEXT); PRAGMA max_page_count = 10")
        #expect(throws: DatabaseError.full) {
            try connection.write {
                for _ in 0..<40 { try connection.execute("INSERT INTO note VALUES (printf('%04000d', 1))") }
            }
        }
        #expect(try connection.integer("SELECT count(*) FROM note") == 0)
        try connection.execute("PRAGMA max_page_count = 1000")
        try connection.write { try connection.execute("INSERT INTO note VALUES (printf('%04000d', 1))") }
        #expect(try connection.integer("SELECT count(*) FROM note") == 1)
    }

    @Test func `a lock that another connection holds is told as busy once waiting is given up`() throws {
        let first = try Connection(path: folder.path("a.db"), mode: .create)
        try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT)")
        let second = try Connection(path: folder.path("a.db"), mode: .readWrite)
        // The waiting itself is taken away, so that the test need not last a minute.
        try second.execute("PRAGMA busy_timeout = 0")
        _ = try first.write {
            #expect(throws: DatabaseError.busy) { try second.write { try second.execute("DELETE FROM note") } }
        }
        try second.write { try second.execute("DELETE FROM note") }
    }

    @Test func `a transaction waits for another connection that holds the lock for a moment`() async throws {
        let path = folder.path("a.db")
        let first = try Connection(path: path, mode: .create)
        try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT)")
        let second = Exclusive(try Connection(path: path, mode: .readWrite))
        try first.execute("BEGIN IMMEDIATE; INSERT INTO note VALUES ('first')")
        async let waiting: Void = onThread {
            try second.withLock { second in
                try second.write { try second.execute("INSERT INTO note VALUES ('second')") }
            }
        }
        try first.execute("COMMIT")
        try await waiting
        #expect(try first.integer("SELECT count(*) FROM note") == 2)
    }

    @Test func `a damaged page is told as corrupt`() throws {
        let path = folder.path("a.db")
        do {
            let connection = try Connection(path: path, mode: .create)
            try connection.execute("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('a')")
        }
        var bytes = try Files.read(path, limitBytes: 1 << 20)
        for place in 4_096..<8_192 { bytes[place] = 0xA5 }
        try Files.write(bytes, to: path)
        let connection = try Connection(path: path, mode: .readWrite)
        #expect(throws: DatabaseError.corrupt(message: "database disk image is malformed")) {
            try connection.integer("SELECT count(*) FROM note WHERE text > ''")
        }
    }

    @Test func `a folder, a text and a missing folder are told apart`() throws {
        try Files.write(Array("This is a text, and a rather long one at that.".utf8), to: folder.path("text"))
        #expect(throws: DatabaseError.notADatabase) {
            try Connection(path: folder.path("text"), mode: .readWrite).integer("PRAGMA application_id")
        }
        for path in [folder.path, folder.path("none/a.db")] {
            #expect(throws: DatabaseError.cannotOpen(path: path)) { _ = try Connection(path: path, mode: .create) }
        }
    }

    @Test func `a value that is larger than SQLite keeps is told`() throws {
        let connection = try Connection(path: "", mode: .memory)
        #expect(throws: DatabaseError.tooBig) { try connection.execute("SELECT zeroblob(2000000000)") }
    }

    @Test(arguments: [
        (5, DatabaseError.busy), (517, .busy), (6, .busy), (13, .full), (4_874, .full),
        (8, .readOnly), (264, .readOnly), (3, .readOnly),
        (14, .cannotOpen(path: "m")), (26, .notADatabase), (11, .corrupt(message: "m")), (779, .corrupt(message: "m")),
        (10, .inputOutput(message: "m")), (778, .inputOutput(message: "m")), (18, .tooBig),
        (19, .failed(code: 19, message: "m")), (1, .failed(code: 1, message: "m")), (7, .failed(code: 7, message: "m")),
    ])
    func `codes fall into the groups of a caller`(_ code: Int, _ error: DatabaseError) {
        #expect(DatabaseError(code: Int32(code), message: "m") == error)
    }
}
