// The limits of this module.

extension HTTPListener {
    /// What bounds the memory and the time that clients can take (docs/design, security).
    package struct Limits: Sendable {
        /// Connections open at once.
        package var connections = 256
        /// Connections open at once from one address; not counted behind a proxy, where all come from one.
        package var connectionsPerAddress = 32
        /// Bytes of the first line and the fields of a request: a token, a proxy's fields and much room.
        package var headBytes = 4 * 1_024
        /// How long after it has connected a client may take for the head of its first request, TLS included.
        package var headMilliseconds = 10_000
        /// How long after an answer a connection is kept for the next request, until its head has come whole.
        package var keepAliveMilliseconds = 75_000
        /// How long a body may take.
        package var bodyMilliseconds = 60_000
        /// What must have come of a body, on average, whenever ``bodyGraceMilliseconds`` are over.
        package var bodyBytesPerSecond = 1_024
        /// How long a body may come slower than that.
        package var bodyGraceMilliseconds = 5_000
        /// How long a client may take to receive an answer.
        package var answerMilliseconds = 60_000
        /// How often deadlines are looked after, and connections that wait for their answer are asked whether the
        /// client is still there: every deadline is kept to within that much.
        package var watchMilliseconds = 500

        /// The defaults.
        package init() {}

        /// Connections that may wait to be accepted; the system caps it.
        static let backlog = 512
        /// Bytes that the library keeps for a connection: half of it receives the head and pieces of the body, the rest
        /// holds the parsed fields. Cleared after every request, so that more costs time.
        var memoryBytesPerConnection: Int { max(16 * 1_024, 4 * min(headBytes, 1 << 20)) }
        /// Bytes of a body without a declared length that are received beyond the limit and thrown away, so that the
        /// client can be told; whoever goes on after that is cut off.
        static let discardedBytes = 1_024 * 1_024
        /// Bytes of the longest path; ours are short.
        static let pathBytes = 256
        /// Bytes of the longest address in digits: IPv6 with an embedded IPv4 address.
        static let addressBytes = 45
    }
}
