// What a file may import.

/// The rules about imports.
enum ImportRules {
    /// Modules of the toolchain that every target may use.
    static let commonModules: Set = ["Synchronization"]

    /// Modules that come with the toolchain or the system, and the targets that may use them.
    static let systemModules: [String: Set<String>] = [
        "Glibc": ["Platform"],
        "Darwin": ["Platform"],
        // For its JSON coders, which are good enough at the edge.
        "FoundationEssentials": ["Interchange"],
    ]

    /// Modules only tests may use.
    static let testModules: Set = ["Testing", "Glibc", "Darwin"]

    /// The one file that may import Foundation, to notice when a new toolchain answers otherwise than the one known.
    static let canary = "Tests/CivilTimeTests/FoundationCanaryTests.swift"

    /// Imports of a module that the manifest does not give this target.
    static func imports(_ file: SourceFile, manifest: Manifest) -> [Violation] {
        let target = manifest.target(of: file)
        let name = target?.name ?? "no target"
        let declared = target?.dependencies ?? []
        return modules(file).compactMap { line, module in
            if declared.contains(module) || commonModules.contains(module) { return nil }
            if !file.isProduct, testModules.contains(module) { return nil }
            if module == "Foundation", file.path == canary { return nil }
            if let users = systemModules[module], users.contains(name) { return nil }
            return Violation(path: file.path, line: line, rule: "imports \(module), which \(name) must not")
        }
    }

    /// The modules a file imports, with the lines.
    static func modules(_ file: SourceFile) -> [(line: Int, module: String)] {
        file.codeLines.enumerated().compactMap { index, line in
            let tokens = Tokens.of(line)
            guard let word = tokens.firstIndex(of: "import"),
                tokens[..<word].allSatisfy({ importPrefixes.contains($0) })
            else { return nil }
            // `import struct Module.Name` names the kind first.
            return tokens[(word + 1)...].first { !kinds.contains($0) }.map { (index + 1, $0) }
        }
    }

    private static let importPrefixes: Set = [
        "public", "package", "internal", "fileprivate", "private", "@", "testable", "_exported", "preconcurrency",
    ]
    private static let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
}
