#!/bin/sh
# Runs each fuzzer of build folder $1 for $2 seconds: half of the time on small inputs, which run several times as fast, half
# on full-size ones. Prints a line with the result of each. Interesting inputs are kept in $1/corpus from run to run; inputs that
# fail are put in $1/found. Further arguments: names of fuzzers; without names, all. Run from the root of the repository.
B=$1 seconds=$2
shift 2
[ $# -gt 0 ] || set -- snapshot reload layout schema
export ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0
half=$((seconds / 2)) bad=0
[ $half -gt 0 ] || half=1
put_seeds() { # NAME FOLDER: puts inputs into FOLDER, and small ones into FOLDER-small
    mkdir -p "$2" "$2-small"
    case $1 in
    schema) find tests/def tests/reload tests/rows tests/unit schema -name '*.def' | while read -r file; do
                cp "$file" "$2/$(echo "$file" | tr / _)"
            done
            find "$2" -size -2 -exec cp {} "$2-small" \; ;;
    *)      "$B/fuzz_$1" --seeds "$2" && cp "$2"/small_* "$2-small" ;;
    esac
}
of_log() { sed -n "s/^stat::$1: *//p" "$log"; }
for name in "$@"; do
    put_seeds "$name" "$B/seeds/$name" || exit 1
    runs=0 found='nothing found'
    for size in -small ''; do
        corpus=$B/corpus/$name$size log=$B/$name$size.log
        mkdir -p "$corpus" "$B/found"
        # No entropy: libFuzzer computes it for each run, which takes longer than such small targets do.
        "$B/fuzz_$name" -max_total_time=$half -max_len="$([ $size ] && echo 1536 || echo 8192)" -timeout=20 -rss_limit_mb=3000 \
            -entropic=0 -print_final_stats=1 -artifact_prefix="$B/found/$name-" "$corpus" "$B/seeds/$name$size" >"$log" 2>&1 </dev/null
        code=$?
        runs=$((runs + $(of_log number_of_executed_units | grep . || echo 0)))
        [ $code = 0 ] && continue
        bad=1
        found=$(sed -n 's/.*Test unit written to //p' "$log" | head -n 1)
        found=${found:-ended with $code, see $log}
        break
    done
    printf '%-9s %s runs, %s a second, %s\n' "$name" "$runs" $((runs / (2 * half))) "$found"
done
exit $bad
