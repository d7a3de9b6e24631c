// What the system knows about a file apart from its bytes.

#if canImport(Glibc)
import Glibc
#endif

/// The attributes of a file or folder at one moment.
package struct FileAttributes: Equatable, Sendable {
    /// What stands at a path.
    package enum Kind: Equatable, Sendable {
        /// A file of bytes.
        case file
        /// A folder.
        case folder
        /// A symbolic link, when it was not to be followed.
        case symbolicLink
        /// A pipe, a socket, a device.
        case other
    }

    /// What it is.
    package let kind: Kind
    /// Its size in bytes; of a folder without meaning.
    package let sizeBytes: Int64
    /// The permission bits, such as 0o600.
    package let permissions: UInt32
    /// The number of the user who owns it.
    package let ownerID: UInt32
    /// When its bytes were last written, in milliseconds since 1970.
    package let modifiedMilliseconds: Int64
    /// Which file it is, whatever its name: equal exactly for two names of one file.
    package let identity: FileIdentity
}

/// The disk and the number on it by which the system knows a file.
package struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
}

extension Files {
    /// The attributes of what stands at the path.
    ///
    /// - Parameter followingLink: whether a symbolic link stands for what it leads to.
    package static func attributes(
        of path: String, followingLink: Bool = true
    ) throws(PlatformError) -> FileAttributes {
        var status = stat()
        try systemCall(.examine, path) { followingLink ? stat(path, &status) : lstat(path, &status) }
        let kind: FileAttributes.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            default: .other
            }
        return FileAttributes(
            kind: kind,
            sizeBytes: Int64(status.st_size),
            permissions: UInt32(status.st_mode & 0o7777),
            ownerID: status.st_uid,
            modifiedMilliseconds: Int64(status.st_mtim.tv_sec) &* 1_000 &+ Int64(status.st_mtim.tv_nsec) / 1_000_000,
            identity: FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)))
    }

    /// Whether anything stands at the path, a link that leads nowhere left out.
    ///
    /// - Throws: when it cannot be known, because a folder on the way must not be entered.
    package static func exists(_ path: String) throws(PlatformError) -> Bool {
        do {
            _ = try attributes(of: path)
            return true
        } catch .notFound {
            return false
        } catch .inTheWay {
            return false
        }
    }

    /// Whether two paths lead to one file; false where one of them leads to none.
    package static func areSame(_ first: String, _ second: String) throws(PlatformError) -> Bool {
        guard try exists(first), try exists(second) else { return false }
        return try attributes(of: first).identity == attributes(of: second).identity
    }

    /// Sets the permission bits, such as 0o600.
    package static func setPermissions(_ permissions: UInt32, of path: String) throws(PlatformError) {
        try systemCall(.change, path) { chmod(path, permissions) }
    }

    /// The absolute path without symbolic links, "." and ".."; it must lead to something.
    package static func realPath(_ path: String) throws(PlatformError) -> String {
        try systemCall(.examine, path) { 0 }
        guard let resolved = realpath(path, nil) else { throw .last(.examine, path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Where a symbolic link leads, as the link spells it.
    package static func linkTarget(_ path: String) throws(PlatformError) -> String {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try systemCall(.examine, path) { readlink(path, &target, target.count) }
        return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The bytes still free for this user on the disk where the path lies.
    package static func freeBytes(at path: String) throws(PlatformError) -> Int64 {
        var status = statvfs()
        try systemCall(.examine, path) { statvfs(path, &status) }
        let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }
}
