# The commands of eddie.gdb, which the README's line puts into .gdbinit.

debug() { # commands, program…: without addresses and what depends on the system
    local commands=$1
    shift
    HOME=$T/home timeout -k 5 120 gdb -batch -iex 'set debuginfod enabled off' -x "$commands" \
        --args "$@" 2>&1 </dev/null |
        sed '/^$/d; /^\[Thread/d; /^\[New/d; /^Using host/d; /^[0-9]*\t/d; s/0x[0-9a-f]*/ADDRESS/g'
}
build_held() {
    build/eddiec -o "$T/gen" $HERE/held.def &&
        cc -g -std=c11 -D_GNU_SOURCE -I. -I"$T" $HERE/held.c "$T"/gen/*.gen.c build/libeddie.a -lm \
            -o "$T/held"
}
same_signal() {
    local passed_on
    passed_on=$(grep -o 'SIG[0-9][0-9]*' docs/editors/eddie.gdb | tail -n 1)
    [ "$passed_on" = "SIG$(($(kill -l RTMAX) - 3))" ] &&
        grep -q '^# *define INTERRUPT (SIGRTMAX - 3)' runtime/os/fault/posix/catch.c
}
in_game() {
    printf 'step 400\nquit\n' >"$T/script"
    debug $HERE/game.gdb build/eddie --headless --no-watch --script "$T/script" >"$T/game.got"
    tail -n 10 "$T/game.got"
    for line in '^Breakpoint 1 (game_update) pending' '^\[0\] {id = ' '^banner "' \
        '^ok frame 400'; do
        grep -q "$line" "$T/game.got" || { echo "no line $line"; return 1; }
    done
}
all_of_gdb() {
    check the_program_to_debug_is_built build_held
    debug $HERE/held.gdb "$T/held" >"$T/held.got"
    check gdb_prints_texts_lists_pools_and_handles expect $HERE/held.expected "$T/held.got"
    check gdb_passes_on_the_signal_of_the_guard same_signal
    check gdb_stops_in_the_game_and_prints_its_lists in_game
}
if command -v gdb >/dev/null; then all_of_gdb; else left_out gdb gdb; fi
