// What is too large to be sent is refused when it is written.

import Platform
import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Limits of a write")
struct WriterLimitTests {
    /// Eighteen fields without a rule of their own.
    private struct Heap: Entity {
        let id: RecordID
        var a = "", b = "", c = "", d = "", e = "", f = "", g = "", h = "", i = ""
        var j = "", k = "", l = "", m = "", n = "", o = "", p = "", q = "", r = ""

        init(id: RecordID) { self.id = id }

        static let paths: [any WritableKeyPath<Heap, String> & Sendable] = [
            \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j, \.k, \.l, \.m, \.n, \.o, \.p, \.q, \.r,
        ]
        static let any = FieldKind(
            name: "any", storage: .text, brokenRule: { _ in nil }, parse: { .success(.text($0)) }, format: { _ in "" })
        static let schema = Schema<Heap>(
            1, "heap", plural: "heaps",
            fields: paths.indices.map { Field(FieldNumber($0 + 1), "part\($0)", paths[$0], any, "A part") })
    }

    private let store = try? TestStore(catalogue: Catalogue([Heap.schema.description])).store

    private func set(_ store: ReplicaStore, _ parts: [Int: String]) throws {
        _ = try store.edit("set") { edit in
            try edit.update(Heap.self, id(1)) { heap in
                for (place, text) in parts { heap[keyPath: Heap.paths[place]] = text }
            }
        }
    }

    @Test func `a value, a change and a record stop at their limits`() throws {
        let store = try #require(store)
        try store.add(Heap(id: id(1)))
        let full = String(repeating: "x", count: ReplicationLimits.valueByteCount)
        #expect(throws: StoreError.invalid(entity: "heap", field: "part0", rule: "must be at most 65536 bytes long")) {
            try set(store, [0: full + "x"])
        }
        #expect(throws: StoreError.invalid(entity: "heap", field: "part3", rule: "must not contain a zero character")) {
            try set(store, [3: "a\u{0}"])
        }
        #expect(throws: StoreError.tooLarge(entity: "heap", id: id(1))) {
            try set(store, [0: full, 1: full, 2: full, 3: full])
        }
        for place in 0..<15 { try set(store, [place: full]) }
        #expect(throws: StoreError.tooLarge(entity: "heap", id: id(1))) { try set(store, [15: full]) }
        try set(store, [15: String(full.dropLast(200))])
        #expect(try store.read { try $0.record(Heap.self, id(1))?.record.o } == full)
        #expect(try store.verify().isEmpty)
    }
}
