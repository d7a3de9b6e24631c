// A folder that lives as long as a test needs it.

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
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = (place + "/packmule-test-XXXXXX").utf8CString
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, mkdtemp(base) != nil else {
                preconditionFailure("No temporary folder could be made below \(place).")
            }
            return String(cString: base)
        }
    }

    deinit {
        Self.remove(path)
    }

    /// The path of a file or folder inside.
    package func path(_ name: String) -> String {
        path + "/" + name
    }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." { remove(path + "/" + name) }
            }
            closedir(folder)
        }
        Glibc.remove(path)
    }
}
