// How devices come into a space, and how they are put out of it.

import Cryptography
import HTTPMessages
import Replication
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@Suite("Joining")
struct JoiningTests {
    let world: TestServer
    let host: TestDevice
    let lookup = [UInt8](repeating: 42, count: 16)

    init() throws {
        world = try TestServer()
        host = try world.claim()
    }

    private func join(_ name: UInt8, _ route: Route = .join, number: UInt64? = nil) -> HTTPResponse {
        let hash = SHA256.digest(of: [UInt8](repeating: name, count: 32))
        return world.send(
            route, JoinRequest(lookup: lookup, tokenHash: hash, number: number ?? UInt64(name)).encoded)
    }

    private func list() throws -> [MemberDevice] {
        try DeviceList(encoded: host.send(.devices, DevicesRequest.list(known: []).encoded).body).devices
    }

    // MARK: Claims

    @Test("A claim link makes one space; the same token gets the same answer, any other nothing")
    func claimOnce() throws {
        let (space, other) = (SpaceID(high: 3, low: 3), SpaceID(high: 4, low: 4))
        try world.server.addClaim(lookup: lookup)
        func claim(_ name: UInt8, _ space: SpaceID) -> HTTPResponse {
            let hash = SHA256.digest(of: [UInt8](repeating: name, count: 32))
            let request = ClaimRequest(lookup: lookup, tokenHash: hash, number: 5, mode: .open, space: space)
            return world.send(.claim, request.encoded)
        }
        let answer = claim(5, space)
        #expect(
            try JoinAnswer(encoded: answer.body)
                == JoinAnswer(mode: .open, serverMilliseconds: world.now, space: space, wrapped: []))
        #expect(claim(5, space).body == answer.body)
        #expect(world.code(claim(6, other)) == .notFound)
    }

    @Test("A space that is there cannot be claimed again, and the link stays good")
    func claimTaken() throws {
        try world.server.addClaim(lookup: lookup)
        let hash = SHA256.digest(of: [5])
        func claim(_ space: SpaceID) -> HTTPResponse {
            world.send(
                .claim, ClaimRequest(lookup: lookup, tokenHash: hash, number: 5, mode: .open, space: space).encoded)
        }
        #expect(world.code(claim(SpaceID(high: 7, low: 7))) == .conflict)
        #expect(claim(SpaceID(high: 8, low: 8)).status == 200)
    }

    @Test("The first start needs a claim link, and no other")
    func needsClaim() throws {
        let world = try TestServer()
        #expect(try world.server.needsClaim())
        try world.server.addClaim(lookup: lookup)
        #expect(try !world.server.needsClaim())
        #expect(try !self.world.server.needsClaim())
    }

    // MARK: Invitations

    @Test("⚠ “Redeeming again with the same one gives the same answer”, to any other token it is used up")
    func redeemOnce() throws {
        #expect(host.invite(lookup: lookup).status == 200)
        let answer = join(5)
        let expected = JoinAnswer(
            mode: .sealed, serverMilliseconds: world.now, space: SpaceID(high: 7, low: 7), wrapped: [9, 9])
        #expect(try JoinAnswer(encoded: answer.body) == expected)
        #expect(join(5).body == answer.body)
        #expect(world.code(join(6)) == .notFound)
        #expect(try list().map(\.numbers).sorted { $0[0] < $1[0] } == [[1], [5]])
    }

    @Test("“15 minutes”", arguments: [(0, true), (1, false)])
    func invitationEnds(beyond: Int64, isOpen: Bool) throws {
        let answer = host.invite(lookup: lookup)
        #expect(try InvitationAnswer(encoded: answer.body).validUntilMilliseconds == world.now + 900_000)
        world.clock.advance(milliseconds: 900_000 + beyond)
        #expect((join(5).status == 200) == isOpen)
    }

    @Test("Who redeemed in time gets the same answer after it, for a week")
    func redeemedStays() throws {
        _ = host.invite(lookup: lookup)
        #expect(join(5).status == 200)
        world.clock.advance(milliseconds: 6 * 86_400_000)
        try world.collectAll()
        #expect(join(5).status == 200)
        world.clock.advance(milliseconds: 2 * 86_400_000)
        try world.collectAll()
        #expect(world.code(join(5)) == .notFound)
    }

    @Test("What is unknown, over, used, or of the other kind answers alike")
    func notFoundAlike() throws {
        let unknown = join(5)
        _ = host.invite(lookup: lookup)
        let otherKind = join(5, .recovery)
        world.clock.advance(milliseconds: 900_001)
        let answers = [unknown, otherKind, join(5)]
        for answer in answers {
            #expect(world.code(answer) == .notFound)
            #expect(answer.headers == unknown.headers)
        }
    }

    @Test("A recovery code serves many devices at any time, until the next one takes its place")
    func recovery() throws {
        #expect(host.invite(lookup: lookup, kind: .recovery).status == 200)
        world.clock.advance(milliseconds: 1_000 * 86_400_000)
        try world.collectAll()
        #expect(join(5, .recovery).status == 200)
        #expect(join(6, .recovery).status == 200)
        #expect(world.code(join(7, .join)) == .notFound)
        #expect(host.invite(lookup: [UInt8](repeating: 43, count: 16), kind: .recovery).status == 200)
        #expect(world.code(join(7, .recovery)) == .notFound)
    }

    @Test("A space has 32 devices that are not revoked; one more uses up no invitation")
    func deviceLimit() throws {
        for name in 2...32 { _ = try world.join(device: UInt8(name), invitedBy: host) }
        _ = host.invite(lookup: lookup)
        #expect(world.code(join(50)) == .tooManyDevices)
        let revoked = SHA256.digest(of: [UInt8](repeating: 32, count: 32))
        #expect(host.send(.devices, DevicesRequest.revoke(tokenHash: revoked).encoded).status == 200)
        #expect(join(50).status == 200)
    }

    @Test("A number that is taken in the space is left to its device")
    func takenNumber() throws {
        _ = host.invite(lookup: lookup)
        #expect(join(5, number: host.number).status == 200)
        #expect(try host.exchange([change(1, at: 0)]).outcomes == [.stored])
    }

    // MARK: Devices

    @Test("A device is renamed by any other of its space, and by none of another")
    func rename() throws {
        let stranger = try world.claim(device: 9, space: SpaceID(high: 9, low: 9))
        let rename = DevicesRequest.rename(tokenHash: host.tokenHash, name: [1, 2]).encoded
        #expect(world.code(stranger.send(.devices, rename)) == .notFound)
        #expect(
            world.code(host.send(.devices, DevicesRequest.revoke(tokenHash: [UInt8](repeating: 0, count: 32)).encoded))
                == .notFound)
        let friend = try world.join(device: 2, invitedBy: host)
        #expect(friend.send(.devices, rename).status == 200)
        #expect(try list().first { $0.tokenHash == host.tokenHash }?.name == [1, 2])
    }

    @Test("What concerns another space answers like what there is not", arguments: [0, 1])
    func foreignDevice(kind: Int) throws {
        let stranger = try world.claim(device: 9, space: SpaceID(high: 9, low: 9))
        let hashes = [stranger.tokenHash, [UInt8](repeating: 0, count: 32)]
        let answers = hashes.map { hash in
            host.send(
                .devices,
                (kind == 0 ? DevicesRequest.revoke(tokenHash: hash) : .rename(tokenHash: hash, name: [])).encoded)
        }
        #expect(answers.map(\.status) == [404, 404])
        #expect(answers[0].headers == answers[1].headers)
        #expect(try stranger.exchange().head != nil)
    }

    @Test("The digest at the head is that of the list, and changes with it")
    func digest() throws {
        let before = try host.exchange().head?.devicesDigest
        #expect(before == DeviceList(devices: try list()).digest)
        let friend = try world.join(device: 2, invitedBy: host)
        #expect(try host.exchange().head?.devicesDigest == DeviceList(devices: try list()).digest)
        _ = host.send(.devices, DevicesRequest.revoke(tokenHash: friend.tokenHash).encoded)
        let after = try host.exchange().head?.devicesDigest
        #expect(after == DeviceList(devices: try list()).digest)
        #expect(after != before)
    }

    @Test("A revoked token opens nothing from that moment, and wakes no more")
    func revoke() throws {
        let friend = try world.join(device: 2, invitedBy: host)
        try friend.exchange()
        _ = host.send(.devices, DevicesRequest.revoke(tokenHash: friend.tokenHash).encoded)
        #expect(friend.send(.exchange, friend.request().encoded).status == 401)
        #expect(friend.send(.exchange, friend.request([try change(1, at: 0)]).encoded).status == 401)
        #expect(try host.everything().isEmpty)
    }

    @Test("Whoever is shut out leaves no door open: invitations and recovery code go")
    func revokedInvitations() throws {
        let friend = try world.join(device: 2, invitedBy: host)
        _ = friend.invite(lookup: lookup)
        _ = friend.invite(lookup: [UInt8](repeating: 43, count: 16), kind: .recovery)
        _ = host.send(.devices, DevicesRequest.revoke(tokenHash: friend.tokenHash).encoded)
        #expect(world.code(join(5)) == .notFound)
        let hash = SHA256.digest(of: [5])
        let recovery = JoinRequest(lookup: [UInt8](repeating: 43, count: 16), tokenHash: hash, number: 5)
        #expect(world.code(world.send(.recovery, recovery.encoded)) == .notFound)
    }

    @Test("Whoever leaves keeps the recovery code that was made for the space")
    func leaving() throws {
        let friend = try world.join(device: 2, invitedBy: host)
        _ = friend.invite(lookup: lookup, kind: .recovery)
        _ = friend.send(.devices, DevicesRequest.revoke(tokenHash: friend.tokenHash).encoded)
        #expect(join(5, .recovery).status == 200)
    }

    @Test("“Brings the list to a rolled-back server; revoked wins”")
    func bringList() throws {
        let known = [
            MemberDevice(
                tokenHash: [UInt8](repeating: 1, count: 32), name: [1], numbers: [70, 1], isRevoked: false,
                joinedMilliseconds: 5, seenMilliseconds: 6),
            MemberDevice(
                tokenHash: [UInt8](repeating: 2, count: 32), name: [2], numbers: [71], isRevoked: true,
                joinedMilliseconds: 5, seenMilliseconds: 0),
        ]
        let answer = host.send(.devices, DevicesRequest.list(known: known).encoded)
        let devices = try DeviceList(encoded: answer.body).devices.filter { $0.tokenHash != host.tokenHash }
        #expect(devices.map(\.name) == [[1], [2]])
        // Number 1 is the host's own.
        #expect(devices.map(\.numbers) == [[70], [71]])
        #expect(devices.map(\.isRevoked) == [false, true])
        #expect(devices.map(\.joinedMilliseconds) == [5, 5])
        let friend = try world.join(device: 3, invitedBy: host)
        let revoked = MemberDevice(
            tokenHash: friend.tokenHash, name: [], numbers: [], isRevoked: true, joinedMilliseconds: 0,
            seenMilliseconds: 0)
        _ = host.send(.devices, DevicesRequest.list(known: [revoked]).encoded)
        #expect(friend.send(.exchange, friend.request().encoded).status == 401)
        let alive = MemberDevice(
            tokenHash: friend.tokenHash, name: [], numbers: [], isRevoked: false, joinedMilliseconds: 0,
            seenMilliseconds: 0)
        _ = host.send(.devices, DevicesRequest.list(known: [alive]).encoded)
        #expect(friend.send(.exchange, friend.request().encoded).status == 401)
    }

    @Test("A device that somebody names in another space stays in its own", arguments: [false, true])
    func stolenHash(isRevoked: Bool) throws {
        let stranger = try world.claim(device: 9, space: SpaceID(high: 9, low: 9))
        name(stranger, isRevoked: isRevoked)
        #expect(try stranger.exchange([change(5, at: 0)]).outcomes == [.stored])
        #expect(try host.everything().isEmpty)
    }

    @Test(
        "A device that its server has lost is let into no other space, whoever named it there; its own has room for it")
    func capturedDevice() throws {
        let own = SpaceID(high: 9, low: 9)
        let lost = TestDevice(9, world)
        world.place(lost, in: own)
        name(lost, isRevoked: false)
        #expect(lost.send(.exchange, lost.request([try change(5, at: 0)]).encoded).status == 401)
        #expect(try host.everything().isEmpty)
        #expect(try world.claim(device: 9, space: own).exchange().head != nil)
    }

    /// The host says that a device is of its space.
    private func name(_ device: TestDevice, isRevoked: Bool) {
        let list = DevicesRequest.list(known: [named(device.tokenHash, isRevoked: isRevoked)])
        #expect(host.send(.devices, list.encoded).status == 200)
    }

    @Test("A full list of invented devices makes nobody forget who was shut out")
    func filledList() throws {
        let lost = try world.join(device: 2, invitedBy: host)
        try lost.exchange()
        let intruder = try world.join(device: 3, invitedBy: host)
        #expect(host.send(.devices, DevicesRequest.revoke(tokenHash: lost.tokenHash).encoded).status == 200)
        let invented = (0..<253).map { number in
            named([UInt8](repeating: 0, count: 31) + [UInt8(number)], isRevoked: true, joined: (1 << 47) - 1)
        }
        #expect(intruder.send(.devices, DevicesRequest.list(known: invented).encoded).status == 200)
        #expect(try list().count == 256)
        #expect(try list().allSatisfy { $0.joinedMilliseconds <= world.now })
        // One more comes in, and a stale device names the lost one as it was.
        _ = try world.join(device: 4, invitedBy: host)
        let stale = DevicesRequest.list(known: [named(lost.tokenHash, isRevoked: false)]).encoded
        #expect(host.send(.devices, stale).status == 200)
        #expect(lost.send(.exchange, lost.request().encoded).status == 401)
        let devices = try list()
        #expect(devices.first { $0.tokenHash == lost.tokenHash }?.isRevoked == true)
        // The one that was named first had to go.
        #expect(devices.count == 256 && !devices.contains { $0.tokenHash == invented[0].tokenHash })
        // A name more is passed over, and pushes nobody out.
        let more = DevicesRequest.list(known: [named([UInt8](repeating: 5, count: 32), isRevoked: true)]).encoded
        #expect(host.send(.devices, more).status == 200)
        #expect(try list() == devices)
    }

    @Test("Where only devices that exchanged and were shut out could be forgotten, nobody more comes in")
    func fullOfRevoked() throws {
        // Number 42 would use up the invitation of the one that is refused.
        for name in UInt8(2)...255 where name != 42 {
            let device = try world.join(device: name, invitedBy: host)
            try device.exchange()
            #expect(host.send(.devices, DevicesRequest.revoke(tokenHash: device.tokenHash).encoded).status == 200)
        }
        _ = host.invite(lookup: lookup)
        let unseen = [UInt8(0), 1].map { named([UInt8](repeating: $0, count: 32), isRevoked: false) }
        let active = DevicesRequest.list(known: unseen).encoded
        #expect(host.send(.devices, active).status == 200)
        #expect(try list().count == 256)
        #expect(world.code(join(50)) == .tooManyDevices)
    }

    private func named(_ tokenHash: [UInt8], isRevoked: Bool, joined: Int64 = 0) -> MemberDevice {
        MemberDevice(
            tokenHash: tokenHash, name: [], numbers: [], isRevoked: isRevoked, joinedMilliseconds: joined,
            seenMilliseconds: 0)
    }

    @Test("Spaces do not see each other")
    func spacesApart() throws {
        let stranger = try world.claim(device: 9, space: SpaceID(high: 9, low: 9))
        try host.exchange([change(5, at: 0)])
        #expect(try stranger.everything().isEmpty)
        #expect(try stranger.exchange([change(5, at: -9)]).outcomes == [.stored])
        #expect(try host.everything().map(\.sealed) == [change(5, at: 0)])
    }
}
