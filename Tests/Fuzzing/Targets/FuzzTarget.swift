// What is fuzzed: the one list of everything that reads bytes from outside.

/// A reader of the product, and the properties that hold for whatever bytes it is handed. Bytes that are refused are as
/// good as any; a target fails by a trap, by taking too long, and by ``BrokenProperty``.
package struct FuzzTarget: Sendable {
    /// In lower case with hyphens: also the folder of its corpus below Tests/Fuzzing/Corpora.
    package let name: String
    /// How many mutations of its corpus the tests try: fewer where one run takes long.
    package let mutationCount: Int
    /// Hands bytes to the reader. The same bytes always do the same.
    package let run: @Sendable (_ bytes: [UInt8]) throws -> Void

    init(_ name: String, mutationCount: Int = 3_000, _ run: @escaping @Sendable (_ bytes: [UInt8]) throws -> Void) {
        (self.name, self.mutationCount, self.run) = (name, mutationCount, run)
    }

    /// Every target.
    package static let all: [FuzzTarget] =
        codings + messages + [sealedBodies, links, listener, server] + times + [fields, texts] + files + [commandLine]

    /// The target of a name.
    package static func named(_ name: String) -> FuzzTarget? {
        all.first { $0.name == name }
    }
}

/// A property that does not hold for the bytes of a run.
package struct BrokenProperty: Error, CustomStringConvertible {
    /// What does not hold.
    package let description: String
}

/// Throws unless a property holds.
func require(_ holds: Bool, _ property: @autoclosure () -> String) throws {
    guard holds else { throw BrokenProperty(description: property()) }
}

/// What is read; nil where it is refused.
func read<Value>(_ body: () throws -> Value) -> Value? {
    try? body()
}
