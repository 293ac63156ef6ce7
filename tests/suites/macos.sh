#!/bin/bash
# What can be checked of the programs for macOS without a Mac: `make check-macos` builds them first. Arguments: the build
# folders of arm64 and x86_64, and the path of zig.
A=${1:-build/macos-arm64} X=${2:-build/macos-x86_64} ZIG=$(realpath "$3")
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
. tests/lib/checks.sh
programs='eddiec eddie-trial eddie-build eddie-console test_unit_macos'

# --- the header: magic number, processor, variant, type, number of commands, … ----------------------------------------
words() { od -An -v -t u4 -w4 -j "$2" -N "$3" "$1" | tr -d ' '; }      # file, offset, bytes: one number a line
is_kind() { # name, file, processor, type
    set -- "$1" "$2" "4277009103 $3 $4"      # 0xfeedfacf
    same "$1: its processor and type" "$(words "$2" 0 16 | sed -n '1p;2p;4p' | xargs)" "$3"
}
# Kinds of the load commands, one a line.
commands() {
    local at=32 kind size count=$(words "$1" 16 4)
    while [ "$count" -gt 0 ]; do
        { read -r kind; read -r size; } < <(words "$1" $at 8)
        echo "$kind"
        at=$((at + size)) count=$((count - 1))
    done
}
for cpu in arm64 x86_64; do
    if [ $cpu = arm64 ]; then B=$A processor=16777228; else B=$X processor=16777223; fi
    for program in $programs; do is_kind "$cpu $program" "$B/$program" $processor 2; done
    is_kind "$cpu game.dylib" "$B/game.dylib" $processor 6
    for library in libeddie libeddie_live libeddie_debug; do
        same "$cpu $library.a is an archive" "$(head -c 7 "$B/$library.a")" '!<arch>'
    done
    [ $cpu = x86_64 ] || for program in $programs game.dylib; do
        same "$cpu $program has a signature" "$(commands "$B/$program" | grep -cx 29)" 1
    done
done

# --- symbols ----------------------------------------------------------------------------------------------------------
if nm=$(compgen -c llvm-nm | sort | head -n 1); [ -n "$nm" ]; then
    # What libSystem exports, by the lists that come with zig, and dyld_stub_binder, which the linker adds.
    cat "$(dirname "$ZIG")"/lib/libc/darwin/libSystem.*.tbd | grep -o "[_A-Za-z0-9\$]*" | sort -u >"$T/system"
    echo dyld_stub_binder >>"$T/system"
    for B in "$A" "$X"; do
        holds "${B##*/}: game.dylib exports eddie_module" "$("$nm" -g --defined-only "$B/game.dylib")" ' T _eddie_module'
        for program in $programs game.dylib; do
            "$nm" -u "$B/$program" | awk '{ print $NF }' | sort -u >"$T/undefined"
            [ -s "$T/undefined" ] || echo "nothing is undefined" >"$T/undefined"
            same "${B##*/}: $program uses libSystem only" "$(grep -vxFf "$T/system" "$T/undefined")" ''
        done
    done
    # The files of a new game are between two symbols, which the linker could tear apart.
    for pair in schema=schema/game.def code=game/main.c ignored=gitignore; do
        name=${pair%%=*}
        bounds=$("$nm" "$A/eddie-console" | awk -v n="_$name" '$3 == n "_text" { a = $1 } $3 == n "_end" { b = $1 }
            END { print "$((0x" b " - 0x" a "))" }')
        same "eddie-console contains ${pair#*=}" "$(eval "echo $bounds")" "$(wc -c <"host/cmd/new_game/${pair#*=}")"
    done
else bad 'llvm-nm is installed' 'install the package llvm'; fi

# --- files for macOS that also run here ---------------------------------------------------------------------------------
compiles() { # name, sources and options…
    name=$1
    shift
    cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -Werror -I. -O1 -g -fsanitize=address,undefined \
        -fno-sanitize-recover=undefined "$@" -o "$T/program" >"$T/out" 2>&1 || { bad "$name compiles here" "$(cat "$T/out")"; false; }
}
# Adds the counts in the last line of the program.
counts() { # name, arguments…
    name=$1
    shift
    "$T/program" "$@" >"$T/out" 2>&1
    set -- $(tail -n 1 "$T/out" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
    [ $# = 2 ] || { bad "$name ends with a count" "$(tail -n 30 "$T/out")"; return; }
    sed '$d' "$T/out" | sed "s/^\(ok\|FAIL\) /\1 $name: /"
    passed=$((passed + $1)) failed=$((failed + $2))
}
check_libraries() { # name, processor, its folder, the other folder
    compiles "check of libraries, $1" "-DOWN_PROCESSOR=$2" tests/macos/check_library.c \
        runtime/os/library/macos/library_check.c runtime/base/err.c runtime/base/str.c &&
        counts "$1" "$3/game.dylib" "$4/game.dylib" "$3/eddiec" "$3/game/main.o" "$3/libeddie.a"
}
check_libraries arm64 0x0100000c "$A" "$X"
check_libraries x86_64 0x01000007 "$X" "$A"
compiles 'source lines' tests/macos/source_lines.c runtime/os/library/macos/tool_lines.c && counts 'source lines'
total
