// Tests of how people name a record, and which trip is meant.

import CommandLineTool
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Naming a record")
struct NamingTests {
    @Test(
        "A number, a part of the name in any case and order, or the whole name before its parts",
        arguments: [
            ("2", 2), ("#2", 2), ("SOCKS", 2), ("wool", 6), ("socks wool", 6), ("jacket rain", 3), ("passpo", 1),
        ])
    func names(typed: String, number: Int) throws {
        let program = try TestProgram.withSamples()
        let output = program.run(["item", "show", typed])
        #expect(output.standardOutput.hasPrefix("item \(number), "))
    }

    @Test("The start of an id names a record too")
    func id() throws {
        let program = try TestProgram.withSamples()
        program.clock.advance(milliseconds: 400 * 86_400_000)
        program.text("trip add Lisbon")
        let page = program.text("trip show Lisbon")
        let id = try #require(page.split(separator: "\n").last?.split(separator: " ").last)
        #expect(program.text("trip show \(id.prefix(8).uppercased())") == page)
    }

    @Test("Digits are a number or a whole name, never a part of a name")
    func digits() throws {
        let program = try TestProgram.withSamples()
        program.text("item add 'Size 44' 77 -t Bergen")
        #expect(program.refusal("item delete 44").contains("There is no item '44'"))
        #expect(program.text("item show 77").contains(", 77"))
        #expect(program.refusal("trip show 2027").contains("There is no trip '2027'"))
        #expect(program.text("item list -t Bergen").contains("Size 44"))
    }

    @Test("A name that means several records lists them")
    func ambiguous() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.refusal("item show k") == """
                packmule: 'k' could be more than one item.
                Give its number:
                  2  Socks
                  3  Rain jacket
                  4  Book
                  6  Wool socks

                """)
        #expect(
            program.refusal("item show k --json") == """
                {
                  "error": {
                    "code": "ambiguous",
                    "message": "'k' could be more than one item.",
                    "hint": "Give its number:\\n  2  Socks\\n  3  Rain jacket\\n  4  Book\\n  6  Wool socks"
                  }
                }

                """)
    }

    @Test("An item is looked up on the list of the trip meant, its number everywhere")
    func tripMeant() throws {
        let program = try TestProgram.withSamples()
        program.text("item add Sunglasses -t Paris")
        #expect(
            program.refusal("item show sunglasses") == """
                packmule: There is no item 'sunglasses' on the list of Bergen, June 2027.
                See what there is with 'packmule item list -t 1', or name another trip with -t.

                """)
        #expect(program.text("item show sunglasses -t Paris").hasPrefix("item 7, Sunglasses\n"))
        #expect(program.text("item show 7").hasPrefix("item 7, Sunglasses\n"))
        #expect(
            program.refusal("item show umbrella")
                == "packmule: The item 'Umbrella' is deleted.\nBring it back with 'packmule item restore 5'.\n")
    }

    @Test("Without a planned trip a list cannot be meant, but a number still finds its item")
    func noTrip() throws {
        let program = try TestProgram()
        program.text("trip add Lisbon")
        program.text("item add Hat -t Lisbon")
        #expect(program.text("item show 1").hasPrefix("item 1, Hat\n"))
        let sentence = """
            packmule: No trips are planned.
            Name a trip with -t TRIP, or add one: packmule trip add CITY --start 2027-06-03 --nights 4

            """
        for line in ["item show hat", "item add Cap", "item list", "pack", "check hat", "check --all"] {
            #expect(program.refusal(line) == sentence)
        }
    }

    @Test("What is not there is said, with where to look")
    func notFound() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.refusal("trip show Atlantis")
                == "packmule: There is no trip 'Atlantis'.\nSee what there is with 'packmule trip list'.\n")
        #expect(program.refusal("trip show 99").hasPrefix("packmule: There is no trip '99'.\n"))
        #expect(program.refusal("trip show ''").hasPrefix("packmule: There is no trip ''.\n"))
        #expect(program.refusal("category show zzz").hasPrefix("packmule: There is no category 'zzz'.\n"))
    }
}
