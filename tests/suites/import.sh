#!/bin/bash
# eddie import: the schemas that it writes for the headers in tests/import, what it says that they lack, and that they have the
# layout of C. Arguments: the build folder. Run from the root of the repository; UPDATE=1 rewrites the expected files.
set -u
B=${1:-build}
case $B in /*) ;; *) B=$PWD/$B ;; esac
ROOT=$PWD HERE=$PWD/tests/import
if [ ! -x "$B/eddie-import" ]; then
    echo 'skipped: eddie-import was not built, since libclang-dev is not installed'
    echo '0 passed, 0 failed'
    exit 0
fi
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
passed=0 failed=0
check() { # name, command…
    local name=$1
    shift
    if "$@" >"$T/said" 2>&1; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAIL import: $name"
        sed 's/^/    /' "$T/said" | head -30
    fi
}
writes() { # case, exit code, arguments…: the schema and the errors are those of CASE.def and CASE.stderr
    local case=$1 code=$2
    shift 2
    (cd "$HERE" && "$B/eddie-import" "$@") >"$T/$case.def" 2>"$T/$case.stderr"
    [ $? = "$code" ] || { echo "not exit code $code"; cat "$T/$case.stderr"; return 1; }
    for file in "$case.def" "$case.stderr"; do
        [ -z "${UPDATE:-}" ] || cp "$T/$file" "$HERE/$file"
        diff "$HERE/$file" "$T/$file" || return 1
    done
}
compiles() { # case, options of the compiler…: the schema is valid, and the C of it compiles, whose assertions compare layouts
    local case=$1
    shift
    "$B/eddiec" fmt --check "$T/$case.def" && "$B/eddiec" -o "$T/$case/gen" "$T/$case.def" &&
        gcc -std=c11 -I"$ROOT" -I"$T/$case" "$@" -c "$T/$case/gen/$case.gen.c" -o "$T/out.o"
}
refuses() { # text, arguments…
    local text=$1
    shift
    (cd "$HERE" && "$B/eddie-import" "$@") >"$T/out" 2>"$T/err"
    [ $? = 2 ] && [ ! -s "$T/out" ] && grep -q -- "$text" "$T/err" || { cat "$T/out" "$T/err"; return 1; }
}
has() { # text, file
    grep -q -- "$1" "$2" || { echo "no $1 in:"; cat "$2"; return 1; }
}

check 'structs of a game'             writes game 1 game.h
check 'they compile'                  compiles game
check 'one type and what it contains' writes one 0 --type point_t game.h
check 'types that stay in C'          writes exact 1 --extern exact.h
check 'they have the layout of C'     compiles exact -I"$HERE"
check 'global variables'              writes globals 1 --globals main.c
check 'a file that does not exist'    refuses 'missing.h.* file not found' missing.h
check 'no files'                      refuses 'no files' -- game.h
printf '#include "nowhere.h"\nstruct A { int a; };\n' >"$T/broken.h"
check 'a header that lacks another'   refuses "nowhere.h.* file not found" "$T/broken.h"
check 'an unknown type'               refuses 'no struct or enum nothing' --type nothing game.h
check 'an unknown option'             refuses 'unknown option --typo; `eddie import --help`' --typo game.h
check 'an option without a name'      refuses '--type needs a name' game.h --type
check 'options that do not go together' refuses '--globals cannot be combined' --globals --extern main.c

# Structs of SDL: extern types with the layout of SDL.
SDL=$(echo SDL_{audio,blendmode,events,gamecontroller,guid,joystick,keyboard,keycode,messagebox,mouse,pixels,power,rect}.h \
    SDL_{render,rwops,scancode,sensor,surface,touch,version,video}.h)
system_headers() {
    local flags
    flags=$(pkg-config --cflags sdl2)
    (cd /usr/include/SDL2 && "$B/eddie-import" --extern $SDL -- $flags) >"$T/sdl.def" 2>"$T/sdl.err"
    [ $? = 1 ] && [ "$(grep -c '^extern struct' "$T/sdl.def")" -gt 40 ] && [ "$(grep -c '^extern enum' "$T/sdl.def")" -gt 20 ] ||
        { cat "$T/sdl.err"; grep -c '^extern' "$T/sdl.def"; return 1; }
    compiles sdl -I/usr/include/SDL2 $flags
}
check 'the structs of SDL have the layout of C' system_headers
through_eddie() { (cd "$HERE" && "$B/eddie" import --type point_t game.h) >"$T/out" && diff "$HERE/one.def" "$T/out"; }
check 'eddie import starts it' through_eddie
echo "$passed passed, $failed failed"
[ $failed = 0 ]
