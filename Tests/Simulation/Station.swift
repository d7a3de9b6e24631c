// One device of a schedule: its machine, and the program that keeps it in sync and rings, as the daemon does it.

import CivilTime
import HTTPMessages
import PackmuleKit
import Platform
import Reminders
import ReplicaStore
import Replication
import SyncProtocol
import SyncServer
import TestSupport
import TripModel

/// A machine with one store, and the program that runs on it, driven by the shipping agents in virtual time.
final class Station: @unchecked Sendable {
    /// Which version of the program it runs.
    enum Version {
        case current
        /// See `Catalogue.first`.
        case first
    }

    let index: Int
    let name: String
    unowned let schedule: Schedule
    unowned let space: Schedule.Space
    let clock: MachineClock
    private(set) var replica: Replica
    private let line = DeferredLine()
    private(set) var version: Version
    /// Counts the processes: what belongs to an earlier one is over.
    private(set) var life = 0
    /// Counts the files: another one where an older copy was put in its place.
    var fileNumber = 0
    private(set) var isRunning = false
    private(set) var isEnded = false
    var resumeTime: Int64 = 0
    /// Whether it was ever sent a body that does not open. Its cursor is beyond that row all the same; that something
    /// is missing, the sum tells.
    var hasMetDamage = false
    var isRevoked = false
    /// Rounds of exchanges that are on the stack, of this process and of those before it.
    private var roundsUnderWay = 0
    private(set) var isExchanging = false
    private(set) var syncState = Agent.State.off
    private var agent = Agent()
    private(set) var armed: Int64?
    private var newestMilliseconds: Int64?
    /// When the last exchanges ended that did nothing.
    private var fruitless: [Int64] = []
    var watch: Watching?
    var requestCount: UInt64 = 0
    /// The history of the server in which it was answered last.
    var answerHistory = 0
    // What rings.
    var ringAgent = RingAgent(ways: [Station.way])
    var ringArmed: Int64?
    var plan: Reminders.Plan?
    var shownPlans: [String: Reminders.Plan] = [:]
    var isRingingAwaited = false
    /// What is shown at the moment.
    var standing: [ReminderNotification] = []

    static let way = "screen"

    /// A long poll of this device.
    struct Watching {
        let number: Int
        let request: HTTPRequest
        let seconds: Int
    }

    init(_ schedule: Schedule, _ space: Schedule.Space, index: Int, _ version: Version) throws {
        (self.schedule, self.space, self.index, self.version) = (schedule, space, index, version)
        name = "\(["anna", "ben", "carla", "dora", "emil", "fritz", "greta", "hugo"][index % 8])\(index / 8)"
        clock = MachineClock(schedule.clock)
        let folder = version == .first ? try schedule.sharedFolder() : nil
        let zone = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"][index % 4]
        replica = try Replica(
            name, clock, line, seed: schedule.streams.number(.identity, 1 << 32 | UInt64(index)),
            catalogue: version == .first ? .first : .packmule, rulesVersion: version == .first ? "0" : "1",
            at: folder.map { "\($0)/\(index)" }, zones: schedule.zones, zone: zone)
        line.line = DirectLine(schedule, self)
        if rings {
            try device.setPermission(Permission.authorized)
        }
    }

    var device: Device { replica.device }
    var store: ReplicaStore { replica.store }
    var now: Int64 { clock.millisecondsSince1970() }
    var isAwake: Bool { isRunning && resumeTime <= schedule.now }
    var rings: Bool { schedule.hasReminders && version == .current }
    /// Whether a round of exchanges is on the stack.
    var isInRound: Bool { roundsUnderWay > 0 }

    // MARK: Power

    /// The program starts.
    func boot() {
        guard !isRunning, !isEnded, schedule.violation == nil else { return }
        schedule.note("\(name) starts")
        life += 1
        isRunning = true
        (agent, armed, syncState, watch) = (Agent(), nil, .off, nil)
        (ringAgent, ringArmed, plan, shownPlans) = (RingAgent(ways: [Station.way]), nil, nil, [:])
        schedule.attempt {
            newestMilliseconds = try device.read { try $0.historySpan()?.upperBound }
            tell(.permitted)
            if rings { tellRing(.permitted(standing: try device.standing())) }
        }
    }

    /// The program is killed wherever it is, and the machine goes off: what was only in memory is gone.
    func kill() {
        guard isRunning else { return }
        schedule.note("\(name) is killed")
        life += 1
        (isRunning, isExchanging, armed, ringArmed, watch) = (false, false, nil, nil, nil)
        schedule.checker.noteDeath(of: self)
        schedule.attempt { try replica.reopen() }
        schedule.checker.changedRowCounts[index] = nil
    }

    /// No more of it.
    func end() {
        life += 1
        (isRunning, isEnded) = (false, true)
        line.line = nil
    }

    /// Starts the newest version of the program from now on.
    func upgrade() throws {
        kill()
        version = .current
        try replica.upgrade()
        if rings { try device.setPermission(Permission.authorized) }
        boot()
    }

    /// Puts another file in the place of this one, while no program runs.
    func replaceFile(by file: Replica.File) throws {
        kill()
        fileNumber += 1
        try replica.rollBack(to: file)
        try schedule.checker.begin(self)
    }

    /// The machine sleeps.
    func suspend(milliseconds: Int64) {
        guard isAwake else { return }
        resumeTime = schedule.now + milliseconds
        schedule.at(resumeTime) { [self, life] in
            guard life == self.life else { return }
            tell(.resumed)
            if rings { tellRing(.resumed) }
            rearm()
        }
    }

    /// Sets the clock of the machine wrong.
    func skew(_ draws: inout SeededGenerator) {
        let years = Int64(10 * 365) * 86_400_000
        let errors: [Int64] = [0, 40_000, -500_000, 3_000_000, 86_400_000, -86_400_000 * 30, years, -years]
        set(error: draws.pick(from: errors))
    }

    func set(error: Int64, partsPerMillion: Int64 = 0) {
        clock.set(error: error, partsPerMillion: partsPerMillion)
        guard isAwake else { return }
        tell(.resumed)
        if rings { tellRing(.resumed) }
        rearm()
    }

    // MARK: Sync

    /// Hands an event to the agent and does what it says.
    func tell(_ event: Agent.Event) {
        guard isRunning else { return }
        if event == .resumed || event == .networkChanged { fruitless = [] }
        for action in agent.handle(event, nowMilliseconds: now, random: device.surroundings.random) {
            switch action {
            case .exchange:
                isExchanging = true
                schedule.at(schedule.now) { [self, life] in runExchange(life) }
            case .watch(let number, let seconds): startWatch(number, seconds: seconds)
            case .cancelWatch: watch = nil
            case .arm(let time):
                armed = time
                armTimer()
            case .report(let state):
                syncState = state
                if case .waiting = state { schedule.coverage.met(.retried) }
                settleSyncFirst()
            }
        }
        schedule.attempt { try schedule.checker.checkAwake(self) }
    }

    private func armTimer() {
        guard let armed else { return }
        schedule.at(clock.truth(of: armed)) { [self, life] in
            guard life == self.life, self.armed == armed, isAwake else { return }
            guard now >= armed else { return armTimer() }
            self.armed = nil
            tell(.timerFired)
        }
    }

    /// Timers are absolute: another clock means another moment.
    private func rearm() {
        armTimer()
        armRingTimer()
    }

    private func runExchange(_ life: Int) {
        guard life == self.life, schedule.violation == nil else { return }
        guard roundsUnderWay == 0 else {
            // What is left of a killed process is still on the stack.
            return schedule.at(schedule.now + 500) { [self] in runExchange(life) }
        }
        guard isAwake else { return schedule.at(resumeTime) { [self] in runExchange(life) } }
        roundsUnderWay += 1
        let before = try? store.syncFacts().number
        var report: SyncReport?
        let result = device.exchange(over: Line(self)) { report = $0 }
        roundsUnderWay -= 1
        guard life == self.life, schedule.violation == nil else { return }
        isExchanging = false
        schedule.note("\(name) exchanged: \(result)")
        schedule.attempt {
            try look(.sync)
            try checkPace(result, report)
            if report != nil { try schedule.checker.checkCursor(self) }
            count(report, numberBefore: before)
            newestMilliseconds = try device.read { try $0.historySpan()?.upperBound }
        }
        if case .asksHiding = result { schedule.at(schedule.now + 60_000) { [self] in acceptHiding(life) } }
        tell(.exchanged(result))
        committed()
    }

    /// An exchange that did nothing is not done again at once, and again, without end.
    private func checkPace(_ result: Agent.ExchangeResult, _ report: SyncReport?) throws {
        guard result == .done(hasNews: false, later: nil), report?.sentCount == 0 else { return fruitless = [] }
        fruitless = fruitless.suffix(50) + [schedule.now]
        if fruitless.count > 50, schedule.now - fruitless[0] < 30_000 {
            throw Violation(14, "\(name) exchanges without end, and nothing comes of it")
        }
    }

    /// The person says yes.
    private func acceptHiding(_ life: Int) {
        guard life == self.life, isAwake, roundsUnderWay == 0 else { return }
        schedule.attempt {
            try store.acceptHiding()
            try look(.sync)
        }
        tell(.committed)
    }

    private func count(_ report: SyncReport?, numberBefore: UInt64?) {
        guard let facts = try? store.syncFacts() else { return }
        if facts.number != numberBefore { schedule.coverage.met(.newNumber) }
        schedule.coverage.met(.parked, facts.parkedCount)
        schedule.coverage.met(.quarantined, facts.quarantinedCount)
        guard let report else { return }
        schedule.coverage.met(.inferredHiding, report.hiddenCount)
        schedule.coverage.met(.horizonDrop, report.droppedCount)
        schedule.coverage.met(.restamped, report.aheadCount)
        schedule.coverage.met(.unopenable, report.unopenableCount)
        schedule.coverage.met(.beneathDeletion, report.beneathDeletion.count)
        if facts.hasDiffered || report.isEqual == false { schedule.coverage.met(.sumDiffers) }
    }

    // MARK: The store

    /// Tells the checker what has changed since it last looked.
    func look(_ cause: Checker.Cause) throws {
        try schedule.checker.look(at: self, cause)
    }

    /// Runs a transaction of a person; what cannot be done is not done.
    func edit(_ words: String, _ body: (Edit) throws -> Void) throws {
        try deed { try device.edit(words, body) }
    }

    /// Does what a person wants; what cannot be done is not done.
    func deed(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch is StoreError {
        } catch is ReminderError {
        } catch is Problem {}
        try look(.edit)
        committed()
    }

    /// Looks at the store after a commit, as the daemon does.
    func committed() {
        guard isAwake, schedule.violation == nil else { return }
        if rings { tellRing(.committed) }
        guard !isExchanging else { return }
        var hasNews = false
        schedule.attempt {
            let (newest, sendable) = try device.read { (try $0.historySpan()?.upperBound, try $0.sendableCount()) }
            hasNews = sendable > 0 || newest != newestMilliseconds
            newestMilliseconds = newest
        }
        if hasNews { tell(.committed) }
    }

    // MARK: For the end

    /// Syncs at once, over a network without faults.
    func sync() throws -> SyncReport {
        let report = try device.sync(over: DirectLine(schedule, self), acceptHiding: true)
        try look(.sync)
        return report
    }
}
