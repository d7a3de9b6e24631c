// Folders: made with those above, listed in order, removed with all in them.

import Platform
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct FoldersTests {
    let folder = TemporaryFolder()

    @Test("Missing folders are made privately, all the way down", arguments: ["a/b/c", "a/b/c/", "a//b///c"])
    func creation(path: String) throws {
        try Files.createFolder(folder.path(path))
        for made in ["a", "a/b", "a/b/c"] {
            let attributes = try Files.attributes(of: folder.path(made))
            #expect(attributes.kind == .folder && attributes.permissions == 0o700)
        }
    }

    @Test("A folder that is there stays as it is")
    func existing() throws {
        try Files.createFolder(folder.path("a"))
        try Files.setPermissions(0o750, of: folder.path("a"))
        try Files.createFolder(folder.path("a"))
        #expect(try Files.attributes(of: folder.path("a")).permissions == 0o750)
    }

    @Test("A file where a folder is wanted is in the way", arguments: ["a", "a/b"])
    func fileInTheWay(path: String) throws {
        try Files.write([], to: folder.path("a"))
        let error = #expect(throws: PlatformError.self) { try Files.createFolder(folder.path(path)) }
        guard case .inTheWay(let failure) = error else { throw UnexpectedError(error: error) }
        #expect(failure.operation == .createFolder)
    }

    @Test("Names come ordered by their bytes, hidden ones too")
    func listing() throws {
        for name in ["b", "B", "é", ".h", "a"] { try Files.write([], to: folder.path(name)) }
        #expect(try Files.names(inFolder: folder.path) == [".h", "B", "a", "b", "é"])
    }

    @Test("Removing all takes the folder and spares what a link leads to")
    func removal() throws {
        try Files.createFolder(folder.path("a/b"))
        try Files.write([1], to: folder.path("a/b/c"))
        try Files.createFolder(folder.path("kept"))
        try Files.write([2], to: folder.path("kept/d"))
        #expect(symlink(folder.path("kept"), folder.path("a/link")) == 0)
        try Files.removeAll(folder.path("a"))
        try Files.removeAll(folder.path("a"))
        #expect(try Files.names(inFolder: folder.path) == ["kept"])
        #expect(try Files.names(inFolder: folder.path("kept")) == ["d"])
    }

    @Test("A folder with something in it is not removed by accident")
    func fullFolder() throws {
        try Files.createFolder(folder.path("a/b"))
        let error = #expect(throws: PlatformError.self) { try Files.remove(folder.path("a")) }
        #expect(error == .inTheWay(SystemFailure(operation: .remove, path: folder.path("a"), code: 39)))
        try Files.remove(folder.path("a/b"))
        try Files.remove(folder.path("a"))
        #expect(try Files.names(inFolder: folder.path).isEmpty)
    }

    struct UnexpectedError: Error {
        let error: PlatformError?
    }
}
