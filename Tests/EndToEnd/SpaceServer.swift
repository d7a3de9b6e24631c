// The server of a space: it may be stopped, killed and started again, on the port that devices know.

import JSONText
import TestSupport
import Testing

/// A server that keeps its address.
final class SpaceServer {
    /// Where it listens.
    private(set) var url = ""
    /// The link by which the first space is made; printed at the first start of a folder.
    private(set) var claimLink: String?
    private let server: RealServer
    private var serving: ServingProcess?

    /// Long enough for a busy machine; nothing waits so long unless something is wrong.
    static let patienceMilliseconds = 60_000

    init() throws {
        server = try RealServer()
        try start()
    }

    /// Starts it, on the port that it had, and waits until it can be reached.
    func start() throws {
        let serving = try server.serve("--listen \(serving?.address ?? "127.0.0.1:0")")
        self.serving = serving
        url = serving.url
        claimLink = serving.ready["claim"]?.string ?? claimLink
    }

    /// Ends it at once.
    func kill() {
        serving?.process.kill()
        _ = serving?.process.wait()
    }

    /// Ends it in good order.
    func stop(sourceLocation: SourceLocation = #_sourceLocation) {
        serving?.process.terminate()
        let end = serving?.process.wait()
        #expect(end?.exitCode == 0, "\(String(describing: end))", sourceLocation: sourceLocation)
    }
}
