#!/bin/bash
# What an edit of the schema compiles, on a copy of the game: all that includes a header that changed, and nothing else.
make --no-print-directory -s build/game.so build/eddiec >/dev/null || exit 1
T=$(mktemp -d) || exit 1
. tests/checks.sh
trap 'rm -rf "$T"' EXIT
cp -a Makefile runtime codegen game schema "$T" && mkdir -p "$T/build" && cp -a build/. "$T/build" && rm -rf "$T/build/san" "$T/build/cov"
cd "$T" || exit 1

edit() { sed -i "$1" "$2" && make --no-print-directory game >log 2>&1 || cat log; }
built()    { sed -n 's/^  cc *\(.*\/\)\?\([^/]*\)\.c$/\2/p' log | sort; }
# Those that name the file's header; with the file's own code, which includes it.
includers() { grep -l "build/gen/$1.gen.h" build/game/*.d | sed 's/.*\///; s/\.d$//' | sort; }
file_of()  { basename "$(grep -l "^$1 " schema/*.def)" .def; }
most()     { ls build/game/*.o | wc -l; }

make --no-print-directory -s game || exit 1
enemy=$(file_of 'struct Enemy') particle=$(file_of 'struct Particle') picture=$(file_of 'struct Picture')

made=$(stat -c '%n %i %y' build/gen/*.gen.* build/game.so)
edit "1i // a comment" "schema/$enemy.def"
same 'a comment compiles nothing'    "$(built)" ''
same 'a comment writes nothing'      "$(stat -c '%n %i %y' build/gen/*.gen.* build/game.so)" "$made"
edit '/^struct Enemy /,/^}/s/ = 20;/ = 21;/' "schema/$enemy.def"
same 'a default compiles its own table alone' "$(built)" "$enemy.gen"
edit '/^struct Vec2 /,/^}/s/ x;/ x = 1;/' "schema/$(file_of 'struct Vec2').def"
same 'a first default changes no header, only what holds it' "$(built | grep -v '\.gen$')" ''
edit '/^struct Vec2 /,/^}/s/ x = 1;/ x;/' "schema/$(file_of 'struct Vec2').def"

for case in "Enemy $enemy" "Particle $particle" "Picture $picture"; do
    set -- $case
    edit "/^struct $1 /,/^}/s/^}/    u32 rebuild_probe;\n}/" "schema/$2.def"
    same "a field of $1 compiles what includes its header" "$(built)" "$(includers "$2")"
    grep -q rebuild_probe "build/gen/$2.gen.h" && ok "a field of $1 is in its header" || bad "a field of $1 is in its header" "$(cat log)"
    [ "$(built | wc -l)" -lt $(($(most) / 2)) ] && ok "a field of $1 compiles less than half" ||
        bad "a field of $1 compiles less than half" "$(built) of $(most)"
done

echo 'struct RebuildProbe { u32 x; }' >schema/rebuild_probe.def
edit '' schema/rebuild_probe.def
same 'a new file compiles itself, the list of types and who includes all' "$(built)" "$(printf '%s\n' rebuild_probe.gen schema.gen $(grep -l 'build/gen/schema.gen.h' build/game/*.d | sed 's/.*\///; s/\.d$//') | sort)"

total
