// What the program knows about itself.

import Testing

@testable import Platform

#if canImport(Glibc)
import Glibc
#endif

struct ProcessInformationTests {
    @Test("Arguments that are UTF-8 are taken as they are")
    func arguments() throws {
        let typed: [[UInt8]] = [Array("add".utf8), Array("Zürich 🧳".utf8), [], Array("e\u{301}".utf8)]
        let texts = try ProcessInformation.texts(typed.map { $0.map { CChar(bitPattern: $0) } })
        #expect(texts.map { Array($0.utf8) } == typed)
    }

    @Test("The first argument that is not UTF-8 is named by its position")
    func invalidArgument() {
        #expect(throws: PlatformError.argumentIsNotText(position: 2)) {
            try ProcessInformation.texts([[0x61], [CChar(bitPattern: 0xFF)], [CChar(bitPattern: 0xC3)]])
        }
    }

    @Test("The list of this process lacks the program's name")
    func ownArguments() throws {
        #expect(try ProcessInformation.arguments().count == Int(CommandLine.argc) - 1)
    }

    @Test("Variables are split at the first equals sign, and those that are not text are left out")
    func environment() {
        setenv("PACKMULE_TEST_TEXT", "a=b", 1)
        setenv("PACKMULE_TEST_BYTES", [CChar(bitPattern: 0xFF), 0], 1)
        let environment = ProcessInformation.environment()
        #expect(environment["PACKMULE_TEST_TEXT"] == "a=b")
        #expect(environment["PACKMULE_TEST_BYTES"] == nil)
        #expect(environment["PATH"] != nil)
    }

    @Test("Process, user and machine are those the system names")
    func identity() {
        #expect(ProcessInformation.processID == getpid())
        #expect(ProcessInformation.userID == geteuid())
        #expect(ProcessInformation.hostName?.isEmpty == false)
    }
}
