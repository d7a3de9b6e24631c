// The completion script for zsh (5.0 or newer).

extension Completions {
    var zshScript: String {
        """
        #compdef \(program)
        # Completion of \(program) for zsh, made by the program itself. Save it as \(prefix) in a folder of $fpath.

        \(posixFunctions)
        \(zshOffers("subcommands", \.subcommands))
        \(zshOffers("flags", \.options))
        \(zshFunctions)
        """
    }

    private func zshOffers(_ function: String, _ list: (Offer) -> [(word: String, summary: String)]) -> String {
        let branches = offers.filter { !list($0).isEmpty }.map { offer in
            let entries = list(offer).map { posixQuoted("\($0.word):\($0.summary)") }
            return "        \(posixQuoted(offer.command))) reply=(\(entries.joined(separator: " "))) ;;\n"
        }
        return """
            # The \(function) of command $1 with their descriptions.
            \(prefix)_\(function)() {
                case "$1" in
            \(branches.joined())        *) reply=() ;;
                esac
            }

            """
    }

    private var zshFunctions: String {
        #"""
        # Offers values of kind $1.
        \#(prefix)_complete() {
            local -a lines
            case "$1" in
                file) _files ;;
                directory) _files -/ ;;
                'choices '*) compadd -- ${=1#choices } ;;
                'words '*)
                    lines=("${(@Q)words[2,CURRENT-1]}")
                    lines=(${(f)"$(command \#(program) __complete "${1#words }" -- "${lines[@]}" 2>/dev/null)"})
                    compadd -- "${(@)lines%%$'\t'*}"
                    ;;
            esac
        }

        \#(prefix)() {
            local command='\#(program)' kind='' literal='' REPLY=''
            local -i count=0 index
            local -a reply
            for ((index = 2; index < CURRENT; index++)); do
                \#(prefix)_follow "${(Q)words[index]}"
            done
            if [[ -z $kind && -z $literal && $PREFIX == --*=* ]]; then
                \#(prefix)_value "$command" "${PREFIX%%=*}"
                kind="$REPLY"
                compset -P 1 '*='
            fi
            if [[ -n $kind ]]; then
                \#(prefix)_complete "$kind"
                return
            fi
            if [[ -z $literal && $PREFIX == -* ]]; then
                \#(prefix)_flags "$command"
                _describe -o option reply
                return
            fi
            \#(prefix)_operand "$command" "$count"
            \#(prefix)_complete "$REPLY"
            \#(prefix)_subcommands "$command"
            if (( $#reply )); then _describe command reply; fi
        }

        # Loaded from $fpath this file is the function itself; sourced it only registers it.
        if [[ ${funcstack[1]-} == \#(prefix) ]]; then \#(prefix) "$@"; else compdef \#(prefix) \#(program); fi

        """#
    }
}
