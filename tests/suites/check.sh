#!/bin/sh
# gcc and clang compile every source of runtime, codegen, host and game without a warning. Every header compiles alone, as C11,
# and those of runtime and build/gen also as C++17. The files for Windows are compiled by mingw-w64, if it is installed. Checks
# the formatting, too. Uses the generated files in build/.
WARN='-Wall -Wextra -Wconversion -Wshadow -Werror'
SDL=$(pkg-config --cflags sdl2 SDL2_ttf SDL2_gfx SDL2_image)
LLVM=$(ls -d /usr/lib/llvm-*/include | tail -n 1)
T=$(mktemp -d) || exit 1      # not -o /dev/null: as root, tcc would replace the device
trap 'rm -rf "$T"' EXIT
passed=0 failed=0
try() { # name, command…
    what=$1
    shift
    if out=$("$@" 2>&1); then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL $what"; echo "$out"; fi
}
runtime() { find runtime -name "$1" | grep -v '/windows/\|/macos/'; }
for f in $(runtime '*.c') codegen/*.c codegen/*/*.c host/*.c host/*/*.c game/*.c build/gen/*.c tests/engine/embed.c; do
    for cc in gcc clang; do
        try "$cc $f" $cc -std=c11 -D_GNU_SOURCE $WARN -I. -Ibuild $SDL -isystem "$LLVM" -O1 -fsyntax-only "$f"
    done
done
for f in $(runtime '*.h') build/gen/*.h; do
    try "c11 $f"   gcc -std=c11 -D_GNU_SOURCE $WARN -I. -Ibuild -fsyntax-only -x c "$f"
    try "c++17 $f" g++ -std=c++17 -Wall -Wextra -Werror -I. -Ibuild -fsyntax-only -x c++ "$f"
done
if command -v x86_64-w64-mingw32-gcc-posix >/dev/null; then
    mkdir "$T/include" && cp /usr/include/xxhash.h "$T/include"      # no other header of Linux
    for f in $(find runtime -path '*/windows/*.[ch]'); do
        try "mingw-w64 $f" x86_64-w64-mingw32-gcc-posix -std=c11 -D_GNU_SOURCE -D_WIN32_WINNT=0x0A00 $WARN \
            -Wno-float-conversion -I. -I"$T/include" -fsyntax-only -x c "$f"
    done
fi
for f in codegen/*.h codegen/*/*.h host/*/*.h game/*.h; do
    try "c11 $f" gcc -std=c11 -D_GNU_SOURCE $WARN -I. -Ibuild $SDL -isystem "$LLVM" -fsyntax-only -x c "$f"
done
for f in build/gen/*.c game/*.c; do try "tcc $f" tcc -I. -Ibuild -Wall -Werror -c "$f" -o "$T/out.o"; done
try 'a line of a Makefile has at most 100 columns' awk 'length > 100 { print FILENAME ":" FNR; found = 1 } END { exit found }' \
    Makefile runtime/*.mk host/*/*.mk tests/*.mk tests/*/*.mk
# The formatting of the sources, if clang-format has the version of .clang-format. Generated files, test data and the template
# of a new game are left out.
if clang-format --version 2>/dev/null | grep -q ' version 14\.'; then
    try 'formatting: run clang-format -i on these' clang-format --dry-run -Werror $(find runtime codegen host game tests \
        -name '*.[ch]' ! -name c_names.c ! -path 'host/cmd/new_game/*' ! -path 'tests/def/*' ! -path 'tests/editors/*' ! -path 'tests/import/*' \
        ! -path 'tests/new_games/*' ! -path 'tests/picture/*' ! -path 'tests/window/*')
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
