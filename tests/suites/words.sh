#!/bin/sh
# Words of the private English that this project once used, in every text file that git tracks: prints file, line and what
# to write instead. Finds a phrase that continues on the next line, and one in a name such as the_game_goes_on.
#   tests/suites/words.sh [PATH]...      only files below these paths; without paths, all files
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
exclude='^tests/suites/words\.sh$'      # the table below

# What to look for => what to write instead [=> next words that make the phrase good English, as in "is told apart"].
# The first column is an extended regular expression in lower case, matched between word boundaries.
cat >"$T/words" <<'TABLE'
mend(s|ed|ing)? => fix, fixed
anew => again, from scratch
afresh => again, from scratch
likewise => repeat the verb, with its subject
once more => again
in words => with an error message
without (a|one) word => without a message, silently
(is|are|was|were|be|been) none => is not a ..., does not exist => of
(goes|going|gone|went|go) on => continues, keeps running => standard
(runs|run|ran) on( from there)?['"`.,;:)] => keeps running, continues
there already => already exists
(turns a box|a box) over => toggles a checkbox
process of (its|their|[a-z]+'s) own => a separate process
(what|that) (becomes|became|becoming) of => what happens to
the present (one|attic|engine|host|layout|module|reload|schema|state) => the current ...
((is|are|was|were|be|been|being|not|nothing|not be) told|told once) => is reported, is printed => apart to by
(game|state|it) (is|was|gets|stays) frozen => is paused
(is|are|was|were|be|been|being) said => is reported, is printed
wait(s|ed|ing)? in the attic => is retained in the attic
(what|that|which) (is|are) no => is not a ... => longer
behind (its|their|the|a|an|that|this|each|every) (attributes|ends?|braces?|brackets?|commas?|counts?|dots|fields?|headers?|last|names?|numbers?|records?|texts?|types?) => after
TABLE

# Quoted data, which may stay: FILE => the part of a line.
cat >"$T/quoted" <<'QUOTED'
tests/suites/editors.sh => for part in words vscode
QUOTED

if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then git ls-files -z -- "$@"
else find "${@:-.}" -type f ! -path './build/*' ! -path './.git/*' -print0 | sed -z 's,^\./,,'; fi |
    grep -zv "$exclude" | xargs -0 grep -lIZ . 2>/dev/null >"$T/files"
xargs -0 awk -v words="$T/words" -v quoted="$T/quoted" '
    BEGIN {
        while ((getline row <words) > 0) {
            split(row, part, " => ")
            instead[++n] = part[2]
            gsub(/ /, "|", part[3])
            unless[n] = part[3] == "" ? "" : "^ *(" part[3] ")([^a-z]|$)"
            pattern[n] = "(^|[^a-z0-9])" part[1] "([^a-z0-9]|$)"
            any = any (n > 1 ? "|" : "") part[1]
        }
        while ((getline row <quoted) > 0) { split(row, part, " => "); kept[++m] = part[2]; in_file[m] = part[1] }
    }
    # Searches a line; the next one only completes a phrase that begins in it.
    function search(line, next_line, file, at,   i, rest, before, where) {
        for (i = 1; i <= m; i++)
            if (in_file[i] == file && (where = index(line, kept[i])))
                line = substr(line, 1, where - 1) substr(line, where + length(kept[i]))
        sub(/[" \\]+$/, "", line)
        sub(/^[ \t\/#*"]+/, "", next_line)
        rest = tolower(line " " next_line)
        gsub(/_/, " ", rest)
        if (rest !~ any) return
        for (i = 1; i <= n; i++) {
            before = 0
            where = rest
            while (match(where, pattern[i]) && before + RSTART < length(line)) {
                before += RSTART
                where = substr(where, RSTART + 1)
                if (unless[i] == "" || substr(where, RLENGTH - 1) !~ unless[i]) {
                    printf "%d\t%s:%d: %s => %s\n", i, file, at, line, instead[i]
                    break
                }
            }
        }
    }
    function flush(next_line) { if (held) search(last, next_line, last_file, last_at); held = 0 }
    FNR == 1 { flush("") }
    { flush($0); last = $0; last_file = FILENAME; last_at = FNR; held = 1 }
    END { flush("") }' <"$T/files" >"$T/found"

passed=0 failed=0 row=0
while IFS= read -r line; do
    row=$((row + 1)) what=${line%% => *}
    if grep -q "^$row	" "$T/found"; then
        echo "FAIL no \"$what\""
        sed -n "s/^$row	//p" "$T/found" | sed 's/:\([0-9]*\): */:\1: /; s/^/    /'
        failed=$((failed + 1))
    else echo "ok no \"$what\""; passed=$((passed + 1)); fi
done <"$T/words"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
