// How devices come into a space: claim links, invitations, recovery codes.

internal import Cryptography
internal import SyncProtocol

extension Server {
    /// Keeps a new claim link, of which only the hash of its look-up id is known here.
    ///
    /// - Parameter lookup: the 16 bytes under which it will be asked for.
    package func addClaim(lookup: [UInt8]) throws {
        try storage.write {
            try $0.addClaim(lookupHash: SHA256.digest(of: lookup), atMilliseconds: nowMilliseconds)
        }
    }

    /// Whether neither a space nor an unused claim link is there: the first start makes a link.
    package func needsClaim() throws -> Bool {
        try storage.read { try $0.spaceKey(after: nil) == nil && $0.openClaimCount() == 0 }
    }

    /// Makes a space, once for each link; the same token gets the same answer.
    func claim(_ request: ClaimRequest, _ transaction: any StorageWriting) throws -> WriteResult {
        let lookupHash = SHA256.digest(of: request.lookup)
        guard let claim = try transaction.claim(lookupHash: lookupHash) else { throw Refusal(.notFound) }
        if let key = claim.space {
            guard ConstantTime.areEqual(claim.usedBy, request.tokenHash) else { throw Refusal(.notFound) }
            return try welcome(request.tokenHash, to: key, wrapped: [], transaction)
        }
        guard
            let key = try transaction.makeSpace(request.space, mode: request.mode, atMilliseconds: nowMilliseconds)
        else { throw Refusal(.conflict) }
        try add(request.tokenHash, number: request.number, to: key, transaction)
        try transaction.useClaim(lookupHash: lookupHash, by: request.tokenHash, for: key)
        return try welcome(request.tokenHash, to: key, wrapped: [], transaction)
    }

    /// Leaves an invitation or a recovery code.
    func invite(
        _ request: InvitationRequest, _ caller: Membership, _ transaction: any StorageWriting
    ) throws -> WriteResult {
        let space = try transaction.current(caller).space
        let validUntil =
            request.kind == .invitation ? nowMilliseconds + Limits.invitationMilliseconds : 0
        guard try transaction.invitation(lookupHash: request.lookupHash) == nil else { throw Refusal(.conflict) }
        try transaction.add(
            Invitation(
                lookupHash: request.lookupHash, kind: request.kind, space: space, wrapped: request.wrapped,
                madeBy: caller.tokenHash, validUntilMilliseconds: validUntil))
        return WriteResult(.message(InvitationAnswer(validUntilMilliseconds: validUntil).encoded))
    }

    /// Lets a device in by what was left for it; "redeeming again with the same token gives the same answer".
    func join(
        _ request: JoinRequest, _ kind: InvitationRequest.Kind, _ transaction: any StorageWriting
    ) throws -> WriteResult {
        let lookupHash = SHA256.digest(of: request.lookup)
        guard let invitation = try transaction.invitation(lookupHash: lookupHash), invitation.kind == kind else {
            throw Refusal(.notFound)
        }
        let membership = Membership(space: invitation.space, tokenHash: request.tokenHash)
        let isAgain =
            kind == .recovery
            ? try transaction.holds(membership)
            : ConstantTime.areEqual(invitation.redeemedBy, request.tokenHash)
        if !isAgain {
            let isOpen = invitation.redeemedBy.isEmpty || kind == .recovery
            let isInTime =
                invitation.validUntilMilliseconds == 0 || nowMilliseconds <= invitation.validUntilMilliseconds
            guard isOpen, isInTime else { throw Refusal(.notFound) }
            try add(request.tokenHash, number: request.number, to: invitation.space, transaction)
            if kind == .invitation {
                try transaction.redeem(
                    lookupHash: lookupHash, by: request.tokenHash, atMilliseconds: nowMilliseconds)
            }
        }
        return try welcome(request.tokenHash, to: invitation.space, wrapped: invitation.wrapped, transaction)
    }

    /// Adds a device that nobody has named yet, under a number that is its own.
    private func add(
        _ tokenHash: [UInt8], number: UInt64, to key: SpaceKey, _ transaction: any StorageWriting
    ) throws {
        try transaction.makeRoomForDevice(in: key, limits)
        let device = MemberDevice(
            tokenHash: tokenHash, name: [], numbers: [], isRevoked: false, joinedMilliseconds: nowMilliseconds,
            seenMilliseconds: 0)
        guard try transaction.addDevice(device, to: key) else { throw Refusal(.conflict) }
        if try transaction.number(number, in: key) == nil {
            _ = try transaction.save(NumberState(tokenHash: tokenHash), number, in: key)
        }
        var space = try transaction.space(key)
        try space.renewDevicesDigest(transaction)
        try transaction.save(space)
    }

    /// What a device is told that came in. One that was revoked since finds nothing under its link.
    private func welcome(
        _ tokenHash: [UInt8], to key: SpaceKey, wrapped: [UInt8], _ transaction: any StorageReading
    ) throws -> WriteResult {
        guard try transaction.holds(Membership(space: key, tokenHash: tokenHash)) else { throw Refusal(.notFound) }
        let space = try transaction.space(key)
        let answer = JoinAnswer(
            mode: space.mode, serverMilliseconds: nowMilliseconds, space: space.id, wrapped: wrapped)
        return WriteResult(.message(answer.encoded))
    }
}
