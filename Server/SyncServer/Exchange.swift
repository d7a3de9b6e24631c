// The exchange: where a device stands, what it brings, and what it has not seen.

internal import HTTPMessages
internal import Platform
internal import Replication
internal import SyncProtocol

/// An exchange whose changes are written, to be answered from a snapshot taken after it.
struct WrittenExchange: Sendable {
    /// Who asked.
    let caller: Membership
    /// What was asked, without its changes.
    let request: ExchangeRequest
    /// What became of the changes.
    let outcomes: [Outcome]
}

/// Where a device stands, in the order of docs/design, replication: Exchange.
enum Standing {
    /// In this history: what is known of its number.
    case known(NumberState)
    /// Elsewhere: nothing of it is remembered.
    case foreign(last: UInt64)
    /// Behind what was collected.
    case expired(NumberState)
}

extension Server {
    /// An exchange that brings nothing needs only to be read.
    func planExchange(_ request: ExchangeRequest, _ admitted: AdmittedRequest) throws -> Plan {
        let caller = try admitted.requiredCaller
        guard request.changes.count <= limits.changesPerRequest else { throw Refusal(.tooLarge) }
        guard request.changes.isEmpty, request.damaged.isEmpty else {
            return .write(WriteJob(.exchange(request, by: caller), admitted))
        }
        let message = try storage.read { snapshot in
            let space = try snapshot.space(snapshot.current(caller).space)
            switch try standing(of: request, caller, space, snapshot) {
            case .known(var state):
                state.note(request, nowMilliseconds: nowMilliseconds)
                return try page(for: request, [], &state, space, snapshot)
            case .foreign(let last): return answer(noted: .foreign(last: last), space)
            case .expired(let state): return answer(noted: .expired(last: state.lastAttempt), space)
            }
        }
        return .answered(HTTPResponse(message: message))
    }

    /// Writes what an exchange brings. Refuses before it writes anything.
    func exchange(
        _ request: ExchangeRequest, _ caller: Membership, _ transaction: any StorageWriting
    ) throws -> WriteResult {
        var space = try transaction.space(transaction.current(caller).space)
        let now = nowMilliseconds
        let before = space.head
        switch try standing(of: request, caller, space, transaction) {
        case .foreign(let last):
            return WriteResult(.answer(answer(.foreign(last: last), space), ExchangeSummary(.foreign)))
        case .expired(var state):
            if request.attempt != 0 {
                (state.lastAttempt, state.seenMilliseconds) = (request.attempt, now)
                try save(state, request.number, &space, transaction)
                try transaction.save(space)
            }
            return WriteResult(.answer(answer(.expired(last: state.lastAttempt), space), ExchangeSummary(.expired)))
        case .known(var state):
            var merge = Merge(
                space, pusher: request.number, tag: UInt32(truncatingIfNeeded: random.next64()),
                nowMilliseconds: now, limits, transaction)
            var outcomes: [Outcome] = []
            outcomes.reserveCapacity(request.changes.count)
            for change in request.changes { outcomes.append(try merge.store(change)) }
            for key in request.damaged { try merge.markDamaged(key) }
            space = merge.space
            state.note(request, nowMilliseconds: now)
            if request.attempt != 0 { state.lastAttempt = request.attempt }
            state.given = space.head
            try save(state, request.number, &space, transaction)
            try transaction.save(space)
            let touched = before == space.head ? nil : Touch(space: space.key, pusher: request.number)
            guard before == Place(request.cursor), !request.isFromZero else {
                let written = WrittenExchange(caller: caller, request: request.withoutChanges, outcomes: outcomes)
                return WriteResult(.exchange(written), touched: touched)
            }
            // It stood at the head: beyond are its own rows only, and the transaction is the snapshot after the write.
            let page = try PageReading(limits: limits, nowMilliseconds: now)
                .pageWithoutRows(for: request, outcomes, space, transaction)
            return WriteResult(.answer(answer(.page(page), space), summary(of: page)), touched: touched)
        }
    }

    /// The answer to an exchange that was written.
    func answer(_ exchange: WrittenExchange) throws -> [UInt8] {
        try storage.read { snapshot in
            let space = try snapshot.space(snapshot.current(exchange.caller).space)
            let number = exchange.request.number
            let stored = try snapshot.number(number, in: space.key)
            var state =
                sightings.newest(stored, number, in: space.key)
                ?? NumberState(tokenHash: exchange.caller.tokenHash)
            return try page(for: exchange.request, exchange.outcomes, &state, space, snapshot)
        }
    }

    /// Where a device stands: "(a) its last id for this number is not among the known ids → foreign; (b) it does not
    /// know this very cursor → foreign; (c) collection has gone beyond both sequence and base, and sequence > 0 →
    /// expired" (docs/design, replication: Exchange).
    private func standing(
        of request: ExchangeRequest, _ caller: Membership, _ space: SpaceState, _ snapshot: any StorageReading
    ) throws -> Standing {
        let stored = try snapshot.number(request.number, in: space.key)
        let state =
            sightings.newest(stored, request.number, in: space.key) ?? NumberState(tokenHash: caller.tokenHash)
        guard state.tokenHash == caller.tokenHash else { return .foreign(last: Limits.nobodysAttempt) }
        guard request.known.contains(state.lastAttempt), try knows(request.cursor, state, space, snapshot) else {
            return .foreign(last: state.lastAttempt)
        }
        let (sequence, base) = (request.cursor.sequence, request.cursor.base)
        guard sequence == 0 || space.collectedTo <= max(sequence, base) else { return .expired(state) }
        return .known(state)
    }

    /// "It knows a cursor that is zero, the head, a living row's (sequence, tag), or this number's presented or last
    /// given one."
    private func knows(
        _ cursor: Cursor, _ state: NumberState, _ space: SpaceState, _ snapshot: any StorageReading
    ) throws -> Bool {
        let place = Place(cursor)
        if cursor.isZero || place == space.head { return true }
        if place == state.presented || place == state.given { return true }
        return try snapshot.tag(ofRowAt: place.sequence, in: space.key) == place.tag
    }

    /// Remembers a number; a new one is news to whoever keeps the list of devices.
    private func save(
        _ state: NumberState, _ number: UInt64, _ space: inout SpaceState, _ transaction: any StorageWriting
    ) throws {
        if try transaction.save(state, number, in: space.key) { try space.renewDevicesDigest(transaction) }
    }

    private func answer(noted verdict: ExchangeVerdict, _ space: SpaceState) -> [UInt8] {
        if case .expired = verdict {
            observer?.exchanged(ExchangeSummary(.expired))
        } else {
            observer?.exchanged(ExchangeSummary(.foreign))
        }
        return answer(verdict, space)
    }

    private func answer(_ verdict: ExchangeVerdict, _ space: SpaceState) -> [UInt8] {
        ExchangeAnswer(mode: space.mode, serverMilliseconds: nowMilliseconds, verdict: verdict).encoded
    }

    /// What a device has not seen, and what it is to show next time.
    private func page(
        for request: ExchangeRequest, _ outcomes: [Outcome], _ state: inout NumberState, _ space: SpaceState,
        _ snapshot: any StorageReading
    ) throws -> [UInt8] {
        let page = try PageReading(limits: limits, nowMilliseconds: nowMilliseconds)
            .page(for: request, outcomes, space, snapshot)
        let given = Place(page.cursor)
        if state.given != given || request.changes.isEmpty {
            state.given = given
            sightings.remember(state, request.number, in: space.key)
        }
        observer?.exchanged(summary(of: page))
        return answer(.page(page), space)
    }

    private func summary(of page: ExchangePage) -> ExchangeSummary {
        ExchangeSummary(
            .page, storedRows: page.outcomes.count { $0 == .stored }, servedRows: page.rows.count)
    }
}

extension NumberState {
    /// Remembers what a number presented: "reading from zero presents zero" as far as collection is concerned.
    fileprivate mutating func note(_ request: ExchangeRequest, nowMilliseconds: Int64) {
        presented = Place(request.cursor)
        floor = request.isFromZero ? 0 : request.cursor.sequence
        seenMilliseconds = nowMilliseconds
    }
}

extension ExchangeRequest {
    /// What the answer needs; the bodies can go.
    fileprivate var withoutChanges: ExchangeRequest {
        ExchangeRequest(
            number: number, cursor: cursor, known: [], attempt: attempt, isFromZero: isFromZero, damaged: [],
            changes: [])
    }
}
