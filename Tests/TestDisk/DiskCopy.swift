// A disk with the same files as another.

import Platform

#if canImport(Glibc)
import Glibc
#endif

extension TestDisk {
    /// A disk whose files, none of which may be open, hold the same; nothing is waited for.
    package func copy() throws -> TestDisk {
        let copy = try TestDisk()
        try Self.copyAll(in: folder, to: copy.folder)
        return copy
    }

    private static func copyAll(in source: String, to destination: String) throws {
        for name in try Files.names(inFolder: source) {
            let (from, to) = (source + "/" + name, destination + "/" + name)
            if try Files.attributes(of: from).kind == .folder {
                try Files.createFolder(to)
                try copyAll(in: from, to: to)
            } else {
                try write(try Files.read(from, limitBytes: 1 << 28), to: to)
            }
        }
    }

    /// Without the flushes of ``Files/write(_:to:permissions:)``, which take most of the time of a test.
    private static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Refused(call: "making \(path)") }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Refused(call: "filling \(path)") }
    }
}
