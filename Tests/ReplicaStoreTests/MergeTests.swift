// Stores that exchange changes in any order, in parts and again and again end up the same, as an oracle says.

import Replication
import TestSupport
import Testing

@testable import ReplicaStore

/// The greatest stamp of each cell, found without any of the code that merges.
private struct Oracle {
    private(set) var winners: [Cell: (stamp: Stamp, value: Value)] = [:]

    mutating func note(_ change: Change) {
        for field in change.fields {
            let cell = Cell(entity: change.entity, record: change.record, field: field.number)
            if let known = winners[cell], known.stamp >= change.stamp {
                if known.stamp == change.stamp { #expect(known.value == field.value, "one stamp, two values") }
                continue
            }
            winners[cell] = (change.stamp, field.value)
        }
    }

    func agrees(with cells: Cells) -> Bool {
        cells.registers.count == winners.count
            && cells.registers.allSatisfy { winners[$0.cell]?.stamp == $0.stamp && winners[$0.cell]?.value == $0.value }
    }
}

@Suite("Merge")
struct MergeTests {
    /// sqlite-data#274, super-productivity#9095.
    @Test(arguments: 1...16)
    func `stores that exchange at random end the same, as the greatest stamps say`(_ seed: UInt64) throws {
        var draws = SeededGenerator(seed: seed)
        let devices = try (1...draws.int(in: 3...5)).map { number in
            try TestStore(
                "device \(number)", seed: seed * 100 + UInt64(number),
                at: 1_800_000_000_000 + Int64(draws.int(in: -90_000_000...90_000_000)))
        }
        var oracle = Oracle()
        var published: [Change] = []
        for _ in 0..<60 {
            let device = draws.pick(from: devices)
            device.clock.advance(milliseconds: Int64(draws.int(in: -500...2_000)))
            switch draws.int(in: 0...9) {
            case 0...4:
                _ = try device.store.edit("random") { try randomEdit(&draws, $0, identities: 1...6) }
            case 5:
                _ = try? device.store.undo()
            case 6...7:
                let page = try device.store.pendingChanges(limit: draws.int(in: 1...4))
                published += page
                if draws.bool() { try device.store.confirm(page) }
            default:
                let part = draws.shuffled(published).prefix(draws.int(in: 0...12))
                try device.store.merge(Array(part), areConfirmed: draws.bool())
            }
            for change in try device.store.pendingChanges() { oracle.note(change) }
            #expect(try device.store.verify() == [])
        }
        for change in published { oracle.note(change) }
        try settle(devices.map(\.store), &draws)
        for device in devices {
            #expect(try device.store.dump() == devices[0].store.dump())
            #expect(try device.store.read { try $0.equalitySum() } == devices[0].store.read { try $0.equalitySum() })
            #expect(oracle.agrees(with: try device.store.cells()))
            #expect(try device.store.cells().sum.bytes == device.store.read { try $0.equalitySum() })
            #expect(try device.store.verify() == [])
        }
    }

    /// IceCream#134: an app that lags behind by two versions, and one that does not.
    @Test func `an old and a new version on one space keep what only the new one knows`() throws {
        var draws = SeededGenerator(seed: 99)
        let old = try TestStore("old", seed: 1)
        let new = try TestStore("new", seed: 2, catalogue: .newer)
        var ratings: [RecordID: Int] = [:]
        var boxes: [RecordID: RecordID] = [:]
        for _ in 0..<1_000 {
            let number = UInt64(draws.int(in: 1...20))
            if draws.bool() {
                _ = try old.store.edit("old") { edit in
                    try edit.put(
                        piece(number, draws.pick(from: ["Tent", "Tarp"])) { $0.quantity = draws.int(in: 0...3) })
                    if try edit.record(Journey.self, id(number)) == nil { try edit.create(journey(number)) }
                    try edit.update(Journey.self, id(number)) { $0.note = "note \(draws.int(in: 1...9))" }
                }
            } else {
                _ = try new.store.edit("new") { edit in
                    if try edit.record(NewerPiece.self, id(number)) != nil {
                        let box = id(1_000 + UInt64(draws.int(in: 1...5)))
                        try edit.put(Box(id: box))
                        try edit.update(NewerPiece.self, id(number)) {
                            $0.box = box
                            $0.color = draws.pick(from: ["green", "red"])
                            $0.quantity = draws.pick(from: [5, 5_000])
                        }
                        boxes[id(number)] = box
                    }
                    if try edit.record(NewerJourney.self, id(number)) != nil {
                        let rating = draws.int(in: 0...5)
                        try edit.update(NewerJourney.self, id(number)) { $0.rating = rating }
                        ratings[id(number)] = rating
                    }
                }
            }
            if draws.bool(probability: 0.3) {
                try old.store.send(to: new.store)
                try new.store.send(to: old.store)
            }
        }
        try old.store.send(to: new.store)
        try new.store.send(to: old.store)
        #expect(ratings.count == 20 && boxes.count == 20)
        try new.store.read { reader throws in
            for (record, rating) in ratings {
                #expect(try reader.record(NewerJourney.self, record)?.record.rating == rating)
            }
            for (record, box) in boxes { #expect(try reader.record(NewerPiece.self, record)?.record.box == box) }
        }
        #expect(try old.store.cells() == new.store.cells())
        #expect(try old.store.read { try $0.equalitySum() } == new.store.read { try $0.equalitySum() })
        #expect(try old.store.verify() == [] && new.store.verify() == [])
        #expect(try old.store.read { try $0.parkedCount() } > 0)
        #expect(try new.store.read { try $0.parkedCount() } == 0)
    }

    /// Hands everything that anybody holds to everybody, in a random order and partly twice.
    private func settle(_ stores: [ReplicaStore], _ draws: inout SeededGenerator) throws {
        let all = try stores.flatMap { try $0.livingChanges() }
        for store in stores {
            try store.merge(draws.shuffled(all))
            try store.merge(Array(draws.shuffled(all).prefix(10)))
        }
    }
}
