// Bringing a store of an older format to this one, disturbed at each operation on the disk in turn.

import Platform
import SQLiteDatabase
import TestDisk
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Upgrade on a disk that fails")
struct UpgradeFaultTests {
    @Test(
        "A store of an older format is the old one or the new one",
        arguments: ["version-1.packmule", "format-1.packmule"])
    func upgrade(_ name: String) throws {
        let loop = FaultLoop(
            prepare: { try Files.write(Fixtures.bytes("stores/" + name), to: $0.disturbed.path("store")) },
            isClear: { error in
                switch error {
                case StoreError.database(.full), StoreError.database(.inputOutput), StoreError.files: true
                case StoreError.database(.cannotOpen), StoreError.database(.readOnly): true
                default: false
                }
            },
            contents: { disks in
                // To be read only it is brought up to date in memory: the file stays what it is.
                let store = try ReplicaStore(path: disks.disturbed.path("store"), .test(), access: .readOnly)
                #expect(try store.verify() == [])
                let pieces = try store.read { try $0.records(Piece.self) }
                let version = try Connection(path: disks.disturbed.path("store"), mode: .readOnly)
                    .integer("PRAGMA user_version")
                return FaultLoop.Contents(
                    things: Set(pieces.map { "\($0.record)" } + (try store.pendingChanges()).map { "\($0)" }),
                    figures: ["format \(version)"])
            },
            operate: { disks, seed in
                _ = try ReplicaStore(path: disks.disturbed.path("store"), .test(seed: seed))
            })
        let result = try loop.run(stride: 7)
        #expect(result.faults == [])
        #expect(result.disturbanceCount > 20)
    }
}
