# Completion of eddiec for bash.
_eddiec() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    # bash splits words at =, so --diag=json is three words.
    [ "$word" = = ] && word= before='='
    case $before in
    -o)         COMPREPLY=($(compgen -d -- "$word")); return ;;
    --snapshot) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --explain)  COMPREPLY=($(compgen -W "$(${COMP_WORDS[0]} --explain 2>/dev/null | awk '{ print $1 }')" -- "$word")); return ;;
    =)          COMPREPLY=($(compgen -W 'json text' -- "$word")); return ;;
    esac
    case $word in
    -*) COMPREPLY=($(compgen -W '-o --check --diag=json --snapshot --explain --help --version' -- "$word")); return ;;
    esac
    [ "$COMP_CWORD" -gt 1 ] || COMPREPLY=($(compgen -W 'fmt' -- "$word"))
    COMPREPLY+=($(compgen -f -X '!*.def' -- "$word") $(compgen -d -- "$word"))
}
complete -o filenames -F _eddiec eddiec
