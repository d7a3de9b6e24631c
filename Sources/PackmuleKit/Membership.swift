// The space that a device is in.

internal import Cryptography
public import HTTPMessages
package import Platform
package import ReplicaStore
public import Replication
package import Sealing
internal import SyncProtocol

/// How a device belongs to a space. Secrets stay in its file.
public struct SpaceMembership: Sendable, Equatable {
    /// The server.
    public let server: Origin
    /// SHA-256 of the public key that the server's certificate must have; nil where certificates are judged as usual.
    public let pin: [UInt8]?
    /// The space.
    public let space: RecordID
    /// Whether the server cannot read what the space holds.
    public let isSealed: Bool
}

extension Device {
    /// The space that this device is in; nil where it is in none. Of its server and pin a transport is made.
    public func membership() throws -> SpaceMembership? {
        try store.membership().map { try SpaceMembership($0) }
    }

    /// The membership with its secrets.
    ///
    /// - Throws: ``SyncError/notInSpace``.
    package func requiredMembership() throws -> Membership {
        guard let membership = try store.membership() else { throw SyncError.notInSpace }
        return membership
    }

    func requireNoMembership() throws {
        if let membership = try membership() { throw SyncError.isInSpace(server: membership.server) }
    }

    /// Leaves the space: what is here stays, and the identity in the space is forgotten. What was not sent yet the
    /// others will not see.
    ///
    /// - Parameter transport: where there is one, the server is told first that the token opens nothing any more.
    /// - Returns: whether the server was told. Where it could not be, another device can revoke this one.
    @discardableResult
    public func leave(over transport: (any Transport)? = nil) throws -> Bool {
        let membership = try requiredMembership()
        let isTold = transport.map { membership.abandon(over: $0) } ?? false
        try store.leave()
        return isTold
    }
}

extension SpaceMembership {
    init(_ membership: Membership) throws {
        (pin, space, isSealed) = (membership.pin, membership.space, membership.isSealed)
        server = try membership.origin
    }
}

extension Membership {
    var origin: Origin {
        get throws {
            do {
                return try Origin(server)
            } catch {
                throw StoreError.database(.corrupt(message: "the address of the server cannot be read"))
            }
        }
    }

    var mode: SpaceMode { isSealed ? .sealed : .open }

    /// What seals and opens the bodies of the space.
    package func coding(random: any RandomSource) throws -> any BodyCoding {
        guard isSealed else { return PlainBodies() }
        guard let key, key.bytes.count == Sealer.keyByteCount else {
            throw StoreError.database(.corrupt(message: "the key of the space cannot be read"))
        }
        return Sealer(key: key, space: space, random: random)
    }

    /// Sends a message as this device, and gives the body of its answer.
    func call(
        _ route: Route, _ body: [UInt8], over transport: any Transport,
        timeoutSeconds: Int = Limits.answerSeconds
    ) throws(SyncFailure) -> [UInt8] {
        try transport.call(route, as: (space, token), body: body, timeoutSeconds: timeoutSeconds)
    }

    /// Makes the token open nothing any more; says whether the server heard it.
    func abandon(over transport: any Transport) -> Bool {
        (try? call(.devices, DevicesRequest.revoke(tokenHash: tokenHash).encoded, over: transport)) != nil
    }
}
