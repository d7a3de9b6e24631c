// One round of exchanges: request after request, until nothing is left to bring or to take.

internal import HTTPMessages
internal import Platform
internal import ReplicaStore
internal import Replication
internal import SyncProtocol

/// Runs the exchanges that a `Session` asks for, and counts what they did.
struct SyncRound {
    let store: ReplicaStore
    let surroundings: Surroundings
    let line: ExchangeLine
    /// Measured by each answer.
    var offset: ClockOffset
    /// Which list of devices the server has, once an answer reached the head.
    private(set) var devicesDigest: [UInt8]?
    private var report = SyncReport()
    /// The next page, while one is being taken in.
    private var ahead: ArrivalAhead?

    init(
        store: ReplicaStore, surroundings: Surroundings, membership: Membership, transport: any Transport,
        offset: ClockOffset
    ) {
        (self.store, self.surroundings, self.offset) = (store, surroundings, offset)
        line = ExchangeLine(surroundings: surroundings, membership: membership, transport: transport)
    }

    /// - Throws: ``SyncError`` and `StoreError`.
    mutating func run(acceptHiding: Bool, progress: (SyncProgress) -> Void) throws -> SyncReport {
        if acceptHiding { try takeHidden() }
        var session = Session()
        var action = tell(&session, .wanted(.person))
        while case .exchange(let withChanges) = action {
            let absorbed = try SyncError.mapping { try exchange(withChanges: withChanges) }
            count(absorbed)
            progress(SyncProgress(sentCount: report.sentCount, receivedCount: report.receivedCount))
            action = tell(&session, .answered(try answer(absorbed.state, acceptHiding: acceptHiding)))
        }
        report.later = try store.waiting().map { SyncWait($0) }
        if case .wait(_, .endless) = action { throw SyncError.failed(.invalidAnswer(.malformed(detail: Self.endless))) }
        return report
    }

    private static let endless = "It brings a sync to no end."

    private func tell(_ session: inout Session, _ event: Session.Event) -> Session.Action {
        session.handle(
            event, nowMilliseconds: surroundings.clock.millisecondsSince1970(), random: surroundings.random)
    }

    // MARK: One exchange

    private mutating func exchange(withChanges: Bool) throws -> Absorbed {
        let outgoing = try store.outgoing(withChanges: withChanges)
        let request = ExchangeRequest(
            number: outgoing.number, cursor: outgoing.cursor, known: outgoing.known, attempt: outgoing.attempt,
            isFromZero: outgoing.isFromZero, damaged: outgoing.damaged, changes: try line.seal(outgoing.changes))
        let arrival = try ahead?.arrival(for: request) ?? line.send(request)
        ahead = ArrivalAhead(after: request, arrival, over: line)
        let milliseconds = arrival.answer.serverMilliseconds
        offset.measure(sent: arrival.sent, received: arrival.received, serverMilliseconds: milliseconds)
        return try store.absorb(
            arrival.answer.verdict, serverMilliseconds: milliseconds,
            offsetMilliseconds: offset.milliseconds(at: arrival.received), for: outgoing,
            opened: { arrival.opened[$0] })
    }

    // MARK: What came of it

    private mutating func answer(_ state: Absorbed.State, acceptHiding: Bool) throws -> Session.Answer {
        switch state {
        case .stale: return .stale
        case .more: return .more
        case .head(let hasMoreToPush): return .head(hasMoreToPush: hasMoreToPush)
        case .foreign: return .foreign
        case .expired: return .expired
        case .asksHiding(let count):
            guard acceptHiding else { throw SyncError.asksHiding(recordCount: count) }
            try takeHidden()
            return .head(hasMoreToPush: true)
        }
    }

    private mutating func takeHidden() throws {
        let edited = try store.acceptHiding()
        report.hiddenCount += edited.result
        report.touched += edited.touched
    }

    private mutating func count(_ absorbed: Absorbed) {
        report.exchangeCount += 1
        report.sentCount += absorbed.confirmedCount
        report.receivedCount += absorbed.receivedChangeCount
        report.touched += absorbed.touched
        report.refusedCount += absorbed.refused.count
        report.aheadCount += absorbed.aheadCount
        report.beneathDeletion += absorbed.beneathDeletion
        report.hiddenCount += absorbed.inferredHiddenCount
        report.droppedCount += absorbed.droppedCount
        report.unopenableCount += absorbed.unopenable.count
        if absorbed.isMassDeletion { report.isMassDeletion = true }
        if let path = absorbed.backupPath { report.backupPath = path }
        report.isEqual = absorbed.isSumEqual
        devicesDigest = absorbed.devicesDigest ?? devicesDigest
        switch absorbed.state {
        case .foreign, .expired: report.wasReconciled = true
        default: break
        }
    }
}

extension SyncWait {
    init(_ later: Absorbed.Later) {
        self.init(untilMilliseconds: later.untilMilliseconds, reason: later.reason == .quota ? .quota : .later)
    }
}
