// Tests of the packing list.

import CommandLineTool
import Testing

@testable import PackmuleCommands

@Suite("Packing list")
struct PackCommandsTests {
    @Test("People see categories with items, marks, numbers, quantities, weights and the progress")
    func text() throws {
        let program = try TestProgram.withSamples()
        let list = """
            Bergen, June 2027

            Clothes
            [ ]  2  Socks        ×4         160 g
            [x]  3  Rain jacket             240 g

            Documents
            [x]  1  Passport

            Other
            [-]  4  Book         not taken
            [ ]  6  Wool socks

            2 of 4 packed, 400 g

            """
        #expect(program.text("pack") == list)
        #expect(program.text("pack bergen") == list)
    }

    @Test("On a narrow terminal names give way")
    func narrow() throws {
        let program = try TestProgram.withSamples()
        let output = program.run(["pack"], columns: 36)
        #expect(output.standardOutput.contains("[x]  3  Rain jack…             240 g\n"))
    }

    @Test("Colour is added only where it is wanted")
    func colour() throws {
        let program = try TestProgram.withSamples()
        let output = program.run(["pack"], colour: .on)
        #expect(output.standardOutput.hasPrefix("\u{1B}[1mBergen, June 2027\u{1B}[0m\n\n\u{1B}[1mClothes\u{1B}[0m\n"))
        #expect(output.standardOutput.contains("\u{1B}[32m[x]\u{1B}[0m  \u{1B}[2m3\u{1B}[0m  Rain jacket"))
    }

    @Test("An empty list says how to fill it")
    func empty() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.text("pack Paris")
                == "Nothing is on the list of Paris, July 2027. Put something on it: packmule item add NAME -t 2\n")
    }

    @Test("Scripts get all categories, also empty ones, and the numbers")
    func json() throws {
        let program = try TestProgram()
        program.text("trip add Bergen --start 2027-06-03 --nights 4")
        program.text("item add Passport --category documents --weight 50")
        program.text("item add Hat")
        program.text("check passport")
        let item = { (number: Int, category: String, name: String, packed: Bool, grams: String) in
            """
            {id:*,number:\(number),trip:*,category:\(category),name:\(name),note:,quantity:1,packed:\(packed),\
            position:*,weightGrams:\(grams),source:typed,extra:{},deleted:false}
            """
        }
        #expect(
            try program.json("pack") == """
                {trip:{id:*,number:1,title:null,city:Bergen,country:null,start:2027-06-03,nights:4,zone:null,\
                status:planned,archived:false,note:,displayTitle:Bergen, June 2027,lastDay:2027-06-07,deleted:false},\
                categories:[{id:*,label:Clothes,items:[]},\
                {id:*,label:Documents,items:[\(item(1, "*", "Passport", true, "50"))]},\
                {id:*,label:Gear,items:[]},\
                {id:null,label:Other,items:[\(item(2, "null", "Hat", false, "null"))]}],\
                packed:1,total:2,weightGrams:50}
                """)
    }
}
