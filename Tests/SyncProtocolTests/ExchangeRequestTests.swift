// The request of an exchange, against messages made by another program.

import Replication
import SyncProtocol
import Testing

struct ExchangeRequestTests {
    static func requests() throws -> [(String, ExchangeRequest)] {
        [
            (
                "worked-push",
                Sample.request(
                    attempt: Sample.attempt, changes: [Sample.sealed(Sample.header, try fixtureValue("body"))])
            ),
            ("worked-read", Sample.request(number: Sample.otherNumber, isFromZero: true)),
            ("nothing-new", Sample.request(cursor: Sample.cursor, known: [Sample.attempt])),
            (
                "attempts",
                Sample.request(
                    cursor: Cursor(sequence: 5, tag: 7, base: 3)!, known: [0, Sample.attempt, Sample.greatest],
                    attempt: Sample.greatest, changes: [Sample.sealed(Sample.deletion, [])])
            ),
            (
                "damaged",
                Sample.request(
                    cursor: Cursor(
                        sequence: Cursor.greatestSequence, tag: .max, base: Cursor.greatestSequence)!,
                    known: [1], damaged: [Sample.key])
            ),
            (
                "greatest",
                Sample.request(
                    cursor: Sample.cursor, known: [1], attempt: 2,
                    changes: [Sample.sealed(Sample.last, [UInt8](repeating: 0, count: 300))])
            ),
            ("most-attempts", Sample.request(cursor: Sample.cursor, known: Array(1...65))),
        ]
    }

    @Test("A request is the bytes that another program writes, and is read from them", arguments: try requests())
    func coding(name: String, request: ExchangeRequest) throws {
        let bytes = try fixture("exchange-request", name)
        #expect(request.encoded == bytes)
        #expect(try ExchangeRequest(encoded: bytes) == request)
    }

    @Test("A deletion and a restore say so in their headers")
    func deletions() throws {
        let request = try ExchangeRequest(encoded: try fixture("exchange-request", "deletion-and-restore"))
        #expect(request.changes.map(\.header) == [Sample.deletion, Sample.restore])
        #expect(request.changes.map(\.header.deletion) == [true, false])
        #expect(Array(request.changes[1].body) == Sample.bytes("body", 30))
    }

    @Test("A request with nothing new has less than 400 bytes")
    func small() throws {
        #expect(try fixture("exchange-request", "nothing-new").count < 100)
        #expect(try fixture("exchange-request", "most-attempts").count < 400)
    }

    @Test("A page of 5,000 changes is read, one of 5,001 is not", arguments: [(5000, true), (5001, false)])
    func pageLimit(count: Int, isRead: Bool) {
        let change = Sample.sealed(Sample.header, [1])
        let request = Sample.request(attempt: 1, changes: [SealedChange](repeating: change, count: count))
        #expect(((try? ExchangeRequest(encoded: request.encoded)) == request) == isRead)
    }

    @Test("A body of 262,208 bytes is read, one of 262,209 is not", arguments: [(262_208, true), (262_209, false)])
    func bodyLimit(count: Int, isRead: Bool) {
        let change = Sample.sealed(Sample.header, [UInt8](repeating: 7, count: count))
        let request = Sample.request(attempt: 1, changes: [change])
        #expect(((try? ExchangeRequest(encoded: request.encoded)) == request) == isRead)
    }
}
