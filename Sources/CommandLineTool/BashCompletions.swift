// The completion script for bash (4.4 or newer).

extension Completions {
    var bashScript: String {
        """
        # Completion of \(program) for bash, made by the program itself. Load it with: source FILE

        \(posixFunctions)
        \(bashOffers)
        \(bashFunctions)
        complete -F \(prefix) \(program)

        """
    }

    private var bashOffers: String {
        let branches = offers.map { offer in
            let words = offer.subcommands.map(\.word).joined(separator: " ")
            let options = offer.options.map(\.word).joined(separator: " ")
            return "        \(posixQuoted(offer.command))) words='\(words)' flags='\(options)' ;;\n"
        }
        return """
            # The subcommands and the options of command $1.
            \(prefix)_offers() {
                case "$1" in
            \(branches.joined())    esac
            }

            """
    }

    private var bashFunctions: String {
        #"""
        # Keeps those of the arguments that begin with what was typed.
        \#(prefix)_keep() {
            local word
            for word in "$@"; do
                [[ $word == "$typed"* ]] || continue
                # Within quotation marks bash takes the word as it is.
                if [[ $current != [\"\']* ]]; then printf -v word '%q' "$word"; fi
                COMPREPLY+=("$word")
            done
        }

        # Offers values of kind $1.
        \#(prefix)_complete() {
            local -a lines
            case "$1" in
                file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$typed") ;;
                directory) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$typed") ;;
                'choices '*) read -ra lines <<< "${1#choices }"; \#(prefix)_keep "${lines[@]}" ;;
                'words '*)
                    mapfile -t lines < <(
                        command \#(program) __complete "${1#words }" -- "${before[@]}" 2>/dev/null)
                    \#(prefix)_keep "${lines[@]%%$'\t'*}"
                    ;;
            esac
        }

        \#(prefix)() {
            local joins='' command='\#(program)' kind='' literal='' words='' flags='' REPLY='' word
            local -i count=0 index
            local -a list before=()
            local current="${COMP_WORDS[COMP_CWORD]}"
            COMPREPLY=()
            for ((index = 1; index < COMP_CWORD; index++)); do
                word="${COMP_WORDS[index]}"
                # bash makes three words of --name=value and leaves quotation marks in place.
                if [[ $word == '=' ]]; then joins=1; continue; fi
                if [[ -n $joins && -n $kind ]]; then
                    before[-1]+="=${word//[\"\'\\]/}"
                else
                    before+=("${word//[\"\'\\]/}")
                fi
                joins=''
                \#(prefix)_follow "$word"
            done
            if [[ $current == '=' ]]; then current=''; fi
            local typed="${current#[\"\']}"
            typed="${typed//\\/}"
            if [[ -n $kind ]]; then
                \#(prefix)_complete "$kind"
                return
            fi
            \#(prefix)_offers "$command"
            if [[ -z $literal && $current == -* ]]; then
                read -ra list <<< "$flags"
                \#(prefix)_keep "${list[@]}"
                return
            fi
            \#(prefix)_operand "$command" "$count"
            \#(prefix)_complete "$REPLY"
            read -ra list <<< "$words"
            \#(prefix)_keep "${list[@]}"
        }

        """#
    }
}
