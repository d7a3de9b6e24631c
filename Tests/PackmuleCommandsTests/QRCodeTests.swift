// Codes for cameras, against those that the program qrencode made and the program zbarimg read.

import CommandLineTool
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("QR codes")
struct QRCodeTests {
    struct Fixture: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        /// Row by row, true for dark, without a quiet zone.
        let modules: [[Bool]]
        var testDescription: String { name }

        static func all() throws -> [Fixture] {
            try Fixtures.lines("qrcode/texts.tsv").map { line in
                let columns = line.split(separator: "\t").map(String.init)
                let rows = try Fixtures.lines("qrcode/\(columns[0]).txt").map { row in
                    Array(row).enumerated().filter { $0.offset % 2 == 0 }.map { $0.element == "#" }
                }
                return Fixture(name: columns[0], text: columns[1], modules: rows)
            }
        }
    }

    @Test(
        "The modules are those of the other program, in a quiet zone of four", arguments: try Fixture.all(),
        [Colour.on, .off])
    func modules(fixture: Fixture, colour: Colour) throws {
        let text = try #require(QRCode(fixture.text)).terminalText(colour)
        let width = fixture.modules.count
        let rows = modules(text, colour)
        #expect(rows.allSatisfy { $0.count == width + 8 })
        let expected = (0..<width + 9).map { row in
            (0..<width + 8).map { column in
                4..<width + 4 ~= row && 4..<width + 4 ~= column && fixture.modules[row - 4][column - 4]
            }
        }
        #expect(rows == expected)
    }

    @Test("With colour every line is black on white and ends so; without there are no controls")
    func colours() throws {
        let code = try #require(QRCode("Hi"))
        let lines = code.terminalText(.on).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
        #expect(!code.terminalText(.off).unicodeScalars.contains("\u{1B}"))
    }

    @Test("The code of a link with a pin fits in 24 lines and 80 columns")
    func fits() throws {
        let link = try #require(Fixture.all().first { $0.name == "pinned" }).text
        let lines = try #require(QRCode(link)).terminalText(.off).split(separator: "\n")
        #expect(lines.count < 24)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test(
        "What no code holds gives none",
        arguments: ["", "a\u{0}b", String(repeating: "x", count: 2954), String(repeating: "x", count: 100_000)])
    func none(text: String) {
        #expect(QRCode(text) == nil)
    }

    @Test("The longest text gives a code")
    func longest() throws {
        #expect(try #require(QRCode(String(repeating: "x", count: 2953))).width == 177)
    }

    /// Reads the text back: true where a module is dark.
    private func modules(_ text: String, _ colour: Colour) -> [[Bool]] {
        text.split(separator: "\n").flatMap { line -> [[Bool]] in
            let blocks = line.filter { "█▀▄ ".contains($0) }
            let isInkDark = colour == .on
            return [
                blocks.map { "█▀".contains($0) == isInkDark }, blocks.map { "█▄".contains($0) == isInkDark },
            ]
        }
    }
}
