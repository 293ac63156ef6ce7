#!/bin/bash
# A game whose records point to each other, to functions and to tables (tests/engine/linked) plays on through edits of its
# schema and its code. At the end its state is the same as without any reload.
# Arguments: the build folder, its sanitizer flags.
B=${1:-build} SAN=${2-}
ROOT=$PWD
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap 'rm -rf "$T"' EXIT
FLAGS="-std=c11 -D_GNU_SOURCE -O0 -g -Wall -Wextra -Wconversion -Wshadow -Werror -I. $SAN"
UPDATES=300
count=0 builds=
cp tests/engine/linked/world.def tests/engine/linked/world.c "$T"

build() { # what changed: builds the sources as the next library
    count=$((count + 1))
    mkdir -p "$T/$count/gen" && "$B/eddiec" -o "$T/$count/gen" "$T/world.def" >"$T/out" 2>&1 &&
        ${CC:-cc} $FLAGS -I"$T/$count" -fPIC -fvisibility=hidden -shared -Wl,-Bsymbolic "$T/world.c" "$T/$count"/gen/*.c \
            "$B/libeddie.a" -lm -o "$T/$count/world.so" >>"$T/out" 2>&1
    same "$1: builds" "$? $(cat "$T/out")" "0 "
    builds="$builds $T/$count/world.so"
}
schema() { sed -i "$1" "$T/world.def"; }
code()   { sed -i "$1" "$T/world.c"; }

${CC:-cc} $FLAGS tests/engine/linked/play.c tests/lib/invariants.c "$B/libeddie_live.a" "$B/libeddie.a" -lm -ldl -o "$T/play" || exit 1

build "the game"
code 's/sides;$/sides + 0;/'; build "only code"
schema 's/^    u32        fuse = 40;/    u32 age; \0/'; code 's/^        it->think(it);/        it->age++; \0/'; build "a field is added and used"
schema '/^    u32        id;/d; s/^    char       name/    u32 id; \0/'; build "fields are reordered"
schema 's/\*target;/*prey [[was(target)]];/'; code 's/\btarget\b/prey/g'; build "a pointer is renamed"
schema 's/^    i32        health;/    i64 health;/'; code 's/it->health -= it->prey/it->health -= (i64)(it->prey/; s/ == self;/ == self);/'; build "a number is widened"
schema '/^struct Player/,/^}/{/^    f32   [xy];/d}'
schema 's/^struct Player {/struct Vec { f32 x; f32 y; }\n\0\n    Vec pos [[was(.x = x, .y = y)]];/'
code 's/player->\([xy]\) +=/player->pos.\1 +=/; s/- player->\([xy]\))/- player->pos.\1)/'; build "fields are nested"
cp "$T/world.def" "$T/with_name.def"; cp "$T/world.c" "$T/with_name.c"
schema '/char       name/s/char.*//'; code '/snprintf(thing/d; s/thing->name/"a thing"/'; build "a field is removed"
cp "$T/with_name.def" "$T/world.def"; cp "$T/with_name.c" "$T/world.c"; build "the field is restored"
schema 's/{ RUNNER,/{ GHOST, RUNNER,/'; code 's/^    \[Kind_RUNNER\]/    [Kind_GHOST] = { 9.0f, 1, wander },\n\0/; s/(Kind)roll(3)/(Kind)(roll(3) + 1)/'; build "a row is inserted in the table"
schema 's/{ wander, hunt, burn }/{ burn, chase [[was(hunt)]], wander }/; s/= hunt;/= chase;/'; code 's/\bhunt\b/chase/g'; build "a function is renamed and moved"
schema '/^    char       \*does/d; s/^    i64 health;/\0 char *deed [[was(does)]];/'; code 's/->does\b/->deed/g'; build "a text by pointer is renamed and moved"
schema 's/players\[2\]/players[3]/'; build "an array is longer"
schema 's/Thing  \*first;//; s/^state World/state List [[globals]] { Thing *first [[was(World.first)]]; }\n\0/'; build "a pointer moves to another state"
schema 's/things\[..64\]/things[..80]/'; code 's/sides + 0;$/sides;/'; build "the pool has room for more"

"$T/play" $((UPDATES * count)) "$T/1/world.so" >"$T/without" 2>&1
same "the game plays without a reload" "$(grep -c World "$T/without")" 13
"$T/play" $UPDATES $builds >"$T/with" 2>&1
same "after all edits the state is that of a game without a reload" "$(cat "$T/with")" "$(cat "$T/without")"
"$B/flip" "$T/1/world.so" $UPDATES 7 >"$T/out" 2>&1
same "damaged snapshots are refused, or the state is valid" "$? $(cat "$T/out")" "0 6 passed, 0 failed"
total
