#!/bin/sh
# Random schemas, edits and states, migrated by the engine and by a slow model of its rules (tests/storm), and compared.
# Arguments: how many pairs, a seed, how many processes. BUILD is the build folder. A pair that fails is reduced and
# kept in CASES, one folder each: old.def, new.def, further.def, check.c and mismatch.txt.
# FORM is the form of the documents: packed, open, mixed, or any (the default), which varies it.
# GAMES=1: games with handles instead, which are rewound and continued.
# FEATURES is a mask of what to generate and compare (tests/storm/model.h); the default is everything: 24575, with GAMES=1 32767.
COUNT=${1:-1000}
SEED=${2:-1}
case ${FORM:-any} in packed|open|mixed|any) ;; *) echo "storm.sh: FORM is packed, open, mixed or any: not $FORM" >&2; exit 2 ;; esac
JOBS=${3:-$(nproc)}
features=24575
[ -z "$GAMES" ] || features=32767
BUILD=${BUILD:-build}
CASES=${CASES:-$BUILD/storm/cases}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
mkdir -p "$CASES" || exit 1
rm -rf "$CASES"/[0-9]*_[0-9]*
command -v tcc >"$T/tcc" && export STORM_TCC=1
part=$(( ((COUNT + JOBS - 1) / JOBS + 7) / 8 * 8 ))      # eight pairs share a document
i=0 first=0
while [ $first -lt "$COUNT" ]; do
    some=$(( COUNT - first < part ? COUNT - first : part ))
    "$BUILD/storm/storm" "$BUILD/eddiec" "$T/$i" "$SEED" $first $some "$CASES" "${FEATURES:-$features}" "${FORM:-any}" >"$T/$i.out" 2>&1 &
    first=$((first + some)) i=$((i + 1))
done
wait
grep -h -A 3 '^FAIL' "$T"/*.out | grep -v '^[0-9]* passed, [0-9]* failed$'
passed=0
for out in "$T"/*.out; do
    one=$(tail -n 1 "$out" | sed -n 's/^\([0-9]*\) passed, [0-9]* failed$/\1/p')
    [ -n "$one" ] || { echo "FAIL a process of the storm crashed"; tail -n 3 "$out"; }
    passed=$((passed + ${one:-0}))
done
[ $passed = "$COUNT" ] || echo "the reduced failures: $CASES"
echo "$passed passed, $((COUNT - passed)) failed"
[ $passed = "$COUNT" ]
