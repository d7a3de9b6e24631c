// How a device comes into a space: as the first, by an invitation, or by the recovery code.

internal import Cryptography
public import HTTPMessages
internal import Platform
internal import ReplicaStore
internal import Replication
internal import Sealing
public import SyncProtocol

extension Device {
    /// Makes a space at a server, with this device as its first. What is here goes there with the next sync.
    ///
    /// A device that is in a space takes the space along, with its key, mode and list of devices: to a server that was
    /// wiped, or to another one.
    ///
    /// - Parameters:
    ///   - link: a claim link of the server.
    ///   - name: how the other devices call this one; as it is called now where nil.
    ///   - isOpen: whether the server may read what the space holds. Chosen once and for all.
    ///   - transport: leads to the link's server.
    /// - Throws: ``SyncError``, and a `Problem` for a name that is empty or too long.
    @discardableResult
    public func claim(
        _ link: Link, name: String? = nil, isOpen: Bool = false, over transport: any Transport
    ) throws -> SpaceMembership {
        guard link.kind == .claim else { throw SyncError.otherLink(link.kind) }
        let name = try name.map(Self.deviceName)
        let before = try store.membership()
        let devices = try store.devices()
        let membership = try store.candidate(for: link.lookup) { candidate(for: link, isOpen: isOpen, before) }
        let request = ClaimRequest(
            lookup: link.lookup, tokenHash: membership.tokenHash, number: try store.syncFacts().number,
            mode: membership.mode, space: membership.space)
        let answer = try redeem(.claim, request.encoded, over: transport)
        guard answer.mode == membership.mode, answer.space == membership.space else {
            throw SyncError.failed(.invalidAnswer(.wrongMode))
        }
        try store.enter(membership)
        if let devices, before != nil { try keep(devices, besides: before?.tokenHash, in: membership) }
        return try introduce(membership, name: name, over: transport)
    }

    /// The space to be made, or the one that the device takes along.
    private func candidate(for link: Link, isOpen: Bool, _ before: Membership?) -> Membership {
        var membership =
            before
            ?? Membership(
                server: "", pin: nil, space: surroundings.random.spaceID(), isSealed: !isOpen,
                token: freshToken(),
                key: isOpen ? nil : Secret(byteCount: Sealer.keyByteCount, random: surroundings.random))
        // Another server shall not learn what opens the one before.
        if membership.server != "\(link.origin)" { membership.token = freshToken() }
        (membership.server, membership.pin) = ("\(link.origin)", link.pin)
        return membership
    }

    /// Comes into a space by an invitation. What is here already goes there with the next sync, and a copy of the store
    /// is kept beside it.
    ///
    /// - Parameters:
    ///   - link: an invitation, good once.
    ///   - name: how the other devices call this one; as it is called now where nil.
    ///   - transport: leads to the link's server.
    ///   - asking: asked before the two are joined, where something is here; false lets it be.
    /// - Throws: ``SyncError``, and a `Problem` for a name that is empty or too long.
    @discardableResult
    public func join(
        _ link: Link, name: String? = nil, over transport: any Transport,
        asking: (JoinCounts) throws -> Bool = { _ in true }
    ) throws -> Joined {
        guard link.kind == .invitation else { throw SyncError.otherLink(link.kind) }
        let wrapping = Wrapping(secret: link.secret, purpose: .invitation)
        return try comeIn(
            by: wrapping, .join, Door(origin: link.origin, pin: link.pin, transport: transport), name, asking)
    }

    /// Comes into a space by its recovery code, when no other device is left that could invite. Otherwise as
    /// ``join(_:name:over:asking:)``.
    ///
    /// - Parameters:
    ///   - code: as it stands on paper, in either case, with or without hyphens.
    ///   - server: the server of the space.
    ///   - pin: SHA-256 of the public key of its certificate; nil where certificates are judged as usual.
    @discardableResult
    public func recover(
        _ code: String, server: Origin, pin: [UInt8]? = nil, name: String? = nil, over transport: any Transport,
        asking: (JoinCounts) throws -> Bool = { _ in true }
    ) throws -> Joined {
        let secret: Secret
        do throws(SealingError) {
            secret = try RecoveryCode(code).secret
        } catch {
            throw SyncError.mistypedCode(reason: error.description)
        }
        return try comeIn(
            by: Wrapping(secret: secret, purpose: .recovery), .recovery,
            Door(origin: server, pin: pin, transport: transport), name, asking)
    }

    /// Where the device comes in.
    private struct Door {
        let origin: Origin
        let pin: [UInt8]?
        let transport: any Transport
    }

    private func comeIn(
        by wrapping: Wrapping, _ route: Route, _ door: Door, _ name: String?,
        _ asking: (JoinCounts) throws -> Bool
    ) throws -> Joined {
        try requireNoMembership()
        let name = try name.map(Self.deviceName)
        let transport = door.transport
        // Which space it is, the server will say.
        let token = try store.candidate(for: wrapping.lookup) {
            Membership(
                server: "\(door.origin)", pin: door.pin, space: RecordID(high: 0, low: 0), isSealed: true,
                token: freshToken(), key: nil)
        }.token
        let number = try store.syncFacts().number
        let request = JoinRequest(
            lookup: wrapping.lookup, tokenHash: Credentials.hash(of: token), number: number)
        let answer = try redeem(route, request.encoded, over: transport)
        let membership = Membership(
            server: "\(door.origin)", pin: door.pin, space: answer.space, isSealed: answer.mode == .sealed,
            token: token, key: try key(in: answer, wrapping))
        let here = try RecordCount.shown(store)
        var copyPath: String?
        if try RecordCount.areOwn(here) || store.read({ try $0.pendingCount() }) > 0 {
            let there = try? RecordCount.stored(for: number, in: membership, over: transport)
            do {
                guard try asking(JoinCounts(here: here, there: there)) else { throw SyncError.declined }
            } catch {
                _ = membership.abandon(over: transport)
                try store.forgetCandidate()
                throw error
            }
            // Where there is no room for it, the same link is good once there is.
            copyPath = try copyBeside("join")
        }
        try store.enter(membership)
        return Joined(membership: try introduce(membership, name: name, over: transport), copyPath: copyPath)
    }

    /// The key that was left for the device; an open space has none, but says so under the same seal.
    private func key(in answer: JoinAnswer, _ wrapping: Wrapping) throws -> Secret? {
        let associatedData = InvitationRequest.associatedData(space: answer.space, mode: answer.mode)
        guard let key = try? wrapping.unwrap(answer.wrapped, associatedData: associatedData),
            key.bytes.count == (answer.mode == .sealed ? Sealer.keyByteCount : 0)
        else { throw SyncError.wrongInvitation }
        return answer.mode == .sealed ? key : nil
    }

    /// Asks a few times: with the same token the server gives the same answer, so that an answer that was lost does not
    /// use up the link.
    private func redeem(
        _ route: Route, _ message: [UInt8], over transport: any Transport
    ) throws(SyncError) -> JoinAnswer {
        for _ in 1..<Limits.joinTries {
            do throws(SyncFailure) {
                return try transport.ask(route, message)
            } catch {
                guard error.reason == .unreachable || error.reason == .timedOut else { throw SyncError(joining: error) }
            }
        }
        do throws(SyncFailure) {
            return try transport.ask(route, message)
        } catch {
            throw SyncError(joining: error)
        }
    }

    /// Keeps the list of devices for a server that has never seen them.
    private func keep(_ encoded: [UInt8], besides oldHash: [UInt8]?, in membership: Membership) throws {
        guard let list = try? DeviceList(encoded: encoded) else { return }
        let others = list.devices.filter { $0.tokenHash != oldHash && $0.tokenHash != membership.tokenHash }
        try store.saveDevices(DeviceList(devices: others).encoded, names: [:])
    }

    /// Gives the device its name, here and, as far as the server can be reached, there: the next sync does the rest.
    private func introduce(
        _ membership: Membership, name: String?, over transport: any Transport
    ) throws -> SpaceMembership {
        if let name { try nameSelf(name) }
        do {
            try refreshMemberDevices(over: transport)
        } catch is SyncError {}
        return try SpaceMembership(membership)
    }

    private func freshToken() -> Secret {
        Secret(byteCount: Credentials.tokenByteCount, random: surroundings.random)
    }
}

extension Transport {
    fileprivate func ask(_ route: Route, _ message: [UInt8]) throws(SyncFailure) -> JoinAnswer {
        let body = try call(route, as: nil, body: message, timeoutSeconds: Limits.answerSeconds)
        do throws(MessageError) {
            return try JoinAnswer(encoded: body)
        } catch {
            throw SyncFailure(error)
        }
    }
}

extension RandomSource {
    fileprivate func spaceID() -> RecordID {
        RecordID(high: next64(), low: next64())
    }
}
