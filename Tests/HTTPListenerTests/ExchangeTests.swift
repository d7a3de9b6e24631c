// Tests of what may happen on a connection, step by step, without one.

import HTTPMessages
import Testing

@testable import HTTPListener

@Suite("An exchange")
struct ExchangeTests {
    @Test("A body comes in pieces, up to its limit", arguments: [([3], true), ([2, 2], true), ([4, 1], false)])
    func body(pieces: [Int], isHandled: Bool) {
        let line = Line.admitted()
        for count in pieces {
            #expect(line.receive(byteCount: count))
        }
        let whole = [UInt8](repeating: 7, count: pieces.reduce(0, +))
        #expect(line.proceed() == (isHandled ? "handle 1 \(whole)" : "refuse bodyTooLong"))
    }

    @Test("A mebibyte beyond the limit is thrown away, and no byte more", arguments: [(0, true), (1, false)])
    func discarded(excess: Int, goesOn: Bool) {
        let line = Line.admitted()
        #expect(line.receive(byteCount: 4 + 1_048_576 + excess) == goesOn)
    }

    @Test("An answer within the call of the handler is sent without a rest")
    func atOnce() {
        let line = Line.handling()
        #expect(!line.answered(201, number: 1))
        #expect(line.handled() == "send 201")
    }

    @Test("An answer after the call wakes the connection, once")
    func later() {
        let line = Line.handling()
        #expect(line.handled() == "rest")
        #expect(line.exchange.isResting)
        #expect(line.answered(202, isLater: true, number: 1))
        #expect(!line.answered(500, number: 1))
        #expect(line.proceed() == "send later 202")
    }

    @Test("An answer to an earlier request, or to none, is ignored")
    func stale() {
        let line = Line.handling()
        #expect(!line.answered(200, number: 0))
        #expect(!line.answered(200, number: 2))
        #expect(line.handled() == "rest")
        let idle = Line()
        #expect(!idle.answered(200, number: 0))
        #expect(idle.exchange.isAwaitingHead)
    }

    @Test("A client that goes while its request rests wakes the connection to be closed")
    func abandoned() {
        let line = Line.handling()
        #expect(line.abandon().isResting == false)
        #expect(line.keep(number: 1))
        _ = line.handled()
        let (isResting, onCancel) = line.abandon()
        #expect(isResting)
        #expect(onCancel != nil)
        #expect(line.exchange.isAbandoned(number: 1))
        #expect(!line.answered(200, number: 1))
        #expect(!line.keep(number: 1))
        #expect(line.proceed() == "close")
        line.exchange.finish(nowMilliseconds: 1)
        #expect(line.exchange.isAbandoned(number: 1))
        #expect(!line.exchange.isAbandoned(number: 2))
    }

    @Test("Once stopped, what rests is refused and nothing rests any more")
    func stopped() {
        let resting = Line.handling()
        _ = resting.handled()
        #expect(resting.stop())
        #expect(resting.proceed() == "refuse stopping")
        let handling = Line.handling()
        #expect(!handling.stop())
        #expect(handling.handled() == "refuse stopping")
    }

    @Test(
        "Deadlines are absolute, and belong to what the connection does",
        arguments: [(10, nil), (11, DoorReason.headTooSlow)] as [(Int, DoorReason?)])
    func headDeadline(milliseconds: Int, reason: DoorReason?) {
        #expect(Line().overdue(milliseconds) == reason)
    }

    @Test("Between requests a connection is kept longer than for the first head")
    func keepAliveDeadline() {
        let line = Line.handling()
        line.exchange.finish(nowMilliseconds: 100)
        #expect(line.overdue(130) == nil)
        #expect(line.overdue(131) == .headTooSlow)
    }

    @Test(
        "A body may come slowly at first, then at the least rate, and must be whole in time",
        arguments: [
            (0, 50, nil), (0, 999, nil), (0, 1_000, .bodyTooSlow), (1, 1_999, nil), (1, 2_000, .bodyTooSlow),
            (4, 3_000, nil), (4, 3_001, .bodyTooSlow),
        ] as [(Int, Int, DoorReason?)])
    func bodyDeadline(byteCount: Int, milliseconds: Int, reason: DoorReason?) {
        let line = Line.admitted(atMilliseconds: 500)
        _ = line.receive(byteCount: byteCount)
        #expect(line.overdue(500 + milliseconds) == reason)
    }

    @Test("An answer must be taken in time; while the handler works there is no deadline")
    func answerDeadline() {
        let line = Line.handling()
        #expect(line.overdue(1_000_000) == nil)
        _ = line.handled()
        #expect(line.overdue(1_000_000) == nil)
        line.exchange.send(nowMilliseconds: 100)
        #expect(line.overdue(140) == nil)
        #expect(line.overdue(141) == .answerTooSlow)
    }

    @Test("A missed deadline is told once, and ends the request whatever comes")
    func toldOnce() {
        let line = Line.admitted()
        #expect(line.overdue(5_000) == .bodyTooSlow)
        #expect(line.overdue(5_000) == nil)
        #expect(!line.receive(byteCount: 1))
        #expect(line.proceed() == "close")
    }

    fileprivate static let limits: HTTPListener.Limits = {
        var limits = HTTPListener.Limits()
        (limits.headMilliseconds, limits.keepAliveMilliseconds, limits.answerMilliseconds) = (10, 30, 40)
        (limits.bodyMilliseconds, limits.bodyGraceMilliseconds, limits.bodyBytesPerSecond) = (3_000, 50, 1)
        return limits
    }()
}

/// An exchange that expectations may change, with its steps in words.
private final class Line {
    var exchange = Exchange(nowMilliseconds: 0)

    /// Before any request.
    init() {}

    /// Once a request is admitted whose body may have four bytes.
    static func admitted(atMilliseconds: Int = 0) -> Line {
        let line = Line()
        let request = Exchange.Admitted(
            method: .post, path: "/a", clientAddress: "::1", bodyLimitBytes: 4, context: nil)
        line.exchange.admit(request, bodyBytes: nil, nowMilliseconds: atMilliseconds)
        return line
    }

    /// While the handler is in its call.
    static func handling() -> Line {
        let line = admitted()
        _ = line.proceed()
        return line
    }

    func receive(byteCount: Int) -> Bool {
        [UInt8](repeating: 7, count: byteCount).withUnsafeBytes { exchange.receive($0) }
    }

    func overdue(_ milliseconds: Int) -> DoorReason? {
        exchange.endIfOverdue(ExchangeTests.limits, nowMilliseconds: milliseconds)
    }

    func proceed() -> String { word(exchange.proceed()) }
    func handled() -> String { word(exchange.handled()) }
    func stop() -> Bool { exchange.stop() }
    func abandon() -> (isResting: Bool, onCancel: (@Sendable () -> Void)?) { exchange.abandon() }
    func keep(number: Int) -> Bool { exchange.keep(onCancel: {}, number: number) }

    func answered(_ status: Int, isLater: Bool = false, number: Int) -> Bool {
        let response = HTTPResponse(status)
        return exchange.answered(isLater ? .deferred { response } : .response(response), number: number)
    }

    private func word(_ step: Exchange.Step) -> String {
        switch step {
        case .handle(let request, let number): "handle \(number) \(request.body)"
        case .send(.response(let response)): "send \(response.status)"
        case .send(.deferred(let body)): "send later \(body().status)"
        case .send(.refusal(let reason)): "refuse \(reason)"
        case .rest: "rest"
        case .close: "close"
        }
    }
}
