// The units that weights are brought in.

import TripModel

/// A unit of weight and its grams.
enum WeightUnit: CaseIterable {
    case milligram, gram, kilogram, ounce, pound

    /// By the international avoirdupois pound of 1959: 453.59237 g, of 16 ounces.
    var grams: Double {
        switch self {
        case .milligram: 0.001
        case .gram: 1
        case .kilogram: 1000
        case .ounce: 28.349_523_125
        case .pound: 453.592_37
        }
    }

    /// The unit of a symbol or name, in singular or plural. A German Pfund, a French livre or a Spanish libra is none:
    /// it is half a kilogram to some and a pound to others.
    init?(named name: String) {
        let word = Folding.folded(name).filter { $0 != "." && !$0.isWhitespace }
        guard let unit = Self.unitsByName[word] else { return nil }
        self = unit
    }

    private static let unitsByName: [String: WeightUnit] = {
        let names: [(WeightUnit, String)] = [
            (.milligram, "mg milligram milligrams milligramm milligramme milligrammes"),
            (.gram, "g gr gm gms gram grams gramm gramme grammes gramo gramos grammo grammi grama gramas grammen"),
            (
                .kilogram,
                """
                kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilo chili
                chilogrammo chilogrammi quilo quilos quilograma quilogramas kilogrammen
                """
            ),
            (.ounce, "oz ozs ounce ounces unze unzen once onces onza onzas oncia onca oncas"),
            (.pound, "lb lbs pound pounds"),
        ]
        let pairs = names.flatMap { unit, text in text.split(whereSeparator: \.isWhitespace).map { (String($0), unit) }
        }
        return Dictionary(pairs) { first, _ in first }
    }()
}
