// Whole files: read, written so that a crash leaves the old or the new one, copied.

import CPackmuleLinux

#if canImport(Glibc)
import Glibc
#endif

/// Operations on files and folders, by path. Every one throws ``PlatformError`` with the path in it.
package enum Files {
    /// The bytes of a file.
    ///
    /// - Throws: `tooLarge` when there are more than `limitBytes`; nothing beyond is kept in memory.
    package static func read(_ path: String, limitBytes: Int) throws(PlatformError) -> [UInt8] {
        let file = try OpenFile(path, O_RDONLY, for: .read)
        return try file.withStream { (stream) throws(PlatformError) in try stream.readAll(limitBytes: limitBytes) }
    }

    /// The first bytes of a file; fewer where it has no more.
    package static func firstBytes(of path: String, count: Int) throws(PlatformError) -> [UInt8] {
        let file = try OpenFile(path, O_RDONLY | O_NONBLOCK, for: .read)
        return try file.withStream { (stream) throws(PlatformError) in
            var bytes = [UInt8](repeating: 0, count: count)
            let read = try systemCall(.read, path) { pread(stream.descriptor, &bytes, count, 0) }
            return Array(bytes.prefix(read))
        }
    }

    /// Puts a whole file in place, durably: whoever reads, now or after a crash, sees the old bytes or the new ones. A
    /// symbolic link at that path is replaced, not followed.
    ///
    /// - Parameter permissions: of the new file, exactly (the umask has no say).
    package static func write(
        _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o600
    ) throws(PlatformError) {
        try replace(path, permissions: permissions) { (stream) throws(PlatformError) in
            try stream.writeAll(bytes)
        }
    }

    /// Copies the bytes of a file, durably: at the destination stands the whole copy, or what stood there before.
    ///
    /// - Parameter permissions: of the copy, exactly.
    package static func copy(
        _ source: String, to destination: String, permissions: UInt32 = 0o600
    ) throws(PlatformError) {
        let original = try OpenFile(source, O_RDONLY, for: .read)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.chunkBytes, alignment: 16)
        defer { chunk.deallocate() }
        try original.withStream { (source) throws(PlatformError) in
            try replace(destination, permissions: permissions) { (stream) throws(PlatformError) in
                while case let count = try source.readSome(into: chunk), count > 0 {
                    try stream.writeAll(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
                }
            }
        }
    }

    /// Moves a file or folder within one disk, durably; a file at the destination is replaced.
    package static func move(_ source: String, to destination: String) throws(PlatformError) {
        try systemCall(.write, source) { 0 }
        try systemCall(.write, destination) { rename(source, destination) }
        try flushFolder(of: destination)
    }

    /// Moves a file within one disk, durably, unless something stands at the destination already; of two who try at
    /// once one succeeds.
    ///
    /// - Returns: whether it was moved.
    package static func moveUnlessExists(_ source: String, to destination: String) throws(PlatformError) -> Bool {
        do {
            try systemCall(.write, destination) { link(source, destination) }
        } catch .inTheWay {
            return false
        }
        try systemCall(.remove, source) { unlink(source) }
        try flushFolder(of: destination)
        return true
    }

    /// Writes beside the file, then moves into its place.
    private static func replace(
        _ path: String, permissions: UInt32, fill: (ByteStream) throws(PlatformError) -> Void
    ) throws(PlatformError) {
        try systemCall(.write, path) { 0 }
        var name = Array((folder(of: path) + "/.packmule-XXXXXX").utf8CString)
        let descriptor = try systemCall(.write, path) { packmule_make_temporary_file(&name) }
        let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = OpenFile(descriptor: descriptor, path: path)
        do {
            try file.withStream { (stream) throws(PlatformError) in
                try fill(stream)
                try systemCall(.write, path) { fchmod(stream.descriptor, permissions) }
                try stream.flush()
            }
            try systemCall(.write, path) { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try flushFolder(of: path)
    }

    /// Returns when the names in the folder of this path are on the disk.
    private static func flushFolder(of path: String) throws(PlatformError) {
        let folder = try OpenFile(folder(of: path), O_RDONLY | O_DIRECTORY, for: .write)
        try folder.withStream { (stream) throws(PlatformError) in try stream.flush() }
    }

    /// The folder a path lies in: all before the last slash, "." for a bare name, "/" for what lies at the top.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path.
    package static func name(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }
}
