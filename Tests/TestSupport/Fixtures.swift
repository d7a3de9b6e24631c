// Where the files are that tests read.

/// The folder Tests/Fixtures of this checkout.
package enum Fixtures {
    /// The absolute path of a fixture, given its path below Tests/Fixtures: `Fixtures.path("zoneinfo/Europe/Berlin")`.
    package static func path(_ relativePath: String) -> String {
        folder + "/" + relativePath
    }

    /// The absolute path of the top folder of this checkout.
    package static let repository = parent(of: parent(of: parent(of: #filePath)))

    private static let folder = repository + "/Tests/Fixtures"

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
