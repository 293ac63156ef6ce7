#!/bin/bash
# Do the tests notice a mistake? Changes single lines that the tests reach (mutants.awk) in copies
# of this tree, and runs the suites that reach the line until one fails: first the unit tests of the
# file, then the quick suites and that of the area one by one, and then all others at once, since
# these wait most of the time.
#   tests/mutants/mutants.sh COUNT SEED AREA…
# COUNT is the number of mistakes in each area: runtime, live, codegen, host, or one of their
# folders like runtime/migrate. Needs the coverage build in build/cov, made with the flags COVERAGE.
# build/mutants/reached has the lines that each suite reaches; a suite is measured again after the sources changed.
# Mistakes that no test notices are listed in build/mutants/AREA.txt.
COUNT=$1 SEED=$2
shift 2
BUILD_LIMIT=120      # seconds that a build may take: a mistake can make the schema compiler hang
JOBS=${JOBS:-$(nproc)}
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
REACHED=$PWD/build/mutants/reached
T=$(mktemp -d) || exit 1
chmod 755 "$T"      # the codegen suite runs eddiec as another user
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$T"' EXIT
trap 'exit 130' INT TERM
fail() { echo "mutants.sh: $*" >&2; exit 2; }
folders_of() {
    case $1 in
    runtime) echo runtime/base runtime/msgpack runtime/types runtime/snapshot runtime/value \
                  runtime/migrate runtime/api runtime/run ;;
    live)    echo runtime/live runtime/os ;;
    codegen) echo codegen codegen/* ;;
    host)    echo runtime/debug host host/* ;;
    */*)     [ -d "$1" ] || fail "$1: no such folder"; echo "$1" ;;
    *)       fail "$1: an area is runtime, live, codegen, host or a folder like runtime/migrate" ;;
    esac
}
area_of() {
    case $1 in
    runtime/live|runtime/os)    echo live ;;
    runtime/debug)              echo host ;;
    *)                          echo "${1%%/*}" ;;
    esac
}
suites_of() {
    case $(area_of "$1") in
    runtime) echo unit storm corpus plan snapshots codegen large_state ;;
    live)    echo unit libraries faults live process supervise early builds isolation new_games \
                  output_files ;;
    codegen) echo unit codegen names rebuild storm large_state ;;
    host)    echo ui unit host snapshots time_travel plan supervise process early docs picture \
                  window ;;
    esac
}
# The lines of a folder that ran, as FILE:LINE:TEXT, from the data of gcov in a folder.
lines_of() { # data, folder
    for notes in build/cov/"$2"/*.gcno; do
        data=$1/$(basename "$notes" .gcno).gcda
        [ -e "$data" ] || continue
        ln -sf "$PWD/$notes" "$1/"
        gcov -t "$data" 2>/dev/null | awk -v folder="$2/" '
            { count = $0; sub(/:.*/, "", count); gsub(/[ *]/, "", count)
              rest = substr($0, index($0, ":") + 1)
              line = rest; sub(/:.*/, "", line); gsub(/ /, "", line)
              text = substr(rest, index(rest, ":") + 1) }
            line == "0" && text ~ /^Source:/ { file = substr(text, 8); next }
            count ~ /^[0-9]+$/ && count > 0 && index(file, folder) == 1 && file !~ /\.gen\./ {
                print file ":" line ":" text }'
    done
}
# Runs a suite of the coverage build with a separate data folder, and records which lines it reached and how many seconds
# it took.
measure() { # suite
    start=$SECONDS
    GCOV_PREFIX=$T/data/$1 GCOV_PREFIX_STRIP=$(tr -cd / <<<"$PWD" | wc -c) SUITES=$1 \
        tests/run.sh build/cov "$COVERAGE" >/dev/null
    took=$((SECONDS - start))
    for folder in runtime/* codegen codegen/* host host/*; do
        [ -d "$T/data/$1/build/cov/$folder" ] && lines_of "$T/data/$1/build/cov/$folder" "$folder"
    done | sort -t: -k1,1 -k2,2n -u >"$T/reached"."$1"
    rm -rf "$T/data/$1"
    echo "$took" >"$REACHED/$1.seconds"
    mv "$T/reached"."$1" "$REACHED/$1"
}
is_current() { # suite
    [ -e "$REACHED/$1" ] && [ -z "$(find runtime codegen host game schema tests -type f \
        -newer "$REACHED/$1" -print -quit)" ]
}
# The suites that may notice a mistake in a line, fastest first. A suite without any data may reach
# every line: storm is built separately.
suites_for() { # area, FILE:LINE
    for suite in $(suites_of "$1"); do
        [ -s "$REACHED/$suite" ] && ! grep -q "^$2:" "$REACHED/$suite" && continue
        echo "$(cat "$REACHED/$suite.seconds") $suite"
    done | sort -n | cut -d' ' -f 2
}
# Runs the suites in their own session, so that their processes can be ended together, until the
# first check fails, or until they take longer than the coverage build, which is slow. If a suite
# fails, prints its name and returns false.
pass() { # suites
    limit=60
    for suite; do limit=$((limit + $(cat "$REACHED/$suite.seconds"))); done
    rm -rf sid tmp
    mkdir tmp
    TMPDIR=$PWD/tmp SUITES=$* setsid sh -c \
        'echo $$ >sid; exec timeout -k 5 '$limit' tests/run.sh build ""' >out 2>&1 </dev/null &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        failed=$(grep -ls '^FAIL' tmp/*/*.out | head -n 1) && [ -n "$failed" ] && break
        sleep 0.1
    done
    pkill -KILL -s "$(cat sid)" 2>/dev/null
    wait $pid 2>/dev/null && return
    [ -n "$failed" ] || failed=$(sed -n 's/^  \([a-z_]*\) .* passed, [1-9][0-9]* failed.*/\1/p' out | head -n 1)
    basename "${failed:-hangs}" .out
    return 1
}
build() { # seconds, targets
    MAKEFLAGS= timeout -k 5 "$1" make -s CFLAGS=-Werror "${@:2}" >out 2>&1 </dev/null
}
program_of() { # suite: prints the targets to build for it
    case $1 in
    unit|ui) echo "build/test_$1" ;;
    codegen) echo build/eddiec build/eddiec_failing build/libeddie.a ;;
    *)       echo test-build ;;
    esac
}
# Builds targets. If that fails, prints hangs, or refused if the compiler does not accept the mistake.
try_build() { # targets
    build $BUILD_LIMIT "$@"
    case $? in
    0)   return 0 ;;
    124) echo hangs ;;
    *)   echo refused ;;
    esac
    return 1
}
# Runs the tests whose file is named after the source.
try_tests_of() { # suite, source
    program=$(program_of "$1") source=$(basename "$2")
    ls tests/"$1/test_${source%.*}"*.c >/dev/null 2>&1 || return 0
    try_build "$program" || return
    rm -rf tmp
    mkdir tmp
    TMPDIR=$PWD/tmp timeout -k 5 60 "$program" "/test_${source%.*}" >out 2>&1 </dev/null && return
    echo "$1"
    return 1
}
# Builds what the suites need and runs them. If one fails, prints its name.
try_suites() { # suites
    [ $# = 0 ] && return
    try_build $(for suite; do program_of "$suite"; done | tr ' ' '\n' | sort -u) && pass "$@"
}
judge() { # area, file, line: prints the suite that noticed the mistake, or refused, same, hangs or survived
    object=build/${2%.c}.o
    rm -f before.o
    [ "${2##*.}" = c ] && [ -e "$object" ] && objcopy --strip-debug "$object" before.o
    touch "$2"
    if [ -e before.o ]; then
        build $BUILD_LIMIT "$object" || { echo refused; return; }
        objcopy --strip-debug "$object" after.o && cmp -s before.o after.o && { echo same; return; }
    fi
    quick=() slow=()
    for suite in $(suites_for "$1" "$2:$3"); do
        case $suite in unit|ui|"$1") quick+=("$suite") ;; *) slow+=("$suite") ;; esac
    done
    for suite in "${quick[@]}"; do
        case $suite in unit|ui) try_tests_of "$suite" "$2" || return ;; esac
    done
    for suite in "${quick[@]}"; do try_suites "$suite" || return; done
    try_suites "${slow[@]}" && echo survived
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
        awk -v line="$line" -v text="${text//\\/\\\\}" \
            'FNR == line { print text; next } { print }' original >"$file"
        verdict=$(judge "$area" "$file" "$line")
        cp original "$file"
        case $verdict in refused|same) continue ;; esac
        text=$(echo "$text" | sed 's/^ *//')
        printf '%s\t%s:%s: %s: %s\n' "$verdict" "$file" "$line" "$what" "$text" \
            | tee -a "$T/results" | expand -t 14
    done
}
copy_tree() { # NUMBER: a built copy for one worker
    mkdir "$T/$1" && tar -cf - --exclude=./.git --exclude=./build/cov --exclude=./build/san \
        --exclude=./build/mutants . | tar -xf - -C "$T/$1"
    (cd "$T/$1" && build 600 test-build) || { cat "$T/$1/out"; fail 'the copy does not build'; }
}
# Without a mistake, every suite has to pass.
check_suites() { # area
    (cd "$T/1" || exit 1
     failed=$(pass $(suites_of "$1")) || {
         grep -h -A9 '^FAIL' tmp/*/*.out
         fail "$failed fails without a mistake"
     }) || exit 1
}
try_area() { # area
    survivors=build/mutants/${1//\//-}.txt
    cat $(suites_of "$1" | sed "s#[^ ]*#$REACHED/&#g") \
        | grep -E "^($(folders_of "$1" | tr ' ' '|'))/[^/]*:" | sort -t: -k1,1 -k2,2n -u >"$T/lines"
    # More than requested, as some do not compile, and some change nothing.
    awk -v COUNT=$((COUNT * 3)) -v SEED="$SEED" -f tests/mutants/mutants.awk "$T/lines" >"$T/list"
    : >"$T/results"; echo 0 >"$T/at"
    echo "$1: $(wc -l <"$T/lines") lines run, suites $(suites_of "$1")"
    for i in $(seq "$JOBS"); do copy_tree "$i"; done
    check_suites "$1"
    for i in $(seq "$JOBS"); do worker "$i" & done
    wait
    all=$(grep -c . "$T/results") alive=$(grep -c '^survived' "$T/results")
    grep '^survived' "$T/results" | cut -f 2- | sort >"$survivors"
    rate=$((all ? 100 * (all - alive) / all : 0))
    echo "$1: $((all - alive)) of $all mistakes noticed, $rate %; the others: $survivors"
    for i in $(seq "$JOBS"); do rm -rf "${T:?}/$i"; done
}
mkdir -p "$REACHED"
for area; do folders_of "$area" >/dev/null; done
for suite in $(for area; do suites_of "$area"; done | tr ' ' '\n' | sort -u); do
    is_current "$suite" && continue
    while [ "$(jobs -pr | wc -l)" -ge "$JOBS" ]; do wait -n; done
    measure "$suite" &
done
wait
for area; do try_area "$area"; done
