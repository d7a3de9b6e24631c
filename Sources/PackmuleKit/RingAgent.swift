// When reminders ring: what happens goes in, what to do comes out.

internal import CivilTime
internal import Recurrence
internal import Reminders
internal import Replication

/// Decides when the plan of a device's reminders is made, by which ways it is carried out, and what is written of that
/// (docs/design, reminders: Late, missed, many; Delivery; Waking). Like ``Agent`` it has no clock, no threads and no
/// store: whoever drives it carries out its actions and hands in what came of them.
///
/// Something is shown first and written down after that, for each way by itself: a program that dies in between shows
/// it twice, and never not at all; and what has to go is noted as gone once its ways have taken it away. What cannot be
/// shown stays due; what cannot be written is kept and tried again.
/// After the device was away, what fell due meanwhile waits until it has synced, but not for long: it may be settled
/// elsewhere. At rest there is one timer.
public struct RingAgent: Equatable, Sendable {
    private var isPermitted = false
    private var away: Away?
    private var isPlanning = false
    /// When a plan is to be made; nil when nothing asks for one.
    private var planDue: Int64?
    /// A commit asks for no plan before then.
    private var earliestPlan: Int64 = 0
    /// When something is due next, as the last plan said.
    private var next: Int64?
    /// When somebody looks, whatever the plan says.
    private var nextLook: Int64 = 0
    private var ways: [RingAgentWay]
    /// What was shown by any way and still counts, oldest first.
    private var counting: [Counting] = []
    /// What is being taken away.
    private var leaving: [Leaving] = []
    private var unwritten: [Record] = []
    /// What is being written.
    private var recording: [Record] = []
    private var writeFailureCount = 0
    private var nextWrite: Int64 = 0
    private var armed: Int64?
    private var reported: State

    /// The device slept, or its program did not run.
    private struct Away: Equatable {
        /// Since when it is back: what is due from then on rings on time.
        let end: Int64
        /// How long the rest waits for a sync.
        let patience: Int64
    }

    private struct Counting: Equatable {
        let identifier: String
        let rings: [RingID]
    }

    private struct Leaving: Equatable {
        let ring: RingID
        /// Where it still has to go.
        var tokens: Set<Token>
    }

    private struct Token: Hashable {
        let way: String
        let token: String
    }

    /// An agent that does nothing until it hears ``Event/permitted``.
    ///
    /// - Parameter ways: the names of the ways by which everything is shown, each once.
    public init(ways: [String]) {
        self.ways = ways.map(RingAgentWay.init)
        reported = State(ways: ways.map { WayState(name: $0) })
    }

    /// Takes in an event and says what to do, in this order.
    ///
    /// - Parameter nowMilliseconds: what the wall clock shows, since 1970.
    public mutating func handle(_ event: Event, nowMilliseconds: Int64) -> [Action] {
        let now = max(-1 << 48, min(nowMilliseconds, 1 << 48))
        var actions: [Action] = []
        clampTimes(now)
        switch event {
        case .permitted(let standing): permit(standing, now, &actions)
        case .forbidden: forbid()
        case .committed: wantPlan(max(now, earliestPlan))
        case .planned(let due): carryOut(due, now, &actions)
        case .timerFired: lookAtTime(now, &actions)
        case .resumed: comeBack(now, &actions)
        case .zoneChanged: wantPlan(now)
        case .synced: endAway(now)
        case .handedOver(let way, let identifier, let token): handOver(way, identifier, token, now)
        case .failed(let way, let identifier, let error): fail(way, identifier, error, now)
        case .withdrawn(let way, let token): noteGone(Token(way: way, token: token), now)
        case .notWithdrawn(let way, let token): retryWithdrawal(Token(way: way, token: token), now)
        case .reshown(let way, let notifications): owe(notifications, way, now)
        case .told(let way, let event): hear(way, event, now, &actions)
        case .recorded(let rest): finishRecording(rest, now)
        }
        goOn(now, &actions)
        return actions
    }

    // MARK: Events of the device

    private mutating func permit(_ standing: [Standing], _ now: Int64, _ actions: inout [Action]) {
        guard !isPermitted else { return }
        isPermitted = true
        for standing in standing {
            guard let index = ways.firstIndex(where: { $0.name == standing.way }) else { continue }
            ways[index].tokens[standing.identifier] = standing.token
            count(standing.identifier, standing.rings)
        }
        comeBack(now, &actions)
    }

    private mutating func forbid() {
        (isPermitted, isPlanning) = (false, false)
        (away, planDue, next, leaving) = (nil, nil, nil, [])
    }

    private mutating func comeBack(_ now: Int64, _ actions: inout [Action]) {
        guard isPermitted else { return }
        away = Away(end: now, patience: now + Limits.syncPatienceMilliseconds)
        actions.append(.sync)
        wantPlan(now)
    }

    private mutating func endAway(_ now: Int64) {
        guard away != nil else { return }
        away = nil
        wantPlan(now)
    }

    /// A timer that comes much too late was held up by a sleep that nobody told of.
    private mutating func lookAtTime(_ now: Int64, _ actions: inout [Action]) {
        if let due = armed, due < now - Limits.sleepMilliseconds { comeBack(now, &actions) }
        armed = nil
        if let away, away.patience <= now { endAway(now) }
        let times = [next, nextLook] + ways.map(\.nextTry)
        if times.contains(where: { $0.map { $0 <= now } ?? false }) { wantPlan(now) }
    }

    private mutating func wantPlan(_ time: Int64) {
        guard isPermitted else { return }
        planDue = min(planDue ?? time, time)
    }

    // MARK: The plan

    private mutating func carryOut(_ plan: Due, _ now: Int64, _ actions: inout [Action]) {
        guard isPlanning else { return }
        isPlanning = false
        // A time that is over already would wake without end.
        next = plan.nextMilliseconds.map { $0 > now ? $0 : max($0, earliestPlan) }
        nextLook = now + Limits.ringLookMilliseconds
        unwritten.removeAll { $0 == .planned || $0.isRefusal }
        withdraw(plan.withdraw, &actions)
        show(plan.show, now, &actions)
        // What was missed may turn out to be settled elsewhere.
        if away == nil, plan.isNoting { unwritten.append(.planned) }
    }

    /// What is being taken away, or noted as gone, is left to that.
    private mutating func withdraw(_ gone: [RingID: TextMap], _ actions: inout [Action]) {
        drop(Set(gone.keys))
        let busy = Set(leaving.map(\.ring) + withdrawnRings)
        let rings = gone.keys.filter { !busy.contains($0) }.sorted { $0.record < $1.record }
        let started = Set(leaving.flatMap(\.tokens))
        var tokens: Set<Token> = []
        var goneAlready: [RingID] = []
        for ring in rings {
            let own = ways.compactMap { way in gone[ring]?[way.name].map { Token(way: way.name, token: $0) } }
                .filter { !$0.token.isEmpty }
            if own.isEmpty { goneAlready.append(ring) } else { leaving.append(Leaving(ring: ring, tokens: Set(own))) }
            tokens.formUnion(own)
        }
        for index in ways.indices {
            let name = ways[index].name
            let own = Set(tokens.subtracting(started).filter { $0.way == name }.map(\.token))
            actions += own.sorted().map { .withdraw(way: name, token: $0) }
            ways[index].tokens = ways[index].tokens.filter { !own.contains($0.value) }
        }
        if !goneAlready.isEmpty { unwritten.append(.withdrawn(goneAlready)) }
    }

    private mutating func noteGone(_ token: Token, _ now: Int64) {
        for index in leaving.indices { leaving[index].tokens.remove(token) }
        let gone = leaving.filter(\.tokens.isEmpty).map(\.ring)
        leaving.removeAll(where: \.tokens.isEmpty)
        if !gone.isEmpty { write(.withdrawn(gone), now) }
    }

    /// The plan names it again, for nothing was noted.
    private mutating func retryWithdrawal(_ token: Token, _ now: Int64) {
        leaving.removeAll { $0.tokens.contains(token) }
        wantPlan(now + Limits.deliveryRetryMilliseconds.upperBound)
    }

    private var withdrawnRings: [RingID] {
        (recording + unwritten).flatMap { record in
            if case .withdrawn(let rings) = record { rings } else { [] as [RingID] }
        }
    }

    /// What is being shown or written at the moment is looked at again after that, and holds up nothing else: what
    /// becomes one summary is decided without it.
    private mutating func show(_ due: [ReminderNotification], _ now: Int64, _ actions: inout [Action]) {
        let busy = Set((ways.flatMap(\.handing) + writtenNotifications).flatMap(\.rings) + settledRings)
        let free = due.filter { notification in
            busy.isDisjoint(with: notification.rings)
                && away.map { notification.due.millisecondsSince1970 >= $0.end } ?? true
        }
        let wanted = ReminderNotification.grouped(free)
        let known = Set(
            wanted.map(\.identifier) + due.filter { !busy.isDisjoint(with: $0.rings) }.map(\.identifier)
                + counting.map(\.identifier))
        for index in ways.indices {
            ways[index].keep(known.contains)
            for notification in ways[index].take(wanted, now) {
                let token = ways[index].tokens[notification.identifier]
                actions.append(.show(way: ways[index].name, notification, replacing: token))
            }
        }
        let refused = wanted.filter { notification in
            !ways.isEmpty && ways.allSatisfy { $0.rejected.contains(notification.identifier) }
        }
        unwritten += refused.map { .refused($0) }
    }

    private var writtenNotifications: [ReminderNotification] {
        (recording + unwritten).compactMap { record in
            if case .handed(let notification, _, _) = record { notification } else { nil }
        }
    }

    private var settledRings: [RingID] {
        (recording + unwritten).flatMap { record in
            if case .settled(let rings, _, _) = record { rings } else { [] as [RingID] }
        }
    }

    // MARK: Events of the ways

    private mutating func handOver(_ name: String, _ identifier: String, _ token: String, _ now: Int64) {
        guard let index = ways.firstIndex(where: { $0.name == name }),
            let notification = ways[index].finish(identifier, token: token)
        else { return }
        count(identifier, notification.rings)
        write(.handed(notification, way: name, token: token), now)
    }

    private mutating func fail(_ name: String, _ identifier: String, _ error: DeliveryError, _ now: Int64) {
        guard let index = ways.firstIndex(where: { $0.name == name }) else { return }
        ways[index].fail(identifier, error, now)
        // What no way will ever show is missed; the plan tells whether it still counts.
        if case .rejected = error { wantPlan(now) }
    }

    /// What a way has to show again because it lost it.
    private mutating func owe(_ lost: [ReminderNotification], _ name: String, _ now: Int64) {
        guard let index = ways.firstIndex(where: { $0.name == name }) else { return }
        let owed = Set(ways[index].owed.map(\.identifier))
        for notification in lost where !owed.contains(notification.identifier) {
            ways[index].owed.append(notification)
            count(notification.identifier, notification.rings)
        }
        wantPlan(now)
    }

    private mutating func count(_ identifier: String, _ rings: [RingID]) {
        counting.removeAll { $0.identifier == identifier }
        counting.append(Counting(identifier: identifier, rings: rings))
        counting.removeFirst(max(0, counting.count - Limits.countingNotifications))
    }

    private mutating func hear(_ name: String, _ event: DeliveryEvent, _ now: Int64, _ actions: inout [Action]) {
        guard let index = ways.firstIndex(where: { $0.name == name }) else { return }
        switch event {
        case .pressed(let identifier, let verb): settle(identifier, verb, now)
        case .closed(let identifier): settle(identifier, .hide, now)
        case .lost:
            ways[index].tokens = [:]
            if isPermitted { actions.append(.reshow(way: name)) }
        case .available:
            ways[index].noteReachable()
            wantPlan(now)
        }
    }

    private mutating func settle(_ identifier: String, _ verb: ReminderNotification.Verb, _ now: Int64) {
        let handing = ways.flatMap(\.handing).first { $0.identifier == identifier }
        guard let rings = counting.first(where: { $0.identifier == identifier })?.rings ?? handing?.rings else {
            return
        }
        write(.settled(rings, verb, atMilliseconds: now), now)
    }

    /// They count no more: nothing of them is shown again.
    private mutating func drop(_ rings: Set<RingID>) {
        guard !rings.isEmpty else { return }
        let gone = Set(counting.filter { !rings.isDisjoint(with: $0.rings) }.map(\.identifier))
        counting.removeAll { gone.contains($0.identifier) }
        for index in ways.indices { ways[index].owed.removeAll { gone.contains($0.identifier) } }
    }

    // MARK: Writing

    private mutating func write(_ record: Record, _ now: Int64) {
        unwritten.append(record)
        nextWrite = now
    }

    /// What the plan said is said again by the next one; what nobody else knows is kept.
    private mutating func finishRecording(_ rest: [Record], _ now: Int64) {
        recording = []
        guard !rest.isEmpty else {
            writeFailureCount = 0
            return wantPlan(max(now, earliestPlan))
        }
        unwritten = rest.filter { !$0.isPlanned } + unwritten
        nextWrite = now + Limits.writeRetryMilliseconds.doubled(writeFailureCount)
        writeFailureCount += 1
        wantPlan(nextWrite)
    }

    // MARK: Actions

    private mutating func goOn(_ now: Int64, _ actions: inout [Action]) {
        if isPermitted {
            if recording.isEmpty, !unwritten.isEmpty, nextWrite <= now {
                (recording, unwritten) = (unwritten, [])
                actions.append(.record(recording))
            }
            if !isPlanning, let due = planDue, due <= now {
                (isPlanning, planDue) = (true, nil)
                earliestPlan = now + Limits.planSpacingMilliseconds
                actions.append(.plan)
            }
        }
        settleTimer(&actions)
        report(&actions)
    }

    /// One timer, for what comes first. None is needed while a plan is made: its end is an event.
    private mutating func settleTimer(_ actions: inout [Action]) {
        guard !isPlanning else { return }
        var times: [Int64] = []
        if isPermitted {
            times = [nextLook] + [planDue, next, away?.patience].compactMap { $0 } + ways.compactMap(\.nextTry)
            if recording.isEmpty, !unwritten.isEmpty { times.append(nextWrite) }
        }
        guard times.min() != armed else { return }
        armed = times.min()
        actions.append(.arm(atMilliseconds: armed))
    }

    private mutating func report(_ actions: inout [Action]) {
        guard !isPlanning else { return }
        let state = State(
            nextMilliseconds: next, ways: ways.map { WayState(name: $0.name, problem: $0.problem) })
        guard state != reported else { return }
        reported = state
        actions.append(.report(state))
    }

    /// A wall clock that was set back leaves no time further off than it was meant to be.
    private mutating func clampTimes(_ now: Int64) {
        earliestPlan = min(earliestPlan, now + Limits.planSpacingMilliseconds)
        nextLook = min(nextLook, now + Limits.ringLookMilliseconds)
        nextWrite = min(nextWrite, now + Limits.writeRetryMilliseconds.upperBound)
        if let due = planDue { planDue = min(due, now + Limits.writeRetryMilliseconds.upperBound) }
        for index in ways.indices { ways[index].clampTimes(now) }
    }
}

extension RingAgent.Record {
    /// Whether it says that no way will ever show something.
    fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }

    /// Whether the next plan says it again.
    fileprivate var isPlanned: Bool {
        switch self {
        case .handed, .settled: false
        case .refused, .planned, .withdrawn: true
        }
    }
}
