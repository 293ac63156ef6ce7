#!/bin/sh
# The benchmark at small sizes: every round trip is equal, and the results are printed. Times are not checked.
# Argument: the build folder. Run from the root of the sources.
B=${1:-build}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
passed=0 failed=0
is() { # name, command…
    what=$1
    shift
    if "$@" >"$T/out" 2>&1; then passed=$((passed + 1)); echo "ok $what"
    else failed=$((failed + 1)); echo "FAIL $what"; tail -n 20 "$T/out"; fi
}
exits() { want=$1; shift; "$@"; [ $? = "$want" ]; }
rows() { [ "$(grep -c "\"corpus\": \"$1\".*\"way\": \"eddie\".*\"migrate\"" "$T/json")" = 1 ]; }
part() { grep -q "\"part\": \"$1\"" "$T/json"; }
is 'every round trip is equal' "$B/bench" --max 1000 --rounds 1 --json "$T/json"
for corpus in entities particles quests 'grid cells'; do is "the JSON has $corpus" rows "$corpus"; done
for part in reload save idle codegen size; do is "the JSON has $part" part $part; done
is 'the time from a save to live code is measured' env ROUNDS=1 tests/bench/blink.sh
is 'an unknown part is refused'     exits 2 "$B/bench" --only everything
is 'zero rounds are refused'        exits 2 "$B/bench" --rounds 0
is 'peers.sh says what it needs'    exits 2 env PEERS= tests/bench/peers.sh
echo "$passed passed, $failed failed"
[ $failed = 0 ]
