// Reading: what is shown, found and counted.

import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Reader")
struct ReaderTests {
    private let store: ReplicaStore

    init() throws {
        store = try TestStore().store
        try store.add(journey(9, "Bergen, Łódź"))
        try store.add(piece(1, "Blue tent") { $0.journey = id(9) })
        try store.add(piece(2, "Red TENT"))
        try store.add(piece(3, "Rope") { $0.journey = id(8) })
    }

    private func found(_ words: [String]) throws -> [Int] {
        try store.read { try $0.matching(Piece.self, words).map(\.number) }
    }

    @Test func `what lies below a missing or deleted parent is not shown, and comes back with it`() throws {
        #expect(try store.read { try $0.records(Piece.self).map(\.number) } == [1, 2])
        _ = try store.edit("delete") { try $0.delete(Journey.schema.description, id(9)) }
        #expect(try store.read { try $0.records(Piece.self).map(\.number) } == [2])
        #expect(try found(["tent"]) == [2])
        #expect(try store.read { try $0.children(Piece.self, of: id(9)).map(\.number) } == [1])
        #expect(try store.read { try $0.record(of: Piece.schema.description, id(1))?.isShown } == false)
        _ = try store.edit("restore") { try $0.restore(Journey.schema.description, id(9)) }
        #expect(try store.read { try $0.records(Piece.self).map(\.number) } == [1, 2])
        #expect(try store.read { try $0.record(of: Piece.schema.description, id(1))?.isShown } == true)
    }

    @Test func `all words must occur, in any order and case`() throws {
        #expect(try found(["tent"]) == [1, 2])
        #expect(try found(["TENT", "blu"]) == [1])
        #expect(try found(["tent", "rope"]) == [])
        #expect(try found([]) == [] && found([""]) == [])
        #expect(try found(["%"]) == [] && found(["'"]) == [])
        #expect(try found(Array(repeating: "tent", count: 40)) == [1, 2])
        #expect(try store.read { try $0.matching(Memo.self, ["x"]).count } == 0)
        #expect(try store.read { try $0.matching(Journey.self, ["łódź"]).count } == 1)
        try store.change(1) { $0.name = "Tarp" }
        #expect(try found(["tent"]) == [2] && found(["tarp"]) == [1])
    }

    @Test func `a listing can be read within a listing`() throws {
        var pairs = 0
        try store.read { reader in
            try reader.forEachRecord(of: Piece.schema.description) { _ in
                try reader.forEachRecord(of: Piece.schema.description) { _ in pairs += 1 }
            }
        }
        #expect(pairs == 9)
    }

    @Test func `views for a database shell show what is shown, with readable ids`() throws {
        let rows = try store.core.withLock { core in
            var rows: [[String]] = []
            try core.connection.statement("SELECT number, id, journey, name FROM pieces ORDER BY number").forEachRow {
                row in
                rows.append((0..<4).map { row.text($0) })
            }
            return rows
        }
        #expect(
            rows == [
                ["1", id(1).description, id(9).description, "Blue tent"], ["2", id(2).description, "", "Red TENT"],
            ])
    }
}
