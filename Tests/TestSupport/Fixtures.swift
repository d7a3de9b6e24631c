// The files that tests read, and where they are.

import Platform

/// The folder Tests/Fixtures of this checkout.
package enum Fixtures {
    /// The absolute path of a fixture, given its path below Tests/Fixtures: `Fixtures.path("zoneinfo/Europe/Berlin")`.
    package static func path(_ relativePath: String) -> String {
        folder + "/" + relativePath
    }

    /// The bytes of a fixture, given its path below Tests/Fixtures; 16 MiB at most.
    package static func bytes(_ relativePath: String) throws -> [UInt8] {
        try Files.read(path(relativePath), limitBytes: 16 << 20)
    }

    /// The lines of a fixture in UTF-8, given its path below Tests/Fixtures, without those that are empty.
    package static func lines(_ relativePath: String) throws -> [Substring] {
        String(decoding: try bytes(relativePath), as: UTF8.self).split(separator: "\n")
    }

    /// The absolute path of the top folder of this checkout.
    package static let repository = parent(of: parent(of: parent(of: #filePath)))

    private static let folder = repository + "/Tests/Fixtures"

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
