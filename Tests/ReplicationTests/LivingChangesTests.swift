// The owners of the cells of one record: by hand, and against a plain table of cells.

import Replication
import TestSupport
import Testing

struct LivingChangesTests {
    static func stamp(_ time: UInt64, _ device: UInt64 = 1) -> Stamp {
        Stamp(time: time, device: device)!
    }

    static func mask(_ numbers: FieldNumber...) -> FieldMask {
        numbers.reduce(into: FieldMask()) { $0.insert($1) }
    }

    @Test("A creation is one entry that owns its fields")
    func creation() {
        let living = LivingChanges(Self.mask(0, 1, 2), stamp: Self.stamp(10), state: .new)
        #expect(living.entries.count == 1)
        #expect(living.owner(of: 1)?.stamp == Self.stamp(10))
        #expect(living.owner(of: 1)?.state == .new)
        #expect(living.owner(of: 3) == nil)
        #expect(living.owned == Self.mask(0, 1, 2))
        #expect(LivingChanges(FieldMask(), stamp: Self.stamp(10), state: .new) == LivingChanges())
    }

    @Test("A write takes its cells from the older owner, and an owner of nothing goes")
    func write() {
        var living = LivingChanges(Self.mask(1, 2), stamp: Self.stamp(10), state: .confirmed)
        living.write(Self.mask(2, 3), stamp: Self.stamp(20), state: .new)
        #expect(living.entries.map(\.owned) == [Self.mask(1), Self.mask(2, 3)])
        living.write(Self.mask(1), stamp: Self.stamp(30), state: .new)
        #expect(living.entries.map(\.stamp) == [Self.stamp(20), Self.stamp(30)])
        #expect(living.latestTime(of: Self.mask(2, 4)) == 20)
        #expect(living.latestTime(of: Self.mask(4)) == 0)
    }

    @Test("A write joins the entry of the same stamp and state, and no other")
    func join() {
        var living = LivingChanges(Self.mask(1), stamp: Self.stamp(10), state: .new)
        living.write(Self.mask(2), stamp: Self.stamp(10), state: .new)
        living.write(Self.mask(3), stamp: Self.stamp(10), state: .confirmed)
        living.write(Self.mask(4), stamp: Self.stamp(10, 2), state: .new)
        #expect(living.entries.map(\.owned) == [Self.mask(1, 2), Self.mask(3), Self.mask(4)])
    }

    @Test("A write stamped anew takes its cells although the new stamp is smaller")
    func restamp() {
        var living = LivingChanges(Self.mask(1, 2), stamp: Self.stamp(90), state: .new)
        living.write(Self.mask(1, 2), stamp: Self.stamp(40), state: .new)
        #expect(living == LivingChanges(Self.mask(1, 2), stamp: Self.stamp(40), state: .new))
    }

    @Test("A merge wins exactly the cells whose owner has a smaller stamp")
    func merge() {
        var living = LivingChanges(Self.mask(1), stamp: Self.stamp(10), state: .new)
        living.write(Self.mask(2), stamp: Self.stamp(30), state: .new)
        let won = living.merge(Self.mask(1, 2, 3), stamp: Self.stamp(20), state: .confirmed)
        #expect(won == Self.mask(1, 3))
        #expect(living.owner(of: 2)?.stamp == Self.stamp(30))
        #expect(living.owner(of: 1)?.state == .confirmed)
    }

    @Test("Of two changes at the same time the greater device number wins")
    func deviceDecides() {
        var living = LivingChanges(Self.mask(1), stamp: Self.stamp(10, 5), state: .confirmed)
        #expect(living.merge(Self.mask(1), stamp: Self.stamp(10, 4), state: .confirmed).isEmpty)
        #expect(living.merge(Self.mask(1), stamp: Self.stamp(10, 6), state: .confirmed) == Self.mask(1))
    }

    @Test("A change whose stamp is known still wins the cells that it does not own here")
    func knownStampWins() {
        var living = LivingChanges(Self.mask(1), stamp: Self.stamp(20), state: .confirmed)
        living.write(Self.mask(2), stamp: Self.stamp(10), state: .confirmed)
        #expect(living.merge(Self.mask(1, 2), stamp: Self.stamp(20), state: .confirmed) == Self.mask(2))
        #expect(living == LivingChanges(Self.mask(1, 2), stamp: Self.stamp(20), state: .confirmed))
    }

    @Test("An equal cell confirms, for exactly the cells received")
    func equalConfirms() {
        var living = LivingChanges(Self.mask(1, 2), stamp: Self.stamp(20), state: .new)
        #expect(living.merge(Self.mask(1), stamp: Self.stamp(20), state: .confirmed).isEmpty)
        #expect(living.owner(of: 1)?.state == .confirmed)
        #expect(living.owner(of: 2)?.state == .new)
        #expect(living.merge(Self.mask(1), stamp: Self.stamp(20), state: .new).isEmpty)
        #expect(living.owner(of: 1)?.state == .confirmed)
    }

    @Test("Confirming leaves alone what the change no longer owns")
    func confirm() {
        var living = LivingChanges(Self.mask(1, 2, 3), stamp: Self.stamp(10), state: .offered)
        living.write(Self.mask(2), stamp: Self.stamp(20), state: .new)
        living.confirm(Self.mask(1, 2), at: Self.stamp(10))
        #expect(living.owner(of: 1)?.state == .confirmed)
        #expect(living.owner(of: 2)?.state == .new)
        #expect(living.owner(of: 3)?.state == .offered)
        #expect(living.hasPending)
        #expect(living.pendingChanges.map(\.stamp) == [Self.stamp(10), Self.stamp(20)])
    }

    @Test("Offering again turns confirmed into offered and leaves new alone")
    func offerAgain() {
        var living = LivingChanges(Self.mask(1), stamp: Self.stamp(10), state: .confirmed)
        living.write(Self.mask(2), stamp: Self.stamp(10), state: .offered)
        living.write(Self.mask(3), stamp: Self.stamp(20), state: .new)
        living.offerAgain()
        #expect(living.entries.map(\.owned) == [Self.mask(1, 2), Self.mask(3)])
        #expect(living.entries.map(\.state) == [.offered, .new])
        #expect(!LivingChanges(Self.mask(1), stamp: Self.stamp(1), state: .confirmed).hasPending)
    }

    @Test("Any sequence of operations leaves what a table of cells says", arguments: 0..<200 as Range<UInt64>)
    func againstTable(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var living = LivingChanges()
        var table = [(stamp: Stamp, state: LivingChanges.State)?](repeating: nil, count: 63)
        for _ in 0..<40 {
            let mask = FieldMask(bits: random.next() & random.next() & random.pick(from: [0xFF, FieldMask.all.bits]))
            let stamp = Self.stamp(UInt64(random.int(in: 1...6)), UInt64(random.int(in: 1...2)))
            let state = random.pick(from: [LivingChanges.State.new, .offered, .confirmed])
            switch random.int(in: 0..<5) {
            case 0:
                living.write(mask, stamp: stamp, state: state)
                for field in mask { table[Int(field)] = (stamp, state) }
            case 1, 2:
                var won = FieldMask()
                for field in mask {
                    if let owner = table[Int(field)], owner.stamp >= stamp {
                        if owner.stamp == stamp, state == .confirmed { table[Int(field)]?.state = .confirmed }
                    } else {
                        table[Int(field)] = (stamp, state)
                        won.insert(field)
                    }
                }
                #expect(living.merge(mask, stamp: stamp, state: state) == won)
            case 3:
                living.mark(mask, at: stamp, as: state)
                for field in mask where table[Int(field)]?.stamp == stamp { table[Int(field)]?.state = state }
            default:
                living.offerAgain()
                for field in table.indices where table[field]?.state == .confirmed { table[field]?.state = .offered }
            }
        }
        for field in table.indices {
            #expect(living.owner(of: FieldNumber(field))?.stamp == table[field]?.stamp)
            #expect(living.owner(of: FieldNumber(field))?.state == table[field]?.state)
        }
        let order = living.entries.map { ($0.stamp, $0.state.rawValue) }
        #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 })
        #expect(living.entries.allSatisfy { !$0.owned.isEmpty })
        #expect(living.hasPending == table.contains { $0 != nil && $0?.state != .confirmed })
        let bytes = living.packed { UInt32($0) }
        #expect(LivingChanges(packed: bytes) { UInt64($0) } == living)
    }
}
