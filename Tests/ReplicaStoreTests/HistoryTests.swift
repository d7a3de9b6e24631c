// History: who changed what, when, from what to what, and how far back it reaches.

import Platform
import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("History")
struct HistoryTests {
    private let device: TestStore
    private let other: TestStore
    private var store: ReplicaStore { device.store }

    init() throws {
        device = try TestStore()
        other = try TestStore("phone", seed: 2, at: 1_800_000_001_000)
    }

    @Test func `each entry says from what to what, newest first`() throws {
        try store.add(piece(1))
        device.clock.advance(milliseconds: 2_000)
        try store.change(1) {
            $0.quantity = 2; $0.color = "red"
        }
        try store.change(1) { $0.quantity = 3 }
        try store.deletePiece(1)
        let history = try store.history(1)
        #expect(
            history.map(\.fields) == [
                [HistoryField(number: 0, from: .bool(false), to: .bool(true))],
                [HistoryField(number: 3, from: .integer(2), to: .integer(3))],
                [
                    HistoryField(number: 3, from: .null, to: .integer(2)),
                    HistoryField(number: 6, from: .null, to: .text("red")),
                ],
                [HistoryField(number: 2, from: .null, to: .text("Tent"))],
            ])
        #expect(history.map(\.isCreation) == [false, false, false, true])
        #expect(history.map(\.transaction) == [4, 3, 2, 1])
        #expect(history.allSatisfy { $0.isOwn })
        #expect(
            history.map(\.stamp.milliseconds).reversed() == [
                1_800_000_000_000, 1_800_000_002_000, 1_800_000_002_000, 1_800_000_002_000,
            ])
        #expect(history.map(\.stamp) == history.map(\.stamp).sorted(by: >))
    }

    @Test func `transactions are told with their words, kind and records`() throws {
        _ = try store.edit("pack all") { edit in
            try edit.create(piece(1))
            try edit.create(piece(2))
        }
        _ = try store.undo()
        let history = try store.read { try $0.history(limit: 10) }
        #expect(history.map(\.words) == ["pack all", "pack all"])
        #expect(history.map(\.kind) == [.undo, .edit])
        #expect(history.map(\.isUndone) == [false, true])
        #expect(history.map { $0.records.map(\.id) } == [[id(2), id(1)], [id(1), id(2)]])
        #expect(
            history[1].records.map(\.fields)
                == Array(repeating: [HistoryField(number: 2, from: .null, to: .text("Tent"))], count: 2))
        #expect(try store.read { try $0.history(limit: 1).count } == 1)
        #expect(try store.read { try $0.history(limit: 0).isEmpty && $0.history(limit: -5).isEmpty })
        #expect(try store.read { try $0.transactionWords(1) } == "pack all")
        #expect(try store.read { try $0.transactionWords(9) } == nil)
    }

    @Test func `the loser of two edits of one field is visible, once however often it comes`() throws {
        try store.add(piece(1))
        try store.send(to: other.store)
        try store.change(1) { $0.name = "Early" }
        let early = try store.pendingChanges()
        other.clock.advance(milliseconds: 60_000)
        try other.store.change(1) { $0.name = "Late" }
        for _ in 0..<3 { try other.store.merge(early) }
        let history = try other.store.history(1)
        #expect(history.map(\.lost) == [[Change.Field(2, .text("Early"))], [], []])
        #expect(history.first?.fields == [])
        #expect(history.map(\.isOwn) == [false, true, false])
        #expect(try other.store.piece(1)?.record.name == "Late")
        #expect(try other.store.read { try $0.parkedCount() } == 0)
    }

    @Test func `old news of a change that was seen already is no loser`() throws {
        try store.add(piece(1))
        let first = try store.pendingChanges()
        try store.send(to: other.store)
        try other.store.change(1) { $0.name = "Newer" }
        let marks = try other.store.marks()
        try other.store.merge(first)
        #expect(try other.store.marks() == marks)
    }

    @Test func `of what is not there, there is no history`() throws {
        #expect(try store.history(1).isEmpty)
        #expect(try store.read { try $0.history(of: 77, id(1)) }.isEmpty)
        #expect(try store.verify().isEmpty)
    }

    // MARK: How far back

    @Test func `after the days of history only the old is forgotten, the newest stays, and the chain still reads`()
        throws
    {
        try store.add(piece(1))
        try store.add(piece(2))
        for quantity in 2...40 { try store.change(1) { $0.quantity = quantity } }
        device.clock.advance(milliseconds: 91 * 86_400_000)
        for quantity in 41...75 { try store.change(1) { $0.quantity = quantity } }
        let history = try store.history(1)
        #expect(history.count == 35)
        #expect(history.last?.fields == [HistoryField(number: 3, from: .integer(40), to: .integer(41))])
        #expect(try store.history(2).isEmpty)
        #expect(try store.piece(2)?.record.name == "Tent")
        #expect(try store.verify().isEmpty)
        try store.deletePiece(2)
        #expect(try store.history(2).count == 1)
        device.clock.advance(milliseconds: 91 * 86_400_000)
        try store.compact()
        #expect(try store.read { try $0.history(limit: 100) }.map(\.words) == ["delete"])
        _ = try store.undo()
        #expect(try store.piece(2)?.isDeleted == false)
        #expect(try store.verify().isEmpty)
    }

    @Test func `many edits of few fields keep the file within bounds`() throws {
        let folder = TemporaryFolder()
        let clock = ManualClock()
        let options = StoreOptions.test(clock, historyDays: 1)
        let store = try ReplicaStore.create(at: folder.path("store"), deviceName: "laptop", options)
        _ = try store.edit("add") { edit in
            for number in 1...100 as ClosedRange<UInt64> { try edit.create(piece(number)) }
        }
        var draws = SeededGenerator(seed: 3)
        func edits(_ count: Int) throws -> Int64 {
            for _ in 0..<count {
                clock.advance(milliseconds: 432_000)
                _ = try store.edit("change") { edit in
                    for _ in 0..<10 {
                        try edit.update(Piece.self, id(UInt64(draws.int(in: 1...100)))) {
                            $0.quantity = draws.int(in: 0...999)
                        }
                    }
                }
            }
            return try Files.attributes(of: folder.path("store")).sizeBytes
        }
        // One day of history are 200 transactions.
        _ = try edits(300)
        let settled = try edits(64)
        #expect(try edits(300) <= settled * 5 / 4)
        #expect(
            try store.read { try $0.history(limit: 10_000).count } <= 200 + Int(Limits.transactionsBetweenPruning) + 1)
        #expect(try store.verify().isEmpty)
    }
}
