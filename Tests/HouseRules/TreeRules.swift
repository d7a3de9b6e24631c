// Rules about paths, and about links between pages.

/// The rules about the repository as a whole.
enum TreeRules {
    /// Folders and files whose paths differ only in case: disks of macOS hold only one of them.
    static func caseClashes(_ paths: [String]) -> [Violation] {
        var seen: [String: String] = [:]
        var violations: Set<Violation> = []
        for path in paths {
            var prefix = ""
            for part in path.split(separator: "/") {
                prefix += prefix.isEmpty ? String(part) : "/" + part
                let other = seen[prefix.lowercased()]
                if let other, other != prefix {
                    violations.insert(Violation(path: path, line: 1, rule: "differs from \(other) only in case"))
                }
                seen[prefix.lowercased()] = other ?? prefix
            }
        }
        return violations.sorted { $0.path < $1.path }
    }

    /// Links to files of this repository that are not there. Links to the web and to headings are left alone.
    static func brokenLinks(page: String, text: String, exists: (String) -> Bool) -> [Violation] {
        let folder = page.split(separator: "/").dropLast().map(String.init)
        var isCode = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            if line.hasPrefix("```") { isCode.toggle() }
            return (isCode ? [] : targets(String(line))).compactMap { target in
                let path = resolved(target, from: folder)
                return exists(path)
                    ? nil : Violation(path: page, line: index + 1, rule: "links to \(target), which is missing")
            }
        }
    }

    /// The targets of links in a line, without what follows a `#`.
    private static func targets(_ line: String) -> [String] {
        line.split(separator: "](", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            let target = rest.prefix { $0 != ")" && $0 != " " }
            let path = target.prefix { $0 != "#" }
            return path.isEmpty || target.contains("://") || target.hasPrefix("mailto:") ? nil : String(path)
        }
    }

    private static func resolved(_ target: String, from folder: [String]) -> String {
        var parts = target.hasPrefix("/") ? [] : folder
        for part in target.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }
}
