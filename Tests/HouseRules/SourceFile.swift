// The source tree as text, the way the house rules read it.

import Platform
import TestSupport

/// One file of the repository.
struct SourceFile: Sendable {
    /// From the top of the repository: `Sources/Platform/Files.swift`.
    let path: String
    /// Everything in it.
    let text: String
    /// Everything in it but comments and the contents of texts, which are blank; of the same length, line by line.
    let code: String

    /// A file as it would stand at that path; tests of the rules make small bad ones.
    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = CodeReader.code(of: text)
    }

    /// The lines of the text.
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The lines of the code.
    var codeLines: [Substring] { code.split(separator: "\n", omittingEmptySubsequences: false) }

    /// Whether the file is part of what people run, not of what tests it.
    var isProduct: Bool { path.hasPrefix("Sources/") || path.hasPrefix("Server/") }
}

/// One place where a rule is broken.
struct Violation: Hashable, CustomStringConvertible {
    let path: String
    /// The first line has number 1.
    let line: Int
    let rule: String

    var description: String { "\(path):\(line): \(rule)" }
}

/// What lies in the repository.
enum SourceTree {
    /// Every Swift file of the product and its tests.
    static func swiftFiles() throws -> [SourceFile] {
        try ["Sources", "Server", "Tests"].flatMap { try paths(below: $0) }
            .filter { $0.hasSuffix(".swift") }
            .map { try file($0) }
    }

    /// One file of the repository.
    static func file(_ path: String) throws -> SourceFile {
        let bytes = try Files.read(Fixtures.repository + "/" + path, limitBytes: 4 << 20)
        return SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
    }

    /// The paths of all files below a folder, in order; none when the folder is missing.
    static func paths(below folder: String) throws -> [String] {
        guard try Files.exists(Fixtures.repository + "/" + folder) else { return [] }
        return try Files.names(inFolder: Fixtures.repository + "/" + folder).flatMap { name in
            let path = folder + "/" + name
            let isFolder = try Files.attributes(of: Fixtures.repository + "/" + path).kind == .folder
            return isFolder ? try paths(below: path) : [path]
        }
    }
}
