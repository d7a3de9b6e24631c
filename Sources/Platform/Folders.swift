// Folders: made with all above them, listed, removed with all in them.

#if canImport(Glibc)
import Glibc
#endif

extension Files {
    /// Makes a folder and those above it that are missing. A folder that is there stays as it is.
    ///
    /// - Parameter permissions: of the folders made, less what the umask takes away; private by default (XDG base
    ///   directory specification: "created with permission 0700").
    package static func createFolder(_ path: String, permissions: UInt32 = 0o700) throws(PlatformError) {
        if isFolder(path) { return }
        let parent = folder(of: withoutTrailingSlashes(path))
        if parent != ".", parent != path { try createFolder(parent, permissions: permissions) }
        do {
            try systemCall(.createFolder, path) { mkdir(path, permissions) }
        } catch .inTheWay(let failure) {
            // Somebody else may have made it in the meantime.
            if !isFolder(path) { throw .inTheWay(failure) }
        }
    }

    /// The names in a folder, ordered by their bytes; names that are not UTF-8 are left out.
    package static func names(inFolder path: String) throws(PlatformError) -> [String] {
        try systemCall(.read, path) { 0 }
        guard let folder = opendir(path) else { throw .last(.read, path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes a file, a link or an empty folder. Nothing there is a failure too.
    package static func remove(_ path: String) throws(PlatformError) {
        try systemCall(.remove, path) { Glibc.remove(path) }
    }

    /// Removes a file, or a folder with all it holds; links are removed, not followed. Nothing there is fine.
    package static func removeAll(_ path: String) throws(PlatformError) {
        do {
            if try attributes(of: path, followingLink: false).kind == .folder {
                for name in try names(inFolder: path) { try removeAll(path + "/" + name) }
            }
            try remove(path)
        } catch .notFound {
            return
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? attributes(of: path))?.kind == .folder
    }

    private static func withoutTrailingSlashes(_ path: String) -> String {
        var rest = path[...]
        while rest.utf8.count > 1, rest.last == "/" { rest.removeLast() }
        return String(rest)
    }
}
