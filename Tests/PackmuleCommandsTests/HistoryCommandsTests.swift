// Tests of history, undo, trash, search, settings and dump.

import CommandLineTool
import JSONText
import Platform
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("History, trash, search, settings, dump")
struct HistoryCommandsTests {
    // MARK: log

    @Test("log tells when, who and what, the newest first")
    func log() throws {
        let program = try TestProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        program.text("item add Socks --quantity 2")
        program.text("item check Socks")
        #expect(
            program.text("log")
                == """
                3  2026-05-01 14:00  this device  item check
                    item 1 Socks: packed no → yes
                2  2026-05-01 14:00  this device  item add
                    item 1 Socks: added, trip Bergen, June 2027, quantity 2
                1  2026-05-01 14:00  this device  trip add
                    trip 1 Bergen, June 2027: added, city Bergen, start 2027-06-03, nights 4

                """)
    }

    @Test("log as JSON has values from and to")
    func logJSON() throws {
        let program = try TestProgram.withSamples()
        program.text("item edit Socks --quantity 6")
        let log = try JSONValue(reading: program.text("log -n 1 --json"))
        let change = try #require(log["changes"]?.elements?.first)
        #expect(change["kind"] == "edit" && change["words"] == "item edit" && change["undone"] == false)
        #expect(change["at"] == "2026-05-01T12:00:00Z")
        let record = try #require(change["records"]?.elements?.first)
        #expect(record["kind"] == "item" && record["name"] == "Socks" && record["created"] == false)
        #expect(record["device"] == "this device")
        #expect(record["fields"] == [["field": "quantity", "from": 4, "to": 6]])
        #expect(record["lost"] == [])
    }

    @Test("log of one record tells only of that one", arguments: ["item Socks", "item 2", "socks"])
    func logOfRecord(words: String) throws {
        let program = try TestProgram.withSamples()
        program.text("item delete 'Wool socks'")
        program.text("item check Socks")
        let text = program.text("log \(words)")
        #expect(text.contains("packed no → yes"))
        #expect(!text.contains("Passport"))
        #expect(text.split(separator: "\n").count == 4)
    }

    @Test("log asks which record is meant")
    func logAmbiguous() throws {
        let program = try TestProgram.withSamples()
        #expect(program.refusal("log 1").contains("'item 1'"))
        #expect(program.refusal("log nonsense").contains("no record"))
    }

    // MARK: undo and redo

    @Test("undo and redo say what they wrote")
    func undo() throws {
        let program = try TestProgram.withSamples()
        program.text("check Socks")
        #expect(program.text("undo").contains("item 2 Socks: packed yes → no"))
        #expect(program.text("redo").contains("item 2 Socks: packed no → yes"))
        #expect(program.refusal("redo").contains("nothing to redo"))
    }

    @Test("undo names what was changed since and leaves it")
    func undoLeaves() throws {
        let program = try TestProgram.withSamples()
        let edited = try JSONValue(reading: program.text("item edit Socks --quantity 6 --note warm --json"))
        let number = try #require(edited["change"]?.integer)
        program.text("item edit Socks --quantity 8")
        let undone = try JSONValue(reading: program.text("undo \(number) --json"))
        #expect(undone["undone"] == .integer(number))
        #expect(undone["changed"]?.elements?.first?["note"] == "")
        #expect(undone["changed"]?.elements?.first?["quantity"] == 8)
        #expect(undone["left"]?.elements?.first?["field"] == "quantity")
        #expect(program.refusal("undo \(number)").contains("no change \(number)"))
        #expect(program.refusal("undo soon").contains("not the number of a change"))
    }

    // MARK: trash

    @Test("The trash lists what was deleted until it is emptied, which asks")
    func trash() throws {
        let program = try TestProgram.withSamples()
        let trash = try JSONValue(reading: program.text("trash --json"))
        let kinds = (trash["trash"]?.elements ?? []).compactMap { $0["kind"]?.string }
        #expect(kinds == ["trip", "category", "item", "place"])
        #expect(program.refusal("trash empty", .decisionNeeded).contains("4 records"))
        #expect(program.text("trash empty --yes") == "Removed 4 records for good.\n")
        #expect(program.text("trash") == "The trash is empty.\n")
        #expect(program.run("trash empty").exitCode == .done)
    }

    // MARK: search

    @Test("search finds words whatever their case and accents, and says where")
    func search() throws {
        let program = try TestProgram.withSamples()
        program.text("item edit Passport --note 'copy in the Café bag'")
        let found = try JSONValue(reading: program.text("search CAFE --json"))
        #expect(found["items"]?.elements?.first?["name"] == "Passport")
        #expect(found["items"]?.elements?.first?["tripTitle"] == "Bergen, June 2027")
        #expect(found["trips"] == [] && found["categories"] == [] && found["places"] == [])
        #expect(program.text("search cafe").contains("note: copy in the Café bag"))
        #expect(program.text("search zeppelin") == "Nothing holds 'zeppelin'.\n")
    }

    // MARK: settings

    @Test("Settings show their defaults, are set, and given back")
    func settings() throws {
        let program = try TestProgram()
        #expect(program.text("setting get units.weight") == "g\n")
        program.text("setting set units.weight kg")
        let got = try JSONValue(reading: program.text("setting get units.weight --json"))
        #expect(got["value"] == "kg" && got["default"] == "g" && got["stored"] == "kg")
        program.text("setting unset units.weight")
        #expect(program.text("setting get units.weight") == "g\n")
        let list = try JSONValue(reading: program.text("setting --json"))
        #expect(
            (list["settings"]?.elements ?? []).compactMap { $0["key"]?.string }
                == ["home.zone", "units.weight", "quiet.from", "quiet.to", "snooze.minutes", "log.days"])
    }

    @Test("An unknown setting, value or zone is refused with what was probably meant")
    func settingsRefused() throws {
        let program = try TestProgram()
        #expect(program.refusal("setting set uints.weight kg").contains("units.weight"))
        #expect(program.refusal("setting unset weights").contains("home.zone"))
        #expect(program.refusal("setting set units.weight stone").contains("g, kg, oz, lb"))
        #expect(program.refusal("setting set home.zone Europe/Berlni").contains("Europe/Berlin"))
    }

    // MARK: dump

    @Test("Two stores in the same state dump the same bytes, whatever their numbers and histories")
    func dump() throws {
        let program = try TestProgram.withSamples()
        let document = program.folder.path("all.json")
        program.text("export -o \(document)")
        let other = try TestProgram()
        // At another time, so that its records have ids of their own.
        other.clock.advance(milliseconds: 1_000)
        other.text("trip add Zagreb")
        other.text("trip delete Zagreb")
        other.text("import \(document)")
        let dump = other.text("dump")
        #expect(dump == program.text("dump"))
        #expect(try JSONValue(reading: dump)["items"]?.elements?.count == 5)
        #expect(!dump.contains("number"))
    }
}
