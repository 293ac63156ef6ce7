# What is run with another C library than that of this machine. Suites source this file after
# checks.sh. B is the build folder.

# Adds the counts in the last line of the last output.
add_counts() { # name
    set -- "$1" $(tail -n 1 "$T/out" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p')
    [ $# = 3 ] || { bad "$1 ends with a count" "$(tail -n 20 "$T/out")"; return; }
    grep -a -B 8 '^FAIL' "$T/out"
    echo "$1: $2 passed, $3 failed"
    passed=$((passed + $2)) failed=$((failed + $3))
}
run_tests() { # command that runs a command there, names of unit tests to leave out…
    local run=$1 game=$B/demo
    shift
    "$run" "$B/test_unit / $(printf -- ' -%s' "$@")"
    add_counts 'unit tests'
    # The demo, built by eddie itself: once by the compiler, once by tcc, where it can.
    rm -rf "$game" && mkdir -p "$game" && cp -R game schema "$game" && printf %s "${config-}" >"$game/build.cfg"
    "$run" "cd $game && ../eddie-build --early && ../resave build/game.so - 60 60.state" &&
        ok 'the demo is built and saves its state' || bad 'the demo is built' "$(cat "$T/out")"
}
