// How command lines are understood and refused.

import CommandLineTool
import Testing

@Suite struct ArgumentParserTests {
    private func run(_ arguments: [String]) throws -> ParsedCommand<String> {
        guard case .run(let parsed) = try SampleProgram.root.parse(arguments) else {
            throw Unexpected()
        }
        return parsed
    }

    private struct Unexpected: Error {}

    @Test(
        "A command line leads to its command",
        arguments: [
            ("trip add Lisbon", "trip add"), ("trips new Lisbon", "trip add"), ("trip", "trip list"),
            ("trip --all", "trip list"),
            ("trip -a --json", "trip list"), ("--json trip", "trip list"), ("--store f trip show", "trip show"),
            ("item -t Rome", "item list"), ("item -t Rome check x", "item check"), ("item --all check", "item check"),
            ("search help", "search"), ("__complete trip -- --store f", "complete"),
        ])
    func findsCommands(line: String, action: String) throws {
        #expect(try run(line.words).action == action)
    }

    @Test(
        "The ways to write an option mean the same",
        arguments: [
            "--nights 3 A", "--nights=3 A", "-n 3 A", "-n3 A", "A --nights 3", "A -n3", "-n 3 -- A",
        ])
    func readsOptions(line: String) throws {
        let parsed = try run(["trip", "add"] + line.words)
        #expect(parsed.integer("nights") == 3)
        #expect(parsed.operands("CITY") == ["A"])
    }

    @Test(
        "Global options stand before the noun, between and after",
        arguments: [
            "--store x.db trip add A", "trip --store=x.db add A", "trip add A --store x.db",
        ])
    func readsGlobalOptions(line: String) throws {
        #expect(try run(line.words).value("store") == "x.db")
    }

    @Test("Values that look like options are values where they can only be values")
    func readsOddValues() throws {
        let place = try run(["place", "add", "Casa", "--lat", "-34.6"])
        #expect(place.number("lat") == -34.6)
        #expect(try run(["place", "add", "Casa", "--lat=-.5"]).number("lat") == -0.5)
        #expect(try run(["trip", "add", "A", "--title=--x=y"]).value("title") == "--x=y")
        #expect(try run(["trip", "add", "A", "--title="]).value("title") == "")
        #expect(try run(["trip", "add", "A", "--title", "-"]).value("title") == "-")
        #expect(
            try run(["search", "-", "-5", "--", "--help", "-x", "--"]).operands("WORDS") == [
                "-", "-5", "--help", "-x", "--",
            ])
    }

    @Test("Flags may share a dash, and the last may have a value")
    func readsClusters() throws {
        let parsed = try run(["item", "check", "-ayt", "Rome"])
        #expect(parsed.has("all") && parsed.has("yes"))
        #expect(parsed.value("trip") == "Rome")
        #expect(try run(["item", "check", "-aytRome"]).value("trip") == "Rome")
        #expect(try run(["item", "check", "-aa"]).has("all"))
    }

    @Test("What is not given has its default or nothing")
    func defaults() throws {
        let parsed = try run(["trip", "add", "A", "--tag", "x", "--tag=y"])
        #expect(parsed.integer("nights") == 7)
        #expect(!parsed.has("nights"))
        #expect(parsed.values("tag") == ["x", "y"])
        #expect(parsed.value("tag") == "y")
        #expect(parsed.value("title") == nil)
        #expect(parsed.values("title") == [])
        #expect(parsed.number("title") == nil)
        #expect(parsed.value("unheard of") == nil)
        #expect(parsed.operand("TRIP") == nil)
        #expect(parsed.path.name == "packmule trip add")
        #expect(try run(["pack"]).operand("TRIP") == nil)
        #expect(try run(["pack", ""]).operand("TRIP") == "")
        #expect(try run(["item", "check"]).operands("ITEM") == [])
    }

    @Test(
        "Help is shown for the command so far, whatever else is wrong",
        arguments: [
            ("--help", "packmule"), ("-h", "packmule"), ("help", "packmule"), ("help trip", "packmule trip"),
            ("help trip add", "packmule trip add"), ("trip help", "packmule trip"),
            ("trip help add", "packmule trip add"),
            ("trip --help", "packmule trip"), ("trip add --contry x -h", "packmule trip add"),
            ("trip add --nights 0 --help", "packmule trip add"),
            ("--help trip", "packmule"), ("help --json trip", "packmule trip"),
            ("trip show a b c --help", "packmule trip show"),
            ("trip add --title --help", "packmule trip add"),
        ])
    func help(line: String, name: String) throws {
        guard case .help(let path) = try SampleProgram.root.parse(line.words) else {
            Issue.record("'\(line)' does not ask for help")
            return
        }
        #expect(path.name == name)
    }

    @Test("The version is asked for by --version")
    func version() throws {
        guard case .version = try SampleProgram.root.parse(["--version"]) else {
            Issue.record("--version does not ask for the version")
            return
        }
    }

    @Test(
        "A wrong line is refused with what is wrong and what to do",
        arguments: [
            ("", "packmule: a command is missing."),
            ("place", "packmule place: a command is missing."),
            ("tirp", "packmule: there is no command 'tirp'; did you mean trip?"),
            ("trip lst", "packmule trip: there is no command 'lst'; did you mean list?"),
            ("comp", "packmule: there is no command 'comp'; did you mean completions?"),
            ("xyzzy", "packmule: there is no command 'xyzzy'."),
            ("__compleet", "packmule: there is no command '__compleet'."),
            ("help trip shw", "packmule trip: there is no command 'shw'; did you mean show?"),
            ("trip add A --titel B", "packmule trip add: there is no option --titel; did you mean --title?"),
            ("trip add A -title B", "packmule trip add: there is no option -title; did you mean --title?"),
            ("trip add A --ni 3", "packmule trip add: there is no option --ni; did you mean --nights?"),
            ("trip add A --wxyz", "packmule trip add: there is no option --wxyz."),
            ("trip add A --trac 3", "packmule trip add: there is no option --trac."),
            ("trip add A -q", "packmule trip add: there is no option -q."),
            ("item check -aq", "packmule item check: there is no option -q."),
            ("trip --all add A", "packmule trip add: there is no option --all."),
            ("trip add A --nights", "packmule trip add: --nights needs a value: --nights N."),
            ("trip add A --title --nights 3", "packmule trip add: --title needs a value: --title TEXT."),
            ("trip add A -n", "packmule trip add: -n needs a value: -n N."),
            ("trip --all=yes", "packmule trip list: --all takes no value."),
            ("trip add A --nights 3 -n 4", "packmule trip add: -n is given twice; give it once."),
            ("trip add A --nights 0", "packmule trip add: --nights '0' must be a whole number from 1 to 365."),
            (
                "trip add A --nights 99999999999999999999",
                "packmule trip add: --nights '99999999999999999999' must be a whole number from 1 to 365."
            ),
            ("place add A --lat 90.5", "packmule place add: --lat '90.5' must be a number from -90 to 90."),
            ("place add A --lat nan", "packmule place add: --lat 'nan' must be a number from -90 to 90."),
            ("place add A fod", "packmule place add: KIND 'fod' must be food, sight or hotel; did you mean food?"),
            ("completions csh", "packmule completions: SHELL 'csh' must be bash, zsh or fish; did you mean zsh?"),
            ("trip add", "packmule trip add: CITY is missing."),
            ("place add --lat 1", "packmule place add: NAME is missing."),
            (
                "trip show New York",
                "packmule trip show: 'York' is one word too many; put a text of several words in quotes."
            ),
            ("trip \u{1B}[31m", "packmule trip: there is no command '␛[31m'."),
        ])
    func refuses(line: String, message: String) {
        let error = #expect(throws: UsageError.self) { try SampleProgram.root.parse(line.words) }
        #expect(error?.message == message)
    }

    @Test("An error says where to read more")
    func hint() {
        let error = #expect(throws: UsageError.self) { try SampleProgram.root.parse(["trip", "add"]) }
        #expect(error?.hint == "Try 'packmule trip add --help'.")
        #expect(error?.problem == .missingOperand("CITY"))
    }

    @Test("Options of an unfinished line are found for completion")
    func unfinished() {
        let values = SampleProgram.root.optionValues(in: "--store x.db item check -t Rome --all --wrong -t".words)
        #expect(values == ["store": ["x.db"], "trip": ["Rome"], "all": []])
    }

    @Test("No line of words from the tree is a trap")
    func survivesAnything() {
        let words = [
            "trip", "add", "item", "check", "--", "-", "--json", "--all=", "-t", "-tx", "help", "--store", "=", "--=",
            "-=", "", "\u{0}",
        ]
        for first in words {
            for second in words {
                for third in words { _ = try? SampleProgram.root.parse([first, second, third]) }
            }
        }
    }
}
