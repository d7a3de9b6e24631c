// The laws of the merge, over thousands of random sets of changes.

import Replication
import TestSupport
import Testing

struct CellsTests {
    /// Random changes of few records, fields, times and devices, so that cells collide. As in truth, a value follows
    /// from cell and stamp.
    static func changes(_ random: inout SeededGenerator) -> [Change] {
        (0..<random.int(in: 1...12)).map { _ in
            let entity = EntityNumber(random.int(in: 1...2))
            let record = RecordID(high: 0, low: UInt64(random.int(in: 1...2)))
            let stamp = Stamp(time: UInt64(random.int(in: 1...4)), device: UInt64(random.int(in: 1...2)))!
            let mask = FieldMask(bits: UInt64(random.int(in: 1...15)))
            return Change(
                entity: entity, record: record, stamp: stamp,
                fields: mask.map { field in
                    let mark = Int64(stamp.time * 100 + stamp.device * 10) + Int64(field)
                    return Change.Field(field, field == 0 ? .bool(mark % 20 == 0) : .integer(mark))
                })
        }
    }

    static func merged(_ changes: [Change]) -> Cells {
        changes.reduce(into: Cells()) { $0.merge($1) }
    }

    @Test("Merging commutes, associates and repeats harmlessly, whole or in parts", arguments: 0..<20 as Range<UInt64>)
    func laws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 { expectLaws(&random) }
    }

    private func expectLaws(_ random: inout SeededGenerator) {
        let changes = Self.changes(&random)
        let once = Self.merged(changes)
        #expect(Self.merged(random.shuffled(changes)) == once)
        #expect(Self.merged(random.shuffled(changes + changes)) == once)
        let cut = random.int(in: 0...changes.count)
        var left = Self.merged(Array(changes[..<cut]))
        left.merge(Self.merged(Array(changes[cut...])))
        #expect(left == once)
        let parts = changes.flatMap { change in
            change.fields.map {
                Change(entity: change.entity, record: change.record, stamp: change.stamp, fields: [$0])
            }
        }
        #expect(Self.merged(random.shuffled(parts)) == once)
        #expect(Self.merged(random.shuffled(parts)).sum == once.sum)
    }

    @Test("The living changes of every record own exactly the merged cells", arguments: 0..<20 as Range<UInt64>)
    func livingAgrees(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 { expectLivingAgrees(&random) }
    }

    private func expectLivingAgrees(_ random: inout SeededGenerator) {
        var cells = Cells()
        var living: [[LivingChanges]] = Array(repeating: Array(repeating: LivingChanges(), count: 3), count: 3)
        for change in Self.changes(&random) {
            let won = cells.merge(change)
            #expect(
                living[Int(change.entity)][Int(change.record.low)]
                    .merge(change.mask, stamp: change.stamp, state: .confirmed) == won)
        }
        for register in cells.registers {
            let (entity, record) = (Int(register.cell.entity), Int(register.cell.record.low))
            #expect(living[entity][record].owner(of: register.cell.field)?.stamp == register.stamp)
        }
        #expect(living.joined().reduce(0) { $0 + $1.owned.count } == cells.registers.count)
    }

    static let record = RecordID(high: 7, low: 8)

    static func change(_ time: UInt64, _ fields: [Change.Field]) -> Change {
        Change(entity: 1, record: record, stamp: Stamp(time: time, device: 1)!, fields: fields)
    }

    @Test("An edit made elsewhere, even later, does not revive a deleted record and is kept beneath it")
    func deletion() {
        var cells = Self.merged([
            Self.change(1, [Change.Field(0, .bool(false)), Change.Field(1, .text("old"))]),
            Self.change(2, [Change.Field(0, .bool(true))]),
            Self.change(3, [Change.Field(1, .text("new"))]),
        ])
        #expect(cells.isDeleted(1, Self.record))
        #expect(cells.undeleted.isEmpty)
        #expect(cells.sum == EqualitySum())
        cells.merge(Self.change(4, [Change.Field(0, .bool(false))]))
        #expect(!cells.isDeleted(1, Self.record))
        #expect(cells[Cell(entity: 1, record: Self.record, field: 1)]?.value == .text("new"))
        #expect(cells.undeleted.count == 2)
    }

    @Test("A merge tells the cells it won")
    func won() {
        var cells = Self.merged([Self.change(5, [Change.Field(1, .null)])])
        let change = Self.change(4, [Change.Field(1, .integer(1)), Change.Field(2, .integer(2))])
        #expect(cells.merge(change) == FieldMask(2))
        #expect(cells.merge(change).isEmpty)
        #expect(cells[Cell(entity: 1, record: Self.record, field: 1)]?.value == .null)
        #expect(cells[Cell(entity: 1, record: Self.record, field: 3)] == nil)
    }
}
