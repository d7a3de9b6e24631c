// Tests of import and export.

import CommandLineTool
import JSONText
import Platform
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Import and export")
struct ExchangeCommandsTests {
    private static func file(_ name: String) -> String { Fixtures.path("quickstart/" + name) }

    private static func program() throws -> TestProgram {
        let program = try TestProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        return program
    }

    private static func json(_ program: TestProgram, _ line: String, input: String = "") throws -> JSONValue {
        let output = program.run(line + " --json", input: input)
        #expect(output.exitCode == .done, "\(output.standardError)")
        return try JSONValue(reading: output.standardOutput)
    }

    @Test("A checklist goes onto the list of the next trip, in one change")
    func checklist() throws {
        let program = try Self.program()
        let before = program.text("dump")
        let report = try Self.json(program, "import \(Self.file("checklist.md"))")
        #expect(report["format"] == "markdown")
        #expect(report["trip"]?["city"] == "Bergen")
        #expect(report["imported"] == 8 && report["unchanged"] == 0)
        #expect(report["doubts"]?.elements?.count == 1)
        #expect(report["doubts"]?.elements?.first?["line"] == 20)
        #expect(report["refused"] == [] && report["left"] == [])
        let list = try Self.json(program, "pack")
        #expect(list["total"] == 8 && list["packed"] == 1)
        program.text("undo")
        #expect(program.text("dump") == before)
    }

    @Test("Importing again changes nothing; what was edited or deleted since is left and named")
    func again() throws {
        let program = try Self.program()
        let line = "import \(Self.file("gear.csv"))"
        #expect(try Self.json(program, line)["imported"] == 4)
        let dump = program.text("dump")
        let second = try Self.json(program, line)
        #expect(second["imported"] == 0 && second["unchanged"] == 4 && second["change"] == .null)
        #expect(program.text("dump") == dump)
        program.text("item edit Tarp --quantity 2")
        program.text("item delete Fuel")
        let third = try Self.json(program, line)
        #expect(third["imported"] == 0 && third["unchanged"] == 2)
        let left = third["left"]?.elements ?? []
        #expect(left.compactMap { $0["name"]?.string } == ["Tarp", "Fuel"])
        #expect(left.compactMap { $0["reason"]?.string } == ["edited since: quantity", "deleted since"])
        #expect(left.first?["fields"] == ["quantity"])
    }

    @Test("A doubt is settled by the option it names")
    func settled() throws {
        let program = try Self.program()
        let line = "import \(Self.file("gear.csv"))"
        let doubt = try #require(try Self.json(program, line)["doubts"]?.elements?.first)
        #expect(doubt["text"] == "3 stone" && doubt["field"] == "weightGrams")
        #expect(doubt["settledBy"]?.string?.contains("--assume unit=") == true)
        let settled = try Self.json(program, line + " --assume unit=kg")
        #expect(settled["imported"] == 1 && settled["doubts"] == [])
        #expect(try Self.json(program, "item show 'Lucky stone'")["item"]?["weightGrams"] == 3_000)
    }

    @Test("A dry run tells the same and writes nothing")
    func dryRun() throws {
        let program = try Self.program()
        let before = program.text("dump")
        let report = try Self.json(program, "import \(Self.file("gear.csv")) --dry-run")
        #expect(report["imported"] == 4 && report["dryRun"] == true && report["change"] == .null)
        #expect(program.text("dump") == before)
        #expect(program.text("import \(Self.file("gear.csv")) --dry-run").contains("Nothing was written."))
    }

    @Test("A table of trips makes trips, from standard input too")
    func trips() throws {
        let program = try TestProgram()
        let bytes = try Files.read(Self.file("trips.csv"), limitBytes: 10_000)
        let report = try Self.json(program, "import -", input: String(decoding: bytes, as: UTF8.self))
        #expect(report["imported"] == 3 && report["counts"]?["trips"] == 3)
        #expect(program.text("trip show Porto --json").contains("2027-04-03"))
    }

    @Test("A packing list without any trip is refused with the way out")
    func noTrip() throws {
        let program = try TestProgram()
        let message = program.refusal("import \(Self.file("checklist.md"))")
        #expect(message.contains("no trip is planned") && message.contains("-t TRIP"))
    }

    @Test(
        "A file that is not understood is refused as a whole",
        arguments: ["BEGIN:VCALENDAR\n", "{\"format\":\"other\"}", ""])
    func refused(text: String) throws {
        let program = try Self.program()
        let before = program.text("dump")
        let output = program.run("import -", input: text)
        #expect(output.exitCode == .refused)
        #expect(output.standardError != "")
        #expect(program.text("dump") == before)
    }

    @Test("What is exported comes back the same in another store")
    func roundTrip() throws {
        let program = try Self.program()
        program.text("import \(Self.file("checklist.md"))")
        program.text("import \(Self.file("gear.csv"))")
        let document = program.text("export")
        let other = try TestProgram()
        let report = try Self.json(other, "import -", input: document)
        #expect(report["refused"] == [] && report["doubts"] == [])
        #expect(other.text("export") == document)
        #expect(other.text("dump") == program.text("dump"))
        #expect(try Self.json(other, "import -", input: document)["change"] == .null)
    }

    @Test("One trip is exported alone")
    func oneTrip() throws {
        let program = try TestProgram.withSamples()
        let document = try JSONValue(reading: program.text("export -t Paris"))
        #expect(document["trips"]?.elements?.count == 1 && document["items"] == [])
        #expect(program.text("export -t Bergen --format markdown").contains("- [x] Passport"))
        #expect(program.text("export -t Bergen --format csv").contains("Rain jacket"))
    }

    @Test("An export replaces a file only when told to, and is private")
    func output() throws {
        let program = try TestProgram.withSamples()
        let path = program.folder.path("all.json")
        #expect(program.text("export -o \(path)") == "Wrote \(path).\n")
        #expect(try Files.attributes(of: path).permissions == 0o600)
        #expect(program.refusal("export -o \(path)", .decisionNeeded).contains("--yes"))
        program.text("export -o \(path) --yes")
    }
}
