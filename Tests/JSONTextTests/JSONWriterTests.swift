// What JSON is written, byte for byte.

import JSONText
import Testing

@Suite struct JSONWriterTests {
    @Test(
        "Scalars are written in their one form",
        arguments: [
            (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-1, "-1"),
            (.integer(.max), "9223372036854775807"),
            (.integer(.min), "-9223372036854775808"), (.double(0.1), "0.1"), (.double(1), "1.0"),
            (.double(-0.0), "-0.0"),
            (.double(1e16), "1e+16"), (.double(.leastNonzeroMagnitude), "5e-324"),
            (.double(0.1 + 0.2), "0.30000000000000004"),
            (.double(.nan), "null"), (.double(-.infinity), "null"),
            ("", #""""#), ("a\"b\\c/d", #""a\"b\\c/d""#), ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
            ("\u{0}\u{1B}\u{1F}", #""\u0000\u001b\u001f""#), ("日本 é 🧳", "\"日本 é 🧳\""),
            ("\u{7F}\u{85}\u{9B}\u{A0}", "\"\\u007f\\u0085\\u009b\u{A0}\""),
            ("a\u{202E}b\u{2066}c\u{200F}d\u{61C}e\u{2028}f", #""a\u202eb\u2066c\u200fd\u061ce\u2028f""#),
            ("\u{2010}\u{202F}\u{2065}\u{206A}", "\"\u{2010}\u{202F}\u{2065}\u{206A}\""),
        ] as [(JSONValue, String)])
    func writesScalars(value: JSONValue, text: String) {
        #expect(value.text() == text)
    }

    static let sample: JSONValue = ["z": 1, "a": [1, "two", [], [:]], "": ["b": nil]]

    @Test("Compact text has no blanks and keeps the order of members")
    func writesCompactly() {
        #expect(Self.sample.text(.compact) == #"{"z":1,"a":[1,"two",[],{}],"":{"b":null}}"#)
    }

    @Test("Pretty text has one member a line")
    func writesPrettily() {
        let expected = """
            {
              "z": 1,
              "a": [
                1,
                "two",
                [],
                {}
              ],
              "": {
                "b": null
              }
            }
            """
        #expect(Self.sample.text(.pretty) == expected)
    }

    @Test("What is written is read back the same", arguments: [JSONValue.Layout.compact, .pretty])
    func readsBack(layout: JSONValue.Layout) throws {
        let scalars: [JSONValue] = [
            .integer(.min), .double(1e22), .double(-1.5e-7), "\u{0}\u{7F}\u{202E}🧳\"\\", nil, true,
        ]
        let value: JSONValue = ["a": Self.sample, "b": .array(scalars)]
        #expect(try JSONValue(reading: value.text(layout)) == value)
    }

    @Test("Doubles of every size read back as the same bits")
    func doublesReadBack() throws {
        var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<20_000 {
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(bitPattern: bits)
            guard value.isFinite else { continue }
            let read = try JSONValue(reading: JSONValue.double(value).text()).number
            #expect(read?.bitPattern == bits)
        }
    }

    @Test("Decimal fractions read as the standard library reads them")
    func fractionsAreRoundedCorrectly() throws {
        for numerator in stride(from: 1, through: 9_007_199_254_740_992, by: 45_035_996_273_707) {
            for places in [1, 5, 15, 22] {
                let digits = String(numerator)
                let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
                let text = padded.dropLast(places) + "." + padded.suffix(places)
                #expect(try JSONValue(reading: String(text)).number == Double(text))
            }
        }
    }
}
