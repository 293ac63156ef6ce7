#!/bin/sh
# Runs every test against the build folder $1, made with the flags $2, and adds up their counts.
# SUITES: the names of those to run; all without it.
B=$1 SAN=$2
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
# A leak in a module that was closed cannot be reported with its names; the host's own leaks are.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:abort_on_error=0} UBSAN_OPTIONS=print_stacktrace=1
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
all=0 bad=0
suite() { # name, command…
    name=$1
    shift
    case " ${SUITES:-$name} " in *" $name "*) ;; *) return ;; esac
    timeout 900 "$@" >"$T/out" 2>&1 </dev/null
    code=$?
    counts=$(tail -n 1 "$T/out" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p')
    [ -n "$counts" ] || { counts="0 1"; echo "FAIL $name ended with exit code $code and no count"; }
    set -- $counts
    [ "$code" = 0 ] || [ "$2" != 0 ] || set -- "$1" 1
    all=$((all + $1)) bad=$((bad + $2))
    [ "$2" = 0 ] || cat "$T/out"
    printf '  %-8s %s passed, %s failed%s\n' "$name" "$1" "$2" "$(tail -n 1 "$T/out" | sed -n 's/.*\(: skipped, .*\)/\1/p')"
}
suite layers  tests/suites/layers.sh "$B"
suite circles tests/suites/circles.sh "$B"
suite words   tests/suites/words.sh
suite abi     tests/suites/abi.sh
suite security tests/suites/security.sh
suite check   tests/suites/check.sh
suite unit    "$B/test_unit"
suite flips   "$B/flip" "$B/game.so" 1 31
suite names   tests/suites/names.sh "$B"
suite codegen env EDDIEC="$B/eddiec" SAN="$SAN" tests/suites/codegen.sh
suite rebuild tests/suites/rebuild.sh
suite reload  tests/suites/reload.sh "$B" "$SAN"
suite corpus  tests/suites/corpus.sh "$B" "$SAN"
suite host    env EDDIE="$B/eddie" MODULE="$B/game.so" EDDIEC="$B/eddiec" tests/suites/host.sh
suite writing tests/suites/writing.sh "$B"
suite plan    tests/suites/plan.sh "$B" "$SAN"
suite time    tests/suites/time.sh "$B"
suite things  tests/suites/things.sh "$B"
suite large   tests/suites/large.sh "$B" "$SAN"
suite storm   env BUILD="$B" tests/storm/storm.sh 1000 1
suite games   env BUILD="$B" GAMES=1 tests/storm/storm.sh 40 1
suite faults  "$B/faults" "$B/faulty/now.so" "$B/faulty/next.so"
# Without sanitizers, which would notice a damaged heap first, and use more and more memory.
case "$SAN" in *sanitize*) plain=build ;; *) plain=$B ;; esac
suite guard   tests/suites/supervise.sh "$plain/eddie" "$B/faulty/now.so"
suite process tests/suites/process.sh "$plain/eddie" "$B/faulty/now.so"
suite soak    "$plain/faults" --soak 300 "$plain/faulty/now.so" "$plain/faulty/next.so"
suite live    tests/suites/live.sh "$B" "$SAN"
suite builds  tests/suites/builds.sh "$B" "$SAN"
suite own     tests/suites/own.sh "$B"
suite engine  tests/suites/engine.sh "$B" "$SAN"
suite quick   tests/suites/quick.sh "$B"
suite loading tests/suites/loading.sh "$B"
suite gdb     tests/suites/gdb.sh
suite editors tests/suites/editors.sh
suite docs    tests/suites/docs.sh "$plain"
suite window  tests/suites/window.sh "$plain"
suite picture tests/suites/picture.sh "$plain"
# Not under coverage, which is itself one of the targets.
case "$SAN" in *coverage*) ;; *) suite targets tests/suites/targets.sh ;; esac
suite bench   tests/suites/bench.sh "$B"
echo "$all passed, $bad failed"
[ $bad = 0 ]
