// Requests to the server, from devices of two spaces and from nobody.

import Cryptography
import HTTPMessages
import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import TestSupport

extension FuzzTarget {
    /// Up to 8 requests to a new server with two spaces of one device each. A request is a byte that says route and
    /// caller, its length in two bytes, and its body; where the byte says so, the body is the path instead.
    static let server = FuzzTarget("server", mutationCount: 300) { bytes in
        let server = try FuzzedServer()
        var rest = bytes[...]
        for _ in 0..<8 {
            guard let first = rest.popFirst() else { break }
            let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            let body = rest.dropFirst(2).prefix(length)
            rest = rest.dropFirst(2 + length)
            try server.send(Array(body), choice: Int(first))
        }
    }
}

/// A server in memory, whose clock stands still.
private struct FuzzedServer {
    private let server: Server
    private static let tokens = [UInt8(1), 2].map { [UInt8](repeating: $0, count: Credentials.tokenByteCount) }
    private static let spaces = [SpaceID(high: 0, low: 1), SpaceID(high: 0, low: 2)]

    init() throws {
        var limits = ServerLimits()
        limits.unauthenticatedPerMinute = 1_000
        server = Server(
            storage: try SQLiteServerStorage.inMemory(), clock: ManualClock(), random: SeededRandom(seed: 1),
            limits: limits)
        for place in 0..<2 {
            let lookup = [UInt8](repeating: UInt8(place), count: 16)
            try server.addClaim(lookup: lookup)
            let claim = ClaimRequest(
                lookup: lookup, tokenHash: Credentials.hash(of: Secret(Self.tokens[place])),
                number: UInt64(place) + 1, mode: place == 0 ? .sealed : .open, space: Self.spaces[place])
            let answer = server.answer(HTTPRequest(.post, Route.claim.rawValue, body: claim.encoded), from: "192.0.2.1")
            try require(answer.status == 200, "a space can be claimed")
        }
        try server.addClaim(lookup: [UInt8](repeating: 9, count: 16))
    }

    /// Sends a request and looks whether its answer is one of the protocol.
    func send(_ body: [UInt8], choice: Int) throws {
        let isPath = choice % 16 >= Route.allCases.count
        let path = isPath ? String(decoding: body, as: UTF8.self) : Route.allCases[choice % 16].rawValue
        var headers = HTTPHeaders()
        if let credentials = credentials(choice / 16 % 4, body) { headers.append(Credentials.headerName, credentials) }
        let method: HTTPMethod = path == Route.health.rawValue || choice / 64 == 3 ? .get : .post
        let request = HTTPRequest(method, path, headers: headers, body: isPath ? [] : body)
        let response = server.answer(request, from: "192.0.2.1")
        guard response.status != 200 else { return }
        let error = try ErrorBody(encoded: response.body)
        try require(error.code.status == response.status, "an error is answered with its status")
        try require(error.code != .fault, "no request makes the server fail")
    }

    private func credentials(_ caller: Int, _ body: [UInt8]) -> String? {
        switch caller {
        case 0...1: Credentials.headerValue(for: Secret(Self.tokens[caller]), of: Self.spaces[caller])
        case 2: String(decoding: body, as: UTF8.self)
        default: nil
        }
    }
}
