#!/bin/bash
# A game whose state is large arrays: 64 MiB of numbers, and records nested three deep, some of them over 1 MiB. It is
# saved, rewound, reloaded with added fields, loaded and planned.
# Argument: the build folder of the host under test. The module is built without sanitizers, as a user's is.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
make --no-print-directory -s build/bare/libeddie.a build/bare/eddie.o >/dev/null || exit 1
mkdir "$T/schema" "$T/game"
cat >"$T/schema/game.def" <<'END'
enum   Mood : u8 { CALM = 3, ANGRY }
struct Part { u8 kind; f32 x = 1; bool on; char name[6]; Mood mood; }
struct Cell { u32 id; Part parts[30]; }
struct Big  { u32 id; u8 bytes[2097152]; Cell cells[40]; }
state  Game { u64 tick; u8 numbers[67108864]; Cell cells[500]; Big bigs[2]; u16 given[40000] = {1, 2, 3}; }
END
cat >"$T/game/main.c" <<'END'
#include "gen/schema.gen.h"
#include "runtime/eddie.h"

static void update(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->numbers[++game->tick] = 1;
}

static void render(ed_Host *host) { (void)host; }

const ed_Module *eddie_module(void)
{
    static const ed_Module module = {
        .abi = ED_ABI, .game = "large", .schema = &eddie_schema, .view_width = 64, .view_height = 64,
        .update = update, .render = render, .pack = ed_snapshot_write, .unpack = ed_snapshot_read };
    return &module;
}
END
cd "$T" && build_game || exit 1

last='Game.numbers[67108863]' part='Game.bigs[1].cells[39].parts[29]'
values() { value "$last"; value "$part.x"; value 'Game.cells[499].parts[29].name'; value 'Game.given[2]'; value "$part.mood"; }
begin build/game.so
ask 'step 2'; ask "set $last 7"; ask "set $part.x 2.5"; ask 'set Game.cells[499].parts[29].name "last"'
before=$(values)
ask 'save a.state';  has 'a large state is saved' 'ok a.state'
ask 'step 2'
ask 'rewind 2';      has 'it is rewound' 'ok frame 2'
same 'rewound: its values' "$(values)" "$before"
same 'rewound: what the update did is undone' "$(value 'Game.numbers[3]')" 'ok 0'
cp schema/game.def old.def
sed -i 's/u64 tick;/u64 tick; u32 more = 7;/; s/u8 kind;/u8 kind; u16 extra = 9;/' schema/game.def
ask reload
has 'it is reloaded with an added field' 'added Game.more = 7 (1 record)'
has 'and with one in a nested record'    'added Part.extra = 9 (17400 records)'
same 'reloaded: its values' "$(values)" "$before"
same 'reloaded: the added field' "$(value "$part.extra")" 'ok 9'
ask 'save b.state';  has 'it is saved in the new layout' 'ok b.state'
ask 'step 3'
ask 'load a.state';  has 'an older snapshot is loaded' 'ok frame 2'
same 'loaded: its values' "$(values)" "$before"
same 'loaded: the added field' "$(value "$part.extra")" 'ok 9'
end
same 'the host ends well' "$code" 0

plan() { timeout 120 "$B/eddie" plan "$@" >out 2>&1; echo "exit $?"; cat out; }
planned=$(plan a.state schema)
holds 'a change is planned for the snapshot' "$planned" 'exit 0'
holds 'planned: a nested record' "$planned" 'added Part.extra = 9 (17400 records)'
holds 'a change is planned for the schema' "$(plan old.def schema)" 'exit 0'
"$B/eddiec" --snapshot new.state old.def || bad 'the defaults of a large schema are a snapshot' "exit $?"
same 'a default of some of many elements' "$("$B/eddie" get new.state 'Game.given[2]') $("$B/eddie" get new.state 'Game.given[3]')" '3 0'
same 'a default of a nested record' "$("$B/eddie" get new.state "$part.mood") $("$B/eddie" get new.state "$part.x")" 'CALM 1'
total
