// Completion scripts, run by the shells they are for.

import CommandLineTool
import Testing

/// What is offered after a line; a bar ends the line where the cursor stands. Words the program offers itself come from
/// the stub: it prints what it was asked, so the test sees that it was asked rightly.
private let offers: [(line: String, offered: [String])] = [
    ("", ["trip", "pack", "item", "place", "completions", "search", "help"]),
    ("tr", ["trip"]),
    ("trip ", ["add", "list", "show"]),
    ("trips ", ["add", "list", "show"]),
    ("--json trip ", ["add", "list", "show"]),
    ("--store x.db trip ", ["add", "list", "show"]),
    ("--store=x.db trip s", ["show"]),
    ("help trip s", ["show"]),
    ("trip --", ["--all", "--store", "--json", "--help"]),
    ("trip add --n", ["--nights"]),
    ("--", ["--store", "--json", "--help", "--version"]),
    ("item -t Rome check --", ["--all", "--yes", "--trip", "--store", "--json", "--help"]),
    ("completions ", ["bash", "zsh", "fish"]),
    ("completions z", ["zsh"]),
    ("completions zsh ", []),
    ("place add --lat -34.6 ", []),
    ("place add Casa ", ["food", "sight", "hotel"]),
    ("place add --lat -34.6 Casa h", ["hotel"]),
    ("place add Casa food ", []),
    ("place add -- Casa f", ["food"]),
    ("trip add --nights ", []),
    ("item -t ", ["trip:item:-t"]),
    ("item check -t Rome ", ["item:item:check:-t:Rome"]),
    ("item check a b ", ["item:item:check:a:b"]),
    ("trip show ", ["trip:trip:show"]),
    ("trip show Rome ", []),
]

/// Answers `__complete KIND -- WORD…` with KIND and WORDs joined by colons.
private let stub = """
    #!/bin/sh
    [ "$1" = __complete ] || exit 1
    answer="$2"
    [ "$3" = -- ] || exit 1
    shift 3
    for word in "$@"; do answer="$answer:$word"; done
    printf '%s\\tdescribed\\n' "$answer"

    """

@Suite struct CompletionsTests {
    @Test(
        "The script has no error of syntax",
        arguments: [
            (Shell.bash, "bash -n"), (.zsh, "zsh -n"), (.fish, "fish --no-execute"),
        ])
    func syntax(shell: Shell, check: String) throws {
        guard ShellRun.isInstalled(shell.rawValue) else {
            print("NOT TESTED: \(shell) is not installed, so its completion script was not checked")
            return
        }
        let run = try ShellRun(check, SampleProgram.root.completionScript(for: shell))
        #expect(run.output == "")
        #expect(run.status == 0)
    }

    @Test(
        "bash offers what may follow", .enabled(if: ShellRun.isInstalled("bash"), "bash is not installed"),
        arguments: offers)
    func bash(line: String, offered: [String]) throws {
        let words =
            ["packmule"]
            + line.split(separator: " ", omittingEmptySubsequences: false).flatMap { word in
                // bash makes three words of --name=value.
                word.split(separator: "=").map { String($0) }.joined(by: "=", orEmpty: "")
            }
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let run = try ShellRun(
            "bash",
            """
            source ./completions.bash
            COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
            _packmule
            if (( ${#COMPREPLY[@]} )); then printf '%s\\n' "${COMPREPLY[@]}"; fi
            """, files: ["completions.bash": SampleProgram.root.completionScript(for: .bash), "packmule": stub])
        #expect(run.output.split(separator: "\n").map { String($0) }.sorted() == offered.sorted())
        #expect(run.status == 0)
    }

    @Test(
        "zsh offers what may follow", .enabled(if: ShellRun.isInstalled("zsh"), "zsh is not installed"),
        arguments: offers)
    func zsh(line: String, offered: [String]) throws {
        let words = ["packmule"] + line.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        // The builtins of the completion system work only in its widgets; these print what they are given.
        let run = try ShellRun(
            "zsh -f",
            """
            compdef() { :; }
            _describe() { print -rl -- "${(@)${(P@)argv[-1]}%%:*}"; }
            compadd() { shift; print -rl -- "$@"; }
            _files() { print files "$@"; }
            source ./completions.zsh
            words=(\(quoted)) CURRENT=$#words PREFIX="$words[-1]"
            _packmule
            """, files: ["completions.zsh": SampleProgram.root.completionScript(for: .zsh), "packmule": stub])
        let typed = words.last ?? ""
        let shown = run.output.split(separator: "\n").map { String($0) }.filter { $0.hasPrefix(typed) }
        #expect(shown.sorted() == offered.sorted())
        #expect(run.status == 0)
    }

    @Test(
        "fish offers what may follow", .enabled(if: ShellRun.isInstalled("fish"), "fish is not installed"),
        arguments: offers)
    func fish(line: String, offered: [String]) throws {
        let run = try ShellRun(
            "fish --no-config", "source ./completions.fish; complete -C 'packmule \(line)'",
            files: ["completions.fish": SampleProgram.root.completionScript(for: .fish), "packmule": stub])
        let shown = run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        #expect(shown.sorted() == offered.sorted())
    }

    @Test(
        "bash offers files and folders, quotes blanks and leaves open quotes alone",
        .enabled(if: ShellRun.isInstalled("bash"), "bash is not installed"))
    func bashValues() throws {
        let run = try ShellRun(
            "bash",
            """
            source ./completions.bash
            mkdir folder
            offer() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _packmule; printf '<%s>' "${COMPREPLY[@]}"; echo; }
            offer packmule --store comp
            offer packmule --store = comp
            offer packmule place add --album f
            offer packmule pack 'New\\ '
            offer packmule pack '"New '
            offer packmule pack N
            offer packmule --store = x.db item --trip "'New York'" -t N
            cat asked
            test ! -e hacked || echo hacked
            """,
            files: [
                "completions.bash": SampleProgram.root.completionScript(for: .bash),
                "packmule": "#!/bin/sh\necho \"$*\" > asked\nprintf '%s\\n' 'New York' Rome '$(touch hacked)'\n",
            ])
        #expect(
            run.output == """
                <completions.bash>
                <completions.bash>
                <folder>
                <New\\ York>
                <New York>
                <New\\ York>
                <New\\ York>
                __complete trip -- --store=x.db item --trip New York -t

                """)
    }

    @Test("fish completes the value after an equals sign")
    func fishAfterEquals() throws {
        guard ShellRun.isInstalled("fish") else {
            print("NOT TESTED: fish is not installed")
            return
        }
        let run = try ShellRun(
            "fish --no-config",
            "source ./completions.fish; complete -C 'packmule item --trip=N'; complete -C 'packmule --store=comp'",
            files: [
                "completions.fish": SampleProgram.root.completionScript(for: .fish),
                "packmule": "#!/bin/sh\nprintf 'New York\\tin June\\nRome\\n'\n",
            ])
        #expect(run.output.contains("--trip=New York\tin June\n"))
        #expect(run.output.contains("--store=completions.fish"))
    }

    @Test("Scripts are the same every time and name no hidden command", arguments: Shell.allCases)
    func determinism(shell: Shell) {
        let script = SampleProgram.root.completionScript(for: shell)
        #expect(script == SampleProgram.root.completionScript(for: shell))
        #expect(!script.contains("'packmule __complete"))
        #expect(script.hasSuffix("\n"))
    }
}

extension [String] {
    /// The words with a separator between each two, as words.
    fileprivate func joined(by separator: String, orEmpty: String) -> [String] {
        isEmpty ? [orEmpty] : Array(map { [$0] }.joined(separator: [separator]))
    }
}
