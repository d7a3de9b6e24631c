// How a server is to be reached, read from its command line, and whether that is allowed.

import CommandLineTool
import HTTPListener
import HTTPMessages
import Platform

/// What stands on the command line of a server.
struct ServeOptions: Sendable {
    let listen: ListenAddress
    let metrics: ListenAddress?
    /// The paths of a certificate and its key.
    let certificateFiles: CertificateFiles?
    /// Whether links name the key of the certificate.
    let pinsCertificate: Bool
    let isBehindProxy: Bool
    let isInsecure: Bool
    /// How clients reach the server, where it was said.
    let url: Origin?
    let limits: LimitSettings
    let logLevel: Log.Level
    let logsAddresses: Bool

    /// Where a certificate is read from, at the start and at every SIGHUP.
    struct CertificateFiles: Equatable, Sendable {
        let chain: String
        let key: String

        func read() throws(PlatformError) -> HTTPListener.Certificate {
            HTTPListener.Certificate(
                chain: try Files.read(chain, limitBytes: Limits.certificateBytes),
                key: try Files.read(key, limitBytes: Limits.certificateBytes))
        }
    }

    /// The options of the command.
    static let options = [
        Option(
            "listen", value: "HOST:PORT", default: ListenAddress.usual.description,
            help: "Where to listen: an address in digits, and a port, 0 for one that is free"),
        Option("url", value: "URL", help: "How clients reach the server, for links; what is listened on otherwise"),
        Option("tls-cert", value: "FILE", .file, help: "The certificate and those above it, PEM"),
        Option("tls-key", value: "FILE", .file, help: "The key of the certificate, PEM without a password"),
        Option(flag: "pin", help: "Links name the certificate's key: for one that no authority signed"),
        Option(flag: "behind-proxy", help: "A proxy of yours ends TLS; the last of X-Forwarded-For is the client"),
        Option(flag: "insecure-listen", help: "Listen in the clear beyond this machine; everybody on the way can read"),
        Option(
            "limit", value: "NAME=VALUE", .words("limit"), isRepeatable: true,
            help: "Set a limit, see 'packmule-server limits'"),
        Option("metrics", value: "HOST:PORT", help: "Where to answer /metrics for Prometheus, in the clear"),
        Option(
            "log", value: "LEVEL", .choices(Log.Level.allCases.map(\.rawValue)), default: Log.Level.info.rawValue,
            help: "What the log holds at least; debug holds every request"),
        Option(flag: "log-addresses", help: "Put the addresses of clients into the log"),
    ]

    /// - Throws: a refusal with ``ExitCode/usage`` for what is not understood or not allowed.
    init(_ invocation: Invocation) throws {
        let command = invocation.command
        listen = try Self.address("listen", invocation) ?? .usual
        metrics = try Self.address("metrics", invocation)
        certificateFiles = try Self.certificateFiles(invocation)
        pinsCertificate = command.has("pin")
        isBehindProxy = command.has("behind-proxy")
        isInsecure = command.has("insecure-listen")
        url = try command.value("url").map { try Self.origin($0, invocation) }
        limits = try LimitSettings(command.values("limit"), invocation)
        logLevel = command.value("log").flatMap(Log.Level.init(rawValue:)) ?? .info
        logsAddresses = command.has("log-addresses")
        if pinsCertificate && certificateFiles == nil {
            throw invocation.misused("--pin needs --tls-cert and --tls-key.")
        }
        if let refusal = exposure { throw invocation.misused(refusal) }
    }

    /// Why these addresses may not be listened on; nil where they may (docs/design, security: Bind).
    private var exposure: String? {
        if !listen.isLoopback && certificateFiles == nil && !isBehindProxy && !isInsecure {
            return "\(listen) can be reached from other machines: give --tls-cert and --tls-key, or --behind-proxy, "
                + "or --insecure-listen."
        }
        if let metrics, !metrics.isLoopback && !isBehindProxy && !isInsecure {
            return "The metrics on \(metrics) could be read from other machines: listen on 127.0.0.1, or give "
                + "--behind-proxy or --insecure-listen."
        }
        return nil
    }

    /// What whoever runs the server should know at every start.
    var warnings: [String] {
        var warnings: [String] = []
        if isInsecure {
            warnings.append("--insecure-listen: whoever is on the way can read tokens and act as any device.")
        }
        if isBehindProxy && url == nil {
            warnings.append("Links name the address listened on: say by --url how clients reach the proxy.")
        }
        return warnings
    }

    private static func address(_ option: String, _ invocation: Invocation) throws -> ListenAddress? {
        guard let text = invocation.command.value(option) else { return nil }
        guard let address = ListenAddress(text) else {
            throw invocation.misused("--\(option) '\(text)' is not of the form HOST:PORT, as in 127.0.0.1:8484.")
        }
        return address
    }

    private static func certificateFiles(_ invocation: Invocation) throws -> CertificateFiles? {
        switch (invocation.command.value("tls-cert"), invocation.command.value("tls-key")) {
        case (nil, nil): return nil
        case (let chain?, let key?): return CertificateFiles(chain: chain, key: key)
        default: throw invocation.misused("--tls-cert and --tls-key go together.")
        }
    }

    /// Reads the address of a server as a person types it.
    static func origin(_ text: String, _ invocation: Invocation) throws -> Origin {
        do throws(Origin.Problem) {
            return try Origin(text)
        } catch {
            switch error {
            case .malformed: throw invocation.misused("--url '\(text)' is not of the form https://HOST[:PORT].")
            case .plainBeyondLoopback:
                throw invocation.misused("--url '\(text)': devices connect by https only, except on one machine.")
            }
        }
    }
}
