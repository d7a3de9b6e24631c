// The one writer and the long polls, with real threads.

import Cryptography
import HTTPMessages
import Platform
import Replication
import SyncProtocol
import SyncServer
import Synchronization
import TestSupport
import Testing

@Suite("Long polls and group commit")
struct GroupCommitTests {
    let world: TestServer
    let first: TestDevice
    let second: TestDevice

    init() throws {
        world = try TestServer()
        first = try world.claim()
        second = try world.join(device: 2, invitedBy: first)
    }

    /// What was woken, and with what.
    private final class Woken: Sendable {
        let news = Mutex<[Bool]>([])

        func take(_ isChanged: Bool) { news.withLock { $0.append(isChanged) } }

        var all: [Bool] { news.withLock { $0 } }
    }

    private func plan(_ route: Route, _ body: [UInt8], _ device: TestDevice) throws -> Plan {
        let start = RequestStart(
            method: .post, path: route.rawValue, authorization: device.authorization,
            bodyByteCount: body.count, address: "a")
        guard case .admitted(let admitted) = world.server.admit(start) else { throw Unexpected() }
        return world.server.plan(admitted, body: body)
    }

    private func watch(_ device: TestDevice, seconds: UInt32 = 60) throws -> Watch {
        let request = WatchRequest(number: device.number, cursor: device.cursor, seconds: seconds)
        guard case .watch(let watch) = try plan(.watch, request.encoded, device) else { throw Unexpected() }
        return watch
    }

    private func isHeld(_ watch: Watch, _ woken: Woken) -> Bool {
        if case .held = world.server.hold(watch, { woken.take($0) }) { true } else { false }
    }

    struct Unexpected: Error {}

    @Test("A push wakes the others of the space, once, and not who pushed")
    func wake() throws {
        try first.exchange()
        try second.exchange()
        let (own, others) = (Woken(), Woken())
        #expect(isHeld(try watch(first), own))
        #expect(isHeld(try watch(second), others))
        try first.exchange([change(5, at: 0)])
        #expect(own.all == [])
        #expect(others.all == [true])
        try first.exchange([change(6, at: 0)])
        #expect(others.all == [true])
    }

    @Test("Who is behind is answered at once")
    func behind() throws {
        let watch = try watch(second)
        try first.exchange([change(5, at: 0)])
        guard case .answered(let answer) = world.server.hold(watch, { _ in }) else { throw Unexpected() }
        #expect(try WatchAnswer(encoded: answer.body).isChanged)
        #expect(world.server.watchers.count == 0)
    }

    @Test("A poll ends with its time, and not before")
    func timeOver() throws {
        let woken = Woken()
        #expect(isHeld(try watch(first, seconds: 5), woken))
        world.server.watchers.expire(nowMilliseconds: world.now + 4_999)
        #expect(woken.all == [])
        #expect(world.server.watchers.nextEndMilliseconds == world.now + 5_000)
        world.server.watchers.expire(nowMilliseconds: world.now + 5_000)
        #expect(woken.all == [false])
        #expect(world.server.watchers.nextEndMilliseconds == nil)
    }

    @Test("Revoking wakes the polls of the space, and the revoked one is answered 401")
    func revoked() throws {
        let woken = Woken()
        let watch = try watch(second)
        #expect(isHeld(watch, woken))
        _ = first.send(.devices, DevicesRequest.revoke(tokenHash: second.tokenHash).encoded)
        #expect(woken.all == [true])
        #expect(world.server.answer(watch, isChanged: true).status == 401)
    }

    @Test("So many polls are held and no more")
    func bounded() throws {
        var limits = ServerLimits.generous
        limits.watches = 1
        let small = try TestServer(limits: limits)
        let device = try small.claim()
        let request = WatchRequest(number: 1, cursor: .zero, seconds: 9).encoded
        let start = RequestStart(
            method: .post, path: "/v1/watch", authorization: device.authorization,
            bodyByteCount: request.count, address: "a")
        guard case .admitted(let admitted) = small.server.admit(start),
            case .watch(let watch) = small.server.plan(admitted, body: request),
            case .held(let ticket) = small.server.hold(watch, { _ in }),
            case .answered(let answer) = small.server.hold(watch, { _ in })
        else { throw Unexpected() }
        #expect(answer.status == 503)
        #expect(small.server.watchers.cancel(ticket))
        #expect(!small.server.watchers.cancel(ticket))
        #expect(small.server.watchers.count == 0)
    }

    @Test("Jobs of many threads are all written, each is answered, and none after the end is taken")
    func groupCommit() async throws {
        let commit = try GroupCommit(world.server)
        let jobs = try (0..<50).map { index -> WriteJob in
            let request = ExchangeRequest(
                number: 1, cursor: .zero, known: [0] + (1...50).map(UInt64.init), attempt: UInt64(index + 1),
                isFromZero: false, damaged: [], changes: [try change(UInt64(index), at: 0)])
            guard case .write(let job) = try plan(.exchange, request.encoded, first) else { throw Unexpected() }
            return job
        }
        let statuses = Mutex<[Int]>([])
        let server = world.server
        // All wait before the thread begins: they share one transaction.
        for job in jobs {
            let isTaken = commit.submit(job) { result in
                let status = server.complete(job, result).status
                statuses.withLock { $0.append(status) }
            }
            #expect(isTaken)
        }
        try commit.start()
        try await onThread { commit.stop() }
        #expect(statuses.withLock { $0 } == Array(repeating: 200, count: 50))
        #expect(!commit.submit(jobs[0]) { _ in })
        #expect(server.refuseForNow(jobs[0]).status == 503)
        second.cursor = .zero
        #expect(try second.exchange().rows.count == 50)
    }
}
