// Why a message bus did not do what it was asked for.

/// A failure between this program, the bus and whoever was called.
package enum BusError: Error, Equatable, Sendable {
    /// There is no bus at the address, or it broke off.
    case disconnected(String)
    /// No answer came in time.
    case outOfTime
    /// The bus, or whoever was called, refused: the name of the error, as `org.freedesktop.DBus.Error.ServiceUnknown`.
    case refused(String)
    /// What came has another form than it must have.
    case malformed
    /// Whoever wanted the answer wants it no more.
    case ended
}

extension BusError: CustomStringConvertible {
    /// A clause: what happened. It repeats nothing of a message's content.
    package var description: String {
        switch self {
        case .disconnected(let why): "the message bus of the session cannot be reached (\(why))"
        case .outOfTime: "it did not answer in time"
        case .refused(let name): "it refused (\(name))"
        case .malformed: "it answered in a form that is not understood"
        case .ended: "the delivery was closed"
        }
    }
}
