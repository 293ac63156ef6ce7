#!/bin/bash
# The programs for Windows, under wine: `make check-windows` builds them first. Arguments: the build folders of Linux and of
# Windows. The prefix of wine is in the latter.
L=${1:-build} W=${2:-build/windows}
CC=x86_64-w64-mingw32-gcc-posix
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"; wineserver -k 2>/dev/null' EXIT
# Without these libraries, wine does not offer to download other software.
export WINEPREFIX=$PWD/$W/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
wineserver -p      # the next program starts faster
passed=0 failed=0
ok() { echo "ok $1"; passed=$((passed + 1)); }
bad() { echo "FAIL $1"; [ ! -f "${2-}" ] || tail -20 "$2"; failed=$((failed + 1)); }
same() { if cmp -s "$2" "$3"; then ok "$1"; else bad "$1" "$T/out"; fi; }
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
    bad 'the unit tests crashed' "$T/unit"
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
    else bad "eddiec: $name" "$T/diff"; tail -5 "$T/out"; fi
}
generates demo schema/*.def
for folder in arrays consts enums kinds nested pools unions units; do
    generates "$folder" $(find "tests/def/good/$folder" -name '*.def' | sort)
done
for file in $(ls tests/def/bad/*.def | awk 'NR % 25 == 1'); do
    "$L/eddiec" --check "$file" >"$T/expected" 2>&1
    win "$W/eddiec.exe" --check "$file" >"$T/out" 2>&1
    same "eddiec: the errors in $file" "$T/expected" "$T/out"
done

# --- snapshots: from one system to the other ----------------------------------------------------------------------
"$L/resave" "$L/game.so" - 60 "$T/linux.state" &&
    win "$W/resave.exe" "$W/game.dll" "$T/linux.state" 0 "$T/windows.state" >"$T/out" 2>&1
same 'a snapshot of the demo from Linux, saved on Windows' "$T/linux.state" "$T/windows.state"
win "$W/resave.exe" "$W/game.dll" - 60 "$T/windows.state" >"$T/out" 2>&1 &&
    "$L/resave" "$L/game.so" "$T/windows.state" 0 "$T/linux.state"
same 'a snapshot of the demo from Windows, saved on Linux' "$T/windows.state" "$T/linux.state"

# --- reloads: the folders of tests/reload, with modules for Windows --------------------------------------------------
FLAGS='-std=c11 -D_GNU_SOURCE -D_WIN32_WINNT=0x0A00 -O0 -w -I.'
module() { # edit, name of a .def
    mkdir -p "$T/$1/$2/gen" && "$L/eddiec" -o "$T/$1/$2/gen" "tests/reload/$1/$2.def" &&
        $CC $FLAGS -I"$T/$1/$2" -shared tests/reload/module.c $(ls "tests/reload/$1/$2.c" 2>/dev/null) \
            "$T/$1/$2"/gen/*.c "$W/libeddie.a" -lm -static -o "$T/$1/$2.dll"
}
edit() {
    module "$1" old && module "$1" new && { [ ! -e "tests/reload/$1/further.def" ] || module "$1" further; } &&
        $CC $FLAGS "tests/reload/$1/check.c" "$W/reload_driver.o" "$W/libeddie_live.a" "$W/libeddie.a" -lm -static -pthread \
            -o "$T/$1/check.exe" &&
        win "$T/$1/check.exe" "$T/$1/old.dll" "$T/$1/new.dll" $(ls "$T/$1/further.dll" 2>/dev/null)
}
for folder in ${EDITS:-$(cd tests/reload && ls -d */ | tr -d /)}; do
    if edit "$folder" >"$T/out" 2>&1; then ok "reload: $folder"; else bad "reload: $folder" "$T/out"; fi
    rm -rf "${T:?}/$folder"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
