// What is refused as a message, and that damaged bytes are never taken for another message.

import Replication
import SyncProtocol
import Testing

struct MessageErrorTests {
    static let reasons: [String: ReplicationError.Malformation] = [
        "truncated": .truncated, "trailingBytes": .trailingBytes, "notDeterministic": .notDeterministic,
        "unsortedKeys": .unsortedKeys, "invalidText": .invalidText, "nulInText": .nulInText,
        "unexpectedKind": .unexpectedKind, "outOfRange": .outOfRange, "wrongLength": .wrongLength,
        "tooLong": .tooLong,
    ]

    @Test("A message with one mistake is refused for it", arguments: try fixtureRows("refused.tsv"))
    func refused(row: [String]) throws {
        let type = try #require(messageTypes[row[0]])
        let bytes = bytesOf(hexadecimal: row[3])
        do throws(MessageError) {
            _ = try type.init(encoded: bytes)
            Issue.record("\(row[0]) \(row[1]) was read")
        } catch .unsupportedVersion {
            #expect(row[2] == "version")
        } catch .malformed(.malformed(let reason, let offset)) {
            #expect(reason == Self.reasons[row[2]])
            #expect(0...bytes.count ~= offset)
        }
    }

    @Test("The fixtures have all their rows")
    func counts() throws {
        #expect(try fixtureRows("messages.tsv").count == 41)
        #expect(try fixtureRows("refused.tsv").count == 86)
        #expect(Set(try fixtureRows("messages.tsv").map { $0[0] }) == Set(messageTypes.keys))
    }

    @Test("A good message is read and written as the same bytes", arguments: try fixtureRows("messages.tsv"))
    func roundTrip(row: [String]) throws {
        let bytes = bytesOf(hexadecimal: row[2])
        #expect(try messageTypes[row[0]]?.init(encoded: bytes).encoded == bytes)
    }

    @Test("A message cut off anywhere is refused", arguments: try fixtureRows("messages.tsv"))
    func truncated(row: [String]) throws {
        let type = try #require(messageTypes[row[0]])
        let bytes = bytesOf(hexadecimal: row[2])
        for end in bytes.indices {
            #expect((try? type.init(encoded: Array(bytes[..<end]))) == nil, "cut at \(end)")
        }
    }

    /// An outcome that this version does not know is read as later or refused, and is the one thing not written back.
    @Test(
        "A message with any one byte changed is refused, or is another message in its one form",
        arguments: try fixtureRows("messages.tsv"))
    func corrupted(row: [String]) throws {
        let type = try #require(messageTypes[row[0]])
        let bytes = bytesOf(hexadecimal: row[2])
        var wrong = 0
        for index in bytes.indices {
            var damaged = bytes
            for change in UInt8(1)...255 {
                damaged[index] = bytes[index] ^ change
                guard let message = try? type.init(encoded: damaged) else { continue }
                guard message.encoded != damaged else { continue }
                if !isUnknownOutcome(message) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    private func isUnknownOutcome(_ message: any Message) -> Bool {
        guard case .page(let page)? = (message as? ExchangeAnswer)?.verdict else { return false }
        let isReadAsUnknown = page.outcomes.contains {
            switch $0 {
            case .later(.unknown, _), .refused(.unknown): true
            default: false
            }
        }
        return isReadAsUnknown && (try? ExchangeAnswer(encoded: message.encoded)) == message as? ExchangeAnswer
    }
}
