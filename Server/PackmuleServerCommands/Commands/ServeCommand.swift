// Serving a data folder until a signal ends it.

import CommandLineTool
import JSONText
import Platform

enum ServeCommand {
    static let serve = Command<Action>(
        "serve", summary: "Serve the data folder until a signal ends it",
        discussion: """
            When it can be reached it prints one line of JSON: ready, url, metricsURL, pid, and claim, which on the \
            first start of a folder is the link to make a space with. Its log is one JSON object a line on standard \
            error. SIGTERM and SIGINT end it in good order, SIGHUP has it read the certificate again.
            Whoever listens beyond this machine must say how that is safe: by a certificate, by --behind-proxy, or \
            with --insecure-listen by nothing.
            """,
        examples: [
            Example("packmule-server --data ~/packmule-data --listen 127.0.0.1:0", "on a port that is free"),
            Example(
                "packmule-server --data ~/packmule-data --behind-proxy --url https://packmule.example.org",
                "behind a proxy that ends TLS"),
            Example(
                "packmule-server --data ~/packmule-data --limit connections=512 --limit recordsPerSpace=50000",
                "with other limits, see 'packmule-server limits'"),
        ],
        options: ServeOptions.options,
        seeAlso: ["claim", "limits"],
        action: .serve)

    /// Serves; returns when a signal has ended it and everything is closed.
    static func run(_ invocation: Invocation) throws {
        // Before the first thread: threads inherit what is held back.
        let signals = try invocation.outside.signals()
        let options = try ServeOptions(invocation)
        let outside = invocation.outside
        let log = Log(options.logLevel, clock: outside.clock) { outside.say(.error, $0) }
        let server = try RunningServer(options, try invocation.dataFolder, outside, log)
        outside.say(.output, server.readyLine.text() + "\n")
        server.run(until: signals)
    }
}
