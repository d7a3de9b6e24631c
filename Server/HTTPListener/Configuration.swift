// How a listener is set up.

extension HTTPListener {
    /// Where to listen, and under which rules.
    package struct Configuration: Sendable {
        /// An IPv4 or IPv6 address in digits, or `localhost`.
        package var host: String
        /// 0…65535; at 0 the system chooses one that is free.
        package var port: Int
        /// With one, clients must speak TLS 1.2 or later; without, plain HTTP.
        package var certificate: Certificate?
        /// Whether every connection comes from a proxy of ours, so that the client's address is the last one of
        /// X-Forwarded-For; otherwise that field is ignored.
        package var isBehindProxy: Bool
        /// 1…16 workers.
        package var threadCount: Int
        /// What clients can take.
        package var limits: Limits

        /// A set-up of these parts.
        package init(
            host: String = "127.0.0.1", port: Int, certificate: Certificate? = nil, isBehindProxy: Bool = false,
            threadCount: Int = 2, limits: Limits = Limits()
        ) {
            self.host = host
            self.port = port
            self.certificate = certificate
            self.isBehindProxy = isBehindProxy
            self.threadCount = threadCount
            self.limits = limits
        }
    }

    /// By what the server proves who it is.
    package struct Certificate: Sendable {
        /// The certificate and those between it and the root, as PEM.
        package let chain: [UInt8]
        /// The private key, as PEM without a password.
        package let key: [UInt8]

        /// The contents of the two files.
        package init(chain: [UInt8], key: [UInt8]) {
            self.chain = chain
            self.key = key
        }
    }

    /// What happened since the listener was made.
    package struct Counters: Sendable, Equatable {
        /// Connections open now.
        package internal(set) var openConnections = 0
        /// Connections that were let in.
        package internal(set) var acceptedConnections = 0
        /// Requests that the handler admitted.
        package internal(set) var admittedRequests = 0
        var refusals = [Int](repeating: 0, count: DoorReason.allCases.count)

        /// How often somebody was turned away for this reason.
        package func refused(_ reason: DoorReason) -> Int {
            refusals[reason.rawValue]
        }
    }
}
