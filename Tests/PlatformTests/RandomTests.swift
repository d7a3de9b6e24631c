// The random source of the system, and the repeatable ones of tests.

import Platform
import TestSupport
import Testing

struct RandomTests {
    @Test("A thousand draws of the system are all different and use every bit")
    func systemRandom() {
        let source = SystemRandom()
        let draws = (0..<1_000).map { _ in source.next64() }
        #expect(Set(draws).count == 1_000)
        #expect(draws.reduce(0, |) == .max && draws.reduce(.max, &) == 0)
    }

    @Test("The system fills many bytes, each part of them differently", arguments: [0, 1, 255, 256, 257, 60_000])
    func manyBytes(count: Int) {
        let (bytes, others) = (SystemRandom().bytes(count: count), SystemRandom().bytes(count: count))
        #expect(bytes.count == count)
        guard count >= 255 else { return }
        #expect(bytes != others)
        #expect(bytes.suffix(16) != bytes.prefix(16) && bytes.suffix(16) != ArraySlice(repeating: 0, count: 16))
    }

    @Test("Bytes are those of the words, the most significant first", arguments: [0, 1, 8, 12, 17])
    func bytesOfWords(count: Int) {
        let (words, source) = (SeededRandom(seed: 7), SeededRandom(seed: 7))
        let expected = (0..<3).flatMap { _ in
            let word = words.next64()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
        #expect(source.bytes(count: count) == Array(expected.prefix(count)))
    }

    @Test("xoshiro256** gives the words an independent program computed from seed 1")
    func seededGenerator() {
        var generator = SeededGenerator(seed: 1)
        #expect(
            (0..<4).map { _ in generator.next() } == [
                0xB3F2_AF6D_0FC7_10C5, 0x853B_5596_4736_4CEA, 0x92F8_9756_082A_4514, 0x642E_1C7B_C266_A3A7,
            ])
    }

    @Test("The same seed gives the same bits, another seed other bits")
    func seededRandom() {
        let (one, same, other) = (SeededRandom(seed: 5), SeededRandom(seed: 5), SeededRandom(seed: 6))
        let draws = (0..<100).map { _ in one.next64() }
        #expect(draws == (0..<100).map { _ in same.next64() })
        #expect(draws != (0..<100).map { _ in other.next64() })
    }

    @Test("Whole numbers reach both ends of their range and never leave it")
    func integers() {
        var generator = SeededGenerator(seed: 2)
        let draws = (0..<1_000).map { _ in generator.int(in: -2...3) }
        #expect(Set(draws) == [-2, -1, 0, 1, 2, 3])
        #expect(generator.int(in: 7...7) == 7 && generator.int(in: 7..<8) == 7)
        let wide = (0..<1_000).map { _ in generator.int(in: .min ... .max) }
        #expect(wide.contains { $0 < Int.min / 2 } && wide.contains { $0 > Int.max / 2 })
    }

    @Test("Chance keeps its probability", arguments: [0, 0.1, 0.5, 1])
    func chance(probability: Double) {
        var generator = SeededGenerator(seed: 3)
        let hits = (0..<10_000).count { _ in generator.bool(probability: probability) }
        #expect(abs(Double(hits) / 10_000 - probability) < 0.02)
        if probability == 0 || probability == 1 { #expect(hits == Int(probability) * 10_000) }
    }

    @Test("A shuffle keeps the elements and reaches every order")
    func shuffle() {
        var generator = SeededGenerator(seed: 4)
        let orders = Set((0..<500).map { _ in generator.shuffled([1, 2, 3]) })
        #expect(orders == [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
        #expect(Set((0..<100).map { _ in generator.pick(from: ["a", "b", "c"]) }) == ["a", "b", "c"])
    }

    @Test("Random text has no more characters than pieces, and controls only when asked for")
    func text() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let text = generator.text(pieces: 1...20)
            #expect((1...20).contains(text.count))
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
        let wild = generator.text(pieces: 1_000...1_000, withControlCharacters: true)
        #expect(wild.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
}
