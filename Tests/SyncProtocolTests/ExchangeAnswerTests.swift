// The answer of an exchange, against messages made by another program.

import Replication
import SyncProtocol
import Testing

struct ExchangeAnswerTests {
    static func answers() throws -> [(String, ExchangeAnswer)] {
        let body = try fixtureValue("body")
        let whole = StoredChange(
            sealed: Sample.sealed(Sample.header, body), owned: Sample.header.mask, pusher: Sample.number)
        let part = StoredChange(
            sealed: Sample.sealed(Sample.restore, Array("body".utf8)), owned: Sample.mask(2), pusher: 7)
        let plain = StoredChange(
            sealed: Sample.sealed(Sample.header, try fixtureValue("fields")), owned: Sample.mask(5),
            pusher: Sample.otherNumber)
        let least = ChangeKey(entity: 0, record: Sample.otherTrip, stamp: Stamp(time: 0, device: 1)!)
        return [
            ("worked-stored", Sample.answer([.stored], head: Sample.head())),
            ("worked-row", Sample.answer(rows: [whole], head: Sample.head())),
            ("empty", Sample.answer(cursor: .zero, head: Sample.head(sum: EqualitySum()))),
            ("more", Sample.answer(rows: [part], cursor: Cursor(sequence: 23, tag: 24, base: 255)!)),
            (
                "outcomes",
                Sample.answer(
                    [
                        .stored, .done, .ahead, .later(.quota, seconds: 600), .later(.unknown, seconds: 0),
                        .refused(.tooLarge), .refused(.unknown),
                    ], head: Sample.head())
            ),
            ("wanted", Sample.answer(head: Sample.head(wanted: [Sample.key, least]))),
            ("open", Sample.answer(rows: [plain], head: Sample.head(), mode: .open)),
            (
                "foreign",
                ExchangeAnswer(mode: .sealed, serverMilliseconds: Sample.now, verdict: .foreign(last: 0))
            ),
            (
                "foreign-number",
                ExchangeAnswer(
                    mode: .sealed, serverMilliseconds: Sample.now, verdict: .foreign(last: Sample.greatest))
            ),
            (
                "expired",
                ExchangeAnswer(
                    mode: .open, serverMilliseconds: (1 << 47) - 1, verdict: .expired(last: Sample.attempt))
            ),
        ]
    }

    @Test("An answer is the bytes that another program writes, and is read from them", arguments: try answers())
    func coding(name: String, answer: ExchangeAnswer) throws {
        let bytes = try fixture("exchange-answer", name)
        #expect(answer.encoded == bytes)
        #expect(try ExchangeAnswer(encoded: bytes) == answer)
    }

    @Test(
        "An outcome that this version does not know means later; a refusal and a reason are unknown",
        arguments: [
            ("05", Outcome.later(.unknown, seconds: 300)), ("1a00010000", .later(.unknown, seconds: 300)),
            ("820509", .later(.unknown, seconds: 300)), ("83050901", .later(.unknown, seconds: 300)),
            ("83030207", .later(.unknown, seconds: 7)), ("83031901001903e8", .later(.unknown, seconds: 1000)),
            ("820402", .refused(.unknown)), ("8204190100", .refused(.unknown)),
        ])
    func unknownOutcomes(digits: String, outcome: Outcome) throws {
        let coded = "88" + "01" + "01" + "1b000001a3185c5000" + "00" + "81" + digits + "80" + "83000000" + "f6"
        let answer = try ExchangeAnswer(encoded: bytesOf(hexadecimal: coded))
        #expect(answer.verdict == .page(ExchangePage(outcomes: [outcome], rows: [], cursor: .zero, head: nil)))
    }

    @Test("The longest answer that the limits permit stays within the bytes that a client accepts")
    func greatestAnswer() {
        let outcomes = [Outcome](repeating: .later(.quota, seconds: .max), count: 5000)
        let head = Sample.head(
            wanted: [ChangeKey](
                repeating: ChangeKey(entity: 255, record: Sample.trip, stamp: Sample.last.stamp), count: 100))
        let bytes = Sample.answer(outcomes, head: head).encoded
        let greatestRow = ChangeHeader.greatestByteCount + ReplicationLimits.bodyByteCount + 24
        #expect(bytes.count + ReplicationLimits.pageByteCount + greatestRow < Limits.answerByteCount)
    }

    @Test("An answer that cannot be the one to a request is refused")
    func mismatch() throws {
        let request = Sample.request(
            cursor: Cursor(sequence: 5, tag: 1, base: 0)!, known: [1], attempt: 2,
            changes: [Sample.sealed(Sample.header, [1])])
        func problem(_ outcomes: [Outcome], _ sequence: UInt64, isHead: Bool, mode: SpaceMode = .sealed) -> SyncFailure?
        {
            let answer = Sample.answer(
                outcomes, cursor: Cursor(sequence: sequence, tag: 1, base: 0)!, head: isHead ? Sample.head() : nil,
                mode: mode)
            do throws(SyncFailure) {
                try answer.requireAnswer(to: request, mode: .sealed)
                return nil
            } catch {
                return error
            }
        }
        #expect(problem([.stored], 5, isHead: true) == nil)
        #expect(problem([.stored], 6, isHead: false) == nil)
        #expect(problem([.stored], 6, isHead: true, mode: .open) == .invalidAnswer(.wrongMode))
        #expect(problem([], 6, isHead: true)?.reason == .invalidAnswer)
        #expect(problem([.stored, .stored], 6, isHead: true)?.reason == .invalidAnswer)
        #expect(problem([.stored], 4, isHead: true)?.reason == .invalidAnswer)
        #expect(problem([.stored], 5, isHead: false)?.reason == .invalidAnswer)
        let foreign = ExchangeAnswer(mode: .sealed, serverMilliseconds: 0, verdict: .foreign(last: 0))
        try foreign.requireAnswer(to: request, mode: .sealed)
    }
}
