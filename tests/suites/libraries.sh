#!/bin/bash
# What is loaded, and what is refused instead: wrong kinds of files, and cut or damaged libraries. Then libraries that stay
# mapped, and what a killed host leaves in its folder. Argument: the build folder of the host under test. The modules are
# built without sanitizers.
B=$(cd "${1:-build}" && pwd)
CC=${CC:-cc}
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill -KILL $host 2>/dev/null; rm -rf "$T"' EXIT
make --no-print-directory -s build/libeddie_live.a build/libeddie.a build/game.so >/dev/null || exit 1
mkdir -m 700 "$T/copies" "$T/tmp"
export FOLDER=$T/copies NO_COLOR=1
FLAGS='-std=c11 -D_GNU_SOURCE -g -Wall -Wextra -I.'
SHARED="$FLAGS -fPIC -fvisibility=hidden -shared"
$CC $FLAGS -Werror tests/libraries/try.c build/libeddie_live.a build/libeddie.a -lm -ldl -o "$T/try" &&
$CC $SHARED -Werror tests/libraries/tiny.c -o "$T/tiny.so" || exit 1

# NAME FILE TEXT: opens the file, without a hang or a crash, and expects TEXT in the answer
opens() {
    answer=$(timeout 20 "$T/try" open "$2" 2>&1); code=$?
    case $code$answer in 0*"$3"*) ok "$1";; *) bad "$1" "exit $code: $answer lacks $3";; esac
}
refuses() { opens "$1" "$2" "refused: $3"; rm -f "$FOLDER"/*; }
build() { "$@" 2>"$T/err" || { bad "$*" "$(head -3 "$T/err")"; return 1; }; }      # a module that cannot be built is a failure
# FILE OFFSET BYTES: copies tiny.so to FILE, with the bytes, in octal, at OFFSET
poke() { cp "$T/tiny.so" "$T/$1"; printf "$3" | dd of="$T/$1" bs=1 seek="$2" conv=notrunc 2>/dev/null; }

# --- modules of every linker are loaded -----------------------------------------------------------------------------------
good='opened tiny, mapped, copy; closed: gone, not mapped, no copy'
opens 'a module' "$T/tiny.so" "$good"
try_build() { # name, command: skipped if the tool is missing
    local what=$1
    shift
    if "$@" -o "$T/other.so" 2>/dev/null; then opens "$what" "$T/other.so" "$good"; else echo "skipped $what: it cannot be built here"; fi
}
for linker in bfd gold lld; do
    try_build "a module linked by $linker" $CC $SHARED -fuse-ld=$linker tests/libraries/tiny.c
    try_build "a module without symbols, $linker" $CC $SHARED -s -fuse-ld=$linker tests/libraries/tiny.c
    try_build "a module with the older hash table, $linker" $CC $SHARED -fuse-ld=$linker -Wl,--hash-style=sysv tests/libraries/tiny.c
    try_build "a module of few segments, $linker" $CC $SHARED -fuse-ld=$linker -Wl,-z,noseparate-code,-z,norelro tests/libraries/tiny.c
    try_build "a module with large pages, $linker" $CC $SHARED -fuse-ld=$linker -Wl,-z,max-page-size=2097152 tests/libraries/tiny.c
    try_build "a module with packed relocations, $linker" $CC $SHARED -fuse-ld=$linker -Wl,-z,pack-relative-relocs tests/libraries/tiny.c
done
try_build 'a module with text relocations' $CC $FLAGS -shared -fno-pic -mcmodel=large -fvisibility=hidden tests/libraries/tiny.c
try_build 'a module of clang' clang $SHARED tests/libraries/tiny.c
try_build 'a module of tcc' tcc -I. -shared tests/libraries/tiny.c
opens 'the game' build/game.so 'closed: gone, not mapped, no copy'

# --- what is not a module is refused, and the message says what it is and what to do ------------------------------------
: >"$T/empty.so";                                refuses 'an empty file' "$T/empty.so" 'the file is empty: build it again'
echo 'hello there' >"$T/text.so";                refuses 'a text file' "$T/text.so" 'it is not a shared library: name the file that the build links'
head -c 40 "$T/tiny.so" >"$T/start.so";          refuses 'the first bytes of a library' "$T/start.so" 'it is truncated: build it again'
build $CC $FLAGS -fPIC -c tests/libraries/tiny.c -o "$T/tiny.o"
refuses 'an object file' "$T/tiny.o" 'it is an object file: link it with -shared'
build ar rcs "$T/tiny.a" "$T/tiny.o";            refuses 'a static archive' "$T/tiny.a" 'it is a static archive: link its objects with -shared'
build $CC $FLAGS -DMAIN -no-pie tests/libraries/tiny.c -o "$T/program"
refuses 'a program' "$T/program" 'it is a program: link it with -shared'
build $CC $FLAGS -DMAIN -fPIE -pie tests/libraries/tiny.c -o "$T/pie"
refuses 'a position-independent program' "$T/pie" 'it is a program: link it with -shared'
poke machine.so 18 '\363\000';                   refuses 'a library of another machine' "$T/machine.so" 'it is built for another machine'
poke endian.so 5 '\002';                         refuses 'a library of another byte order' "$T/endian.so" 'it is built for another machine'
poke narrow.so 4 '\001';                         refuses 'a library of 32 bits' "$T/narrow.so" 'it is built for 32 bits: build it for this machine'
poke core.so 16 '\004';                          refuses 'a core dump' "$T/core.so" 'it is a core dump: name the game'
poke count.so 56 '\377\377';                     refuses 'a library with 65535 segments' "$T/count.so" 'it is truncated: build it again'
poke none.so 56 '\000\000';                      refuses 'a library without segments' "$T/none.so" 'it is not a shared library'
poke sections.so 40 '\377\377\377\377\377\377';  refuses 'a library with sections past its end' "$T/sections.so" 'it is truncated: build it again'
poke segments.so 32 '\377\377\377\377';          refuses 'a library with segments past its end' "$T/segments.so" 'it is truncated: build it again'
build objcopy --only-keep-debug "$T/tiny.so" "$T/tiny.debug"
refuses 'the debug information of a library' "$T/tiny.debug" 'the library is damaged ('
build $CC $SHARED -DNO_ENTRY tests/libraries/tiny.c -o "$T/entry.so"
refuses 'a library without eddie_module' "$T/entry.so" 'the function eddie_module is missing: export it, see runtime/eddie.h'
build $CC $SHARED -DNO_TABLE tests/libraries/tiny.c -o "$T/table.so"
refuses 'a library without a table' "$T/table.so" "the module's function eddie_module returned NULL: return the address of an ed_Module"
build $CC $SHARED '-DABI=ED_ABI + 1' tests/libraries/tiny.c -o "$T/abi.so"
refuses 'a library of another runtime' "$T/abi.so" 'the module was built against another version of the runtime: build it again'
build $CC $SHARED -DMISSING tests/libraries/tiny.c -o "$T/missing.so"
refuses 'a library with an undefined symbol' "$T/missing.so" 'it cannot be loaded: undefined symbol: missing_function'
echo 'int needed;' | build $CC -shared -fPIC -x c - -o "$T/libneeded.so" && (cd "$T" && build $CC $SHARED -I"$OLDPWD" "$OLDPWD/tests/libraries/tiny.c" -Wl,--no-as-needed libneeded.so -o needs.so; rm libneeded.so)
refuses 'a library that needs a missing one' "$T/needs.so" 'it cannot be loaded: libneeded.so: cannot open shared object file'
refuses 'a missing file' "$T/nothing.so" "$T/nothing.so: cannot be opened: No such file"
ln -s nowhere "$T/link.so";                      refuses 'a dangling link' "$T/link.so" "$T/link.so: cannot be opened: No such file"
refuses 'a folder' "$T" "$T: is a folder, not a file"
mkfifo "$T/pipe.so";                             refuses 'a pipe' "$T/pipe.so" "$T/pipe.so: is a pipe, not a file"
refuses 'a device' /dev/zero '/dev/zero: is a device, not a file'
opens 'a module after all of these' "$T/tiny.so" "$good"

# --- an early module must define every symbol: tcc gives an undefined weak symbol an address ------------------------------
whole() { # name, the answer, command that builds it
    local what=$1 wanted=$2
    shift 2
    "$@" -o "$T/weak.so" 2>/dev/null || { echo "skipped $what: it cannot be built here"; return; }
    answer=$(timeout 20 "$T/try" whole "$T/weak.so" 2>&1)
    same "$what" "$answer" "$wanted"
}
for cc in "$CC" tcc; do
    whole "$cc: a library without undefined symbols" whole $cc $SHARED tests/libraries/tiny.c
    whole "$cc: a defined weak symbol" whole $cc $SHARED -DWEAK=rand tests/libraries/tiny.c
    whole "$cc: an undefined weak symbol" open $cc $SHARED -DWEAK=nobody_has_it tests/libraries/tiny.c
done

# --- cut and damaged ----------------------------------------------------------------------------------------------------
bytes=$(stat -c %s "$T/tiny.so")
answer=$("$T/try" cut "$T/tiny.so"); code=$?
same "cut off at each of $bytes lengths" "$code $answer" "0 $bytes tried, $bytes refused, 0 refused by the loader, 0 opened, 0 died"
rm -f "$FOLDER"/*
# Other damage is found by the process of the trial, which the loader or the code may end.
module=$PWD/build/game.so
mkdir -p "$T/live/game"
cd "$T/live" || exit 1
cp "$module" whole.so && cp whole.so game.so
begin --watch 'cp next.so game.so' game.so
ask 'step 10'
tried=0 wrong= crashed=
for part in head segments table index; do
    for number in 1 2 3 4 5 6 7 8 9 10 11 12; do
        "$T/try" spoil whole.so $part $number next.so || bad "damage to the $part" "number $number"
        ask reload
        case $answer in
        'error game.so refused: '*'; still running the previous build'* | 'ok reloaded'* | 'ok no changes'*) tried=$((tried + 1)) ;;
        *) wrong="$wrong $part $number: $answer" ;;
        esac
        case $answer in *', in constructor; still'*) cp next.so crashes.so; crashed=yes ;; esac
    done
done
same 'a damaged library is refused with an error message, or its damage makes no difference' "$tried$wrong" 48
same 'some end the process of the trial while they are loaded' "$crashed" yes
ask 'step 1'; has 'the game continues at its frame' 'ok frame 11'
cp whole.so next.so
ask reload; has 'the whole library is loaded' 'ok '
end
timeout 60 "$B/eddie" --headless --no-watch --frames 1 crashes.so >"$T/out" 2>&1
[ $? != 0 ] && holds 'without a trial, at the start, the supervisor reports it' "$(cat "$T/out")" ', in constructor; ' ||
    bad 'a damaged library at the start' "$(cat "$T/out")"
cd "$OLDPWD" || exit 1

# --- a library that stays mapped keeps its copy ---------------------------------------------------------------------------
kept='opened tiny, mapped, copy; closed: kept, mapped, copy'
build $CC $SHARED -Wl,-z,nodelete tests/libraries/tiny.c -o "$T/stays.so"
opens 'a library that is linked to stay' "$T/stays.so" "$kept"
rm -f "$FOLDER"/*
build $CC $SHARED -DUNIQUE tests/libraries/tiny.c -o "$T/unique.so"
opens 'a library with a unique symbol, which is never unloaded' "$T/unique.so" "$kept"
rm -f "$FOLDER"/*

# --- the host's folder of copies ----------------------------------------------------------------------------------------
export TMPDIR=$T/tmp
folders() { find "$T/tmp" -mindepth 1 -maxdepth 1 | wc -l; }
cd "$T" || exit 1      # for the crash files of the killed host
begin --no-watch "$module"; ask 'step 1'
same 'a running host has one folder' "$(folders)" 1
same 'the folder is private' "$(stat -c '%a %u' "$T"/tmp/eddie-code-*)" "700 $(id -u)"
"$B/eddie" --headless --no-watch --frames 1 "$module" >/dev/null 2>&1
same 'another host leaves it alone' "$(folders)" 1
same 'the copy is still in it' "$(ls "$T"/tmp/eddie-code-*)" 'game.so-1.so'
game=$(ps -o pid= --ppid "$host" | tr -d " ")
kill -KILL "$host" "$game"; wait "$host" 2>/dev/null; host=
while kill -0 "$game" 2>/dev/null; do sleep 0.05; done
same 'a killed host leaves its folder' "$(folders)" 1
echo mine >"$T/tmp/eddie-code-notes"; mkdir "$T/tmp/eddie-code-Mine01"; echo mine >"$T/tmp/eddie-code-Mine01/notes.txt"
"$B/eddie" --headless --no-watch --frames 1 "$module" >/dev/null 2>&1
same 'the next host removes it, and nothing else' "$(ls "$T/tmp" | tr '\n' ' ')" 'eddie-code-Mine01 eddie-code-notes '
same 'other files are unchanged' "$(cat "$T/tmp/eddie-code-Mine01/notes.txt")" mine

total
