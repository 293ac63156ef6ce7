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

# --- what a build reads, wherever it is and however it is found ---
mkdir -p include own front lib ../shared
stale() { # name, a pattern of the symbols that the module has to have now
    hand; nm build/game.so | grep -q "$2" && ok "$1" || bad "$1" "$(cat log)"
    hand; same "$1, once" "$(cat log)" 'build/game.so is up to date'
}
# A source that defines a symbol with the number in the header: `header_2`.
numbered() { printf '#define NUMBER %s\n' "$2" >"$1"; }
echo '#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define SYMBOL(name) int JOIN(name, NUMBER)(void); int JOIN(name, NUMBER)(void) { return 1; }' >include/join.h
reader() { # its #include lines; then the symbol
    printf '%s\n' "${@:2}" '#include "join.h"' "SYMBOL($1_)" >game/reader.c
}
settings() { printf '%s\n' "$@" >build.cfg; }
for option in -isystem '-isystem ' -idirafter -iquote; do
    settings "cflags = -g -O0 ${option}own" 'include = . include'
    numbered own/number.h 1
    case $option in -iquote) quote='"number.h"' ;; *) quote='<number.h>' ;; esac
    reader header "#include $quote"
    hand --early
    numbered own/number.h 2
    stale "a header that is found through $option is read again" ' header_2$'
done
numbered ../shared/number.h 1
reader shared '#include "../../shared/number.h"'; hand
numbered ../shared/number.h 2
stale 'so is a header in a folder beside that of the game' ' shared_2$'
settings 'include = . front include'
numbered include/number.h 1
reader front '#include <number.h>'; hand
numbered front/number.h 2
stale 'a header that appears in front of another is read' ' front_2$'
rm front/number.h
stale 'when it disappears, the other is read' ' front_1$'
rm -r front; hand; mkdir front; numbered front/number.h 3
stale 'a header in a folder that appears is read' ' front_3$'
numbered game/number.h 4
reader beside '#include "number.h"'; rm game/number.h; hand
numbered game/number.h 5
stale 'a header that appears beside the source is read' ' beside_5$'
rm game/number.h front/number.h
reader asked '#if __has_include("optional.h")' '#include "optional.h"' '#else' '#define NUMBER 0' '#endif'; hand
numbered include/optional.h 6
stale 'a header that __has_include found missing is read when it appears' ' asked_6$'
rm include/optional.h
stale 'and no longer when it disappears' ' asked_0$'
rm game/reader.c

# Code that is compiled elsewhere, and linked.
other() { echo "int other_$2(void); int other_$2(void) { return $2; } int other_part; " >other.c
    ${CC:-cc} -fPIC -c other.c -o other.o; rm -f "$1"; case $1 in *.a) ar rcs "$1" other.o ;; *) cp other.o "$1" ;; esac; }
echo 'extern int other_part; int use_other(void); int use_other(void) { return other_part; }' >game/user.c
linked() { # name, the file, `libs`
    other "$2" 1; settings "libs = -lm $3"; hand --early
    other "$2" 2
    stale "$1 is linked again" ' other_2$'
    rm "$2"
}
linked 'an object that is named' lib/extra.o lib/extra.o
linked 'an archive that is named' lib/libextra.a lib/libextra.a
linked 'an archive that is found' lib/libextra.a '-Llib -lextra'
echo '-Llib "-lextra"' >lib/flags.rsp
linked 'an archive that a response file names' lib/libextra.a '@lib/flags.rsp'
other lib/libextra.a 1; settings 'libs = -Lfront -Llib -lextra'; hand
other front/libextra.a 2
stale 'an archive that appears in front of another is linked' ' other_2$'
rm front/libextra.a
stale 'when it disappears, the other is linked' ' other_1$'
printf '{ global: *; };\n' >lib/names; settings 'libs = lib/libextra.a -Wl,--version-script=lib/names'; hand
printf 'NAMED { global: *; };\n' >lib/names
hand; same 'a script of the linker that changed is read' "$(sed -n 's/^  \([a-z]*\) .*/\1/p' log)" ld
rm game/user.c build.cfg

# Options, and files that assembly code embeds.
reader option; settings 'cflags = -g -O0 @lib/flags.rsp' 'include = . include'
echo '-DNUMBER=1' >lib/flags.rsp; hand
echo '-DNUMBER=2' >lib/flags.rsp
stale 'a response file with options is read' ' option_2$'
settings 'include = . include'; reader variable; numbered own/number.h 1; sed -i '1i #include <number.h>' game/reader.c
mkdir -p own2; numbered own2/number.h 2
rm include/number.h; export CPATH=own; hand; export CPATH=own2
stale 'another value of CPATH is used' ' variable_2$'
unset CPATH; rm build.cfg
in_it() { hand; strings -n 8 build/game.so | grep -q "$2" && ok "$1" || bad "$1" "$(cat log)"; none "$1"; }
echo 'first bytes' >lib/data.bin
cat >game/reader.c <<'C'
__asm__(".section .rodata\n.incbin \"lib/data.bin\"\n.text");
C
in_it 'a file is embedded' 'first bytes'
echo 'second bytes' >lib/data.bin
in_it 'a file that is embedded is read again' 'second bytes'
echo '#define EMBED(file) __asm__(".section .rodata\n.incbin \"" file "\"\n.text");' >game/embed.h
printf '#include "embed.h"\nEMBED("lib/data.bin")\n' >game/reader.c; hand
echo 'third bytes!' >lib/data.bin
in_it 'so is one that is the argument of a macro' 'third bytes!'
echo '.ascii "fourth bytes"' >lib/data.s
echo '__asm__(".section .rodata\n.include \"lib/data.s\"\n.text");' >game/reader.c; hand
echo '.ascii "fifth bytes!"' >lib/data.s
in_it 'a file that assembly code includes is read again' 'fifth bytes!'
printf '1, 2' >lib/numbers.csv
printf 'int numbers[] = {\n#include "../lib/numbers.csv"\n};\nint JOIN[sizeof numbers];\n' >game/reader.c; hand
printf '1, 2, 3' >lib/numbers.csv
hand; same 'so is a table that code includes' "$(nm -S build/game.so | sed -n 's/.* 0*\([0-9a-f]*\) [DdBb] numbers$/\1/p')" c
rm game/reader.c game/embed.h

# tcc: the early module, and the module if there is no other compiler.
if command -v tcc >/dev/null; then
    for settings in '' 'cc = tcc'; do
        settings 'cflags = -g -O0 -isystem own' 'include = . include' "$settings"
        numbered own/number.h 1; reader tcc '#include <number.h>'; other lib/libextra.a 1
        echo 'libs = -lm -Llib -lextra' >>build.cfg
        hand --early
        numbered own/number.h 7
        hand --early
        [ -z "$settings" ] || rm -rf build/early
        in_both "tcc reads a header of -isystem again${settings:+, as the only compiler}" tcc_7
    done
    rm game/reader.c build.cfg
fi

# C++ sources by each of their names.
for ending in cpp cc cxx; do
    echo 'extern "C" int plus_'$ending'() { return 1; }' >game/plus.$ending
    stale "a C++ source that ends in .$ending is built" " plus_$ending\$"
    rm game/plus.$ending
done
hand

# --- deleted output of eddiec ---
for file in build/gen/"$enemy".gen.h build/gen/"$enemy".gen.c build/gen/schema.gen.h build/gen/schema.d; do
    rm "$file"
    hand && [ -e "$file" ] && ok "$file is written again" || bad "$file is written again" "$(cat log)"
done
rm -r build/gen
hand && ok 'all generated files are written again' || bad 'all generated files are written again' "$(cat log)"
none 'deleted files'

total
