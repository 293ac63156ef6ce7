#!/bin/bash
# Do the tests notice a mistake? Changes single lines that the tests reach (tests/mutants/mutants.awk), in copies of this tree, and
# runs the suites of the folder, fastest first, until one fails.
#   tests/mutants/mutants.sh COUNT SEED AREA…      COUNT mistakes in each area: runtime, live, codegen, host
# Needs the result of `make coverage`. Mutants that no test notices are listed in build/mutants/AREA.txt.
COUNT=$1 SEED=$2
shift 2
LIMIT=600      # seconds that a suite may take
JOBS=${JOBS:-$(nproc)}
T=$(mktemp -d) || exit 1
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$T"' EXIT
trap 'exit 130' INT TERM
folders_of() {
    case $1 in
    runtime) echo runtime/base runtime/msgpack runtime/types runtime/snapshot runtime/value runtime/migrate runtime/api runtime/run;;
    live)    echo runtime/live runtime/os;;
    codegen) echo codegen codegen/*;;
    host)    echo runtime/debug host host/*;;
    esac
}
suites_of() {
    case $1 in
    runtime) echo unit storm corpus reload plan snapshots codegen large_state;;
    live)    echo unit libraries faults live process supervise early builds isolation new_games output_files;;
    codegen) echo unit codegen names rebuild storm large_state;;
    host)    echo unit host snapshots time_travel plan supervise process early docs picture window;;
    esac
}
# FILE:LINE:TEXT of every line that ran.
reached() { # area
    for folder in $(folders_of "$1"); do
        for notes in build/cov/$folder/*.gcno; do
            [ -e "$notes" ] && gcov -t "$notes" 2>/dev/null | awk -v folder="$folder/" '
                { count = $0; sub(/:.*/, "", count); gsub(/[ *]/, "", count)
                  rest = substr($0, index($0, ":") + 1); line = rest; sub(/:.*/, "", line); gsub(/ /, "", line)
                  text = substr(rest, index(rest, ":") + 1) }
                line == "0" && text ~ /^Source:/ { file = substr(text, 8); next }
                count ~ /^[0-9]+$/ && count > 0 && index(file, folder) == 1 && file !~ /\.gen\./ { print file ":" line ":" text }'
        done
    done | sort -t: -k1,1 -k2,2n -u
}
# Runs the suite in its own session, so that its processes can be ended together, until the first check fails.
passes() { # suite
    rm -rf sid tmp
    mkdir tmp
    TMPDIR=$PWD/tmp SUITES=$1 setsid sh -c 'echo $$ >sid; exec timeout -k 5 '$LIMIT' tests/run.sh build ""' >out 2>&1 </dev/null &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        grep -qs '^FAIL' tmp/*/"$1.out" && break
        sleep 0.1
    done
    pkill -KILL -s "$(cat sid)" 2>/dev/null
    wait $pid 2>/dev/null
}
judge() { # area, file: prints whether a test noticed the mistake in it
    object=build/${2%.c}.o
    if [ "${2##*.}" = c ] && [ -e "$object" ]; then objcopy --strip-debug "$object" before.o; else rm -f before.o; fi
    touch "$2"
    MAKEFLAGS= make -s CFLAGS=-Werror test-build >out 2>&1 </dev/null || { echo refused; return; }
    if [ -e before.o ] && objcopy --strip-debug "$object" after.o && cmp -s before.o after.o; then echo same; return; fi
    for suite in $(suites_of "$1"); do
        passes "$suite" || { echo "$suite"; return; }
    done
    echo survived
}
worker() { # NUMBER: tries mistakes until there are enough
    cd "$T/$1" || exit 1
    while :; do
        # Takes the next line of the list, under a lock.
        exec 9>"$T/lock"; flock 9
        at=$(cat "$T/at"); done_=$(grep -c . "$T/results")
        [ "$done_" -lt "$COUNT" ] && [ "$at" -lt "$(wc -l <"$T/list")" ] || exit 0
        echo $((at + 1)) >"$T/at"
        flock -u 9
        IFS=$'\t' read -r file line what text <<<"$(sed -n "$((at + 1))p" "$T/list")"
        cp -p "$file" original
        awk -v line="$line" -v text="${text//\\/\\\\}" 'FNR == line { print text; next } { print }' original >"$file"
        verdict=$(judge "$area" "$file")
        cp original "$file"
        case $verdict in refused|same) continue;; esac
        printf '%s\t%s:%s: %s: %s\n' "$verdict" "$file" "$line" "$what" "$(echo "$text" | sed 's/^ *//')" | tee -a "$T/results" | expand -t 10
    done
}
mkdir -p build/mutants
failed=0
for area; do
    [ -n "$(folders_of "$area")" ] || { echo "mutants.sh: $area: an area is runtime, live, codegen or host" >&2; exit 2; }
    reached "$area" >"$T/lines"
    [ -s "$T/lines" ] || { echo "mutants.sh: there is no coverage data of $area: run make coverage" >&2; exit 2; }
    # More than requested, as some do not compile, and some change nothing.
    awk -v COUNT=$((COUNT * 3)) -v SEED="$SEED" -f tests/mutants/mutants.awk "$T/lines" >"$T/list"
    : >"$T/results"; echo 0 >"$T/at"
    echo "$area: $(wc -l <"$T/lines") lines run, suites $(suites_of "$area")"
    for i in $(seq "$JOBS"); do
        mkdir "$T/$i" && tar -cf - --exclude=./.git --exclude=./build/cov --exclude=./build/san --exclude=./build/mutants . | tar -xf - -C "$T/$i"
        # The suites have to pass without a mistake.
        (cd "$T/$i" && MAKEFLAGS= make -s CFLAGS=-Werror test-build >out 2>&1 </dev/null || { cat out; echo 'mutants.sh: the copy does not build' >&2; exit 1; }) || exit 1
    done
    (cd "$T/1" && for suite in $(suites_of "$area"); do passes "$suite" || { cat out; echo "mutants.sh: $suite fails without a mistake" >&2; exit 1; }; done) || exit 1
    for i in $(seq "$JOBS"); do worker "$i" & done
    wait
    all=$(grep -c . "$T/results") alive=$(grep -c '^survived' "$T/results")
    grep '^survived' "$T/results" | cut -f 2- | sort >"build/mutants/$area.txt"
    echo "$area: $((all - alive)) of $all mistakes noticed, $((all ? 100 * (all - alive) / all : 0)) %; the others: build/mutants/$area.txt"
    for i in $(seq "$JOBS"); do rm -rf "${T:?}/$i"; done
done
