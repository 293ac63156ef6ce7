#!/bin/bash
# The programs for Linux on arm64, with the emulator qemu: `make check-arm64` builds them first. Arguments: the build folders
# of this machine and of arm64. PARTS="unit faults" runs only these parts.
L=${1:-build} A=$(realpath "${2:-build/arm64}")      # after chdir, the emulator does not find a program with a relative path
T=$(mktemp -d) || exit 1
undo=
trap 'eval "$undo"; rm -rf "$T"' EXIT
. tests/lib/checks.sh
PARTS=${PARTS:-unit eddiec snapshots reload faults}
FORMATS=/proc/sys/fs/binfmt_misc
# Where the emulated loader and C library are.
export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu CC=aarch64-linux-gnu-gcc FAULTS_HANG_MS=800 TEST_STATE_MIB=64
is_part() { case " $PARTS " in *" $1 "*) ;; *) false ;; esac; }

# Tests start programs for arm64, so the kernel has to know the emulator. What is set up here is undone at the end.
starts() { "$A/eddiec" --version >"$T/out" 2>&1; }
set_up() {
    [ -e $FORMATS/register ] || { mount -t binfmt_misc none $FORMATS && undo="umount $FORMATS"; } || return 1
    update-binfmts --enable qemu-aarch64 && undo="update-binfmts --disable qemu-aarch64;$undo"
}
starts || { [ "$(id -u)" = 0 ] && set_up >"$T/setup" 2>&1; }
starts || {
    cat "$T/setup" "$T/out" 2>/dev/null
    echo "The kernel cannot start $A/eddiec, since it does not know the emulator. As root, type:"
    echo "  mount -t binfmt_misc none $FORMATS; update-binfmts --enable qemu-aarch64"
    exit 1
}
equal() { cmp -s "$2" "$3" && ok "$1" || bad "$1" "$(tail -n 20 "$T/out")"; }      # name, two files
# Adds the counts in the last line of a program.
counts() { # name, command…
    name=$1
    shift
    timeout -k 5 ${LIMIT:-1800} "$@" >"$T/out" 2>&1 </dev/null
    set -- $(tail -n 1 "$T/out" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p')
    [ $# = 2 ] || { bad "$name ends with a count" "$(tail -n 20 "$T/out")"; return; }
    grep -a '^FAIL\|^tests/' "$T/out"
    echo "$name: $1 passed, $2 failed"
    passed=$((passed + $1)) failed=$((failed + $2))
}

# --- unit tests: each file alone, so that the emulator's memory is released after it --------------------------------
left_out=$(sed '/^#/d; /:$/d' tests/arm64/left_out.txt | xargs)
without=$(printf -- '-%s ' $left_out)
for file in $(cd tests/unit && ls test_*.c); do
    is_part unit || break
    case " $left_out test_main " in *" ${file%.c} "*) continue ;; esac
    LIMIT=120 counts "${file%.c}" "$A/test_unit" $without "/$file"
done

# --- eddiec: generated files and messages as on this machine -----------------------------------------------------------
generates() { # name, schema files
    name=$1
    shift
    mkdir -p "$T/here/$name" "$T/arm64/$name"
    "$L/eddiec" -o "$T/here/$name" "$@" >"$T/out.here" 2>&1
    "$A/eddiec" -o "$T/arm64/$name" "$@" >"$T/out" 2>&1
    rm -f "$T/here/$name/schema.d" "$T/arm64/$name/schema.d"      # has the path of the output
    if diff -r "$T/here/$name" "$T/arm64/$name" >"$T/diff" 2>&1 && cmp -s "$T/out.here" "$T/out"; then ok "eddiec: $name"
    else bad "eddiec: $name" "$(head -n 20 "$T/diff"; tail -n 5 "$T/out")"; fi
}
if is_part eddiec; then
    generates demo schema/*.def
    for folder in $(cd tests/def/good && ls -d */ | tr -d /); do
        generates "$folder" $(find "tests/def/good/$folder" -name '*.def' | sort)
    done
    for file in $(ls tests/def/bad/*.def | awk 'NR % 5 == 1'); do
        "$L/eddiec" --check "$file" >"$T/expected" 2>&1
        "$A/eddiec" --check "$file" >"$T/out" 2>&1
        equal "eddiec: the errors in $file" "$T/expected" "$T/out"
    done
fi

# --- snapshots: from one processor to the other -----------------------------------------------------------------------
if is_part snapshots; then
    "$L/resave" "$L/game.so" - 60 "$T/here.state" &&
        "$A/resave" "$A/game.so" "$T/here.state" 0 "$T/arm64.state" >"$T/out" 2>&1
    equal 'a snapshot of the demo from this machine, saved on arm64' "$T/here.state" "$T/arm64.state"
    "$A/resave" "$A/game.so" - 60 "$T/arm64.state" >"$T/out" 2>&1 &&
        "$L/resave" "$L/game.so" "$T/arm64.state" 0 "$T/here.state"
    equal 'a snapshot of the demo from arm64, saved on this machine' "$T/arm64.state" "$T/here.state"
fi

# --- reloads: the folders of tests/reload ------------------------------------------------------------------------------
! is_part reload || counts reload tests/suites/reload.sh "$A" ''

# --- faults: code that fails in every way, in a trial and without one -----------------------------------------------------
! is_part faults || counts faults "$A/faults" "$A/faulty/now.so" "$A/faulty/next.so"
total
