// What the fixtures of sealing hold, and chance that gives the bytes they were made with.

import Cryptography
import Platform
import Replication
import Synchronization
import TestSupport
import Testing

@testable import Sealing

/// One line of bodies.tsv.
struct BodyFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let key: Secret
    let space: RecordID
    let header: [UInt8]
    let plain: [UInt8]
    let change: Change
    let nonce: [UInt8]
    let body: [UInt8]
    var testDescription: String { name }

    /// All lines.
    static func all() throws -> [BodyFixture] {
        try Fixtures.lines("Sealing/bodies.tsv").map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard let space = RecordID(bytes: bytes(columns[2])) else { throw Unreadable() }
            return BodyFixture(
                name: String(columns[0]), key: Secret(bytes(columns[1])), space: space, header: bytes(columns[3]),
                plain: bytes(columns[4]), change: try Change(encoded: bytes(columns[5])), nonce: bytes(columns[6]),
                body: bytes(columns[7]))
        }
    }

    /// The change as it travels.
    func sealed() throws -> SealedChange {
        SealedChange(header: try ChangeHeader(encoded: header), body: body[...])
    }

    /// Opens and closes the bodies of its space, with its nonce.
    var sealer: Sealer {
        Sealer(key: key, space: space, random: FixedRandom(nonce))
    }

    struct Unreadable: Error {}
}

/// Draws bytes that are given; zeros behind them.
final class FixedRandom: RandomSource {
    private let rest: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) {
        rest = Mutex(bytes)
    }

    func next64() -> UInt64 {
        rest.withLock { rest in
            let word = (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64($1 < rest.count ? rest[$1] : 0) }
            rest.removeFirst(min(8, rest.count))
            return word
        }
    }
}

/// The bytes of pairs of hexadecimal digits.
func bytes(_ text: some StringProtocol) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
