// The manual page, whole for a small program, and read by groff and man.

import CommandLineTool
import Testing

@Suite struct ManualPageTests {
    private let demo = Command<Void>(
        "demo", summary: "Shows 'things'", discussion: ".dotted \\ back\n\n'quoted' – dash~",
        options: [Option("store", short: "s", value: "FILE", .file, help: "Use this store")],
        subcommands: [
            Command(
                "run", aliases: ["go"], summary: "Run it", examples: [Example("demo run -x", ".Runs.")],
                operands: [Operand("WHAT", .optional, help: "What")], options: [Option(flag: "all", help: "All")],
                action: ()),
            Command("hidden", summary: "No", isHidden: true, action: ()),
        ], defaultName: "run")

    private let demoPage = #"""
        .TH "DEMO" "1" "2026\-11\-30" "Demo 1.0"
        .SH "NAME"
        demo \- shows \(aqthings\(aq
        .SH "SYNOPSIS"
        demo [COMMAND] [OPTION\[u2026]]
        .SH "DESCRIPTION"
        \&.dotted \(rs back
        .PP
        \(aqquoted\(aq \[u2013] dash\(ti
        .SH "COMMANDS"
        .SS "demo run [WHAT] [OPTION\[u2026]]"
        Run it.
        .PP
        Also called: go.
        .TP
        .B "WHAT"
        What.
        .TP
        .B "\-\-all"
        All.
        .TP
        .B "demo run \-x"
        \&.Runs.
        .SH "GLOBAL OPTIONS"
        .TP
        .B "\-s, \-\-store FILE"
        Use this store.
        .TP
        .B "\-h, \-\-help"
        Show the help of a command.
        .TP
        .B "\-\-version"
        Show the version.
        .SH "ENVIRONMENT"
        .TP
        .B "NO_COLOR"
        No colour.
        .SH "EXIT STATUS"
        .TP
        .B "0"
        Everything was done.
        .TP
        .B "1"
        Refused: a rule forbids it, nothing was found, or a name is ambiguous.
        .TP
        .B "2"
        The command line was not understood.
        .TP
        .B "3"
        The store cannot be used.
        .TP
        .B "4"
        Waiting: the server cannot be reached.
        .TP
        .B "5"
        Not allowed.
        .TP
        .B "6"
        A decision is needed.
        .TP
        .B "70"
        A bug in the program.
        .TP
        .B "130"
        Interrupted.
        .SH "SEE ALSO"
        demod(1)

        """#

    @Test("A page of a small program, whole")
    func whole() {
        let page = ManualPage(
            date: "2026-11-30", source: "Demo 1.0", environment: [("NO_COLOR", "No colour.")], otherPages: ["demod(1)"])
        #expect(page.text(of: demo) == demoPage)
    }

    private var page: String {
        ManualPage(date: "2026-11-30", source: "Packmule 1.0", files: [("~/.local/share", "'Data' é 🧳 \\n")]).text(
            of: SampleProgram.root)
    }

    @Test(
        "groff and man read the page without a warning",
        .enabled(if: ShellRun.isInstalled("groff"), "groff is not installed"),
        arguments: [
            "groff -ww -man -Tutf8 -z", "groff -ww -man -Tascii -z", "man --warnings -E UTF-8 -l -Tutf8 -Z",
        ])
    func warnings(command: String) throws {
        let program = String(command.prefix { $0 != " " })
        guard ShellRun.isInstalled(program) else {
            print("NOT TESTED: \(program) is not installed")
            return
        }
        let run = try ShellRun("sh", "\(command) page.1 2>&1 >/dev/null", files: ["page.1": page])
        // Plain ASCII has no picture of a suitcase; that is all groff may say.
        let warnings = run.output.split(separator: "\n").filter {
            !(command.contains("ascii") && $0.contains("special character"))
        }
        #expect(warnings == [])
    }

    @Test(
        "groff shows options with real hyphens and text as it was",
        .enabled(if: ShellRun.isInstalled("groff"), "groff is not installed"))
    func shown() throws {
        let run = try ShellRun("sh", "groff -man -Tutf8 -P-cbou page.1", files: ["page.1": page])
        for text in [
            "-n, --nights N", "--store FILE", "packmule trip add 'New York'", "~/.local/share", "'Data' é 🧳 \\n",
            "Without a command this is packmule trip list.",
        ] {
            #expect(run.output.contains(text), "\(text) in:\n\(run.output)")
        }
        #expect(!run.output.contains("__complete"))
    }
}
