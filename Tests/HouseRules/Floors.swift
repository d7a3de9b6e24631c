// The floors as docs/architecture.md draws them, and the manifest and imports that must fit.

/// The floor of every target of the product, 0 being the lowest.
struct Floors: Sendable {
    let floorOfTarget: [String: Int]

    /// Reads the drawing: rows of a table that begin with the number of a floor, the last column with targets in code
    /// marks.
    init(drawing: String) {
        var floors: [String: Int] = [:]
        for line in drawing.split(separator: "\n") {
            let columns = line.split(separator: "|").map { Tokens.of($0) }
            guard line.hasPrefix("|"), columns.count >= 2, let floor = columns[0].first.flatMap({ Int($0) }) else {
                continue
            }
            for (index, part) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where index % 2 == 1 { floors[String(part)] = floor }
        }
        floorOfTarget = floors
    }

    /// Where the manifest does not fit the drawing: a target that is not drawn, one drawn but missing, a dependency on
    /// the same floor or one above.
    func manifest(_ manifest: Manifest) -> [Violation] {
        func violation(_ rule: String) -> Violation { Violation(path: "Package.swift", line: 1, rule: rule) }
        let targets = manifest.targets.filter { !$0.isTest }
        var violations: [Violation] = []
        for target in targets {
            guard let floor = floorOfTarget[target.name] else {
                violations.append(violation("has the target \(target.name), which docs/architecture.md does not draw"))
                continue
            }
            for dependency in target.dependencies where floorOfTarget[dependency, default: floor] >= floor {
                violations.append(violation("lets \(target.name) import \(dependency), which is not on a floor below"))
            }
        }
        for name in floorOfTarget.keys.sorted() where !targets.contains(where: { $0.name == name }) {
            violations.append(violation("lacks the target \(name), which docs/architecture.md draws"))
        }
        return violations
    }
}

/// The targets of Package.swift.
struct Manifest: Sendable {
    struct Target: Sendable, Equatable {
        let name: String
        let dependencies: [String]
        /// Where its files are, when the manifest says so; otherwise in the folder of its name.
        var folder: String?
        /// Test targets, and what only they use, stand beside the floors.
        let isTest: Bool
    }

    let targets: [Target]

    /// Finds the calls that make targets: the package manager's own, and those that the manifest defines.
    init(_ manifest: SourceFile) {
        let pieces = Self.pieces(of: manifest)
        targets = pieces.indices.dropLast(2).compactMap { index in
            guard pieces[index + 1] == "(", Self.makers.contains(pieces[index]) else { return nil }
            return Self.target(madeBy: pieces[index], Self.arguments(pieces[(index + 2)...]))
        }
    }

    /// Nil where the name is no text: in the functions by which the manifest makes targets.
    private static func target(madeBy maker: String, _ arguments: [String]) -> Target? {
        let first = arguments.first == "name" ? arguments.dropFirst(2).first : arguments.first
        guard let first, first.hasPrefix("\"") else { return nil }
        let name = String(first.dropFirst())
        switch maker {
        case "shim", "serverShim": return Target(name: name, dependencies: [], isTest: false)
        case "tests":
            let dependencies = [name, "TestSupport"] + firstList(arguments)
            return Target(name: name + "Tests", dependencies: dependencies, isTest: true)
        default:
            let isTest = maker == "testTarget" || arguments.contains { $0.hasPrefix("\"Tests/") }
            let path = arguments.firstIndex(of: "path").flatMap { arguments[$0...].first { $0.hasPrefix("\"") } }
            return Target(
                name: name, dependencies: firstList(arguments), folder: path.map { String($0.dropFirst()) },
                isTest: isTest)
        }
    }

    /// The target a file belongs to: the one whose folder it lies in, or that has the name of the folder below Sources,
    /// Server or Tests.
    func target(of file: SourceFile) -> Target? {
        if let target = targets.first(where: { $0.folder.map { file.path.hasPrefix($0 + "/") } ?? false }) {
            return target
        }
        let parts = file.path.split(separator: "/")
        return parts.count > 2 ? targets.first { $0.name == parts[1] } : nil
    }

    private static let makers: Set = [
        "target", "serverTarget", "shim", "serverShim", "tests", "executableTarget", "testTarget",
    ]

    /// Names, marks and texts, the texts with their opening quotation mark.
    private static func pieces(of manifest: SourceFile) -> [String] {
        let (text, code) = (Array(manifest.text.utf8), Array(manifest.code.utf8))
        var pieces: [String] = []
        var start = 0
        while start < code.count {
            let quote = code[start...].firstIndex(of: UInt8(ascii: "\"")) ?? code.count
            pieces += Tokens.of(String(decoding: code[start..<quote], as: UTF8.self))
            guard quote < code.count else { break }
            let end = code[(quote + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? code.count - 1
            pieces.append(String(decoding: text[quote..<end], as: UTF8.self))
            start = end + 1
        }
        return pieces
    }

    /// What stands between the parentheses of a call.
    private static func arguments(_ pieces: ArraySlice<String>) -> [String] {
        var depth = 1
        return pieces.prefix { piece in
            depth += piece == "(" ? 1 : piece == ")" ? -1 : 0
            return depth > 0
        }
    }

    /// The texts of the first list in brackets.
    private static func firstList(_ arguments: [String]) -> [String] {
        guard let open = arguments.firstIndex(of: "["), let close = arguments[open...].firstIndex(of: "]") else {
            return []
        }
        return arguments[open..<close].filter { $0.hasPrefix("\"") }.map { String($0.dropFirst()) }
    }
}
