#!/bin/bash
# Live editing end to end, on a copy of the game: edits, saves in quick succession, and every way an edit can fail.
# Arguments: the build folder of the host under test, its flags. The module is built without
# sanitizers, as a user's is.
B=$(cd "${1:-build}" && pwd) SAN=${2-}
CC=${CC:-cc}
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
make --no-print-directory -s build/game.so >/dev/null || exit 1
$CC -std=c11 -D_GNU_SOURCE -g -Wall -Wextra $SAN -I. tests/engine/embed.c "$B/libeddie_live.a" "$B/libeddie.a" -lm -ldl -pthread -o "$T/embed" || exit 1
copy_game "$T"
cd "$T" || exit 1

state() { value Game.tick; value Game.player.hp; value 'Game.enemies[0].pos'; value 'Game.enemies[3].hp'; }
edit()  { sed -i "$1" "$2"; }

# --- each kind of edit, one after the other, in one run ---
# This part removes, renames and converts only fields that it added itself, since the code uses the others.
def=$(grep -l '^struct Enemy ' schema/*.def)
insert() { edit "/^struct Enemy /,/^}/s/^ *f32  *hp .*/&\n    $1/" "$def"; }
remove() { edit "/^struct Enemy /,/^}/{/ $1\b/d}" "$def"; }
to_end() { edit "/^struct Enemy /,/^}/{/^ *$1/{h;d};/^}/{x;G}}" "$def"; }
begin
ask 'step 600'
before=$(state)
reload_keeps() { # name, part of the report
    ask reload
    has "$1" "$2"
    same "$1: the state is unchanged" "$(state)" "$before"
}
ask 'print Game.enemies[3].hp'; has 'the game has enemies after ten seconds' 'ok '
insert 'f32 shield = 25;'
reload_keeps 'add a field' 'added Enemy.shield = 25'
ask 'set Game.enemies[2].shield 7'
remove shield
reload_keeps 'remove a field' 'dropped Enemy.shield'
to_end 'f32  *hp '
reload_keeps 'reorder fields' 'fields kept'
insert 'u8 rank = 3;'
insert 'f32 armor = 4;'
reload_keeps 'add two fields' 'added Enemy.armor = 4'
ask 'set Game.enemies[3].armor 9'
remove rank; insert 'u16 level = 8;'; to_end 'f32 armor'
reload_keeps 'add, remove and reorder in one save' 'added Enemy.level = 8'
has 'the removed field is reported, too' 'dropped Enemy.rank'
same 'the reordered field kept its value' "$(value 'Game.enemies[3].armor')" 'ok 9'
edit 's/f32 armor = 4;/f32 plate [[was(armor)]] = 4;/' "$def"
reload_keeps 'rename with was' 'renamed Enemy.armor -> plate'
same 'the renamed field kept its value' "$(value 'Game.enemies[3].plate')" 'ok 9'
insert 'f32 one = 1;\n    f32 two = 2;'
reload_keeps 'add two more' 'added Enemy.two = 2'
ask 'set Game.enemies[3].one 11'
edit 's/f32 one = 1;/f32 two [[was(one)]] = 1;/; s/f32 two = 2;/f32 one [[was(two)]] = 2;/' "$def"
reload_keeps 'swap the names of two fields' 'renamed Enemy.one -> two'
same 'each value follows its was' "$(value 'Game.enemies[3].two')" 'ok 11'
edit 's/f32 two \[\[was(one)\]\] = 1;/f32 one = 1;/; s/f32 one \[\[was(two)\]\] = 2;/f32 two = 2;/' "$def"
reload_keeps 'undo that edit' 'renamed Enemy.two -> one'
same 'the value is back in its field' "$(value 'Game.enemies[3].one')" 'ok 11'
remove one; remove two
reload_keeps 'remove both' 'dropped Enemy.one'
edit 's/u16 level = 8;/i64 level = 8;/' "$def"
reload_keeps 'widen an integer' 'converted Enemy.level u16 -> i64'
echo 'int live_probe(void); int live_probe(void) { return 42; }' >>game/main.c
reload_keeps 'change code only' 'reloaded in'
ask reload
has 'a reload without a save' 'no changes'
echo '/// A comment on the enemy.' >"$T/doc"; sed -i "/^struct Enemy /{
r $T/doc
N
}" "$def"
ask reload
has 'a new comment in the schema' 'ok'

# --- a failed edit changes nothing, names the line, and is fixed by the next save ---
refused() { # name, part of the answer
    ask reload
    has "$1" "$2"
    has "$1: an error" 'error'
    same "$1: the state is unchanged" "$(state)" "$before"
}
keep() { cp -p "$def" "$T/kept.def"; cp -p game/main.c "$T/kept.c"; }
restore() { cp "$T/kept.def" "$def"; cp "$T/kept.c" game/main.c; ask reload; has "$1: fixed" 'ok'; }
keep
insert 'f32 half = '
refused 'a half-typed field' "$def:"
restore 'a half-typed field'
insert 'flot wrong;'
refused 'an unknown type' 'flot'
restore 'an unknown type'
insert 'f32 hp;'
refused 'a duplicate field' "$def:"
restore 'a duplicate field'
echo 'int broken(void) { return x; }' >>game/main.c
refused 'an error in C' 'game/main.c:'
restore 'an error in C'
echo 'int missing(void); int caller(void); __attribute__((visibility("default"))) int caller(void) { return missing(); }' >>game/main.c
refused 'a missing symbol' 'missing'
restore 'a missing symbol'
edit 's/\.abi *= *ED_ABI/.abi = ED_ABI + 1/' game/main.c
refused 'another ABI' 'another version of the runtime'
restore 'another ABI'
edit 's/\.game *= *"[a-z]*"/.game = "chess"/' game/main.c
refused 'another game' 'chess'
restore 'another game'
rigid=$(grep -l '^rigid ' schema/*.def); cp -p "$rigid" "$T/kept.rigid"
edit '/^rigid /,/^}/s/^}/    u32 more;\n}/' "$rigid"
refused 'a changed rigid layout' 'rigid memory changed'
cp "$T/kept.rigid" "$rigid"
restore 'a changed rigid layout'
ask 'step 60'
same 'the game keeps running' "$answer" 'ok frame 660'
end
same 'the exit code reports a failed command' "$code" 1
[ ! -s stderr ] && ok 'nothing on standard error' || bad 'nothing on standard error' "$(head -5 stderr)"


# --- while the game runs: lost values are restored, renames are recognized, types are converted ---
keep_all() { rm -rf "$T/all"; mkdir "$T/all"; cp -a game schema "$T/all"; }
undo_all() { cp "$T"/all/game/*.c game; cp "$T"/all/schema/*.def schema; }
# "id hp" of every enemy, by id
hps() { ask 'print Game.enemies'; printf '%s\n' "$answer" | grep -oE '"(id|hp|health)":[^,}]*' | cut -d: -f2 | paste - - | sort -n; }
code_hp() { sed -i "s/\benemy->hp\b/enemy->$1/g; s/items\[i\]\.hp\b/items[i].$1/g" game/*.c; }
change() { ask reload; has "$1" "$2"; }
begin
ask 'step 900'
ask 'set Game.enemies[2].hp 3.5'
hps >"$T/hps"
keep_all
edit '/^struct Enemy /,/^}/{/^ *f32 *hp /d}' "$def"; code_hp hp_max
change 'remove a field that the game uses' 'dropped Enemy.hp'
ask 'step 600'
undo_all
change 'a removed field that returns after 600 updates is restored' 'restored Enemy.hp'
hps >"$T/hps.now"
awk 'NR == FNR { old[$1] = $2; next } $1 in old { print old[$1] == $2 ? "same" : $0 }' "$T/hps" "$T/hps.now" | sort | uniq -c >"$T/survivors"
[ "$(awk '{ print $2 }' "$T/survivors")" = same ] && ok 'surviving enemies have their old hp' || bad 'surviving enemies have their old hp' "$(cat "$T/survivors")"
hps >"$T/hps"
edit '/^struct Enemy /,/^}/s/ hp = / health = /' "$def"; code_hp health
change 'rename it without was' 'renamed Enemy.hp -> health'
has 'the report says how to keep or undo the guess' 'assumed rename: add [[was(hp)]] to confirm, [[fresh]] to reset'
hps >"$T/hps.now"; same 'an inferred rename keeps the values' "$(cat "$T/hps.now")" "$(cat "$T/hps")"
undo_all
change 'rename it back' 'renamed Enemy.health -> hp'

insert 'i32 rank = 1;'; change 'a number' 'added Enemy.rank = 1'
ask 'set Game.enemies[1].rank 2'
edit 's/^struct Enemy /enum Rank : u8 { LOW, MID, HIGH }\n\n&/; s/i32 rank = 1;/Rank rank = MID;/' "$def"
change 'convert it to an enum' 'converted Enemy.rank i32 -> Rank'
same 'the number became its name' "$(value 'Game.enemies[1].rank')" 'ok "HIGH"'
edit 's/Rank rank = MID;/char rank[8] = "MID";/' "$def"
change 'convert it to text' 'converted Enemy.rank Rank -> char[8]'
same 'the name became its text' "$(value 'Game.enemies[1].rank')" 'ok "HIGH"'
edit 's/char rank\[8\] = "MID";/Rank rank = MID;/' "$def"
change 'convert the text to the enum' 'converted Enemy.rank char[8] -> Rank'
edit 's/Rank rank = MID;/i32 rank = 1;/' "$def"
change 'convert the enum to the number' 'converted Enemy.rank Rank -> i32'
same 'a number that was an enum and a text has its original value' "$(value 'Game.enemies[1].rank')" 'ok 2'
undo_all; ask reload

insert 'f32 charge;\n    f32 aim_time;'; change 'add fields of two behaviors' 'added Enemy.charge'
ask 'set Game.enemies[0].charge 4'; ask 'set Game.enemies[1].aim_time 6'
kind=$(value 'Game.enemies[0].kind')
cat >"$T/union" <<'DEF'
struct Rush { f32 power; }
struct Aim  { f32 time; }
union Way   { Rush rush; Aim aim; }

DEF
edit '/^    f32 aim_time;/d; s/^    f32 charge;/    Way way;/; s/^struct Enemy \[\[key(id)\]\]/struct Enemy [[key(id), upgrade(enemy_upgrade)]]/' "$def"
sed -i "0,/^struct Enemy /{/^struct Enemy /{
e cat $T/union
}}" "$def"
cat >>game/sim_enemies.c <<'C'

bool enemy_upgrade(ed_Arena *arena, Enemy *it, const ed_OldRecord *old)
{
    f32 time = (f32)ed_old_f64(old, "aim_time", 0);
    if (time > 0) Way_set_aim(arena, &it->way)->time = time;
    else Way_set_rush(arena, &it->way)->power = (f32)ed_old_f64(old, "charge", 0);
    return true;
}
C
change 'convert fields to a union by an upgrade hook' 'added Enemy.way'
same 'one behavior'    "$(value 'Game.enemies[0].way')" 'ok {"rush":{"power":4}}'
same 'the other one'   "$(value 'Game.enemies[1].way')" 'ok {"aim":{"time":6}}'
same 'the rest is kept' "$(value 'Game.enemies[0].kind')" "$kind"
sed -i 's/return true;\n}$/&/; s/^    if (time > 0) Way_set_aim/    if (it->id) return ed_old_refuse(old, "enemy %u is not ready", it->id);\n&/' game/sim_enemies.c
sed -i 's/enemy_upgrade/enemy_upgrade_2/' game/sim_enemies.c "$def"
change 'a hook may refuse' 'enemy_upgrade_2 refused: enemy'
same 'a refusal loses nothing' "$(value 'Game.enemies[1].way')" 'ok {"aim":{"time":6}}'
sed -i '/^bool enemy_upgrade_2/,$d' game/sim_enemies.c
change 'a missing hook is an error' 'no file of the game defines that function'
undo_all; ask reload

insert 'u32 strength = 5;\n    u32 speed_rank = 6;'; change 'add two fields' 'added Enemy.strength = 5'
ask 'set Game.enemies[1].strength 7'
sed -i "0,/^struct Enemy /s/^struct Enemy /struct Stats {\n    u64 strength;\n    u32 speed;\n}\n\n&/" "$def"
edit '/^    u32 speed_rank/d; s/^    u32 strength = 5;/    Stats stats [[was(.strength = strength, .speed = speed_rank)]];/' "$def"
change 'move them into a struct' 'renamed Enemy.strength -> stats.strength'
same 'they moved' "$(value 'Game.enemies[1].stats')" 'ok {"strength":7,"speed":6}'
edit 's/^    Stats stats .*/    Stats stats;/' "$def"
change 'remove the was' 'kept'
same 'fields that were gathered stay in the struct when was is removed' "$(value 'Game.enemies[1].stats')" 'ok {"strength":7,"speed":6}'
undo_all; ask reload

insert 'u8 ammo[4] = {1, 2, 3, 4};'; change 'add an array' 'added Enemy.ammo = [1,2,3,4]'
ask 'set Game.enemies[1].ammo[3] 9'
edit 's/u8 ammo\[4\] = .*/u8 ammo[6];/' "$def";   change 'grow it' 'u8[4] -> u8[6]'
same 'grown' "$(value 'Game.enemies[1].ammo')" 'ok [1,2,3,9,0,0]'
edit 's/u8 ammo\[6\];/u8 ammo[2];/' "$def";       change 'shrink it' 'truncated'
edit 's/u8 ammo\[2\];/u8 ammo[4];/' "$def";       change 'grow it again' 'restored'
same 'the cut elements are restored' "$(value 'Game.enemies[1].ammo')" "ok [1,2,3,9]"
for size in 4:3 3:2 2:3 3:4; do edit "s/u8 ammo\[${size%:*}\];/u8 ammo[${size#*:}];/" "$def"; change "size $size" 'Enemy.ammo'; done
same 'cut in two steps, restored in two' "$(value 'Game.enemies[1].ammo')" "ok [1,2,3,9]"
edit '/^struct Enemy /,/^}/{/u8 ammo\[4\];/d}' "$def"; change 'drop it' 'dropped Enemy.ammo'
insert 'u8 ammo[2];';                              change 'add a shorter one' 'restored Enemy.ammo'
edit 's/u8 ammo\[2\];/u8 ammo[4];/' "$def";       change 'then the full length' 'restored'
same 'dropped whole, restored in two steps' "$(value 'Game.enemies[1].ammo')" "ok [1,2,3,9]"
cp "$def" "$T/no_root.def"
printf 'state Extra { i32 q = 5; }\n' >>"$def";     change 'add a state' 'added Extra'
cp "$T/no_root.def" "$def";                       change 'remove a state at its defaults' 'dropped Extra (1 record)'
printf 'state Extra { i32 q = 5; }\n' >>"$def";     change 'add it again' 'restored Extra'
ask 'set Extra.q 6'
cp "$T/no_root.def" "$def";                       change 'remove it with a value' 'dropped Extra (1 record, 1 held a value): kept in the attic'
edit 's/u8 ammo\[4\];/u8 ammo[4][2];/' "$def";    change 'nest it' 'u8[4] -> u8[4][2]'
same 'nested' "$(value 'Game.enemies[1].ammo')" "ok [[1,0],[2,0],[3,0],[9,0]]"
edit 's/u8 ammo\[4\]\[2\];/u16 ammo[..8];/' "$def"; change 'make it a list' 'u8[4][2] -> u16[..8]'
same 'a list, with the elements cut off before' "$(value 'Game.enemies[1].ammo')" "ok [1,2,3,9,0,0]"
undo_all
end

# --- files that are not a module, as the result of a build ---
wrong() { # name, command that makes build/wrong.so, part of the answer
    eval "$2"
    begin --watch 'cp build/wrong.so build/game.so.part && mv build/game.so.part build/game.so'
    ask 'step 10'; ask reload
    has "$1" "$3"
    ask 'step 10'
    same "$1: the game keeps running" "$answer" 'ok frame 20'
    end
    rm -f build/game.so; build_game
}
wrong 'an empty file'       ': >build/wrong.so' 'empty'
wrong 'a text file'         'echo hello there >build/wrong.so' 'not a shared library'
wrong 'a truncated library' 'head -c 20000 build/game.so >build/wrong.so' 'it is truncated'
wrong 'a library without its last byte' 'head -c -1 build/game.so >build/wrong.so' 'it is truncated'
wrong 'a program'           'cp -L /bin/true build/wrong.so' 'refused'
wrong 'an object file'      'cp build/objects/game/main.c.o build/wrong.so' 'it is an object file: link it with -shared'
wrong 'another library'     "echo 'int x;' | $CC -shared -fPIC -x c - -o build/wrong.so" 'the function eddie_module is missing'
begin --watch 'rm -f build/game.so'; ask reload
has 'a missing library' 'cannot be opened'
end; build_game

# --- code that fails: in its trial, before it reaches the game, and later, when the guard catches it ---
keep_all
type_in() { edit "s~^    editor_update(host);~&\n    $1~" game/main.c; }      # adds it to the game's update
begin
ask 'step 300'; before=$(state)
type_in '{ int *volatile p = 0; *p = 1; }'
refused 'a null pointer in the first update' 'game/main.c:'
has 'the message names the fault and the function' 'null-pointer dereference, in update;'
has 'still running the previous build' 'still running the previous build'
restore 'a null pointer in the first update'
type_in 'for (volatile int i = 0; ; i++) { }'
refused 'an endless loop in the first update' 'did not return within'
has 'the message names the line of the loop' 'game/main.c:'
restore 'an endless loop in the first update'
edit 's/^#include "game\/editor.h"/#include <assert.h>\n&/' game/main.c
type_in 'assert(host->tick == 1);'
refused 'an assert' 'Assertion'
restore 'an assert'
type_in '{ int *volatile p = 0; if (host->tick >= 400) *p = 1; }'
ask reload; has 'code that fails later is accepted' 'reloaded in'
ask 'step 200'
has 'its fault pauses the game' 'paused at frame'
has 'the message names the line' 'error game/main.c:'
ask 'step 1'; has 'a paused game does not step' 'the game is paused'
ask 'print Game.player.hp'; has 'its state can be printed' 'ok'
ask "save $T/frozen.state"; has 'the state of a paused game is saved' 'ok'
ask reload; has 'a reload of the code that failed is refused' 'no changes, still the code that failed'
undo_all
ask reload; has 'fixed code resumes the game' 'reloaded in'
ask 'step 300'; has 'the game keeps running after the fix' 'ok frame'
type_in '{ static int n; while (n++ > 60) { n = 61; } }'
ask reload; has 'a later endless loop is accepted' 'reloaded in'
ask 'step 200'
has 'its hang pauses the game, too' 'did not return within'
undo_all
insert 'f32 after_fault = 4;'
ask reload; has 'fixed code with another layout resumes the game' 'added Enemy.after_fault = 4'
ask 'step 10'; has 'the game runs with the new layout' 'ok frame'
end
ls crash-*.state >/dev/null 2>&1 && ok 'the checkpoint of the crash is on disk' || bad 'the checkpoint of the crash is on disk' "$(ls)"
[ -z "$(find . -maxdepth 1 -name "crash-*.state" -mmin -60)" ] && ok "the state of a resumed game is not offered again" || bad "the state of a resumed game is not offered again" "$(ls -l crash-*)"
rm -f crash-*
undo_all; build_game

# --- builds that are killed, and a full disk ---
begin --watch 'kill -9 $$'
ask 'step 10'; ask reload; has 'a compiler that is killed' 'still running the previous build'
end
begin --watch "ulimit -f 8; exec $B/eddie-build"
ask 'step 10'; edit 's/^    editor_update(host);/& \/\/ again/' game/main.c
ask reload; has 'a disk that is full' 'still running the previous build'
ask 'step 10'; same 'the game keeps running after a full disk' "$answer" 'ok frame 20'
end
build_game
begin; one=("${HOST[@]}") one_pid=$host
ask 'step 10'
coproc SECOND { exec "$B/eddie" --headless --script - 2>"$T/stderr2"; }
echo 'step 10' >&"${SECOND[1]}"; read -r -t 20 answer <&"${SECOND[0]}"; same 'two hosts run in one folder' "$answer" 'ok frame 10'
insert 'u32 both = 3;'
echo 'wait-reload 20000' >&"${SECOND[1]}"; ask 'wait-reload 20000'; has 'the first of two hosts sees the save' 'added Enemy.both'
read -r -t 20 answer <&"${SECOND[0]}"; has 'the second of two hosts sees the save' 'added Enemy.both'
echo quit >&"${SECOND[1]}"; wait "$SECOND_PID"
end

# --- a build ends even if no command waits for it, and releases its lock ---
lock_is_free() { timeout 20 flock build/game.so.lock true && ok "$1" || bad "$1" "the lock is still held"; }
begin --watch 'echo "game/main.c:1:1: error: first of two"; sleep 1; false'
ask reload; has 'an error is reported before the build ends' 'first of two'
lock_is_free 'the lock is released while the script waits for its next line'
ask 'wait-reload 200'; has 'an error is reported once' 'no reload within'
end
begin --watch "sleep 1; exec $B/eddie-build"
ask 'step 10'; insert 'u32 waited = 3;'
ask 'wait-reload 400'; has 'the script stops waiting before the build ends' 'no reload within'
lock_is_free 'the build ends meanwhile'; sleep 1
ask 'print Game.enemies[0].waited'; has 'only reload and wait-reload change code' 'error'
ask 'wait-reload 20000'; has 'wait-reload takes the finished build' 'added Enemy.waited = 3'
insert 'float wrong;'
ask 'wait-reload 400'; lock_is_free 'a build that fails ends meanwhile, too'
ask 'wait-reload 400'; has 'the next command reports its error' "$def:"
ask 'wait-reload 400'; has 'a save is reported only once' 'no reload within'
edit "s/float wrong;/flot wrong;/" "$def"; ask 'wait-reload 400'; lock_is_free 'another build that fails'
remove 'flot wrong'
ask 'wait-reload 20000'; has 'an error of text that was fixed is not reported' 'ok'
end

# --- rewind to a frame with another layout ---
begin; ask 'step 600'
insert 'f32 gauge = 2;'; change 'add a float' 'added Enemy.gauge = 2'
ask 'set Game.enemies[0].gauge 2.5'; ask 'step 30'
edit 's/f32 gauge = 2;/u32 gauge = 2;/' "$def"; change 'convert it to an integer' '1 rounded'
ask 'step 30'
ask 'rewind 30'; same 'a rewind to a frame with an integer loses nothing' "$answer" 'ok frame 630'
ask 'rewind 30'; has 'a rewind to a frame with a float reports the conversion' 'ok frame 600, '
has 'the report of a rewind has the texts of a reload' '1 rounded'
end

undo_all; build_game

# --- state from disk, in a build whose structs differ ---
begin; ask 'step 300'; ask "save $T/a.state"; before=$(state); end
insert 'u32 later = 5;'
build_game
begin --state "$T/a.state" --no-watch
same 'a snapshot in a build with another layout' "$(state)" "$before"
same 'a field that the snapshot lacks has its default' "$(value 'Game.enemies[0].later')" 'ok 5'
end
answer=$(cat stderr); has 'the report lists its fields' 'added Enemy.later = 5'

# --- the attic in a snapshot ---
keep_all
begin --keep-attic
ask 'step 300'
insert 'f32 rage = 1;'; ask reload; ask 'set Game.enemies[0].rage 77'
remove 'rage'; ask reload
ask "save $T/attic.state"; end
begin --state "$T/attic.state"
ask 'print Game.tick'
insert 'f32 rage = 1;'; change 'a dropped field is restored after a restart' 'restored Enemy.rage'
same 'with its value' "$(value 'Game.enemies[0].rage')" 'ok 77'
end
undo_all; build_game

# --- saves in quick succession while it runs and builds: the last one always wins ---
"$B/eddie" --headless >"$T/free.out" 2>"$T/free.err" & host=$!
until_true 60 grep -q watching "$T/free.out"
live=0
for i in $(seq 20); do
    edit "s/\(u32 later\).*/\1 = 5; u32 quick_${i}_a;/" "$def"
    sleep 0.$(printf %03d $((RANDOM % 150)))
    edit "s/\(u32 later\).*/\1 = 5; u32 quick_${i}_b = $i;/" "$def"
    for _ in $(seq 200); do
        tail -n 1 "$T/free.out" | grep -qE "(added Enemy.|-> )quick_${i}_b\b" && live=$((live + 1)) && break
        sleep 0.1
    done
done
same 'the last of two quick saves is live, twenty times' "$live" 20
[ ! -s "$T/free.err" ] && ok 'no error of a half-written save was reported' || bad 'no error of a half-written save was reported' "$(head -3 "$T/free.err")"
kill "$host"; wait "$host"; host=
begin; ask 'step 300'
# another text with an older time stamp is a save, too
edit 's/ u32 quick_20_b = 20;/ i16 aged = 6;/' "$def"; touch -d '2 hours ago' "$def"
ask 'wait-reload 20000'
same 'a save that is older than the build is seen' "$(value 'Game.enemies[0].aged')" 'ok 6'
cp "$def" "$T/new.def" && edit 's/i16 aged = 6;/u32 moved = 7;/' "$T/new.def" && mv "$T/new.def" "$def"
ask 'wait-reload 20000'
same 'a save by rename is seen' "$(value 'Game.enemies[0].moved')" 'ok 7'
end

# a file that is added and removed, each time with an older time stamp
begin; ask 'step 1'
echo 'state Extra { u32 extra = 3; }' >schema/extra.def; touch -d '3 hours ago' schema/extra.def
ask 'wait-reload 20000'
same 'a new schema file is seen' "$(value Extra.extra)" 'ok 3'
rm schema/extra.def
ask 'wait-reload 20000'
has 'a removed schema file is seen' 'dropped Extra'
echo 'static int unused(void) { return 1; }' >>game/main.c
ask 'wait-reload 20000'
has 'a warning is reported' 'warning: '
sed -i '$d' game/main.c
ask 'wait-reload 20000'
insert 'float wrong;'
ask 'wait-reload 20000'
has 'the error comes with a hint' 'f32'
remove 'float wrong'
ask 'wait-reload 20000'
end

# a save just before the program starts
insert 'u32 early = 9;'
begin
ask 'step 600'
same 'a save before the start is seen' "$(value 'Game.enemies[0].early')" 'ok 9'
end

# --- another program's main loop, without SDL ---
"$T/embed" build/game.so "$B/eddie-build" 6 >"$T/embed.out" 2>&1 & host=$!
sleep 1
edit 's/u32 moved = 7;/u32 moved = 7; u32 embedded = 1;/' "$def"
wait $host; same 'an embedded loop exits with 0' $? 0; host=
answer=$(cat "$T/embed.out"); has 'an embedded loop reloads' 'added Enemy.embedded = 1'
ldd "$T/embed" | grep -q SDL && bad 'it is not linked with SDL' 'SDL is linked' || ok 'it is not linked with SDL'

# --- a new game: changes that time stamps and folders do not show ---
"$B/eddie" new "$T/mine" >/dev/null 2>&1; cd "$T/mine" || exit 1
build_game || exit 1
echo "exec $B/eddie-build" >build.sh
code() { sed "s/^    move_light(.*/&\n    game->caught = $1;/" "$T/main.c"; }      # NUMBER: main.c with an update that sets it
runs() { # name, the number
    ask 'wait-reload 20000'; ask 'step 2'
    same "$1" "$(value Game.caught)" "ok $2"
}
cp game/main.c "$T/main.c"
begin --watch 'sh build.sh'
find build -type f -exec touch -d '+60 sec' {} +
code 11 >game/main.c; runs 'a build from the future is built again' 11
find build -type f -exec touch -d '+60 sec' {} +
edit 's/^state Game {/&\n    u64 first[3];/' schema/game.def
ask 'wait-reload 20000'; has 'a schema is built again, too' 'added Game.first = [0,0,0]'
mv build.sh later.sh; echo true >build.sh; code 12 >game/main.c; touch -d '2 hours ago' game/main.c
ask 'wait-reload 20000'; has 'code that the build command left out is reported' 'error game/main.c was saved'
has 'the message names the command' '(sh build.sh); still running the previous build'
mv later.sh build.sh; echo '// a comment' >>schema/game.def; runs 'the next save builds it' 12
echo '// another comment' >>schema/game.def
ask 'wait-reload 20000'; has 'a save that changes no code is no error' 'ok no changes'
end
find build -type f -exec touch -d '+60 sec' {} +; code 13 >game/main.c
begin; runs 'a module from the future is built at the start' 13; end
mkdir shared; mv game/main.c shared; ln -s ../shared/main.c game/main.c
begin
code 14 >shared/main.c; runs 'a source that is a link is live' 14
code 15 >shared/next; mv shared/next shared/main.c; runs 'also when saved by rename' 15
cp -a . ../mine.copy; cd ..; rm -r mine; mv mine.copy mine; cd mine; code 16 >game/main.c
for _ in $(seq 100); do caught=$(value Game.caught); [ "$caught" = 'ok 16' ] && break; ask 'wait-reload 500'; ask 'step 2'; done
same 'a game folder that was deleted and restored is live' "$caught" 'ok 16'
end

total
