#!/bin/bash
# What an edit compiles, on a copy of the game: every file that includes a changed header, and nothing else. Then builds by
# hand: with saves during the build, with names that make cannot handle, and after files were deleted.
make --no-print-directory -s build/game.so build/eddiec >/dev/null || exit 1
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap 'rm -rf "$T"' EXIT
cp -a Makefile runtime codegen game schema "$T" && mkdir -p "$T/build" && cp -a build/. "$T/build" && rm -rf "$T/build/san" "$T/build/cov"
cd "$T" || exit 1

edit() { sed -i "$1" "$2" && make --no-print-directory game >log 2>&1 || cat log; }
built()    { sed -n 's/^  cc *\(.*\/\)\?\([^/]*\)\.c$/\2/p' log | sort; }
# The files that include the header of the schema file, its own generated code among them.
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
same 'a default compiles only its own table' "$(built)" "$enemy.gen"
edit '/^struct Vec2 /,/^}/s/ x;/ x = 1;/' "schema/$(file_of 'struct Vec2').def"
same 'a first default changes no header' "$(built | grep -v '\.gen$')" ''
edit '/^struct Vec2 /,/^}/s/ x = 1;/ x;/' "schema/$(file_of 'struct Vec2').def"

for case in "Enemy $enemy" "Particle $particle" "Picture $picture"; do
    set -- $case
    edit "/^struct $1 /,/^}/s/^}/    u32 rebuild_probe;\n}/" "schema/$2.def"
    same "a field of $1 compiles the files that include its header" "$(built)" "$(includers "$2")"
    grep -q rebuild_probe "build/gen/$2.gen.h" && ok "a field of $1 is in its header" || bad "a field of $1 is in its header" "$(cat log)"
    [ "$(built | wc -l)" -lt $(($(most) / 2)) ] && ok "a field of $1 compiles less than half" ||
        bad "a field of $1 compiles less than half" "$(built) of $(most)"
done

echo 'struct RebuildProbe { u32 x; }' >schema/rebuild_probe.def
edit '' schema/rebuild_probe.def
same 'a new file compiles itself, the list of types and the files that include all types' "$(built)" "$(printf '%s\n' rebuild_probe.gen schema.gen $(grep -l 'build/gen/schema.gen.h' build/game/*.d | sed 's/.*\///; s/\.d$//') | sort)"

# --- a save during a build by hand: a compiler that saves the file it has just read, before it ends ---
# A tool that runs "$@" and then replaces the file named in `saves` by the file `late`. It gives its output a later time stamp,
# as if it had read the file after the save. Only once, for a command line that contains the text in `reads`.
slow() { # tool, its command, its output files: writes slow-TOOL
    cat >"slow-$1" <<SH
#!/bin/sh
$2 "\$@" || exit
case "\$*" in *"\$(cat reads)"*) [ ! -e late ] || { mv late "\$(cat saves)"; touch "\$(cat saves)" $3; } ;; esac
[ ! -e "fail" ] || case "\$*" in *"\$(cat fail)"*) exit 1 ;; esac
SH
    chmod +x "slow-$1"
}
slow cc "${CC:-cc}" '$(for last; do :; done; echo "$last")'
slow eddiec build/eddiec 'build/gen/*'
late() { # part of the command that reads it, the file that is saved, the text that is added
    echo "$1" >reads; echo "$2" >saves
    { cat "$2"; printf '%s\n' "$3"; } >late
}
hand() { make --no-print-directory game CC=./slow-cc EDDIEC=./slow-eddiec "$@" >log 2>&1; }
probe() { echo "int $1(void); int $1(void) { return 1; }"; }
in_module() { nm build/game.so | grep -qw "$2" && ok "$1" || bad "$1" "$(cat log)"; }
mkdir -p game/deep && echo '#define DEEP 1' >game/deep/deep.h && sed -i '1i #include "game/deep/deep.h"' game/main.c && hand
late 'game/main.c' game/main.c "$(probe late_source)"
touch game/main.c; hand
in_module 'a source saved while it is compiled' late_source
late 'game/main.c' game/deep/deep.h "$(probe late_header)"
touch game/main.c; hand
in_module 'a header saved while it is read' late_header
late '-o build/gen' "schema/$enemy.def" 'struct LateStruct { u32 late_field; }'
touch "schema/$enemy.def"; hand
in_module 'a schema saved while eddiec reads it' LateStruct_type
late 'game/main.c' game/main.c "$(probe late_failed)"
touch game/main.c; echo "$enemy.gen.c" >fail; touch "build/gen/$enemy.gen.c"
hand && bad 'a build that fails' "$(cat log)"
rm fail; hand
in_module 'a save during a build that failed' late_failed
touch -d '+1 day' game/main.c
timeout 100 make --no-print-directory game >log 2>&1
same 'a file from the future is built a few times, not forever' "$? $(grep -c ' ld ' log)" '0 3'
touch game/main.c; make -s game; make -s game
same 'without changes, make does nothing' "$(make --no-print-directory game 2>&1)" ''

# --- names that make cannot handle ---
for name in 'main (copy).c' 'a b.h' 'a#b.c' 'a$b.c' 'a:b.cpp' "it's.c" '%.c' 'my types.def'; do
    case $name in *.def) file=schema/$name ;; *) file=game/$name ;; esac
    : >"$file"
    make -s game >log 2>&1
    same "$file is refused" "$? $(head -n 1 log)" \
        "2 $file: rename it: make cannot take spaces, brackets, quotes or signs like # and \$ in a name"
    rm "$file"
    make -s game >log 2>&1 && ok "it builds after $file was removed" || bad "it builds after $file was removed" "$(cat log)"
done
for name in ü -x a.b a+b; do probe odd >"game/$name.c"; make -s game early >log 2>&1 && ok "$name.c is built" || bad "$name.c is built" "$(cat log)"; rm "game/$name.c"; done

# --- folders in game/ and schema/ ---
in_both() { # name, a symbol that the compiler's module and tcc's have
    make -s game early >log 2>&1
    in_module "$1" "$2"
    [ ! -s build/early/game.so ] || { nm build/early/game.so | grep -qw "$2" && ok "$1, by tcc" || bad "$1, by tcc" "$(cat log)"; }
}
mkdir -p game/ai/deep schema/more/still
probe in_a_folder >game/ai/boss.c
probe further_down >game/ai/deep/boss.c
echo 'struct InAFolder { u32 x; }' >schema/more/still/in_a_folder.def
in_both 'a source in a folder is built' in_a_folder
in_both 'a source of the same name in a deeper folder is built' further_down
in_both 'a schema file in a folder is built' InAFolder_type
same 'after that, make does nothing' "$(make game early 2>&1)" ''
probe saved_later >>game/ai/deep/boss.c
make --no-print-directory game EDDIE_CHANGED= -W game/ai/deep/boss.c >log 2>&1
same 'an edit compiles only that file' "$(built)" boss
in_both 'an edit in a folder is built' saved_later
ln -s .. game/ai/up; ln -s . game/ai/self
in_both 'links back to a folder are ignored' further_down
rm game/ai/up game/ai/self
mv game/ai/deep/boss.c game/ai/moved.c
in_both 'a source that moved is built' further_down
rm -r game/ai schema/more
make -s game early >log 2>&1; nm build/game.so | grep -qw 'in_a_folder\|InAFolder_type' && bad 'sources in a deleted folder are left out' "$(cat log)" || ok 'sources in a deleted folder are left out'
mkdir -p 'game/a folder' && probe spaced >'game/a folder/a.c'
make -s game >log 2>&1
same 'a folder with a space in its name is refused' "$? $(head -n 1 log)" \
    "2 game/a folder/a.c: rename it: make cannot take spaces, brackets, quotes or signs like # and \$ in a name"
rm 'game/a folder/a.c'
make -s game >log 2>&1 && ok 'without sources it is accepted' || bad 'without sources it is accepted' "$(cat log)"
rmdir 'game/a folder'
mkdir schema/more; echo 'struct Twice { u32 x; }' | tee schema/twice.def >schema/more/twice.def
make -s game >log 2>&1; holds 'two schema files with the same name are refused' "$(cat log)" 'schema/more/twice.def and schema/twice.def would generate the same files'
rm -r schema/more schema/twice.def

# --- dependencies of an object ---
odd() { # name, a file that is included, edited and deleted
    mkdir -p "$(dirname "$2")"; echo '#define ODD 1' >"$2"
    cp game/main.c kept.c; { printf '#include "%s"\n' "$2"; cat kept.c; } >game/main.c
    make -s game early >log 2>&1 && make -s game early >>log 2>&1 && ok "$1 is read" || bad "$1 is read" "$(cat log)"
    probe odd_probe >>"$2"; make -s game >log 2>&1
    in_module "$1 is read again" odd_probe
    rm "$2"; cp kept.c game/main.c
    make -s game early >log 2>&1 && ok "$1 may be deleted" || bad "$1 may be deleted" "$(cat log)"
    same "$1: after that, make does nothing" "$(make game early 2>&1)" ''
}
odd 'a header with a space in its name' 'game/deep/my head.h'
odd 'a header with a # in its name' 'game/deep/a#b.h'
odd 'a header with a $ in its name' 'game/deep/a$b.h'
odd 'a header with a colon in its name' 'game/deep/a:b.h'
odd 'an included file other than a header' 'game/deep/table.inc'
for words in 'not a rule' 'build/game/main.o: game/none.h \' 'x: y: z'; do
    printf '%s\n' "$words" | tee build/game/main.d build/game/gone.d >build/early/main.d
    touch game/main.c
    make -s game early >log 2>&1 && ok "a damaged dependency file: $words" || bad "a damaged dependency file: $words" "$(cat log)"
done
rm game/deep/deep.h
make -s game >log 2>&1 && bad 'a deleted header that is still included is an error' "$(cat log)" || holds 'a deleted header that is still included is an error' "$(cat log)" 'deep/deep.h'
sed -i '/deep.h"/d' game/main.c
make -s game >log 2>&1 && ok 'a deleted header that is no longer included is not' || bad 'a deleted header that is no longer included is not' "$(cat log)"

# --- deleted output of eddiec ---
make -s game early
for file in build/gen/"$enemy".gen.h build/gen/"$enemy".gen.c build/gen/schema.gen.h build/gen/schema.d; do
    rm "$file"; touch game/main.c
    make -s game >log 2>&1 && [ -e "$file" ] && ok "$file is written again" || bad "$file is written again" "$(cat log)"
done
rm -r build/gen
make -s game >log 2>&1 && ok 'all generated files are written again' || bad 'all generated files are written again' "$(cat log)"
same 'after that, make does nothing' "$(make game 2>&1)" ''

total
