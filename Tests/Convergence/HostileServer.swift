// A server that means ill: it stands before the honest one, knows every byte that went through it, and lies at random.

import HTTPMessages
import Replication
import Sealing
import Simulation
import SyncProtocol
import Synchronization
import TestSupport

/// One way to lie.
enum Lie: String, CaseIterable, Sendable {
    // Rows whose bodies do not belong to them.
    case bodyMoved, bodiesSwapped, bodyAltered, bodyCut, bodyForged, bodyOfAnotherSpace
    case recordChanged, entityChanged, stampChanged, writerChanged, fieldsChanged, deletionForged, rowInvented
    // Rows that are as they were sealed.
    case rowReplayed, rowsWithheld, ownedNarrowed, rowsShuffled, rowDoubled
    // What stands around them.
    case cursorWrong, sumWrong, horizonWrong, digestWrong, wantedInvented, foreign, expired, clockWrong
    // What became of what was sent.
    case thrownAway, outcomesWrong
    // Whole answers.
    case bitFlipped, cut, replayed, calledOpen, otherVersion, bomb, deepBomb, status, samePage, endlessPages
    // The list of devices.
    case deviceInvented, deviceLeftOut, deviceUnrevoked

    /// Whether a row does not open after it, so that the device has to say so.
    var damagesRows: Bool {
        switch self {
        case .bodyMoved, .bodiesSwapped, .bodyAltered, .bodyCut, .bodyForged, .bodyOfAnotherSpace, .recordChanged,
            .entityChanged, .stampChanged, .writerChanged, .fieldsChanged, .deletionForged, .rowInvented:
            true
        default: false
        }
    }
}

/// Draws lies and tells them. What it may do it does with what a server has: bytes that went through it, and the
/// numbers in the clear.
final class HostileServer: Transport {
    fileprivate struct State: Sendable {
        var generator: SeededGenerator
        var lies: [Lie]
        var rows: [StoredChange] = []
        var answers: [Route: [[UInt8]]] = [:]
        /// Of the last honest answer that had one.
        var head: ExchangePage.Head?
        /// The lie that every answer of this sync tells.
        var lasting: Lie?
        var told: [Lie] = []
        var damaged: [StoredChange] = []
        var requests = 0
    }

    private let honest: any Transport
    /// A row that somebody sealed in another space.
    private let foreignRow: StoredChange
    private let state: Mutex<State>

    /// - Parameter lies: which ones it knows.
    init(before honest: any Transport, seed: UInt64, lies: [Lie], foreignRow: StoredChange) {
        (self.honest, self.foreignRow) = (honest, foreignRow)
        state = Mutex(State(generator: SeededGenerator(seed: seed), lies: lies))
    }

    /// What it did since this was last asked: its lies, the rows it made that do not open, how many requests came.
    func takeDeeds() -> (told: [Lie], damaged: [StoredChange], requests: Int) {
        state.withLock { state in
            defer { (state.told, state.damaged, state.requests, state.lasting) = ([], [], 0, nil) }
            return (state.told, state.damaged, state.requests)
        }
    }

    func cancel() {}

    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        let lie = state.withLock { state in
            state.requests += 1
            return state.lasting
                ?? (state.generator.bool(probability: 0.6) ? state.generator.pick(from: state.lies) : nil)
        }
        let isSwallowed = lie == .thrownAway || lie == .endlessPages
        let honestAnswer =
            isSwallowed ? nil : try honest.send(request, limitBytes: limitBytes, timeoutSeconds: timeoutSeconds)
        let answer = state.withLock { $0.answer(to: request, honestAnswer, lie, foreignRow) }
        guard answer.body.count <= limitBytes else { throw .invalidAnswer(reason: "It is too long.") }
        return answer
    }
}

extension HostileServer.State {
    /// The answer to a request, made of the honest one; nil where that was never asked for.
    fileprivate mutating func answer(
        to request: HTTPRequest, _ honest: HTTPResponse?, _ lie: Lie?, _ foreignRow: StoredChange
    ) -> HTTPResponse {
        guard let route = Route(rawValue: request.path), honest?.status ?? 200 == 200 else {
            return honest ?? HTTPResponse(500)
        }
        if let honest { answers[route, default: []].append(honest.body) }
        guard let lie else { return honest ?? HTTPResponse(500) }
        let body: [UInt8]?
        switch (route, lie) {
        case (_, .status):
            told.append(lie)
            return HTTPResponse(generator.pick(from: [200, 204, 301, 400, 401, 403, 404, 426, 429, 500, 503, 507]))
        case (.exchange, _): body = exchange(request, honest?.body, lie, foreignRow)
        case (.devices, _): body = devices(honest?.body, lie)
        default: body = honest?.body
        }
        guard let body = body ?? honest?.body else { return HTTPResponse(500) }
        if body != honest?.body { told.append(lie) }
        return HTTPResponse(200, headers: HTTPHeaders([.init("Content-Type", Wire.contentType)]), body: body)
    }

    // MARK: Exchanges

    private mutating func exchange(
        _ request: HTTPRequest, _ honest: [UInt8]?, _ lie: Lie, _ foreignRow: StoredChange
    ) -> [UInt8]? {
        if let whole = whole(.exchange, honest, lie) { return whole }
        guard let asked = try? ExchangeRequest(encoded: request.body) else { return nil }
        let answer = honest.flatMap { try? ExchangeAnswer(encoded: $0) }
        if let answer, case .page(let page) = answer.verdict { (rows, head) = (rows + page.rows, page.head ?? head) }
        var forged = ForgedPage(answer, asked, head)
        switch lie {
        case .foreign:
            return forged.encoded(.foreign(last: generator.pick(from: asked.known + [generator.next() >> 1])))
        case .expired:
            return forged.encoded(.expired(last: generator.pick(from: asked.known + [generator.next() >> 1])))
        case .samePage, .endlessPages:
            lasting = lie
            forged.head = nil
            if lie == .endlessPages { forged.cursor = forged.cursor(sequence: asked.cursor.sequence + 1, tag: 7) }
        case .thrownAway: forged.outcomes = asked.changes.map { _ in generator.pick(from: [.stored, .done]) }
        case .outcomesWrong:
            let outcomes: [Outcome] = [
                .done, .ahead, .later(.quota, seconds: 5), .later(.unknown, seconds: .max), .refused(.tooLarge),
            ]
            forged.outcomes = asked.changes.map { _ in generator.pick(from: outcomes) }
            if generator.bool(probability: 0.2) { forged.outcomes.append(.stored) }
        case .clockWrong:
            let clocks: [Int64] = [0, 1, (1 << 47) - 1, forged.milliseconds + 86_400_000 * 3_650, 86_400_000 * 3_650]
            forged.milliseconds = generator.pick(from: clocks)
        case .cursorWrong:
            let sequence = generator.pick(from: [0, forged.cursor.sequence + 1, Cursor.greatestSequence])
            forged.cursor = forged.cursor(sequence: sequence, tag: UInt32(truncatingIfNeeded: generator.next()))
        case .sumWrong: forged.sum = generator.bytes(count: 16)
        case .horizonWrong: forged.horizonMilliseconds = generator.pick(from: [0, (1 << 47) - 1])
        case .digestWrong: forged.digest = generator.bytes(count: 8)
        case .wantedInvented:
            forged.wanted = (rows.suffix(50).map(\.key) + forged.rows.map(\.key)).uniqued.prefix(90).map(\.self)
        default:
            let before = forged.rows
            forgeRows(&forged.rows, lie, foreignRow)
            if lie.damagesRows { damaged += forged.rows.filter { !before.contains($0) } }
        }
        return forged.encoded()
    }

    private mutating func forgeRows(_ rows: inout [StoredChange], _ lie: Lie, _ foreignRow: StoredChange) {
        let seen = self.rows
        switch lie {
        case .rowReplayed where !seen.isEmpty:
            for _ in 0..<generator.int(in: 1...5) { rows.append(generator.pick(from: seen)) }
        case .bodyOfAnotherSpace: rows.append(foreignRow)
        case .rowInvented:
            let records = (seen + rows).map(\.sealed.header.record) + [.trip(generator.next() >> 10)]
            let times = [1, Stamp.latestTime, generator.next() >> 2]
            let fields = FieldMask(bits: generator.next() & FieldMask.all.bits & ~1 | 2)
            guard let stamp = Stamp(time: generator.pick(from: times), device: 77),
                let header = ChangeHeader(
                    entity: generator.pick(from: [1, 2, 3, 4, 200]), record: generator.pick(from: records),
                    stamp: stamp, mask: fields, deletion: nil)
            else { return }
            rows.append(
                StoredChange(
                    sealed: SealedChange(header: header, body: generator.bytes(count: 60)[...]), owned: header.mask,
                    pusher: 77))
        default:
            if rows.isEmpty, let old = seen.last { rows.append(old) }
            guard !rows.isEmpty else { return }
            forgeRow(&rows, lie)
        }
    }

    private mutating func forgeRow(_ rows: inout [StoredChange], _ lie: Lie) {
        let place = generator.int(in: 0..<rows.count)
        let row = rows[place]
        let header = row.sealed.header
        let other = generator.pick(from: self.rows + rows)
        switch lie {
        case .bodyMoved where !row.hasSameSeal(as: other): rows[place] = row.with(body: other.sealed.body)
        case .bodiesSwapped where rows.count > 1:
            let second = (place + 1) % rows.count
            guard !row.hasSameSeal(as: rows[second]) else { return }
            rows[place] = row.with(body: rows[second].sealed.body)
            rows[second] = rows[second].with(body: row.sealed.body)
        case .bodyAltered:
            var body = Array(row.sealed.body)
            body[generator.int(in: 0..<body.count)] ^= 1 << UInt8(generator.int(in: 0...7))
            rows[place] = row.with(body: body[...])
        case .bodyCut:
            rows[place] = row.with(body: row.sealed.body.dropLast(generator.int(in: 1...row.sealed.body.count)))
        case .bodyForged:
            let fields = header.mask.filter { $0 != 0 }.map { Change.Field($0, .text("forged")) }
            guard !fields.isEmpty else { return }
            let change = Change(entity: header.entity, record: header.record, stamp: header.stamp, fields: fields)
            rows[place] = row.with(body: PlainBodies().seal(change).body)
        case .recordChanged: rows[place] = row.with(record: .trip(generator.next() >> 10))
        case .entityChanged: rows[place] = row.with(entity: header.entity ^ 4)
        case .stampChanged:
            let times = [header.stamp.time + 1, Stamp.latestTime, 1]
            rows[place] = row.with(stamp: Stamp(time: generator.pick(from: times), device: header.stamp.device))
        case .writerChanged:
            rows[place] = row.with(stamp: Stamp(time: header.stamp.time, device: header.stamp.device ^ 1))
        case .fieldsChanged: rows[place] = row.with(mask: FieldMask(bits: header.mask.bits ^ 0b1000_0000_0100 | 2))
        case .deletionForged: rows[place] = row.with(deletion: !(header.deletion ?? false))
        case .rowsWithheld: rows.removeAll { _ in generator.bool() }
        case .ownedNarrowed: rows[place] = row.narrowed
        case .rowsShuffled: generator.shuffle(&rows)
        case .rowDoubled: rows.append(row)
        default: break
        }
    }

    // MARK: Whole answers

    private mutating func whole(_ route: Route, _ honest: [UInt8]?, _ lie: Lie) -> [UInt8]? {
        let body = honest ?? []
        switch lie {
        case .bitFlipped where !body.isEmpty:
            var altered = body
            altered[generator.int(in: 0..<body.count)] ^= 1 << UInt8(generator.int(in: 0...7))
            return altered
        case .cut: return Array(body.prefix(generator.int(in: 0...max(0, body.count - 1))))
        case .replayed: return generator.pick(from: answers[route] ?? [body])
        case .calledOpen, .otherVersion:
            // [version, mode, …], each in one byte.
            guard body.count > 3 else { return [] }
            var altered = body
            altered[lie == .calledOpen ? 2 : 1] = lie == .calledOpen ? 0 : UInt8(generator.pick(from: [0, 2, 3]))
            return altered
        case .bomb:
            // Arrays that say they have four thousand million elements, or more bytes than anybody takes.
            return generator.bool()
                ? [0x88, 1, 1, 0, 0, 0x9A] + [UInt8](repeating: 0xFF, count: 4)
                : [UInt8](repeating: 0x81, count: 2 << 20)
        case .deepBomb: return [UInt8](repeating: 0x81, count: 1 << 20)
        default: return nil
        }
    }

    // MARK: Devices

    private mutating func devices(_ honest: [UInt8]?, _ lie: Lie) -> [UInt8]? {
        if let whole = whole(.devices, honest, lie) { return whole }
        guard let honest, var list = try? DeviceList(encoded: honest).devices else { return nil }
        switch lie {
        case .deviceInvented:
            let hash = [UInt8](repeating: UInt8(generator.int(in: 0...2)), count: 32)
            guard !list.contains(where: { $0.tokenHash == hash }) else { return nil }
            list.append(
                MemberDevice(
                    tokenHash: hash, name: generator.bytes(count: 40), numbers: [UInt64(generator.int(in: 1...9))],
                    isRevoked: generator.bool(), joinedMilliseconds: 5, seenMilliseconds: 0))
        case .deviceLeftOut: list.remove(at: generator.int(in: 0..<list.count))
        case .deviceUnrevoked: list = list.map(\.unrevoked)
        default: return nil
        }
        return DeviceList(devices: list.sorted { $0.tokenHash.lexicographicallyPrecedes($1.tokenHash) }).encoded
    }
}

/// The parts of a page, one by one, so that each can be another one.
private struct ForgedPage {
    var outcomes: [Outcome] = []
    var rows: [StoredChange] = []
    var cursor: Cursor
    var milliseconds: Int64
    var sum: [UInt8] = [UInt8](repeating: 0, count: 16)
    var horizonMilliseconds: Int64 = 0
    var digest = [UInt8](repeating: 0, count: 8)
    var wanted: [ChangeKey] = []
    var head: ExchangePage.Head?
    private let verdict: ExchangeVerdict?

    init(_ answer: ExchangeAnswer?, _ asked: ExchangeRequest, _ lastHead: ExchangePage.Head?) {
        cursor = asked.cursor
        milliseconds = answer?.serverMilliseconds ?? 1_777_636_800_000
        verdict = answer?.verdict
        if case .page(let page)? = verdict {
            (outcomes, rows, cursor, head) = (page.outcomes, page.rows, page.cursor, page.head)
        } else {
            (outcomes, head) = (asked.changes.map { _ in .done }, lastHead)
        }
        guard let head else { return }
        (sum, horizonMilliseconds) = (head.sum.bytes, head.horizonMilliseconds)
        (digest, wanted) = (head.devicesDigest, head.wanted)
    }

    func cursor(sequence: UInt64, tag: UInt32) -> Cursor {
        Cursor(sequence: sequence, tag: sequence == 0 ? 0 : tag, base: cursor.base) ?? cursor
    }

    /// The answer with this verdict, or with this page; another honest verdict stays.
    func encoded(_ verdict: ExchangeVerdict? = nil) -> [UInt8] {
        var said = verdict
        if said == nil, let honest = self.verdict {
            if case .page = honest { said = nil } else { said = honest }
        }
        let head = head.flatMap { _ in
            EqualitySum(bytes: sum).map {
                ExchangePage.Head(
                    sum: $0, horizonMilliseconds: horizonMilliseconds, devicesDigest: digest, wanted: wanted)
            }
        }
        return ExchangeAnswer(
            mode: .sealed, serverMilliseconds: milliseconds,
            verdict: said ?? .page(ExchangePage(outcomes: outcomes, rows: rows, cursor: cursor, head: head))
        ).encoded
    }
}

extension StoredChange {
    fileprivate var key: ChangeKey {
        ChangeKey(entity: sealed.header.entity, record: sealed.header.record, stamp: sealed.header.stamp)
    }

    fileprivate func hasSameSeal(as other: StoredChange) -> Bool { sealed.header == other.sealed.header }

    /// The row with one cell less, where it has more than one.
    fileprivate var narrowed: StoredChange {
        guard let field = owned.first(where: { _ in true }), owned != FieldMask(field) else { return self }
        return StoredChange(sealed: sealed, owned: owned.subtracting(FieldMask(field)), pusher: pusher)
    }

    /// The row with other fields, all of them owned.
    fileprivate func with(mask: FieldMask) -> StoredChange {
        let header = ChangeHeader(
            entity: sealed.header.entity, record: sealed.header.record, stamp: sealed.header.stamp, mask: mask,
            deletion: mask.contains(0) ? sealed.header.deletion ?? true : nil)
        guard let header else { return self }
        return StoredChange(
            sealed: SealedChange(header: header, body: sealed.body), owned: mask, pusher: pusher)
    }
}

extension MemberDevice {
    fileprivate var unrevoked: MemberDevice {
        MemberDevice(
            tokenHash: tokenHash, name: name, numbers: numbers, isRevoked: false,
            joinedMilliseconds: joinedMilliseconds, seenMilliseconds: seenMilliseconds)
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, each once.
    fileprivate var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
