// The clock and the identity of a store, across restarts and whatever the wall clock does.

import Platform
import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Clock of a store")
struct StoreStateTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store") }

    private func time(_ store: ReplicaStore) throws -> UInt64 { try store.marks()[0] }

    @Test(
        arguments: [
            0, 1, -1, -86_400_000, -400 * 86_400_000, 3_600_000, 400 * 86_400_000, Int64.min / 2, Int64.max / 2,
        ] as [Int64])
    func `time only grows, across a restart and a wall clock that was moved`(_ jump: Int64) throws {
        let clock = ManualClock(millisecondsSince1970: 1_800_000_000_000)
        var stamps: [Stamp] = []
        do {
            let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test(clock))
            try store.add(piece(1))
            try store.change(1) { $0.quantity = 2 }
            stamps += try store.livingChanges().map(\.stamp)
        }
        clock.advance(milliseconds: jump)
        let store = try ReplicaStore(path: path, .test(clock, seed: 2))
        for quantity in 3...4 {
            try store.change(1) { $0.quantity = quantity }
            stamps.append(try #require(try store.livingChanges().last).stamp)
        }
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
        #expect(Set(stamps.map(\.device)).count == 1)
        let wall = Stamp.time(milliseconds: 1_800_000_000_000 + jump)
        #expect(stamps[2].time == max(wall, stamps[1].time + 1))
        #expect(try store.piece(1)?.record.quantity == 4)
    }

    /// evolu#709.
    @Test func `a write wins over everything its writer saw, however late that was stamped`() throws {
        let fast = try TestStore("fast", seed: 1, at: 1_800_000_000_000 + 400 * 86_400_000).store
        let slow = try TestStore("slow", seed: 2, at: 1_800_000_000_000 - 86_400_000).store
        try fast.add(piece(1))
        try fast.send(to: slow)
        try slow.change(1) { $0.name = "Newest" }
        try slow.send(to: fast)
        #expect(try fast.piece(1)?.record.name == "Newest")
        #expect(try fast.dump() == slow.dump())
        #expect(try time(slow) > Stamp.time(milliseconds: 1_800_000_000_000 + 400 * 86_400_000))
    }

    @Test func `two stores never share a number`() throws {
        let numbers = try (1...20).map { seed in
            try TestStore(seed: UInt64(seed)).store.read { try StoreState($0.core.connection, $0.core.devices).device }
        }
        #expect(Set(numbers).count == 20 && numbers.allSatisfy { $0 > 0 && $0 >> 63 == 0 })
    }

    @Test func `at the end of time a store neither stops nor goes on`() throws {
        let store = try TestStore(at: .max).store
        try store.add(piece(1))
        let last = try #require(Stamp(time: Stamp.latestTime, device: 7))
        try store.merge([Change(entity: 2, record: id(2), stamp: last, fields: [Change.Field(2, .text("Late"))])])
        try store.change(1) { $0.quantity = 2 }
        #expect(try time(store) == Stamp.latestTime)
        #expect(try store.piece(1)?.record.quantity == 2)
    }
}
