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
new_game "$T/unique"
write_game 'void tick(void);' 'tick();'
cat >sky.cpp <<'C'
inline int shared_suns() { static int suns; return suns++; }
extern "C" __attribute__((visibility("default"))) void tick() { shared_suns(); }
C
cat >build.sh <<C
$root/build/eddiec -o build/gen schema/game.def &&
c++ -g -fPIC -c sky.cpp -o build/sky.o &&
cc -g -D_GNU_SOURCE -I. -Ibuild -I$root -fPIC -shared -Wl,-Bsymbolic game/main.c build/gen/*.c build/sky.o $root/build/libeddie.a -lm -lstdc++ -o build/game.new &&
mv build/game.new build/game.so
C
mkdir build && sh build.sh
begin --watch 'sh build.sh'
ask 'step 3'
echo 'int changed;' >>game/main.c
ask reload
has 'C++: a static variable that the loader shares with the previous build is named' 'suns: shared with the previous build, which stays in memory'
echo 'int again;' >>game/main.c
ask reload
lacks 'C++: once' 'suns: shared'
end

# --- names that the C library has, too ----------------------------------------------------------------------------------
# A game that defines every function that the runtime calls. Those that compilers call are right, the others are wrong.
names=$(nm -u "$root/build/bare/eddie.o" | awk '$2 !~ /^_GLOBAL_/ { print $2 }')
write_names() {
    echo 'unsigned wrong_calls;'
    for name in $names; do
        case $name in
            memset) echo 'void *memset(void *to, int c, __SIZE_TYPE__ n) { for (__SIZE_TYPE__ i = 0; i < n; i++) ((volatile char *)to)[i] = c; return to; }' ;;
            memcpy | memmove) echo "void *$name(void *to, const void *from, __SIZE_TYPE__ n) { if (to < from) for (__SIZE_TYPE__ i = 0; i < n; i++) ((volatile char *)to)[i] = ((const char *)from)[i]; else while (n-- > 0) ((volatile char *)to)[n] = ((const char *)from)[n]; return to; }" ;;
            memcmp) echo 'int memcmp(const void *a, const void *b, __SIZE_TYPE__ n) { const unsigned char *x = a, *y = b; for (; n; n--, x++, y++) if (*x != *y) return *x < *y ? -1 : 1; return 0; }' ;;
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

# The program of `make release`, made of the objects of the host in build.
new_game "$T/release"
write_game '' ''
"$B/eddie-build" --quiet early=none
begin
ask 'step 10'
ask "save $T/release.state"
end
echo 'state Game { u32 count; u32 size; u32 calls; }' >schema/game.def
write_game 'extern unsigned wrong_calls; double round(double x);' 'game->calls = wrong_calls * 10; game->calls += (u32)round(7.6); wrong_calls = 0;'
write_names >game/names.c
rm -rf build && mkdir -p build/release
ln -s "$root"/{Makefile,runtime,host,codegen} .
cp -a "$root"/build/{runtime,host,codegen,eddiec,*.a} build/release
make --no-print-directory -s release OPT='-O0 -fno-builtin -w' >"$T/out" 2>&1 || bad 'release: the game builds' "$(cat "$T/out")"
printf 'print Game.size\nstep 3\nprint Game.calls\nsave %s\n' "$T/next.state" >script
holds 'release: the host, the runtime and the game call their own functions' \
    "$(build/release/arena --headless --state "$T/release.state" --script script 2>"$T/err")" 'ok 8
ok frame 13
ok 7
ok '
holds 'release: a conversion rounds as the C library does' "$(cat "$T/err")" 'converted Game.size f32 -> u32 (1 rounded)'
cd "$root" || exit 1
same 'one object of the runtime names functions of the C library' \
    "$(nm -A build/libeddie.a | awk '$(NF - 1) == "U" && $NF !~ /^(ed_|_GLOBAL_|__cpu_|mem(cpy|move|set|cmp)$)/ { print $1 }' | sort -u)" 'build/libeddie.a:c_library.o:'

# --- calls that lead nowhere --------------------------------------------------------------------------------------------
jumps='#include <string.h>
#include <sys/mman.h>
static int jump(u64 at) { void (*f)(void); memcpy(&f, &at, sizeof f); f(); return 1; }
static u64 page(int kept) { char *at = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); if (!kept) munmap(at, 4096); return (u64)at; }
static char data[64];'
jump='if (game->calls == 1) jump(page(0)); if (game->calls == 2) jump(page(1)); if (game->calls == 3) jump(0); if (game->calls == 4) jump((u64)data);'
for how in "$CC" clang tcc; do
    command -v "$how" >/dev/null || { echo "skipped $how: it is not installed"; continue; }
    new_game "$T/jumps-$how"
    printf 'cc = %s\nearly = none\nwarnings = -w\n' "$how" >build.cfg
    [ "$how" = tcc ] && sed -i '/early/d' build.cfg
    echo 'state Game { u32 count; u32 calls; }' >schema/game.def
    write_game "$jumps" "$jump"
    "$B/eddie-build" --quiet
    for kind in '1 an address without memory' '2 memory without code' '3 NULL' '4 a variable'; do
        begin
        ask 'step 3'
        ask "set Game.calls ${kind%% *}"
        ask 'step 2'
        has "$how: a call of ${kind#* } pauses the game" 'game/main.c:5: a call through an invalid function pointer, in update'
        has "$how: a call of ${kind#* }: the state is that of the checkpoint" 'paused at frame '
        kill -KILL "$host" 2>/dev/null; wait "$host" 2>/dev/null; host=
    done
done

# --- functions of a build that was unloaded, which something still calls --------------------------------------------------
callback='#include <stdlib.h>
#include <stdio.h>
void on_timer(void);
void on_timer(void) {}'
new_game "$T/callbacks"
printf 'early = none\nwarnings = -w\n' >build.cfg
echo 'state Game { u32 count; u64 callback; }' >schema/game.def
write_game "$callback" 'if (!game->callback) game->callback = (u64)&on_timer; ((void (*)(void))game->callback)();'
"$B/eddie-build" --quiet
begin
ask 'step 2'
echo 'int changed;' >>game/main.c
ask reload
has 'the trial names a function that the state has the address of' 'refused: game/main.c:7: a call of on_timer (game/main.c:6) of an earlier build'
end
write_game "$callback" 'void *at = &on_timer; char text[32]; if (!getenv("CALLBACK")) { sprintf(text, "%p", at); setenv("CALLBACK", text, 1); }
sscanf(getenv("CALLBACK"), "%p", &at); ((void (*)(void))at)();'
"$B/eddie-build" --quiet
begin
for n in 1 2; do      # the previous build stays loaded, for F8
    ask 'step 2'
    echo "int version_$n;" >>game/main.c
    ask reload
done
ask 'step 2'
has 'a call of a function of an earlier build is reported' 'game/main.c:8: a call of on_timer (game/main.c:6) of an earlier build'
has 'the game is paused' 'paused at frame '
end
# without sanitizers: theirs may report the fault of the thread first
under_test=$B B=$root/build
new_game "$T/threads"
printf 'early = none\nwarnings = -w\nlibs = -lm -lpthread\n' >build.cfg
write_game '#include <pthread.h>
#include <unistd.h>
void *on_thread(void *it);
void *on_thread(void *it) { for (;;) usleep(1000); return it; }' '' 'pthread_t thread; if (!host->trial) pthread_create(&thread, 0, on_thread, 0);'
"$B/eddie-build" --quiet
begin
for n in 1 2 3; do
    ask 'step 2'
    echo "int version_$n;" >>game/main.c
    ask reload
done
until_true 20 test ! -d "/proc/$(ps -o pid= --ppid "$host" | tr -d ' ')"
wait "$host" 2>/dev/null; host=
holds 'a thread of an earlier build is named when the process ends' "$(cat "$T/stderr")" 'a call of on_thread (game/main.c:6) of an earlier build'
B=$under_test

# --- options of compilers that a host cannot work with --------------------------------------------------------------------
for option in -fpack-struct -fshort-enums; do
    new_game "$T/options$option"
    printf 'cflags = -g %s\nwarnings = -w\nearly = none\n' $option >build.cfg
    write_game '' ''
    holds "$option is refused by the build" "$("$B/eddie-build" --quiet 2>&1)" 'remove -fpack-struct, -fshort-enums and #pragma pack'
done
new_game "$T/fast-math"
printf 'libs = -lm -ffast-math\nearly = none\n' >build.cfg
write_game '' ''
"$B/eddie-build" --quiet
nm build/game.so | grep -q set_fast_math && {
    begin
    ask 'step 60'
    end
    holds 'what -ffast-math adds is not blamed on render' "$(cat "$T/stderr")" \
        'the game changed the floating-point environment in constructor; it is restored; link without -ffast-math'
}

# --- shared libraries of the game -----------------------------------------------------------------------------------------
new_game "$T/physics"
mkdir lib
build_physics() { $CC -fPIC -shared -x c - -o lib/libphys.new <<<"int gravity(void); int gravity(void) { return $1; }" && mv lib/libphys.new lib/libphys.so; }
build_physics 5
cp lib/libphys.so lib/kept
printf 'libs = -lm -Llib -lphys "-Wl,-rpath,%s/lib"\nearly = none\n' "$PWD" >build.cfg
write_game 'int gravity(void);' 'game->size = (f32)gravity();'
"$B/eddie-build" --quiet
begin
ask 'step 2'
echo '//' >>game/main.c; echo 'int one;' >>game/main.c
ask reload
has 'a reload with the same library' 'ok reloaded'
build_physics 60
echo 'int two;' >>game/main.c
ask reload
has 'a library that was built again is refused by its name' 'libphys.so was built again, but this process still has the one from before: restart the game'
ask 'step 2'
same 'the game keeps running with the old one' "$(value Game.size)" 'ok 5'
mv lib/kept lib/libphys.so
ask reload
has 'the same library again is accepted' 'ok reloaded'
end
# The module finds its library by $ORIGIN, and so does that library. Neither library has a name of its own (SONAME). The early
# module is in another folder and gets the same ones.
new_game "$T/origin"
mkdir lib lib/more
$CC -fPIC -shared -x c - -o lib/more/libspace.so <<<'int space(void); int space(void) { return 7; }'
$CC -fPIC -shared -x c - -o lib/libphys.so -Llib/more -lspace '-Wl,-rpath,$ORIGIN/more' \
    <<<'int space(void); int gravity(void); int gravity(void) { return space() + 2; }'
links() { find build -name '.loaded-*' | wc -l; }
for how in '$ORIGIN' '${ORIGIN}' 'early $ORIGIN'; do
    rm -rf build build.cfg
    case $how in early*) ;; *) echo 'early = none' >build.cfg ;; esac
    echo "libs = -lm -Llib -lphys \"-Wl,-rpath,${how#early }/../lib\"" >>build.cfg
    write_game 'int gravity(void);' 'game->size = (f32)gravity();'
    "$B/eddie-build" --quiet
    begin
    ask 'step 2'
    same "$how is the folder of the module" "$(value Game.size)" 'ok 9'
    write_game 'int gravity(void);' 'game->size = (f32)gravity() + 20;'
    ask reload
    has "$how: a reload, with its trial" 'ok reloaded'
    ask 'step 2'
    same "$how: a reload finds the library, too" "$(value Game.size)" 'ok 29'
    kill -KILL "$host"; wait "$host" 2>/dev/null; host=
    ln -s "$T/gone" build/.loaded-gone.so      # as a killed process leaves it, unless its helper was still starting
    "$B/eddie" --headless --no-watch --quiet --frames 3 --record record 2>&1
    holds "$how: eddie replay finds the library, too" "$("$B/eddie" replay record 2>&1)" '3 updates'
    begin
    ask 'step 2'
    end
    same "$how: no link is left" "$(links)" 0
done
cd "$T" || exit 1

# --- a module has limits of its own, which follow those of the host -----------------------------------------------------
new_game "$T/limit"
write_game '#include "runtime/base/limits.h"' 'game->count = (u32)(ed_bytes_max >> 30);'
"$B/eddie-build" --quiet || bad 'limit: the game builds' ''
begin --limit 3
ask 'step 1'; ask 'save a.state'; ask 'step 1'
same 'with --limit, the module reads and writes with that limit' "$(value Game.count)" 'ok 3'
sed -i 's/u32 count;/u32 count; u8 more;/' schema/game.def
ask reload; ask 'step 1'
same 'so does the next one' "$(value Game.count)" 'ok 3'
end

total
