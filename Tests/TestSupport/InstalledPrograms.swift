// Programs of the system that tests start.

import Platform

/// What is installed on this machine.
package enum InstalledPrograms {
    /// The absolute path of a program that is found by PATH; nil where it is not installed.
    package static func path(of name: String) -> String? {
        let folders = ProcessInformation.environment()["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { (try? Files.exists($0)) == true }
    }

    /// Those of the names that are not installed, in their order.
    package static func missing(_ names: [String]) -> [String] {
        names.filter { path(of: $0) == nil }
    }

    /// Starts a program that is found by PATH.
    ///
    /// - Throws: where it is not installed.
    static func start(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        guard let path = path(of: name) else { throw Missing(name: name) }
        let search = ["PATH": ProcessInformation.environment()["PATH"] ?? "/usr/bin:/bin"]
        return try ChildProcess(
            path, arguments.map { Array($0.utf8) }, environment: search.merging(environment) { $1 })
    }

    /// A program that is not installed.
    struct Missing: Error {
        let name: String
    }
}
