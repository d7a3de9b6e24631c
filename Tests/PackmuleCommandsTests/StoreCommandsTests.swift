// Tests of the commands that make, look after, copy and put back the store.

import CommandLineTool
import JSONText
import Platform
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Store commands")
struct StoreCommandsTests {
    // MARK: init

    @Test("init makes a private store in a private folder, and says so again")
    func initialise() throws {
        let program = try TestProgram(withStore: false)
        let path = program.folder.path("new/packmule/store.sqlite")
        let arguments = ["init", "--store", path, "--json"]
        let made = try JSONValue(reading: program.run(arguments).standardOutput)
        #expect(made["created"] == true)
        #expect(made["path"] == .string(path))
        #expect(try Files.attributes(of: path).permissions == 0o600)
        #expect(try Files.attributes(of: program.folder.path("new/packmule")).permissions == 0o700)
        let again = try JSONValue(reading: program.run(arguments).standardOutput)
        #expect(again["created"] == false)
    }

    @Test("init leaves a foreign file alone")
    func initialiseForeign() throws {
        let program = try TestProgram(withStore: false)
        try Files.write(Array("holiday".utf8), to: program.storePath)
        #expect(program.refusal("init", .storeUnusable).contains("not a store of Packmule"))
        #expect(try Files.read(program.storePath, limitBytes: 100) == Array("holiday".utf8))
    }

    @Test(
        "Only init makes a store",
        arguments: ["status", "trip add Bergen", "import list.md", "undo", "backup x.backup"])
    func onlyInit(line: String) throws {
        let program = try TestProgram(withStore: false)
        let list = program.folder.path("list.md")
        try Files.write(Array("- [ ] Socks\n".utf8), to: list)
        let words = TestSupport.words(of: line).map { $0 == "list.md" ? list : $0 }
        let output = program.run(words)
        #expect(output.exitCode == .storeUnusable)
        #expect(output.standardError.contains("packmule init"))
        #expect(try !Files.exists(program.storePath))
    }

    // MARK: status and doctor

    @Test("status counts what is there")
    func status() throws {
        let program = try TestProgram.withSamples()
        let status = try JSONValue(reading: program.text("status --json"))
        #expect(status["path"] == .string(program.storePath))
        #expect(status["device"] == "test")
        #expect(status["counts"]?["trips"] == 3)
        #expect(status["counts"]?["items"] == 5)
        #expect(status["counts"]?["places"] == 1)
        #expect(status["trash"] == 4)
        #expect(status["parked"] == 0)
        #expect(status["zone"]?["name"] == "Europe/Berlin")
        #expect(status["zoneData"]?["version"] == "2026f")
        #expect(status["zoneData"]?["warning"] == .null)
        #expect(status["upgradeBackup"] == .null)
        #expect(program.text("status").contains("this device keeps everything locally"))
    }

    @Test("status warns when the data of zones is older than a year")
    func oldZoneData() throws {
        let program = try TestProgram()
        program.clock.advance(milliseconds: 2 * 366 * 86_400_000)
        let output = program.run("status")
        #expect(output.exitCode == .done)
        #expect(output.standardError.contains("version 2026f"))
    }

    @Test("doctor finds nothing wrong with a store that is well")
    func doctor() throws {
        let program = try TestProgram.withSamples()
        #expect(program.text("doctor") == "Everything is well.\n")
    }

    @Test("doctor names permissions that are too wide, and what to do")
    func doctorPermissions() throws {
        let program = try TestProgram.withSamples()
        try Files.setPermissions(0o644, of: program.storePath)
        let output = program.run("doctor")
        #expect(output.exitCode == .storeUnusable)
        #expect(output.standardOutput.contains("chmod 600 \(program.storePath)"))
    }

    @Test("doctor names damage")
    func doctorDamage() throws {
        let program = try TestProgram.withManyItems()
        try program.damage()
        let output = program.run("doctor")
        #expect(output.exitCode == .storeUnusable)
        #expect(output.standardOutput.contains("fault"))
        #expect(output.standardOutput.contains("packmule restore"))
    }

    // MARK: backup and restore

    @Test("A backup holds everything and is not written over without being asked")
    func backup() throws {
        let program = try TestProgram.withSamples()
        let path = program.folder.path("copy")
        program.text("backup \(path)")
        #expect(try Files.attributes(of: path).permissions == 0o600)
        #expect(program.text("dump --store \(path)") == program.text("dump"))
        #expect(program.refusal("backup \(path)", .decisionNeeded).contains("--yes"))
        program.text("backup \(path) --yes")
        #expect(program.refusal("backup \(program.storePath) --yes").contains("belongs to the store"))
        #expect(program.refusal("export -o \(program.storePath) --yes").contains("belongs to the store"))
    }

    @Test("restore brings everything back, and keeps what was there")
    func restore() throws {
        let program = try TestProgram.withSamples()
        let path = program.folder.path("copy")
        program.text("backup \(path)")
        let before = program.text("dump")
        program.text("trip add Lisbon")
        let later = program.text("dump")
        #expect(program.refusal("restore \(path)", .decisionNeeded).contains("--yes"))
        #expect(program.text("dump") == later)
        let answer = try JSONValue(reading: program.text("restore \(path) --yes --json"))
        #expect(answer["wasUsable"] == true)
        #expect(program.text("dump") == before)
        let kept = try #require(answer["kept"]?.string)
        #expect(program.text("dump --store \(kept)") == later)
    }

    @Test("A backup that is missing, foreign or damaged is refused with nothing changed")
    func restoreRefused() throws {
        let program = try TestProgram.withManyItems()
        let before = program.text("dump")
        let path = program.folder.path("copy")
        #expect(program.refusal("restore \(path) --yes").contains("no backup"))
        try Files.write(Array("holiday".utf8), to: path)
        #expect(program.refusal("restore \(path) --yes", .storeUnusable).contains("not a store"))
        program.text("backup \(path) --yes")
        try TestProgram.damage(path)
        #expect(program.refusal("restore \(path) --yes", .storeUnusable).contains("damaged"))
        #expect(program.text("dump") == before)
        #expect(try Files.names(inFolder: program.folder.path).filter { $0.contains("before-restore") } == [])
    }

    @Test("restore puts a backup where the store is missing")
    func restoreMissing() throws {
        let program = try TestProgram.withSamples()
        let path = program.folder.path("copy")
        program.text("backup \(path)")
        let before = program.text("dump")
        for suffix in ["", "-wal", "-shm"] where try Files.exists(program.storePath + suffix) {
            try Files.remove(program.storePath + suffix)
        }
        let answer = try JSONValue(reading: program.text("restore \(path) --json"))
        #expect(answer["kept"] == .null)
        #expect(program.text("dump") == before)
    }

    @Test("restore keeps a store that cannot be used under another name")
    func restoreDamaged() throws {
        let program = try TestProgram.withSamples()
        let path = program.folder.path("copy")
        program.text("backup \(path)")
        let before = program.text("dump")
        // What is not a store, and never was, is somebody else's file.
        let foreign = Array(repeating: UInt8(ascii: "x"), count: 100)
        try Files.write(foreign, to: program.storePath)
        #expect(program.refusal("restore \(path) --yes", .storeUnusable).contains("was not touched"))
        #expect(try Files.read(program.storePath, limitBytes: 100) == foreign)
        // A damaged store still has its mark at byte 68.
        let rubbish = foreign[..<68] + Array("PkMl".utf8) + foreign[72...]
        try Files.write(Array(rubbish), to: program.storePath)
        let answer = try JSONValue(reading: program.text("restore \(path) --yes --json"))
        #expect(answer["wasUsable"] == false)
        let kept = try #require(answer["kept"]?.string)
        #expect(try Files.read(kept, limitBytes: 100) == Array(rubbish))
        #expect(program.text("dump") == before)
        #expect(program.run("doctor").exitCode == .done)
    }

    // MARK: A damaged store

    @Test("Of a damaged store everything that can be read is exported")
    func salvage() throws {
        let program = try TestProgram.withManyItems()
        try program.damage()
        let output = program.run("export")
        #expect(output.exitCode == .storeUnusable)
        #expect(output.standardError.contains("damaged"))
        let document = try JSONValue(reading: output.standardOutput)
        let names = Set((document["items"]?.elements ?? []).compactMap { $0["name"]?.string })
        #expect(names.count < TestProgram.manyItems)
        // One page holds some thirty items; all others are there.
        #expect(names.count > TestProgram.manyItems - 100)
        #expect(names.contains("Thing 1") && names.contains("Thing \(TestProgram.manyItems)"))
    }
}

extension TestProgram {
    static let manyItems = 1_000

    /// A store of many pages.
    static func withManyItems() throws -> TestProgram {
        let program = try TestProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        let path = program.folder.path("many.md")
        let list = (1...manyItems).map { "- [ ] Thing \($0)\n" }.joined()
        try Files.write(Array(list.utf8), to: path)
        program.text("import \(path)")
        return program
    }

    /// Spoils one page with items of the store.
    func damage() throws {
        let copy = folder.path("whole")
        text("backup \(copy)")
        for suffix in ["-wal", "-shm"] where try Files.exists(storePath + suffix) {
            try Files.remove(storePath + suffix)
        }
        try Files.move(copy, to: storePath)
        try Self.damage(storePath)
    }

    /// Spoils the page of a store on which the item "Thing 500" stands.
    static func damage(_ path: String) throws {
        var bytes = try Files.read(path, limitBytes: 1 << 26)
        let wanted = Array("Thing 500".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: wanted) })
        let start = place / 4_096 * 4_096
        for offset in start..<start + 4_096 { bytes[offset] ^= 0xA5 }
        try Files.write(bytes, to: path)
    }
}
