// Devices of a space bring each other what is new, and a failure leaves everything as it was.

import HTTPMessages
import PackmuleKit
import Platform
import Replication
import SyncProtocol
import TestSupport
import Testing
import TripModel

@Suite("Syncing", .timeLimit(.minutes(1)))
struct SyncingTests {
    private let folder = TemporaryFolder()

    // MARK: Two devices

    @Test("What one device writes the other reads, in sealed and in open spaces", arguments: [false, true])
    func there(isOpen: Bool) throws {
        let space = try TestSpace(isOpen: isOpen)
        let bergen = try space.one.addTrip("Bergen", "2027-06-03", nights: 4)
        try space.one.addItem("Rain jacket", to: bergen)
        let sent = try space.one.sync(over: space.server.way)
        #expect((sent.sentCount, sent.receivedCount, sent.exchangeCount) == (2, 0, 1))
        let received = try space.other.sync(over: space.server.way)
        #expect((received.sentCount, received.receivedCount) == (0, 2))
        #expect(received.touched.map(\.id).contains(bergen))
        #expect(try space.other.list(bergen) == ["Other: Rain jacket"])
        #expect(try space.areEqual())
    }

    @Test("Both write while apart: other fields merge, of the same field the later write stays")
    func conflict() throws {
        let space = try TestSpace()
        let bergen = try space.one.addTrip("Bergen")
        let jacket = try space.one.addItem("Jacket", to: bergen)
        try space.settle()
        try space.one.change(jacket) { ($0.name, $0.quantity) = ("Rain jacket", 2) }
        space.clock.advance(milliseconds: 1000)
        try space.other.change(jacket) { ($0.name, $0.packed) = ("Warm jacket", true) }
        try space.settle()
        for device in [space.one, space.other] {
            let item = try #require(try device.item(jacket))
            #expect((item.name, item.quantity, item.packed) == ("Warm jacket", 2, true))
        }
        #expect(try space.areEqual())
    }

    @Test("An edit of what somebody deleted lies beneath the deletion, and the report says so")
    func beneath() throws {
        let space = try TestSpace()
        let bergen = try space.one.addTrip("Bergen")
        let jacket = try space.one.addItem("Jacket", to: bergen)
        try space.settle()
        try space.one.delete(jacket)
        try space.one.sync(over: space.server.way)
        space.clock.advance(milliseconds: 1000)
        try space.other.change(jacket) { $0.quantity = 2 }
        let report = try space.other.sync(over: space.server.way)
        #expect(report.beneathDeletion.map(\.id) == [jacket])
        #expect(try space.other.list(bergen) == [])
        #expect(try space.areEqual())
    }

    @Test("A sync with nothing new is one request of fewer than 400 bytes each way, and writes nothing")
    func nothingNew() throws {
        let space = try TestSpace()
        try space.one.addTrip("Bergen")
        try space.settle()
        let requests = Counter()
        let way = space.server.way { request, send throws(TransportError) in
            requests.add()
            let response = try send()
            #expect(request.body.count < 200 && response.body.count < 200)
            return response
        }
        let report = try space.one.sync(over: way)
        #expect(requests.count == 1)
        #expect((report.sentCount, report.receivedCount, report.isEqual) == (0, 0, true))
        #expect(report.touched.isEmpty)
    }

    @Test("More than fits into one page goes in several, and its progress is told")
    func pages() throws {
        let space = try TestSpace()
        let bergen = try space.one.addTrip("Bergen")
        try space.one.addItems((1...6000).map { "Item \($0)" }, to: bergen)
        var sent: [Int] = []
        let report = try space.one.sync(over: space.server.way) { sent.append($0.sentCount) }
        #expect(report.sentCount == 6001)
        #expect(sent.count == report.exchangeCount && sent.count > 1)
        #expect(sent == sent.sorted() && sent.last == 6001)
        let received = try space.other.sync(over: space.server.way)
        #expect(received.receivedCount == 6001)
        #expect(received.exchangeCount > 1)
        #expect(try space.areEqual())
    }

    @Test("A device with a wrong clock writes with the server's time after its first sync")
    func wrongClock() throws {
        let space = try TestSpace()
        let late = ManualClock(millisecondsSince1970: space.clock.millisecondsSince1970() - 86_400_000)
        let device = try Device.test(3, clock: late)
        try space.bringIn(device)
        try device.sync(over: space.server.way)
        #expect(try device.syncStatus().serverOffsetMilliseconds == 86_400_000)
        let bergen = try space.one.addTrip("Bergen")
        try space.settle()
        try device.sync(over: space.server.way)
        space.clock.advance(milliseconds: 5000)
        late.advance(milliseconds: 5000)
        // A day too early by its own clock, and yet the later write.
        try device.edit("trip edit") { try $0.update(Trip.self, bergen) { $0.city = "Oslo" } }
        try device.sync(over: space.server.way)
        try space.settle()
        #expect(try space.one.read { try $0.trips() }.map(\.record.city) == ["Oslo"])
    }

    // MARK: Status

    @Test("Status says what waits to go, that all is in sync, and for how long that is known")
    func status() throws {
        let space = try TestSpace()
        try space.settle()
        #expect(try space.one.syncStatus().state == .inSync)
        try space.one.addTrip("Bergen")
        #expect(try space.one.syncStatus().state == .pending(changeCount: 1))
        space.clock.advance(milliseconds: 120_000)
        #expect(try space.one.syncStatus().lagMilliseconds == 120_000)
        try space.one.sync(over: space.server.way)
        let status = try space.one.syncStatus()
        #expect((status.state, status.pendingCount, status.lagMilliseconds) == (.inSync, 0, 0))
        #expect(status.lastInSync == space.one.surroundings.now)
        #expect(throws: SyncError.notInSpace) { try Device.test(3).syncStatus() }
        #expect(throws: SyncError.notInSpace) { try Device.test(3).sync(over: space.server.way) }
    }

    // MARK: Failures

    /// What a bad way does to an answer, and how the device calls it.
    struct BadAnswer: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let reason: SyncReason
        let bend: @Sendable (HTTPResponse) throws(TransportError) -> HTTPResponse
    }

    private static let badAnswers = [
        BadAnswer(testDescription: "truncated", reason: .invalidAnswer) { .init($0, $0.body.dropLast()) },
        BadAnswer(testDescription: "empty", reason: .invalidAnswer) { .init($0, []) },
        BadAnswer(testDescription: "longer than any", reason: .invalidAnswer) {
            .init($0, [UInt8](repeating: 0, count: 2_000_000))
        },
        BadAnswer(testDescription: "of another version", reason: .updateNeeded) {
            .init($0, $0.body.prefix(1) + [9] + $0.body.dropFirst(2))
        },
        BadAnswer(testDescription: "of another mode", reason: .wrongMode) {
            .init($0, $0.body.prefix(2) + [0] + $0.body.dropFirst(3))
        },
        BadAnswer(testDescription: "lost", reason: .timedOut) { _ throws(TransportError) in throw .timedOut },
        BadAnswer(testDescription: "a login page", reason: .invalidAnswer) { _ in
            HTTPResponse(200, headers: HTTPHeaders([.init("Content-Type", "text/html")]), body: Array("<html>".utf8))
        },
        BadAnswer(testDescription: "of a proxy", reason: .serverBusy) { _ in HTTPResponse(502) },
    ]

    @Test(
        "An answer that is not one leaves the queue as it was, and the next sync brings everything",
        arguments: badAnswers)
    func bad(answer: BadAnswer) throws {
        let space = try TestSpace()
        let bergen = try space.one.addTrip("Bergen")
        try space.other.addTrip("Oslo")
        try space.other.sync(over: space.server.way)
        let before = (try space.one.store.pendingChanges(), try space.one.equalitySum())
        let way = space.server.way { _, send throws(TransportError) in try answer.bend(try send()) }
        #expect {
            try space.one.sync(over: way)
        } throws: { error in
            guard case SyncError.failed(let failure) = error else { return false }
            return failure.reason == answer.reason
        }
        #expect(try space.one.store.pendingChanges() == before.0)
        #expect(try space.one.equalitySum() == before.1)
        #expect(try space.one.syncStatus().state == .pending(changeCount: 1))
        try space.settle()
        #expect(try space.other.read { try $0.trips() }.map(\.record.id).contains(bergen))
        #expect(try space.areEqual())
    }

    @Test("A body that was changed on the way is reported and brought anew; nothing of it is taken")
    func forged() throws {
        let space = try TestSpace()
        try space.settle()
        let bergen = try space.one.addTrip("Bergen")
        try space.one.sync(over: space.server.way)
        let way = space.server.way { _, send throws(TransportError) in
            let response = try send()
            guard let answer = try? ExchangeAnswer(encoded: response.body), case .page(let page) = answer.verdict else {
                return response
            }
            let rows = page.rows.map { row in
                let body = row.sealed.body.dropLast() + [(row.sealed.body.last ?? 0) ^ 1]
                return StoredChange(
                    sealed: SealedChange(header: row.sealed.header, body: body), owned: row.owned, pusher: row.pusher)
            }
            let forged = ExchangePage(outcomes: page.outcomes, rows: rows, cursor: page.cursor, head: page.head)
            let bytes = ExchangeAnswer(
                mode: answer.mode, serverMilliseconds: answer.serverMilliseconds, verdict: .page(forged)
            ).encoded
            return .init(response, bytes)
        }
        #expect(try space.other.sync(over: way).unopenableCount == 1)
        #expect(try space.other.read { try $0.trips() }.isEmpty)
        #expect(try space.other.syncStatus().unopenableCount == 1)
        // The other one reports it, the first brings it anew, and then it is there.
        try space.settle()
        try space.settle()
        #expect(try space.other.read { try $0.trips() }.map(\.record.id) == [bergen])
        #expect(try space.other.syncStatus().unopenableCount == 0)
    }

    // MARK: Side by side

    @Test("Two threads and two handles sync one file without getting in each other's way")
    func sideBySide() async throws {
        let server = try MemoryServer()
        let path = folder.path("store")
        let one = try Device.create(at: path, name: "phone", .test(clock: server.clock))
        let again = try Device(at: path, .test(seed: 2, clock: server.clock))
        try one.claim(server.claimLink(), over: server.way)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for device in [one, again, one, again] {
                group.addTask {
                    try await onThread {
                        for step in 1...5 {
                            try device.addTrip("City \(step)")
                            try device.sync(over: server.way)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let report = try one.sync(over: server.way)
        #expect((report.isEqual, report.wasReconciled) == (true, false))
        #expect(try again.syncStatus().state == .inSync)
    }

    @Test("While another process syncs the file, a sync waits for it")
    func waiting() async throws {
        let server = try MemoryServer()
        let path = folder.path("store")
        let device = try Device.create(at: path, name: "phone", .test(clock: server.clock))
        try device.claim(server.claimLink(), over: server.way)
        let lock = try FileLock(path: path + "-sync")
        try #require(try lock.tryLock())
        let (released, sent) = (Counter(), Counter())
        let way = server.way { _, send throws(TransportError) in
            #expect(released.count == 1)
            sent.add()
            return try send()
        }
        async let report = onThread { try device.sync(over: way) }
        released.add()
        try lock.unlock()
        let exchangeCount = try await report.exchangeCount
        #expect(exchangeCount > 0 && sent.count >= exchangeCount)
    }

    // MARK: News

    @Test("A watch tells of what others brought, and of nothing else")
    func watch() throws {
        let space = try TestSpace()
        try space.settle()
        #expect(space.one.watch(over: space.server.way, seconds: 30) == .unchanged)
        try space.one.addTrip("Bergen")
        try space.one.sync(over: space.server.way)
        #expect(space.one.watch(over: space.server.way, seconds: 30) == .unchanged)
        #expect(space.other.watch(over: space.server.way, seconds: 30) == .changed)
        #expect(space.other.exchange(over: space.server.way) == .done(hasNews: true, later: nil))
        #expect(space.other.watch(over: space.server.way, seconds: 30) == .unchanged)
    }

    @Test("An agent is told how an exchange or a watch ended")
    func toldToAgents() throws {
        let space = try TestSpace()
        let broken = space.server.way { _, _ throws(TransportError) in throw .unreachable(reason: "no route") }
        #expect(space.one.exchange(over: broken) == .failed(.unreachable(detail: "no route")))
        #expect(space.one.watch(over: broken, seconds: 30) == .failed(.unreachable(detail: "no route")))
        #expect(space.one.exchange(over: space.server.way) == .done(hasNews: false, later: nil))
        let alone = try Device.test(9)
        #expect(alone.exchange(over: space.server.way) == .failed(.cancelled))
        #expect(alone.watch(over: space.server.way, seconds: 30) == .failed(.cancelled))
    }
}

extension HTTPResponse {
    /// The same answer with another body.
    fileprivate init(_ response: HTTPResponse, _ body: some Sequence<UInt8>) {
        self.init(response.status, headers: response.headers, body: Array(body))
    }
}
