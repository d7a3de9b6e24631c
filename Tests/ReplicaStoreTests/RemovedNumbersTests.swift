// Small numbers: in order of arrival, per kind and device, never given twice.

import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Small numbers")
struct RemovedNumbersTests {
    @Test func `numbers count each kind in the order of arrival`() throws {
        let store = try TestStore().store
        #expect(try store.add(piece(5)).result == 1)
        #expect(try store.add(journey(1)).result == 1)
        #expect(try store.add(piece(3)).result == 2)
        #expect(try store.read { try $0.record(Piece.self, number: 2)?.record.id } == id(3))
        #expect(try store.read { try $0.record(Piece.self, number: 3) } == nil)
        #expect(try store.read { try $0.record(Piece.self, number: -1) } == nil)
    }

    @Test func `the number of a removed record is not given again, across a deletion either`() throws {
        let store = try TestStore().store
        for number in 1...3 as ClosedRange<UInt64> { try store.add(piece(number)) }
        try store.deletePiece(3)
        #expect(try store.add(piece(4)).result == 4)
        _ = try store.write(.edit, "remove") { writer in
            let table = try writer.core.table(2)
            for number in [id(4), id(2)] {
                if let row = try table.row(id: number) { try writer.core.remove(row, from: table) }
            }
        }
        #expect(try store.add(piece(5)).result == 5)
        let two = try store.edit("two") { edit in [try edit.create(piece(6)), try edit.create(piece(7))] }
        #expect(two.result == [6, 7])
    }
}
