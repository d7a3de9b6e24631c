// Bytes as the test vectors write them.

/// The bytes of pairs of hexadecimal digits.
func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Two lower-case digits for each byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
