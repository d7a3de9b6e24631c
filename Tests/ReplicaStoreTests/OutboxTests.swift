// What goes out and what comes in: which changes wait, what confirming takes away, and what a merge gives.

import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Outbox and merge")
struct OutboxTests {
    private let device: TestStore
    private let other: TestStore
    private var store: ReplicaStore { device.store }

    init() throws {
        device = try TestStore()
        other = try TestStore("phone", seed: 2)
    }

    /// WatermelonDB#1374.
    @Test func `an edit made while another is in flight stays pending, and only it`() throws {
        try store.add(piece(1) { $0.color = "red" })
        let inFlight = try store.pendingChanges()
        try store.change(1) { $0.color = "blue" }
        try store.confirm(inFlight)
        #expect(try store.pendingChanges().map(\.fields) == [[Change.Field(6, .text("blue"))]])
        #expect(try store.read { try $0.pendingCount() } == 1)
        try store.confirm(try store.pendingChanges())
        #expect(try store.pendingChanges().isEmpty)
        #expect(try store.read { try $0.pendingCount() } == 0)
    }

    @Test func `a page is as long as it was asked to be, and confirming it leads to the next`() throws {
        for number in 1...5 as ClosedRange<UInt64> { try store.add(piece(number)) }
        var seen: [RecordID] = []
        while case let page = try store.pendingChanges(limit: 2), !page.isEmpty {
            #expect(page.count <= 2)
            seen += page.map(\.record)
            try store.confirm(page)
        }
        #expect(seen == (1...5).map { id($0) })
        #expect(try store.pendingChanges(limit: 0).isEmpty)
    }

    /// WatermelonDB#649.
    @Test func `own changes that come back change nothing but that they are confirmed`() throws {
        try store.add(piece(1))
        try store.deletePiece(1)
        let own = try store.pendingChanges()
        let before = try (store.dump(), store.cells(), store.read { try $0.history(limit: 9) })
        #expect(try store.merge(own).transaction == nil)
        #expect(try store.dump() == before.0 && store.cells() == before.1)
        #expect(try store.read { try $0.history(limit: 9) } == before.2)
        #expect(try store.pendingChanges().isEmpty)
    }

    @Test func `a deletion, and a restoration, take the whole record along`() throws {
        try store.add(piece(1))
        try store.change(1) { $0.quantity = 2 }
        try store.confirm(try store.pendingChanges())
        try store.deletePiece(1)
        #expect(try store.pendingChanges().flatMap(\.fields).map(\.number).sorted() == [0, 2, 3])
        try store.confirm(try store.pendingChanges())
        try store.restorePiece(1)
        #expect(try store.pendingChanges().flatMap(\.fields).map(\.number).sorted() == [0, 2, 3])
    }

    @Test func `an edit made elsewhere, even later, is kept beneath a deletion until it is restored`() throws {
        try store.add(piece(1))
        try store.send(to: other.store)
        try store.deletePiece(1)
        other.clock.advance(milliseconds: 60_000)
        try other.store.change(1) { $0.quantity = 9 }
        try other.store.send(to: store)
        try store.send(to: other.store)
        for each in [store, other.store] {
            #expect(try each.piece(1)?.isDeleted == true)
            #expect(try each.read { try $0.records(Piece.self) }.isEmpty)
        }
        try store.restorePiece(1)
        try store.send(to: other.store)
        for each in [store, other.store] {
            #expect(try each.piece(1) == Stored(number: 1, record: piece(1) { $0.quantity = 9 }, isDeleted: false))
        }
    }

    /// todeoapp#474, opentasks#863.
    @Test func `two people who change different fields of one record both keep theirs`() throws {
        try store.add(piece(1))
        try store.send(to: other.store)
        try store.change(1) { $0.quantity = 2 }
        try other.store.change(1) { $0.packed = true }
        try store.send(to: other.store)
        try other.store.send(to: store)
        for each in [store, other.store] {
            #expect(
                try each.piece(1)?.record
                    == piece(1) {
                        $0.quantity = 2; $0.packed = true
                    })
        }
    }

    /// sqlite-data#315.
    @Test
    func `a child that comes before its parent, or with a losing one, is kept and shown once its parent is there`()
        throws
    {
        try store.add(journey(9))
        try store.add(piece(1) { $0.journey = id(9) })
        let changes = try store.pendingChanges()
        try other.store.merge(changes.filter { $0.entity == 2 })
        #expect(try other.store.read { try $0.records(Piece.self) }.isEmpty)
        #expect(try other.store.piece(1) != nil)
        try other.store.merge(changes.filter { $0.entity == 1 })
        #expect(try other.store.read { try $0.records(Piece.self).count } == 1)
        #expect(try other.store.read { try $0.children(Piece.self, of: id(9)).count } == 1)
        _ = try other.store.edit("delete") { try $0.delete(Journey.schema.description, id(9)) }
        #expect(try other.store.read { try $0.records(Piece.self) }.isEmpty)
        #expect(try other.store.dump().map(\.isShown).filter { $0 }.count == 2, "the built-in ones only")
    }

    @Test func `changes that no server is known to hold are offered`() throws {
        try store.add(piece(1))
        try other.store.merge(try store.pendingChanges(), areConfirmed: false)
        #expect(try other.store.pendingChanges() == store.pendingChanges())
        #expect(try other.store.read { try $0.pendingCount() } == 1)
    }

    @Test func `a merge that fails midway leaves nothing`() throws {
        // A full store in memory stands for a full disk; a lower limit than the pages in use counts as their number.
        try store.core.withLock { try $0.connection.execute("PRAGMA max_page_count = 1") }
        for number in 1...400 as ClosedRange<UInt64> {
            try other.store.add(piece(number, String(repeating: "x", count: 60)) { $0.height = 1 })
        }
        let before = try store.dump()
        #expect(throws: StoreError.database(.full)) { try store.merge(try other.store.pendingChanges()) }
        #expect(try store.dump() == before && store.verify().isEmpty)
        try store.core.withLock { try $0.connection.execute("PRAGMA max_page_count = 100000") }
        try store.merge(try other.store.pendingChanges())
        #expect(try store.dump() == other.store.dump())
    }
}
