// What is asked: every deed of every route, and what becomes of it.

import Cryptography
import Replication
import SyncProtocol

/// What becomes of a request.
enum AccessAnswer: Equatable, Sendable {
    /// Status 200, and the storage is another one than before.
    case carriedOut
    /// Status 200, and the storage is as before.
    case told
    /// The status of the code, the code, and the storage is as before.
    case refused(ErrorCode)
}

/// One request of a route, as each caller would make it.
struct AccessDeed: Sendable {
    let route: Route
    let name: String
    /// Whether only a device of a space may.
    let needsToken: Bool
    /// What becomes of it where the caller may ask.
    let answer: AccessAnswer
    let body: @Sendable (AccessCaller) throws -> [UInt8]

    /// What becomes of it in this role.
    func answer(to role: AccessRole) -> AccessAnswer {
        needsToken && !role.isMember ? .refused(.unauthorized) : answer
    }

    /// The deeds of all routes: a new route does not compile until it has some.
    static let all = Route.allCases.flatMap(deeds)

    static func deeds(of route: Route) -> [AccessDeed] {
        switch route {
        case .exchange: exchanges
        case .watch: [guarded(.watch, "waits", .told) { watch($0.number) }]
        case .devices: devices
        case .invitations: invitations
        case .claim: claims
        case .join: joins
        case .recovery: recoveries
        case .health: [AccessDeed(route: .health, name: "asks", needsToken: false, answer: .told) { _ in [] }]
        }
    }

    // MARK: With a token

    private static let exchanges = [
        guarded(.exchange, "reads", .told) { exchange($0.number, []) },
        guarded(.exchange, "pushes", .carriedOut) { exchange($0.number, [try change(by: $0.number)]) },
        // The verdict is foreign, and nothing is stored.
        guarded(.exchange, "pushes under the number of another device", .told) {
            exchange($0.other.number, [try change(by: $0.other.number)])
        },
        guarded(.exchange, "is malformed", .refused(.malformed)) { _ in [0x81, 0x01] },
    ]

    private static let devices = [
        guarded(.devices, "lists", .told) { _ in DevicesRequest.list(known: []).encoded },
        guarded(.devices, "renames itself", .carriedOut) { rename($0) },
        guarded(.devices, "renames another device", .carriedOut) { rename($0.other) },
        guarded(.devices, "renames one of another space", .refused(.notFound)) { rename($0.foreigner) },
        guarded(.devices, "renames one that there is not", .refused(.notFound)) { _ in rename(.unknown) },
        guarded(.devices, "leaves", .carriedOut) { revoke($0) },
        guarded(.devices, "revokes another device", .carriedOut) { revoke($0.other) },
        guarded(.devices, "revokes one of another space", .refused(.notFound)) { revoke($0.foreigner) },
        guarded(.devices, "revokes one that there is not", .refused(.notFound)) { _ in revoke(.unknown) },
        // Its own list gets a name more; the other space is not touched.
        guarded(.devices, "names one of another space as revoked", .carriedOut) { caller in
            DevicesRequest.list(known: [
                MemberDevice(
                    tokenHash: caller.foreigner.tokenHash, name: [], numbers: [caller.foreigner.number],
                    isRevoked: true, joinedMilliseconds: 0, seenMilliseconds: 0)
            ]).encoded
        },
    ]

    private static let invitations = [
        guarded(.invitations, "invites", .carriedOut) { _ in invite(.invitation, .newcomer) },
        guarded(.invitations, "leaves a recovery code", .carriedOut) { _ in invite(.recovery, .newcomer) },
        // Only who knows the secret of a link knows the hash under which it is kept.
        guarded(.invitations, "invites under what is taken", .refused(.conflict)) { _ in
            invite(.invitation, AccessLink.open)
        },
        guarded(.invitations, "invites under what is taken abroad", .refused(.conflict)) { _ in
            invite(.invitation, AccessLink.openAbroad)
        },
    ]

    // MARK: Without

    private static let claims = [
        open(.claim, "claims a new space", .carriedOut) {
            claim(AccessLink.openClaim, .newcomer, SpaceID(high: 9, low: 9))
        },
        open(.claim, "claims a space that is there", .refused(.conflict)) {
            claim(AccessLink.openClaim, .newcomer, .home)
        },
        open(.claim, "claims again with the same token", .told) { claim(AccessLink.homeClaim, .own, .home) },
        open(.claim, "claims by a link that is used", .refused(.notFound)) {
            claim(AccessLink.homeClaim, .newcomer, SpaceID(high: 9, low: 9))
        },
        open(.claim, "claims by a link that there is not", .refused(.notFound)) {
            claim(.unknown, .newcomer, SpaceID(high: 9, low: 9))
        },
        open(.claim, "claims by an invitation", .refused(.notFound)) {
            claim(AccessLink.open, .newcomer, SpaceID(high: 9, low: 9))
        },
    ]

    private static let joins = [
        open(.join, "joins", .carriedOut) { join(AccessLink.open, .newcomer) },
        open(.join, "joins again with the same token", .told) { join(.sibling, .sibling) },
        open(.join, "joins by an invitation that is used", .refused(.notFound)) { join(.sibling, .newcomer) },
        open(.join, "joins by one that is over", .refused(.notFound)) { join(AccessLink.expired, .newcomer) },
        open(.join, "joins by one that there is not", .refused(.notFound)) { join(.unknown, .newcomer) },
        open(.join, "joins by one of a device that was revoked", .refused(.notFound)) {
            join(AccessLink.byRevoked, .newcomer)
        },
        open(.join, "joins by a recovery code", .refused(.notFound)) { join(AccessLink.recovery, .newcomer) },
        open(.join, "comes back after it was revoked", .refused(.notFound)) { join(.revoked, .revoked) },
        open(.join, "joins with the token of a member", .refused(.conflict)) { join(AccessLink.open, .own) },
        open(.join, "joins with a token that was revoked", .refused(.conflict)) { join(AccessLink.open, .revoked) },
    ]

    private static let recoveries = [
        open(.recovery, "recovers", .carriedOut) { join(AccessLink.recovery, .newcomer) },
        open(.recovery, "recovers again with the same token", .told) { join(AccessLink.recovery, .own) },
        open(.recovery, "recovers by a code that was replaced", .refused(.notFound)) {
            join(AccessLink.replaced, .newcomer)
        },
        open(.recovery, "recovers by a code that there is not", .refused(.notFound)) { join(.unknown, .newcomer) },
        open(.recovery, "recovers by an invitation", .refused(.notFound)) { join(AccessLink.open, .newcomer) },
        open(.recovery, "recovers after it was revoked", .refused(.conflict)) { join(AccessLink.recovery, .revoked) },
    ]

    private static func guarded(
        _ route: Route, _ name: String, _ answer: AccessAnswer,
        _ body: @escaping @Sendable (AccessCaller) throws -> [UInt8]
    ) -> AccessDeed {
        AccessDeed(route: route, name: name, needsToken: true, answer: answer, body: body)
    }

    private static func open(
        _ route: Route, _ name: String, _ answer: AccessAnswer, _ body: @escaping @Sendable () -> [UInt8]
    ) -> AccessDeed {
        AccessDeed(route: route, name: name, needsToken: false, answer: answer) { _ in body() }
    }
}

// MARK: Messages

extension AccessDeed {
    /// An exchange of a device whose last attempt was 77, or that has not had one yet.
    static func exchange(_ number: UInt64, _ changes: [SealedChange], attempt: UInt64 = 78) -> [UInt8] {
        ExchangeRequest(
            number: number, cursor: .zero, known: [0, 77], attempt: changes.isEmpty ? 0 : attempt, isFromZero: false,
            damaged: [], changes: changes
        ).encoded
    }

    /// A change of a record that nobody has.
    static func change(by number: UInt64) throws -> SealedChange {
        let stamp = Stamp(time: Stamp.time(milliseconds: 1_777_636_800_000), device: number)
        let header = stamp.flatMap {
            ChangeHeader(
                entity: 1, record: RecordID(high: 8, low: number), stamp: $0, mask: FieldMask(1), deletion: nil)
        }
        guard let header else { throw NoSuchChange() }
        return SealedChange(header: header, body: [1, 2, 3])
    }

    struct NoSuchChange: Error {}

    static func watch(_ number: UInt64) -> [UInt8] {
        WatchRequest(number: number, cursor: .zero, seconds: 1).encoded
    }

    static func rename(_ device: AccessCaller) -> [UInt8] {
        DevicesRequest.rename(tokenHash: device.tokenHash, name: [1]).encoded
    }

    static func revoke(_ device: AccessCaller) -> [UInt8] {
        DevicesRequest.revoke(tokenHash: device.tokenHash).encoded
    }

    static func invite(_ kind: InvitationRequest.Kind, _ link: AccessCaller) -> [UInt8] {
        InvitationRequest(kind: kind, lookupHash: SHA256.digest(of: link.lookup), wrapped: [9]).encoded
    }

    static func claim(_ link: AccessCaller, _ device: AccessCaller, _ space: SpaceID) -> [UInt8] {
        ClaimRequest(
            lookup: link.lookup, tokenHash: device.tokenHash, number: device.number, mode: .sealed, space: space
        ).encoded
    }

    static func join(_ link: AccessCaller, _ device: AccessCaller) -> [UInt8] {
        JoinRequest(lookup: link.lookup, tokenHash: device.tokenHash, number: device.number).encoded
    }
}

/// Links that nobody's name stands for.
enum AccessLink {
    static let open = AccessCaller(101, in: .home)
    static let openAbroad = AccessCaller(102, in: .abroad)
    static let expired = AccessCaller(103, in: .home)
    static let byRevoked = AccessCaller(104, in: .home)
    static let recovery = AccessCaller(105, in: .home)
    static let replaced = AccessCaller(106, in: .home)
    static let openClaim = AccessCaller(107, in: .home)
    static let homeClaim = AccessCaller(108, in: .home)
}
