// Devices come into a space as the first, by an invitation or by the recovery code, and leave it again.

import HTTPMessages
import PackmuleKit
import Platform
import Replication
import SyncProtocol
import TestSupport
import Testing
import TripModel

@Suite("Joining")
struct JoiningTests {
    private let folder = TemporaryFolder()

    // MARK: Claiming

    @Test("A claim link makes a space once", arguments: [false, true])
    func claim(isOpen: Bool) throws {
        let server = try MemoryServer()
        let (one, other) = (try Device.test(1), try Device.test(2))
        let link = try server.claimLink()
        #expect(try one.membership() == nil)
        let membership = try one.claim(link, isOpen: isOpen, over: server.way)
        #expect((membership.server, membership.pin) == (link.origin, nil))
        #expect(membership.isSealed == !isOpen)
        #expect(try one.membership() == membership)
        #expect(throws: SyncError.unknownLink) { try other.claim(link, over: server.way) }
        #expect(try other.membership() == nil)
    }

    @Test("A link for something else is refused before anybody is asked")
    func otherLink() throws {
        let space = try TestSpace()
        let fresh = try Device.test(3)
        let invitation = try space.one.invite(over: space.server.way).link
        #expect(throws: SyncError.otherLink(.invitation)) { try fresh.claim(invitation, over: space.server.way) }
        #expect(throws: SyncError.otherLink(.claim)) {
            try fresh.join(space.server.claimLink(), over: space.server.way)
        }
        #expect(try fresh.join(invitation, over: space.server.way).membership == space.one.membership())
    }

    @Test("A wiped server is claimed anew: the space stays the same, and the others come in as before")
    func wiped() throws {
        let space = try TestSpace()
        let bergen = try space.one.addTrip("Bergen")
        try space.settle()
        let before = try #require(try space.one.membership())
        let wiped = try MemoryServer(clock: space.clock, seed: 78)
        #expect(throws: SyncError.failed(.unauthorized)) { try space.one.sync(over: wiped.way) }
        #expect(try space.one.claim(wiped.claimLink(), over: wiped.way) == before)
        try space.one.sync(over: wiped.way)
        // The first one brought the list of devices, so that the other needs no invitation.
        try space.other.sync(over: wiped.way)
        #expect(try space.other.read { try $0.trips() }.map(\.record.id) == [bergen])
        #expect(try space.one.refreshMemberDevices(over: wiped.way).count == 2)
        #expect(try space.one.sync(over: wiped.way).isEqual == true)
        #expect(try space.other.sync(over: wiped.way).isEqual == true)
    }

    // MARK: Invitations

    @Test("An invitation is good once, for a quarter of an hour")
    func invitation() throws {
        let space = try TestSpace()
        let (third, fourth) = (try Device.test(3, clock: space.clock), try Device.test(4, clock: space.clock))
        let invitation = try space.one.invite(over: space.server.way)
        #expect(
            invitation.validUntil.millisecondsSince1970 == space.clock.millisecondsSince1970() + 15 * 60_000)
        #expect(try Link(invitation.link.text) == invitation.link)
        try third.join(invitation.link, over: space.server.way)
        #expect(throws: SyncError.unknownLink) { try fourth.join(invitation.link, over: space.server.way) }
        let late = try space.one.invite(over: space.server.way)
        space.clock.advance(milliseconds: 15 * 60_000 + 1)
        #expect(throws: SyncError.unknownLink) { try fourth.join(late.link, over: space.server.way) }
        #expect(throws: SyncError.isInSpace(server: invitation.link.origin)) {
            try third.join(late.link, over: space.server.way)
        }
        #expect(throws: SyncError.notInSpace) { try fourth.invite(over: space.server.way) }
    }

    @Test("An answer that was lost does not use up the invitation")
    func lostAnswer() throws {
        let space = try TestSpace()
        let third = try Device.test(3, clock: space.clock)
        let joins = Counter()
        let way = space.server.way { request, send throws(TransportError) in
            let response = try send()
            guard request.path == Route.join.rawValue else { return response }
            joins.add()
            if joins.count < 3 { throw .timedOut }
            return response
        }
        try third.join(space.one.invite(over: way).link, over: way)
        #expect(joins.count == 3)
        #expect(try third.sync(over: way).isEqual == true)
    }

    @Test("A server that says the space is open where it is sealed is not believed")
    func liedMode() throws {
        let space = try TestSpace()
        let third = try Device.test(3, clock: space.clock)
        let way = space.server.way { request, send throws(TransportError) in
            let response = try send()
            guard request.path == Route.join.rawValue, let answer = try? JoinAnswer(encoded: response.body) else {
                return response
            }
            let lie = JoinAnswer(
                mode: .open, serverMilliseconds: answer.serverMilliseconds, space: answer.space,
                wrapped: answer.wrapped)
            return HTTPResponse(200, headers: response.headers, body: lie.encoded)
        }
        #expect(throws: SyncError.wrongInvitation) { try third.join(space.one.invite(over: way).link, over: way) }
        #expect(try third.membership() == nil)
    }

    @Test("A name that cannot be one is refused before the link is used")
    func badName() throws {
        let space = try TestSpace()
        let third = try Device.test(3, clock: space.clock)
        let link = try space.one.invite(over: space.server.way).link
        #expect(throws: Problem(field: "name", clause: "must be given")) {
            try third.join(link, name: " ", over: space.server.way)
        }
        try third.join(link, name: "tablet", over: space.server.way)
    }

    // MARK: Joining with data

    @Test("Who has data of its own is asked with counts of both; a no changes nothing and gives the place back")
    func declined() throws {
        let space = try TestSpace()
        let bergen = try space.one.addTrip("Bergen")
        try space.one.addItems(["Socks", "Jacket"], to: bergen)
        try space.one.sync(over: space.server.way)
        let third = try Device.test(3, clock: space.clock)
        try third.addTrip("Oslo")
        let before = try third.store.pendingChanges()
        let (trip, item) = (Trip.schema.description.number, PackingItem.schema.description.number)
        var asked: JoinCounts?
        #expect(throws: SyncError.declined) {
            try third.join(space.one.invite(over: space.server.way).link, over: space.server.way) {
                asked = $0
                return false
            }
        }
        let counts = try #require(asked)
        #expect(counts.here.filter { $0.entity == trip }.map(\.count) == [1])
        let there = try #require(counts.there)
        #expect(there.map(\.entity) == [trip, item].sorted())
        #expect(there.map(\.count) == (trip < item ? [1, 2] : [2, 1]))
        #expect(try third.membership() == nil)
        #expect(try third.store.pendingChanges() == before)
        let members = try space.one.refreshMemberDevices(over: space.server.way)
        #expect(members.filter(\.isRevoked).count == 1)
    }

    @Test("After a yes both are everywhere, and a copy of what was here lies beside the store")
    func joinedWithData() throws {
        let space = try TestSpace()
        try space.one.addTrip("Bergen")
        try space.one.sync(over: space.server.way)
        let third = try Device.create(
            at: folder.path("store"), name: "laptop", .test(seed: 3, clock: space.clock))
        try third.addTrip("Oslo")
        let joined = try space.bringIn(third)
        try third.sync(over: space.server.way)
        try space.settle()
        for device in [space.one, space.other, third] {
            #expect(try Set(device.read { try $0.trips() }.map(\.record.city)) == ["Bergen", "Oslo"])
        }
        let copy = try Device(at: try #require(joined.copyPath), .test(seed: 4))
        #expect(try copy.read { try $0.trips() }.map(\.record.city) == ["Oslo"])
        #expect(try copy.membership() == nil)
    }

    @Test("Who has nothing of its own is not asked, and keeps no copy")
    func joinedEmpty() throws {
        let space = try TestSpace()
        let third = try Device.create(
            at: folder.path("store"), name: "laptop", .test(seed: 3, clock: space.clock))
        let joined = try third.join(space.one.invite(over: space.server.way).link, over: space.server.way) { _ in
            Issue.record("Nobody should be asked.")
            return false
        }
        #expect(joined.copyPath == nil)
    }

    // MARK: Recovery

    @Test("With the recovery code a fresh device has everything again; a new code replaces it")
    func recovery() throws {
        let space = try TestSpace()
        try space.one.addTrip("Bergen")
        try space.one.sync(over: space.server.way)
        let old = try space.one.makeRecoveryCode(over: space.server.way)
        let code = try space.one.makeRecoveryCode(over: space.server.way)
        let server = try #require(try space.one.membership()).server
        space.clock.advance(milliseconds: 365 * 86_400_000)
        let fresh = try Device.test(5, clock: space.clock)
        #expect(throws: SyncError.unknownLink) { try fresh.recover(old, server: server, over: space.server.way) }
        try fresh.recover(code.lowercased(), server: server, over: space.server.way)
        try fresh.sync(over: space.server.way)
        #expect(try fresh.read { try $0.trips() }.map(\.record.city) == ["Bergen"])
        // It is good again for the next one.
        let next = try Device.test(6, clock: space.clock)
        try next.recover(code, server: server, over: space.server.way)
    }

    @Test("A code that was copied wrong is noticed before anybody is asked")
    func mistyped() throws {
        let space = try TestSpace()
        let code = try space.one.makeRecoveryCode(over: space.server.way)
        let server = try #require(try space.one.membership()).server
        let wrong = code.hasPrefix("7") ? "8" + code.dropFirst() : "7" + code.dropFirst()
        let requests = Counter()
        let way = space.server.way { _, send throws(TransportError) in
            requests.add()
            return try send()
        }
        for text in [wrong, "", String(code.dropLast())] {
            #expect {
                try Device.test(5).recover(text, server: server, over: way)
            } throws: { error in
                guard case SyncError.mistypedCode = error else { return false }
                return true
            }
        }
        #expect(requests.count == 0)
    }

    // MARK: Leaving

    @Test("Who leaves keeps everything, and brings what is new when it comes back")
    func leaving() throws {
        let space = try TestSpace()
        try space.one.addTrip("Bergen")
        try space.settle()
        #expect(try space.other.leave(over: space.server.way))
        #expect(try space.other.membership() == nil)
        #expect(throws: SyncError.notInSpace) { try space.other.sync(over: space.server.way) }
        try space.other.addTrip("Oslo")
        try space.one.addTrip("Lisbon")
        try space.one.sync(over: space.server.way)
        #expect(try Set(space.other.read { try $0.trips() }.map(\.record.city)) == ["Bergen", "Oslo"])
        try space.bringIn(space.other)
        try space.settle()
        for device in [space.one, space.other] {
            #expect(try Set(device.read { try $0.trips() }.map(\.record.city)) == ["Bergen", "Oslo", "Lisbon"])
        }
        #expect(try space.areEqual())
    }

    @Test("Without the server one can leave too, and is told that it does not know")
    func leavingAlone() throws {
        let space = try TestSpace()
        #expect(try space.other.leave() == false)
        #expect(try space.one.refreshMemberDevices(over: space.server.way).allSatisfy { !$0.isRevoked })
        #expect(throws: SyncError.notInSpace) { try space.other.leave() }
    }
}
