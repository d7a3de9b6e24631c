// Whole files: read, written in one step, copied, moved.

import Platform
import TestSupport
import Testing

struct FilesTests {
    let folder = TemporaryFolder()

    @Test("What is written is read back, from nothing to more than one chunk", arguments: [0, 1, 262_144, 700_001])
    func roundTrip(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Files.write(bytes, to: folder.path("a"))
        #expect(try Files.read(folder.path("a"), limitBytes: count) == bytes)
    }

    @Test("A file of one byte more than the limit is refused")
    func readLimit() throws {
        try Files.write([1, 2, 3], to: folder.path("a"))
        #expect(throws: PlatformError.tooLarge(path: folder.path("a"), limitBytes: 2)) {
            try Files.read(folder.path("a"), limitBytes: 2)
        }
    }

    @Test("Writing replaces the file as a whole, with the permissions asked for, and leaves nothing else behind")
    func replacement() throws {
        try Files.write(Array("old and longer".utf8), to: folder.path("a"), permissions: 0o666)
        #expect(try Files.attributes(of: folder.path("a")).permissions == 0o666)
        let before = try Files.attributes(of: folder.path("a")).identity
        try Files.write(Array("new".utf8), to: folder.path("a"))
        let after = try Files.attributes(of: folder.path("a"))
        #expect(after.permissions == 0o600 && after.identity != before && after.sizeBytes == 3)
        #expect(try Files.names(inFolder: folder.path) == ["a"])
    }

    @Test("When a write fails, what stood there stays and no temporary file is left")
    func failedWrite() throws {
        try Files.createFolder(folder.path("a"))
        let error = #expect(throws: PlatformError.self) { try Files.write([1], to: folder.path("a")) }
        #expect(error == .inTheWay(SystemFailure(operation: .write, path: folder.path("a"), code: 21)))
        #expect(try Files.names(inFolder: folder.path) == ["a"])
        #expect(try Files.attributes(of: folder.path("a")).kind == .folder)
    }

    @Test("A copy has the same bytes, is another file, and replaces what stood there")
    func copying() throws {
        let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try Files.write(bytes, to: folder.path("a"))
        try Files.write([1], to: folder.path("b"))
        try Files.copy(folder.path("a"), to: folder.path("b"), permissions: 0o640)
        #expect(try Files.read(folder.path("b"), limitBytes: 600_000) == bytes)
        let (one, two) = (try Files.attributes(of: folder.path("a")), try Files.attributes(of: folder.path("b")))
        #expect(one.identity != two.identity && two.permissions == 0o640)
    }

    @Test("A copy of nothing fails before the destination is touched")
    func copyingNothing() throws {
        try Files.write([1], to: folder.path("b"))
        let missing = SystemFailure(operation: .read, path: folder.path("a"), code: 2)
        #expect(throws: PlatformError.notFound(missing)) { try Files.copy(folder.path("a"), to: folder.path("b")) }
        #expect(try Files.read(folder.path("b"), limitBytes: 1) == [1])
    }

    @Test("A moved file is the same file under another name")
    func moving() throws {
        try Files.write([1], to: folder.path("a"))
        try Files.write([2], to: folder.path("b"))
        let identity = try Files.attributes(of: folder.path("a")).identity
        try Files.move(folder.path("a"), to: folder.path("b"))
        #expect(try Files.names(inFolder: folder.path) == ["b"])
        #expect(try Files.attributes(of: folder.path("b")).identity == identity)
    }

    @Test("A path with a zero byte in it is refused, not cut")
    func zeroByte() throws {
        try Files.write([1], to: folder.path("a"))
        let path = folder.path("a\0b")
        let refused = PlatformError.failed(SystemFailure(operation: .read, path: path, code: 22))
        #expect(throws: refused) { try Files.read(path, limitBytes: 10) }
        #expect(throws: PlatformError.self) { try Files.write([], to: path) }
        #expect(throws: PlatformError.self) { try Files.remove(path) }
        #expect(throws: PlatformError.self) { try Files.move(path, to: folder.path("c")) }
        #expect(throws: PlatformError.self) { try Files.realPath(path) }
        #expect(throws: PlatformError.self) { try Files.names(inFolder: folder.path + "\0") }
        #expect(try Files.names(inFolder: folder.path) == ["a"])
    }

    @Test(
        "A path is its folder and its name",
        arguments: [
            ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b/c", "a/b", "c"), ("/a/", "/a", ""),
        ])
    func parts(path: String, folder: String, name: String) {
        #expect(Files.folder(of: path) == folder)
        #expect(Files.name(of: path) == name)
    }
}
