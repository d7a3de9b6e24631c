// The transport over libcurl.

internal import CPackmuleCurl
public import HTTPMessages
internal import Synchronization

/// Sends requests to one server by libcurl, which is loaded at the first call.
///
/// TLS 1.2 or later, the certificate and its name checked against the certificates the system trusts, or against a pin;
/// HTTP/1.1; no redirects, no cookies, no password files, and no proxy: a daemon does not see the variables that name
/// one, and so a command and a daemon would take different ways (docs/design, security: Client). Connections stay open
/// for later calls. Libcurl writes to sockets that the other side may have closed, so the program has to ignore
/// SIGPIPE.
public final class CurlTransport: Transport {
    /// The lines of all calls: a line is one connection that is kept.
    private struct Lines {
        var idle: [packmule_curl_line] = []
        var busy: [packmule_curl_line] = []
        var isCancelled = false
    }

    private let origin: Origin
    private let pin: [UInt8]?
    private let lines = Mutex(Lines())

    /// - Parameters:
    ///   - origin: the server.
    ///   - pin: SHA-256 (32 bytes) of the public key in the server's certificate, as DER of SubjectPublicKeyInfo. With
    ///     it that key alone counts, whoever signed the certificate and whatever its name and dates.
    public init(origin: Origin, pin: [UInt8]? = nil) {
        precondition(pin.map { $0.count == 32 } ?? true)
        self.origin = origin
        self.pin = pin
    }

    deinit {
        lines.withLock { lines in
            for line in lines.idle { packmule_curl_free(line) }
        }
    }

    /// Sends a request and waits for its whole answer. An answer that stalls for 30 seconds after it has begun counts
    /// as timed out.
    public func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        let line = try takeLine()
        defer { giveBack(line) }
        var transfer = Transfer(line: line)
        defer { transfer.end() }
        try transfer.prepare(request, to: origin, pin: pin, limitBytes: limitBytes, timeoutSeconds: timeoutSeconds)
        return try transfer.run { self.lines.withLock { $0.isCancelled } }
    }

    /// Ends every call at once, now and from now on, with ``TransportError/cancelled``.
    public func cancel() {
        lines.withLock { lines in
            lines.isCancelled = true
            for line in lines.busy { packmule_curl_wake(line) }
        }
    }

    private func takeLine() throws(TransportError) -> packmule_curl_line {
        if let problem = packmule_curl_load() { throw .unreachable(reason: String(cString: problem)) }
        return try lines.withLock { (lines) throws(TransportError) in
            guard !lines.isCancelled else { throw .cancelled }
            let line = lines.idle.popLast() ?? packmule_curl_make()
            guard line.easy != nil else { throw .unreachable(reason: "there is no memory for a connection") }
            lines.busy.append(line)
            return line
        }
    }

    private func giveBack(_ line: packmule_curl_line) {
        let isKept = lines.withLock { lines in
            lines.busy.removeAll { $0.easy == line.easy }
            guard lines.idle.count < Limits.idleLines, !lines.isCancelled else { return false }
            lines.idle.append(line)
            return true
        }
        if !isKept { packmule_curl_free(line) }
    }
}
