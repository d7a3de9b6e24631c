// Tests of weights as text.

import Replication
import Testing

@testable import TripModel

@Suite("Weights as text")
struct WeightTextTests {
    @Test(
        "A number with a unit is read as whole grams",
        arguments: [
            ("240", 240), ("240g", 240), ("240 G", 240), ("1.5kg", 1500), ("1.5 kg", 1500), ("8oz", 227), ("1lb", 454),
            ("2lbs", 907), ("0", 0), ("0.4", 0), ("0.5", 1), ("200kg", 200_000), (" 30 ", 30), ("1.2345kg", 1235),
        ])
    func reading(typed: String, grams: Int) {
        #expect(WeightText.grams(in: typed) == .success(grams))
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "kg", "-1", "1,5kg", "200001", "201kg", "1e3", "0x10", "nan", "inf", ".5kg", "5.", "1.2.3", "3 stone",
            "99999999999999999999999999kg", "२kg", "1 k g",
        ])
    func refusing(typed: String) {
        guard case .failure(let rule) = WeightText.grams(in: typed) else {
            Issue.record("\(typed) was read")
            return
        }
        #expect(rule.clause == "must be a weight from 0 to 200 kg, such as 240g, 1.5kg, 8oz or 1lb")
    }

    @Test(
        "Grams are written in the unit chosen",
        arguments: [
            (0, Settings.WeightUnit.g, "0 g"), (240, .g, "240 g"), (999, .g, "999 g"), (1000, .g, "1 kg"),
            (2400, .g, "2.4 kg"), (1234, .g, "1.23 kg"), (240, .kg, "0.24 kg"), (1234, .kg, "1.234 kg"),
            (227, .oz, "8.01 oz"), (454, .lb, "1 lb"), (500, .lb, "1.1 lb"), (199_800_000, .g, "199800 kg"),
        ])
    func writing(grams: Int, unit: Settings.WeightUnit, text: String) {
        #expect(WeightText.text(grams: grams, in: unit) == text)
    }
}
