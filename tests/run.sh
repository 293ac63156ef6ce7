#!/bin/bash
# Runs every test against the build folder $1, made with the flags $2, and adds up the counts. Suites run in parallel,
# two more than there are processors, since some of them wait; JOBS=1 runs one after the other. SUITES="unit host" runs only
# these; the default is all.
B=$1 SAN=$2 JOBS=${JOBS:-$(($(nproc) + 2))}
T=$(mktemp -d) || exit 1
# Each suite is a separate process group, so that signals reach all processes that a test started.
set -m
trap 'rm -rf "$T"' EXIT
trap 'for job in $(jobs -p); do kill -- -$job; done; exit 130' INT TERM
# Leaks are reported. Those in a module that was already closed have no function names. Suites that run short commands many
# times do not look for leaks, which would take a third of their time.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:abort_on_error=0} UBSAN_OPTIONS=print_stacktrace=1
short="env ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0"
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
run() { # name, command…: its output and its counts go to files
    name=$1 start=$SECONDS
    shift
    timeout 1800 "$@" >"$T/$name.out" 2>&1 </dev/null
    code=$?
    times >"$T/$name.times"
    cpu=$(awk -F '[ms ]' 'NR == 2 { printf "%d", $1 * 60 + $2 + $4 * 60 + $5 }' "$T/$name.times")
    counts=$(tail -n 1 "$T/$name.out" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p')
    [ -n "$counts" ] || { counts="0 1"; echo "FAIL $name ended with exit code $code and no count" >>"$T/$name.out"; }
    set -- $counts
    [ "$code" = 0 ] || [ "$2" != 0 ] || set -- "$1" 1
    echo "$1 $2" >"$T/$name.counts"
    [ "$2" = 0 ] || cat "$T/$name.out"
    printf '  %-12s %s passed, %s failed%s (%s s, %s s of processor time)\n' "$name" "$1" "$2" \
        "$(tail -n 1 "$T/$name.out" | sed -n 's/.*\(: skipped, .*\)/\1/p')" $((SECONDS - start)) "$cpu"
}
suite() { # name, command…
    case " ${SUITES:-$1} " in *" $1 "*) ;; *) return ;; esac
    while [ "$(jobs -pr | wc -l)" -ge "$JOBS" ]; do wait -n; done
    run "$@" &
}
alone() { # runs a suite while no other suite runs
    wait
    suite "$@"
    wait
}
# The long ones first. The targets are left out of coverage builds, since make coverage is one of them.
case "$SAN" in *coverage*) ;; *) suite targets tests/suites/targets.sh ;; esac
suite codegen      $short EDDIEC="$B/eddiec" SAN="$SAN" tests/suites/codegen.sh
suite plan         $short tests/suites/plan.sh "$B" "$SAN"
# The suite plan runs the suite reload.
case " ${SUITES:-plan} " in *" plan "*) ;; *) suite reload tests/suites/reload.sh "$B" "$SAN" ;; esac
suite unit         "$B/test_unit"
suite ui           "$B/test_ui"
suite live         tests/suites/live.sh "$B" "$SAN"
# Some suites use a build without sanitizers. Sanitizers would report a damaged heap before eddie does, and their memory use
# keeps growing.
case "$SAN" in *sanitize*) plain=build ;; *) plain=$B ;; esac
suite supervise    tests/suites/supervise.sh "$plain/eddie" "$B/faulty/now.so"
suite process      tests/suites/process.sh "$plain/eddie" "$B/faulty/now.so"
suite window       tests/suites/window.sh "$plain"
suite picture      tests/suites/picture.sh "$plain"
suite docs         tests/suites/docs.sh "$plain"
suite early        tests/suites/early.sh "$B"
suite time_travel  tests/suites/time_travel.sh "$B"
suite editors      tests/suites/editors.sh
suite check        tests/suites/check.sh
suite snapshots    $short tests/suites/snapshots.sh "$B"
suite faults       "$B/faults" "$B/faulty/now.so" "$B/faulty/next.so"
suite soak         "$plain/faults" --soak 300 "$plain/faulty/now.so" "$plain/faulty/next.so"
suite flips        "$B/flip" "$B/game.so" 1 31
suite corpus       $short tests/suites/corpus.sh "$B" "$SAN"
suite large_state  tests/suites/large_state.sh "$B"
suite host         env EDDIE="$B/eddie" MODULE="$B/game.so" EDDIEC="$B/eddiec" tests/suites/host.sh
suite names        $short tests/suites/names.sh "$B"
suite output_files tests/suites/output_files.sh "$B"
suite rebuild      tests/suites/rebuild.sh
suite builds       tests/suites/builds.sh "$B" "$SAN"
suite build        tests/suites/build.sh "$B"
suite new_games    tests/suites/new_games.sh "$B"
suite isolation    tests/suites/isolation.sh "$B" "$SAN"
suite libraries    tests/suites/libraries.sh "$B"
suite module       tests/suites/module.sh "$B"
suite gdb          tests/suites/gdb.sh
suite layers       tests/suites/layers.sh "$B"
suite words        tests/suites/words.sh
suite import       tests/suites/import.sh "$plain"
suite linked       tests/suites/linked.sh "$B" "$SAN"
suite cycles       tests/suites/cycles.sh "$B"
suite abi          tests/suites/abi.sh
suite security     tests/suites/security.sh
# These two use all processors by themselves.
alone storm        env BUILD="$B" tests/storm/storm.sh 1000 1
alone games        env BUILD="$B" GAMES=1 tests/storm/storm.sh 40 1
alone bench        tests/suites/bench.sh "$B"
wait
# All failures again, where the end of a log shows them.
for output in "$T"/*.out; do
    grep -A2 '^FAIL' "$output" | sed "s/^FAIL/FAIL $(basename "$output" .out):/; /^--\$/d" | cut -c -160
done
cat "$T"/*.counts 2>/dev/null | awk '{ passed += $1; failed += $2 } END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }'
