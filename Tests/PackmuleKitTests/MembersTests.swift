// Who is in a space, what they are called, and how one is shut out.

import HTTPMessages
import PackmuleKit
import Replication
import SyncProtocol
import TestSupport
import Testing

@Suite("Members")
struct MembersTests {
    @Test("Every device knows the names of all, and history names them")
    func names() throws {
        let space = try TestSpace()
        try space.one.addTrip("Bergen")
        try space.settle()
        let members = try space.one.memberDevices()
        #expect(members.map(\.name) == ["device 1", "device 2"])
        #expect(members.map(\.isOwn) == [true, false])
        #expect(try space.other.memberDevices().map(\.name) == ["device 2", "device 1"])
        #expect(members.allSatisfy { $0.id.count == 64 && !$0.isRevoked })
        #expect(members.map(\.id).sorted() == (try space.other.memberDevices()).map(\.id).sorted())
        #expect(Set(try space.other.read { try $0.deviceNames() }.values) == ["device 1", "device 2"])
        #expect(members.allSatisfy { $0.joined == space.one.surroundings.now })
    }

    @Test("A name given while coming in, or later by any device, reaches all")
    func renaming() throws {
        let space = try TestSpace()
        let third = try Device.test(3, clock: space.clock)
        try third.join(space.one.invite(over: space.server.way).link, name: " laptop ", over: space.server.way)
        try space.one.sync(over: space.server.way)
        let member = try #require(try space.one.memberDevices().first { $0.name == "laptop" })
        try space.one.renameMember(member, to: "old laptop", over: space.server.way)
        try third.sync(over: space.server.way)
        #expect(try third.memberDevices().first?.name == "old laptop")
        #expect(try third.read { try $0.deviceName() } == "old laptop")
        for name in ["", " ", String(repeating: "x", count: 101), String(repeating: "👩‍👩‍👧‍👦", count: 20)] {
            #expect(throws: Problem.self) { try space.one.renameMember(member, to: name, over: space.server.way) }
        }
    }

    @Test("The server of a sealed space is told no name that it could read", arguments: [false, true])
    func sealedNames(isOpen: Bool) throws {
        let server = try MemoryServer()
        let device = try Device.inMemory(name: "Rosalind", .test())
        let readable = Counter()
        let way = server.way { request, send throws(TransportError) in
            let text = String(decoding: request.body, as: UTF8.self)
            if text.contains("Rosalind") || text.contains("Bergen") { readable.add() }
            return try send()
        }
        try device.claim(server.claimLink(), isOpen: isOpen, over: way)
        try device.addTrip("Bergen")
        try device.sync(over: way)
        #expect(try device.memberDevices().map(\.name) == ["Rosalind"])
        #expect((readable.count > 0) == isOpen)
    }

    @Test("A device that is shut out is told so, keeps what it has, and can come in again")
    func revoking() throws {
        let space = try TestSpace()
        try space.one.addTrip("Bergen")
        try space.settle()
        let member = try #require(try space.one.memberDevices().first { !$0.isOwn })
        let left = try space.one.revokeMember(member, over: space.server.way)
        #expect(left.map(\.isRevoked) == [false, true])
        try space.other.addTrip("Oslo")
        #expect(throws: SyncError.failed(.unauthorized)) { try space.other.sync(over: space.server.way) }
        #expect(space.other.watch(over: space.server.way, seconds: 30) == .failed(.unauthorized))
        #expect(throws: SyncError.failed(.unauthorized)) { try space.other.invite(over: space.server.way) }
        #expect(try space.other.read { try $0.trips() }.count == 2)
        #expect(try space.other.syncStatus().pendingCount == 1)
        try space.other.leave(over: space.server.way)
        try space.bringIn(space.other)
        try space.settle()
        #expect(try space.one.read { try $0.trips() }.count == 2)
        #expect(try space.areEqual())
    }

    @Test("Shut out stays shut out: a device that knows it tells a server that was rolled back")
    func revokedWins() throws {
        let space = try TestSpace()
        try space.settle()
        let third = try Device.test(3, clock: space.clock)
        try space.bringIn(third)
        try space.settle()
        let member = try #require(try space.one.memberDevices().last)
        let stale = space.server.way { request, send throws(TransportError) in
            let response = try send()
            guard request.path == Route.devices.rawValue, let list = try? DeviceList(encoded: response.body) else {
                return response
            }
            let opened = list.devices.map { device in
                MemberDevice(
                    tokenHash: device.tokenHash, name: device.name, numbers: device.numbers, isRevoked: false,
                    joinedMilliseconds: device.joinedMilliseconds, seenMilliseconds: device.seenMilliseconds)
            }
            return HTTPResponse(200, headers: response.headers, body: DeviceList(devices: opened).encoded)
        }
        try space.one.revokeMember(member, over: space.server.way)
        // A server that lies, or that has forgotten, is not believed.
        #expect(try space.one.refreshMemberDevices(over: stale).filter(\.isRevoked).map(\.id) == [member.id])
    }

    @Test("Shut out stays on the list where the server's lacks it, and the server is told again")
    func forgottenRevocation() throws {
        let space = try TestSpace()
        try space.settle()
        let member = try #require(try space.one.memberDevices().last)
        try space.one.revokeMember(member, over: space.server.way)
        let told = Counter()
        let forgetful = space.server.way { request, send throws(TransportError) in
            if case .list(let known)? = try? DevicesRequest(encoded: request.body), known.contains(where: \.isRevoked) {
                told.add()
            }
            let response = try send()
            guard request.path == Route.devices.rawValue, let list = try? DeviceList(encoded: response.body) else {
                return response
            }
            // The lost one is forgotten, and so many others are named as shut out that the list is full.
            let invented = (0..<255).map { number in
                MemberDevice(
                    tokenHash: [UInt8](repeating: 0, count: 31) + [UInt8(number)], name: [], numbers: [],
                    isRevoked: true, joinedMilliseconds: 0, seenMilliseconds: 0)
            }
            let answered = DeviceList(devices: list.devices.filter { !$0.isRevoked } + invented)
            return HTTPResponse(200, headers: response.headers, body: answered.encoded)
        }
        for count in 1...2 {
            let members = try space.one.refreshMemberDevices(over: forgetful)
            #expect(members.count == 256 && members.count { !$0.isRevoked } == 1)
            #expect(members.contains { $0.id == member.id && $0.isRevoked })
            #expect(told.count == count)
        }
        // The server, where it says that the device may come in, hears that it may not.
        #expect(try space.one.refreshMemberDevices(over: space.server.way).contains { $0.id == member.id })
        #expect(throws: SyncError.failed(.unauthorized)) { try space.other.sync(over: space.server.way) }
    }

    @Test("A device that is not of the space can be neither renamed nor shut out")
    func stranger() throws {
        let space = try TestSpace()
        let elsewhere = try TestSpace(seed: 11)
        let member = try #require(try elsewhere.one.memberDevices().last)
        #expect(throws: SyncError.noSuchDevice) { try space.one.revokeMember(member, over: space.server.way) }
        #expect(throws: SyncError.noSuchDevice) {
            try space.one.renameMember(member, to: "mine", over: space.server.way)
        }
    }
}
