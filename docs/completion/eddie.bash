# Completion of eddie for bash.
_eddie() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=run options i
    case ${COMP_WORDS[1]} in cat|info|diff|get|set|plan|replay|build|import|new) command=${COMP_WORDS[1]} ;; esac
    [ "$COMP_CWORD" -gt 1 ] || command=run
    COMPREPLY=()
    case $before in
    --state|--script|--record|-o) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --watch)             COMPREPLY=($(compgen -c -- "$word")); return ;;
    --frames|--seed|--limit|--hang-ms|--rewind|--every|--until|--jobs|--type) return ;;
    esac
    [ $command = new ] && { COMPREPLY=($(compgen -W '--limit --help' -- "$word")); return; }
    case $command in
    cat)  options='--compact --open -o' ;;
    info) options='--json --host' ;;
    diff) options='--all --json' ;;
    get)  options='--json' ;;
    set)  options='-o' ;;
    plan) options='--live --json' ;;
    replay) options='--hash --every --until --json' ;;
    build) options='--jobs --early --quiet --verbose' ;;
    import) options='--type --extern --globals' ;;
    run)  options='--state --headless --frames --script --watch --no-watch --no-early --hang-ms --rewind --record --seed --keep-attic --check-pointers --open --json --quiet --version' ;;
    esac
    [ $command = import ] || options="$options --limit --no-color"
    options="$options --help"
    case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")); return ;;
    esac
    [ "$COMP_CWORD" -gt 1 ] || COMPREPLY=($(compgen -W 'run cat info diff get set plan replay build import new' -- "$word"))
    # After the snapshots of cat, diff, get and set, the words are paths and values, not files.
    local words=0
    for ((i = 2; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i-1]} in -o|--limit) continue ;; esac
        case ${COMP_WORDS[i]} in -*) ;; *) words=$((words + 1)) ;; esac
    done
    case $command in
    get|set|cat) [ $words -gt 0 ] && return ;;
    diff)        [ $words -gt 1 ] && return ;;
    esac
    COMPREPLY+=($(compgen -f -- "$word"))
}
complete -o filenames -F _eddie eddie
