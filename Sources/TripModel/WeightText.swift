// Weights as people type and read them; kept are whole grams.

public import Replication

/// Reads `240`, `240g`, `1.5kg`, `8oz` and `1lb`, and writes grams in the unit that people chose.
public enum WeightText {
    /// Grams, rounded to whole ones, of a number with a unit; without a unit it is grams. A failure says what may be
    /// typed. Its answer still has to pass the rule of the field.
    public static func grams(in typed: String) -> Result<Int, RuleBroken> {
        let cleaned = TextRules.cleaned(typed).lowercased()
        let digits = cleaned.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = TextRules.cleaned(String(cleaned.dropFirst(digits.count)))
        guard digits.first?.isNumber == true, digits.last?.isNumber == true,
            let number = Double(digits), let gramsPerUnit = gramsPerUnit(unit),
            // Written so that what is no number is refused too.
            number * gramsPerUnit < Double(Limits.weightGrams) + 0.5
        else {
            return .failure(
                RuleBroken(
                    "must be a weight from 0 to \(Limits.weightGrams / 1000) kg, such as 240g, 1.5kg, 8oz or 1lb"))
        }
        return .success(Int((number * gramsPerUnit).rounded()))
    }

    /// `240 g`, `2.4 kg`, `8.5 oz` or `1.06 lb`: kilograms also for a thousand grams and more; rounded to two decimals,
    /// three for kilograms where they were chosen.
    ///
    /// - Parameter grams: at least 0.
    public static func text(grams: Int, in unit: Settings.WeightUnit) -> String {
        switch unit {
        case .g where grams < 1000: "\(grams) g"
        case .g: decimal(Double(grams) / 1000, decimals: 2) + " kg"
        case .kg: decimal(Double(grams) / 1000, decimals: 3) + " kg"
        case .oz: decimal(Double(grams) / gramsPerOunce, decimals: 2) + " oz"
        case .lb: decimal(Double(grams) / gramsPerPound, decimals: 2) + " lb"
        }
    }

    private static func gramsPerUnit(_ unit: String) -> Double? {
        switch unit {
        case "", "g": 1
        case "kg": 1000
        case "oz": gramsPerOunce
        case "lb", "lbs": gramsPerPound
        default: nil
        }
    }

    /// The international avoirdupois pound of 1959, and its sixteenth.
    private static let gramsPerPound = 453.592_37
    private static let gramsPerOunce = gramsPerPound / 16

    /// Without zeros at the end.
    private static func decimal(_ number: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let units = Int((number * Double(scale)).rounded())
        let (whole, fraction) = units.quotientAndRemainder(dividingBy: scale)
        guard fraction > 0 else { return String(whole) }
        var digits = String(String(scale + fraction).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
