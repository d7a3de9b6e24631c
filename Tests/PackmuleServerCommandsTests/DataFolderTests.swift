// Tests of what the program keeps in the data folder.

import Platform
import TestSupport
import Testing

@testable import PackmuleServerCommands

@Suite("Data folder")
struct DataFolderTests {
    private let place = TemporaryFolder()

    @Test("How clients reach the server is recorded until it changes, for its owner only")
    func address() throws {
        let folder = DataFolder(path: place.path)
        #expect(try folder.recordedAddress() == nil)
        let pinned = PublicAddress(url: "https://packmule.example.org", pin: (0..<32).map { UInt8($0 * 8) })
        for address in [pinned, PublicAddress(url: "http://127.0.0.1:8484", pin: nil), pinned] {
            try folder.record(address)
            #expect(try folder.recordedAddress() == address)
        }
        #expect(try Files.attributes(of: folder.path + "/server.url").permissions == 0o600)
    }

    @Test("A record that somebody has changed is read as far as it makes sense")
    func strangeRecords() throws {
        let folder = DataFolder(path: place.path)
        let path = folder.path + "/server.url"
        try Files.write([], to: path)
        #expect(try folder.recordedAddress() == nil)
        try Files.write(Array("https://a.example\nnonsense\n".utf8), to: path)
        #expect(try folder.recordedAddress() == PublicAddress(url: "https://a.example", pin: nil))
        try Files.write(Array("https://a.example\n\(String(repeating: "é", count: 32))".utf8), to: path)
        #expect(try folder.recordedAddress()?.pin == nil)
        try Files.write([0xFF, 0xFE], to: path)
        #expect(try folder.recordedAddress()?.origin == nil)
    }

    @Test("The size is that of all files together")
    func size() throws {
        try Files.write([UInt8](repeating: 0, count: 1_000), to: place.path("a"))
        try Files.write([UInt8](repeating: 0, count: 24), to: place.path("b"))
        #expect(try DataFolder(path: place.path).sizeBytes() == 1_024)
    }
}
