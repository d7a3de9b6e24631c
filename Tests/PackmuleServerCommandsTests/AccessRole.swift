// Who asks: every kind of caller that the access matrix tells apart.

import Cryptography
import HTTPMessages
import Replication
import SyncProtocol

/// A caller as the matrix knows it.
enum AccessRole: String, CaseIterable, Sendable {
    case own = "a device of the space"
    case sibling = "another device of the space"
    case stranger = "a device of another space, for its own"
    case strangerHere = "a device of another space that names this one"
    case ownAbroad = "a device of the space that names another one"
    case revoked = "a device that was revoked"
    case removed = "a device that was removed"
    case homeless = "a device whose space was deleted"
    case wrongToken = "a token that nobody has"
    case otherScheme = "a good token under another scheme"
    case cutToken = "a good token that is cut"
    case noToken = "no token"
    case twoTokens = "two good tokens"

    /// Whether the token opens the space that is named beside it.
    var isMember: Bool { [.own, .sibling, .stranger].contains(self) }

    /// Whose messages it sends.
    var caller: AccessCaller {
        switch self {
        case .sibling: .sibling
        case .stranger, .strangerHere: .stranger
        case .revoked: .revoked
        case .removed: .removed
        case .homeless: .homeless
        default: .own
        }
    }

    /// The fields by which it shows who it is.
    var authorization: [HTTPHeaders.Field] {
        let good = caller.authorization(in: caller.space)
        let values: [String] =
            switch self {
            case .strangerHere: [caller.authorization(in: .home)]
            case .ownAbroad: [caller.authorization(in: .abroad)]
            case .wrongToken: [AccessCaller(99, in: .home).authorization(in: .home)]
            case .otherScheme: ["Basic" + good.dropFirst("Bearer".count)]
            case .cutToken: [String(good.dropLast())]
            case .noToken: []
            case .twoTokens: [good, AccessCaller.sibling.authorization(in: .home)]
            case .own, .sibling, .stranger, .revoked, .removed, .homeless: [good]
            }
        return values.map { HTTPHeaders.Field(Credentials.headerName, $0) }
    }
}

/// A device of the matrix: it has a name, of which its token and its number are made.
struct AccessCaller: Sendable {
    let name: UInt8
    let space: SpaceID

    init(_ name: UInt8, in space: SpaceID) {
        (self.name, self.space) = (name, space)
    }

    var token: [UInt8] { [UInt8](repeating: name, count: 32) }
    var tokenHash: [UInt8] { SHA256.digest(of: token) }
    var number: UInt64 { UInt64(name) }
    /// Under what the server keeps that which lets this device in.
    var lookup: [UInt8] { [UInt8](repeating: name, count: 16) }

    func authorization(in space: SpaceID) -> String { Credentials.headerValue(for: Secret(token), of: space) }

    static let own = AccessCaller(1, in: .home)
    static let sibling = AccessCaller(2, in: .home)
    static let revoked = AccessCaller(3, in: .home)
    static let removed = AccessCaller(4, in: .home)
    static let stranger = AccessCaller(5, in: .abroad)
    static let strangersSibling = AccessCaller(6, in: .abroad)
    static let homeless = AccessCaller(7, in: .deleted)
    /// Who was never seen.
    static let newcomer = AccessCaller(50, in: .home)
    /// Of whom there is nothing anywhere.
    static let unknown = AccessCaller(60, in: .home)

    /// Another device of the same space.
    var other: AccessCaller {
        switch (space, name) {
        case (.abroad, 5): .strangersSibling
        case (.abroad, _): .stranger
        case (_, 1): .sibling
        default: .own
        }
    }

    /// A device of a space that is not its own.
    var foreigner: AccessCaller { space == .abroad ? .own : .stranger }
}

extension SpaceID {
    static let home = SpaceID(high: 1, low: 1)
    static let abroad = SpaceID(high: 2, low: 2)
    static let deleted = SpaceID(high: 3, low: 3)
}
