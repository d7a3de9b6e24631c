// Who asks: the one place where a token becomes a membership.

internal import Cryptography
internal import SyncProtocol
internal import Synchronization

extension Server {
    /// Whose token a request carries, and whether it may ask now. A token that is wrong, revoked or of another server
    /// is answered like none (docs/design, security).
    func caller(of start: RequestStart, _ route: Route, _ rule: RouteRule) throws -> Membership? {
        guard route != .health else { return nil }
        if rule.needsToken, let hash = start.authorization.flatMap(Credentials.token).map(Credentials.hash),
            let membership = try recentCallers.membership(hash) ?? readMembership(hash)
        {
            if let seconds = rates.device.take(hash, nowMilliseconds: nowMilliseconds) {
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

    private func readMembership(_ tokenHash: [UInt8]) throws -> Membership? {
        let membership = try storage.read { try $0.membership(tokenHash: tokenHash) }
        if let membership { recentCallers.remember(membership) }
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
    private let callers = Mutex<[[UInt8]: Membership]>([:])

    func membership(_ tokenHash: [UInt8]) -> Membership? {
        callers.withLock { $0[tokenHash] }
    }

    func remember(_ membership: Membership) {
        callers.withLock { callers in
            if callers.count >= Limits.recentCallers { callers.removeAll() }
            callers[membership.tokenHash] = membership
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
        guard try self.membership(tokenHash: membership.tokenHash) == membership else {
            throw Refusal(.unauthorized)
        }
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
