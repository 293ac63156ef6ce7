#!/bin/bash
# Snapshots that an earlier build wrote, and what they load to. Each folder of tests/corpus is a case:
#   a.state         a snapshot
#   *.state         the same state in other encodings: `open` without tables, `mixed` with some, `other` by a writer with
#                   another record layout and key order
#   new.def, new.c  the schema that the snapshots are loaded into, and its upgrade functions if it has any
#   expected.json   the state after the load, as `eddie cat --compact` prints it
#   report.txt      the full report of the load, or why the load was refused
#   details.txt     what JSON does not show or spells as text, if there is any: the frame, handles of pools, numbers that
#                   are not finite, bytes of texts that are not UTF-8
#   left_out.json, left_out.txt, left_out_details.txt
#                   these files for an engine that ignores the attic of this format; only those that differ
# In cases called *_identity the schema is the writer's. Snapshots in attic_* carry dropped values (`eddie --keep-attic`).
# The corpus is frozen: a failure means that saved games load differently than before. To add a case, save its snapshots
# and new.def in a new folder, run `tests/suites/corpus.sh build '' --write NAME`, and review the files that it writes.
# Arguments: the build folder, its sanitizer flags, [--write] and names of cases; without names all cases.
B=${1:-build} SAN=${2-}
[ $# -ge 2 ] && shift 2 || shift $#
write=
if [ "${1-}" = --write ]; then
    write=$1; shift
    [ $# -gt 0 ] || { echo 'corpus.sh: --write needs the names of new cases'; exit 2; }
fi
CC=${CC:-cc}
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap 'rm -rf "$T"' EXIT
[ $# -gt 0 ] || set -- $(cd tests/corpus && ls -d */ | tr -d /)

# --- one program from the driver and every schema; cases with the same new.def and new.c share a schema ----------
for name; do
    echo "$name schema_$(cat tests/corpus/$name/new.def tests/corpus/$name/new.c 2>/dev/null | cksum | tr ' ' _)"
done >"$T/cases"
sort -k2,2 -u "$T/cases" >"$T/schemas"
if command -v tcc >/dev/null; then compile() { tcc -c "$@"; }
else compile() { $CC -std=c11 -O0 -w -c "$@"; }; fi
schema() { # a case, the symbol of its schema: all others become local
    mkdir -p "$T/$2/gen" && "$B/eddiec" -o "$T/$2/gen" "tests/corpus/$1/new.def" || return
    { printf '#include "gen/%s.gen.c"\n' new schema; cat "tests/corpus/$1/new.c" 2>/dev/null; } >"$T/$2/all.c"
    compile -I. -I"$T/$2" "$T/$2/all.c" -o "$T/$2.o" &&
        objcopy --redefine-sym eddie_schema="$2" --keep-global-symbol="$2" "$T/$2.o"
}
build() { # which half of the schemas: 1 or 2
    sed -n "$1~2p" "$T/schemas" | while read -r name symbol; do schema "$name" "$symbol"; done
}
build 1 & build 2
$CC -std=c11 -D_GNU_SOURCE -g -O1 -Wall -Wextra -Wconversion -Wshadow -I. $SAN -c tests/corpus/driver.c -o "$T/driver.o"
wait
$CC $SAN -rdynamic -Wl,-z,noexecstack "$T"/*.o "$B/libeddie.a" -lm -ldl -pthread -o "$T/driver" || exit 1

# --- the loads ---------------------------------------------------------------------------------------------------
load() { # which half of the cases: 1 or 2
    sed -n "$1~2p" "$T/cases" | sed 's,^,tests/corpus/,' | xargs -r "$T/driver" $write >"$T/loaded.$1" 2>&1 ||
        grep -q '^FAIL ' "$T/loaded.$1" || echo 'FAIL the driver crashed' >>"$T/loaded.$1"
}
load 1 & load 2; wait
cat "$T/loaded.1" "$T/loaded.2" >"$T/loaded"
grep -v '^ok ' "$T/loaded"
passed=$(grep -c '^ok ' "$T/loaded") failed=$(grep -c '^FAIL ' "$T/loaded")

# --- loaded into the writer's own schema, a state is what `eddie cat` prints of the snapshot itself ------------------
for name; do
    case $name in *_identity) ;; *) continue ;; esac
    grep -q '\[\[.*transient' "tests/corpus/$name/new.def" && continue     # not in a snapshot
    same "$name: eddie cat" "$("$B/eddie" cat --compact "tests/corpus/$name/a.state")" \
        "$(cat "tests/corpus/$name/expected.json")"
done >"$T/printed"
grep -v '^ok ' "$T/printed"
passed=$((passed + $(grep -c '^ok ' "$T/printed"))) failed=$((failed + $(grep -c '^FAIL ' "$T/printed")))
total
