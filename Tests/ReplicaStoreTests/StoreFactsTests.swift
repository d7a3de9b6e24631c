// What a store tells of itself.

import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Store facts")
struct StoreFactsTests {
    @Test func `a store knows its device, what is shown and how far its history reaches`() throws {
        let device = try TestStore()
        let store = device.store
        try store.read { reader throws in
            #expect(try reader.historySpan() == nil)
            #expect(try reader.deviceName() == "laptop")
            #expect(try reader.deviceNames().map(\.value) == ["laptop"])
        }
        let start = device.clock.millisecondsSince1970()
        try store.add(piece(1))
        device.clock.advance(milliseconds: 1_000)
        try store.add(piece(2))
        try store.deletePiece(2)
        try store.read { reader throws in
            #expect(try reader.historySpan() == start...start + 1_000)
            #expect(try reader.shownCount(of: Piece.schema.description) == 1)
        }
    }

    @Test func `of one record only its own transactions are told, each only with what it did to it`() throws {
        let store = try TestStore().store
        _ = try store.edit("both") { edit in
            try edit.create(piece(1))
            try edit.create(piece(2))
        }
        try store.change(2) { $0.quantity = 3 }
        try store.change(1) { $0.quantity = 3 }
        let history = try store.read { try $0.history(of: 2, id(1), limit: 5) }
        #expect(history.map(\.number) == [3, 1])
        #expect(history.map { $0.records.map(\.id) } == [[id(1)], [id(1)]])
        #expect(history.map(\.words) == ["change", "both"])
        #expect(try store.read { try $0.history(of: 2, id(1), limit: 1).count } == 1)
    }

    @Test func `what a newer version wrote is kept for it`() throws {
        let store = try TestStore().store
        try store.add(piece(1))
        _ = try store.edit("keep") { edit in
            let fields = [Change.Field(40, .text("new")), Change.Field(1, .text("old"))]
            try edit.keep(fields, of: Piece.schema.description, id(1))
        }
        let record = try store.read { try $0.record(of: Piece.schema.description, id(1)) }
        #expect(record?.parked == [Change.Field(40, .text("new"))])
        #expect(try store.read { try $0.parkedCount() } == 1)
        #expect(try store.verify() == [])
    }
}
