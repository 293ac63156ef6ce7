#!/bin/sh
# Runs every test against the build folder $1, made with the flags $2, and adds up what they say.
# SUITES: the names of those to run; all without it.
B=$1 SAN=$2
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
# The names of modules that were closed are gone before a leak could be told; the host's own are caught.
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
suite layers  tests/layers.sh "$B"
suite circles tests/circles.sh "$B"
suite abi     tests/abi.sh
suite security tests/security.sh
suite check   tests/check.sh
suite unit    "$B/test_unit"
suite flips   "$B/flip" "$B/game.so" 1 31
suite names   tests/names.sh "$B"
suite codegen env EDDIEC="$B/eddiec" SAN="$SAN" tests/codegen.sh
suite rebuild tests/rebuild.sh
suite reload  tests/reload.sh "$B" "$SAN"
suite corpus  tests/corpus.sh "$B" "$SAN"
suite host    env EDDIE="$B/eddie" MODULE="$B/game.so" EDDIEC="$B/eddiec" tests/host.sh
suite writing tests/writing.sh "$B"
suite plan    tests/plan.sh "$B" "$SAN"
suite time    tests/time.sh "$B"
suite things  tests/things.sh "$B"
suite large   tests/large.sh "$B" "$SAN"
suite storm   env BUILD="$B" tests/storm.sh 1000 1
suite games   env BUILD="$B" GAMES=1 tests/storm.sh 40 1
suite faults  "$B/faults" "$B/faulty/now.so" "$B/faulty/next.so"
# Without a sanitizer: it would see a damaged heap first, and its own memory grows.
case "$SAN" in *sanitize*) plain=build ;; *) plain=$B ;; esac
suite guard   tests/supervise.sh "$plain/eddie" "$B/faulty/now.so"
suite process tests/process.sh "$plain/eddie" "$B/faulty/now.so"
suite soak    "$plain/faults" --soak 300 "$plain/faulty/now.so" "$plain/faulty/next.so"
suite live    tests/live.sh "$B" "$SAN"
suite builds  tests/builds.sh "$B" "$SAN"
suite own     tests/own.sh "$B"
suite engine  tests/engine.sh "$B" "$SAN"
suite quick   tests/quick.sh "$B"
suite loading tests/loading.sh "$B"
suite gdb     tests/gdb.sh
suite editors tests/editors.sh
suite docs    tests/docs.sh "$plain"
suite window  tests/window.sh "$plain"
suite picture tests/picture.sh "$plain"
# Not by coverage, which is one of them.
case "$SAN" in *coverage*) ;; *) suite targets tests/targets.sh ;; esac
suite bench   tests/bench.sh "$B"
echo "$all passed, $bad failed"
[ $bad = 0 ]
