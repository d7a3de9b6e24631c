// Why a device does not sync right now, in words that can be kept.

/// Why syncing waits. The raw value is stable: a store may keep it, and another process reads it.
public enum SyncReason: String, CaseIterable, Sendable {
    /// The server was not reached, or the connection broke.
    case unreachable
    /// No answer came in time.
    case timedOut = "timed-out"
    /// The sync was cancelled.
    case cancelled
    /// Another program syncs the same store.
    case storeBusy = "store-busy"
    /// The store on this device cannot be read or written.
    case storeFault = "store-fault"
    /// The disk of this device is full.
    case diskFull = "disk-full"
    /// The server asked for patience.
    case serverBusy = "server-busy"
    /// The server has a fault, or its disk is full.
    case serverFault = "server-fault"
    /// What came is no answer of a server of ours.
    case invalidAnswer = "invalid-answer"
    /// The server brought the sync to no end.
    case endless
    /// The server took some changes and wants the others later: the space is full.
    case quota
    /// The server takes some changes later, for a reason that it did not say or this version does not know.
    case later
    /// The server's certificate does not prove that it is the one meant.
    case untrusted
    /// The server does not know this device's token, or it was revoked.
    case unauthorized
    /// Server and device speak different versions.
    case updateNeeded = "update-needed"
    /// The server says that the space is open where it is sealed, or the other way round.
    case wrongMode = "wrong-mode"
    /// The server refused the request itself.
    case requestRefused = "request-refused"
    /// So many records would vanish here that a person has to say yes.
    case asksHiding = "asks-hiding"

    /// Whether waiting alone will probably not help: a person has to do something.
    public var needsPerson: Bool {
        switch self {
        case .unreachable, .timedOut, .cancelled, .storeBusy, .storeFault, .diskFull, .serverBusy, .serverFault,
            .invalidAnswer, .endless,
            .quota, .later:
            false
        case .untrusted, .unauthorized, .updateNeeded, .wrongMode, .requestRefused, .asksHiding:
            true
        }
    }
}

extension SyncReason: CustomStringConvertible {
    /// A clause for people, to stand behind "because".
    public var description: String {
        switch self {
        case .unreachable: "the server cannot be reached"
        case .timedOut: "the server did not answer in time"
        case .cancelled: "the sync was cancelled"
        case .storeBusy: "another program is syncing this store"
        case .storeFault: "the store on this device cannot be used"
        case .diskFull: "the disk of this device is full"
        case .serverBusy: "the server asked to come back later"
        case .serverFault: "the server has a fault or no space left"
        case .invalidAnswer: "what answered does not look like a Packmule server"
        case .endless: "the server kept answering without coming to an end"
        case .quota: "the space is full on the server"
        case .later: "the server takes some changes only later"
        case .untrusted: "the server's certificate could not be trusted"
        case .unauthorized: "the server does not accept this device any more; join again"
        case .updateNeeded: "device and server speak different versions; update the older one"
        case .wrongMode: "the server treats the space differently from how it was made"
        case .requestRefused: "the server refused the request"
        case .asksHiding: "many records would be hidden here; accept that or ask who deleted them"
        }
    }
}
