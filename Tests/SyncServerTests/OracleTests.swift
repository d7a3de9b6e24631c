// Random schedules of exchanges: the server answers what the rules say, byte for byte.

import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@Suite("Server and model")
struct OracleTests {
    #if DEBUG
    static let scheduleCount = 150
    #else
    static let scheduleCount = 2_000
    #endif

    @Test("The server answers as the model does, whatever devices send", arguments: 0..<4)
    func schedules(part: Int) throws {
        var met: Set<String> = []
        for seed in 0..<Self.scheduleCount / 4 {
            var schedule = try Schedule(seed: UInt64(part * 1_000_000 + seed))
            for step in 0..<60 {
                guard try schedule.step() else {
                    Issue.record("seed \(part * 1_000_000 + seed), step \(step): \(schedule.difference)")
                    return
                }
            }
            met.formUnion(schedule.met)
        }
        #expect(
            met == [
                "foreign", "somebody else's", "expired", "head", "more", "rows", "stored", "done", "ahead", "later",
                "wanted", "collected",
            ])
    }
}

/// One schedule: a server, its model, and devices that sometimes lie.
private struct Schedule {
    private var generator: SeededGenerator
    private let world: TestServer
    private var model: ServerModel
    private var devices: [TestDevice] = []
    private var sent: [SealedChange] = []
    private var cursors: [Cursor] = [.zero]
    private var attempt: UInt64 = 1_000
    private(set) var difference = ""
    /// What has happened at least once.
    private(set) var met: Set<String> = []

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        var limits = ServerLimits.generous
        limits.pageRows = 3
        limits.recordsPerSpace = generator.bool() ? 4 : 1_000
        world = try TestServer(limits: limits, seed: seed)
        model = ServerModel(random: SeededRandom(seed: seed))
        model.recordLimit = limits.recordsPerSpace
        // The server has drawn the start of its request ids.
        _ = model.random.next64()
        devices.append(try world.claim())
        devices.append(try world.join(device: 2, invitedBy: devices[0]))
        for (index, device) in devices.enumerated() { model.meet(device.number, token: UInt8(index)) }
    }

    /// Does one thing on both sides; false when they differ.
    mutating func step() throws -> Bool {
        switch generator.int(in: 0..<100) {
        case 0..<7: world.clock.advance(milliseconds: Int64(generator.int(in: 1...200)) * 86_400_000)
        case 7..<14: return try collect()
        case 14..<20: world.clock.advance(milliseconds: Int64(generator.int(in: -60...120)) * 1_000)
        default: return try exchange()
        }
        return true
    }

    private mutating func collect() throws -> Bool {
        var place = try world.server.collect()
        while let next = place { place = try world.server.collect(from: next) }
        model.collect(now: world.now)
        if model.collected > 0 { met.insert("collected") }
        return true
    }

    private mutating func note(_ verdict: ExchangeVerdict) {
        switch verdict {
        case .foreign(let last): met.insert(last == UInt64(Int64.max) ? "somebody else's" : "foreign")
        case .expired: met.insert("expired")
        case .page(let page):
            met.insert(page.head == nil ? "more" : "head")
            if !page.rows.isEmpty { met.insert("rows") }
            if page.head?.wanted.isEmpty == false { met.insert("wanted") }
            for outcome in page.outcomes {
                switch outcome {
                case .stored: met.insert("stored")
                case .done: met.insert("done")
                case .ahead: met.insert("ahead")
                case .later: met.insert("later")
                case .refused: met.insert("refused")
                }
            }
        }
    }

    private mutating func exchange() throws -> Bool {
        // The second device is away more often than not, so that collection passes it.
        let index = generator.bool(probability: 0.25) ? 1 : 0
        let device = devices[index]
        if generator.bool(probability: 0.03) { device.number = UInt64(generator.int(in: 1...4)) }
        let request = request(from: device)
        let expected = model.exchange(request, token: UInt8(index), now: world.now)
        let actual = try device.verdict(request)
        guard Self.withoutDigest(actual) == expected else {
            difference = "\(request)\nserver: \(actual)\nmodel: \(expected)"
            return false
        }
        note(actual)
        // An answer may be lost.
        guard generator.bool(probability: 0.8) else { return true }
        switch actual {
        case .page(let page):
            device.cursor = page.cursor
            cursors.append(page.cursor)
            if request.attempt != 0 { device.known = [request.attempt] }
        case .expired:
            device.cursor = .zero
            if request.attempt != 0 { device.known = [request.attempt] }
        case .foreign(let last):
            device.cursor = .zero
            if last != UInt64(Int64.max) { device.known = [last] } else { device.number += 10 }
        }
        return true
    }

    private mutating func request(from device: TestDevice) -> ExchangeRequest {
        let isFromZero = generator.bool(probability: 0.2)
        var changes: [SealedChange] = []
        if !isFromZero, generator.bool(probability: 0.6) {
            for _ in 0..<generator.int(in: 1...4) { changes.append(change(by: device.number)) }
        }
        sent += changes
        if !changes.isEmpty { attempt += 1 }
        var known = device.known
        if !changes.isEmpty {
            device.known.append(attempt)
            if device.known.count > 60 { device.known.removeFirst() }
        }
        if generator.bool(probability: 0.03) { known = [UInt64(generator.int(in: 0...20))] }
        var cursor = device.cursor
        if generator.bool(probability: 0.05) { cursor = generator.pick(from: cursors) }
        if generator.bool(probability: 0.05) { cursor = .zero }
        let damaged = generator.bool(probability: 0.05) && !sent.isEmpty ? [generator.pick(from: sent).key] : []
        return ExchangeRequest(
            number: device.number, cursor: cursor, known: known, attempt: changes.isEmpty ? 0 : attempt,
            isFromZero: isFromZero, damaged: damaged, changes: changes)
    }

    /// A new change, or some fields of an old one, sealed anew.
    private mutating func change(by number: UInt64) -> SealedChange {
        let body = generator.bytes(count: generator.int(in: 0...20))
        if !sent.isEmpty, generator.bool(probability: 0.3) {
            let old = generator.pick(from: sent).header
            let mask = old.mask.intersection(FieldMask(bits: generator.next()))
            let header = ChangeHeader(
                entity: old.entity, record: old.record, stamp: old.stamp, mask: mask,
                deletion: mask.contains(0) ? old.deletion : nil)
            if let header { return SealedChange(header: header, body: body[...]) }
        }
        var mask = FieldMask(bits: generator.next() & 0b1110)
        let hasDeletion = mask.isEmpty || generator.bool(probability: 0.3)
        if hasDeletion { mask.insert(0) }
        let time = world.now + Int64(generator.int(in: -90...100)) * 1_000
        let header = ChangeHeader(
            entity: 1, record: RecordID(high: 0, low: UInt64(generator.int(in: 0..<6))),
            stamp: Stamp(time: Stamp.time(milliseconds: time), device: number)!, mask: mask,
            deletion: hasDeletion ? generator.bool() : nil)
        return SealedChange(header: header!, body: body[...])
    }

    private static func withoutDigest(_ verdict: ExchangeVerdict) -> ExchangeVerdict {
        guard case .page(let page) = verdict, let head = page.head else { return verdict }
        return .page(
            ExchangePage(
                outcomes: page.outcomes, rows: page.rows, cursor: page.cursor,
                head: ExchangePage.Head(
                    sum: head.sum, horizonMilliseconds: head.horizonMilliseconds, devicesDigest: [],
                    wanted: head.wanted)))
    }
}
