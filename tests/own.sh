#!/bin/bash
# A game of one's own: one that draws with the host's renderer, in C and in C++; one that `eddie new` made, built against
# eddie where it was installed and where it was built. Argument: the build folder of the host under test.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
export SDL_VIDEODRIVER=dummy
passed=0 failed=0
ok()  { passed=$((passed + 1)); echo "ok $1"; }
bad() { failed=$((failed + 1)); echo "FAIL $1: $2"; }
has() { case $2 in *"$3"*) ok "$1" ;; *) bad "$1" "$2 lacks $3" ;; esac; }
make --no-print-directory -s build/game.so build/eddiec build/eddie >/dev/null || exit 1

# --- drawing with the host's own renderer ---
build/eddiec -o "$T/gen" tests/own/own.def
FLAGS="-D_GNU_SOURCE -g -Wall -Wextra -I. -I$T -fPIC $(pkg-config --cflags sdl2)"
SHARED="-shared -Wl,-Bsymbolic build/libeddie.a -lm $(pkg-config --libs sdl2)"
for file in "$T"/gen/*.c; do cc -std=c11 $FLAGS -c "$file" -o "$T/$(basename "$file" .c).o"; done
build_as() { # name, how to compile
    $2 $FLAGS -c tests/own/own.c -o "$T/main.o" && ${2%% *} "$T"/*.o $SHARED -o "$T/$1.so" && ok "$1 builds" || bad "$1 builds" "it does not"
    rm -f "$T/main.o"
}
draws() { # module
    first=$(printf 'step 2\nprint Own\nquit\n' | timeout 60 "$B/eddie" --headless --no-watch --script - "$1" | sed -n 2p)
    has "no renderer without a window" "$first" '{"windows":0,"pixel":0}'
    # A picture comes between two commands, in its time.
    seen=$({ for i in $(seq 300); do echo 'print Own.pixel'; sleep 0.05; done; } | timeout 60 "$B/eddie" --no-watch --script - "$1" 2>/dev/null | grep -m1 'ok [1-9]')
    has "the game's own drawing is there" "$seen" 'ok 706590'
}
build_as c   'cc -std=c11'
build_as cpp 'c++ -std=c++17 -x c++'
for kind in c cpp; do [ ! -f "$T/$kind.so" ] || draws "$T/$kind.so"; done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
