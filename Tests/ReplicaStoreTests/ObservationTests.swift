// Observers hear of the commits of their own handle and of others on the same file.

import Platform
import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Observation", .timeLimit(.minutes(1)))
struct ObservationTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store") }

    private func touched(_ numbers: UInt64...) -> StoreChange {
        StoreChange(touched: numbers.map { TouchedRecord(entity: 2, id: id($0)) })
    }

    @Test(arguments: [true, false])
    func `own commits are told, in a file and in memory`(_ isInMemory: Bool) async throws {
        let store = try isInMemory ? TestStore().store : ReplicaStore.create(at: path, deviceName: "laptop", .test())
        var changes = try store.changes().makeAsyncIterator()
        try store.add(piece(1))
        #expect(await changes.next() == touched(1))
        _ = try store.edit("two") { edit in
            try edit.create(piece(3))
            try edit.create(piece(2))
            try edit.update(Piece.self, id(3)) { $0.quantity = 2 }
        }
        #expect(await changes.next() == touched(3, 2))
    }

    @Test func `commits of another handle are told, and what writes nothing is not`() async throws {
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        let other = try ReplicaStore(path: path, .test(seed: 2))
        var changes = try store.changes().makeAsyncIterator()
        try other.add(piece(1))
        #expect(await changes.next() == touched(1))
        try other.change(1) { $0.quantity = 1 }
        try other.add(piece(2))
        #expect(await changes.next() == touched(2))
    }

    @Test func `commits close together are told as few, none is left out and none told twice`() async throws {
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        let stream = try store.changes()
        for number in 1...50 as ClosedRange<UInt64> { try store.add(piece(number)) }
        var heard: [RecordID] = []
        var count = 0
        for await change in stream {
            #expect(!change.touched.isEmpty)
            heard += change.touched.map(\.id)
            count += 1
            if heard.count >= 50 { break }
        }
        #expect(heard == (1...50).map { id($0) })
        #expect(count <= 50)
    }

    @Test func `what the log does not tell is told as everything`() async throws {
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        let other = try ReplicaStore(path: path, .test(seed: 2))
        try store.add(piece(1))
        try store.backup(to: folder.path("copy"))
        try store.deletePiece(1)
        var changes = try other.changes().makeAsyncIterator()
        _ = try store.emptyTrash()
        #expect(await changes.next() == StoreChange(touched: []))
        try store.restore(from: folder.path("copy"))
        #expect(await changes.next() == StoreChange(touched: []))
        try store.add(piece(2))
        #expect(await changes.next() == touched(2))
    }

    @Test func `waiting ends when its task is cancelled`() async throws {
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        let stream = try store.changes()
        let task = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test func `several observers hear each for itself`() async throws {
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        var first = try store.changes().makeAsyncIterator()
        var second = try store.changes().makeAsyncIterator()
        try store.add(piece(1))
        #expect(await first.next() == touched(1))
        #expect(await second.next() == touched(1))
    }
}
