// Tests of the program around the commands.

import CommandLineTool
import PackmuleKit
import Testing

@testable import PackmuleCommands

@Suite("Program")
struct ProgramTests {
    @Test("A command line that is not understood says where to read more, and ends with 2")
    func usage() throws {
        let program = try TestProgram()
        #expect(
            program.refusal("trip lst", .usage)
                == "packmule trip: there is no command 'lst'; did you mean list?\n"
                + "Try 'packmule trip --help'.\n"
        )
        #expect(
            program.refusal("trip add --json", .usage) == """
                {
                  "error": {
                    "code": "usage",
                    "message": "packmule trip add: CITY is missing.",
                    "hint": "Try 'packmule trip add --help'."
                  }
                }

                """)
    }

    @Test("Without a store it is said how to make one, and the exit code is 3")
    func noStore() throws {
        let program = try TestProgram(withStore: false)
        #expect(
            program.refusal("next", .storeUnusable)
                == "packmule: There is no store at \(program.storePath).\nMake one with 'packmule init'.\n")
    }

    @Test("The option --store comes before the environment")
    func storeOption() throws {
        let program = try TestProgram()
        let other = try TestProgram()
        program.text("trip add Bergen --store \(other.storePath)")
        #expect(program.text("trip list") == "There are no trips.\n")
        #expect(other.text("trip list") != "There are no trips.\n")
    }

    @Test("After -- a word that looks like an option is none")
    func endOfOptions() throws {
        let program = try TestProgram()
        #expect(program.run("trip add -- --json").standardOutput == "Added trip 1, --json.\n")
        #expect(program.refusal("trip show -- --jsn").hasPrefix("packmule: There is no trip '--jsn'."))
    }

    @Test("The version is that of the library")
    func version() throws {
        #expect(try TestProgram(withStore: false).text("--version") == "packmule \(Version.text)\n")
    }
}
