// The loop of the daemon: events in, to the agent, and what it decides out to the device, the server and the timer.

import HTTPMessages
import PackmuleKit
import Platform
import SyncProtocol

/// Keeps one store in sync until it is asked to end. When it syncs and waits is decided by ``Agent``.
struct Daemon {
    let path: String
    let outside: Outside
    let log: Log
    let queue: EventQueue<DaemonEvent>
    let stopping: Stopping
    var store: OpenStore?
    /// When a store that cannot be used is looked at again, in milliseconds since 1970.
    var nextLookMilliseconds: Int64?
    private var service: ServiceNotices
    private var agent = Agent()
    private var armedMilliseconds: Int64?
    private var state: DaemonState

    /// - Throws: when the system has no timers left.
    init(_ path: String, _ outside: Outside, _ log: Log) throws {
        (self.path, self.outside, self.log) = (path, outside, log)
        queue = EventQueue(try outside.wakeSource())
        stopping = try Stopping()
        service = ServiceNotices(intervalMilliseconds: outside.aliveIntervalMilliseconds, send: outside.notify)
        state = DaemonState(
            processID: ProcessInformation.processID, version: Version.text,
            startedMilliseconds: outside.surroundings.clock.millisecondsSince1970())
    }

    /// Returns when a signal has ended it.
    mutating func run() throws {
        try stopping.listen(to: outside.signals, end: outside.end) { [queue] in queue.post(.stop($0)) }
        defer { stopping.finish() }
        let edges = try Edges(ofStore: path, queue, log)
        log.write(.started(store: path, version: Version.text, processID: state.processID))
        lookAtStore()
        service.ready(now)
        while let event = try next() {
            switch event {
            case .stop(let signal):
                log.write(.stopping(signal: signal))
                service.stopping()
                stopping.stop()
                edges.cancel()
                return DaemonState.remove(ofStore: path)
            case .storeChanged: lookAtStore()
            case .networkChanged:
                log.write(.networkChanged)
                tell(.networkChanged)
            case .watchEnded(let number, let end): tell(.watchEnded(number: number, end))
            case .clockChanged:
                log.write(.clockChanged)
                tell(.resumed)
            case .due: due()
            }
        }
    }

    var now: Int64 { outside.surroundings.clock.millisecondsSince1970() }

    /// Sleeps until something happens; says meanwhile that the daemon lives, where somebody wants to hear it.
    private mutating func next() throws -> DaemonEvent? {
        let times = [armedMilliseconds, nextLookMilliseconds].compactMap { $0 }.min()
        defer { service.alive(now) }
        switch try queue.next(atMilliseconds: service.soonest(times)) {
        case .event(let event): return event
        case .due: return .due
        case .clockChanged: return .clockChanged
        }
    }

    private mutating func due() {
        if let look = nextLookMilliseconds, look <= now { lookAtStore() }
        guard let armed = armedMilliseconds, armed <= now else { return }
        armedMilliseconds = nil
        tell(.timerFired)
    }

    /// Hands an event to the agent and does what it says, until it says nothing more.
    mutating func tell(_ event: Agent.Event) {
        var events = [event]
        while !events.isEmpty {
            let event = events.removeFirst()
            for action in agent.handle(event, nowMilliseconds: now, random: outside.surroundings.random) {
                switch action {
                case .exchange: events.append(.exchanged(exchange()))
                case .watch(let number, let seconds): watch(number, seconds)
                case .cancelWatch: store?.cancelWatch(stopping)
                case .arm(let milliseconds): armedMilliseconds = milliseconds
                case .report(let state): report(state)
                }
            }
        }
    }

    // MARK: Telling

    private mutating func report(_ new: Agent.State) {
        switch new {
        case .off: break
        case .syncing: show(.syncing)
        case .inSync:
            show(.listening)
            log.write(.listening)
        case .waiting(let wait):
            show(.waiting, wait)
            log.write(
                wait.reason.needsPerson
                    ? .needsPerson(wait.reason, retryMilliseconds: wait.untilMilliseconds)
                    : .waiting(untilMilliseconds: wait.untilMilliseconds, wait.reason))
        }
    }

    /// Shows it to whoever asks, and to the manager of services.
    mutating func show(_ phase: DaemonState.Phase, _ wait: SyncWait? = nil) {
        let before = state
        (state.phase, state.wait) = (phase, wait)
        guard state != before else { return }
        state.write(ofStore: path)
        service.status(phase.words + (wait.map { " because \($0.reason)" } ?? ""))
    }
}
