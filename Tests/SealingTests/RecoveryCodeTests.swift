// The code on paper, and the mistakes people make with it.

import Cryptography
import TestSupport
import Testing

@testable import Sealing

struct RecoveryCodeTests {
    struct Fixture: Sendable {
        let secret: Secret
        let text: String

        static func all() throws -> [Fixture] {
            try Fixtures.lines("Sealing/recovery-codes.tsv").map { line in
                let columns = line.split(separator: "\t")
                return Fixture(secret: Secret(bytes(columns[0])), text: String(columns[1]))
            }
        }
    }

    @Test("The text is the one of another program, and reads as the same bytes", arguments: try Fixture.all())
    func text(fixture: Fixture) throws {
        let code = RecoveryCode(random: FixedRandom(fixture.secret.bytes))
        #expect(code.secret == fixture.secret)
        #expect(code.text == fixture.text)
        #expect(try RecoveryCode(fixture.text) == code)
    }

    @Test("Case, blanks, hyphens and letters that look like digits do not matter", arguments: try Fixture.all())
    func forgiving(fixture: Fixture) throws {
        let plain = fixture.text.filter { $0 != "-" }
        let looks = fixture.text.map { $0 == "0" ? "o" : $0 == "1" ? "L" : $0 }
        let others = fixture.text.map { $0 == "0" ? "O" : $0 == "1" ? "i" : $0 }
        for text in [fixture.text.lowercased(), plain, String(looks), String(others), " \(plain)\n", "-\(plain)--"] {
            #expect(try RecoveryCode(text).secret == fixture.secret)
        }
    }

    @Test("One wrong character, or two neighbours exchanged, is noticed", arguments: try Fixture.all())
    func mistyped(fixture: Fixture) throws {
        let characters = Array(fixture.text.filter { $0 != "-" })
        for index in characters.indices {
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where other != characters[index] {
                var mistyped = characters
                mistyped[index] = other
                #expect(throws: SealingError.codeMistyped) { try RecoveryCode(String(mistyped)) }
            }
            if index > 0, characters[index] != characters[index - 1] {
                var exchanged = characters
                exchanged.swapAt(index, index - 1)
                #expect(throws: SealingError.codeMistyped) { try RecoveryCode(String(exchanged)) }
            }
        }
    }

    @Test("A code that is too short or too long says how long it is", arguments: [0, 1, 35, 37])
    func length(count: Int) {
        #expect(throws: SealingError.codeLength(characterCount: count)) {
            try RecoveryCode(String(repeating: "0", count: count))
        }
    }

    @Test("A character that no code has is named with its group", arguments: ["U", "ü", "🧳", "!", "e\u{301}"])
    func strange(character: Character) throws {
        let text = "0000-00\(character)0"
        #expect(throws: SealingError.codeCharacter(character, group: 2)) { try RecoveryCode(text) }
    }

    @Test("A code does not print itself")
    func printed() {
        let code = RecoveryCode(random: FixedRandom(Array(repeating: 0xFF, count: 24)))
        #expect(!"\(code)".contains("255"))
        #expect(!"\(code)".contains("ZZZZ"))
    }
}
