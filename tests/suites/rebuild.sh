#!/bin/bash
# What an edit of the demo game compiles: every file that includes a changed header, and nothing else. Then builds by hand: with
# saves during the build, with strange names, with folders, and after files were deleted.
# Argument: the build folder of the program under test.
B=$(cd "${1:-build}" && pwd)
make --no-print-directory -s build/game.so >/dev/null || exit 1
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap 'rm -rf "$T"' EXIT
copy_game "$T" || exit 1
ROOT=$PWD
cd "$T" || exit 1

hand()  { "$B/eddie-build" "$@" >log 2>&1; }
edit()  { sed -i "$1" "$2" && hand || cat log; }
built() { sed -n 's/^  cc *\(.*\/\)\?\([^/]*\)\.c$/\2/p' log | sort; }
# The files that include the header of the schema file, its own generated code among them.
includers() {
    for source in game/*.c build/gen/*.c; do
        ${CC:-cc} -D_GNU_SOURCE -I. -Ibuild "-I$ROOT" -MM "$source" | grep -q "build/gen/$1.gen.h" && basename "$source" .c
    done | sort
}
file_of() { basename "$(grep -l "^$1 " schema/*.def)" .def; }
most()    { ls game/*.c build/gen/*.c | wc -l; }
none()    { hand; same "$1: after that, there is nothing to do" "$(cat log)" 'build/game.so is up to date'; }

hand || exit 1
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
same 'a new file compiles itself, the list of types and the files that include all types' "$(built)" "$({ printf '%s\n' rebuild_probe.gen schema.gen; includers schema; } | sort -u)"

# --- a save during a build by hand: a compiler that saves the file it has just read, before it ends ---
# Runs the compiler, then replaces the file named in `saves` by the file `late`, and gives it the current date. Only once, for a
# command line that contains the text in `reads`. Fails for a command line that contains the text in `fail`.
cat >slow-cc <<SH
#!/bin/sh
${CC:-cc} "\$@" || exit
case "\$*" in *"\$(cat reads)"*) [ ! -e late ] || { mv late "\$(cat saves)"; touch "\$(cat saves)"; } ;; esac
[ ! -e fail ] || case "\$*" in *"\$(cat fail)"*) exit 1 ;; esac
SH
chmod +x slow-cc
late() { # part of the command that reads it, the file that is saved, the text that is added
    echo "$1" >reads; echo "$2" >saves
    { cat "$2"; printf '%s\n' "$3"; } >late
}
slow()  { echo "// $RANDOM $RANDOM" >>game/main.c; hand cc=./slow-cc; }
probe() { echo "int $1(void); int $1(void) { return 1; }"; }
in_module() { nm build/game.so | grep -qw "$2" && ok "$1" || bad "$1" "$(cat log)"; }
mkdir -p game/deep && echo '#define DEEP 1' >game/deep/deep.h && sed -i '1i #include "game/deep/deep.h"' game/main.c && hand cc=./slow-cc
late 'game/main.c' game/main.c "$(probe late_source)"
slow
in_module 'a source saved while it is compiled' late_source
late 'game/main.c' game/deep/deep.h "$(probe late_header)"
slow
in_module 'a header saved while it is read' late_header
late 'game/main.c' game/main.c "$(probe late_failed)"
echo game/art.c >fail; echo '// again' >>game/art.c
slow && bad 'a build that fails' "$(cat log)"
rm fail; hand cc=./slow-cc
in_module 'a save during a build that failed' late_failed
late 'game/main.c' "schema/$enemy.def" 'struct LateStruct { u32 late_field; }'
slow
in_module 'a schema saved while its code is compiled' LateStruct_type
touch -d '+1 day' game/main.c
hand cc=./slow-cc
same 'a date in the future changes nothing' "$(cat log)" 'build/game.so is up to date'
hand

# --- strange names ---
for name in 'main (copy)' 'a b' 'a#b' 'a$b' "it's" '%' ü -x a.b a+b 'a:b'; do
    probe odd >"game/$name.c"
    hand --early && nm build/game.so | grep -qw odd && ok "$name.c is built" || bad "$name.c is built" "$(cat log)"
    none "$name.c"
    rm "game/$name.c"
done
: >'schema/my types.def'; hand
holds 'a name of a schema file that C cannot have is refused' "$(cat log)" 'schema/my types.def'
rm 'schema/my types.def'

# --- folders in game/ and schema/ ---
in_both() { # name, a symbol that the compiler's module and tcc's have
    hand --early
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
none 'folders'
probe saved_later >>game/ai/deep/boss.c
hand
same 'an edit compiles only that file' "$(built)" boss
in_both 'an edit in a folder is built' saved_later
ln -s .. game/ai/up; ln -s . game/ai/self
in_both 'links back to a folder are ignored' further_down
rm game/ai/up game/ai/self
mv game/ai/deep/boss.c game/ai/moved.c
in_both 'a source that moved is built' further_down
rm -r game/ai schema/more
hand --early; nm build/game.so | grep -qw 'in_a_folder\|InAFolder_type' && bad 'sources in a deleted folder are left out' "$(cat log)" || ok 'sources in a deleted folder are left out'
mkdir schema/more; echo 'struct Twice { u32 x; }' | tee schema/twice.def >schema/more/twice.def
hand; holds 'two schema files with the same name are refused' "$(cat log)" 'schema/more/twice.def and schema/twice.def would generate the same files'
rm -r schema/more schema/twice.def

# --- dependencies of an object ---
odd() { # name, a file that is included, edited and deleted
    mkdir -p "$(dirname "$2")"; echo '#define ODD 1' >"$2"
    cp game/main.c kept.c; { printf '#include "%s"\n' "$2"; cat kept.c; } >game/main.c
    hand --early && hand --early && ok "$1 is read" || bad "$1 is read" "$(cat log)"
    probe odd_probe >>"$2"; hand
    in_module "$1 is read again" odd_probe
    rm "$2"; cp kept.c game/main.c
    hand --early && ok "$1 may be deleted" || bad "$1 may be deleted" "$(cat log)"
    none "$1"
}
odd 'a header with a space in its name' 'game/deep/my head.h'
odd 'a header with a # in its name' 'game/deep/a#b.h'
odd 'a header with a $ in its name' 'game/deep/a$b.h'
odd 'a header with a colon in its name' 'game/deep/a:b.h'
odd 'an included file other than a header' 'game/deep/table.inc'

# --- deleted output of eddiec ---
for file in build/gen/"$enemy".gen.h build/gen/"$enemy".gen.c build/gen/schema.gen.h build/gen/schema.d; do
    rm "$file"
    hand && [ -e "$file" ] && ok "$file is written again" || bad "$file is written again" "$(cat log)"
done
rm -r build/gen
hand && ok 'all generated files are written again' || bad 'all generated files are written again' "$(cat log)"
none 'deleted files'

total
