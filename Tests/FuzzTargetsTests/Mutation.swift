// Repeatable damage to the inputs of a corpus.

import TestSupport

/// Makes new inputs of those of a corpus, as a fuzzer does.
struct Mutation {
    private var generator: SeededGenerator
    private let inputs: [[UInt8]]

    /// The same seed makes the same inputs.
    init(of inputs: [[UInt8]], seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        self.inputs = inputs
    }

    /// One of the inputs with 1 to 4 things changed in it.
    mutating func next() -> [UInt8] {
        var bytes = inputs.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let length = Int.random(in: 0...min(16, bytes.count - place), using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes.insert(Self.telling.randomElement(using: &generator) ?? 0, at: place)
        case 2: bytes.removeSubrange(place..<place + length)
        case 3: bytes.removeSubrange(place...)
        case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
        default:
            let other = inputs.randomElement(using: &generator) ?? []
            bytes.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &generator)))
        }
    }

    /// Bytes that mean something in many formats.
    private static let telling: [UInt8] = [0, 1, 0x17, 0x18, 0x1B, 0x7F, 0x80, 0xFF] + Array("\n\" ,-#:[{%0129Z".utf8)
}
