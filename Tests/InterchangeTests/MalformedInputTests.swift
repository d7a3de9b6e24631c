// Files cut short or full of noise never stop the program.

import Replication
import TestSupport
import Testing
import TripModel

@testable import Interchange

struct MalformedInputTests {
    private static let fixtures = [
        "checklist.md", "packing-semicolon-bom.csv", "packing-gear-list.csv", "trips-ambiguous-dates.csv",
        "family-trip.json",
    ]

    @Test("Every beginning of every sample is read or refused", arguments: fixtures)
    func truncations(name: String) throws {
        let bytes = try fixture(name)
        for count in 0...bytes.count { read(Array(bytes.prefix(count)), name) }
    }

    @Test("Random bytes and samples with random damage are read or refused", arguments: 0..<40)
    func noise(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for name in Self.fixtures {
            var bytes = try fixture(name)
            for _ in 0..<generator.int(in: 1...20) {
                let place = generator.int(in: 0..<bytes.count)
                bytes[place] = generator.pick(from: Array("\"',;\n\r[](){}*_`#-=x0 \t\\".utf8))
            }
            read(bytes, name)
            read(generator.bytes(count: 200), name)
            let text = generator.text(pieces: 0...200, withControlCharacters: true)
            read(Array(text.utf8), name)
            read(Array("name,weight (kg),packed\n\(text)".utf8), "a.csv")
            read(Array("city,start,end,nights\n\(text)".utf8), "a.csv")
        }
    }

    @Test(
        "Deep nesting and long runs of signs are read in reasonable time",
        arguments: [
            "[", "(", "*", "_", "`", "~", "[a](", "\\", "{", "\"", "- [ ] ", "x 1", "((", "**a ", "`a",
        ])
    func runs(sign: String) {
        read(Array(("- [ ] " + String(repeating: sign, count: 3000)).utf8), "a.md")
        read(Array(("name\n" + String(repeating: sign, count: 3000)).utf8), "a.csv")
        read(Array(String(repeating: sign, count: 3000).utf8), "a.json")
    }

    /// Whatever comes out is within the rules of the model.
    private func read(_ bytes: [UInt8], _ name: String) {
        guard let batch = try? ImportedBatch(reading: bytes, fileName: name, options: options()) else { return }
        #expect(batch.items.allSatisfy { PackingItem.problems(in: $0).isEmpty })
        #expect(batch.trips.allSatisfy { Trip.problems(in: $0).isEmpty })
    }
}
