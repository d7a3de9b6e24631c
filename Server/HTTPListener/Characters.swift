// Which bytes may stand where in the head of a request.

/// Classes of bytes, as bits of two words: one test costs a shift.
enum Characters {
    /// `A-Z a-z 0-9 / _ . -`
    static func isInPath(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x03FF_E000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
    }

    /// The characters of a token (RFC 9110 section 5.6.2).
    static func isInName(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
    }

    /// Everything but controls; the tab may stand there (RFC 9110 section 5.5).
    static func isInValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09
    }

    /// Hexadecimal digits, `.` and `:`.
    static func isInAddress(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x07FF_4000_0000_0000, high: 0x0000_007E_0000_007E)
    }

    private static func contains(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
        let word = byte < 64 ? low : byte < 128 ? high : 0
        return word >> UInt64(byte & 63) & 1 == 1
    }
}
