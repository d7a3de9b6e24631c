// Every limit that can be set, at one less, at itself and at one more: what it answers, and that the server goes on.

import Cryptography
import HTTPMessages
import Replication
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

/// What the last of so many uses meets.
enum LimitAnswer: Equatable {
    case fine
    case refused(ErrorCode)
    case outcome(Outcome)
    /// The rest comes with another page.
    case anotherPage
}

/// One limit and how it is used up.
struct LimitRow: CustomTestStringConvertible, Sendable {
    /// As in ``ServerLimits/settings``.
    let name: String
    /// What it is set to.
    let value: Int
    /// What one use, or one byte, too many meets.
    let beyond: LimitAnswer
    /// Uses so much of it, and gives what the last use met.
    let use: @Sendable (LimitWorld, Int) throws -> LimitAnswer

    var testDescription: String { name }

    static let all = [
        LimitRow(name: "requestBytes", value: 2_000, beyond: .refused(.tooLarge)) { try $0.push(requestBytes: $1) },
        LimitRow(name: "changesPerRequest", value: 3, beyond: .refused(.tooLarge)) { world, count in
            world.answer(try world.pushing((0..<count).map { try change(UInt64($0), at: 0) }))
        },
        LimitRow(name: "changeBytes", value: 300, beyond: .outcome(.refused(.tooLarge))) { world, count in
            try world.outcome([change(1, at: 0, body: [UInt8](repeating: 1, count: count))])
        },
        LimitRow(name: "pageRows", value: 3, beyond: .anotherPage) { world, count in
            try world.page(bodies: Array(repeating: 3, count: count))
        },
        LimitRow(name: "pageBytes", value: 600, beyond: .anotherPage) { world, count in
            try world.page(bodies: [100, count - 100 - 2 * PageReading.greatestRowBytes])
        },
        LimitRow(name: "recordsPerSpace", value: 3, beyond: .outcome(.later(.quota, seconds: 600))) { world, count in
            try world.outcome((0..<count).map { try change(UInt64($0), at: 0) })
        },
        LimitRow(name: "bytesPerSpace", value: 300, beyond: .outcome(.later(.quota, seconds: 600))) { world, count in
            try world.outcome(
                [200, count - 200].enumerated().map {
                    try change(UInt64($0), at: 0, body: [UInt8](repeating: 1, count: $1))
                })
        },
        LimitRow(name: "devicesPerSpace", value: 3, beyond: .refused(.tooManyDevices)) { world, count in
            try world.last(count - 1) { try world.join(UInt8($0 + 10)) }
        },
        LimitRow(name: "requestsPerSecond", value: 3, beyond: .refused(.tooManyRequests)) { world, count in
            while world.answer(world.reading) == .fine {}
            world.server.clock.advance(milliseconds: 1_000)
            return world.last(count) { _ in world.answer(world.reading) }
        },
        LimitRow(name: "requestBurst", value: 30, beyond: .refused(.tooManyRequests)) { world, count in
            world.last(count) { _ in world.answer(world.reading) }
        },
        LimitRow(name: "unauthenticatedPerMinute", value: 30, beyond: .refused(.tooManyRequests)) { world, count in
            world.last(count) { _ in
                let response = world.server.send(.devices, [], from: "198.51.100.9")
                return response.status == 401 ? .fine : world.meaning(response)
            }
        },
        LimitRow(name: "invitationsPerHour", value: 3, beyond: .refused(.tooManyRequests)) { world, count in
            world.last(count) { world.meaning(world.device.invite(lookup: [UInt8](repeating: UInt8($0), count: 16))) }
        },
        LimitRow(name: "waitingWrites", value: 3, beyond: .refused(.unavailable)) { try $0.wait(writes: $1) },
        LimitRow(name: "watches", value: 3, beyond: .refused(.unavailable)) { try $0.hold(watches: $1) },
    ]

    /// Kept by the listener, and tested there (DoorTests).
    static let ofListener = ["connections", "connectionsPerAddress"]
}

/// A server with one limit set, and a device of a space.
final class LimitWorld: @unchecked Sendable {
    let server: TestServer
    let device: TestDevice

    init(_ name: String, _ value: Int) throws {
        var limits = ServerLimits.generous
        if name == "requestsPerSecond" { limits.requestBurst = value }
        if name == "requestBurst" { limits.requestsPerSecond = 1 }
        try limits.set("\(name)=\(value)")
        server = try TestServer(limits: limits)
        device = try server.claim()
    }

    /// An exchange that only reads.
    var reading: [UInt8] { device.request().encoded }

    func answer(_ exchange: [UInt8]) -> LimitAnswer { meaning(device.send(.exchange, exchange)) }

    func meaning(_ response: HTTPResponse) -> LimitAnswer {
        response.status == 200 ? .fine : server.code(response).map { .refused($0) } ?? .refused(.fault)
    }

    /// Does something so often, and gives what the last one met; all before must be fine.
    func last(_ count: Int, _ use: (Int) throws -> LimitAnswer) rethrows -> LimitAnswer {
        for number in 1..<max(count, 1) {
            let answer = try use(number)
            guard answer == .fine else { return answer }
        }
        return try use(max(count, 1))
    }

    func pushing(_ changes: [SealedChange]) throws -> [UInt8] { device.request(changes).encoded }

    /// What became of the last of some changes.
    func outcome(_ changes: [SealedChange]) throws -> LimitAnswer {
        let outcomes = try device.exchange(changes).outcomes
        guard outcomes.dropLast().allSatisfy({ $0 == .stored }), let last = outcomes.last else { return .fine }
        return last == .stored ? .fine : .outcome(last)
    }

    /// A push whose body has exactly so many bytes.
    func push(requestBytes count: Int) throws -> LimitAnswer {
        func request(_ bodyBytes: Int) throws -> [UInt8] {
            device.request([try change(1, at: 0, body: [UInt8](repeating: 1, count: bodyBytes))]).encoded
        }
        let frame = try request(1_000).count - 1_000
        let whole = try request(count - frame)
        try #require(whole.count == count)
        return answer(whole)
    }

    /// What a device reads that has seen nothing of rows with bodies of these lengths.
    func page(bodies: [Int]) throws -> LimitAnswer {
        let other = try server.join(device: 2, invitedBy: device)
        for (number, count) in bodies.enumerated() {
            try device.exchange([change(UInt64(number), at: 0, body: [UInt8](repeating: 1, count: count))])
        }
        let first = try other.exchange()
        guard first.head == nil else { return first.rows.count == bodies.count ? .fine : .refused(.fault) }
        let rest = try other.exchange()
        return first.rows.count + rest.rows.count == bodies.count && rest.head != nil ? .anotherPage : .refused(.fault)
    }

    func join(_ name: UInt8) throws -> LimitAnswer {
        let lookup = [UInt8](repeating: name, count: 16)
        try #require(device.invite(lookup: lookup).status == 200)
        let hash = SHA256.digest(of: [UInt8](repeating: name, count: 32))
        return meaning(
            server.send(.join, JoinRequest(lookup: lookup, tokenHash: hash, number: UInt64(name)).encoded))
    }

    func plan(_ route: Route, _ body: [UInt8]) throws -> Plan {
        let start = RequestStart(
            method: .post, path: route.rawValue, authorization: device.authorization, bodyByteCount: body.count,
            address: "a")
        guard case .admitted(let admitted) = server.server.admit(start) else { throw NotAdmitted() }
        return server.server.plan(admitted, body: body)
    }

    struct NotAdmitted: Error {}

    /// Hands jobs to a writer that does not run yet.
    func wait(writes count: Int) throws -> LimitAnswer {
        let writer = try GroupCommit(server.server)
        return try last(count) { number in
            guard case .write(let job) = try plan(.exchange, pushing([change(UInt64(number), at: 0)])) else {
                return .refused(.fault)
            }
            return writer.submit(job, { _ in }) ? .fine : meaning(server.server.refuseForNow(job))
        }
    }

    /// Holds long polls that nobody wakes.
    func hold(watches count: Int) throws -> LimitAnswer {
        try device.exchange()
        return try last(count) { _ in
            let request = WatchRequest(number: device.number, cursor: device.cursor, seconds: 60)
            guard case .watch(let watch) = try plan(.watch, request.encoded) else { return .refused(.fault) }
            switch server.server.hold(watch, { _ in }) {
            case .held: return .fine
            case .answered(let response): return meaning(response)
            }
        }
    }
}

@Suite("Limits at their edges")
struct LimitTableTests {
    @Test("Every limit that can be set has its row")
    func complete() {
        #expect(Set(LimitRow.all.map { $0.name } + LimitRow.ofListener) == Set(ServerLimits.names))
        #expect(LimitRow.all.count + LimitRow.ofListener.count == ServerLimits.names.count)
    }

    @Test(
        "One less and the limit itself are fine, one more is not, and the server is of use then",
        arguments: LimitRow.all)
    func edges(row: LimitRow) throws {
        for (use, expected) in [
            (row.value - 1, LimitAnswer.fine), (row.value, .fine), (row.value + 1, row.beyond),
        ] {
            let world = try LimitWorld(row.name, row.value)
            #expect(try row.use(world, use) == expected, "\(use)")
            let health = world.server.server.answer(HTTPRequest(.get, "/health"), from: "203.0.113.1")
            #expect(health.status == 200)
            // An hour later, when the rates have filled up again.
            world.server.clock.advance(milliseconds: 3_600_000)
            // Under a new number, as a device that took in no answer.
            (world.device.number, world.device.known, world.device.cursor) = (99, [0], .zero)
            #expect(try world.device.exchange(isFromZero: true).cursor.sequence >= 0)
        }
    }
}
