// A server's data folder with many spaces, filled by the server's own handler without sockets.

import Cryptography
import HTTPMessages
import Platform
import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer

/// Fills a data folder with spaces of one device each.
struct ServerFilling {
    private let random = SystemRandom()
    private let clock = SystemClock()
    private static let attempt: UInt64 = 1

    /// - Parameter list: gets a line for each device: its token as a header carries it, its number, its last attempt.
    func run(folder: String, spaceCount: Int, recordCount: Int, list: String) throws {
        let storage = try SQLiteServerStorage.open(inFolder: folder)
        var limits = ServerLimits()
        for setting in ["requestsPerSecond", "requestBurst", "unauthenticatedPerMinute"] {
            try limits.set("\(setting)=1000000")
        }
        let server = Server(storage: storage, clock: clock, random: random, limits: limits)
        var lines = ""
        for _ in 0..<spaceCount {
            let (token, number) = (bytes(32), max(1, random.next64() >> 1))
            let lookup = bytes(16)
            try server.addClaim(lookup: lookup)
            let space = RecordID(high: random.next64(), low: random.next64())
            let claim = ClaimRequest(
                lookup: lookup, tokenHash: SHA256.digest(of: token), number: number, mode: .sealed, space: space)
            try send(claim.encoded, .claim, headers: HTTPHeaders(), server)
            let value = Credentials.headerValue(for: Secret(token), of: space)
            let headers = HTTPHeaders([.init(Credentials.headerName, value)])
            let exchange = ExchangeRequest(
                number: number, cursor: .zero, known: [0], attempt: Self.attempt, isFromZero: false, damaged: [],
                changes: try (0..<recordCount).map { try change($0, by: number) })
            try send(exchange.encoded, .exchange, headers: headers, server)
            lines += "\(value.split(separator: " ").last ?? "") \(number) \(Self.attempt)\n"
        }
        try Files.write(Array(lines.utf8), to: list, permissions: 0o600)
    }

    private func change(_ index: Int, by number: UInt64) throws -> SealedChange {
        let time = Stamp.time(milliseconds: clock.millisecondsSince1970() - 60_000) + UInt64(index)
        guard let stamp = Stamp(time: time, device: number),
            let header = ChangeHeader(
                entity: 2, record: RecordID(high: random.next64(), low: random.next64()), stamp: stamp,
                mask: FieldMask(bits: 0x7E), deletion: nil)
        else { throw Workloads.Misuse(usage: "no header") }
        return SealedChange(header: header, body: bytes(108)[...])
    }

    private func send(_ body: [UInt8], _ route: Route, headers: HTTPHeaders, _ server: Server) throws {
        let request = HTTPRequest(.post, route.rawValue, headers: headers, body: body)
        let response = server.answer(request, from: "127.0.0.1")
        guard response.status == 200 else { throw Workloads.Misuse(usage: "\(route) answered \(response.status)") }
    }

    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next64()) }
    }
}
