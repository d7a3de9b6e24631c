// What the fixtures are made of, said a second time.

import Cryptography
import Replication
import SyncProtocol

/// The parts of `make.py`.
enum Sample {
    static let now: Int64 = 1_800_000_000_000
    static let space = RecordID("0198f2a1-5c3e-7a44-9d10-2f6b8c1e4a77")!
    static let trip = RecordID("0198f2a1-6000-7000-8000-000000000001")!
    static let otherTrip = RecordID("0198f2a1-6000-7000-8000-000000000002")!
    static let token = Secret(Array(0..<32))
    static let tokenHash = SHA256.digest(of: Array(0..<32))
    static let otherHash = SHA256.digest(of: bytes("another token", 32))
    static let number: UInt64 = 0x1F2E_3D4C_5B6A_7988
    static let otherNumber: UInt64 = 0x0102_0304_0506_0708
    static let attempt: UInt64 = 0x0123_4567_89AB_CDEF
    static let greatest = UInt64(Int64.max)
    static let lookup = bytes("lookup", 16)
    static let wrapped = bytes("wrapped", 32) + bytes("key", 28)
    static let cursor = Cursor(sequence: 1, tag: 0xCAFE_1234, base: 0)!
    static let horizon = now - 90 * 86_400_000

    static let header = ChangeHeader(
        entity: 1, record: trip, stamp: Stamp(time: Stamp.time(milliseconds: now), device: number)!,
        mask: mask(2, 3, 5), deletion: nil)!
    static let deletion = ChangeHeader(
        entity: 1, record: otherTrip, stamp: Stamp(time: Stamp.time(milliseconds: now) + 1, device: number)!,
        mask: mask(0), deletion: true)!
    static let restore = ChangeHeader(
        entity: 1, record: otherTrip,
        stamp: Stamp(time: Stamp.time(milliseconds: now) + 0xFFFF, device: otherNumber)!,
        mask: mask(0, 2, 62), deletion: false)!
    static let last = ChangeHeader(
        entity: 255, record: RecordID(high: .max, low: .max), stamp: Stamp(time: greatest, device: greatest)!,
        mask: FieldMask(bits: UInt64(Int64.max) - 1), deletion: nil)!
    static let key = ChangeKey(entity: 1, record: trip, stamp: header.stamp)

    static let device = MemberDevice(
        tokenHash: tokenHash, name: [], numbers: [number], isRevoked: false, joinedMilliseconds: now - 60_000,
        seenMilliseconds: now)
    static let otherDevice = MemberDevice(
        tokenHash: otherHash, name: bytes("name", 44), numbers: [otherNumber, 9], isRevoked: true,
        joinedMilliseconds: now - 120_000, seenMilliseconds: 0)

    static func mask(_ fields: FieldNumber...) -> FieldMask { fields.reduce(into: FieldMask()) { $0.insert($1) } }

    static func bytes(_ label: String, _ count: Int) -> [UInt8] {
        Array(SHA256.digest(of: Array(label.utf8)).prefix(count))
    }

    static func sealed(_ header: ChangeHeader, _ body: [UInt8]) -> SealedChange {
        SealedChange(header: header, body: body[...])
    }

    static func request(
        number: UInt64 = number, cursor: Cursor = .zero, known: [UInt64] = [0], attempt: UInt64 = 0,
        isFromZero: Bool = false, damaged: [ChangeKey] = [], changes: [SealedChange] = []
    ) -> ExchangeRequest {
        ExchangeRequest(
            number: number, cursor: cursor, known: known, attempt: attempt, isFromZero: isFromZero, damaged: damaged,
            changes: changes)
    }

    static func answer(
        _ outcomes: [Outcome] = [], rows: [StoredChange] = [], cursor: Cursor = cursor,
        head: ExchangePage.Head? = nil, mode: SpaceMode = .sealed
    ) -> ExchangeAnswer {
        ExchangeAnswer(
            mode: mode, serverMilliseconds: now,
            verdict: .page(ExchangePage(outcomes: outcomes, rows: rows, cursor: cursor, head: head)))
    }

    static func head(sum: EqualitySum = sum, wanted: [ChangeKey] = []) -> ExchangePage.Head {
        ExchangePage.Head(
            sum: sum, horizonMilliseconds: horizon, devicesDigest: DeviceList(devices: [device]).digest,
            wanted: wanted)
    }

    static let sum: EqualitySum = {
        var sum = EqualitySum()
        sum.add(entity: 1, record: trip, mask: header.mask, stamp: header.stamp)
        return sum
    }()
}
