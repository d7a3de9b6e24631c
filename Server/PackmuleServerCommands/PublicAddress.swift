// How clients reach the server, and the links that say so.

import Cryptography
import HTTPListener
import HTTPMessages
import Platform
import SyncProtocol

/// How clients reach the server.
struct PublicAddress: Equatable, Sendable {
    /// For people and for the ready line.
    let url: String
    /// For links; nil where devices could not use it, because it is in the clear beyond one machine.
    let origin: Origin?
    /// Of the certificate, where links name it.
    let pin: [UInt8]?

    /// The address said by `--url`, else the one listened on.
    init(_ options: ServeOptions, port: Int, certificate: HTTPListener.Certificate?) {
        pin = options.pinsCertificate ? certificate.flatMap { CertificatePin.ofFirst(inPEM: $0.chain) } : nil
        if let said = options.url {
            (url, origin) = (said.description, said)
            return
        }
        let scheme = certificate == nil ? "http" : "https"
        let host = Self.host(options.listen, isEncrypted: certificate != nil)
        let text = "\(scheme)://\(host):\(port)"
        origin = try? Origin(text)
        url = origin?.description ?? text
    }

    /// The address that an earlier start recorded.
    init(url: String, pin: [UInt8]?) {
        (self.url, origin, self.pin) = (url, try? Origin(url), pin)
    }

    /// A fresh link by which a space can be made; nil where no device could use it.
    func makeClaim(_ outside: Outside) -> Link? {
        guard let origin else { return nil }
        let words = [outside.random.next64(), outside.random.next64()]
        let secret = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return Link(kind: .claim, origin: origin, secret: Secret(secret), pin: origin.isEncrypted ? pin : nil)
    }

    /// Whoever listens on every address is known by the name of the machine; in the clear only by this machine.
    private static func host(_ listen: ListenAddress, isEncrypted: Bool) -> String {
        guard listen.isEveryAddress else { return listen.hostInURL }
        return isEncrypted ? ProcessInformation.hostName ?? "localhost" : "127.0.0.1"
    }
}
