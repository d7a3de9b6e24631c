// Tests of the commands for items, and of checking them off.

import CommandLineTool
import PackmuleKit
import Testing

@testable import PackmuleCommands

@Suite("Item commands")
struct ItemCommandsTests {
    @Test("The list names its trip and shows every item with its number")
    func list() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.text("item") == """
                Bergen, June 2027
                No.  Packed  Item         Quantity  Weight  Category
                  2  [ ]     Socks               4   160 g  Clothes
                  3  [x]     Rain jacket         1   240 g  Clothes
                  1  [x]     Passport            1          Documents
                  4  [-]     Book                0          Other
                  6  [ ]     Wool socks          1          Other

                """)
        #expect(
            program.text("item list --unpacked") == """
                Bergen, June 2027
                No.  Packed  Item        Quantity  Weight  Category
                  2  [ ]     Socks              4   160 g  Clothes
                  6  [ ]     Wool socks         1          Other

                """)
        #expect(program.text("item list -t Paris") == "Nothing is on the list of Paris, July 2027.\n")
        program.text("check --all")
        #expect(program.text("item list --unpacked") == "Everything is packed for Bergen, June 2027.\n")
    }

    @Test("Weights are shown in the unit that was chosen")
    func unit() throws {
        let program = try TestProgram.withSamples()
        try program.edit { try $0.put(Setting(key: "units.weight", value: "oz")) }
        #expect(program.text("item show socks").contains("weight    1.41 oz\n"))
        #expect(program.text("pack").hasSuffix("\n2 of 4 packed, 14.11 oz\n"))
    }

    @Test("Scripts get all fields of an item")
    func json() throws {
        let program = try TestProgram.withSamples()
        #expect(
            try program.json("item show socks") == """
                {item:{id:*,number:2,trip:*,category:*,name:Socks,note:,quantity:4,packed:false,position:*,\
                weightGrams:40,source:typed,extra:{},deleted:false}}
                """)
        #expect(try program.json("item list --unpacked").hasPrefix("{trip:{id:*,number:1,"))
        #expect(try program.json("item list -t Paris").hasSuffix(",items:[]}"))
    }

    @Test(
        "Every change is told in a sentence that names the list",
        arguments: [
            ("item add Hat", "Added item 7, Hat, to the list of Bergen, June 2027."),
            ("item add Hat 'Rain cover'", "Added 2 items to the list of Bergen, June 2027."),
            ("item add Hat -t Paris", "Added item 7, Hat, to the list of Paris, July 2027."),
            ("item edit socks --quantity 2", "Changed item 2, Socks."),
            ("item edit socks --name 'Long socks' --clear weight", "Changed item 2, Long socks."),
            ("item edit socks --quantity 4", "Nothing changed: item 2, Socks was so already."),
            ("item move socks --after 'rain jacket'", "Moved item 2, Socks, after Rain jacket."),
            ("item move socks --before passport", "Moved item 2, Socks, before Passport."),
            ("item move socks --category gear", "Moved item 2, Socks, to Gear."),
            (
                "item merge socks 'wool socks'",
                "Merged item 6, Wool socks, into item 2, Socks. Undo it with 'packmule undo'."
            ),
            ("item restore umbrella", "Brought back item 5, Umbrella."),
            (
                "item delete socks book",
                "Deleted 2 items. Undo it with 'packmule undo', or later with 'packmule item restore 2 4'."
            ),
            ("check socks", "Packed item 2, Socks. 3 of 4 packed for Bergen, June 2027."),
            ("item check 2 6", "Packed 2 items. 4 of 4 packed for Bergen, June 2027."),
            ("check passport", "Already packed: item 1, Passport. 2 of 4 packed for Bergen, June 2027."),
            ("check --all", "Packed 2 items. 4 of 4 packed for Bergen, June 2027."),
            ("uncheck passport", "Unpacked item 1, Passport. 1 of 4 packed for Bergen, June 2027."),
            ("uncheck socks", "Already unpacked: item 2, Socks. 2 of 4 packed for Bergen, June 2027."),
            ("uncheck --all", "Unpacked 2 items. 0 of 4 packed for Bergen, June 2027."),
            ("check --all -t Paris", "Already packed: all items. 0 of 0 packed for Paris, July 2027."),
        ])
    func sentences(line: String, sentence: String) throws {
        #expect(try TestProgram.withSamples().text(line) == sentence + "\n")
    }

    @Test("Checking what is checked changes nothing and is no failure")
    func alreadyChecked() throws {
        #expect(try TestProgram.withSamples().json("check passport") == "{changed:[],change:null}")
    }

    @Test("Moving sets the order and the category")
    func moving() throws {
        let program = try TestProgram.withSamples()
        program.text("item move 'rain jacket' --before socks")
        program.text("item move book --category clothes")
        program.text("item move passport --before book")
        #expect(program.order() == [3, 2, 1, 4, 6])
    }

    @Test("Merging sums quantities and deletes the other one")
    func merging() throws {
        let program = try TestProgram.withSamples()
        program.text("item merge socks 'wool socks'")
        #expect(try program.json("item show socks").contains("quantity:5,packed:false"))
        #expect(program.refusal("item show 6").hasPrefix("packmule: The item 'Wool socks' is deleted.\n"))
    }

    @Test("Duplicates are shown with the way to make one of them")
    func duplicates() throws {
        let program = try TestProgram.withSamples()
        #expect(program.text("item duplicates") == "No item stands twice on the list of Bergen, June 2027.\n")
        program.text("item add SOCKS")
        #expect(
            program.text("item duplicates") == """
                Bergen, June 2027
                Item   Numbers  Make one of them
                Socks  2, 7     packmule item merge 2 7

                """)
        let json = try program.json("item duplicates")
        #expect(json.contains("duplicates:[{items:[{id:*,number:2,"))
        #expect(json.hasSuffix("deleted:false}]}]}"))
    }

    @Test(
        "What is wrong with a value is said by the name of its option, and nothing is changed",
        arguments: [
            ("item add ''", "name must be given."),
            ("item add Hat ''", "name must be given."),
            ("item add \(String(repeating: "x", count: 501))", "name must be 1 to 500 characters long."),
            ("item add 'Ha\nt'", "name must not contain control characters."),
            ("item add Hat --quantity -1", "--quantity must be a whole number from 0 to 999."),
            ("item add Hat --quantity 1000", "--quantity must be a whole number from 0 to 999."),
            ("item add Hat --quantity many", "--quantity must be a whole number from 0 to 999."),
            (
                "item add Hat --weight heavy",
                "--weight must be a weight from 0 to 200 kg, such as 240g, 1.5kg, 8oz or 1lb."
            ),
            (
                "item add Hat --weight 201kg",
                "--weight must be a weight from 0 to 200 kg, such as 240g, 1.5kg, 8oz or 1lb."
            ),
            ("item add Hat --note '\u{1B}[2J'", "--note must not contain control characters."),
            ("item edit socks --name ''", "--name must be given."),
            ("item move socks --before socks", "before must name another item."),
            ("item merge socks socks", "item must be another item."),
        ])
    func refusals(line: String, sentence: String) throws {
        let program = try TestProgram.withSamples()
        let before = program.text("item list --json")
        #expect(program.refusal(line) == "packmule: \(sentence)\n")
        #expect(program.text("item list --json") == before)
    }

    @Test("Items are checked all or none")
    func allOrNone() throws {
        let program = try TestProgram.withSamples()
        #expect(program.refusal("check socks nothing").hasPrefix("packmule: There is no item 'nothing' on the list of"))
        #expect(program.text("check passport").hasSuffix("2 of 4 packed for Bergen, June 2027.\n"))
        #expect(
            program.refusal("check book") == """
                packmule: It was decided not to take 'Book': its quantity is 0.
                Take it with 'packmule item edit 4 --quantity 1'.

                """)
    }

    @Test(
        "Options that exclude each other are a mistake",
        arguments: [
            ("check", "Name an item, or give --all."), ("check socks --all", "Name items or give --all, not both."),
            ("item move socks", "Give one of --before, --after and --category."),
            ("item move socks --before book --after passport", "Give one of --before, --after and --category."),
            ("item edit socks", "Nothing is named that should change."),
        ])
    func usage(line: String, sentence: String) throws {
        #expect(try TestProgram.withSamples().refusal(line, .usage).hasPrefix("packmule: \(sentence)\nTry 'packmule "))
    }

    @Test("What somebody wrote is shown, never obeyed")
    func safety() throws {
        let program = try TestProgram()
        program.text("trip add Bergen --start 2027-06-03")
        // The rule for names refuses control characters, but not those that turn the direction of writing.
        program.text("item add 'Socks\u{202E}'")
        #expect(program.text("pack").contains("[ ]  1  Socks⟪RLO⟫\n"))
        #expect(program.text("item show 1").hasPrefix("item 1, Socks⟪RLO⟫\n"))
    }
}

extension TestProgram {
    /// The numbers of the items of the next trip in the order of the list.
    func order() -> [Int] {
        text("item list").split(separator: "\n").dropFirst(2).compactMap {
            $0.split(separator: " ").first.flatMap { Int($0) }
        }
    }

    @Test("An item moves within the list of its own trip only")
    func moveAcrossTrips() throws {
        let program = try TestProgram.withSamples()
        program.text("trip add Porto --start 2028-01-01 --nights 1")
        program.text("item add Towel -t Porto")
        let before = program.text("dump")
        #expect(program.refusal("item move socks --before towel").contains("There is no item 'towel'."))
        #expect(program.text("item show 7").hasPrefix("item 7, Towel"))
        #expect(program.refusal("item move socks --before 7").contains("an item of the same trip"))
        #expect(program.text("dump") == before)
    }
}
