// A disk for SQLite files that fails, crashes and loses what was not flushed, as a test says.

import CTestDisk
import Platform
package import TestSupport

/// A folder whose files behave, under SQLite, as on a disk that a test can break. The files are real, so that all else
/// finds them too; what is flushed, by SQLite or by others, is kept in mind and not waited for. Files elsewhere are
/// untouched.
///
/// What happens follows from the operations and from the draws given, and from nothing else.
package final class TestDisk: @unchecked Sendable {
    /// What SQLite asks of a disk.
    package enum Kind: Int32, CaseIterable, Sendable {
        case open, read, write, truncate, sync, delete
        /// Memory that connections share, which is a file that grows.
        case map
    }

    /// One operation.
    package struct Operation: Equatable, Sendable {
        /// What was asked for.
        package let kind: Kind
        /// The file below ``folder``.
        package let file: String
    }

    /// How operations fail.
    package enum Failure: CaseIterable, Sendable {
        /// Each in its own way, as on a broken device: SQLITE_CANTOPEN, SQLITE_IOERR_READ and so on.
        case broken
        /// For want of room: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE for shared memory. Only what takes room counts.
        case full
    }

    /// What is to happen, counted from 1 and from now on.
    package enum Plan: Sendable {
        case failOnce(Failure, at: Int)
        case failForEver(Failure, from: Int)
        /// The process dies instead of the operation: nothing reaches the folder any more, by whatever call. Only what
        /// changes the disk counts. What has to follow is ``TestDisk/kill()`` or ``TestDisk/cutPower(using:)``.
        case crash(at: Int)
    }

    /// A call of the disk itself that failed: a file is still open, or the system refused.
    package struct Refused: Error {
        let call: String
    }

    /// The absolute path below which files are on the disk.
    package let folder: String
    private let place: TemporaryFolder
    private let disk: OpaquePointer

    /// An empty disk; it lives in a part of the folder given, as long as the value.
    package init(in place: TemporaryFolder = TemporaryFolder()) throws {
        self.place = place
        let path = try Files.realPath(place.path)
        folder = path + "/disk"
        for name in [folder, path + "/deleted"] { try Files.createFolder(name) }
        guard let disk = test_disk_make(folder, path + "/dead", path + "/deleted") else {
            throw Refused(call: "making a disk")
        }
        self.disk = disk
    }

    deinit {
        test_disk_free(disk)
    }

    /// The path of a file on the disk.
    package func path(_ name: String) -> String { folder + "/" + name }

    // MARK: What happens

    /// Begins a plan in place of the one before; nil lets all succeed.
    package func plan(_ plan: Plan?) {
        func begin(_ mode: test_disk_mode, _ failure: Failure, _ number: Int) {
            let kinds: [Kind] =
                mode == TEST_DISK_CRASH
                ? [.open, .write, .truncate, .sync, .delete] : failure == .full ? [.write, .map] : Kind.allCases
            let set = kinds.reduce(UInt32(0)) { $0 | 1 << UInt32($1.rawValue) }
            test_disk_plan(disk, mode, set, failure == .full ? 1 : 0, UInt64(max(1, number)))
        }
        switch plan {
        case nil: begin(TEST_DISK_NOTHING, .broken, 1)
        case .failOnce(let failure, let number): begin(TEST_DISK_ONCE, failure, number)
        case .failForEver(let failure, let number): begin(TEST_DISK_FOR_EVER, failure, number)
        case .crash(let number): begin(TEST_DISK_CRASH, .broken, number)
        }
    }

    /// Whether what was planned has happened.
    package var isHit: Bool { test_disk_is_hit(disk) != 0 }

    /// Whether the process that uses the disk is dead: whatever else it seems to do must come to nothing as well.
    package var isDead: Bool { test_disk_is_dead(disk) != 0 }

    /// How many operations there were, except on a disk that was dead.
    package var operationCount: Int { Int(test_disk_operation_count(disk)) }

    /// Begins to note operations, from none on.
    package func mark() { test_disk_mark(disk) }

    /// The operations since ``mark()``.
    package var operations: [Operation] {
        var operations: [Operation] = []
        var name: UnsafeMutablePointer<CChar>?
        while let kind = Kind(rawValue: test_disk_operation(disk, operations.count, &name)), let text = name {
            operations.append(Operation(kind: kind, file: String(cString: text)))
            text.deallocate()
        }
        return operations
    }

    // MARK: What it leaves

    /// How many files SQLite has open.
    package var openCount: Int { test_disk_open_count(disk) }

    /// How many writes, truncations, new and deleted names would not all survive if the power failed now.
    package var unsyncedCount: Int { test_disk_unsynced_count(disk) }

    /// The process has died, planned or not, and a new one comes: all that was written is there. No connection may be
    /// open; the plan is over.
    package func kill() throws {
        if try Files.exists(Files.folder(of: folder) + "/dead") { try Files.removeAll(folder) }
        guard test_disk_restart(disk) == 0 else { throw Refused(call: "starting anew") }
    }

    /// The power has failed, and is back: of what was not flushed a random part is there, the last write perhaps by
    /// half. What others than SQLite wrote and renamed counts as flushed. Otherwise as ``kill()``.
    package func cutPower(using generator: inout SeededGenerator) throws {
        try kill()
        let draws = (0..<unsyncedCount).map { _ in UInt32(truncatingIfNeeded: generator.next() >> 32) }
        guard test_disk_lose(disk, draws) == 0 else { throw Refused(call: "cutting the power") }
    }
}
