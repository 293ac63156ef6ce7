#!/bin/bash
# Runs the commands of the documentation pages, each page in its own copy of the project.
#   ```sh     commands, in order, in one shell for each page; each has to succeed
#   ```text   lines that the commands before it printed, in this order; … matches anything
#   ```def    a whole schema, without an error for eddiec
# What a reader does by hand, mostly edits, is done between `<!-- sh` and `-->`. Expected output that
# the page does not show is between `<!-- text` and `-->`. These commands exist:
#   host ARGS…    starts the game without a window, in the current folder; `leave` ends it
#   say COMMAND   sends a line of its script, and prints the answer
# Other blocks are not checked. Arguments: the build folder, then pages; all if none is named.
B=$(cd "${1:-build}" && pwd)
shift
T=$(mktemp -d) || exit 1
running=
. tests/lib/checks.sh
trap '[ -z "$running" ] || kill $running 2>/dev/null; rm -rf "$T"' EXIT
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER EDDIE_FONT MAKEFLAGS MAKELEVEL
export NO_COLOR=1 PAGER= SDL_VIDEODRIVER=dummy

# --- for the commands of a page -------------------------------------------------------------------
host() { coproc HOST { exec "$eddie" --headless --script - "$@" 2>&1; }; running=$HOST_PID; }
say()  { # sends a command, and prints everything up to the answer
    echo "$1" >&"${HOST[1]}"
    while IFS= read -r -t 30 line <&"${HOST[0]}" || { echo 'no answer'; return 1; }; do
        printf '%s\n' "$line"
        case $line in 'ok'*|'error'*) return 0 ;; esac
    done
}
leave() { echo quit >&"${HOST[1]}"; wait "$running"; running=; }

# --- a page ---------------------------------------------------------------------------------------
# Writes its blocks to files: 001.sh, 002.text, …; 001.sh.line has the number of the line where 001.sh begins.
split() { # page, folder
    awk -v into="$2" '
        function open(kind) {
            file = sprintf("%s/%03d.%s", into, ++n, kind)
            printf "" >file
            print NR >(file ".line")
        }
        file && /^```/ && fenced     { close(file); file = ""; next }
        file && /^-->/ && !fenced    { close(file); file = ""; next }
        file                         { print >file; next }
        skip                         { if (/^```/) skip = 0; next }
        /^```(sh|text|def)$/         { fenced = 1; open(substr($0, 4)); next }
        /^```/                       { skip = 1; next }
        /^<!-- (sh|text)$/         { fenced = 0; open($2) }' "$1"
}
# Looks for each line of the text, and each part of a line between two …, in this order.
missing_part() { # text, output: prints the part that is missing
    local rest=$2 part
    while IFS= read -r part; do
        [ -n "$part" ] || continue
        case $rest in *"$part"*) rest=${rest#*"$part"} ;; *) printf '%s\n' "$part"; return 1 ;; esac
    done < <(sed 's/…/\n/g' "$1")
}
run_block() { # file, where it is in its page
    local missing said
    case $1 in
    *.sh)
        wrong=
        trap 'wrong="$wrong exit $? of: $BASH_COMMAND"' ERR
        . "$1" >"$T/out" 2>&1 </dev/null
        trap - ERR
        [ -z "$wrong" ] && ok "$2" || bad "$2:$wrong" "$(cat "$T/out")" ;;
    *.text)
        missing=$(missing_part "$1" "$(cat "$T/out")") && ok "$2" \
            || bad "$2: missing in its output: $missing" "$(tail -n 30 "$T/out")" ;;
    *.def)
        said=$("$B/eddiec" --check - <"$1" 2>&1) && ok "$2" || bad "$2" "$said" ;;
    esac
}
run_page() { # page
    local page=$1 blocks=$T/blocks/${1//\//-} home=$T/home
    rm -rf "$home" && mkdir -p "$blocks" "$home/eddie"
    split "$page" "$blocks"
    ls "$blocks"/*.sh >/dev/null 2>&1 && cp -a "$T/tree/." "$home/eddie"
    eddie=$home/eddie/build/eddie
    : >"$T/out"
    ls "$blocks" | grep -v '\.line$' >"$T/list"
    exec 9<"$T/list"
    pushd "$home/eddie" >/dev/null
    while read -r block <&9; do
        run_block "$blocks/$block" "$page:$(cat "$blocks/$block.line")"
    done
    [ -z "$running" ] || leave
    popd >/dev/null
}
# The files that a page links to exist.
follow() { # page
    local lost= link
    for link in $(grep -o ']([^)]*)' "$1" | sed 's/^](//; s/[#)].*//'); do
        case $link in http*) continue ;; esac
        [ -e "$(dirname "$1")/$link" ] || lost="$lost $link"
    done
    [ -z "$lost" ] && ok "$1: links" || bad "$1: links lead nowhere" "$lost"
}

mkdir "$T/tree"
cp -a Makefile README.md runtime codegen host game schema docs tests "$T/tree"
mkdir "$T/tree/build"
others='san cov release clang fuzz measure storm'
tar cf - -C "$B" $(printf -- '--exclude=./%s ' $others) . | tar xf - -C "$T/tree/build"
for page in "${@:-README.md docs/*.md}"; do
    for file in $page; do run_page "$file"; follow "$file"; done
done
for page in docs/*.md; do
    [ "$page" = docs/README.md ] || grep -q "](${page#docs/})" docs/README.md \
        || bad "docs/README.md lists $page" 'it does not'
done
unlisted=
for folder in {codegen,docs,host,runtime,tests}/*/; do
    name=$(basename "$folder")
    case $folder in
        tests/*) grep -q "^| .$name. | " tests/README.md ;;
        docs/*)  grep -q "]($name[/)]" docs/README.md ;;
        *)       awk -v top="${folder%%/*}/" -v name="$name/" '/^[a-z]/ { at = $1 } at == top && $1 == name { found = 1 }
                      END { exit !found }' README.md ;;
    esac || unlisted="$unlisted $folder"
done
[ -z "$unlisted" ] && ok 'each folder is in a README' || bad 'folders that no README lists' "$unlisted"
total
