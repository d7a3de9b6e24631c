// One request and its answer: sent, read and opened, now or ahead of time.

internal import HTTPMessages
internal import Platform
internal import ReplicaStore
internal import Replication
internal import Sealing
internal import SyncProtocol

/// What came of a request.
struct Arrival: Sendable {
    let sent, received: ClockOffset.Reading
    let answer: ExchangeAnswer
    /// The fields of each row of a page, without field 0; nil for a body that did not open, or that this version cannot
    /// read.
    let opened: [[Change.Field]?]
}

/// The way to the server of a space, for any thread.
struct ExchangeLine: Sendable {
    let surroundings: Surroundings
    let membership: Membership
    let transport: any Transport

    /// Changes as they travel. Of many, half are sealed on a thread of their own: meanwhile nobody else has to do.
    ///
    /// - Throws: `StoreError` where the key of the space cannot be read.
    func seal(_ changes: [Change]) throws -> [SealedChange] {
        let seal = { @Sendable (part: ArraySlice<Change>) in
            try membership.coding(random: surroundings.random).seal(Array(part))
        }
        let half = changes.count / 2
        guard half >= Limits.leastHalfChangeCount, !surroundings.isSingleThreaded,
            let rest = try? BackgroundValue({ Result { try seal(changes[half...]) } })
        else { return try seal(changes[...]) }
        return try seal(changes[..<half]) + rest.wait().get()
    }

    /// - Throws: `SyncFailure`, `MessageError`, and `StoreError` where the key of the space cannot be read.
    func send(_ request: ExchangeRequest) throws -> Arrival {
        let message = request.encoded
        let sent = reading
        let body = try membership.call(
            .exchange, message, over: transport, timeoutSeconds: Limits.exchangeSeconds)
        let received = reading
        let answer = try ExchangeAnswer(encoded: body)
        try answer.requireAnswer(to: request, mode: membership.mode)
        return Arrival(sent: sent, received: received, answer: answer, opened: try open(answer))
    }

    private func open(_ answer: ExchangeAnswer) throws -> [[Change.Field]?] {
        guard case .page(let page) = answer.verdict, !page.rows.isEmpty else { return [] }
        let coding = try membership.coding(random: surroundings.random)
        return page.rows.map { row in
            guard let fields = try? coding.open(row.sealed).fields else { return nil }
            return fields[0].number == 0 ? Array(fields.dropFirst()) : fields
        }
    }

    private var reading: ClockOffset.Reading {
        ClockOffset.Reading(
            wallMilliseconds: surroundings.clock.millisecondsSince1970(),
            monotonicMilliseconds: surroundings.clock.monotonicMilliseconds())
    }
}

/// The page after the one that is being taken in, on its way already, while everything is read from the beginning. Only
/// then: else the cursor that a device presents says what it has on its disk, and lets the server collect up to it
/// (docs/protocol.md, Collection).
struct ArrivalAhead {
    private let request: ExchangeRequest
    private let outcome: Outcome

    private enum Outcome {
        case coming(BackgroundValue<Result<Arrival, any Error>>)
        case come(Result<Arrival, any Error>)
    }

    /// Asks for what comes next; nil at the head, where nothing does, where not everything is read, and where the
    /// system lends no thread.
    init?(after request: ExchangeRequest, _ arrival: Arrival, over line: ExchangeLine) {
        guard request.isFromZero, case .page(let page) = arrival.answer.verdict, page.head == nil else { return nil }
        let next = ExchangeRequest(
            number: request.number, cursor: page.cursor, known: request.known, attempt: 0, isFromZero: true,
            damaged: [], changes: [])
        self.request = next
        if line.surroundings.isSingleThreaded {
            outcome = .come(Result { try line.send(next) })
        } else {
            guard let coming = try? BackgroundValue({ Result { try line.send(next) } }) else { return nil }
            outcome = .coming(coming)
        }
    }

    /// What came of it; nil when the device asks for something else. Waits in any case: one exchange at a time.
    func arrival(for request: ExchangeRequest) throws -> Arrival? {
        let result =
            switch outcome {
            case .coming(let coming): coming.wait()
            case .come(let come): come
            }
        return request == self.request ? try result.get() : nil
    }
}
