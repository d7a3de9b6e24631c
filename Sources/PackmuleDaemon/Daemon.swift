// The loop of the daemon: events in, to the agents, and what they decide out to the device, the server, the ways of
// notifying and the timer.

import Deliveries
import HTTPMessages
import PackmuleKit
import Platform
import Reminders
import SyncProtocol

/// Keeps one store in sync and rings its reminders until it is asked to end. When it syncs and waits is decided by
/// ``Agent``, when it rings by ``RingAgent``.
struct Daemon {
    let path: String
    let outside: Outside
    let log: Log
    let queue: EventQueue<DaemonEvent>
    let stopping: Stopping
    let ways: [Way]
    /// Whether somebody asked that nothing be shown.
    private let wantsNoWay: Bool
    /// Renewed when the device comes into another zone, or the rules of zones change.
    var surroundings: Surroundings
    var store: OpenStore?
    /// When a store that cannot be used is looked at again, in milliseconds since 1970.
    var nextLookMilliseconds: Int64?
    /// When another zone, of which there was a sign, is looked at.
    var nextZoneMilliseconds: Int64?
    var ringAgent: RingAgent
    /// When the agent of reminders wants to be woken.
    var ringMilliseconds: Int64?
    /// The last plan, and for what is being handed over the plan that asked for it.
    var plan: Plan?
    var shownPlans: [String: Plan] = [:]
    /// Hand-overs under way.
    var handOverCount = 0
    var isExchanging = false
    /// Whether reminders wait for the sync to come to an end.
    var isRingingAwaited = false
    var isEnding = false
    /// Whether a person was asked if reminders may be shown, or need not be.
    var wasAsked = false
    /// Where the sync stands.
    private(set) var syncState = Agent.State.off
    private var service: ServiceNotices
    private var agent = Agent()
    private var armedMilliseconds: Int64?
    private var state: DaemonState

    /// - Parameter choices: the ways by which reminders are shown.
    /// - Throws: when the system has no timers left, and what keeps a way from being made.
    init(_ path: String, _ outside: Outside, _ log: Log, notifying choices: [DeliveryChoice]) throws {
        (self.path, self.outside, self.log) = (path, outside, log)
        surroundings = outside.surroundings
        queue = EventQueue(try outside.wakeSource())
        ways = try Notifying.ways(choices, outside, queue)
        wantsNoWay = choices == [.none]
        ringAgent = RingAgent(ways: ways.map(\.name))
        stopping = try Stopping()
        service = ServiceNotices(intervalMilliseconds: outside.aliveIntervalMilliseconds, send: outside.notify)
        state = DaemonState(
            processID: ProcessInformation.processID, version: Version.text,
            startedMilliseconds: outside.surroundings.clock.millisecondsSince1970(),
            ways: ways.map { RingAgent.WayState(name: $0.name) })
    }

    /// Returns when a signal has ended it.
    mutating func run() throws {
        try stopping.listen(to: outside.signals, end: outside.end) { [queue] in queue.post(.stop($0)) }
        defer { stopping.finish() }
        let edges = try Edges(ofStore: path, zoneFiles: outside.zoneFiles, queue, log)
        log.write(.started(store: path, version: Version.text, processID: state.processID))
        if !ways.isEmpty { log.write(.ways(ways.map(\.name))) } else if !wantsNoWay { log.write(.noWay) }
        lookAtStore()
        service.ready(now)
        while let event = try next() {
            switch event {
            case .stop(let signal):
                log.write(.stopping(signal: signal))
                service.stopping()
                stopping.stop()
                edges.cancel()
                try end()
                return DaemonState.remove(ofStore: path)
            case .storeChanged: lookAtStore()
            case .networkChanged:
                log.write(.networkChanged)
                tell(.networkChanged)
            case .exchanged(let result): finishExchange(result)
            case .watchEnded(let number, let end): tell(.watchEnded(number: number, end))
            case .ring(let event): tellRing(event)
            case .answered(let answer): keep(answer)
            case .zoneChanged: nextZoneMilliseconds = nextZoneMilliseconds ?? now + Limits.zoneMilliseconds
            case .clockChanged:
                log.write(.clockChanged)
                tell(.resumed)
                tellRing(.resumed)
            case .due: due()
            }
        }
    }

    var now: Int64 { outside.surroundings.clock.millisecondsSince1970() }

    /// Sleeps until something happens; says meanwhile that the daemon lives, where somebody wants to hear it.
    private mutating func next() throws -> DaemonEvent? {
        let all = [armedMilliseconds, ringMilliseconds, nextLookMilliseconds, nextZoneMilliseconds]
        let times = all.compactMap { $0 }.min()
        defer { service.alive(now) }
        switch try queue.next(atMilliseconds: service.soonest(times)) {
        case .event(let event): return event
        case .due: return .due
        case .clockChanged: return .clockChanged
        }
    }

    private mutating func due() {
        if let ring = ringMilliseconds, ring <= now {
            ringMilliseconds = nil
            tellRing(.timerFired)
        }
        if let zone = nextZoneMilliseconds, zone <= now { renewZones() }
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
                case .exchange: exchange().map { events.append(.exchanged($0)) }
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
        syncState = new
        defer { settleSyncFirst() }
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
        show { ($0.phase, $0.wait) = (phase, wait) }
    }

    /// Shows where reminders stand.
    mutating func show(_ ringing: RingAgent.State) {
        show { ($0.nextRingMilliseconds, $0.ways) = (ringing.nextMilliseconds, ringing.ways) }
    }

    private mutating func show(_ change: (inout DaemonState) -> Void) {
        let before = state
        change(&state)
        guard state != before else { return }
        state.write(ofStore: path)
        guard state.phase != before.phase || state.wait != before.wait else { return }
        service.status(state.phase.words + (state.wait.map { " because \($0.reason)" } ?? ""))
    }
}
