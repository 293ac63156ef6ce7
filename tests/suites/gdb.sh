#!/bin/bash
# A breakpoint on a function's name is hit after each of ten reloads, on a copy of the game. Each reload has different code, in
# a library of another name.
command -v gdb >/dev/null || { echo 'skipped: gdb is not installed'; echo '0 passed, 0 failed'; exit 0; }
T=$(mktemp -d) || exit 1
ROOT=$PWD B=$PWD/build turns=10
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
. tests/lib/checks.sh
make --no-print-directory -s build/game.so build/eddie build/eddiec >/dev/null || exit 1
mkdir "$T/tmp" && copy_game "$T" || exit 1
cd "$T" || exit 1
export TMPDIR=$T/tmp

# gdb_probe is called by each update with the number of the build. Each hit changes the number in the source. The next `reload`
# of the script builds it.
cat >>game/main.c <<'C'

static int turn = 0;
static __attribute__((noinline)) void gdb_probe(int now) { turn = now; }
C
cat >next.sh <<'SH'
turn=$(($(cat turn 2>/dev/null || echo 0) + 1))
echo $turn >turn
sed -i "s/^static int turn = .*/static int turn = $turn;/" game/main.c
SH
update=$(sed -n 's/.*\.update *= *\([a-z_]*\).*/\1/p' game/main.c)
sed -i "s/\.update *= *$update/.update = gdb_update/; s/^static const ed_Module/static void gdb_probe(int now);\nstatic int turn;\nstatic void gdb_update(ed_Host *host) { gdb_probe(turn); $update(host); }\n\n&/" game/main.c
build_game || exit 1
{ echo 'step 1'; for _ in $(seq $turns); do echo reload; echo 'step 1'; done; echo quit; } >script

cat >commands <<'GDB'
set pagination off
set confirm off
set debuginfod enabled off
set print thread-events off
break gdb_probe
commands
silent
printf "hit turn %d in ", now
info symbol $pc
shell sh next.sh
continue
end
run
GDB
timeout -k 5 120 gdb -batch -x "$ROOT/docs/editors/eddie.gdb" -x commands --args "$B/eddie" --headless --script script --no-watch >out 2>&1 </dev/null

for turn in $(seq 0 $turns); do
    grep -q "^hit turn $turn in gdb_probe.*game\.so-[0-9]*\.so" out && ok "hit after $turn reloads" ||
        bad "hit after $turn reloads" "$(tail -n 20 out)"
done
# Numbers in between are of early builds by tcc.
same 'each in another library' "$(sed -n 's/^hit turn .*\(game\.so-[0-9]*\).*/\1/p' out | sort -u | wc -l)" $((turns + 1))
same 'each was a reload' "$(grep -c '^ok reloaded' out)" $turns
same 'no copy is left' "$(ls "$T/tmp")" ''
# A debugger that attaches later, to the process of the game, finds the code by its copy.
begin --no-watch
for _ in 1 2; do sh next.sh; ask reload; ask 'step 1'; done
game=$(ps -o pid= --ppid "$host" | tr -d " ")
mapped=$(grep -o "$T/tmp/.*" "/proc/$game/maps" | sort -u | wc -l)
timeout -k 5 60 gdb -batch -iex 'set debuginfod enabled off' -p "$game" -ex 'info line gdb_probe' >out 2>&1 </dev/null
if grep -q 'Operation not permitted' out; then echo 'skipped: this system does not let gdb attach'
elif [ "$mapped" -ge 1 ] && [ "$(grep -c '^Line [0-9]* of "game/main.c"' out)" = "$mapped" ]; then ok 'attached after two reloads'
else bad 'attached after two reloads' "$(tail -n 20 out)"; fi
end

# --check-pointers stops the debugger after the update that left a pointer to a removed record.
mkdir -p "$T/pond/schema" "$T/pond/game" && cd "$T/pond" || exit 1
echo 'struct Fly { u32 age; } struct Frog { Fly *prey; } state Pond { Fly flies[..4] [[pool, stable]]; Frog frogs[2]; }' >schema/pond.def
cat >game/main.c <<'C'
#include "gen/schema.gen.h"
#include "runtime/eddie.h"
static void update(ed_Host *host)
{
    Pond *pond = host->states[Pond_root].at;
    if (host->tick == 2) pond->frogs[1].prey = Fly_pool_add(host->states[Pond_root].arena, &pond->flies);
    if (host->tick == 5) Fly_pool_free(&pond->flies, pond->frogs[1].prey);
}
static void render(ed_Host *host) { (void)host; }
static const ed_Module module = { .abi = ED_ABI, .game = "pond", .title = "pond", .view_width = 16, .view_height = 9,
    .schema = &eddie_schema, .update = update, .render = render, .pack = ed_snapshot_write, .unpack = ed_snapshot_read };
const ed_Module *eddie_module(void) { return &module; }
C
"$B/eddie-build" --quiet || exit 1
printf 'step 20\nstep 1\n' >script
"$B/eddie" --headless --check-pointers --script script --no-watch >out 2>&1 </dev/null
same 'a pointer to a removed record stops a script' "$(cat out)" \
    'error script:1: frame 6: Pond.frogs[1].prey points to no Fly of the state: it was removed, or moved in its list
ok frame 7'
"$B/eddie" --headless --frames 9 --check-pointers --no-watch >out 2>&1 </dev/null
same 'without a script, it is printed' "$? $(grep -c 'frame 6: Pond.frogs\[1\].prey points to no Fly' out)" '1 1'
timeout -k 5 60 gdb -batch -iex 'set debuginfod enabled off' -ex run -ex 'bt 6' \
    --args "$B/eddie" --headless --check-pointers --script script --no-watch >out 2>&1 </dev/null
if grep -q SIGTRAP out && grep -q ed_pointer_check out; then ok 'and the debugger'
else bad 'and the debugger' "$(tail -n 20 out)"; fi

total
