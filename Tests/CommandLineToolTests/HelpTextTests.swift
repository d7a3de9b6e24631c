// Help texts, whole.

import CommandLineTool
import Testing

@Suite struct HelpTextTests {
    @Test("The program's help lists commands and global options")
    func program() {
        #expect(
            SampleProgram.path().helpText(width: 80) == """
                Trips and what to pack for them.

                Usage: packmule COMMAND [OPTION…]

                Packmule keeps trips and packing lists on this device.

                It needs no account.

                Commands:
                  trip, trips  Make and show trips
                  pack         Show what to pack
                  item         Things to pack
                  place        Places to go
                  completions  Print a script for the shell
                  search       Find records
                  help         Show the help of a command

                Options:
                      --store FILE  Use this store
                      --json        Print JSON

                Global options:
                  -h, --help     Show this help
                      --version  Show the version

                Examples:
                  packmule trip add Lisbon --nights 3
                      Adds a trip of three nights.

                """)
    }

    @Test("A command's help says everything about it")
    func command() {
        #expect(
            SampleProgram.path("trip", "add").helpText(width: 60) == """
                Add a trip.

                Usage: packmule trip add CITY… [OPTION…]

                The first city names the trip unless --title is given. Dates
                are written as 2026-12-24; a trip without dates is a wish.

                Operands:
                  CITY  Cities in the order of the journey

                Options:
                      --title TEXT  Title of the trip
                  -n, --nights N    Length of the stay (default 7)
                      --tag TAG     A word to find the trip by (may be
                                    repeated)
                  -z, --zone ZONE   Time zone

                Global options:
                      --store FILE  Use this store
                      --json        Print JSON
                  -h, --help        Show this help

                Examples:
                  packmule trip add Lisbon Porto --start 2026-12-24
                      Adds a trip to two cities.
                  packmule trip add 'New York'
                      Adds a wish.

                See also: packmule trip show, packmule item add

                """)
    }

    @Test("A group's help shows what it stands for and the options of that")
    func group() {
        #expect(
            SampleProgram.path("item").helpText(width: 80) == """
                Things to pack.

                Usage: packmule item [COMMAND] [OPTION…]

                Commands:
                  list   List items (when no command is given)
                  check  Mark items as packed

                Options:
                  -t, --trip TRIP  The trip
                  -u, --unpacked   Only what is left

                Global options:
                      --store FILE  Use this store
                      --json        Print JSON
                  -h, --help        Show this help

                """)
    }

    @Test("Choices are said, and long terms have their text below")
    func narrow() {
        #expect(
            SampleProgram.path("place", "add").helpText(width: 1) == """
                Add a place.

                Usage: packmule place add NAME [KIND] [OPTION…]

                Operands:
                  NAME  Its name
                  KIND  What it is (food, sight or
                        hotel)

                Options:
                      --lat DEGREES
                                 Latitude
                      --photo FILE
                                 A picture
                      --album FOLDER
                                 Pictures

                Global options:
                      --store FILE
                                 Use this store
                      --json     Print JSON
                  -h, --help     Show this help

                """)
    }

    @Test("Headings are bold where there is colour")
    func colour() {
        let help = SampleProgram.path("pack").helpText(width: 80, colour: .on)
        #expect(
            help.hasPrefix(
                "Show what to pack.\n\n\u{1B}[1mUsage:\u{1B}[0m packmule pack [TRIP] [OPTION…]\n\n"
                    + "\u{1B}[1mOperands:\u{1B}[0m\n"
            ))
    }

    @Test("No line of any help is wider than asked or ends with a blank")
    func widths() {
        for words in [["trip"], ["trip", "add"], ["item", "check"]] {
            let path = words.reduce(CommandPath(SampleProgram.root)) { path, word in
                path.appending(path.command.subcommand(word) ?? path.command)
            }
            for width in [60, 72, 80, 500] {
                let lines = path.helpText(width: width).split(separator: "\n")
                #expect(lines.allSatisfy { TerminalWidth.columns($0) <= min(width, 100) && !$0.hasSuffix(" ") })
            }
        }
    }
}
