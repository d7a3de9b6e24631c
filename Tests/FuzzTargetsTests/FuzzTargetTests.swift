// Everything that reads bytes from outside stands what fuzzing has found, and some damage more.

import FuzzTargets
import Platform
import TestSupport
import Testing

@Suite("Fuzz targets")
struct FuzzTargetTests {
    @Test("Each input of a corpus, and mutations of them, are read or refused", arguments: FuzzTarget.all.map(\.name))
    func corpus(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let inputs = try Corpus.inputs(of: name)
        for (file, bytes) in inputs {
            #expect(throws: Never.self, "\(name)/\(file)") { try target.run(bytes) }
        }
        var mutation = Mutation(of: inputs.map(\.bytes), seed: 1)
        for number in 0..<target.mutationCount {
            let bytes = mutation.next()
            #expect(throws: Never.self, "\(name), mutation \(number): \(bytes)") { try target.run(bytes) }
        }
    }

    @Test("Every corpus belongs to a target, and every target has one with a few small inputs")
    func corpora() throws {
        let names = try Files.names(inFolder: Corpus.folder)
        #expect(Set(names) == Set(FuzzTarget.all.map(\.name)))
        for name in names {
            let inputs = try Corpus.inputs(of: name)
            #expect((3...Corpus.fileLimit).contains(inputs.count), "\(name) has \(inputs.count) inputs")
            #expect(inputs.reduce(0) { $0 + $1.bytes.count } <= Corpus.byteLimit, "\(name) is too large")
        }
    }

    @Test("A mutation follows from its seed, and differs from what it was made of")
    func mutations() {
        var (one, same, other) = (
            Mutation(of: [[1, 2, 3, 4]], seed: 1), Mutation(of: [[1, 2, 3, 4]], seed: 1),
            Mutation(of: [[1, 2, 3, 4]], seed: 2)
        )
        let inputs = (0..<100).map { _ in one.next() }
        #expect(inputs == (0..<100).map { _ in same.next() })
        #expect(inputs != (0..<100).map { _ in other.next() })
        #expect(Set(inputs).count > 50)
    }
}

/// The inputs that are kept for each target, below Tests/Fuzzing/Corpora.
private enum Corpus {
    static let folder = Fixtures.repository + "/Tests/Fuzzing/Corpora"
    /// Files of one corpus: what every run of the tests can read.
    static let fileLimit = 400
    /// Bytes of one corpus.
    static let byteLimit = 400_000

    /// By name of the file.
    static func inputs(of name: String) throws -> [(file: String, bytes: [UInt8])] {
        try Files.names(inFolder: folder + "/" + name).sorted().map { file in
            (file, try Files.read(folder + "/" + name + "/" + file, limitBytes: byteLimit))
        }
    }
}
