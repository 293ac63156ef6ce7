#!/bin/bash
# The programs for Windows, under wine: `make check-windows` builds them first. Arguments: the build folders of Linux and of
# Windows. The prefix of wine is in the latter.
L=${1:-build} W=${2:-build/windows}
CC=x86_64-w64-mingw32-gcc-posix
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; wineserver -k 2>/dev/null; rm -rf "$T"' EXIT
# Without these libraries, wine does not offer to download other software.
export WINEPREFIX=$PWD/$W/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
mkdir -p "$WINEPREFIX" && wineserver -p      # the next program starts faster
equal() { # name, two files
    cmp -s "$2" "$3" && ok "$1" || bad "$1" "$(tail -n 20 "$T/out")"
}
win() { wine "$@" </dev/null; }

# --- unit tests --------------------------------------------------------------------------------------------------
win "$W/test_unit.exe" >"$T/unit" 2>&1
counts=$(tr -d '\r' <"$T/unit" | grep -E '^[0-9]+ passed, [0-9]+ failed$')
grep -a '^FAIL\|^tests/' "$T/unit"
if [ -n "$counts" ]; then
    passed=$((passed + ${counts%% *})) n=${counts#*, }
    failed=$((failed + ${n%% *}))
else
    win "$W/test_unit.exe" --names >"$T/unit" 2>&1
    bad 'the unit tests crashed' "$(tail -n 20 "$T/unit")"
fi

# --- eddiec: generated files, messages and formatted text as on Linux -------------------------------------------------
generates() { # name, schema files
    name=$1
    shift
    mkdir -p "$T/linux/$name" "$T/windows/$name"
    "$L/eddiec" -o "$T/linux/$name" "$@" >"$T/out.linux" 2>&1
    win "$W/eddiec.exe" -o "$T/windows/$name" "$@" >"$T/out" 2>&1
    rm -f "$T/linux/$name/schema.d" "$T/windows/$name/schema.d"      # has the path of the output
    if diff -r "$T/linux/$name" "$T/windows/$name" >"$T/diff" 2>&1 && cmp -s "$T/out.linux" "$T/out"; then ok "eddiec: $name"
    else bad "eddiec: $name" "$(head -n 20 "$T/diff"; tail -n 5 "$T/out")"; fi
}
generates demo schema/*.def
for folder in arrays consts enums kinds nested pools unions units; do
    generates "$folder" $(find "tests/def/good/$folder" -name '*.def' | sort)
done
for file in $(ls tests/def/bad/*.def | awk 'NR % 25 == 1'); do
    "$L/eddiec" --check "$file" >"$T/expected" 2>&1
    win "$W/eddiec.exe" --check "$file" >"$T/out" 2>&1
    equal "eddiec: the errors in $file" "$T/expected" "$T/out"
done

# --- the console: its code page is restored -------------------------------------------------------------------------
printf '#include <stdio.h>\n#include <windows.h>\nint main(void) { printf("page=%%u.", GetConsoleOutputCP()); }' >"$T/page.c"
$CC "$T/page.c" -o "$T/page.exe" && cp "$W/eddiec.exe" "$T" &&
    printf '@echo off\r\npage.exe\r\neddiec.exe --help\r\npage.exe\r\n' >"$T/console.cmd"
(cd "$T" && TERM=xterm script -qc 'wine cmd /c console.cmd' /dev/null </dev/null) >"$T/out" 2>&1
same 'eddiec leaves the code page of the console as it was' \
    "$(sed 's/\x1b\[[?0-9;]*[a-zA-Z]//g' "$T/out" | grep -ao 'page=[0-9]*' | uniq -c | awk '{ print $1 }')" 2

# --- snapshots: from one system to the other ----------------------------------------------------------------------
"$L/resave" "$L/game.so" - 60 "$T/linux.state" &&
    win "$W/resave.exe" "$W/game.dll" "$T/linux.state" 0 "$T/windows.state" >"$T/out" 2>&1
equal 'a snapshot of the demo from Linux, saved on Windows' "$T/linux.state" "$T/windows.state"
win "$W/resave.exe" "$W/game.dll" - 60 "$T/windows.state" >"$T/out" 2>&1 &&
    "$L/resave" "$L/game.so" "$T/windows.state" 0 "$T/linux.state"
equal 'a snapshot of the demo from Windows, saved on Linux' "$T/windows.state" "$T/linux.state"

# --- reloads: the folders of tests/reload, with modules for Windows --------------------------------------------------
FLAGS='-std=c11 -D_GNU_SOURCE -D_WIN32_WINNT=0x0A00 -O0 -w -I.'
module() { # edit, name of a .def
    mkdir -p "$T/$1/$2/gen" && "$L/eddiec" -o "$T/$1/$2/gen" "tests/reload/$1/$2.def" &&
        $CC $FLAGS -I"$T/$1/$2" -shared tests/reload/module.c $(ls "tests/reload/$1/$2.c" 2>/dev/null) \
            "$T/$1/$2"/gen/*.c "$W/libeddie.a" -lm -static -o "$T/$1/$2.dll"
}
edit() {
    module "$1" old && module "$1" new && { [ ! -e "tests/reload/$1/further.def" ] || module "$1" further; } &&
        $CC $FLAGS "tests/reload/$1/check.c" "$W/reload_driver.o" "$W/test/lib/invariants.o" "$W/libeddie_live.a" "$W/libeddie.a" -lm -static -pthread \
            -o "$T/$1/check.exe" &&
        win "$T/$1/check.exe" "$T/$1/old.dll" "$T/$1/new.dll" $(ls "$T/$1/further.dll" 2>/dev/null)
}
for folder in ${EDITS:-$(cd tests/reload && ls -d */ | tr -d /)}; do
    if edit "$folder" >"$T/out" 2>&1; then ok "reload: $folder"; else bad "reload: $folder" "$(tail -n 20 "$T/out")"; fi
    rm -rf "${T:?}/$folder"
done

# --- eddie new: compilers for Windows open paths of up to 259 characters -------------------------------------------------
long=$T/$(printf '%0100d/%0100d' 0 0)
mkdir -p "$long"
win "$W/eddie-console.exe" new "$long/mine" >"$T/out" 2>&1
holds 'a new game is refused where its path would be too long for compilers' "$(cat "$T/out")" 'mine: the path is longer than 180 characters'
same 'and nothing is created' "$(ls "$long")" ''

# --- live editing: the demo, without a window. Its modules are built here; the build command only copies them. -------------
ROOT=$PWD
case $W in /*) ;; *) W=$PWD/$W ;; esac
B=$T/bin
mkdir -p "$B" "$T/demo/build" && cp -r game schema "$T/demo" && cp "$W/game.dll" "$T/demo/build" && cd "$T/demo" || exit 1
printf '#!/bin/sh\nexec wine %s "$@"\n' "$W/eddie-console.exe" >"$B/eddie" && chmod +x "$B/eddie"
next() { # sets $T/demo/next.dll
    rm -rf next && mkdir -p next/gen && "$ROOT/$L/eddiec" -o next/gen schema/*.def &&
        $CC $FLAGS -I. -Inext -I"$ROOT" -shared game/*.c next/gen/*.gen.c "$W/libeddie.a" -lm -static -o next.dll
}
in_update() { # statement at the start of the game's update
    awk -v line="    $1" '{ print } /update\(ed_Host \*host\)$/ { getline; print; print line }' main.c >game/main.c
}
reloads() { touch game/main.c; ask reload; has "$1" "$2"; }      # name, part of the answer
edits()   { next; reloads "$@"; }
cp game/main.c .
begin --watch 'copy /y next.dll build\game.dll >nul' build/game.dll
ask 'step 600'; before=$(value 'Game.enemies[3].hp')
sed -i '/^struct Enemy /,/^}/s/^ *f32  *hp .*/&\n    f32 shield = 25;/' schema/*.def
edits 'a new field is live' 'added Enemy.shield = 25'
same 'with its default' "$(value 'Game.enemies[3].shield')" 'ok 25'
same 'the other values are kept' "$(value 'Game.enemies[3].hp')" "$before"
in_update '*(volatile int *)0 = 1;'
edits 'code that crashes is refused' 'null-pointer dereference, in update; still running the previous build'
in_update 'for (;;) {}'
edits 'code that hangs is refused' "did not return within"
in_update 'if (host->tick == 700) *(volatile int *)0 = 1;'
edits 'code that crashes later is accepted' 'reloaded in'
ask 'step 200'; has 'its crash pauses the game' 'null-pointer dereference, in update; paused at frame 6'
cp main.c game
edits 'fixed code is accepted' 'reloaded in'
ask 'step 200'; has 'the game continues' 'ok frame 8'
cp next.dll whole.dll
size=$(wc -c <whole.dll) accepted=
for cut in 0 63 400 1000 $(seq $((size / 97)) $((size / 97)) $((size - 1))); do
    head -c "$cut" whole.dll >next.dll
    touch game/main.c
    ask reload
    case $answer in *'refused: '*) ;; *) accepted="$accepted $cut: $answer;" ;; esac
done
same 'a library that is cut at 100 lengths is refused' "$accepted" ''
cp whole.dll next.dll
reloads 'the whole library is the running one' 'no changes'
ask 'save end.state'; has 'a snapshot is saved' 'ok'
hp=$(value 'Game.enemies[3].hp')
end
begin --no-watch --state end.state build/game.dll
same 'the snapshot is loaded' "$(value 'Game.enemies[3].hp')" "$hp"
ask 'record run.rec'; ask 'step 30'; ask 'record stop'
end
cd "$ROOT" || exit 1
holds 'a recording of Windows is replayed with a warning' "$("$L/eddie" replay "$T/demo/run.rec" "$L/game.so" 2>&1 >/dev/null)" \
    'warning: recorded on windows-x86_64, and this is linux-x86_64'
total
