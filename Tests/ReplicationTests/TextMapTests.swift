// The text map against cbor2, its size, and its form for people.

import Replication
import TestSupport
import Testing

struct TextMapTests {
    private func maps() throws -> [(map: TextMap, coded: [UInt8], count: Int)] {
        try fixtureRows("text-maps.tsv").map { row in
            let pairs = row[0].split(separator: ",").map { pair in
                let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
                return (textOf(hexadecimal: parts[0]), textOf(hexadecimal: parts[1]))
            }
            return (TextMap(pairs), bytesOf(hexadecimal: row[1]), pairs.count)
        }
    }

    @Test("Maps are coded as by the independent program")
    func fixtures() throws {
        let maps = try maps()
        #expect(maps.count == 5)
        for (map, coded, count) in maps {
            #expect(map.entries.count == count)
            #expect(map.fieldValue == .bytes(coded))
            #expect(TextMap(fieldValue: .bytes(coded)) == map)
        }
    }

    @Test("Entries stand by the bytes of their names")
    func order() {
        let map = TextMap([("zip", "1"), ("b", "2"), ("é", "3"), ("ba", "4"), ("e\u{301}", "5")])
        let names = ["b", "ba", "e\u{301}", "zip", "é"]
        #expect(map.entries.map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
    }

    @Test("A text is set, replaced and taken out by the bytes of its name")
    func edit() {
        var map = TextMap()
        map["é"] = "one"
        map["e\u{301}"] = "two"
        map["é"] = "three"
        #expect(map.entries.count == 2)
        #expect(map["é"] == "three" && map["e\u{301}"] == "two" && map["f"] == nil)
        map["é"] = nil
        map["e\u{301}"] = nil
        #expect(map.isEmpty)
    }

    @Test("Equality is that of bytes")
    func equality() {
        #expect(TextMap([("a", "é")]) != TextMap([("a", "e\u{301}")]))
        #expect(TextMap([("a", "1"), ("b", "2")]) == TextMap([("b", "2"), ("a", "0"), ("a", "1")]))
    }

    @Test("A map of 4,096 bytes is stored, one byte more is not")
    func limit() {
        let full = TextMap([("a", String(repeating: "x", count: 4096 - 6))])
        let over = TextMap([("a", String(repeating: "x", count: 4096 - 5))])
        #expect(full.fieldValue.encodedByteCount == 4096 + 3)
        #expect(FieldKind.textMap.accepts(full.fieldValue))
        #expect(!FieldKind.textMap.accepts(over.fieldValue))
        #expect(!FieldKind.textMap.accepts(TextMap([("a", "\u{0}")]).fieldValue))
        #expect(!FieldKind.textMap.accepts(.text("a")))
        #expect(FieldKind.textMap.accepts(.null))
    }

    @Test("People read and type lines of name=text")
    func lines() throws {
        let map = TextMap([("a=b\\", "1=2\n\\n"), ("c", "")])
        #expect(map.description == "a\\=b\\\\=1=2\\n\\\\n\nc=")
        #expect(TextMap(map.description) == map)
        #expect(try FieldKind.textMap.parse("c=3\n\nd=4").get() == TextMap([("c", "3"), ("d", "4")]).fieldValue)
        #expect(FieldKind.textMap.format(TextMap([("c", "3"), ("d", "4")]).fieldValue) == "c=3\nd=4")
    }

    @Test(
        "Lines without an equals sign or with a broken escape are refused",
        arguments: ["a", "a\\=b", "a=\\x", "a=b\\"])
    func refused(typed: String) {
        #expect(FieldKind.textMap.parse(typed) == .failure(RuleBroken("must be lines of the form name=text")))
    }

    @Test("What decodes is written back as the same bytes; nothing traps")
    func damage() throws {
        var random = SeededGenerator(seed: 3)
        for (_, coded, _) in try maps() {
            let changed = damaged(coded, randomCount: 300, &random).filter { bytes in
                TextMap(fieldValue: .bytes(bytes)).map { $0.fieldValue != .bytes(bytes) } ?? false
            }
            #expect(changed == [])
        }
    }
}
