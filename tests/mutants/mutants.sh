#!/bin/bash
# Do the tests notice a mistake? Changes single lines that the tests reach (mutants.awk) in copies
# of this tree, and runs what reaches the line until something fails: first the unit tests of the
# file, then the other files of unit tests, fastest first, then the suite of the area, and then all
# others at once, since these wait most of the time.
#   tests/mutants/mutants.sh COUNT SEED AREA…
# COUNT is the number of mistakes in each area: runtime, live, codegen, host, or one of their
# folders like runtime/migrate. Needs the coverage build in build/cov, made with the flags COVERAGE.
# build/mutants/lines has the lines that each suite and each file of unit tests reaches. They are
# measured again after the sources changed.
# Mistakes that no test notices are listed in build/mutants/AREA.txt. build/mutants/AREA.tried has
# what was tried, so that a run that was interrupted continues.
COUNT=$1 SEED=$2
shift 2
BUILD_LIMIT=120      # seconds that a build may take: a mistake can make the schema compiler hang
EVERY_LINE='every line'      # for a suite without coverage data: storm, which is built separately
JOBS=${JOBS:-$(nproc)}
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
REACHED=$PWD/build/mutants/lines
T=$(mktemp -d) || exit 1
chmod 755 "$T"      # the codegen suite runs eddiec as another user
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$T"' EXIT
trap 'exit 130' INT TERM
fail() { echo "mutants.sh: $*" >&2; exit 2; }
folders_of() {
    case $1 in
    runtime) echo runtime/os/pages/posix runtime/base runtime/msgpack runtime/types runtime/snapshot runtime/value \
                  runtime/migrate runtime/attic runtime/api runtime/run ;;
    live)    echo runtime/live runtime/build $(find runtime/os -type d ! -name windows ! -name macos ! -path '*/pages*') ;;
    codegen) echo codegen codegen/* ;;
    host)    echo runtime/debug host host/* ;;
    */*)     [ -d "$1" ] || fail "$1: no such folder"; echo "$1" ;;
    *)       fail "$1: an area is runtime, live, codegen, host or a folder like runtime/migrate" ;;
    esac
}
area_of() {
    case $1 in
    runtime/os/pages/*)                      echo runtime ;;
    runtime/live|runtime/build|runtime/os/*) echo live ;;
    runtime/debug)                           echo host ;;
    *)                                       echo "${1%%/*}" ;;
    esac
}
# The suites of an area. Of unit and ui, each file of tests counts as a suite: unit/test_arena.
suites_of() {
    for suite in $(names_of "$1"); do
        case $suite in
        unit|ui) ls tests/"$suite"/test_*.c | sed '/test_main/d; s#^tests/##; s#\.c$##' ;;
        *)       echo "$suite" ;;
        esac
    done
}
names_of() {
    case $(area_of "$1") in
    runtime) echo unit storm corpus plan snapshots codegen large_state ;;
    live)    echo unit libraries faults live process supervise early build builds isolation \
                  new_games output_files ;;
    codegen) echo unit codegen names rebuild storm large_state ;;
    host)    echo ui unit host snapshots time_travel plan supervise process early docs picture \
                  window ;;
    esac
}
# The lines of a folder that ran, as FILE:LINE:TEXT, from the data of gcov in a folder.
lines_of() { # data, folder
    for counts in "$1"/*.gcda; do
        ln -sf "$PWD/build/cov/$2/$(basename "$counts" .gcda).gcno" "$1/"
    done
    gcov -t "$1"/*.gcda 2>/dev/null | awk -v folder="$2/" '
        { count = $0; sub(/:.*/, "", count); gsub(/[ *]/, "", count)
          rest = substr($0, index($0, ":") + 1)
          line = rest; sub(/:.*/, "", line); gsub(/ /, "", line)
          text = substr(rest, index(rest, ":") + 1) }
        line == "0" && text ~ /^Source:/ { file = substr(text, 8); next }
        count ~ /^[0-9]+$/ && count > 0 && index(file, folder) == 1 && file !~ /\.gen\./ {
            print file ":" line ":" text }'
}
# Runs a suite of the coverage build with a separate data folder, and records which lines it reached
# and how many milliseconds it took.
measure() { # suite
    data=$T/data/$1 start=${EPOCHREALTIME/./}
    mkdir -p "$data/tmp" "$(dirname "$REACHED/$1")"
    export GCOV_PREFIX=$data GCOV_PREFIX_STRIP=$(tr -cd / <<<"$PWD" | wc -c)
    case $1 in
    */*) TMPDIR=$data/tmp "build/cov/test_${1%/*}" "/${1#*/}." >/dev/null 2>&1 </dev/null ;;
    *)   SUITES=$1 tests/run.sh build/cov "$COVERAGE" >/dev/null ;;
    esac
    echo $(((${EPOCHREALTIME/./} - start) / 1000)) >"$REACHED/$1.ms"
    for folder in $(cd "$data/build/cov" && find runtime codegen host -name '*.gcda' \
        -printf '%h\n' | sort -u); do
        lines_of "$data/build/cov/$folder" "$folder"
    done | sort -t: -k1,1 -k2,2n -u >"$data/reached"
    [ -s "$data/reached" ] || echo "$EVERY_LINE" >"$data/reached"
    mv "$data/reached" "$REACHED/$1"
    rm -rf "$data"
}
is_current() { # suite
    [ -e "$REACHED/$1" ] && [ -z "$(find runtime codegen host game schema tests -type f \
        -newer "$REACHED/$1" -print -quit)" ]
}
# The suites that may notice a mistake in a line, fastest first.
suites_for() { # area, FILE:LINE
    suites=$(suites_of "$1")
    (cd "$REACHED" && for suite in $(grep -l -e "^$2:" -e "^$EVERY_LINE" $suites); do
        echo "$(cat "$suite.ms") $suite"
    done) | sort -n | cut -d' ' -f 2
}
# Runs the suites in their own session, so that their processes can be ended together, until the
# first check fails, or until they take longer than the coverage build, which is slow. If a suite
# fails, prints its name and returns false.
pass() { # suites
    limit=60
    for suite; do limit=$((limit + $(cat "$REACHED/$suite.ms") / 1000)); done
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
# Builds targets. If that takes too long, prints hangs. If it fails, prints $unbuilt, which is
# - refused: the compiler does not accept the mistake, or
# - build: eddiec with the mistake does not generate what the tests need.
try_build() { # targets
    build $BUILD_LIMIT "$@"
    case $? in
    0)   return 0 ;;
    124) echo hangs ;;
    *)   echo "$unbuilt" ;;
    esac
    return 1
}
# Runs files of unit tests one after the other, until one fails or takes much longer than in the
# coverage build: a mistake can make it hang. Prints the name of the program that noticed the mistake.
try_tests() { # unit/test_arena …
    try_build $(printf '%s\n' "$@" | sed 's#/.*##; s#^#build/test_#' | sort -u) || return
    for test; do
        rm -rf tmp
        mkdir tmp
        TMPDIR=$PWD/tmp timeout -k 5 $((10 + $(cat "$REACHED/$test.ms") / 300)) \
            "build/test_${test%/*}" "/${test#*/}." >out 2>&1 </dev/null && continue
        echo "${test%/*}"
        return 1
    done
}
# Builds what the suites need and runs them. If one fails, prints its name.
try_suites() { # suites
    [ $# = 0 ] && return
    try_build $(for suite; do program_of "$suite"; done | tr ' ' '\n' | sort -u) && pass "$@"
}
judge() { # area, file, line: prints the suite that noticed the mistake, or build, refused, same, hangs or survived
    object=build/${2%.c}.o unbuilt=refused
    rm -f before.o
    [ "${2##*.}" = c ] && [ -e "$object" ] && objcopy --strip-debug "$object" before.o
    touch "$2"
    if [ -e before.o ]; then
        build $BUILD_LIMIT "$object" || { echo refused; return; }
        objcopy --strip-debug "$object" after.o && cmp -s before.o after.o && { echo same; return; }
        unbuilt=build
    fi
    own=() tests=() slow=() source=$(basename "$2")
    for suite in $(suites_for "$1" "$2:$3"); do
        case $suite in
        */test_"${source%.*}"*) own+=("$suite") ;;
        */*)                   tests+=("$suite") ;;
        *)                     slow+=("$suite") ;;
        esac
    done
    tests=("${own[@]}" "${tests[@]}")
    [ ${#tests[@]} = 0 ] || try_tests "${tests[@]}" || return
    case " ${slow[*]} " in *" $1 "*) try_suites "$1" || return ;; esac
    try_suites "${slow[@]}" && echo survived
}
# The mistakes that count, without their numbers in the list: those that compile and change
# something.
results() { tail -n +2 "$tried" | cut -f 2- | grep -vE '^(refused|same)\b'; }
worker() { # NUMBER: tries mistakes until there are enough
    cd "$T/$1" || exit 1
    while :; do
        # Takes the next line of the list, under a lock.
        exec 9>"$T/lock"; flock 9
        at=$(cat "$T/at")
        while grep -q "^$at"$'\t' "$tried"; do at=$((at + 1)); done
        [ "$(results | grep -c .)" -lt "$COUNT" ] && [ "$at" -lt "$(wc -l <"$T/list")" ] || exit 0
        echo $((at + 1)) >"$T/at"
        flock -u 9
        IFS=$'\t' read -r file line what text <<<"$(sed -n "$((at + 1))p" "$T/list")"
        cp -p "$file" original
        awk -v line="$line" -v text="${text//\\/\\\\}" \
            'FNR == line { print text; next } { print }' original >"$file"
        verdict=$(judge "$area" "$file" "$line")
        cp original "$file"
        text=$(echo "$text" | sed 's/^ *//')
        printf '%s\t%s\t%s:%s: %s: %s\n' "$at" "$verdict" "$file" "$line" "$what" "$text" >>"$tried"
        results | grep -F "$file:$line: $what: $text" | tail -n 1 | expand -t 14
    done
}
copy_tree() { # NUMBER: a built copy for one worker
    mkdir "$T/$1" && tar -cf - --exclude=./.git --exclude=./build/cov --exclude=./build/san \
        --exclude=./build/mutants . | tar -xf - -C "$T/$1"
    (cd "$T/$1" && build 600 test-build) || { cat "$T/$1/out"; fail 'the copy does not build'; }
}
# Without a mistake, every suite has to pass, at the second attempt at the latest, since they all run
# at once here.
check_suites() { # area
    (cd "$T/1" || exit 1
     failed=$(try_tests $(suites_of "$1" | grep /)) || fail "$failed fails without a mistake: $(cat out)"
     slow=$(suites_of "$1" | grep -v /)
     [ -z "$slow" ] || failed=$(pass $slow) || failed=$(pass $slow) || {
         grep -h -A9 '^FAIL' tmp/*/*.out
         fail "$failed fails without a mistake"
     }) || exit 1
}
try_area() { # area
    survivors=build/mutants/${1//\//-}.txt tried=$PWD/build/mutants/${1//\//-}.tried
    cat $(suites_of "$1" | sed "s#[^ ]*#$REACHED/&#g") \
        | grep -E "^($(folders_of "$1" | tr ' ' '|'))/[^/]*:" | sort -t: -k1,1 -k2,2n -u >"$T/lines"
    # More than requested, as some do not compile, and some change nothing.
    awk -v COUNT=$((COUNT * 3)) -v SEED="$SEED" -f tests/mutants/mutants.awk "$T/lines" >"$T/list"
    # A run that was interrupted continues, unless something has changed.
    key=$({ cat "$T/list"; find runtime codegen host game schema tests -type f -print0 | sort -z | xargs -0 cat; } | cksum)
    [ "$(head -n 1 "$tried" 2>/dev/null)" = "$key" ] || echo "$key" >"$tried"
    echo 0 >"$T/at"
    echo "$1: $(wc -l <"$T/lines") lines run, suites" $(names_of "$1")
    for i in $(seq "$JOBS"); do copy_tree "$i"; done
    check_suites "$1"
    for i in $(seq "$JOBS"); do worker "$i" & done
    wait
    all=$(results | grep -c .) alive=$(results | grep -c '^survived')
    results | grep '^survived' | cut -f 2- | sort >"$survivors"
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
