#!/bin/bash
# From a save to live code, on a copy of the project with its game running: by tcc, by the compiler after it, by the compiler
# alone, and for comparison the bare compiler over the same files. Medians of ROUNDS edits of a file and of a struct.
ROUNDS=${ROUNDS:-30}
CC=${CC:-cc}
make --no-print-directory -s all >/dev/null || exit 1
T=$(mktemp -d) || exit 1
$CC -std=c11 -D_GNU_SOURCE -O2 -I. tests/bench/blink.c build/libeddie_live.a build/libeddie.a -lm -ldl -pthread -o "$T/blink" || exit 1
host=
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
. tests/lib/checks.sh
copy_game "$T" || exit 1
ROOT=$PWD
ln -s "$ROOT/build/eddie-build" "$T"      # beside the program that plays the game
cd "$T" || exit 1
file=game/sim_enemies.c def=$(grep -l '^struct Enemy ' schema/*.def)

# Sets $now without starting a process.
take_us() { now=${EPOCHREALTIME/[.,]/}; }
median()  { sort -n "$1" | awk '{ all[NR] = $1 } END { if (NR) printf "%.0f", all[int((NR + 1) / 2)]; else printf "-" }'; }
median1() { sort -n "$1" | awk '{ all[NR] = $1 } END { if (NR) printf "%.1f", all[int((NR + 1) / 2)]; else printf "-" }'; }
ratio()   { awk -v a="$1" -v b="$2" 'BEGIN { if (a + 0 > 0 && b + 0 > 0) printf "%.2f", a / b; else printf "-" }'; }
# The time starts when the file is written. The new text is computed before that, as a user types before a save.
replace() { local text; text=$(sed "$1" "$2") && take_us && start=$now && printf '%s\n' "$text" >"$2"; }

# Each edit differs from the one before: a number in the code changes, or a field comes and goes.
printf 'int blink_probe(int by);\nint blink_probe(int by) { return by * 0; }\n' >>"$file"
edit_file()   { replace "s/return by \* [0-9]*;/return by * 1$i;/" "$file"; }
edit_struct() {
    if ! grep -q ' blink = 25;' "$def"; then replace "/^struct Enemy /,/^}/s/^ *f32  *hp .*/&\n    f32 blink = 25;/" "$def"
    else replace '/f32 blink = 25;/d' "$def"; fi
}
# Appends the three times of a swap to files. NAME.whole has the time since the save.
note() { # name, when the save was
    echo $(((now - $2 + 500) / 1000)) >>"$1.whole"
    echo "$trial" >>"$1.trial"
    echo "$swap" >>"$1.swap"
}
measure() { # name, edit, "alone"
    local name=$1 edit=$2 i start
    shift 2
    coproc HOST { exec ./blink build/game.so "$@" 2>&1; }
    host=$HOST_PID
    sleep 0.5
    for i in $(seq $((ROUNDS + 1))); do
        "$edit" "$i"
        while read -r -t 60 event trial swap line <&"${HOST[0]}"; do
            take_us
            case $event in
            building) ;;
            early) note "$name.early" "$start";;
            full)  note "$name.full" "$start"; break;;
            *)     echo "blink: $event $trial $swap $line" >&2; exit 1;;
            esac
        done
        [ "$i" != 1 ] || rm -f "$name".early.* "$name".full.*      # the first warms up
        sleep 0.1
    done
    kill "$host"; wait "$host" 2>/dev/null; host=
}
FLAGS="-std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -I. -Ibuild -I$ROOT -g -MMD -MP -pipe -O0 -fPIC -fvisibility=hidden"
cores=$(nproc)
bare() { # name, files
    local name=$1 i start
    shift
    for i in $(seq "$ROUNDS"); do
        take_us; start=$now
        printf '%s\n' "$@" | xargs -P "$cores" -I{} sh -c "$CC $FLAGS -c {} -o bare-\$(basename {}).o" || exit 1
        take_us
        echo $(((now - start + 500) / 1000)) >>"$name.bare"
    done
}
row() { # words, name
    local cc=$(median "$2.bare") tcc=$(median "$2.early.whole" 2>/dev/null) full=$(median "$2.alone.full.whole")
    echo "| $1 | $tcc | $(ratio "$tcc" "$cc") | $(median "$2.full.whole") | $full | $(ratio "$full" "$cc") | $cc |" \
         "$(median1 "$2.full.trial") · $(median1 "$2.full.swap") | $(median1 "$2.alone.full.trial") · $(median1 "$2.alone.full.swap") |"
}

measure file edit_file
measure file.alone edit_file alone
measure struct edit_struct
measure struct.alone edit_struct alone
header=build/gen/$(basename "$def" .def).gen.h
includers=$(for source in game/*.c build/gen/*.c; do
    $CC -D_GNU_SOURCE -I. -Ibuild "-I$ROOT" -MM "$source" | grep -q "$header" && echo "$source"
done)
bare file "$file"
bare struct $includers
echo "| ms from a save to live code | by tcc | x | by $CC after it | by $CC without tcc | x | bare $CC | trial · swap after tcc | and without |"
echo '|---|---|---|---|---|---|---|---|---|'
row "a file of $(wc -l <"$file") lines" file
row "a struct that $(echo "$includers" | wc -l) files include" struct
