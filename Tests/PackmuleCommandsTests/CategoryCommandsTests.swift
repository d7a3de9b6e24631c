// Tests of the commands for categories.

import CommandLineTool
import Testing

@testable import PackmuleCommands

@Suite("Category commands")
struct CategoryCommandsTests {
    @Test("The list is in the order of packing lists")
    func list() throws {
        let program = try TestProgram.withSamples()
        program.text("category add Mountain gear")
        program.text("category move gear --before clothes")
        #expect(
            program.text("category") == """
                No.  Category
                  3  Gear
                  1  Clothes
                  2  Documents
                  5  Mountain gear

                """)
        #expect(
            try TestProgram().json("category list") == """
                {categories:[{id:*,number:1,label:Clothes,position:*,deleted:false},\
                {id:*,number:2,label:Documents,position:*,deleted:false},\
                {id:*,number:3,label:Gear,position:*,deleted:false}]}
                """)
    }

    @Test(
        "Every change is told in a sentence",
        arguments: [
            ("category add Rain gear", "Added category 5, Rain gear."),
            ("category edit gear --label Equipment", "Changed category 3, Equipment."),
            ("category edit gear --label GEAR", "Changed category 3, GEAR."),
            ("category move gear --after clothes", "Moved category 3, Gear, after Clothes."),
            (
                "category delete 1 2",
                "Deleted 2 categories. Undo it with 'packmule undo', or later with 'packmule category restore 1 2'."
            ),
            ("category restore sport", "Brought back category 4, Sport."),
        ])
    func sentences(line: String, sentence: String) throws {
        #expect(try TestProgram.withSamples().text(line) == sentence + "\n")
    }

    @Test("Items of a deleted category stand under Other")
    func deletion() throws {
        let program = try TestProgram.withSamples()
        program.text("category delete documents")
        #expect(program.text("item list").contains("  1  [x]     Passport            1          Other\n"))
    }

    @Test(
        "Refusals name the rule",
        arguments: [
            ("category add ''", "label must be given."),
            ("category add \(String(repeating: "x", count: 61))", "label must be 1 to 60 characters long."),
            ("category add gear", "There is a category 'Gear' already: number 3."),
            ("category edit clothes --label Gear", "There is a category 'Gear' already: number 3."),
            ("category move gear --before gear", "before must name another category."),
        ])
    func refusals(line: String, sentence: String) throws {
        #expect(try TestProgram.withSamples().refusal(line) == "packmule: \(sentence)\n")
    }
}
