#!/bin/sh
# Every folder of tests/reload is one kind of edit: two modules are built from old.def and new.def, and the folder's
# check.c checks a reload from the first to the second; old.c and new.c, if they exist, have the code of the game (hooks).
# The driver also loads altered snapshots: RELOAD_ALTERED of each, 200 by default.
# If the folder has a further.def, another run then migrates to that, too, and all the way back.
# Arguments: the build folder, its sanitizer flags, names of folders. RELOAD_DUMP names a folder that gets the state before
# and the report after each reload, see tests/suites/plan.sh.
B=${1:-build}
SAN=${2-}
[ $# -ge 2 ] && shift 2 || shift $#
CC=${CC:-cc}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
FLAGS="-std=c11 -D_GNU_SOURCE -O0 -Wall -Wextra -Wconversion -Wshadow -I. $SAN"

module() { # edit, name of a .def
    mkdir -p "$T/$1/$2/gen" &&
    "$B/eddiec" -o "$T/$1/$2/gen" "tests/reload/$1/$2.def" &&
    $CC $FLAGS -I"$T/$1/$2" -fPIC -fvisibility=hidden -shared -Wl,-Bsymbolic tests/reload/module.c $(ls tests/reload/$1/$2.c 2>/dev/null) "$T/$1/$2"/gen/*.c \
        "$B/libeddie.a" -lm -o "$T/$1/$2.so"
}

edit() {
    module "$1" old && module "$1" new && { [ ! -e "tests/reload/$1/further.def" ] || module "$1" further; } &&
    $CC $FLAGS "tests/reload/$1/check.c" "$T/driver.o" "$T/invariants.o" "$B/libeddie_live.a" "$B/libeddie.a" -lm -ldl -o "$T/$1/check" &&
    mkdir -p "${RELOAD_DUMP:-$T}/$1" &&
    RELOAD_DUMP=${RELOAD_DUMP:+$RELOAD_DUMP/$1} "$T/$1/check" "$T/$1/old.so" "$T/$1/new.so" $(ls "$T/$1/further.so" 2>/dev/null)
}

$CC $FLAGS -c tests/reload/driver.c -o "$T/driver.o" && $CC $FLAGS -c tests/lib/invariants.c -o "$T/invariants.o" || exit 1
[ $# -gt 0 ] || set -- $(cd tests/reload && ls -d */ | tr -d /)
run() { for e; do if edit "$e" >"$T/$e.out" 2>&1; then echo "ok $e"; else echo "FAIL $e"; cat "$T/$e.out"; fi; done; }
half=$(( ($# + 1) / 2 ))
first=$(printf '%s\n' "$@" | head -n $half)
rest=$(printf '%s\n' "$@" | tail -n +$((half + 1)))
run $first >"$T/first" & run $rest >"$T/rest"; wait
cat "$T/first" "$T/rest"
passed=$(grep -c '^ok ' "$T/first" "$T/rest" | awk -F: '{n += $2} END {print n}')
failed=$(grep -c '^FAIL ' "$T/first" "$T/rest" | awk -F: '{n += $2} END {print n}')
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
