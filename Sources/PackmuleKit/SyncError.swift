// Why something between a device and its space did not happen.

public import HTTPMessages
public import SyncProtocol

/// What keeps a device from syncing, from coming into a space or from changing it, by what the caller can do. Failures
/// of the file itself stay a `StoreError`. Whatever is thrown, what was written here is still here and still goes out.
public enum SyncError: Error, Equatable, Sendable {
    // Come into a space first, or leave the one the device is in.

    /// The device is in no space: claim one, or join one by an invitation.
    case notInSpace
    /// The device is in a space already: leave it first.
    case isInSpace(server: Origin)

    // Use another link, code or device.

    /// The link is for something else: a claim link claims, an invitation joins.
    case otherLink(Link.Kind)
    /// The server keeps nothing under this link or code: it was used, it is too old, or it never was.
    case unknownLink
    /// The recovery code was not copied right: a sentence that says where.
    case mistypedCode(reason: String)
    /// What was left for the device does not open with the link or code: ask for a new one.
    case wrongInvitation
    /// The space has as many devices as it may: revoke one.
    case tooManyDevices
    /// The server has this space already: join it by an invitation.
    case spaceExists
    /// There is no such device in the space.
    case noSuchDevice

    // Say yes, or leave it.

    /// The person who was asked said no; nothing was changed.
    case declined
    /// As it seems, so many records were deleted elsewhere while this device was away: look, and sync again with
    /// `acceptHiding`.
    case asksHiding(recordCount: Int)

    // Wait, mend the connection, join again or update, as the failure says.

    /// The server was not reached, or did not do what it was asked.
    case failed(SyncFailure)
}

extension SyncError {
    /// What a failure means for a device that comes in.
    init(joining failure: SyncFailure) {
        switch failure {
        case .refused(.notFound, _): self = .unknownLink
        case .refused(.tooManyDevices, _): self = .tooManyDevices
        case .refused(.conflict, _): self = .spaceExists
        default: self = .failed(failure)
        }
    }
}

extension SyncError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .notInSpace: "This device is in no space yet; claim one, or join one by an invitation."
        case .isInSpace(let server): "This device is in a space at \(server) already; leave it first."
        case .otherLink(.claim): "This link claims a new space and is no invitation."
        case .otherLink(.invitation): "This link is an invitation into a space and claims none."
        case .unknownLink:
            "The server does not know this link or code; it was used or is too old: ask for a new one."
        case .mistypedCode(let reason): reason
        case .wrongInvitation: "What was left for this device cannot be opened; ask for a new invitation."
        case .tooManyDevices: "The space has as many devices as it may; revoke one that is not used any more."
        case .spaceExists: "The server has this space already; join it by an invitation."
        case .noSuchDevice: "There is no such device in the space."
        case .declined: "Nothing was changed."
        case .asksHiding(let count):
            "It seems that \(count) records were deleted elsewhere while this device was away: accept that, or look."
        case .failed(let failure): failure.description
        }
    }
}
