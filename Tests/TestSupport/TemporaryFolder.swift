// A folder that lives as long as a test needs it.

import Platform

#if canImport(Glibc)
import Glibc
#endif

/// A new, empty folder below the system's place for temporary things; removed with all it holds when the last
/// reference goes.
package final class TemporaryFolder: Sendable {
    /// The absolute path of the folder.
    package let path: String

    /// Stops the test when the system cannot make the folder.
    package init() {
        let place = ProcessInformation.environment()["TMPDIR"] ?? "/tmp"
        var template = (place + "/packmule-test-XXXXXX").utf8CString
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, mkdtemp(base) != nil else {
                preconditionFailure("No temporary folder could be made below \(place).")
            }
            return String(cString: base)
        }
    }

    deinit {
        try? Files.removeAll(path)
    }

    /// The path of a file or folder inside.
    package func path(_ name: String) -> String {
        path + "/" + name
    }
}
