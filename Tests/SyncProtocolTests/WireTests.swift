// The table of routes and codes, as docs/protocol.md gives it.

import Replication
import SyncProtocol
import TestSupport
import Testing

struct WireTests {
    static func page() throws -> String {
        String(decoding: try Fixtures.bytes("../../docs/protocol.md"), as: UTF8.self)
    }

    @Test("Every code has a status of its own, and a row in the page")
    func codes() throws {
        let page = try Self.page()
        #expect(Set(ErrorCode.allCases.map(\.status)).count == ErrorCode.allCases.count)
        for code in ErrorCode.allCases {
            #expect(page.contains("| `\(code.rawValue)` | \(code.status) |"), "\(code.rawValue)")
        }
    }

    @Test("Every route has a row in the page", arguments: Route.allCases)
    func routes(route: Route) throws {
        #expect(try Self.page().contains("`\(route.rawValue)` |"))
    }

    @Test(
        "The worked exchange of the page is that of the fixtures",
        arguments: ["worked-push", "worked-stored", "worked-read", "worked-row"])
    func workedExchange(name: String) throws {
        let sections = try Self.page().split(separator: "```")
        let section = try #require(sections.first { $0.hasPrefix("cbor " + name + "\n") })
        let digits = section.split(separator: "\n").dropFirst().flatMap {
            $0.prefix { $0 != "#" }.split(separator: " ")
        }
        let row = try #require(fixtureRows("messages.tsv").first { $0[1] == name })
        #expect(digits.joined() == row[2])
    }

    @Test(
        "The values of the page are those of the fixtures",
        arguments: ["token-hash", "body-key", "header", "fields", "body", "sum", "digest-of-one"])
    func values(name: String) throws {
        #expect(try Self.page().contains(hexadecimal(try fixtureValue(name))))
    }

    @Test(
        "The numbers of the page are those of the code",
        arguments: [
            ("1,572,864 for exchange", Limits.requestByteCount),
            ("stops reading at\n  1,572,864", Limits.answerByteCount),
            ("at most 262,208 bytes", ReplicationLimits.bodyByteCount),
            ("array of ≤ 5,000 changes", ReplicationLimits.pageChangeCount),
            ("together at most 1,048,576 bytes as coded", ReplicationLimits.pageByteCount),
            ("array of ≤ 100 keys", ReplicationLimits.damagedCount),
            ("array of 1…65 attempts", ReplicationLimits.knownAttemptCount + 1),
            ("wrapped (≤ 256 bytes)", Limits.wrappedByteCount), ("name (≤ 512 bytes)", Limits.deviceNameByteCount),
            ("At most 256 devices", Limits.deviceCount), ("numbers (≤ 16)", Limits.numbersPerDevice),
            ("seconds (1…300)", Int(Limits.watchSeconds)), ("in 300 s", Int(Limits.unknownOutcomeSeconds)),
            ("more than 1,000 exchanges", Limits.exchangesPerSync), ("more than 8 returns", Limits.restartsPerSync),
        ] as [(String, Int)])
    func numbers(words: String, number: Int) throws {
        #expect(try Self.page().contains(words))
        #expect(words.split { !$0.isNumber && $0 != "," }.last { Int($0.filter(\.isNumber)) == number } != nil)
    }

    @Test("The words of the cells in the page add up to the sum")
    func sum() throws {
        let words = try fixtureValue("cell-words")
        let page = try Self.page()
        for start in [0, 16, 32] { #expect(page.contains(hexadecimal(words[start..<start + 16]))) }
        #expect(Sample.sum.bytes == (try fixtureValue("sum")))
    }
}
