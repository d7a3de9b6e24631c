// Where a device stands: what is foreign, what is expired, what is remembered.

import HTTPMessages
import Replication
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@Suite("Standing")
struct StandingTests {
    let world: TestServer
    let first: TestDevice
    let second: TestDevice

    init() throws {
        world = try TestServer()
        first = try world.claim()
        second = try world.join(device: 2, invitedBy: first)
    }

    @Test("⚠ “(a) its last id for this number is not among the known ids → foreign”, and nothing is stored")
    func foreignByID() throws {
        let carried = first.request([try change(5, at: 0)])
        _ = try first.verdict(carried)
        // A copy of the device, made before that attempt.
        let copy = first.request([try change(6, at: 1)])
        #expect(try first.verdict(copy) == .foreign(last: carried.attempt))
        #expect(try second.exchange().rows.count == 1)
    }

    @Test("An answer that was lost makes nothing foreign: all attempts since are known")
    func lostAnswer() throws {
        let lost = first.request([try change(5, at: 0)])
        _ = try first.verdict(lost)
        first.known.append(lost.attempt)
        #expect(try first.exchange([change(5, at: 0)]).outcomes == [.done])
    }

    @Test("⚠ “The id never decides about content”: the same request twice is merged twice")
    func sameRequestTwice() throws {
        let request = first.request([try change(5, at: 0)])
        _ = try first.verdict(request)
        let again = ExchangeRequest(
            number: request.number, cursor: request.cursor, known: [0, request.attempt], attempt: request.attempt,
            isFromZero: false, damaged: [], changes: [try change(5, at: 0), try change(6, at: 0)])
        #expect(try first.absorb(first.verdict(again), of: again).outcomes == [.done, .stored])
    }

    @Test("⚠ “(b) it does not know this very cursor → foreign”: another tag under the same sequence")
    func foreignByCursor() throws {
        try first.exchange([change(5, at: 0)])
        let last = first.known[0]
        first.cursor = try #require(Cursor(sequence: 1, tag: first.cursor.tag &+ 1, base: 0))
        #expect(try first.verdict(first.request()) == .foreign(last: last))
        first.cursor = try #require(Cursor(sequence: 9, tag: 0, base: 0))
        #expect(try first.verdict(first.request()) == .foreign(last: last))
    }

    @Test("“It knows a cursor that is zero, the head, a living row's, or this number's presented or last given one”")
    func knownCursors() throws {
        try first.exchange([change(5, at: 0)])
        try second.exchange()
        let given = second.cursor
        // The row goes, the head moves on: only what was given to this number tells that it was here.
        try first.exchange([change(5, at: 1)])
        #expect(try second.exchange().rows.count == 1)
        second.cursor = given
        #expect(try second.exchange().rows.count == 1)
        // Presented just now, and so known again, though something else was given since.
        second.cursor = given
        #expect(try second.exchange().rows.count == 1)
        // To the first device it was never given.
        let third = try world.join(device: 3, invitedBy: first)
        third.cursor = given
        #expect(try third.verdict(third.request()) == .foreign(last: 0))
    }

    @Test("⚠ “The server, in this order”: who is foreign by id is told so, though the cursor is expired as well")
    func foreignBeforeExpired() throws {
        try collectPastSecond()
        second.known = [77]
        #expect(try second.verdict(second.request()) == .foreign(last: 0))
    }

    @Test("⚠ “(c) collection has gone beyond both sequence and base, and sequence > 0 → expired”")
    func expired() throws {
        try collectPastSecond()
        #expect(try second.verdict(second.request()) == .expired(last: 0))
        // Who began to read from zero after that collection misses nothing.
        second.cursor = .zero
        let page = try second.exchange(isFromZero: true)
        #expect(page.cursor.base == 3)
        second.cursor = try #require(Cursor(sequence: 1, tag: tagOfFirstRow(), base: 3))
        #expect(try second.exchange().head != nil)
    }

    @Test("“A verdict stores no changes”, but the attempt of one that is expired is remembered")
    func expiredIsRemembered() throws {
        try collectPastSecond()
        let request = second.request([try change(8, at: 0)])
        #expect(try second.verdict(request) == .expired(last: request.attempt))
        #expect(try first.everything().count == 2)
        let copy = second.request([try change(9, at: 0)])
        #expect(try second.verdict(copy) == .foreign(last: request.attempt))
    }

    @Test("A number that is known under another token is foreign, under an id that nobody knows")
    func numberOfAnother() throws {
        second.number = first.number
        #expect(try second.verdict(second.request()) == .foreign(last: UInt64(Int64.max)))
    }

    @Test("A new number is welcome, when the device has no confirmed attempt under it")
    func newNumber() throws {
        try first.exchange([change(5, at: 0)])
        first.number = 77
        first.cursor = .zero
        #expect(try first.verdict(first.request()) == .foreign(last: 0))
        first.known = [0]
        #expect(try first.everything().count == 1)
    }

    @Test("“At most 16 numbers are kept a token”: the oldest one is forgotten")
    func sixteenNumbers() throws {
        try first.exchange([change(5, at: 0)])
        let (number, known) = (first.number, first.known)
        for next in 100..<116 {
            first.number = UInt64(next)
            first.known = [0]
            first.cursor = .zero
            try first.exchange([change(UInt64(next), at: 0)])
        }
        first.number = number
        first.known = known
        #expect(try first.verdict(first.request()) == .foreign(last: 0))
        let list = try DeviceList(encoded: first.send(.devices, DevicesRequest.list(known: []).encoded).body)
        let own = try #require(list.devices.first { $0.tokenHash == first.tokenHash })
        #expect(own.numbers == Array(100..<116))
    }

    @Test("A request without changes leaves no trace that a copy could be told from")
    func readingLeavesNoTrace() throws {
        try first.exchange()
        try first.exchange()
        #expect(try first.exchange([change(5, at: 0)]).outcomes == [.stored])
    }

    @Test("What only read is remembered across a restart, once it was written")
    func sightings() throws {
        try first.exchange([change(5, at: 0)])
        try second.exchange()
        try world.server.writeSightings()
        let restarted = try TestServer(storage: world.storage, seed: 2)
        let again = TestDevice(2, restarted)
        again.cursor = second.cursor
        // The row of that cursor goes, and so does the head that it was.
        try first.exchange([change(5, at: 1)])
        #expect(try again.exchange().rows.count == 1)
    }

    // MARK: Means

    /// Rows 1 (living), 2 and 3 (deleted, then collected while the second device was away at 1).
    private func collectPastSecond() throws {
        try first.exchange([change(1, at: 0)])
        try second.exchange()
        try first.exchange([change(2, at: 0)])
        try first.exchange([change(2, at: 1, fields: [], deletion: true)])
        world.clock.advance(milliseconds: 91 * 86_400_000)
        try first.exchange()
        try first.exchange([change(3, at: 2)])
        try first.exchange()
        try world.collectAll()
    }

    private func tagOfFirstRow() throws -> UInt32 {
        let key = try #require(try world.storage.read { try $0.spaceKey(after: nil) })
        return try #require(try world.storage.read { try $0.tag(ofRowAt: 1, in: key) })
    }
}

extension TestServer {
    /// A whole round of collection.
    func collectAll() throws {
        var place = try server.collect()
        while let next = place { place = try server.collect(from: next) }
    }
}
