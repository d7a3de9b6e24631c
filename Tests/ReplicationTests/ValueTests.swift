// Values: exact equality, and the Swift types behind them.

import Replication
import Testing

struct ValueTests {
    @Test("Texts are equal when their bytes are")
    func text() {
        #expect(Value.text("é") == .text("\u{E9}"))
        #expect(Value.text("é") != .text("e\u{301}"))
        #expect(Value.text("a") != .text("ab"))
    }

    @Test("Doubles are equal when their bits are")
    func double() {
        #expect(Value.double(.nan) == .double(.nan))
        #expect(Value.double(0) != .double(-0.0))
        #expect(Value.double(1) != .integer(1))
    }

    @Test("Values of different kinds differ")
    func kinds() {
        let values: [Value] = [.null, .bool(false), .integer(0), .double(0), .text(""), .bytes([])]
        for (index, value) in values.enumerated() {
            #expect(values.firstIndex(of: value) == index)
        }
    }

    @Test("A Swift value is read back from its value, and from no other kind")
    func fieldValues() {
        #expect(Bool(fieldValue: true.fieldValue) == true)
        #expect(Int(fieldValue: Int.min.fieldValue) == Int.min)
        #expect(Double(fieldValue: 0.1.fieldValue) == 0.1)
        #expect(String(fieldValue: "a".fieldValue) == "a")
        #expect(Bool(fieldValue: .integer(1)) == nil)
        #expect(Int(fieldValue: .double(1)) == nil)
        #expect(Double(fieldValue: .integer(1)) == nil)
        #expect(String(fieldValue: .null) == nil)
    }

    @Test("An optional is null or its value, and unusable stays unusable")
    func optionals() {
        #expect(Int?.none.fieldValue == .null)
        #expect(Int?.some(3).fieldValue == .integer(3))
        #expect(Int?(fieldValue: .null) == .some(nil))
        #expect(Int?(fieldValue: .integer(3)) == .some(3))
        #expect(Int?(fieldValue: .text("3")) == nil)
    }
}
