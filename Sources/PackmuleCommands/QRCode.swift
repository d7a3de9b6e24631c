// A link as a code that the camera of another device reads off the terminal.

import CPackmuleQRCode
import CommandLineTool

/// A QR code (ISO/IEC 18004) with the least correction of errors: a screen is never dirty, and a small code fits in a
/// terminal of 24 lines.
struct QRCode {
    /// How many modules a side has.
    let width: Int
    /// Row by row, true where a module is dark.
    private let isDark: [Bool]

    /// The modules of light that have to surround a code (section 9.1 of the standard).
    static let quietModules = 4

    /// Nil for a text that no code holds: an empty one, one with U+0000, or one of more than some 2,900 bytes.
    init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else {
            return nil
        }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        isDark = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
    }

    /// The code with its quiet zone, two rows of modules a line.
    ///
    /// With colour it is black on white on every terminal. Without, light modules are drawn and dark ones left out, as
    /// on the dark terminals that most people have; on a light one it is inverted, which most cameras read as well.
    func terminalText(_ colour: Colour) -> String {
        let positions = -Self.quietModules..<width + Self.quietModules
        return positions.filter { $0.isMultiple(of: 2) }.map { row in
            let line = positions.map { column in
                Self.character(
                    upper: isDark(row, column) == (colour == .on), lower: isDark(row + 1, column) == (colour == .on))
            }
            return (colour == .on ? Self.blackOnWhite + String(line) + Self.reset : String(line)) + "\n"
        }.joined()
    }

    /// False outside of the code.
    private func isDark(_ row: Int, _ column: Int) -> Bool {
        0..<width ~= row && 0..<width ~= column && isDark[row * width + column]
    }

    private static func character(upper: Bool, lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }

    /// Colours 16 and 231 of the palette of 256, which no theme changes.
    private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
    private static let reset = "\u{1B}[0m"
}
