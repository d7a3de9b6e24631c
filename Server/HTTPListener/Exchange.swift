// What happens on one connection, request by request: decided as values, without sockets and threads.

import HTTPMessages

/// Where a connection stands between the head of a request and the last byte of its answer.
struct Exchange {
    /// An answer, or how to come by it.
    enum Answer {
        case response(HTTPResponse)
        /// Worked out by the worker that sends it.
        case deferred(@Sendable () -> HTTPResponse)
        case refusal(DoorReason)
    }

    /// An admitted request whose body still comes.
    struct Admitted {
        let method: HTTPMethod
        let path: String
        let clientAddress: String
        let bodyLimitBytes: Int
        let context: (any Sendable)?
    }

    /// What the worker does once a request is whole.
    enum Step {
        /// Hand it to the handler; the number belongs to its reply.
        case handle(ReceivedRequest, number: Int)
        case send(Answer)
        /// Let the connection rest until ``answered(_:number:)`` says so.
        case rest
        case close
    }

    private enum Phase {
        case awaitingHead
        case receivingBody(Admitted)
        /// The handler has the request, and a worker is in its call.
        case handling
        /// The handler has the request, and no thread does.
        case resting
        case answered(Answer)
        case sending
        /// Nobody waits for the answer any more.
        case abandoned
    }

    private var phase = Phase.awaitingHead
    private var sinceMilliseconds: Int
    /// Of the last request that was admitted; the first has 1.
    private var number = 0
    private var abandonedNumber: Int?
    private var body: [UInt8] = []
    private var receivedBytes = 0
    private var isStopping = false
    private var onCancel: (@Sendable () -> Void)?

    /// A connection was opened.
    init(nowMilliseconds: Int) {
        sinceMilliseconds = nowMilliseconds
    }

    /// Whether the next head is still to come.
    var isAwaitingHead: Bool { if case .awaitingHead = phase { true } else { false } }
    /// Whether the request rests, and no thread looks at the connection.
    var isResting: Bool { if case .resting = phase { true } else { false } }
    /// Whether the client of the request of that number has gone before the answer.
    func isAbandoned(number: Int) -> Bool { abandonedNumber == number }

    /// The handler admitted a request. `bodyBytes` is what it declared.
    mutating func admit(_ request: Admitted, bodyBytes: Int?, nowMilliseconds: Int) {
        phase = .receivingBody(request)
        sinceMilliseconds = nowMilliseconds
        number &+= 1
        receivedBytes = 0
        body.reserveCapacity(min(bodyBytes ?? 0, request.bodyLimitBytes))
    }

    /// A request is refused, once it is whole.
    mutating func refuse(_ response: HTTPResponse) {
        phase = .answered(.response(response))
    }

    /// A piece of the body came. Keeps no byte beyond the limit.
    ///
    /// - Returns: false when so much came that the connection must be closed.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard case .receivingBody(let request) = phase else { return false }
        receivedBytes += bytes.count
        if receivedBytes <= request.bodyLimitBytes {
            body.append(contentsOf: bytes)
        } else {
            body = []
        }
        return receivedBytes - request.bodyLimitBytes <= HTTPListener.Limits.discardedBytes
    }

    /// The request is whole, or a rested connection was woken.
    mutating func proceed() -> Step {
        switch phase {
        case .receivingBody(let request) where receivedBytes > request.bodyLimitBytes:
            return .send(.refusal(.bodyTooLong))
        case .receivingBody(let request):
            phase = .handling
            let received = ReceivedRequest(
                method: request.method, path: request.path, clientAddress: request.clientAddress, body: body,
                context: request.context)
            body = []
            return .handle(received, number: number)
        case .answered(let answer): return .send(answer)
        case .awaitingHead, .handling, .resting, .sending, .abandoned: return .close
        }
    }

    /// The handler returned from its call.
    mutating func handled() -> Step {
        switch phase {
        case .answered(let answer): return .send(answer)
        case .handling where isStopping: return .send(.refusal(.stopping))
        case .handling:
            phase = .resting
            return .rest
        case .awaitingHead, .receivingBody, .resting, .sending, .abandoned: return .close
        }
    }

    /// An answer to the request of that number came, from whatever thread. The first counts.
    ///
    /// - Returns: whether the connection rests, and is to be woken.
    mutating func answered(_ answer: Answer, number: Int) -> Bool {
        guard self.number == number else { return false }
        switch phase {
        case .handling, .resting:
            let isResting = isResting
            phase = .answered(answer)
            onCancel = nil
            return isResting
        case .awaitingHead, .receivingBody, .answered, .sending, .abandoned: return false
        }
    }

    /// Keeps what is to be told when the client goes before the answer.
    ///
    /// - Returns: false when there is nothing to wait for any more.
    mutating func keep(onCancel: @escaping @Sendable () -> Void, number: Int) -> Bool {
        guard self.number == number else { return false }
        switch phase {
        case .handling, .resting:
            self.onCancel = onCancel
            return true
        case .awaitingHead, .receivingBody, .answered, .sending, .abandoned: return false
        }
    }

    /// The client of a resting request has gone.
    ///
    /// - Returns: whether the connection rests, and is to be woken; and whom to tell.
    mutating func abandon() -> (isResting: Bool, onCancel: (@Sendable () -> Void)?) {
        guard isResting else { return (false, nil) }
        phase = .abandoned
        abandonedNumber = number
        defer { onCancel = nil }
        return (true, onCancel)
    }

    /// Nothing rests from now on.
    ///
    /// - Returns: whether the connection rests, and is to be woken.
    mutating func stop() -> Bool {
        isStopping = true
        return isResting && answered(.refusal(.stopping), number: number)
    }

    /// The answer is on its way.
    mutating func send(nowMilliseconds: Int) {
        phase = .sending
        sinceMilliseconds = nowMilliseconds
    }

    /// The request is over, whether it was answered or not.
    mutating func finish(nowMilliseconds: Int) {
        phase = .awaitingHead
        sinceMilliseconds = nowMilliseconds
        body = []
    }

    /// Ends the exchange when a deadline has passed.
    ///
    /// - Returns: the deadline, once.
    mutating func endIfOverdue(_ limits: HTTPListener.Limits, nowMilliseconds: Int) -> DoorReason? {
        let reason = missedDeadline(limits, elapsedMilliseconds: nowMilliseconds - sinceMilliseconds)
        if reason != nil { phase = .abandoned }
        return reason
    }

    private func missedDeadline(_ limits: HTTPListener.Limits, elapsedMilliseconds elapsed: Int) -> DoorReason? {
        switch phase {
        case .awaitingHead:
            return elapsed > (number == 0 ? limits.headMilliseconds : limits.keepAliveMilliseconds)
                ? .headTooSlow : nil
        case .receivingBody:
            if elapsed > limits.bodyMilliseconds { return .bodyTooSlow }
            let expected = elapsed.multipliedReportingOverflow(by: limits.bodyBytesPerSecond).partialValue / 1_000
            return elapsed > limits.bodyGraceMilliseconds && receivedBytes < expected ? .bodyTooSlow : nil
        case .sending: return elapsed > limits.answerMilliseconds ? .answerTooSlow : nil
        case .handling, .resting, .answered, .abandoned: return nil
        }
    }
}
