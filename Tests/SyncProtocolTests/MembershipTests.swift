// Claiming, inviting and joining, against messages made by another program.

import Cryptography
import Replication
import SyncProtocol
import Testing

struct MembershipTests {
    @Test(
        "A claim is the bytes that another program writes", arguments: [("sealed", SpaceMode.sealed), ("open", .open)])
    func claim(name: String, mode: SpaceMode) throws {
        let request = ClaimRequest(
            lookup: Sample.lookup, tokenHash: Sample.tokenHash, number: Sample.number, mode: mode,
            space: Sample.space)
        let bytes = try fixture("claim-request", name)
        #expect(request.encoded == bytes)
        #expect(try ClaimRequest(encoded: bytes) == request)
    }

    @Test("A join is the bytes that another program writes")
    func join() throws {
        let request = JoinRequest(lookup: Sample.lookup, tokenHash: Sample.tokenHash, number: Sample.number)
        let bytes = try fixture("join-request", "join")
        #expect(request.encoded == bytes)
        #expect(try JoinRequest(encoded: bytes) == request)
    }

    @Test(
        "The answer to a claim or a join is the bytes that another program writes",
        arguments: [
            ("claimed", SpaceMode.open, Sample.now, [UInt8]()), ("joined", .sealed, Sample.now, Sample.wrapped),
            ("longest", .sealed, 0, [UInt8](repeating: 0, count: 256)),
        ])
    func answer(name: String, mode: SpaceMode, milliseconds: Int64, wrapped: [UInt8]) throws {
        let answer = JoinAnswer(
            mode: mode, serverMilliseconds: milliseconds, space: Sample.space, wrapped: wrapped)
        let bytes = try fixture("join-answer", name)
        #expect(answer.encoded == bytes)
        #expect(try JoinAnswer(encoded: bytes) == answer)
    }

    @Test(
        "An invitation and a recovery code are left in the bytes that another program writes",
        arguments: [("invitation", InvitationRequest.Kind.invitation), ("recovery", .recovery)])
    func invitation(name: String, kind: InvitationRequest.Kind) throws {
        let request = InvitationRequest(
            kind: kind, lookupHash: SHA256.digest(of: Sample.lookup), wrapped: Sample.wrapped)
        let bytes = try fixture("invitation-request", name)
        #expect(request.encoded == bytes)
        #expect(try InvitationRequest(encoded: bytes) == request)
    }

    @Test(
        "Its answer is the bytes that another program writes",
        arguments: [("quarter-of-an-hour", Sample.now + 900_000), ("for-ever", 0)])
    func invitationAnswer(name: String, until: Int64) throws {
        let bytes = try fixture("invitation-answer", name)
        #expect(InvitationAnswer(validUntilMilliseconds: until).encoded == bytes)
        #expect(try InvitationAnswer(encoded: bytes).validUntilMilliseconds == until)
    }

    @Test("What is wrapped is bound to the space and to its mode")
    func associatedData() {
        let sealed = InvitationRequest.associatedData(space: Sample.space, mode: .sealed)
        #expect(sealed == Sample.space.bytes + [1])
        #expect(InvitationRequest.associatedData(space: Sample.space, mode: .open) == Sample.space.bytes + [0])
    }
}
