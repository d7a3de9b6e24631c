// What a device leaves at the server for one to come: an invitation, or the recovery code.

internal import CivilTime
internal import Cryptography
public import HTTPMessages
internal import Platform
internal import ReplicaStore
internal import Sealing
public import SyncProtocol

/// An invitation into the space.
public struct SpaceInvitation: Sendable, Equatable {
    /// To be shown to the one device it is for, as text or as a QR code. Good once.
    public let link: Link
    /// Until when it can be used.
    public let validUntil: Instant
}

extension Device {
    /// Invites one device into the space, for a quarter of an hour.
    ///
    /// - Throws: ``SyncError``.
    public func invite(over transport: any Transport) throws -> SpaceInvitation {
        let membership = try requiredMembership()
        let secret = Secret(byteCount: Wrapping.invitationByteCount, random: surroundings.random)
        let link = Link(kind: .invitation, origin: try membership.origin, secret: secret, pin: membership.pin)
        let validUntil = try leave(.invitation, Wrapping(secret: secret, purpose: .invitation), membership, transport)
        return SpaceInvitation(link: link, validUntil: Instant(millisecondsSince1970: validUntil))
    }

    /// Makes the recovery code of the space: with it and the address of the server a fresh device comes in when every
    /// other one is lost. It takes the place of the one before, and is shown nowhere again.
    ///
    /// - Returns: the code for paper, as ``recover(_:server:pin:name:over:asking:)`` reads it.
    /// - Throws: ``SyncError``.
    public func makeRecoveryCode(over transport: any Transport) throws -> String {
        let code = RecoveryCode(random: surroundings.random)
        _ = try leave(
            .recovery, Wrapping(secret: code.secret, purpose: .recovery), requiredMembership(), transport)
        return code.text
    }

    /// Wraps the key of the space, and leaves it at the server.
    private func leave(
        _ kind: InvitationRequest.Kind, _ wrapping: Wrapping, _ membership: Membership,
        _ transport: any Transport
    ) throws -> Int64 {
        let wrapped = wrapping.wrap(
            membership.key ?? Secret([]),
            associatedData: InvitationRequest.associatedData(space: membership.space, mode: membership.mode),
            random: surroundings.random)
        let request = InvitationRequest(
            kind: kind, lookupHash: SHA256.digest(of: wrapping.lookup), wrapped: wrapped)
        return try SyncError.mapping {
            try InvitationAnswer(encoded: membership.call(.invitations, request.encoded, over: transport))
                .validUntilMilliseconds
        }
    }
}
