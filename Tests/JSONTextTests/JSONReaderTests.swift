// What is read as JSON, what is refused, and where a reader is sent to mend it.

import JSONText
import Testing

@Suite struct JSONReaderTests {
    @Test(
        "Every kind of value is read",
        arguments: [
            ("null", .null), ("true", true), ("false", false), (" \t\r\n 1 \n", 1), ("0", 0), ("-17", -17),
            ("\"\"", ""), ("[]", []), ("{}", [:]), ("[ 1 , [ ] , { } ]", [1, [], [:]]),
            (#"{"a":1,"b":[true,null],"c":{"d":"e"}}"#, ["a": 1, "b": [true, nil], "c": ["d": "e"]]),
        ] as [(String, JSONValue)])
    func readsEveryKind(text: String, value: JSONValue) throws {
        #expect(try JSONValue(reading: text) == value)
    }

    @Test(
        "Integers are exact to 64 bits and doubles beyond",
        arguments: [
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .double(9_223_372_036_854_775_808)),
            ("-9223372036854775809", .double(-9.223372036854775809e18)),
            ("123456789012345678901234567890", .double(1.2345678901234568e29)),
            ("1.0", .double(1)), ("-34.6", .double(-34.6)), ("0.1", .double(0.1)), ("1e3", .double(1000)),
            ("2E-3", .double(0.002)),
            ("1.5e+2", .double(150)), ("9007199254740993.0", .double(9_007_199_254_740_992)),
            ("0.30000000000000004", .double(0.30000000000000004)), ("5e-324", .double(.leastNonzeroMagnitude)),
            ("1e-400", .double(0)),
            ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            ("123456.789012345678901234567890", .double(123456.78901234568)),
        ] as [(String, JSONValue)])
    func readsNumbers(text: String, value: JSONValue) throws {
        #expect(try JSONValue(reading: text) == value)
    }

    @Test("Minus zero stays minus zero")
    func readsMinusZero() throws {
        let value = try #require(try JSONValue(reading: "-0").number)
        #expect(value == 0 && value.sign == .minus)
    }

    @Test(
        "Strings are read with their escapes",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""é\u00e9\u00E9""#, "ééé"),
            (#""a\ud83e\uddf3z""#, "a🧳z"), (#""\u0000""#, "\u{0}"), ("\"日本 🧳\"", "日本 🧳"), ("\"\u{7F}\"", "\u{7F}"),
        ])
    func readsStrings(text: String, value: String) throws {
        #expect(try JSONValue(reading: text) == .string(value))
    }

    @Test(
        "What the grammar does not know is refused at its place",
        arguments: [
            ("", .unexpectedEnd, 1, 1), ("  ", .unexpectedEnd, 1, 3), ("[1", .unexpectedEnd, 1, 3),
            ("{\"a\"", .unexpectedEnd, 1, 5),
            ("\"abc", .unexpectedEnd, 1, 5), ("\"\\", .unexpectedEnd, 1, 3), ("-", .unexpectedEnd, 1, 2),
            ("[1,]", .expected("a value"), 1, 4), ("{\"a\":1,}", .expected("a name in quotation marks"), 1, 8),
            ("[1 2]", .expected("a comma or ]"), 1, 4), ("{\"a\":1 \"b\":2}", .expected("a comma or }"), 1, 8),
            ("{\"a\" 1}", .expected("a colon"), 1, 6), ("{a:1}", .expected("a name in quotation marks"), 1, 2),
            ("1 2", .expected("the end of the text"), 1, 3), ("nul", .expected("a value"), 1, 1),
            ("'a'", .expected("a value"), 1, 1),
            ("NaN", .expected("a value"), 1, 1), ("// c\n1", .expected("a value"), 1, 1),
            ("\u{A0}1", .expected("a value"), 1, 1),
            ("\u{FEFF}1", .byteOrderMark, 1, 1),
            ("01", .malformedNumber, 1, 1), ("-01", .malformedNumber, 1, 1), ("1.", .malformedNumber, 1, 1),
            ("[1.e1]", .malformedNumber, 1, 2), ("1e", .malformedNumber, 1, 1), ("1e+", .malformedNumber, 1, 1),
            ("+1", .malformedNumber, 1, 1), (".5", .malformedNumber, 1, 1), ("-a", .malformedNumber, 1, 1),
            ("1e999", .numberOutOfRange, 1, 1),
            ("\"\\x\"", .malformedEscape, 1, 2), ("\"\\u12g4\"", .malformedEscape, 1, 2),
            ("\"\\u00é9\"", .malformedEscape, 1, 2),
            ("\"\\ud800\"", .loneSurrogate, 1, 2), ("\"\\udc00\"", .loneSurrogate, 1, 2),
            ("\"\\ud800\\u0041\"", .loneSurrogate, 1, 2),
            ("\"a\tb\"", .controlCharacter, 1, 3), ("[\n  \"é🧳\n\"]", .controlCharacter, 2, 6),
            ("{\"a\":1,\n \"\\u0061\":2}", .repeatedName("a"), 2, 2),
        ] as [(String, JSONError.Problem, Int, Int)])
    func refuses(text: String, problem: JSONError.Problem, line: Int, column: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(reading: text) }
        #expect(error?.problem == problem)
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0x5C, 0x6E, 0xE2, 0x82, 0x22],
        ] as [[UInt8]])
    func refusesMalformedUTF8(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONValue(reading: bytes) }
        #expect(error?.problem == .malformedUTF8)
    }

    @Test("A repeated name is found among many, and a name of other bytes is no repetition")
    func findsRepeatedNames() throws {
        let members = (0..<40).map { "\"n\($0)\":\($0)" }
        #expect(try JSONValue(reading: "{\(members.joined(separator: ","))}")["n39"] == 39)
        let error = #expect(throws: JSONError.self) {
            try JSONValue(reading: "{\((members + ["\"n0\":1"]).joined(separator: ","))}")
        }
        #expect(error?.problem == .repeatedName("n0"))
        #expect(try JSONValue(reading: "{\"\u{E9}\":1,\"e\u{301}\":2}").members?.count == 2)
    }

    @Test("Values nest to the limit and not deeper", arguments: [("[", "]"), ("{\"a\":", "}")])
    func limitsNesting(open: String, close: String) throws {
        func nested(_ levels: Int) -> String {
            String(repeating: open, count: levels) + "0" + String(repeating: close, count: levels)
        }
        #expect(throws: Never.self) { try JSONValue(reading: nested(JSONLimits.nestingLevels)) }
        let error = #expect(throws: JSONError.self) { try JSONValue(reading: nested(JSONLimits.nestingLevels + 1)) }
        #expect(error?.problem == .nestedTooDeeply)
        let endless = #expect(throws: JSONError.self) {
            try JSONValue(reading: String(repeating: open, count: 100_000))
        }
        #expect(endless?.problem == .nestedTooDeeply)
    }

    @Test("An error says in one sentence where and what")
    func says() {
        let error = #expect(throws: JSONError.self) { try JSONValue(reading: "{\"a\u{1B}\": 1}") }
        #expect(error?.message == "Line 1, column 4: a control character in a string must be escaped.")
        let repeated = #expect(throws: JSONError.self) { try JSONValue(reading: "{\"a\\n\":1,\"a\\n\":2}") }
        #expect(repeated?.message == "Line 1, column 10: the name \"a\\n\" stands twice in one object.")
    }

    @Test("A text cut or changed anywhere is read or refused, never a trap")
    func survivesDamage() {
        let bytes = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83e\uddf3y",true,null],"bé":{"c":"\\"}}"#.utf8)
        for index in bytes.indices {
            _ = try? JSONValue(reading: Array(bytes[..<index]))
            for byte: UInt8 in [0x00, 0x22, 0x2C, 0x2D, 0x30, 0x5B, 0x5C, 0x5D, 0x65, 0x7D, 0xC3, 0xFF] {
                var changed = bytes
                changed[index] = byte
                if let value = try? JSONValue(reading: changed) {
                    #expect((try? JSONValue(reading: value.bytes())) == value)
                }
            }
        }
    }
}
