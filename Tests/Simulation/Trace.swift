// A hash over all that happens in a schedule, so that two runs can be compared, and the lines that show it.

/// Everything that happened, as a hash (FNV-1a, 64 bits) and, on demand, as lines.
struct Trace {
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines: [String] = []
    private let keepsLines: Bool

    init(keepsLines: Bool) {
        self.keepsLines = keepsLines
    }

    mutating func note(at milliseconds: Int64, _ text: @autoclosure () -> String) {
        add(UInt64(bitPattern: milliseconds))
        guard keepsLines else { return }
        let seconds = milliseconds / 1000
        let rest = "\(milliseconds % 1000)"
        lines.append("\(seconds).\(String(repeating: "0", count: max(0, 3 - rest.count)))\(rest) \(text())")
    }

    mutating func add(_ word: UInt64) {
        hash = (hash ^ word) &* 0x100_0000_01B3
        hash ^= hash >> 29
    }

    mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
