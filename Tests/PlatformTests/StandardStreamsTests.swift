// How wide a terminal is taken to be.

import Platform
import Testing

struct StandardStreamsTests {
    @Test(
        "Where no terminal is, COLUMNS counts if it is sensible",
        .disabled(if: StandardStream.input.isTerminal, "a terminal knows its own width"),
        arguments: [
            (nil, nil), ("", nil), ("80", 80), ("1", 1), ("10000", 10_000), ("0", nil), ("-5", nil), ("10001", nil),
            ("wide", nil), ("80 ", nil), ("99999999999999999999", nil),
        ] as [(String?, Int?)])
    func columns(variable: String?, width: Int?) {
        #expect(StandardStream.input.columns(environment: variable.map { ["COLUMNS": $0] } ?? [:]) == width)
    }
}
