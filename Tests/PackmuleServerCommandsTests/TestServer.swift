// The program in this process, on a data folder of its own, at a time and with chance that tests decide.

import CommandLineTool
import HTTPClient
import HTTPMessages
import JSONText
import Platform
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import PackmuleServerCommands

/// Runs command lines without a process.
struct TestServer: Sendable {
    let folder = TemporaryFolder()
    /// On 2026-05-01 at 12:00 UTC until a test moves it.
    let clock = ManualClock()
    private let random = SeededRandom(seed: 1)

    var dataPath: String { folder.path("data") }

    /// Runs one command line on the data folder; single quotes hold blanks together.
    func run(_ line: String, answers: [String]? = nil) -> Output {
        let rest = Mutex(answers ?? [])
        let outside = outside(
            canAsk: answers != nil, ask: { _ in rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
        return Program.run(words(of: line), outside)
    }

    /// What a command that succeeds prints.
    @discardableResult
    func text(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let output = run(line)
        #expect(output.exitCode == .done, "\(line): \(output.standardError)", sourceLocation: sourceLocation)
        #expect(output.standardError == "", sourceLocation: sourceLocation)
        return output.standardOutput
    }

    /// What a command that succeeds answers to scripts.
    func json(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
        try JSONValue(reading: text(line + " --json", sourceLocation: sourceLocation))
    }

    /// What a command that is refused says; it must print nothing.
    func refusal(
        _ line: String, _ exitCode: ExitCode = .refused, sourceLocation: SourceLocation = #_sourceLocation
    ) -> String {
        let output = run(line)
        #expect(output.exitCode == exitCode, "\(line): \(output)", sourceLocation: sourceLocation)
        #expect(output.standardOutput == "", sourceLocation: sourceLocation)
        return output.standardError
    }

    func outside(
        canAsk: Bool = false, ask: @escaping @Sendable (String) -> String? = { _ in nil },
        say: @escaping @Sendable (StandardStream, String) -> Void = { _, _ in },
        signals: @escaping @Sendable () -> any SignalSource = { ManualSignals() }
    ) -> Outside {
        Outside(
            environment: ["PACKMULE_SERVER_DATA": dataPath], clock: clock, random: random,
            screen: Screen(columns: nil, colour: .off, errorColour: .off, canAsk: canAsk),
            ask: ask, say: say, signals: signals)
    }
}

/// Signals that a test gives.
final class ManualSignals: SignalSource {
    private let waiting = Mutex<[ServiceSignal]>([])
    private let wake: WakeSignal?

    init() {
        wake = try? WakeSignal()
    }

    func send(_ signal: ServiceSignal) {
        waiting.withLock { $0.append(signal) }
        wake?.give()
    }

    func next(timeoutMilliseconds: Int) -> ServiceSignal? {
        let signal = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let signal { return signal }
        _ = wake?.wait(timeoutMilliseconds: timeoutMilliseconds)
        return waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// A server that runs in a thread of this process until it is told to end.
final class Serving: Sendable {
    /// What it said so far, and how it ended.
    private final class Record: Sendable {
        let output = Mutex("")
        let log = Mutex("")
        let end = Mutex<Output?>(nil)
    }

    /// It ended, or hung, instead of getting ready.
    struct NotReady: Error {
        let end: Output?
    }

    let signals = ManualSignals()
    /// What it printed when it could be reached.
    let ready: JSONValue
    /// Keeps the folder.
    private let server: TestServer
    private let record = Record()
    private let ended: WakeSignal

    /// Starts serving the folder of a test, by default on a free port of 127.0.0.1.
    init(_ server: TestServer, _ options: String = "--listen 127.0.0.1:0") throws {
        self.server = server
        let (record, signals) = (record, signals)
        let spoken = try WakeSignal()
        let ended = try WakeSignal()
        let outside = server.outside(
            say: { stream, text in
                guard stream == .output else { return record.log.withLock { $0 += text } }
                record.output.withLock { $0 += text }
                spoken.give()
            }, signals: { signals })
        try BackgroundThread.run {
            let output = Program.run(words(of: options), outside)
            record.end.withLock { $0 = output }
            ended.give()
            spoken.give()
        }
        self.ended = ended
        _ = spoken.wait(timeoutMilliseconds: 20_000)
        let line = record.output.withLock { $0 }
        guard !line.isEmpty else { throw NotReady(end: record.end.withLock { $0 }) }
        ready = try JSONValue(reading: line)
    }

    deinit {
        stop()
    }

    /// Ends it by a signal, and waits until it has.
    @discardableResult
    func stop(_ signal: ServiceSignal = .terminate) -> Output? {
        if let end = record.end.withLock({ $0 }) { return end }
        signals.send(signal)
        _ = ended.wait(timeoutMilliseconds: 30_000)
        return record.end.withLock { $0 }
    }

    /// The lines of its log so far.
    var log: [String] { record.log.withLock { $0 }.split(separator: "\n").map(String.init) }

    /// All that it said.
    var everything: String { record.output.withLock { $0 } + record.log.withLock { $0 } }

    var url: String { ready["url"]?.string ?? "" }

    /// A way to it.
    func transport() throws -> CurlTransport {
        CurlTransport(origin: try Origin(url))
    }

    /// The value of a line of the metrics; the server must have been told `--metrics 127.0.0.1:0`.
    func metric(_ line: String) throws -> Double? {
        let value = try metrics().split(separator: "\n").first { $0.hasPrefix(line + " ") }?.split(separator: " ").last
        return value.flatMap { Double($0) }
    }

    /// The metrics as Prometheus reads them.
    func metrics() throws -> String {
        let url = ready["metricsURL"]?.string ?? ""
        let transport = CurlTransport(origin: try Origin(url.replacing("/metrics", with: "")))
        let response = try transport.send(HTTPRequest(.get, "/metrics"), limitBytes: 1 << 20, timeoutSeconds: 10)
        #expect(response.status == 200)
        #expect(response.headers["Content-Type"] == PrometheusText.contentType)
        return String(decoding: response.body, as: UTF8.self)
    }
}

/// What another thread comes to, once.
final class Answered<Value: Sendable>: Sendable {
    private let value = Mutex<Result<Value, any Error>?>(nil)
    private let signal: WakeSignal

    /// Runs the body on a thread of its own.
    init(_ body: @escaping @Sendable () throws -> Value) throws {
        signal = try WakeSignal()
        try BackgroundThread.run { [self] in
            let result = Result { try body() }
            value.withLock { $0 = result }
            signal.give()
        }
    }

    /// Waits for it, a minute at most.
    func get() throws -> Value {
        _ = signal.wait(timeoutMilliseconds: 60_000)
        return try #require(value.withLock { $0 }).get()
    }
}
