// The exchange, rule by rule. Each test quotes the rule (docs/design, replication) that it would see broken.

import Replication
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@Suite("Exchange")
struct ExchangeTests {
    let world: TestServer
    let first: TestDevice
    let second: TestDevice

    init() throws {
        world = try TestServer()
        first = try world.claim()
        second = try world.join(device: 2, invitedBy: first)
    }

    // MARK: Content

    @Test("What one device pushes, the other one gets, and not the one who pushed")
    func pushAndPull() throws {
        let pushed = try first.exchange([change(5, at: 0)])
        #expect(pushed.outcomes == [.stored])
        #expect(pushed.rows.isEmpty)
        #expect(pushed.cursor.sequence == 1)
        let pulled = try second.exchange()
        #expect(pulled.rows.map(\.sealed) == [try change(5, at: 0)])
        #expect(pulled.rows.map(\.pusher) == [1])
        #expect(pulled.rows.map(\.owned) == [FieldMask(1)])
        #expect(pulled.cursor.sequence == 1)
        #expect(pulled.head != nil)
        #expect(try second.exchange().rows.isEmpty)
    }

    @Test("⚠ “Rows beyond the cursor not pushed by this number (all of them, from zero)”")
    func fromZero() throws {
        // Written by the first device, pushed by the second: the first must see that it came home.
        try second.exchange([change(5, at: 0, by: 1)])
        #expect(try first.exchange().rows.map(\.pusher) == [2])
        second.cursor = .zero
        #expect(try second.exchange().rows.isEmpty)
        #expect(try second.everything().count == 1)
    }

    @Test("“Per cell, the greater stamp wins, always”, whatever comes first", arguments: [[0, 1], [1, 0]])
    func greaterStampWins(order: [Int]) throws {
        let changes = [try change(5, at: 0, by: 1), try change(5, at: 1, by: 2)]
        let outcomes = try order.map { try first.exchange([changes[$0]]).outcomes[0] }
        #expect(outcomes == (order == [0, 1] ? [.stored, .stored] : [.stored, .done]))
        #expect(try second.everything().map(\.sealed) == [changes[1]])
    }

    @Test("At one time, the greater device number wins")
    func equalTimes() throws {
        let changes = [try change(5, at: 0, by: 2), try change(5, at: 0, by: 1)]
        #expect(try first.exchange(changes).outcomes == [.stored, .done])
    }

    @Test("⚠ “Every comparison, ‘already here’, offering, the sum, is per cell, never per stamp”")
    func shrunkChange() throws {
        // The same stamp comes first with one field only, as a device re-offers it, then whole.
        #expect(try first.exchange([change(5, at: 0, fields: [1])]).outcomes == [.stored])
        #expect(try second.exchange([change(5, at: 0, fields: [1, 2])]).outcomes == [.stored])
        #expect(try second.exchange([change(5, at: 0, fields: [1, 2])]).outcomes == [.done])
        let rows = try first.everything()
        #expect(rows.map(\.owned) == [FieldMask(1), FieldMask(2)])
    }

    @Test("⚠ “A change whose stamp is known but which wins a cell is one more row; a mask is never widened in place”")
    func maskIsNotWidened() throws {
        let page = try first.exchange([change(5, at: 0, fields: [1]), change(5, at: 0, fields: [1, 2])])
        #expect(page.cursor.sequence == 2)
        let rows = try second.exchange().rows
        #expect(rows.map(\.sealed.header.mask) == [FieldMask(1), FieldMask(bits: 0b110)])
        #expect(rows.map(\.owned) == [FieldMask(1), FieldMask(2)])
    }

    @Test("“Rows owning nothing go”, and what still owns a field stays with that one")
    func losersGo() throws {
        try first.exchange([change(5, at: 0, fields: [1, 2])])
        try first.exchange([change(5, at: 1, fields: [1])])
        #expect(try second.everything().map(\.owned) == [FieldMask(2), FieldMask(1)])
        try first.exchange([change(5, at: 2, fields: [2])])
        #expect(try second.everything().map(\.owned) == [FieldMask(1), FieldMask(2)])
    }

    @Test("“An edit made elsewhere, even later, does not revive the record and is kept beneath it”")
    func deletionKeepsEdits() throws {
        try first.exchange([change(5, at: 0, deletion: false)])
        let empty = try first.exchange([change(5, at: 1, fields: [], deletion: true)]).head?.sum
        #expect(empty == EqualitySum())
        #expect(try second.exchange([change(5, at: 9, fields: [2])]).head?.sum == EqualitySum())
        let restored = try first.exchange([change(5, at: 10, fields: [], deletion: false)])
        var sum = EqualitySum()
        for part in [
            try change(5, at: 0), try change(5, at: 9, fields: [2]), try change(5, at: 10, fields: [], deletion: false),
        ] {
            sum.add(
                entity: 1, record: part.header.record, mask: part.header.mask, stamp: part.header.stamp)
        }
        #expect(restored.head?.sum == sum)
    }

    // MARK: Each change, in this order

    @Test("⚠ “Wins no cell → done; ahead”: what is stored already is never ahead, though the clock was set back")
    func doneBeforeAhead() throws {
        let pushed = try change(5, at: 30)
        try first.exchange([pushed])
        world.clock.advance(milliseconds: -1_000_000)
        #expect(try first.exchange([pushed]).outcomes == [.done])
    }

    @Test("“More than 60 s beyond the server's clock”", arguments: [(60_000, true), (60_001, false)])
    func aheadOfClock(milliseconds: Int64, isTaken: Bool) throws {
        let stamp = try #require(Stamp(time: Stamp.time(milliseconds: world.now + milliseconds), device: 1))
        #expect(try first.exchange([change(5, stamp)]).outcomes == [isTaken ? .stored : .ahead])
    }

    @Test(
        "⚠ “And more than 1 s beyond the newest time stored in the space”", arguments: [(1_000, true), (1_001, false)])
    func aheadOfNewest(milliseconds: Int64, isTaken: Bool) throws {
        let newest = world.now + 50_000
        let stored = try #require(Stamp(time: Stamp.time(milliseconds: newest), device: 1))
        try first.exchange([change(5, stored)])
        world.clock.advance(milliseconds: -3_600_000)
        let stamp = try #require(Stamp(time: Stamp.time(milliseconds: newest + milliseconds), device: 1))
        #expect(try first.exchange([change(6, stamp)]).outcomes == [isTaken ? .stored : .ahead])
    }

    @Test("“The newest time stored” stays, when what had it is superseded or was collected")
    func newestStays() throws {
        let late = try #require(Stamp(time: Stamp.time(milliseconds: world.now + 60_000), device: 1))
        try first.exchange([change(5, late)])
        try first.exchange([change(5, try #require(Stamp(time: late.time + 1, device: 1)))])
        world.clock.advance(milliseconds: -3_600_000)
        let next = try #require(Stamp(time: late.time + (900 << 16), device: 1))
        #expect(try first.exchange([change(6, next)]).outcomes == [.stored])
    }

    @Test("A body that is longer than the server takes is refused for good, and the rest goes on")
    func tooLarge() throws {
        var limits = ServerLimits.generous
        limits.changeBytes = 256
        let world = try TestServer(limits: limits)
        let device = try world.claim()
        let outcomes = try device.exchange([
            change(5, at: 0, body: [UInt8](repeating: 0, count: 257)),
            change(6, at: 0, body: [UInt8](repeating: 0, count: 256)),
        ]).outcomes
        #expect(outcomes == [.refused(.tooLarge), .stored])
    }

    @Test("“Over quota is later; deletions of records the server holds always pass”")
    func quota() throws {
        var limits = ServerLimits.generous
        limits.recordsPerSpace = 2
        let world = try TestServer(limits: limits)
        let device = try world.claim()
        let later = Outcome.later(.quota, seconds: 600)
        let outcomes = try device.exchange([
            change(1, at: 0), change(2, at: 0), change(3, at: 0), change(1, at: 1),
            change(2, at: 2, fields: [], deletion: true), change(3, at: 2, fields: [], deletion: true),
        ]).outcomes
        #expect(outcomes == [.stored, .stored, later, .stored, .stored, later])
    }

    @Test("The bytes of a space are limited too; deletions pass, and what is superseded counts no more")
    func byteQuota() throws {
        var limits = ServerLimits.generous
        limits.bytesPerSpace = 300
        let world = try TestServer(limits: limits)
        let device = try world.claim()
        let body = [UInt8](repeating: 0, count: 150)
        let later = Outcome.later(.quota, seconds: 600)
        let outcomes = try device.exchange([
            change(1, at: 0, body: body), change(1, at: 1, body: body), change(2, at: 0, body: body),
            change(3, at: 0, body: [1]), change(1, at: 2, fields: [], deletion: true, body: [1, 2, 3]),
        ]).outcomes
        #expect(outcomes == [.stored, .stored, .stored, later, .stored])
    }

    // MARK: Pages

    @Test("A page holds so many rows, and the next one goes on where it ended")
    func pages() throws {
        var limits = ServerLimits.generous
        limits.pageRows = 2
        let world = try TestServer(limits: limits)
        let first = try world.claim()
        let second = try world.join(device: 2, invitedBy: first)
        try first.exchange((1...5).map { try change($0, at: 0) })
        var sizes: [Int] = []
        var page: ExchangePage
        repeat {
            page = try second.exchange()
            sizes.append(page.rows.count)
        } while page.head == nil
        #expect(sizes == [2, 2, 1])
    }

    @Test("A page ends where its bytes end, and holds at least one row")
    func pageBytes() throws {
        var limits = ServerLimits.generous
        limits.pageBytes = 1
        let world = try TestServer(limits: limits)
        let first = try world.claim()
        let second = try world.join(device: 2, invitedBy: first)
        try first.exchange([change(1, at: 0), change(2, at: 0)])
        let page = try second.exchange()
        #expect(page.rows.count == 1)
        #expect(page.head == nil)
        #expect(try second.exchange().head != nil)
    }

    @Test("A page that is full with nothing but own rows behind it has reached the head")
    func ownRowsBehind() throws {
        var limits = ServerLimits.generous
        limits.pageRows = 1
        let world = try TestServer(limits: limits)
        let first = try world.claim()
        let second = try world.join(device: 2, invitedBy: first)
        try first.exchange([change(1, at: 0)])
        let page = try second.exchange([change(2, at: 0), change(3, at: 0)])
        #expect(page.rows.count == 1)
        #expect(page.head != nil)
        #expect(page.cursor.sequence == 3)
    }

    @Test("“A body that does not open is reported, the server marks the row damaged and wanted”")
    func damaged() throws {
        let bad = try change(5, at: 0, body: [0])
        try first.exchange([bad])
        #expect(try second.exchange(damaged: [bad.key]).head?.wanted == [bad.key])
        #expect(try first.exchange().head?.wanted == [bad.key])
        // “The first good body of those cells replaces it.”
        let good = try change(5, at: 0, body: [1])
        #expect(try first.exchange([good]).outcomes == [.stored])
        let page = try second.exchange()
        #expect(page.rows.map(\.sealed) == [good])
        #expect(page.head?.wanted == [])
        #expect(try first.exchange([good]).outcomes == [.done])
    }
}

/// A change of field 1 under any stamp.
private func change(_ record: UInt64, _ stamp: Stamp) throws -> SealedChange {
    let header = ChangeHeader(
        entity: 1, record: RecordID(high: 0, low: record), stamp: stamp, mask: FieldMask(1), deletion: nil)
    return SealedChange(header: try #require(header), body: [1])
}
