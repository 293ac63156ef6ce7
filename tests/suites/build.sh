#!/bin/bash
# `eddie build`: what it runs after each kind of edit of a small game, its errors, two builds at once, stopped builds, and live
# editing of the demo game with it.
# Arguments: the build folder of the program under test.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
make --no-print-directory -s all >/dev/null || exit 1
unset EDDIE_CHANGED EDDIE_EARLY
export NO_COLOR=1
G=$T/game
"$B/eddie" new "$G" >/dev/null || exit 1

# Builds the small game. $said has the output, $code the exit code, and $ran what ran: "def", "cc game/main.c", …
build() {
    said=$("$B/eddie" build "$@" "$G" 2>&1); code=$?
    ran=$(printf '%s\n' "$said" | sed -n 's/^  \([a-z+]*\)  *\(.*\)/\1 \2/p' | sort | tr '\n' ',')
}
good()   { build; same "$1" "$code $ran" "0 $2"; }      # name, what runs
none()   { build; same "$1" "$code $said" '0 build/game.so is up to date'; }
fails()  { same "$1" "$code" "$2"; holds "$1, with the reason" "$said" "$3"; }      # name, code, part of the output
append() { printf '%s\n' "$2" >>"$G/$1"; }
left()   { find "$G/build" -name '*.new' -o -name '*.part' -o -name '*.o.d'; }      # unfinished files
# Processes that work in the small game. A compiler that was killed may need a moment to disappear.
processes() {
    for _ in $(seq 100); do
        found=$(for p in /proc/[0-9]*; do [ "$(readlink "$p/cwd" 2>/dev/null)" = "$G" ] && tr '\0' ' ' <"$p/cmdline"; done)
        [ -n "$found" ] || break
        sleep 0.02
    done
    printf '%s' "$found"
}

# --- what an edit builds ---
main='cc game/main.c' link='ld build/game.so'
def=$(basename "$G"/schema/*.def .def)
all="cc build/gen/$def.gen.c,cc build/gen/schema.gen.c,$main,def build/gen,$link,"
good 'the first build builds everything' "$all"
[ -f "$G/build/game.so" ] && ok 'the first build creates the module' || bad 'the first build creates the module' "$said"
none 'the second build starts no program'
same 'verbose prints no command if nothing changed' "$("$B/eddie" build --verbose "$G")" 'build/game.so is up to date'
touch "$G"/game/main.c "$G"/schema/*.def
none 'a touched source is not a changed one'
append game/main.c '// a comment'
good 'a changed source is compiled and linked' "$main,$link,"
none 'a second build does nothing'
echo '#define PROBE 1' >"$G/game/probe.h"
none 'a header that nobody includes builds nothing'
append game/main.c '#include "probe.h"'
good 'a newly included header compiles the source' "$main,$link,"
echo '#define PROBE 2' >"$G/game/probe.h"
good 'a changed header compiles the file that includes it' "$main,$link,"
rm "$G/game/probe.h"
build
fails 'a header that is gone is an error' 1 'probe.h'
sed -i '/probe.h/d' "$G/game/main.c"
good 'without the #include it compiles again' "$main,$link,"
append "schema/$def.def" '// a comment'
good 'a comment in the schema generates the same code' 'def build/gen,'
append "schema/$def.def" 'struct Probe { u32 x = 7; }'
good 'a new struct compiles what includes it' "$all"
sed -i 's/x = 7/x = 8/' "$G/schema/$def.def"
good 'a default compiles only its table' "cc build/gen/$def.gen.c,def build/gen,$link,"
echo 'struct Other { u32 x; }' >"$G/schema/other.def"
build
holds 'a new file of the schema is found' "$ran" 'cc build/gen/other.gen.c'
rm "$G/schema/other.def"
build
same 'the object of a deleted schema file is deleted' "$code $(ls "$G/build/objects/build/gen/" | grep -c other)" '0 0'
mkdir "$G/game/sub folder"
echo 'int probe(void); int probe(void) { return 1; }' >"$G/game/sub folder/a \$b#c.c"
good 'a new source with a strange name in a subfolder' "cc game/sub folder/a \$b#c.c,$link,"
none 'a source with a strange name is not compiled again'
rm -r "$G/game/sub folder"
good 'a deleted source is not linked' "$link,"
nm -D "$G/build/game.so" 2>/dev/null | grep -q ' probe$' && bad 'the module lacks the code of a deleted source' '' || ok 'the module lacks the code of a deleted source'
mkdir "$T/shared"
echo 'int shared_probe(void); int shared_probe(void) { return 1; }' >"$T/shared/part.c"
echo "sources = game $T/shared" >"$G/build.cfg"
build
same 'a source with an absolute path has its object in the folder of objects' "$code $(cd "$G" && find build -name part.c.o)" "0 build/objects/root$T/shared/part.c.o"
rm "$G/build.cfg"
build
same 'the object is deleted if its source is not built any longer' "$code $(find "$G/build" -name part.c.o)" '0 '
printf '%s\n' '# settings' 'cflags = -g -O1 -DTWO="2 words"' >"$G/build.cfg"
build
same 'changed options compile everything' "$code $(printf '%s' "$ran" | tr ',' '\n' | grep -c ^cc)" '0 3'
none 'a second build does nothing'
rm "$G/build.cfg"
build
rm "$G/build/objects/game/main.c.o"
good 'a deleted object is built again' "$main,$link,"
echo garbage >"$G/build/game.so"
good 'a damaged module is linked again' "$link,"
echo garbage >"$G/build/game.so.record"
build
same 'without a record, everything is compiled' "$code $(printf '%s' "$ran" | tr ',' '\n' | grep -c ^cc)" '0 3'

# --- errors ---
append game/main.c 'int broken(void) { return y; }'
append game/main.c 'int broken_too(void) { return z; }'
before=$(cksum <"$G/build/game.so")
build
fails 'a syntax error fails the build' 1 'error: '
holds 'a failed build prints all errors' "$said" 'z'
same 'a failed build leaves the module unchanged' "$(cksum <"$G/build/game.so")" "$before"
sed -i '/int broken/d' "$G/game/main.c"
none 'the file from before the error is known'
append "schema/$def.def" 'struct Wrong { float x; }'
build
fails 'an error in the schema' 1 "schema/$def.def:"
sed -i '/Wrong/d' "$G/schema/$def.def"
build
append game/main.c 'int missing(void); int caller(void); int caller(void) { return missing(); }'
echo 'libs = -lm -Wl,--no-undefined' >"$G/build.cfg"
build
fails 'an error of the linker' 1 'missing'
sed -i '/int missing/d' "$G/game/main.c"
rm "$G/build.cfg"
build; same 'the build succeeds after the error is fixed' "$code" 0

wrong() { # name, text of build.cfg, message
    printf "$2" >"$G/build.cfg"
    build
    fails "$1" 1 "$3"
    rm "$G/build.cfg"
}
wrong 'a wrong setting'         'cc = cc\n  cflag = -g\n' 'build.cfg:2:3: error: there is no setting `cflag`; did you mean `cflags`?'
wrong 'a setting without ='     'cc gcc\n'                'build.cfg:1:4: error: expected =; a line is NAME = VALUE'
wrong 'a quote without an end'  'cflags = -g "-DX\n'      'build.cfg:1:13: error: the quote has no end in this line'
wrong 'a compiler that is not there' 'cc = no-such-cc\n'  'error: no-such-cc: there is no such program; install a C compiler, or set `cc` in build.cfg'
wrong 'a folder that is not there'   'sources = code\n'   'error: code: the folder cannot be read: No such file or directory; create it, or set `sources` in build.cfg'
mkdir "$G/empty"
wrong 'no sources'              'sources = empty\n'       'error: empty/ has no .c file: add one'
wrong 'no schema'               'schema = empty\n'        'error: empty/ has no .def file: add one'
wrong 'a module in a file'      'module = build.cfg/game.so\n' 'error: build.cfg: the folder cannot be created: Not a directory'
said=$(cd "$T" && "$B/eddie" build game 2>&1)
same 'a folder by its name, which is not taken as a setting' "$? $said" '0 build/game.so is up to date'
said=$("$B/eddie" build "$T/nowhere" 2>&1)
same 'a folder that does not exist' "$? $said" "2 eddie: $T/nowhere: the folder cannot be entered: No such file or directory; see eddie build --help"
said=$("$B/eddie" build --jobs 0 "$G" 2>&1)
same 'a wrong number of jobs' "$? $said" '2 eddie: --jobs 0: expected a number from 1 to 256'
printf '#error \033]0;title\007\033[2Jno\n' >"$G/game/$(printf 'a\nb').c"
build
fails 'a compiler that quotes control characters' 1 '?]0;title'
case $said in *$(printf '\033')*) bad 'they are not printed' "$said" ;; *) ok 'they are not printed' ;; esac
same 'a name with a line break is in one line' "$(printf '%s\n' "$said" | grep -c '^  cc  *game/a?b.c$')" 1
build --verbose
same "a command with such a name is in one line" "$(printf '%s\n' "$said" | grep -c 'game/a?b\.c.*game/a?b\.c')" 1
rm "$G/game/$(printf 'a\nb').c"
# The disk is full: files have at most 512 bytes.
append game/main.c 'int large[100] = { 1 };'
said=$(ulimit -f 1; "$B/eddie" build "$G" 2>&1); code=$?
[ $code != 0 ] && ok 'a full disk fails the build' || bad 'a full disk fails the build' "$said"
same 'and leaves no unfinished file' "$(left)" ''
build; same 'with space again, the build is good' "$code" 0
rm "$G/build/game.so.record" && mkdir "$G/build/game.so.record"
build; fails 'the record cannot be written' 1 'every build builds everything until this file can be written'
rmdir "$G/build/game.so.record"
build; same 'with a record again, the build is good' "$code" 0
rm "$G/build/game.so.inputs" && mkdir "$G/build/game.so.inputs"
append game/main.c '// the list cannot be written'
build; fails 'the list of files to watch cannot be written' 1 'saves of some files are not noticed'
build; fails 'the next build reports it again' 1 'saves of some files are not noticed'
rmdir "$G/build/game.so.inputs"
build; same 'then the build is good' "$code" 0
[ -s "$G/build/game.so.inputs" ] && ok 'and writes the list' || bad 'and writes the list' "$said"


# --- outputs never replace what is not theirs ---
kept() { # name, settings, a file of the user, its text, part of the message
    printf '%s\n' "$2" >"$G/build.cfg"; mkdir -p "$(dirname "$G/$3")"
    [ -z "$4" ] || printf '%s\n' "$4" >"$G/$3"
    local was; was=$(cksum <"$G/$3")
    build
    fails "$1 is refused" 1 "$5"
    same "$1 is kept" "$(cksum <"$G/$3")" "$was"
    rm "$G/build.cfg"
}
kept 'a module with the name of a source' 'module = game/main.c' game/main.c '' 'error: game/main.c: this is a source, and would be replaced; move it, or set `module` to another path in build.cfg'
kept 'a module with another name of a source' 'module = ./game/main.c' game/main.c '' 'error: ./game/main.c: this file was not made by eddie build'
kept 'a module with the name of a text' 'module = notes/game.txt' notes/game.txt 'a text' 'error: notes/game.txt: this file was not made by eddie build'
mkdir -p "$G/libs" && ${CC:-cc} -shared -x c /dev/null -o "$G/libs/other.so"
kept 'a module with the name of another library' 'module = libs/other.so' libs/other.so '' 'error: libs/other.so: this file was not made by eddie build'
kept 'a generated file with the name of one of the user' 'generated = own/gen' own/gen/schema.gen.h '// mine' 'error: own/gen/schema.gen.h: this file was not made by eddie build, and would be replaced; move it, or set `generated`'
rm -r "$G/libs" "$G/notes" "$G/own"
printf '[\n{ "directory": "/", "file": "a.c", "command": "cc a.c" }\n]\n' >"$G/build/compile_commands.json"
append game/main.c '// again'
build; holds 'a list of commands that another program made is kept' "$code $(cat "$G/build/compile_commands.json")" '0 [
{ "directory": "/"'
rm "$G/build/compile_commands.json"
rm "$G/build/game.so.record"
build; same 'without a record, the module is still known' "$code" 0
once() { # name, settings
    printf '%s\n' "$2" >"$G/build.cfg"
    build; same "$1: each source is built once" "$code $(printf '%s' "$ran" | tr ',' '\n' | sort | uniq -d)" '0 '
    none "$1: a second build does nothing"
    rm -r "$G/build.cfg"; build
}
once 'generated code in the folder of the sources' 'generated = game/gen'; rm -r "$G/game/gen"
once 'all folders as sources' 'sources = .'
once 'a folder of sources that is named twice' 'sources = game game'
once 'a folder of sources by two names' 'sources = game ./game'
mkdir "$G/game/ai" && echo 'int ai_probe;' >"$G/game/ai/ai.c"
once 'a folder of sources inside another' 'sources = game/ai game'
mkdir -p "$G/up/s" "$T/s" "$G/early" && echo 'int up_probe;' >"$G/up/s/a.c" && echo 'int beside_probe;' >"$T/s/a.c" && echo 'int early_folder_probe;' >"$G/early/b.c"
printf 'sources = game up ../s early\n' >"$G/build.cfg"
build
same 'sources in up/ and ../ have objects of their own' "$code $(nm "$G/build/game.so" | grep -o ' [a-z_]*_probe$' | sort | tr -d '\n')" '0  ai_probe beside_probe early_folder_probe up_probe'
rm -r "$G/build.cfg" "$G/up" "$T/s" "$G/early" "$G/game/ai"
build

# --- the early module, as a running game asks for it ---
early() { said=$(EDDIE_CHANGED='-W game/main.c' EDDIE_EARLY=1 "$B/eddie" build "$G" 2>&1); code=$?; }
if command -v tcc >/dev/null; then
    append game/main.c 'int early_probe(void); int early_probe(void) { return 1; }'
    early; same 'the early module is announced' "$code $said" '0 eddie: try build/early/game.so'
    early; same 'the early module is announced only after a change' "$code $said" '0 '
    # Changed files: the module is linked from their sources, before their objects are compiled.
    from_source() { printf '%s\n' "$said" | grep -- ' -shared ' | grep '^tcc' | grep -o ' game/[a-z0-9]*\.c\b' | tr -d '\n'; }
    probes() { nm -D --defined-only "$G/build/early/game.so" | grep -o 'early_probe.*' | tr '\n' ' '; }
    early_verbose() { said=$(EDDIE_CHANGED='-W game/main.c' EDDIE_EARLY=1 "$B/eddie" build --verbose "$G" 2>&1); code=$?; }
    append game/main.c 'int early_probe2(void); int early_probe2(void) { return 2; }'
    early_verbose; same 'one changed file is linked from its source' "$code$(from_source)" '0 game/main.c'
    append game/more.c 'int early_probe3(void); int early_probe3(void) { return 3; }'
    early_verbose; same 'a new file, too' "$code$(from_source)" '0 game/more.c'
    same 'with the objects of the others' "$(probes)" 'early_probe early_probe2 early_probe3 '
    append game/main.c 'int early_probe4(void); int early_probe4(void) { return 4; }'
    append game/more.c 'int early_probe5(void); int early_probe5(void) { return 5; }'
    early_verbose; same 'two changed files are linked from their sources' "$code$(from_source)" '0 game/main.c game/more.c'
    same 'both of them' "$(probes)" 'early_probe early_probe2 early_probe3 early_probe4 early_probe5 '
    # Many changed files: a few processes compile several of them each.
    groups() { printf '%s\n' "$said" | grep '^tcc' | grep -- ' -r ' | sed 's/ build[^ ]*//g' | grep -o ' game/many[0-9]*\.c\b' | tr -d '\n'; }
    many() { for i in $(seq 11 42); do echo "int many$i(void); int many$i(void) { return $1; }" >"$G/game/many$i.c"; done; }
    before='eddie: try build/early/game.so'      # what is printed before the objects are compiled
    early_two() { said=$(EDDIE_CHANGED='-W game/main.c' EDDIE_EARLY=1 "$B/eddie" build --jobs 2 --verbose "$G" 2>&1); code=$?; }
    many 1; early_two
    same 'many changed files are compiled by few processes' "$code$(groups)$(from_source)" "0$(printf ' game/many%s.c' $(seq 11 42))"
    same 'their objects are removed' "$(ls "$G"/build/objects/early/*.o 2>&1 | grep -v 'No such')" ''
    same 'the module is offered before they have objects of their own' \
        "$(printf '%s\n' "$said" | grep -nE -m 1 "^$before|-c game/many" | cut -d: -f 2-)" "$before"
    early_two; same 'which are then compiled' "$code$(printf '%s\n' "$said" | grep -c '^tcc')" 00
    same 'the module has all of them' "$(nm -D --defined-only "$G/build/early/game.so" | grep -c ' many[0-9]*$')" 32
    many 2; echo 'int many25(void); int many25(void) { return y; }' >"$G/game/many25.c"; early_two
    fails 'an error in one of many files' 1 'game/many25.c:'
    same 'no other file is tried first' "$(printf '%s\n' "$said" | grep '^tcc' | grep -c -- ' -c ')" 0
    many 3; early_two; holds 'once it is fixed, the module is offered' "$code $said" "$before"
    many 4; echo '__int128 many25(void); __int128 many25(void) { return 1; }' >"$G/game/many25.c"; early_two
    holds 'one of many files that tcc cannot compile is named' "$code $said" 'eddie: no early build: tcc cannot compile game/many25.c:'
    many 5; printf '#error no\n' >"$G/game/more.h"; for i in $(seq 11 42); do sed -i '1i #include "more.h"' "$G/game/many$i.c"; done; early_two
    fails 'an error in a header' 1 'more.h:1:'
    same 'is reported once' "$(printf '%s\n' "$said" | grep -c 'error: #error')" 1
    rm "$G/game/more.h" "$G"/game/many*; early
    mkdir "$T/tcc"      # a tcc that only links objects
    printf '#!/bin/sh\ncase "$*" in *-shared*" game/"*) exit 1 ;; esac\nexec %s "$@"\n' "$(command -v tcc)" >"$T/tcc/tcc"
    chmod +x "$T/tcc/tcc"
    PATH=$T/tcc:$PATH; early
    append game/more.c 'int early_probe6(void); int early_probe6(void) { return 6; }'
    early; same 'if that fails, the object is linked' "$code $said" '0 eddie: try build/early/game.so'
    PATH=${PATH#*:}; early
    # A tcc that fails for a while, as without memory or space on the disk.
    printf '#!/bin/sh\n[ ! -e %s ] || { echo "tcc: error: memory full"; exit 1; }\nexec %s "$@"\n' "$T/full" "$(command -v tcc)" >"$T/tcc/tcc"
    PATH=$T/tcc:$PATH; early
    touch "$T/full"
    append game/more.c 'int early_probe9(void); int early_probe9(void) { return 9; }'
    sleep 0.1; early; holds 'a tcc that fails does not fail the build' "$code $said" '0 eddie: no early build: tcc cannot compile game/'
    rm "$T/full"
    append game/main.c 'int early_probe10(void); int early_probe10(void) { return 10; }'
    early; same 'once tcc works again, it compiles what it could not' "$code $said" '0 eddie: try build/early/game.so'
    same 'and links it' "$(probes | tr ' ' '\n' | grep -cE '^early_probe(9|10)$')" 2
    PATH=${PATH#*:}; early
    wide='eddie: no early build: tcc cannot compile game/more.c:'
    append game/more.c '__int128 wide(void); __int128 wide(void) { return 1; }'
    sleep 0.1; early
    append game/main.c 'int early_probe7(void); int early_probe7(void) { return 7; }'
    early; holds 'an older object of a file that tcc cannot compile is not used' "$code $said" "0 $wide"
    append game/more.c '#error no'
    sleep 0.1; early; fails 'an error in one file' 1 'error'
    append game/main.c 'int early_probe8(void); int early_probe8(void) { return 8; }'
    early
    case $said in *'eddie: try'*) bad 'an old object of a file with an error is not used' "$said" ;; *) ok 'an old object of a file with an error is not used' ;; esac
    rm "$G/game/more.c"; early
    append game/main.c '#ifndef __TINYC__'
    append game/main.c 'int loose = "text";'
    append game/main.c '#endif'
    early
    holds 'tcc accepts what the compiler refuses' "$said" 'eddie: try build/early/game.so'
    fails 'the compiler refuses it' 1 'game/main.c:'
    early
    case $said in *'eddie: try'*) bad 'an unchanged early module is not offered again' "$said" ;; *) ok 'an unchanged early module is not offered again' ;; esac
    sed -i '/int loose/d; /__TINYC__/d; /^#endif/d' "$G/game/main.c"
    append game/main.c '__int128 wide(void); __int128 wide(void) { return 1; }'
    early; holds 'what tcc cannot compile waits for the compiler, and the game learns which file' "$code $said" '0 eddie: no early build: tcc cannot compile game/main.c:'
    sed -i '/__int128/d' "$G/game/main.c"
    early; same 'fixed code is offered' "$code $said" '0 eddie: try build/early/game.so'
    # Headers that use vector instructions wherever the processor has them, and not only where the compiler has them.
    printf '#if defined(__x86_64__) && !defined(%s)\n#include <emmintrin.h>\n#endif\n' STBI_NO_SIMD >"$G/game/image.h"
    header() { # the lines that include it
        cp "$G/game/main.c" "$T/kept.c"
        { printf '%s\n' "$@"; cat "$T/kept.c"; } >"$G/game/main.c"
        early; same "an early build of a file with $*" "$code $said" '0 eddie: try build/early/game.so'
        cp "$T/kept.c" "$G/game/main.c"
    }
    printf 'cflags = -g -O0\nlibs = -lm %s\n' "$(pkg-config --libs sdl2)" >"$G/build.cfg"
    header '#include <SDL2/SDL.h>' 'void sdl_probe(void); void sdl_probe(void) { SDL_Delay(1); }'
    header '#include <SDL2/SDL_image.h>' '#include <SDL2/SDL_ttf.h>'
    header '#include "image.h"'
    header '#define STBI_NO_SIMD' '#include "image.h"'
    header '#define SDL_DISABLE_IMMINTRIN_H 1' '#include <SDL2/SDL.h>'
    rm "$G/game/image.h" "$G/build.cfg"; early
    # Without an early compiler, the game learns that.
    echo 'int plus;' >"$G/game/plus.cpp"
    early; holds 'a game with C++ learns why it has no early builds' "$code $said" '0 eddie: no early build: game/plus.cpp is C++, and tcc compiles only C'
    rm "$G/game/plus.cpp"
    echo 'early = no-such-tcc' >"$G/build.cfg"
    early; same 'a game whose early compiler is missing learns that' "$code $said" '0 eddie: no early build: no-such-tcc is not installed'
    echo 'early = none' >"$G/build.cfg"
    append game/main.c 'int early_probe9;'
    early; same 'a game that wants no early builds learns nothing' "$code $said" '0 '
    rm "$G/build.cfg"; append game/main.c '// early again'; early
    said=$("$B/eddie" build --early "$G" 2>&1)
    same 'an early build without a game announces nothing' "$said" 'build/game.so is up to date'
    append game/main.c 'int broken(void) { return y; }'
    early
    same 'an error is reported once' "$code $(printf '%s\n' "$said" | grep -c 'error:')" '1 1'
    sed -i '/int broken/d' "$G/game/main.c"
    build
else echo 'skipped: tcc is not installed'; fi

# --- tcc as the only compiler ---
mkdir "$T/only" && ln -s "$(command -v tcc)" "$T/only/tcc"
by_tcc() { said=$(PATH=$T/only "$B/eddie" build --verbose "$@" "$G" 2>&1); code=$?; }
rm -rf "$G/build"
by_tcc
same 'without a C compiler, tcc builds the module' "$code $(printf '%s\n' "$said" | grep -c "^tcc .*-o build/game.so.new")" '0 1'
[ -e "$G/build/early" ] && bad 'and there is no early module' "$said" || ok 'and there is no early module'
by_tcc
same 'a further build says that all is up to date' "$said" 'build/game.so is up to date'
append game/main.c 'int broken(void) { return y; }'
by_tcc
fails 'an error of tcc is reported with its line' 1 'game/main.c:'
sed -i '/int broken/d' "$G/game/main.c"
append game/main.c 'void bad(int *at); void bad(int *at) { char *to = at; (void)to; }'
by_tcc
fails 'code that would misbehave is an error' 1 'error: assignment from incompatible pointer type'
sed -i '/void bad/d' "$G/game/main.c"
echo 'cc = tcc' >"$G/build.cfg"
build; same 'build.cfg can name tcc as the compiler' "$code" 0
echo 'cc = cc' >"$G/build.cfg"
by_tcc
fails 'a compiler that build.cfg names is not replaced' 1 'error: cc: there is no such program'
rm "$G/build.cfg"
build; same 'the C compiler builds again' "$code $(printf '%s' "$ran" | grep -c "$main")" '0 1'

# --- two builds at once ---
# A compiler that waits for the file `go`, and for a process that it started.
cat >"$G/slow-cc" <<'SH'
#!/bin/sh
echo $$ >>started
case "$*" in *-c*) while [ ! -e go ]; do sleep 0.02; done & wait ;; esac
exec cc "$@"
SH
chmod +x "$G/slow-cc"
echo 'cc = ./slow-cc' >"$G/build.cfg"
started() { for _ in $(seq 500); do [ -s "$G/started" ] && return; sleep 0.02; done; }
: >"$G/started"
"$B/eddie" build "$G" >"$T/first" 2>&1 & first=$!
started
"$B/eddie" build "$G" >"$T/second" 2>&1 & second=$!
for _ in $(seq 500); do grep -q waiting "$T/second" && break; sleep 0.02; done
touch "$G/go"
wait $first; code=$?
wait $second
same 'both builds are good' "$code $?" '0 0'
same 'the second one waits, says so, and has nothing to do' "$(cat "$T/second")" 'eddie: another build of build/game.so is running; waiting for its end
build/game.so is up to date'

# --- stopped builds ---
rm -f "$G/go"
stop() { # signal: sets $code
    : >"$G/started"
    append game/main.c "// $1 $RANDOM"
    "$B/eddie" build --quiet "$G" >"$T/stopped" 2>&1 & first=$!
    started
    kill -s "$1" $first
    wait $first; code=$?
}
wrong=
for i in $(seq 50); do
    stop TERM
    [ $code = 130 ] && [ -z "$(processes)" ] && [ -z "$(left)" ] || wrong="$wrong $i: code $code, $(processes) $(left) $(cat "$T/stopped");"
done
same 'fifty stopped builds leave no process and no unfinished file' "$wrong" ''
touch "$G/go"
build; same 'the next build is good' "$code" 0
none 'the build after a stopped one is complete'
rm "$G/build.cfg"
build
# With the real compiler, at any moment.
for i in $(seq 9); do
    append game/main.c "// again $i"
    "$B/eddie" build --quiet "$G" >"$T/stopped" 2>&1 & first=$!
    sleep "0.0$i"
    kill $first 2>/dev/null
    wait $first
    [ -z "$(processes)" ] && [ -z "$(left)" ] || wrong="$wrong $i: $(processes) $(left) $(cat "$T/stopped");"
done
same 'builds that are stopped at any moment leave nothing' "$wrong" ''
append game/main.c 'int after(void); int after(void) { return 1; }'
build; same 'the next build is good, too' "$code" 0
nm "$G/build/game.so" | grep -q ' after$' && ok 'and has the new code' || bad 'and has the new code' "$said"

# --- live editing of the demo game ---
mkdir "$T/demo" && cp -a runtime game schema "$T/demo" && cd "$T/demo" || exit 1
said=$("$B/eddie" build --quiet --early 2>&1)
same 'the demo game is built without a warning' "$? $said" '0 '
[ -e Makefile ] && bad 'there is no Makefile' || ok 'there is no Makefile'
def=$(grep -l '^struct Enemy ' schema/*.def)
begin --watch "$B/eddie build"
ask 'step 600'
sed -i '/^struct Enemy /,/^}/s/^ *f32  *hp .*/&\n    f32 shield = 25;/' "$def"
ask reload; has 'an edit of a struct is live' 'added Enemy.shield = 25'
same 'with its default' "$(value 'Game.enemies[2].shield')" 'ok 25'
echo 'int live_probe(void); int live_probe(void) { return 1; }' >>game/sim_enemies.c
ask reload; has 'an edit of code is live' 'ok '
echo 'int broken(void) { return y; }' >>game/sim_enemies.c
ask reload; has 'an error is reported with its line' 'game/sim_enemies.c:'
sed -i '/int broken/d' game/sim_enemies.c
ask reload; has 'and its fix is live' 'ok '
sed -i '/f32 shield/d' "$def"
ask reload; has 'so is a removed field' 'dropped Enemy.shield'
end
rm -rf build
said=$("$B/eddie" --watch 'eddie build' --headless --frames 1 2>&1)
same 'eddie itself builds first, if saves build with eddie build' "$?" 0
holds 'and says so' "$said" 'build/game.so was built'
echo 'int broken(void) { return y; }' >>game/sim_enemies.c
said=$("$B/eddie" --watch 'eddie build' --headless --frames 1 2>&1)
same 'a game whose first build fails does not start' "$?" 1
holds 'and the error has its line' "$said" 'game/sim_enemies.c:'
"$B/eddie" --no-watch --headless --frames 1 >/dev/null 2>&1
same 'without watching, nothing is built' "$?" 0
total
