// The completion script for fish (3.1 or newer).

extension Completions {
    var fishScript: String {
        """
        # Completion of \(program) for fish, made by the program itself. Save it as \(program).fish in a folder of
        # $fish_complete_path.

        \(fishLookup("step", steps, comment: "The command that a word after a command leads to."))
        \(fishLookup("value", values, comment: "The kind of value that an option of a command takes."))
        \(fishLookup("operand", operands, comment: "The kind of an operand of a command, by its number."))
        \(fishOffers("subcommands", \.subcommands))
        \(fishOffers("flags", \.options))
        \(fishFunctions)
        """
    }

    private func fishLookup(_ function: String, _ cases: [Case], comment: String) -> String {
        let branches = cases.map { branch in
            """
                    case \(branch.keys.map(fishQuoted).joined(separator: " "))
                        echo \(fishQuoted(branch.result))

            """
        }
        return """
            # \(comment)
            function \(fishPrefix)_\(function)
                switch "$argv[1] $argv[2]"
            \(branches.joined())    end
            end

            """
    }

    private func fishOffers(_ function: String, _ list: (Offer) -> [(word: String, summary: String)]) -> String {
        let branches = offers.filter { !list($0).isEmpty }.map { offer in
            let entries = list(offer).map { fishQuoted("\($0.word)\t\($0.summary)") }
            return """
                        case \(fishQuoted(offer.command))
                            printf '%s\\n' \(entries.joined(separator: " "))

                """
        }
        return """
            # The \(function) of a command with their descriptions.
            function \(fishPrefix)_\(function)
                switch "$argv[1]"
            \(branches.joined())    end
            end

            """
    }

    private var fishFunctions: String {
        #"""
        # Offers values of the kind argv[1] for the text argv[2]; argv[3..] are the words before.
        function \#(fishPrefix)_values
            switch "$argv[1]"
                case file
                    __fish_complete_path "$argv[2]"
                case directory
                    __fish_complete_directories "$argv[2]" ''
                case 'choices *'
                    string split ' ' -- (string replace 'choices ' '' -- "$argv[1]")
                case 'words *'
                    set -l kind (string replace 'words ' '' -- "$argv[1]")
                    command \#(program) __complete $kind -- $argv[3..-1] 2>/dev/null
            end
        end

        function \#(fishPrefix)_complete
            set -l command \#(program)
            set -l kind ''
            set -l literal ''
            set -l count 0
            set -l words (commandline -opc)
            set -e words[1]
            set -l current (commandline -ct)
            for word in $words
                if test -n "$kind"
                    set kind ''
                else if test -z "$literal"; and test "$word" = --
                    set literal 1
                else if test -z "$literal"; and string match -qr -- '^-.' "$word"
                    set kind (\#(fishPrefix)_value $command "$word")
                else
                    set -l next (\#(fishPrefix)_step $command "$word")
                    if test -n "$next"
                        set command $next
                    else
                        set count (math $count + 1)
                    end
                end
            end
            if test -n "$kind"
                \#(fishPrefix)_values "$kind" "$current" $words
            else if test -z "$literal"; and string match -qr -- '^--[^=]+=' "$current"
                set -l option (string replace -r '=.*' '' -- "$current")
                set -l value (string replace -r '^[^=]*=' '' -- "$current")
                printf "$option=%s\n" (\#(fishPrefix)_values (\#(fishPrefix)_value $command $option) "$value" $words)
            else if test -z "$literal"; and string match -q -- '-*' "$current"
                \#(fishPrefix)_flags $command
            else
                \#(fishPrefix)_values (\#(fishPrefix)_operand $command $count) "$current" $words
                \#(fishPrefix)_subcommands $command
            end
        end

        complete -c \#(program) -f -a '(\#(fishPrefix)_complete)'

        """#
    }

    /// Functions that start with two underscores are hidden in fish.
    private var fishPrefix: String { "_" + prefix }

    /// A word that fish takes literally.
    private func fishQuoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
