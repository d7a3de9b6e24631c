// Keys between keys: always strictly between, never long.

import Replication
import TestSupport
import Testing

struct FractionalKeyTests {
    static func key(_ text: String?) -> FractionalKey? { text.flatMap { FractionalKey($0) } }

    @Test(
        "A key between two others",
        arguments: [
            (nil, nil, "V"), ("V", nil, "W"), ("z", nil, "z1"), ("zz", nil, "zz01"), ("Vz", nil, "W1"),
            (nil, "V", "U"), (nil, "1", "0z"), (nil, "01", "00zz"), (nil, "10", "0z"), (nil, "000", "0"),
            ("V", "W", "VV"), ("VV", "W", "VW"), ("Vz", "W", "Vz01"), ("V", "VV", "VU"), ("V", "V1", "V0z"),
            ("0", "1", "0V"), ("000123", "000124", "000123V"), ("000123", "000130", "00012W"),
            ("000000", "000001", "000000V"), (nil, "000001", "000000zzzzzz"), (nil, "000000", "000"),
            ("999999", nil, "99999A"), ("V", "V00", "V0"), ("A", "a", "N"),
        ] as [(String?, String?, String)])
    func between(lower: String?, upper: String?, expected: String) {
        #expect(FractionalKey.between(Self.key(lower), Self.key(upper))?.text == expected)
    }

    @Test(
        "Where there is no room there is no key",
        arguments: [("V", "V"), ("W", "V"), ("V", "V0"), ("V0", "V"), ("V", "V0"), (nil, "0")] as [(String?, String)])
    func noRoom(lower: String?, upper: String) {
        #expect(FractionalKey.between(Self.key(lower), Self.key(upper)) == nil)
    }

    @Test("Letters and digits of ASCII are keys, nothing else", arguments: ["", " ", "é", "a-b", "a b", "１", "a\u{0}"])
    func invalid(text: String) {
        #expect(FractionalKey(text) == nil)
        #expect(!FieldKind.position.accepts(.text(text)))
    }

    @Test("A key has at most 2,048 characters")
    func length() {
        #expect(FractionalKey(String(repeating: "0", count: 2048)) != nil)
        #expect(FractionalKey(String(repeating: "0", count: 2049)) == nil)
        let low = FractionalKey(String(repeating: "z", count: 2048))
        #expect(FractionalKey.between(low, nil) == nil)
    }

    @Test(
        "Random neighbours: the key is strictly between, or there is none because the upper one only adds zeros",
        arguments: 0..<50 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let characters = random.pick(from: [Array("01"), Array("0z"), Array("0123456789"), Array("09AZaz")])
        for _ in 0..<400 {
            let texts = (0..<2).map { _ in
                let count = random.int(in: 1...random.pick(from: [3, 8, 24]))
                return String((0..<count).map { _ in random.pick(from: characters) })
            }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let lower = try #require(FractionalKey(texts[0]))
            let upper = try #require(FractionalKey(texts[1]))
            if let key = FractionalKey.between(lower, upper) {
                #expect(lower < key && key < upper)
                #expect(key.text.utf8.count <= 2 * max(texts[0].utf8.count, texts[1].utf8.count) + 1)
            } else {
                #expect(lower == upper || upper.text == lower.text + "0")
            }
            let first = FractionalKey.between(nil, lower)
            #expect(first.map { $0 < lower } ?? (lower.text == "0"))
            let last = try #require(FractionalKey.between(upper, nil))
            #expect(upper < last)
        }
    }

    /// Puts 10,000 items in one place, each behind or before the last one put, and gives the length of the longest key;
    /// nil when the keys run out.
    static func longest(from start: (String?, String?), isBehind: (_ index: Int) -> Bool) -> Int? {
        var neighbours = (key(start.0), key(start.1))
        var longest = 0
        for index in 0..<10_000 {
            guard let key = FractionalKey.between(neighbours.0, neighbours.1) else { return nil }
            longest = max(longest, key.text.utf8.count)
            if isBehind(index) { neighbours.0 = key } else { neighbours.1 = key }
        }
        return longest
    }

    static let starts: [(String?, String?)] = [
        (nil, nil), ("V", "W"), ("000123", "000124"), ("V", nil), (nil, "000001"), ("1", "z"),
    ]

    @Test(
        "10,000 items put one behind the other, or one before the other, give short keys",
        arguments: starts, [true, false])
    func oneWay(start: (String?, String?), isBehind: Bool) throws {
        let longest = Self.longest(from: start) { _ in isBehind }
        #expect(try #require(longest) <= 20)
    }

    @Test("10,000 items put back and forth between the two newest stay below the limit", arguments: starts[..<2])
    func zigzag(start: (String?, String?)) throws {
        let longest = Self.longest(from: start) { $0 % 2 == 0 }
        #expect(try #require(longest) < 2048)
    }

    @Test("10,000 items put before or behind the newest by chance stay below the limit", arguments: [1, 2] as [UInt64])
    func chance(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let longest = Self.longest(from: (nil, nil)) { _ in random.bool() }
        #expect(try #require(longest) < 2048)
    }

    @Test("A long key asks for a new numbering")
    func isLong() throws {
        #expect(try !#require(FractionalKey(String(repeating: "a", count: 63))).isLong)
        #expect(try #require(FractionalKey(String(repeating: "a", count: 64))).isLong)
    }

    @Test("A new numbering ascends and leaves room everywhere", arguments: [1, 2, 61, 62, 63, 1_000, 20_000])
    func sequence(count: Int) {
        let keys = FractionalKey.sequence(count: count)
        #expect(keys.count == count)
        #expect(Set(keys.map(\.text.utf8.count)).count == 1)
        #expect(keys.allSatisfy { $0.text.last != "0" && $0.text.utf8.count <= 4 })
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
        let neighbours = [nil] + keys.map { Optional($0) } + [nil]
        for (lower, upper) in zip(neighbours, neighbours.dropFirst()) {
            #expect(FractionalKey.between(lower, upper).map { $0.text.utf8.count <= 6 } ?? false)
        }
    }

    @Test("A numbering of nothing is empty, and a short one is even")
    func evenSequence() {
        #expect(FractionalKey.sequence(count: 0).isEmpty)
        #expect(FractionalKey.sequence(count: -1).isEmpty)
        #expect(FractionalKey.sequence(count: 3).map(\.text) == ["FV", "V1", "kV"])
    }

    @Test("A position is stored as text and read back")
    func fieldValue() {
        #expect(FractionalKey(fieldValue: .text("000123"))?.fieldValue == .text("000123"))
        #expect(FractionalKey(fieldValue: .integer(1)) == nil)
        #expect(FieldKind.position.parse("a b") == .failure(RuleBroken("must be 1 to 2048 letters and digits")))
    }
}
