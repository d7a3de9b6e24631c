// The disk that fails: what each fault looks like to a program, and what is left after a crash.

import Platform
import SQLiteDatabase
import TestDisk
import TestSupport
import Testing

@Suite("Test disk")
struct TestDiskTests {
    private let disk: TestDisk

    init() throws {
        disk = try TestDisk()
    }

    private var path: String { disk.path("store") }

    /// A connection to a log of writes, ready to commit.
    private func open(_ synchronous: String = "FULL") throws -> Connection {
        let connection = try Connection(path: path, mode: .create)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous)")
        try connection.execute("CREATE TABLE IF NOT EXISTS entry (number INTEGER PRIMARY KEY, text TEXT)")
        return connection
    }

    private func add(_ number: Int, to connection: Connection) throws {
        try connection.write {
            try connection.execute("INSERT INTO entry VALUES (\(number), '\(String(repeating: "x", count: 3_000))')")
        }
    }

    /// The entries of a sound file.
    private func numbers() throws -> [Int64] {
        let connection = try Connection(path: path, mode: .readWrite)
        var faults: [String] = []
        try connection.statement("PRAGMA integrity_check").forEachRow { faults.append($0.text(0)) }
        #expect(faults == ["ok"])
        var numbers: [Int64] = []
        try connection.statement("SELECT number FROM entry ORDER BY number").forEachRow {
            numbers.append($0.integer(0))
        }
        return numbers
    }

    // MARK: Cutting the power

    /// How many of the rounds lost an entry that was reported as written.
    private func roundsWithLoss(_ synchronous: String) throws -> Int {
        var generator = SeededGenerator(seed: 5)
        var lossCount = 0
        for round in 0..<20 {
            do {
                let connection = try open("FULL")
                try connection.execute("DELETE FROM entry; PRAGMA synchronous = \(synchronous)")
                for number in 1...5 { try add(number, to: connection) }
                disk.plan(.crash(at: 1 + round % 3))
                #expect(throws: DatabaseError.self) { for number in 6...9 { try add(number, to: connection) } }
            }
            try disk.cutPower(using: &generator)
            if try !Set(numbers()).isSuperset(of: 1...5) { lossCount += 1 }
        }
        return lossCount
    }

    @Test("With full flushing no entry that was reported as written is lost when the power fails")
    func full() throws {
        #expect(try roundsWithLoss("FULL") == 0)
    }

    @Test("With less flushing entries that were reported as written are lost", arguments: ["NORMAL", "OFF"])
    func less(_ synchronous: String) throws {
        #expect(try roundsWithLoss(synchronous) > 5)
    }

    @Test("Without any flushing a power cut damages a file with a rollback journal, or takes its entries")
    func journal() throws {
        var generator = SeededGenerator(seed: 1)
        var harmCount = 0
        for round in 0..<20 {
            let path = disk.path("journaled-\(round)")
            do {
                let connection = try Connection(path: path, mode: .create)
                try connection.execute("PRAGMA journal_mode = DELETE; CREATE TABLE entry (text TEXT)")
                try connection.execute("PRAGMA synchronous = OFF")
                for _ in 1...20 { try connection.execute("INSERT INTO entry VALUES (randomblob(3000))") }
            }
            #expect(disk.unsyncedCount > 0)
            try disk.cutPower(using: &generator)
            #expect(disk.unsyncedCount == 0)
            let connection = try Connection(path: path, mode: .readWrite)
            if (try? connection.integer("SELECT count(*) FROM entry")) != 20 { harmCount += 1 }
        }
        #expect(harmCount > 5)
    }

    @Test("The same draws leave the same bytes")
    func repeatable() throws {
        func bytesLeft() throws -> [UInt8] {
            let disk = try TestDisk()
            do {
                let connection = try Connection(path: disk.path("store"), mode: .create)
                try connection.execute("PRAGMA synchronous = OFF; CREATE TABLE entry (text TEXT)")
                for _ in 1...20 {
                    try connection.execute("INSERT INTO entry VALUES ('\(String(repeating: "y", count: 2_000))')")
                }
            }
            var generator = SeededGenerator(seed: 3)
            try disk.cutPower(using: &generator)
            let path = disk.path("store")
            return try Files.exists(path) ? Files.read(path, limitBytes: 1 << 20) : []
        }
        #expect(try bytesLeft() == bytesLeft())
    }

    @Test("Memory that connections share does not outlive the power, and a crash leaves it")
    func sharedMemory() throws {
        var generator = SeededGenerator(seed: 2)
        do {
            let connection = try open()
            #expect(try Files.exists(path + "-shm"))
            disk.plan(.crash(at: 1))
            #expect(throws: DatabaseError.self) { try add(1, to: connection) }
        }
        try disk.kill()
        #expect(try Files.exists(path + "-shm"))
        try disk.cutPower(using: &generator)
        #expect(try !Files.exists(path + "-shm"))
        #expect(try numbers() == [])
    }

    // MARK: Dying

    @Test("A process that was killed leaves all that it wrote, whatever it flushed")
    func killed() throws {
        do {
            let connection = try open("OFF")
            for number in 1...3 { try add(number, to: connection) }
            disk.plan(.crash(at: 2))
            #expect(throws: DatabaseError.self) { for number in 4...9 { try add(number, to: connection) } }
            #expect(disk.isHit)
            #expect(try !Files.exists(path))
        }
        try disk.kill()
        #expect(try Set(numbers()).isSuperset(of: 1...3))
    }

    @Test("Nothing reaches a disk after its process died, by SQLite or by the system's calls")
    func silence() throws {
        let bytes: [UInt8]
        do {
            let connection = try open()
            try add(1, to: connection)
            disk.plan(.crash(at: 1))
            #expect(throws: DatabaseError.self) { try add(2, to: connection) }
            #expect(throws: DatabaseError.self) { try add(3, to: connection) }
            #expect(throws: PlatformError.self) { try Files.write([1], to: path) }
            #expect(throws: DatabaseError.self) { try Connection(path: path, mode: .create) }
            bytes = try Files.read(Files.folder(of: disk.folder) + "/dead/store-wal", limitBytes: 1 << 20)
        }
        try disk.kill()
        #expect(try Files.read(path + "-wal", limitBytes: 1 << 20) == bytes)
        #expect(try numbers() == [1])
    }

    @Test("The power cannot fail, and no process begin anew, while a file is open")
    func openFile() throws {
        let connection = try open("FULL")
        #expect(disk.openCount > 0)
        #expect(throws: TestDisk.Refused.self) { try disk.kill() }
        try add(1, to: connection)
    }

    // MARK: Failing

    @Test(
        "Each operation fails in its own way",
        arguments: [
            (.open, "cannotOpen"), (.read, "inputOutput"), (.write, "inputOutput"), (.truncate, "inputOutput"),
            (.sync, "inputOutput"), (.map, "inputOutput"),
        ] as [(TestDisk.Kind, String)])
    func faults(_ kind: TestDisk.Kind, _ name: String) throws {
        func work() throws {
            let connection = try open()
            try add(1, to: connection)
            _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
            try connection.execute("DELETE FROM entry")
        }
        disk.mark()
        try work()
        let places = disk.operations.indices.filter { disk.operations[$0].kind == kind }
        #expect(!places.isEmpty)
        var names: Set<String> = []
        for place in places {
            try Files.removeAll(path)
            disk.plan(.failOnce(.broken, at: place + 1))
            do {
                try work()
            } catch let error as DatabaseError {
                names.insert("\("\(error)".prefix { $0 != "(" })")
            }
            disk.plan(nil)
        }
        #expect(names.contains(name))
    }

    @Test("A full disk refuses what takes room, and goes on when there is some")
    func fullDisk() throws {
        let connection = try open()
        try add(1, to: connection)
        disk.plan(.failForEver(.full, from: 1))
        for _ in 1...3 { #expect(throws: DatabaseError.full) { try add(2, to: connection) } }
        #expect(try connection.integer("SELECT count(*) FROM entry") == 1)
        disk.plan(nil)
        try add(2, to: connection)
        #expect(try connection.integer("SELECT count(*) FROM entry") == 2)
    }

    @Test("What fails once succeeds the next time")
    func once() throws {
        let connection = try open()
        disk.plan(.failOnce(.broken, at: 1))
        #expect(throws: DatabaseError.self) { try add(1, to: connection) }
        try add(1, to: connection)
        #expect(disk.isHit)
    }

    // MARK: Counting

    @Test("A commit with full flushing is written and flushed; the operations say so")
    func operations() throws {
        let connection = try open()
        try add(1, to: connection)
        let count = disk.operationCount
        disk.mark()
        try add(2, to: connection)
        let operations = disk.operations
        #expect(disk.operationCount == count + operations.count)
        #expect(Set(operations.map(\.file)) == ["store-wal"])
        #expect(operations.last?.kind == .sync && operations.first?.kind == .write)
        #expect(disk.unsyncedCount == 0)
    }

    @Test("Files elsewhere are not on the disk")
    func elsewhere() throws {
        let folder = TemporaryFolder()
        disk.plan(.failForEver(.broken, from: 1))
        let connection = try Connection(path: folder.path("store"), mode: .create)
        try connection.execute("CREATE TABLE entry (text TEXT)")
        #expect(disk.operationCount == 0)
    }
}
