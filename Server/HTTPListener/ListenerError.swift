// What can go wrong when a listener starts, grouped by what the person who runs the server can do about it.

package import Platform

/// Why a listener did not start, or did not take a new certificate.
package enum ListenerError: Error, Equatable, Sendable {
    /// Give another address or port.
    case addressInvalid(host: String, port: Int)
    /// Choose another port, or stop what uses it.
    case cannotListen(PlatformError)
    /// Give a certificate and the key that belongs to it.
    case certificateUnusable
    /// Free memory, threads or descriptors.
    case outOfResources
}

extension ListenerError: CustomStringConvertible {
    /// One sentence: what, where, what to do.
    package var description: String {
        switch self {
        case .addressInvalid(let host, let port):
            "Cannot listen on \(host) port \(port): give an IPv4 or IPv6 address in digits and a port up to 65535."
        case .cannotListen(let error): error.description
        case .certificateUnusable:
            "The certificate or its key cannot be used: both must be PEM without a password and belong together."
        case .outOfResources: "The system has no memory, threads or open files left to listen with; free some."
        }
    }
}
