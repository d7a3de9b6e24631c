// Why the listener itself turns somebody away.

/// Why a connection was closed, or a request refused, before the handler had a say (docs/design, security).
package enum DoorReason: Int, CaseIterable, Sendable {
    /// As many connections are open as may be.
    case tooManyConnections
    /// As many connections of this address are open as may be.
    case tooManyConnectionsOfAddress
    /// The head of a request, or the next request, did not come in time.
    case headTooSlow
    /// The body did not come in time.
    case bodyTooSlow
    /// The client did not take the answer in time.
    case answerTooSlow
    /// The head is longer than accepted.
    case headTooLong
    /// A field has a name or a value that HTTP does not allow.
    case malformedField
    /// The target is not a plain path: it has a query, an escape or another character that no path of ours has.
    case targetNotPlain
    /// Neither GET nor POST.
    case methodNotAllowed
    /// Not exactly one Host.
    case hostNotUnique
    /// More than one Authorization.
    case authorizationNotUnique
    /// More than one length, or a length and a transfer coding: the end of the body could be read in two ways.
    case lengthNotUnique
    /// A transfer coding other than chunked.
    case transferCodingUnknown
    /// The body is compressed.
    case contentCoded
    /// The client wants another protocol.
    case upgradeWanted
    /// The body is, or says it will be, longer than admitted.
    case bodyTooLong
    /// The handler let go of the request without an answer.
    case unanswered
    /// The listener stops.
    case stopping

    /// The status of the answer (RFC 9110 section 15); nil where the connection is closed without one.
    package var status: Int? {
        switch self {
        case .tooManyConnections, .tooManyConnectionsOfAddress, .headTooSlow, .bodyTooSlow, .answerTooSlow: nil
        case .malformedField, .targetNotPlain, .hostNotUnique, .authorizationNotUnique, .lengthNotUnique,
            .upgradeWanted:
            400
        case .methodNotAllowed: 405
        case .bodyTooLong: 413
        case .contentCoded: 415
        case .headTooLong: 431
        case .unanswered: 500
        case .transferCodingUnknown: 501
        case .stopping: 503
        }
    }
}
