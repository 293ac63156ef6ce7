#!/bin/bash
# From a save to live code, on a copy of the project with its game running: by tcc, by the compiler after it, by the compiler
# alone, and for comparison the bare compiler over the same files. Medians of ROUNDS edits of a file and of a struct.
ROUNDS=${ROUNDS:-30}
CC=${CC:-cc}
make --no-print-directory -s all >/dev/null || exit 1
T=$(mktemp -d) || exit 1
. tests/bench/saves.sh
make_blink build "$T/blink" || exit 1
host=
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
. tests/lib/checks.sh
copy_game "$T" || exit 1
ROOT=$PWD
ln -s "$ROOT/build/eddie-build" "$T"      # beside the program that plays the game
cd "$T" || exit 1
file=game/sim_enemies.c def=$(grep -l '^struct Enemy ' schema/*.def)

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
on_reload() { note "$name.$event" "$start"; }
measure() { # name, edit, "alone"
    local name=$1 edit=$2 i start
    shift 2
    play ./blink "$@"
    for i in $(seq $((ROUNDS + 1))); do
        "$edit" "$i"
        await_reload full || exit 1
        [ "$i" != 1 ] || rm -f "$name".early.* "$name".full.*      # the first warms up
        sleep 0.1
    done
    stop
}
bare() { # name, files
    local name=$1 i start
    shift
    for i in $(seq "$ROUNDS"); do
        take_us; start=$now
        printf '%s\n' "$@" | xargs -P "$cores" -I{} sh -c "$CC $FLAGS -I. -Ibuild -I$ROOT -MMD -MP -c {} -o bare-\$(basename {}).o" || exit 1
        passed_ms >>"$name.bare"
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
