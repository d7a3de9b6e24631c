// Every route: who may ask, how, and what becomes of anything else.

import Cryptography
import HTTPMessages
import Replication
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@Suite("Routes")
struct RouteTests {
    let world: TestServer
    let device: TestDevice

    init() throws {
        world = try TestServer()
        device = try world.claim()
    }

    /// A good request of every route that needs a token.
    static func goodRequest(_ route: Route) -> [UInt8] {
        switch route {
        case .exchange:
            ExchangeRequest(
                number: 1, cursor: .zero, known: [0], attempt: 0, isFromZero: true, damaged: [], changes: []
            ).encoded
        case .watch: WatchRequest(number: 1, cursor: .zero, seconds: 1).encoded
        case .devices: DevicesRequest.list(known: []).encoded
        case .invitations:
            InvitationRequest(
                kind: .invitation, lookupHash: [UInt8](repeating: 5, count: 32), wrapped: [1]
            ).encoded
        case .claim, .join, .recovery, .health: []
        }
    }

    static let guarded: [Route] = [.exchange, .watch, .devices, .invitations]

    @Test("A device's token opens every route that needs one", arguments: guarded)
    func goodToken(route: Route) {
        #expect(device.send(route, Self.goodRequest(route)).status == 200)
    }

    @Test("No token, a wrong, a revoked one, and one of another server answer alike", arguments: guarded)
    func badTokens(route: Route) throws {
        let revoked = try world.join(device: 2, invitedBy: device)
        _ = revoked.send(.devices, Self.goodRequest(.devices))
        #expect(device.send(.devices, DevicesRequest.revoke(tokenHash: revoked.tokenHash).encoded).status == 200)
        let body = Self.goodRequest(route)
        let answers = [
            world.send(route, body), world.send(route, body, token: [UInt8](repeating: 99, count: 32)),
            revoked.send(route, body), revoked.send(route, body),
        ]
        for answer in answers {
            #expect(answer.status == 401)
            #expect(world.code(answer) == .unauthorized)
            #expect(answer.headers == answers[0].headers)
            #expect(answer.headers["Cache-Control"] == "no-store")
        }
    }

    @Test(
        "A field Authorization that is not exactly one token is none",
        arguments: ["", "Bearer", "Bearer ", "Basic AAAA", "bearer AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"])
    func malformedToken(value: String) {
        let request = HTTPRequest(
            .post, "/v1/devices", headers: HTTPHeaders([.init("Authorization", value)]),
            body: Self.goodRequest(.devices))
        #expect(world.server.answer(request, from: "a").status == 401)
    }

    @Test("Two fields Authorization are none, though both are good")
    func twoTokens() {
        var headers = HTTPHeaders()
        for _ in 0..<2 { headers.append("Authorization", device.authorization) }
        let request = HTTPRequest(.post, "/v1/devices", headers: headers, body: Self.goodRequest(.devices))
        #expect(world.server.answer(request, from: "a").status == 401)
    }

    @Test(
        "What is not in the table is not found", arguments: ["/", "/v1", "/v1/exchange/", "/v2/exchange", "/metrics"])
    func unknownRoutes(path: String) {
        let answer = world.server.answer(HTTPRequest(.get, path), from: "a")
        #expect(answer.status == 404)
        #expect(world.code(answer) == .notFound)
    }

    @Test("Each route takes one method", arguments: Route.allCases)
    func methods(route: Route) {
        let wrong: HTTPMethod = route == .health ? .post : .get
        let answer = world.server.answer(HTTPRequest(wrong, route.rawValue), from: "a")
        #expect(world.code(answer) == .methodNotAllowed)
        #expect(answer.headers["Allow"] == (route == .health ? "GET" : "POST"))
    }

    @Test("Health needs nothing and tells nothing")
    func health() {
        let answer = world.server.answer(HTTPRequest(.get, "/health"), from: "a")
        #expect(answer.status == 200)
        #expect(answer.body == [])
    }

    @Test("A body of the greatest length is read, one byte more is not", arguments: [(0, 400), (1, 413)])
    func bodyLimit(beyond: Int, status: Int) {
        let body = [UInt8](repeating: 0, count: ServerLimits().requestBytes + beyond)
        #expect(device.send(.exchange, body).status == status)
    }

    @Test("The length is looked at before the body, and before the token")
    func lengthFirst() {
        let start = RequestStart(
            method: .post, path: "/v1/claim", authorization: nil, bodyByteCount: 1_025, address: "a")
        guard case .refused(let answer) = world.server.admit(start) else {
            Issue.record("admitted")
            return
        }
        #expect(world.code(answer) == .tooLarge)
    }

    @Test("Another version of the protocol is told so, on every route", arguments: Route.allCases)
    func version(route: Route) {
        guard route != .health else { return }
        #expect(world.code(device.send(route, [0x82, 0x02, 0x00])) == .unsupportedVersion)
    }

    @Test("Any bytes to any route give a clear answer, and nothing is stored", arguments: Route.allCases)
    func anyBytes(route: Route) throws {
        guard route != .health else { return }
        let before = try device.everything()
        var generator = SeededGenerator(seed: 5)
        let good =
            route == .exchange
            ? device.request([try change(1, at: 0)]).encoded : Self.goodRequest(route)
        for round in 0..<2_000 {
            var body = generator.bytes(count: generator.int(in: 0...60))
            if round.isMultiple(of: 2), !good.isEmpty {
                // A good request that is cut short is malformed, wherever it is cut.
                body = Array(good.prefix(generator.int(in: 0..<good.count)))
            }
            let answer = device.send(route, body)
            let code = world.code(answer)
            #expect(code == .malformed || code == .unsupportedVersion, "\(body)")
        }
        #expect(try device.everything() == before)
    }

    @Test("More changes than a request may have are refused whole", arguments: [(2, 200), (3, 413)])
    func tooManyChanges(count: Int, status: Int) throws {
        var limits = ServerLimits.generous
        limits.changesPerRequest = 2
        let world = try TestServer(limits: limits)
        let device = try world.claim()
        let request = device.request(try (0..<count).map { try change(UInt64($0), at: 0) })
        #expect(device.send(.exchange, request.encoded).status == status)
    }

    // MARK: Rates

    @Test("A device may ask 100 times at once, then 20 times a second")
    func deviceRate() throws {
        var limits = ServerLimits()
        limits.unauthenticatedPerMinute = 1_000
        let world = try TestServer(limits: limits)
        let device = try world.claim()
        let body = Self.goodRequest(.exchange)
        let statuses = (0..<101).map { _ in device.send(.exchange, body).status }
        #expect(statuses.count { $0 == 200 } == 100)
        let refused = device.send(.exchange, body)
        #expect(world.code(refused) == .tooManyRequests)
        #expect(refused.headers["Retry-After"] == "1")
        world.clock.advance(milliseconds: 1_000)
        #expect((0..<21).count { _ in device.send(.exchange, body).status == 200 } == 20)
    }

    @Test("Without a token an address may ask 20 times a minute; devices behind it may go on")
    func strangerRate() throws {
        let world = try TestServer(limits: ServerLimits())
        let device = try world.claim()
        let body = Self.goodRequest(.devices)
        let statuses = (0..<22).map { _ in world.send(.devices, body, from: "192.0.2.7").status }
        #expect(statuses == Array(repeating: 401, count: 20) + [429, 429])
        #expect(world.send(.devices, body, token: device.token, from: "192.0.2.7").status == 200)
        #expect(world.send(.devices, body, from: "192.0.2.8").status == 401)
    }

    @Test("Addresses of IPv6 count by their first 64 bits")
    func strangerRateOfNetwork() throws {
        var limits = ServerLimits()
        limits.unauthenticatedPerMinute = 1
        let world = try TestServer(limits: limits)
        let body = Self.goodRequest(.devices)
        #expect(world.send(.devices, body, from: "2001:db8:1:2:3:4:5:6").status == 401)
        #expect(world.send(.devices, body, from: "2001:db8:1:2:9::1").status == 429)
        #expect(world.send(.devices, body, from: "2001:db8:1:3::1").status == 401)
    }

    @Test("A space may invite 20 times an hour")
    func invitationRate() throws {
        let world = try TestServer(limits: ServerLimits())
        let device = try world.claim()
        let statuses = (0..<21).map { index in
            device.invite(lookup: [UInt8](repeating: UInt8(index), count: 16)).status
        }
        #expect(statuses == Array(repeating: 200, count: 20) + [429])
    }
}
