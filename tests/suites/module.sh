#!/bin/bash
# What a module has beside its state: variables, names that the runtime or the C library also has, calls that lead nowhere,
# and shared libraries. Argument: the build folder of the host under test. The modules are built without sanitizers, as a
# user's are.
B=$(cd "${1:-build}" && pwd)
CC=${CC:-cc}
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
root=$PWD
trap '[ -z "$host" ] || kill -KILL $host 2>/dev/null; rm -rf "$T"' EXIT
make --no-print-directory -s all >/dev/null || exit 1
export NO_COLOR=1

# A small game: $1 is added before its functions, $2 to update, $3 to load.
new_game() { # folder
    mkdir -p "$1/game" "$1/schema"
    echo 'state Game { u32 count; f32 size = 7.6; f32 other = 3.2; }' >"$1/schema/game.def"
    cd "$1" || exit 1
}
write_game() { # declarations, code of update, code of load, code of unload
    cat >game/main.c <<C
#include "gen/schema.gen.h"
#include "runtime/eddie.h"
$1
static void update(ed_Host *host) { Game *game = host->states[Game_root].at; game->count++; $2 }
static void render(ed_Host *host) { (void)host; }
static void load(ed_Host *host) { (void)host; $3 }
static void unload(ed_Host *host) { (void)host; $4 }
static const ed_Module module = { .abi = ED_ABI, .game = "small", .title = "small", .view_width = 16, .view_height = 9,
    .schema = &eddie_schema, .load = load, .update = update, .render = render, .unload = unload,
    .pack = ed_snapshot_write, .unpack = ed_snapshot_read };
const ed_Module *eddie_module(void) { return &module; }
C
}
lacks() { # name, part that must not be in the answer
    case $answer in *"$2"*) bad "$1" "$answer has $2" ;; *) ok "$1" ;; esac
}

# --- variables that a reload does not keep ------------------------------------------------------------------------------
variables='static int stars = 3, idle = 5, from_load; int enemies; static const int table[2] = { 1, 2 };
static int seed(void) { static int count; static int unused = 4; return count++ + unused + table[0]; }
void ed_reserved(void); void ed_reserved(void) {}'
changes='stars++; enemies += seed(); if (!from_load) idle = 0;'
for how in "$CC" clang tcc early; do
    [ "$how" = early ] || command -v "$how" >/dev/null || { echo "skipped $how: it is not installed"; continue; }
    new_game "$T/variables-$how"
    case $how in
        early) ;;
        tcc) echo "cc = tcc" >build.cfg ;;
        *) printf "cc = %s\nearly = none\n" "$how" >build.cfg ;;
    esac
    write_game "$variables" "$changes" 'from_load = 1;'
    "$B/eddie-build" --quiet || bad "$how: the game builds" ""
    begin
    ask 'step 60'
    write_game "$variables" "$changes idle += 0;" 'from_load = 1;'
    ask reload
    has "$how: a reload names the variables that start again" '3 variables start again: '
    for name in stars enemies count; do has "$how: $name" "$name"; done
    lacks "$how: a variable that load sets is not named" from_load
    lacks "$how: a variable that did not change is not named" idle
    [ "$how" = tcc ] || has "$how: the file of static variables is named" '(game/main.c)'
    ask 'step 1'
    write_game "$variables" "$changes idle += 1 - 1;" 'from_load = 1;'
    ask reload
    lacks "$how: the same variables are named once" 'again'
    write_game "$variables static int lives = 3;" "$changes lives--;" 'from_load = 1;'
    ask reload
    lacks "$how: a variable that is new has no value to lose" 'again'
    ask 'step 1'
    write_game "$variables static int lives = 3;" "$changes lives -= 1;" 'from_load = 1;'
    ask reload
    has "$how: they are named again when another one joins" '4 variables start again: '
    has "$how: the other one is named" lives
    ask 'step 1'
    write_game "$variables" "$changes" 'from_load = 1;'
    ask reload
    lacks "$how: a variable that was removed is not named" lives
    end
done
new_game "$T/variables-c++"
write_game "void tick(void);" "tick();"
cat >game/sky.cpp <<'C'
namespace sky {
struct Light { Light() : level(3) {} int level; };
static int stars;
int moons;
static Light lamp;
inline int shared_suns = 4;
static int age() { static int days; static Light local; return days++ + local.level++; }
}
extern "C" void tick() { sky::stars += sky::age(); sky::moons++; sky::lamp.level++; sky::shared_suns++; }
C
"$B/eddie-build" --quiet
begin
ask 'step 60'
echo // >>game/sky.cpp
write_game "void tick(void);" "tick(); tick();"
ask reload
has "C++: the variables are named as in the source" "6 variables start again: "
for name in stars moons lamp shared_suns days local; do has "C++: $name" "$name"; done
lacks "C++: guards of the compiler are not named" _Z
end

# --- names that the C library has, too ----------------------------------------------------------------------------------
# A game that defines every function that the runtime calls. Those that compilers call are right, the others are wrong.
names=$(nm -u "$B/bare/eddie.o" | awk '$2 !~ /^_GLOBAL_/ { print $2 }')
write_names() {
    echo 'unsigned wrong_calls;'
    for name in $names; do
        case $name in
            memset) echo 'void *memset(void *to, int c, __SIZE_TYPE__ n) { for (__SIZE_TYPE__ i = 0; i < n; i++) ((volatile char *)to)[i] = c; return to; }' ;;
            memcpy | memmove) echo "void *$name(void *to, const void *from, __SIZE_TYPE__ n) { if (to < from) for (__SIZE_TYPE__ i = 0; i < n; i++) ((volatile char *)to)[i] = ((const char *)from)[i]; else while (n-- > 0) ((volatile char *)to)[n] = ((const char *)from)[n]; return to; }" ;;
            round) echo 'double round(double x) { wrong_calls++; return (double)(long)x; }' ;;
            *) echo "long $name(void) { wrong_calls++; return 0; }" ;;
        esac
    done
}
for how in "$CC" clang tcc early; do
    [ "$how" = early ] || command -v "$how" >/dev/null || { echo "skipped $how: it is not installed"; continue; }
    new_game "$T/names-$how"
    case $how in
        early) echo "cflags = -g -O0 -fno-builtin" ;;
        tcc) printf "cc = tcc\ncflags = -g\n" ;;
        *) printf "cc = %s\nearly = none\ncflags = -g -O0 -fno-builtin\n" "$how" ;;
    esac >build.cfg
    echo "warnings = -w" >>build.cfg
    write_names >game/names.c
    write_game 'extern unsigned wrong_calls;' 'game->calls = wrong_calls;'
    echo 'state Game { u32 count; f32 size = 7.6; u32 calls; str name = "a"; }' >schema/game.def
    "$B/eddie-build" --quiet 2>"$T/err" || bad "names, $how: the game builds" "$(cat "$T/err")"
    same "names, $how: the game defines them" "$(nm build/game.so | grep -cE ' [tT] (round|strtod|qsort|memchr)$')" 4
    begin
    ask 'step 10'
    echo 'state Game { u32 count; u32 size; f64 calls; str name = "a"; i32 added = 3; }' >schema/game.def
    ask reload
    has "names, $how: a conversion rounds as the C library does" 'converted Game.size f32 -> u32 (1 rounded)'
    same "names, $how: 7.6 becomes 8" "$(value Game.size)" 'ok 8'
    ask 'step 1'
    same "names, $how: the runtime in the module calls none of them" "$(value Game.calls)" 'ok 0'
    ask "save $T/names-$how.state"
    ask 'set Game.size 3'
    ask "load $T/names-$how.state"
    has "names, $how: a snapshot loads" 'ok '
    same "names, $how: with its values" "$(value Game.size)" 'ok 8'
    end
done

# A program that the game is linked into, as `make release` makes it.
cat >"$T/linked.c" <<'C'
#include <stdio.h>
#include "runtime/os/c_library/c_library.h"
#include "runtime/os/library/loader.h"
#include "runtime/types/number.h"
double round(double x) { return (double)(long)x; }
int main(void)
{
    u32 value = 0;
    ed_c_library_find(ed_loader_hidden_function);
    ed_number_store(ED_U32, &value, ed_number_from_f64(7.6));
    printf("%u %g\n", value, round(7.6));
}
C
cd "$root" || exit 1
$CC -std=c11 -D_GNU_SOURCE -fno-builtin -I. "$T/linked.c" build/libeddie_live.a build/libeddie.a -lm -ldl -pthread -o "$T/linked"
same 'the runtime beside a game in one program uses the C library' "$("$T/linked")" '8 7'
same 'one object of the runtime names functions of the C library' \
    "$(nm -A build/libeddie.a | awk '$(NF - 1) == "U" && $NF !~ /^(ed_|_GLOBAL_|__cpu_)/ { print $1 }' | sort -u)" 'build/libeddie.a:c_library.o:'
cd "$T" || exit 1

total
