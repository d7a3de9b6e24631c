// A moved record stands where it was put, and mostly it alone is written.

import Replication
import TestSupport
import Testing

@testable import TripModel

@Suite("Positions")
struct PositionsTests {
    private func items(_ positions: [String?]) -> [PackingItem] {
        positions.enumerated().map { index, position in
            item(UInt64(index + 1), "x") { $0.position = position.flatMap(FractionalKey.init) }
        }
    }

    @Test("Records are ordered by position, those without one last, ties by id")
    func sorted() {
        let records = items(["b", nil, "a", "b", nil, "B"])
        for order in [records, records.reversed()] {
            #expect(Positions.sorted(order).map(\.id) == [6, 3, 1, 4, 2, 5].map(id))
        }
    }

    @Test(
        "A record that is put somewhere is the only one written",
        arguments: [
            (0, [9, 1, 2, 3]), (1, [1, 9, 2, 3]), (3, [1, 2, 3, 9]), (99, [1, 2, 3, 9]), (-1, [9, 1, 2, 3]),
        ] as [(Int, [UInt64])])
    func put(index: Int, order: [UInt64]) {
        let siblings = items(["a", "b", "c"])
        let written = Positions.put(item(9, "new"), at: index, among: siblings)
        #expect(written.map(\.id) == [id(9)])
        #expect(Positions.sorted(siblings + written).map(\.id) == order.map(id))
    }

    @Test("A record moves among its own siblings")
    func moved() {
        let siblings = items(["a", "b", "c"])
        let written = Positions.put(siblings[0], at: 2, among: siblings)
        #expect(written.map(\.id) == [id(1)])
        #expect(Positions.sorted(siblings[1...] + written).map(\.id) == [2, 3, 1].map(id))
    }

    @Test("The first of all gets a position")
    func first() {
        let written = Positions.put(item(1, "x"), at: 0, among: [])
        #expect(written.count == 1)
        #expect(written[0].position != nil)
    }

    @Test(
        "Siblings that leave no room are numbered anew in their order",
        arguments: [["b", "b", "c"], ["a", "a0", "c"], [nil, nil, nil]] as [[String?]])
    func renumbered(positions: [String?]) {
        let siblings = items(positions)
        let written = Positions.put(item(9, "new"), at: 1, among: siblings)
        #expect(written.map(\.id) == [1, 9, 2, 3].map(id))
        #expect(Positions.sorted(written.reversed()).map(\.id) == [1, 9, 2, 3].map(id))
    }

    @Test("Whatever is dragged wherever, the order is the one that people see")
    func dragged() {
        var generator = SeededGenerator(seed: 4)
        var list = items((0..<40).map { _ in nil })
        var rewrites = 0
        for _ in 0..<2000 {
            let (from, to) = (generator.int(in: 0..<list.count), generator.int(in: 0..<list.count))
            var expected = list
            expected.insert(expected.remove(at: from), at: to)
            let written = Positions.put(list[from], at: to, among: list)
            if written.count > 1 { rewrites += 1 }
            let unchanged = list.filter { old in !written.contains { $0.id == old.id } }
            list = Positions.sorted(generator.shuffled(unchanged + written))
            #expect(list.map(\.id) == expected.map(\.id))
        }
        #expect(rewrites < 5)
    }

    @Test("Two devices drag 30 of 240 items each: one order for all, each item below the one it was put under")
    func draggedApart() {
        var generator = SeededGenerator(seed: 5)
        let keys = FractionalKey.sequence(count: 240)
        let list = keys.enumerated().map { index, key in item(UInt64(index), "x") { $0.position = key } }
        var dragged: [RecordID: (position: FractionalKey?, above: RecordID?)] = [:]
        for _ in ["one device", "the other"] {
            var seen = list
            for _ in 0..<30 {
                let moved = seen[generator.int(in: 0..<seen.count)]
                let others = seen.filter { $0.id != moved.id }
                let index = generator.int(in: 0...others.count)
                let written = Positions.put(moved, at: index, among: seen)
                #expect(written.map(\.id) == [moved.id])
                dragged[moved.id] = (written[0].position, index > 0 ? others[index - 1].id : nil)
                seen = Positions.sorted(others + written)
            }
        }
        let merged = list.map { old in
            var item = old
            if let drag = dragged[item.id] { item.position = drag.position }
            return item
        }
        let order = Positions.sorted(merged).map(\.id)
        #expect(Positions.sorted(generator.shuffled(merged)).map(\.id) == order)
        #expect(order.filter { dragged[$0] == nil } == list.map(\.id).filter { dragged[$0] == nil })
        for (index, id) in order.enumerated() {
            guard let above = dragged[id]?.above, dragged[above] == nil else { continue }
            // Nothing but other dragged items may have come between the two.
            #expect(order[..<index].last { dragged[$0] == nil } == above)
        }
    }
}
