// The beacon writes its byte into its own file and nowhere else.

import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite("Beacon")
struct BeaconTests {
    private let folder = TemporaryFolder()

    @Test("Lighting it makes the file and writes one byte, however often")
    func light() throws {
        let path = folder.path("store-changed")
        let beacon = try Beacon(path: path)
        for _ in 1...3 { try beacon.light() }
        #expect(try Files.read(path, limitBytes: 10) == [1])
        #expect(try Files.attributes(of: path).permissions == 0o600)
    }

    @Test("A link in its place is refused, and what it leads to stays as it is")
    func link() throws {
        let (victim, path) = (folder.path("victim"), folder.path("store-changed"))
        try Files.write(Array("precious".utf8), to: victim)
        #expect(symlink(victim, path) == 0)
        #expect(throws: PlatformError.self) { try Beacon(path: path) }
        #expect(try Files.read(victim, limitBytes: 100) == Array("precious".utf8))
    }
}
