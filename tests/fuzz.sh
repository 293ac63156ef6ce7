#!/bin/sh
# Runs each fuzzer of build folder $1 for $2 seconds, one after the other, and says in a line each what it came to. What is
# interesting is kept in $1/corpus/NAME from run to run; what breaks is put in $1/found. Further arguments: names of
# fuzzers; none runs all. Run from the root of the repository.
B=$1 seconds=$2
shift 2
[ $# -gt 0 ] || set -- snapshot reload layout schema
export ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0
bad=0
seeds_of() { # NAME FOLDER
    case $1 in
    schema) find tests/def tests/reload tests/rows tests/unit schema -name '*.def' | while read -r file; do
                cp "$file" "$2/$(echo "$file" | tr / _)"
            done ;;
    *)      "$B/fuzz_$1" --seeds "$2" ;;
    esac
}
max_of() { case $1 in schema) echo 8192 ;; *) echo 8192 ;; esac; }
for name in "$@"; do
    seeds=$B/seeds/$name corpus=$B/corpus/$name found=$B/found
    mkdir -p "$seeds" "$corpus" "$found"
    seeds_of "$name" "$seeds" || exit 1
    # Entropy of features is worked out for each run again: more than such small targets take themselves.
    "$B/fuzz_$name" -max_total_time="$seconds" -max_len="$(max_of "$name")" -timeout=20 -rss_limit_mb=3000 -entropic=0 \
        -print_final_stats=1 -artifact_prefix="$found/$name-" "$corpus" "$seeds" >"$B/$name.log" 2>&1 </dev/null
    code=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$B/$name.log")
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$B/$name.log")
    finding=$(sed -n 's/.*Test unit written to //p' "$B/$name.log" | head -n 1)
    [ $code = 0 ] || bad=1
    printf '%-9s %s runs, %s a second, %s\n' "$name" "${runs:-0}" "${rate:-0}" "${finding:-$([ $code = 0 ] && echo nothing found || echo "ended with $code, see $B/$name.log")}"
done
exit $bad
