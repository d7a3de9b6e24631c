// The main job with the real program: a trip is planned, lists come in, are packed, and go out again.

import JSONText
import Platform
import TestSupport
import Testing

@Suite("The main job")
struct MainJobTests {
    private let program: RealProgram

    init() throws {
        program = try RealProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4 --country Norway --zone Europe/Oslo")
        program.text("import \(Fixtures.path("quickstart/trips.csv"))")
        program.text("import \(Fixtures.path("quickstart/checklist.md")) -t Porto")
        program.text("import \(Fixtures.path("quickstart/gear.csv")) -t Porto")
    }

    @Test("A trip and two lists are planned, imported, packed, and checked")
    func mainJob() throws {
        #expect(program.text("next --at 2027-04-01T12:00:00Z") == "Porto, on 3 April 2027.\n")
        #expect(program.text("next --at 2027-06-04T12:00:00Z") == "Bergen, day 2 of 5.\n")
        let list = program.text("pack Porto")
        #expect(list.contains("[ ]   1  T-shirt         ×5\n"))
        #expect(list.hasSuffix("\n1 of 12 packed, 1.18 kg\n"))
        #expect(program.text("check 'Rain jacket' -t Porto").hasSuffix(" 2 of 12 packed for Spring break.\n"))
        #expect(program.text("undo").hasSuffix("item 2 Rain jacket: packed yes → no\n"))
        #expect(program.text("pack Porto") == list)
        try program.expectWell()
    }

    @Test("Importing a file again changes nothing")
    func importAgain() throws {
        let before = program.text("dump")
        let again = try program.json("import \(Fixtures.path("quickstart/gear.csv")) -t Porto")
        #expect(again["imported"] == 0 && again["unchanged"] == 4 && again["change"] == .null)
        #expect(program.text("dump") == before)
    }

    @Test("What is exported as JSON comes in on another device as it was")
    func exportedJSON() throws {
        let file = program.folder.path("everything.json")
        program.text("export -o \(file)")
        #expect(try Files.attributes(of: file).permissions == 0o600)
        let other = try RealProgram()
        other.text("import \(file)")
        #expect(other.text("dump") == program.text("dump"))
        #expect(other.text("import -", input: program.text("export")).hasPrefix("Imported nothing."))
    }

    @Test("One list goes out as a table and as a checklist")
    func exportedList() {
        let table = program.text("export -t Porto --format csv").split(whereSeparator: \.isNewline)
        #expect(table.count == 13)
        #expect(table.contains { $0.hasPrefix("Tarp,Gear,1,450,no,guy lines included,") })
        let checklist = program.text("export -t Porto --format markdown")
        #expect(
            checklist.hasPrefix("# Spring break\n\nWater the plants before we go.\n\n## Clothes\n\n- [ ] 5 x T-shirt"))
        #expect(checklist.contains("- [x] Passport\n- [ ] 2 x Insurance card\n"))
    }
}
