// Numbers with commas, points and separators of thousands.

import Testing

@testable import Interchange

struct DecimalTextTests {
    @Test(
        "Numbers have one reading, two, or none",
        arguments: [
            ("150", .value(150)), ("0,15", .value(0.15)), ("8.5", .value(8.5)), (".5", .value(0.5)), ("5.", .value(5)),
            ("0.125", .value(0.125)), ("1.2345", .value(1.2345)), ("-3", .value(-3)), ("+3", .value(3)),
            ("1.250,5", .grouped(1250.5)), ("1,250.5", .grouped(1250.5)), ("1.250.500", .grouped(1_250_500)),
            ("1'250", .grouped(1250)), ("1 250,5", .grouped(1250.5)), ("1\u{202F}250", .grouped(1250)),
            ("1.250", .ambiguous(decimal: 1.25, grouped: 1250, mark: .point)),
            ("1,250", .ambiguous(decimal: 1.25, grouped: 1250, mark: .comma)),
            ("", .unreadable), (".", .unreadable), ("-", .unreadable), ("1.2.3", .unreadable),
            ("1,2,3.4.5", .unreadable),
            ("a", .unreadable), ("1e3", .unreadable), ("٣", .unreadable), ("12.50,5", .unreadable),
        ] as [(String, DecimalText)])
    func readings(text: String, expected: DecimalText) {
        #expect(DecimalText(text) == expected)
    }

    @Test("A mark proven by other numbers settles what could be either")
    func proven() {
        #expect(DecimalText("1.250", proven: .point) == .value(1.25))
        #expect(DecimalText("1.250", proven: .comma) == .grouped(1250))
        #expect(DecimalText.provenMark(in: "0,15") == .comma)
        #expect(DecimalText.provenMark(in: "1.250,5") == .comma)
        #expect(DecimalText.provenMark(in: "8.5") == .point)
        #expect(DecimalText.provenMark(in: "1.250") == nil)
        #expect(DecimalText.provenMark(in: "150") == nil)
        #expect(DecimalText.provenMark(in: "1.250.500") == nil)
    }
}
