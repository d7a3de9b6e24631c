// Who asks: the one place where a token becomes a membership.

internal import Cryptography
internal import SyncProtocol
internal import Synchronization

extension Server {
    /// Whose token a request carries, and whether it may ask now. A token that is wrong, revoked or of another server
    /// is answered like none (docs/design, security).
    func caller(of start: RequestStart, _ route: Route, _ rule: RouteRule) throws -> Membership? {
        guard route != .health else { return nil }
        if rule.needsToken, let (space, token) = start.authorization.flatMap(Credentials.read),
            let membership = try membership(Credentials.hash(of: token), of: space)
        {
            if let seconds = rates.device.take(membership, nowMilliseconds: nowMilliseconds) {
                throw Refusal(.tooManyRequests, retryAfterSeconds: seconds)
            }
            return membership
        }
        if let seconds = rates.stranger.take(sender(start.address), nowMilliseconds: nowMilliseconds) {
            throw Refusal(.tooManyRequests, retryAfterSeconds: seconds)
        }
        guard !rule.needsToken else { throw Refusal(.unauthorized) }
        return nil
    }

    private func membership(_ tokenHash: [UInt8], of space: SpaceID) throws -> Membership? {
        if let recent = recentCallers.membership(tokenHash, of: space) { return recent }
        let membership = try storage.read { try $0.membership(tokenHash: tokenHash, of: space) }
        if let membership { recentCallers.remember(membership, of: space) }
        return membership
    }

    /// An address of IPv6 counts by its first 64 bits: whoever has one has all of them.
    private func sender(_ address: String) -> String {
        guard address.utf8.contains(UInt8(ascii: ":")) else { return address }
        let groups = address.split(separator: ":", omittingEmptySubsequences: false)
        let leading = groups.prefix { !$0.isEmpty }
        return leading.prefix(4).joined(separator: ":")
    }
}

/// Who asked lately: so that the head of a request costs no transaction. It decides on nothing but whether a body is
/// read: whoever is found here is looked up again in the snapshot that answers, see ``StorageReading/current(_:)``.
final class RecentCallers: Sendable {
    private let callers = Mutex<[[UInt8]: (space: SpaceID, membership: Membership)]>([:])

    func membership(_ tokenHash: [UInt8], of space: SpaceID) -> Membership? {
        callers.withLock { callers in
            callers[tokenHash].flatMap { $0.space == space ? $0.membership : nil }
        }
    }

    func remember(_ membership: Membership, of space: SpaceID) {
        callers.withLock { callers in
            if callers.count >= Limits.recentCallers { callers.removeAll() }
            callers[membership.tokenHash] = (space, membership)
        }
    }

    func forget(_ membership: Membership) {
        callers.withLock { $0[membership.tokenHash] = nil }
    }
}

extension StorageReading {
    /// The membership as it is in this snapshot: a token that was revoked meanwhile, by whatever process, opens
    /// nothing.
    func current(_ membership: Membership) throws -> Membership {
        guard try holds(membership) else { throw Refusal(.unauthorized) }
        return membership
    }
}

extension AdmittedRequest {
    /// The caller of a route that needs one.
    var requiredCaller: Membership {
        get throws {
            guard let caller else { throw Refusal(.unauthorized) }
            return caller
        }
    }
}
