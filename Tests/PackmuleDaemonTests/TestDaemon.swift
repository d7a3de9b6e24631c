// The daemon on a store in a temporary folder, at a time that tests decide, with a server they give.

import CivilTime
import CommandLineTool
import Deliveries
import HTTPMessages
import JSONText
import PackmuleKit
import Platform
import Synchronization
import TestSupport

@testable import PackmuleDaemon

/// Signals that a test sends.
final class TestSignals: SignalSource {
    private let waiting = Condition<[ServiceSignal]>([])

    func send(_ signal: ServiceSignal) { waiting.withLock { $0.append(signal) } }

    func next(timeoutMilliseconds: Int) -> ServiceSignal? {
        waiting.wait { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// Runs command lines without a process.
final class TestDaemon: Sendable {
    let folder = TemporaryFolder()
    /// On 2026-05-01 at 12:00 UTC until a test moves it.
    let clock: ManualClock
    let source: ManualWakeSource
    let signals = TestSignals()
    /// The events of the log, in their order.
    let events = Condition<[String]>([])
    /// Whether it had to be ended by force.
    let wasCutOff = Mutex(false)
    let surroundings: Surroundings
    /// What the daemon finds when it looks again in which zone it is.
    let renewed: Condition<Surroundings>
    /// The ways of notifying, by name.
    let deliveries: [FakeDelivery]
    private let transport: @Sendable () -> any Transport

    var storePath: String { folder.path("store.sqlite") }

    /// - Parameters:
    ///   - name: of the device.
    ///   - seed: of its chance; each device has its own.
    ///   - transport: leads to the server, whatever its address.
    init(
        withStore: Bool = true, name: String = "test", seed: UInt64 = 1, clock: ManualClock = ManualClock(),
        deliveries: [FakeDelivery] = [], transport: @escaping @Sendable () -> any Transport = { NoServer() }
    ) throws {
        self.clock = clock
        self.deliveries = deliveries
        self.transport = transport
        source = ManualWakeSource(clock)
        let zones = ZoneDatabase { path in
            try? Files.read(Fixtures.path("zoneinfo/zones/" + path), limitBytes: 1 << 20)
        }
        let surroundings = Surroundings(
            clock: clock, random: SeededRandom(seed: seed), zones: zones,
            localZone: .discover(LocalZone.Facts(tz: "Europe/Berlin"), in: zones))
        self.surroundings = surroundings
        renewed = Condition(surroundings)
        if withStore { _ = try Device.create(at: storePath, name: name, surroundings) }
    }

    /// Runs one command line; one that stays returns when a signal was sent.
    func run(_ line: String) -> Output {
        Program.run(words(of: line), outside)
    }

    /// A file that stands for those by which the system says in which zone it is.
    var zonePath: String { folder.path("localtime") }

    /// Takes the device into another zone.
    func travel(to zone: String) throws {
        renewed.withLock { known in
            known = Surroundings(
                clock: known.clock, random: known.random, zones: known.zones,
                localZone: .discover(LocalZone.Facts(tz: zone), in: known.zones))
        }
        try Files.write(Array(zone.utf8), to: zonePath)
    }

    private var outside: Outside {
        Outside(
            environment: ["HOME": folder.path, "PACKMULE_STORE": storePath], surroundings: surroundings,
            renewedSurroundings: { [renewed] in renewed.withLock { $0 } }, zoneFiles: [zonePath],
            delivery: { [deliveries] choice, tell in
                let delivery = deliveries.first { $0.name == choice.description }
                delivery?.state.withLock { $0.tell = tell }
                return delivery
            },
            isOutputTerminal: false, transport: { [transport] _, _ in transport() }, wakeSource: { [source] in source },
            signals: signals,
            end: { [self] in wasCutOff.withLock { $0 = true } }, notify: { _ in }, aliveIntervalMilliseconds: nil,
            log: { [events] line in
                let event = try? JSONValue(reading: Array(line.utf8))["event"]?.string
                events.withLock { $0.append(event ?? line) }
            },
            colour: .off, errorColour: .off, columns: nil)
    }

    /// Blocks until the log has so many lines of an event.
    func waitFor(_ event: String, count: Int = 1) {
        events.wait { events in events.count { $0 == event } >= count ? () : nil }
    }
}

/// No server answers.
struct NoServer: Transport {
    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        throw .unreachable(reason: "there is no network in this test")
    }

    func cancel() {}
}
