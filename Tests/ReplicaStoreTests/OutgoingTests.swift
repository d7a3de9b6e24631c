// Pages of a request, mass deletions, and the membership.

import Cryptography
import Platform
import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Outgoing and membership")
struct OutgoingTests {
    private let folder = TemporaryFolder()

    @Test func `pages hold so many changes, follow one another, and part no record`() throws {
        let space = try Space()
        try space.sync()
        _ = try space.store.edit("many") { edit in
            for number in 1...5_002 as ClosedRange<UInt64> { try edit.create(piece(number)) }
        }
        let first = try space.store.outgoing(withChanges: true)
        #expect(first.changes.count == 5_000 && first.hasMore && first.attempt != 0)
        #expect(first.changes.map(\.record) == (1...5_000).map { id($0) })
        #expect(try space.device.exchange(with: space.server).state == .head(hasMoreToPush: true))
        let second = try space.store.outgoing(withChanges: true)
        #expect(second.changes.map(\.record) == [id(5_001), id(5_002)] && !second.hasMore)
        #expect(try space.store.outgoing(withChanges: false).changes.isEmpty)
        #expect(try space.store.outgoing(withChanges: false).attempt == 0)
        try space.sync()
        #expect(try space.isSettled())
    }

    @Test func `pages hold so many bytes, and at least one change`() throws {
        let space = try Space()
        try space.sync()
        let note = String(repeating: "x", count: 400)
        _ = try space.store.edit("many") { edit in
            for number in 1...3_000 as ClosedRange<UInt64> {
                var journey = journey(number)
                journey.note = note
                try edit.create(journey)
            }
        }
        let page = try space.store.outgoing(withChanges: true)
        let byteCount = page.changes.reduce(0) { $0 + $1.fields.encodedByteCount + 120 }
        #expect(page.hasMore && page.changes.count > 1_800)
        #expect(byteCount <= ReplicationLimits.pageByteCount)
    }

    @Test func `a device remembers so many attempts, and goes on when all were lost`() throws {
        let space = try Space()
        try space.sync()
        try space.store.add(piece(1))
        for _ in 0..<70 { _ = try space.store.outgoing(withChanges: true) }
        let known = try space.store.outgoing(withChanges: true).known
        #expect(known.count == ReplicationLimits.knownAttemptCount + 1 && known[0] == 0)
        try space.sync()
        #expect(try space.isSettled())
        #expect(try space.store.outgoing(withChanges: false).known.count == 1)
    }

    @Test(
        "Received deletions of more than max(50, 20 %) never stop a sync: a local backup is made, and a notice given",
        arguments: [50, 51])
    func massDeletion(_ count: Int) throws {
        let path = folder.path("store")
        let server = TinyServer()
        let other = try TestStore("phone", seed: 2)
        try other.store.enter(.test)
        _ = try other.store.edit("many") { edit in
            for number in 1...UInt64(count) + 10 { try edit.create(piece(number)) }
        }
        try other.sync(with: server)
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        let device = TestStore(store: store, clock: ManualClock())
        try store.enter(.test)
        try device.sync(with: server)
        for number in 1...UInt64(count) { try other.store.deletePiece(number) }
        try other.sync(with: server)
        server.pageCount = 30
        let absorbed = try device.sync(with: server)
        #expect(absorbed.map(\.receivedDeletionCount).reduce(0, +) == count)
        #expect(absorbed.contains { $0.isMassDeletion } == (count > 50))
        #expect(absorbed.compactMap(\.backupPath) == (count > 50 ? [path + ".before-deletions"] : []))
        #expect(try store.read { try $0.trashCount() } == count)
        guard count > 50 else { return }
        let copy = try ReplicaStore(path: path + ".before-deletions", .test(seed: 3), access: .readOnly)
        #expect(try copy.read { try $0.records(Piece.self).count } == 31, "before the page that made them many")
    }

    @Test func `a membership is kept, and forgotten with all but the data when the device leaves`() throws {
        let space = try Space()
        try space.store.add(piece(1))
        try space.sync()
        #expect(try space.store.membership() == .test)
        #expect(Membership.test.tokenHash == SHA256.digest(of: Array(repeating: 1, count: 32)))
        var open = Membership.test
        (open.pin, open.isSealed, open.key) = ([1, 2, 3], false, nil)
        try space.store.saveDevices([1, 2], names: [12_345: "tablet", 0: "nobody"])
        #expect(try space.store.devices() == [1, 2])
        #expect(try space.store.read { try $0.deviceNames()[12_345] } == "tablet")
        try space.store.leave()
        #expect(try space.store.membership() == nil && space.store.devices() == nil)
        #expect(try space.store.piece(1) != nil && space.store.verify() == [])
        let facts = try space.store.syncFacts()
        #expect(facts.cursor == .zero && !facts.isFromZero && facts.headMilliseconds == nil)
        try space.store.enter(open)
        #expect(try space.store.membership() == open)
        let request = try space.store.outgoing(withChanges: true)
        #expect(request.isFromZero && request.known == [0] && request.changes.isEmpty)
        #expect(try space.store.syncFacts().offeredCount == 1)
    }

    @Test func `the offset of the clock is kept once it differs by more than the network makes of it`() throws {
        let space = try Space()
        try space.sync()
        func absorb(_ offset: Int64?) throws -> Int64 {
            let request = try space.store.outgoing(withChanges: false)
            _ = try space.store.absorb(
                space.server.exchange(request).verdict, serverMilliseconds: 0, offsetMilliseconds: offset, for: request,
                opened: { _ in nil })
            return try space.store.syncFacts().offsetMilliseconds
        }
        #expect(try absorb(-90_000) == -90_000)
        #expect(try absorb(-89_950) == -90_000)
        #expect(try absorb(nil) == -90_000)
        #expect(try absorb(.max) == .max)
        #expect(try absorb(5) == 5)
    }

    /// Devices that lose answers, servers that lose everything, files that go back: in the end all hold the same.
    @Test(arguments: 1...24)
    func `whatever is lost or set back, two syncs of each bring all devices to the same state`(_ seed: UInt64) throws {
        var draws = SeededGenerator(seed: seed)
        let tags = TinyServer.Tags()
        var server = TinyServer(tags: tags)
        let devices = try (1...3).map { try TestStore("device \($0)", seed: seed * 10 + UInt64($0)) }
        for device in devices { try device.store.enter(.test) }
        var backups: [(Int, String)] = []
        var copies: [TinyServer] = []
        for step in 0..<80 {
            let place = draws.int(in: 0...2)
            let device = devices[place]
            server.pageCount = draws.int(in: 1...4)
            for each in devices { each.clock.advance(milliseconds: Int64(draws.int(in: 0...2_000))) }
            server.milliseconds = devices[0].clock.millisecondsSince1970()
            switch draws.int(in: 0...19) {
            case 0...8: _ = try device.store.edit("random") { try randomEdit(&draws, $0, identities: 1...6) }
            case 9...15: try device.sync(with: server, limit: draws.int(in: 1...6))
            case 16:
                let request = try device.store.outgoing(withChanges: draws.bool())
                if draws.bool() { _ = server.exchange(request) }
            case 17:
                backups.append((place, folder.path("\(step)")))
                try device.store.backup(to: folder.path("\(step)"))
                copies.append(server.copy())
            case 18 where !copies.isEmpty:
                server = draws.bool() ? draws.pick(from: copies).copy() : TinyServer(tags: tags)
            case 19 where !backups.isEmpty:
                let (place, path) = draws.pick(from: backups)
                try devices[place].store.restore(from: path)
            default: break
            }
            #expect(try device.store.verify() == [], "step \(step)")
        }
        server.pageCount = 100
        // What was ahead of the server's clock comes when it is time.
        for each in devices { each.clock.advance(milliseconds: 3_600_000) }
        server.milliseconds = devices[0].clock.millisecondsSince1970()
        for _ in 0..<3 { for device in devices { try device.sync(with: server) } }
        let fresh = try TestStore("fresh", seed: 999)
        try fresh.store.enter(.test)
        try fresh.sync(with: server)
        for device in devices {
            #expect(try device.store.cells().undeleted == server.cells.undeleted)
            #expect(try device.store.dump().filter { !$0.isDeleted } == fresh.store.dump().filter { !$0.isDeleted })
            #expect(try device.exchange(with: server).isSumEqual == true)
            #expect(try device.store.verify() == [])
        }
    }
}
