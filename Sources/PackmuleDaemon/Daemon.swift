// The loop of the daemon: events in, to the agent, and what it decides out to the device, the server and the timer.

import HTTPMessages
import PackmuleKit
import Platform
import SyncProtocol

/// Keeps one store in sync until it is asked to end. It decides nothing itself: see ``Agent``.
struct Daemon: ~Copyable {
    private let path: String
    private let outside: Outside
    private let log: Log
    private let queue: EventQueue<DaemonEvent>
    private let stopping = Stopping()
    private var service: ServiceNotices
    private var agent = Agent()
    private var store: OpenStore?
    private var armedMilliseconds: Int64?
    private var state: DaemonState

    /// - Throws: when the system has no timers left.
    init(_ path: String, _ outside: Outside, _ log: Log) throws {
        (self.path, self.outside, self.log) = (path, outside, log)
        queue = EventQueue(try outside.wakeSource())
        service = ServiceNotices(
            intervalMilliseconds: outside.aliveIntervalMilliseconds, send: outside.notify)
        state = DaemonState(
            processID: ProcessInformation.processID, version: Version.text,
            startedMilliseconds: outside.surroundings.clock.millisecondsSince1970(), phase: .waitsForStore)
    }

    /// Returns when a signal has ended it.
    mutating func run() throws {
        try stopping.listen(to: outside.signals, queue)
        let edges = try Edges(ofStore: path, queue, log)
        defer {
            edges.cancel()
            stopping.stop()
            DaemonState.remove(ofStore: path)
        }
        log.write(.started(store: path, version: Version.text, processID: state.processID))
        state.write(ofStore: path)
        lookAtStore()
        service.ready(now)
        while true {
            switch try queue.next(atMilliseconds: service.soonest(armedMilliseconds)) {
            case .event(.stop(let signal)):
                log.write(.stopping(signal: signal))
                service.stopping()
                return
            case .event(.storeChanged): lookAtStore()
            case .event(.networkChanged):
                log.write(.networkChanged)
                tell(.networkChanged)
            case .event(.watchEnded(let number, let end)): tell(.watchEnded(number: number, end))
            case .due: due()
            case .clockChanged:
                log.write(.clockChanged)
                tell(.resumed)
            }
            service.alive(now)
        }
    }

    private var now: Int64 { outside.surroundings.clock.millisecondsSince1970() }

    // MARK: The agent

    private mutating func due() {
        guard let armed = armedMilliseconds, armed <= now else { return }
        armedMilliseconds = nil
        tell(.timerFired)
    }

    /// Hands an event to the agent and does what it says, until it says nothing more.
    private mutating func tell(_ event: Agent.Event) {
        var events = [event]
        while let next = events.first {
            events.removeFirst()
            for action in agent.handle(next, nowMilliseconds: now, random: outside.surroundings.random) {
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

    private mutating func report(_ new: Agent.State) {
        (state.untilMilliseconds, state.reason) = (nil, nil)
        switch new {
        case .off: state.phase = store == nil ? .waitsForStore : .waitsForSpace
        case .syncing: state.phase = .syncing
        case .inSync:
            state.phase = .listening
            log.write(.listening)
        case .waiting(let wait):
            state.phase = .waiting
            (state.untilMilliseconds, state.reason) = (wait.untilMilliseconds, wait.reason)
            log.write(
                wait.reason.needsPerson
                    ? .needsPerson(wait.reason, retryMilliseconds: wait.untilMilliseconds)
                    : .waiting(untilMilliseconds: wait.untilMilliseconds, wait.reason))
        }
        state.write(ofStore: path)
    }
}
