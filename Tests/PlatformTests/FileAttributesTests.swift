// What the system says about files.

import Platform
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct FileAttributesTests {
    let folder = TemporaryFolder()

    @Test("A file has its size, permissions, this user as owner, and a time near now")
    func file() throws {
        try Files.write([1, 2, 3], to: folder.path("a"), permissions: 0o640)
        let attributes = try Files.attributes(of: folder.path("a"))
        #expect(attributes.kind == .file && attributes.sizeBytes == 3 && attributes.permissions == 0o640)
        #expect(attributes.ownerID == ProcessInformation.userID)
        #expect(abs(attributes.modifiedMilliseconds - SystemClock().millisecondsSince1970()) < 60_000)
    }

    @Test("A link stands for what it leads to, unless it is asked about itself")
    func link() throws {
        try Files.write([1], to: folder.path("a"))
        #expect(symlink("a", folder.path("link")) == 0)
        #expect(try Files.attributes(of: folder.path("link")).kind == .file)
        #expect(try Files.attributes(of: folder.path("link"), followingLink: false).kind == .symbolicLink)
        let (one, two) = (try Files.attributes(of: folder.path("a")), try Files.attributes(of: folder.path("link")))
        #expect(one.identity == two.identity)
        #expect(try Files.realPath(folder.path("link")) == Files.realPath(folder.path) + "/a")
    }

    @Test("Other things are neither file nor folder")
    func device() throws {
        #expect(try Files.attributes(of: "/dev/null").kind == .other)
    }

    @Test("Only what is there exists")
    func existence() throws {
        try Files.write([], to: folder.path("a"))
        #expect(symlink("nowhere", folder.path("link")) == 0)
        #expect(try Files.exists(folder.path("a")) && Files.exists(folder.path))
        #expect(try !Files.exists(folder.path("b")) && !Files.exists(folder.path("a/b")))
        #expect(try !Files.exists(folder.path("link")))
    }

    @Test("Permissions can be changed")
    func permissions() throws {
        try Files.write([], to: folder.path("a"))
        try Files.setPermissions(0o400, of: folder.path("a"))
        #expect(try Files.attributes(of: folder.path("a")).permissions == 0o400)
    }

    @Test("A disk has some room, and a missing path none that is known")
    func freeSpace() throws {
        #expect(try Files.freeBytes(at: folder.path) > 0)
        let missing = SystemFailure(operation: .examine, path: folder.path("b"), code: 2)
        #expect(throws: PlatformError.notFound(missing)) { try Files.freeBytes(at: folder.path("b")) }
    }
}
