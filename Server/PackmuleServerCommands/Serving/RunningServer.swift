// A server as a whole: its parts, started in order, and ended in order.

import HTTPListener
import JSONText
import Platform
import SQLiteServerStorage
import ServiceManagement
import SyncProtocol
import SyncServer

/// The data folder, the server over it, the thread that writes, and the ports.
final class RunningServer {
    private let options: ServeOptions
    private let folder: DataFolder
    private let log: Log
    private let storage: SQLiteServerStorage
    private let writer: GroupCommit
    private let listener: HTTPListener
    private let metricsListener: HTTPListener?
    private let url: String
    private let claim: Link?

    /// Starts everything; when this returns, it can be reached.
    init(_ options: ServeOptions, _ folder: DataFolder, _ outside: Outside, _ log: Log) throws {
        (self.options, self.folder, self.log) = (options, folder, log)
        let certificate = try options.certificateFiles?.read()
        let metrics = ServerMetrics()
        storage = try SQLiteServerStorage.open(inFolder: folder.path)
        let server = Server(
            storage: storage, clock: outside.clock, random: outside.random, limits: options.limits.server,
            observer: Observer(metrics: metrics, log: log))
        writer = try GroupCommit(server)
        let handler = RequestHandler(
            server, writer, metrics, RequestLog(log: log, hasAddresses: options.logsAddresses))
        listener = try HTTPListener(
            configuration: HTTPListener.Configuration(
                host: options.listen.host, port: options.listen.port, certificate: certificate,
                isBehindProxy: options.isBehindProxy, limits: options.limits.listener),
            handler: handler)
        let gauges = GaugeReading(folder: folder, server: server, listener: listener)
        metricsListener = try options.metrics.map { address in
            try HTTPListener(
                configuration: HTTPListener.Configuration(host: address.host, port: address.port, threadCount: 1),
                handler: MetricsHandler { metrics.text(gauges.read()) })
        }
        try writer.start()
        let address = PublicAddress(options, port: listener.port, certificate: certificate)
        url = address.url
        try folder.record(address)
        claim = try server.needsClaim() ? address.makeClaim(outside) : nil
        if let claim { try server.addClaim(lookup: claim.lookup) }
        announce()
    }

    /// What is printed when it can be reached.
    var readyLine: JSONValue {
        let metricsURL = options.metrics.flatMap { address in
            metricsListener.map { "http://\(address.hostInURL):\($0.port)/metrics" }
        }
        return [
            "ready": true, "url": .string(url), "metricsURL": metricsURL.map { .string($0) } ?? .null,
            "pid": .integer(Int64(ProcessInformation.processID)), "claim": claim.map { .string($0.text) } ?? .null,
        ]
    }

    /// Serves until a signal ends it, and closes everything in good order.
    func run(until signals: any SignalSource) {
        ServiceNotice.ready.send()
        let interval = ServiceNotice.aliveIntervalMilliseconds ?? Limits.idleMilliseconds
        while true {
            switch signals.next(timeoutMilliseconds: interval) {
            case .hangUp: reload()
            case .terminate, .interrupt: return end()
            case nil: _ = ServiceNotice.alive.send()
            }
        }
    }

    private func announce() {
        log.write(
            .info, "started", .version(Version.text), .processID(ProcessInformation.processID), .place(url),
            .message("data in \(folder.path)"))
        let changed = options.limits.changed.map { LogFact.limit(name: $0.name, value: $0.value) }
        if !changed.isEmpty { log.write(.info, "limits", changed) }
        for warning in options.warnings { log.write(.warning, "exposed", .message(warning)) }
    }

    /// Reads the certificate again. With one that cannot be used it goes on with the one before.
    private func reload() {
        guard let files = options.certificateFiles else { return log.write(.info, "reloaded") }
        do {
            try listener.reload(files.read())
            log.write(.info, "reloaded", .place(files.chain))
        } catch {
            log.write(.error, "reload-failed", .place(files.chain), .message(Refusal(error).message))
        }
    }

    /// Nothing new comes in, who waits is answered, what runs is finished, what was only seen is written.
    private func end() {
        ServiceNotice.stopping.send()
        log.write(.info, "stopping")
        listener.drain(timeoutMilliseconds: Limits.drainMilliseconds)
        writer.stop()
        listener.stop()
        metricsListener?.stop()
        storage.close()
        log.write(.info, "stopped")
    }
}
