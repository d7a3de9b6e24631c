// Calls and words that have one place, or none.

/// Something that must not be written, and where it may be after all.
struct Ban: Sendable {
    /// The bytes that give it away, in code only.
    let word: String
    /// What to do instead.
    let reason: String
    /// The files that may, each with its reason.
    var exceptions: [String: String] = [:]
}

/// The rule about banned words.
enum BannedWords {
    private static let clock = "only Platform/SystemClock.swift asks for the time; take a WallClock"
    private static let chance = "only Platform/SystemRandom.swift asks for random bytes; take a RandomSource"
    private static let trap = "input must never stop the program; throw, or return nil"
    private static let unchecked = "the compiler cannot check it; name the file here with a reason"

    /// What the product must not contain.
    static let all: [Ban] = [
        Ban(word: "Date()", reason: clock),
        Ban(word: "time(nil)", reason: clock),
        Ban(word: "time(&", reason: clock),
        Ban(
            word: "clock_gettime", reason: clock,
            exceptions: ["Sources/Platform/SystemClock.swift": "it is the clock"]),
        Ban(word: "gettimeofday", reason: clock),
        Ban(word: "ContinuousClock", reason: clock),
        Ban(word: "SuspendingClock", reason: clock),
        Ban(word: "Task.sleep", reason: "a wait has an event or a timer behind it"),

        Ban(
            word: "packmule_random", reason: chance,
            exceptions: ["Sources/Platform/SystemRandom.swift": "it is the random source"]),
        Ban(word: "getrandom", reason: chance),
        Ban(word: "arc4random", reason: chance),
        Ban(word: "SystemRandomNumberGenerator", reason: chance),
        Ban(word: ".random(", reason: chance),
        Ban(word: ".randomElement(", reason: chance),
        Ban(word: ".shuffled()", reason: chance),
        Ban(word: ".shuffle()", reason: chance),
        Ban(word: "UUID()", reason: chance),

        Ban(word: "try!", reason: trap),
        Ban(word: "as!", reason: trap),
        Ban(word: "fatalError", reason: trap),

        Ban(
            word: "@unchecked", reason: unchecked,
            exceptions: [
                "Sources/SQLiteDatabase/Exclusive.swift":
                    "a lock whose closures run a caller's code, which Mutex refuses"
            ]),
        Ban(word: "nonisolated(unsafe)", reason: unchecked),
        Ban(word: "unsafeBitCast", reason: unchecked),
        Ban(
            word: "@_exported", reason: "one file says what an app sees",
            exceptions: ["Sources/PackmuleKit/Exports.swift": "it is that file"]),
    ]

    /// Banned words in the code of the product.
    static func banned(_ file: SourceFile, bans: [Ban] = all) -> [Violation] {
        guard file.isProduct else { return [] }
        let code = Array(file.code.utf8)
        return bans.filter { $0.exceptions[file.path] == nil }.flatMap { ban in
            Tokens.offsets(of: ban.word, in: code).map { offset in
                Violation(path: file.path, line: line(of: offset, in: code), rule: "has \(ban.word): \(ban.reason)")
            }
        }
    }

    /// Forced unwrapping in the code of the product: an exclamation mark right behind a value or a type.
    static func forcedUnwrapping(_ file: SourceFile) -> [Violation] {
        guard file.isProduct else { return [] }
        let code = Array(file.code.utf8)
        return code.indices.compactMap { index in
            guard index > 0, code[index] == UInt8(ascii: "!") else { return nil }
            let (before, after) = (code[index - 1], index + 1 < code.count ? code[index + 1] : 0)
            guard Tokens.isPartOfName(before) || ")]}>?\"`".utf8.contains(before), after != UInt8(ascii: "=") else {
                return nil
            }
            return Violation(path: file.path, line: line(of: index, in: code), rule: "unwraps by force: \(trap)")
        }
    }

    /// Exceptions for files that no longer need them.
    static func needlessExceptions(_ files: [SourceFile], bans: [Ban] = all) -> [Violation] {
        bans.flatMap { ban in
            files
                .filter { ban.exceptions[$0.path] != nil }
                .filter { Tokens.offsets(of: ban.word, in: Array($0.code.utf8)).isEmpty }
                .map { Violation(path: $0.path, line: 1, rule: "needs no exception for \(ban.word)") }
        }
    }

    private static func line(of offset: Int, in code: [UInt8]) -> Int {
        1 + code[..<offset].count { $0 == UInt8(ascii: "\n") }
    }
}
