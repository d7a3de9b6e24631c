// A snapshot that is kept until somebody commits.

import SQLiteDatabase
import TestSupport
import Testing

@Suite("Lasting snapshot")
struct LastingSnapshotTests {
    let folder = TemporaryFolder()

    private func opened() throws -> (writer: Connection, reader: Connection) {
        let path = folder.path("a.sqlite")
        let writer = try Connection(path: path, mode: .create)
        try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE number (value INTEGER)")
        return (writer, try Connection(path: path, mode: .readOnly))
    }

    private func count(_ connection: Connection) throws -> Int64 {
        try connection.integer("SELECT count(*) FROM number")
    }

    @Test("A snapshot stays until another connection commits, and holds what was committed before it was renewed")
    func stays() throws {
        let (writer, reader) = try opened()
        let snapshot = try LastingSnapshot(reader)
        #expect(try !snapshot.renew())
        #expect(try count(reader) == 0)
        #expect(try snapshot.renew())
        try writer.execute("INSERT INTO number VALUES (7)")
        #expect(try count(reader) == 0)
        #expect(try !snapshot.renew())
        #expect(try count(reader) == 1)
        #expect(try snapshot.renew())
    }

    @Test("A snapshot on which nothing was read yet holds what is committed before its first read, and is renewed then")
    func unread() throws {
        let (writer, reader) = try opened()
        let snapshot = try LastingSnapshot(reader)
        #expect(try !snapshot.renew())
        try writer.execute("INSERT INTO number VALUES (7)")
        #expect(try count(reader) == 1)
        #expect(try !snapshot.renew())
    }

    @Test("A snapshot that was let go is another one the next time, and hinders nobody meanwhile")
    func ended() throws {
        let (writer, reader) = try opened()
        let snapshot = try LastingSnapshot(reader)
        #expect(try !snapshot.renew())
        #expect(try count(reader) == 0)
        snapshot.end()
        snapshot.end()
        #expect(try writer.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
        #expect(try !snapshot.renew())
        #expect(try count(reader) == 0)
    }

    @Test("A database without a log of writes is looked at anew each time")
    func memory() throws {
        let snapshot = try LastingSnapshot(try Connection(path: "", mode: .memory))
        #expect(try !snapshot.renew())
        #expect(try !snapshot.renew())
    }
}
