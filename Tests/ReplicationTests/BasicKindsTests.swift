// The kinds of field that are not text: what they take, read and show.

import Replication
import Testing

struct BasicKindsTests {
    @Test(
        "A flag is read from a few words",
        arguments: [
            ("yes", true), ("TRUE", true), ("1", true), ("on", true), ("no", false), ("Off", false), ("0", false),
        ])
    func flag(typed: String, expected: Bool) {
        #expect(FieldKind.flag.parse(typed) == .success(.bool(expected)))
    }

    @Test("Other words are not a flag", arguments: ["", "y", "yes ", "2"])
    func notFlag(typed: String) {
        #expect(FieldKind.flag.parse(typed) == .failure(RuleBroken("must be yes or no")))
    }

    @Test("A flag is shown as yes or no")
    func flagFormat() {
        #expect(FieldKind.flag.format(.bool(true)) == "yes")
        #expect(FieldKind.flag.format(.bool(false)) == "no")
    }

    @Test("A whole number keeps to its range")
    func integer() {
        let kind = FieldKind.integer(0...999, unit: "g")
        let rule = "must be a whole number from 0 to 999 g"
        #expect(kind.parse("999") == .success(.integer(999)))
        #expect(kind.parse("1.0") == .failure(RuleBroken(rule)))
        #expect(kind.parse("99999999999999999999") == .failure(RuleBroken(rule)))
        #expect(kind.brokenRule(.integer(1000)) == rule)
        #expect(kind.brokenRule(.integer(-1)) == rule)
        #expect(kind.brokenRule(.integer(0)) == nil)
        #expect(kind.format(.integer(7)) == "7")
    }

    @Test("A number is finite and keeps to its range")
    func real() {
        let kind = FieldKind.real(-90...90)
        let rule = "must be a number from -90.0 to 90.0"
        #expect(kind.parse("41.9") == .success(.double(41.9)))
        for typed in ["", "x", "nan", "inf", "1,5"] { #expect(kind.parse(typed) == .failure(RuleBroken(rule))) }
        #expect(kind.brokenRule(.double(90.1)) == rule)
        #expect(kind.brokenRule(.double(.nan)) == rule)
        #expect(kind.brokenRule(.double(-90)) == nil)
        #expect(kind.format(.double(-0.5)) == "-0.5")
    }

    @Test("A choice is one of its words")
    func choice() {
        let kind = FieldKind.choice(["typed", "café"])
        #expect(kind.name == "typed|café")
        #expect(kind.parse("TYPED") == .success(.text("typed")))
        #expect(kind.parse("other") == .failure(RuleBroken("must be one of: typed, café")))
        #expect(kind.brokenRule(.text("café")) == nil)
        #expect(kind.brokenRule(.text("cafe\u{301}")) == "must be one of: typed, café")
        #expect(kind.parse("cafe\u{301}") == .success(.text("café")))
        #expect(kind.format(.text("typed")) == "typed")
        #expect(FieldKind.choice(["lastDay"]).parse("lastday") == .success(.text("lastDay")))
        #expect(FieldKind.choice(["lastDay"]).parse("lastDay") == .success(.text("lastDay")))
    }

    @Test("A record is named by its identity")
    func record() {
        let id = RecordID(high: 1, low: 2)
        #expect(FieldKind.record.parse(id.description) == .success(id.fieldValue))
        #expect(FieldKind.record.parse("1") == .failure(RuleBroken("must be the id of a record")))
        #expect(FieldKind.record.brokenRule(.bytes([1])) == "must be the id of a record")
        #expect(FieldKind.record.format(id.fieldValue) == id.description)
    }

    @Test("A kind accepts null, and else its own storage within the rule")
    func accepts() {
        let kind = FieldKind.integer(0...9)
        #expect(kind.accepts(.null))
        #expect(kind.accepts(.integer(9)))
        for value in [Value.integer(10), .bool(true), .double(1), .text("1"), .bytes([1])] {
            #expect(!kind.accepts(value))
        }
    }
}
