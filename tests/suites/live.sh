#!/bin/bash
# Live editing end to end, on a copy of the game: edits, quick saves, and every way an edit can go wrong.
# Arguments: the build folder of the host under test, its flags. The module is built plainly, as a user's is.
B=$(cd "${1:-build}" && pwd) SAN=${2-}
CC=${CC:-cc}
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
make --no-print-directory -s build/game.so build/eddiec >/dev/null || exit 1
$CC -std=c11 -D_GNU_SOURCE -g -Wall -Wextra $SAN -I. tests/engine/embed.c "$B/libeddie_live.a" "$B/libeddie.a" -lm -ldl -pthread -o "$T/embed" || exit 1
cp -a Makefile runtime codegen game schema "$T" && mkdir -p "$T/build" && cp -a build/. "$T/build" && rm -rf "$T/build/san" "$T/build/cov"
cd "$T" || exit 1

state() { value Game.tick; value Game.player.hp; value 'Game.enemies[0].pos'; value 'Game.enemies[3].hp'; }
edit()  { sed -i "$1" "$2"; }

# --- each kind of edit, one after the other, in one run: only fields of the test's own, as the game's code uses the others ---
def=$(grep -l '^struct Enemy ' schema/*.def)
insert() { edit "/^struct Enemy /,/^}/s/^ *f32  *hp .*/&\n    $1/" "$def"; }
remove() { edit "/^struct Enemy /,/^}/{/ $1\b/d}" "$def"; }
to_end() { edit "/^struct Enemy /,/^}/{/^ *$1/{h;d};/^}/{x;G}}" "$def"; }
begin
ask 'step 600'
before=$(state)
reload_keeps() { # words, what the report holds
    ask reload
    has "$1" "$2"
    same "$1: state as it was" "$(state)" "$before"
}
has 'the game has enemies after ten seconds' 'ok'
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
has 'the removed one is told too' 'dropped Enemy.rank'
same 'what was reordered kept its value' "$(value 'Game.enemies[3].armor')" 'ok 9'
edit 's/f32 armor = 4;/f32 plate [[was(armor)]] = 4;/' "$def"
reload_keeps 'rename with was' 'renamed Enemy.armor -> plate'
same 'what was renamed kept its value' "$(value 'Game.enemies[3].plate')" 'ok 9'
insert 'f32 one = 1;\n    f32 two = 2;'
reload_keeps 'add two more' 'added Enemy.two = 2'
ask 'set Game.enemies[3].one 11'
edit 's/f32 one = 1;/f32 two [[was(one)]] = 1;/; s/f32 two = 2;/f32 one [[was(two)]] = 2;/' "$def"
reload_keeps 'let two fields swap names' 'renamed Enemy.one -> two'
same 'a value follows its name' "$(value 'Game.enemies[3].two')" 'ok 11'
edit 's/f32 two \[\[was(one)\]\] = 1;/f32 one = 1;/; s/f32 one \[\[was(two)\]\] = 2;/f32 two = 2;/' "$def"
reload_keeps 'take that edit back' 'renamed Enemy.two -> one'
same 'the value is where it was' "$(value 'Game.enemies[3].one')" 'ok 11'
remove one; remove two
reload_keeps 'remove both' 'dropped Enemy.one'
edit 's/u16 level = 8;/i64 level = 8;/' "$def"
reload_keeps 'widen an integer' 'converted Enemy.level u16 -> i64'
echo 'int live_probe(void); int live_probe(void) { return 42; }' >>game/main.c
reload_keeps 'change code only' 'reloaded in'
ask reload
has 'build what is there already' 'no changes'
echo '/// Said of the enemy.' >"$T/doc"; sed -i "/^struct Enemy /{
r $T/doc
N
}" "$def"
ask reload
has 'a schema with a comment more' 'ok'

# --- what goes wrong leaves everything as it was, says where, and is mended by the next save ---
refused() { # words, what the answer holds
    ask reload
    has "$1" "$2"
    has "$1: an error" 'error'
    same "$1: state as it was" "$(state)" "$before"
}
keep() { cp -p "$def" "$T/kept.def"; cp -p game/main.c "$T/kept.c"; }
mend() { cp "$T/kept.def" "$def"; cp "$T/kept.c" game/main.c; ask reload; has "$1: mended" 'ok'; }
keep
insert 'f32 half = '
refused 'a half-typed field' "$def:"
mend 'a half-typed field'
insert 'flot wrong;'
refused 'an unknown type' 'flot'
mend 'an unknown type'
insert 'f32 hp;'
refused 'a field twice' "$def:"
mend 'a field twice'
echo 'int broken(void) { return x; }' >>game/main.c
refused 'an error in C' 'game/main.c:'
mend 'an error in C'
echo 'int missing(void); int caller(void); __attribute__((visibility("default"))) int caller(void) { return missing(); }' >>game/main.c
refused 'a missing symbol' 'missing'
mend 'a missing symbol'
edit 's/\.abi *= *ED_ABI/.abi = ED_ABI + 1/' game/main.c
refused 'another ABI' 'another version of the runtime'
mend 'another ABI'
edit 's/\.game *= *"[a-z]*"/.game = "chess"/' game/main.c
refused 'another game' 'chess'
mend 'another game'
rigid=$(grep -l '^rigid ' schema/*.def); cp -p "$rigid" "$T/kept.rigid"
edit '/^rigid /,/^}/s/^}/    u32 more;\n}/' "$rigid"
refused 'a changed rigid layout' 'rigid memory changed'
cp "$T/kept.rigid" "$rigid"
mend 'a changed rigid layout'
: >'game/main (copy).c'
refused 'a name that make cannot take' 'error game/main (copy).c: rename it: make cannot take spaces'
rm 'game/main (copy).c'
mend 'a name that make cannot take'
ask 'step 60'
same 'the game goes on' "$answer" 'ok frame 660'
end
same 'a failed command shows in the exit code' "$code" 1
[ ! -s stderr ] && ok 'nothing on standard error' || bad 'nothing on standard error' "$(head -5 stderr)"


# --- what an edit loses comes back, and what it means is understood, while the game goes on ---
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
change 'delete a field the game lives by' 'dropped Enemy.hp'
ask 'step 600'
undo_all
change 'put it back 600 updates later' 'restored Enemy.hp'
hps >"$T/hps.now"
awk 'NR == FNR { old[$1] = $2; next } $1 in old { print old[$1] == $2 ? "same" : $0 }' "$T/hps" "$T/hps.now" | sort | uniq -c >"$T/survivors"
[ "$(awk '{ print $2 }' "$T/survivors")" = same ] && ok 'survivors have their old hp' || bad 'survivors have their old hp' "$(cat "$T/survivors")"
hps >"$T/hps"
edit '/^struct Enemy /,/^}/s/ hp = / health = /' "$def"; code_hp health
change 'rename it without a word' 'renamed Enemy.hp -> health'
has 'how to keep or undo it is told' 'a guess: write [[was(hp)]] to keep it, [[fresh]] to undo it'
hps >"$T/hps.now"; same 'a rename that was seen keeps the values' "$(cat "$T/hps.now")" "$(cat "$T/hps")"
undo_all
change 'rename it back' 'renamed Enemy.health -> hp'

insert 'i32 rank = 1;'; change 'a number' 'added Enemy.rank = 1'
ask 'set Game.enemies[1].rank 2'
edit 's/^struct Enemy /enum Rank : u8 { LOW, MID, HIGH }\n\n&/; s/i32 rank = 1;/Rank rank = MID;/' "$def"
change 'turn it into an enum' 'converted Enemy.rank i32 -> Rank'
same 'the number is its name' "$(value 'Game.enemies[1].rank')" 'ok "HIGH"'
edit 's/Rank rank = MID;/char rank[8] = "MID";/' "$def"
change 'turn it into text' 'converted Enemy.rank Rank -> char[8]'
same 'the name is its text' "$(value 'Game.enemies[1].rank')" 'ok "HIGH"'
edit 's/char rank\[8\] = "MID";/Rank rank = MID;/' "$def"
change 'turn the text into the enum' 'converted Enemy.rank char[8] -> Rank'
edit 's/Rank rank = MID;/i32 rank = 1;/' "$def"
change 'turn the enum into the number' 'converted Enemy.rank Rank -> i32'
same 'it is the number it was' "$(value 'Game.enemies[1].rank')" 'ok 2'
undo_all; ask reload

insert 'f32 charge;\n    f32 aim_time;'; change 'fields of two behaviours' 'added Enemy.charge'
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

bool enemy_upgrade(ed_Arena *arena, Enemy *it, const ed_Before *before)
{
    f32 time = (f32)ed_before_f64(before, "aim_time", 0);
    if (time > 0) Way_set_aim(arena, &it->way)->time = time;
    else Way_set_rush(arena, &it->way)->power = (f32)ed_before_f64(before, "charge", 0);
    return true;
}
C
change 'turn fields into a union by behaviour' 'added Enemy.way'
same 'one behaviour'   "$(value 'Game.enemies[0].way')" 'ok {"rush":{"power":4}}'
same 'another one'     "$(value 'Game.enemies[1].way')" 'ok {"aim":{"time":6}}'
same 'all else stayed' "$(value 'Game.enemies[0].kind')" "$kind"
sed -i 's/return true;\n}$/&/; s/^    if (time > 0) Way_set_aim/    if (it->id) return ed_before_refuse(before, "enemy %u is not ready", it->id);\n&/' game/sim_enemies.c
sed -i 's/enemy_upgrade/enemy_upgrade_2/' game/sim_enemies.c "$def"
change 'a hook that refuses' 'enemy_upgrade_2 refused: enemy'
same 'nothing is lost by it' "$(value 'Game.enemies[1].way')" 'ok {"aim":{"time":6}}'
sed -i '/^bool enemy_upgrade_2/,$d' game/sim_enemies.c
change 'a hook that nobody wrote' 'no file of the game defines that function'
undo_all; ask reload

insert 'u32 strength = 5;\n    u32 speed_rank = 6;'; change 'loose fields' 'added Enemy.strength = 5'
ask 'set Game.enemies[1].strength 7'
sed -i "0,/^struct Enemy /s/^struct Enemy /struct Stats {\n    u64 strength;\n    u32 speed;\n}\n\n&/" "$def"
edit '/^    u32 speed_rank/d; s/^    u32 strength = 5;/    Stats stats [[was(.strength = strength, .speed = speed_rank)]];/' "$def"
change 'move them into a struct' 'renamed Enemy.strength -> stats.strength'
same 'they moved' "$(value 'Game.enemies[1].stats')" 'ok {"strength":7,"speed":6}'
edit 's/^    Stats stats .*/    Stats stats;/' "$def"
change 'the word is done with' 'kept'
same 'and nothing moves' "$(value 'Game.enemies[1].stats')" 'ok {"strength":7,"speed":6}'
undo_all; ask reload

insert 'u8 ammo[4] = {1, 2, 3, 4};'; change 'an array' 'added Enemy.ammo = [1,2,3,4]'
ask 'set Game.enemies[1].ammo[3] 9'
edit 's/u8 ammo\[4\] = .*/u8 ammo[6];/' "$def";   change 'grow it' 'u8[4] -> u8[6]'
same 'grown' "$(value 'Game.enemies[1].ammo')" 'ok [1,2,3,9,0,0]'
edit 's/u8 ammo\[6\];/u8 ammo[2];/' "$def";       change 'shrink it' 'truncated'
edit 's/u8 ammo\[2\];/u8 ammo[4];/' "$def";       change 'grow it again' 'restored'
same 'what was cut is back' "$(value 'Game.enemies[1].ammo')" "ok [1,2,3,9]"
for size in 4:3 3:2 2:3 3:4; do edit "s/u8 ammo\[${size%:*}\];/u8 ammo[${size#*:}];/" "$def"; change "size $size" 'Enemy.ammo'; done
same 'cut in two steps, whole again in two' "$(value 'Game.enemies[1].ammo')" "ok [1,2,3,9]"
edit '/^struct Enemy /,/^}/{/u8 ammo\[4\];/d}' "$def"; change 'drop it' 'dropped Enemy.ammo'
insert 'u8 ammo[2];';                              change 'a part of it' 'restored Enemy.ammo'
edit 's/u8 ammo\[2\];/u8 ammo[4];/' "$def";       change 'and the rest' 'restored'
same 'dropped whole, back in two steps' "$(value 'Game.enemies[1].ammo')" "ok [1,2,3,9]"
cp "$def" "$T/no_root.def"
printf 'state Extra { i32 q = 5; }\n' >>"$def";     change 'a state' 'added Extra'
cp "$T/no_root.def" "$def";                       change 'a state nobody touched goes' 'dropped Extra (1 record)'
printf 'state Extra { i32 q = 5; }\n' >>"$def";     change 'it is back' 'restored Extra'
ask 'set Extra.q 6'
cp "$T/no_root.def" "$def";                       change 'with a value' 'dropped Extra (1 record, 1 held a value): kept in the attic'
edit 's/u8 ammo\[4\];/u8 ammo[4][2];/' "$def";    change 'nest it' 'u8[4] -> u8[4][2]'
same 'nested' "$(value 'Game.enemies[1].ammo')" "ok [[1,0],[2,0],[3,0],[9,0]]"
edit 's/u8 ammo\[4\]\[2\];/u16 ammo[..8];/' "$def"; change 'make it a list' 'u8[4][2] -> u16[..8]'
same 'a list, and what was cut off of six' "$(value 'Game.enemies[1].ammo')" "ok [1,2,3,9,0,0]"
undo_all
end

# --- a file that is no module: the build command puts it there ---
wrong() { # words, command that makes build/wrong.so, what the answer holds
    eval "$2"
    begin --watch 'cp build/wrong.so build/game.so.part && mv build/game.so.part build/game.so'
    ask 'step 10'; ask reload
    has "$1" "$3"
    ask 'step 10'
    same "$1: the game goes on" "$answer" 'ok frame 20'
    end
    rm -f build/game.so; make -s game
}
wrong 'an empty file'       ': >build/wrong.so' 'empty'
wrong 'a text file'         'echo hello there >build/wrong.so' 'not a shared library'
wrong 'a truncated library' 'head -c 20000 build/game.so >build/wrong.so' 'it is truncated'
wrong 'a library without its last byte' 'head -c -1 build/game.so >build/wrong.so' 'it is truncated'
wrong 'a program'           'cp -L /bin/true build/wrong.so' 'refused'
wrong 'an object file'      'cp build/game/main.o build/wrong.so' 'it is an object file: link it with -shared'
wrong 'another library'     "echo 'int x;' | $CC -shared -fPIC -x c - -o build/wrong.so" 'no eddie_module'
begin --watch 'rm -f build/game.so'; ask reload
has 'a library that is missing' 'cannot be opened'
end; make -s game

# --- code that fails: tried before it may touch the game, and held when it fails later ---
keep_all
type_in() { edit "s~^    editor_update(host);~&\n    $1~" game/main.c; }      # into the game's update
begin
ask 'step 300'; before=$(state)
type_in '{ int *volatile p = 0; *p = 1; }'
refused 'null-pointer, at once' 'game/main.c:'
has 'what and where is told' 'null-pointer dereference, in update;'
has 'still running the previous build' 'still running the previous build'
mend 'null-pointer, at once'
type_in 'for (volatile int i = 0; ; i++) { }'
refused 'an endless loop, at once' 'no return within 2 s, in update'
has 'the loop has a line' 'game/main.c:'
mend 'an endless loop, at once'
edit 's/^#include "game\/editor.h"/#include <assert.h>\n&/' game/main.c
type_in 'assert(host->tick == 1);'
refused 'an assert' 'Assertion'
mend 'an assert'
type_in '{ int *volatile p = 0; if (host->tick >= 400) *p = 1; }'
ask reload; has 'what fails later is taken' 'reloaded in'
ask 'step 200'
has 'it freezes the game' 'paused at frame'
has 'with the place' 'error game/main.c:'
ask 'step 1'; has 'which stands still' 'the game is paused'
ask 'print Game.player.hp'; has 'can be looked at' 'ok'
ask "save $T/frozen.state"; has 'and saved' 'ok'
ask reload; has 'the same code once more' 'no changes, which failed'
undo_all
ask reload; has 'mended code goes on from there' 'reloaded in'
ask 'step 300'; has 'as if nothing had been' 'ok frame'
type_in '{ static int n; while (n++ > 60) { n = 61; } }'
ask reload; has 'a loop that comes later is taken' 'reloaded in'
ask 'step 200'
has 'it freezes the game too' 'no return within 2 s, in update'
undo_all
insert 'f32 after_fault = 4;'
ask reload; has 'mended code with another layout' 'added Enemy.after_fault = 4'
ask 'step 10'; has 'goes on, too' 'ok frame'
end
ls crash-*.state >/dev/null 2>&1 && ok 'what it was frozen at is on disk' || bad 'what it was frozen at is on disk' "$(ls)"
[ -z "$(find . -maxdepth 1 -name "crash-*.state" -mmin -60)" ] && ok "a game that went on is not offered" || bad "a game that went on is not offered" "$(ls -l crash-*)"
rm -f crash-*
undo_all; make -s game

# --- builds that come to a bad end ---
begin --watch 'kill -9 $$'
ask 'step 10'; ask reload; has 'a compiler that is killed' 'still running the previous build'
end
begin --watch 'ulimit -f 8; make -s game $EDDIE_CHANGED'
ask 'step 10'; edit 's/^    editor_update(host);/& \/\/ once more/' game/main.c
ask reload; has 'a disk that is full' 'still running the previous build'
ask 'step 10'; same 'the game goes on after it' "$answer" 'ok frame 20'
end
make -s game
begin; one=("${HOST[@]}") one_pid=$host
ask 'step 10'
coproc SECOND { exec "$B/eddie" --headless --script - 2>"$T/stderr2"; }
echo 'step 10' >&"${SECOND[1]}"; read -r -t 20 answer <&"${SECOND[0]}"; same 'two in one folder' "$answer" 'ok frame 10'
insert 'u32 both = 3;'
echo 'wait-reload 20000' >&"${SECOND[1]}"; ask 'wait-reload 20000'; has 'the first sees the save' 'added Enemy.both'
read -r -t 20 answer <&"${SECOND[0]}"; has 'the second sees it' 'added Enemy.both'
echo quit >&"${SECOND[1]}"; wait "$SECOND_PID"
end

# --- a build that no command waits for any more ends all the same: by hand its turn comes ---
given_back() { timeout 20 flock build/game.so.lock true && ok "$1" || bad "$1" "nobody else may build"; }
begin --watch 'echo "game/main.c:1:1: error: first of two"; sleep 1; false'
ask reload; has 'an error is told before the build ends' 'first of two'
given_back 'its turn is given back while a script waits for its next line'
ask 'wait-reload 200'; has 'an error is told once' 'no reload within'
end
begin --watch 'sleep 1; make -s game $EDDIE_CHANGED'
ask 'step 10'; insert 'u32 waited = 3;'
ask 'wait-reload 400'; has 'a build takes longer than a script waits' 'no reload within'
given_back 'it comes to its end meanwhile'; sleep 1
ask 'print Game.enemies[0].waited'; has 'code changes by reload and wait-reload alone' 'error'
ask 'wait-reload 20000'; has 'which is when it takes over' 'added Enemy.waited = 3'
insert 'float wrong;'
ask 'wait-reload 400'; given_back 'so does one that fails'
ask 'wait-reload 400'; has 'and what it came to is told then' "$def:"
ask 'wait-reload 400'; has 'once' 'no reload within'
edit "s/float wrong;/flot wrong;/" "$def"; ask 'wait-reload 400'; given_back 'and another'
remove 'flot wrong'
ask 'wait-reload 20000'; has 'of a text that is no longer there nothing is told' 'ok'
end

# --- back in time, and into a layout of another time ---
begin; ask 'step 600'
insert 'f32 gauge = 2;'; change 'a number to go back to' 'added Enemy.gauge = 2'
ask 'set Game.enemies[0].gauge 2.5'; ask 'step 30'
edit 's/f32 gauge = 2;/u32 gauge = 2;/' "$def"; change 'as an integer' '1 rounded'
ask 'step 30'
ask 'rewind 30'; same 'back to where it was one, nothing is to be told' "$answer" 'ok frame 630'
ask 'rewind 30'; has 'back to where it was none, what became of it is told' 'ok frame 600, '
has 'as by a reload' '1 rounded'
end

undo_all; make -s game

# --- state from disk, in a build whose structs differ ---
begin; ask 'step 300'; ask "save $T/a.state"; before=$(state); end
insert 'u32 later = 5;'
make -s game
begin --state "$T/a.state" --no-watch
same 'a snapshot in a build with another layout' "$(state)" "$before"
same 'what was not there has its default' "$(value 'Game.enemies[0].later')" 'ok 5'
end
answer=$(cat stderr); has 'what became of its fields is told' 'added Enemy.later = 5'

# --- what was dropped, in a snapshot ---
keep_all
begin --keep-attic
ask 'step 300'
insert 'f32 rage = 1;'; ask reload; ask 'set Game.enemies[0].rage 77'
remove 'rage'; ask reload
ask "save $T/attic.state"; end
begin --state "$T/attic.state"
insert 'f32 rage = 1;'; change 'a field comes back after a new start' 'restored Enemy.rage'
same 'with its value' "$(value 'Game.enemies[0].rage')" 'ok 77'
end
undo_all; make -s game

# --- quick saves while it runs and builds: the last one is always the one that runs ---
"$B/eddie" --headless >"$T/free.out" 2>"$T/free.err" & host=$!
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
same 'of twenty pairs of quick saves the last is live' "$live" 20
[ ! -s "$T/free.err" ] && ok 'no build of half a save was told' || bad 'no build of half a save was told' "$(head -3 "$T/free.err")"
kill "$host"; wait "$host"; host=
begin; ask 'step 300'
# the same text with an older time stamp is a save too
edit 's/ u32 quick_20_b = 20;/ i16 aged = 6;/' "$def"; touch -d '2 hours ago' "$def"
ask 'wait-reload 20000'
same 'a save that is older than the build is seen' "$(value 'Game.enemies[0].aged')" 'ok 6'
cp "$def" "$T/new.def" && edit 's/i16 aged = 6;/u32 moved = 7;/' "$T/new.def" && mv "$T/new.def" "$def"
ask 'wait-reload 20000'
same 'a save by rename is seen' "$(value 'Game.enemies[0].moved')" 'ok 7'
end

# a file that comes and goes, with an older time stamp each
begin; ask 'step 1'
echo 'state Extra { u32 extra = 3; }' >schema/extra.def; touch -d '3 hours ago' schema/extra.def
ask 'wait-reload 20000'
same 'a new schema file is seen' "$(value Extra.extra)" 'ok 3'
rm schema/extra.def
ask 'wait-reload 20000'
has 'a removed schema file is seen' 'dropped Extra'
echo 'static int unused(void) { return 1; }' >>game/main.c
ask 'wait-reload 20000'
has 'a warning is told' 'warning: '
sed -i '$d' game/main.c
ask 'wait-reload 20000'
insert 'float wrong;'
ask 'wait-reload 20000'
has 'help comes with the error' 'f32'
remove 'float wrong'
ask 'wait-reload 20000'
end

# a save that came just before the program was there
insert 'u32 early = 9;'
begin
ask 'wait-reload 20000'
has 'a save before the start is seen' 'added Enemy.early = 9'
end

# --- another program's main loop, without SDL ---
"$T/embed" build/game.so 'make -s game $EDDIE_CHANGED' 6 >"$T/embed.out" 2>&1 & host=$!
sleep 1
edit 's/u32 moved = 7;/u32 moved = 7; u32 embedded = 1;/' "$def"
wait $host; same 'an embedded loop ends well' $? 0; host=
answer=$(cat "$T/embed.out"); has 'an embedded loop reloads' 'added Enemy.embedded = 1'
ldd "$T/embed" | grep -q SDL && bad 'no SDL in it' 'SDL is linked' || ok 'no SDL in it'

# --- a small game of one's own: what make and the folders do not tell ---
"$B/eddie" new "$T/mine" >/dev/null 2>&1; cd "$T/mine" || exit 1
make -s game || exit 1
code() { sed "s/^    move_light(.*/&\n    game->caught = $1;/" "$T/main.c"; }      # a number: a game whose update sets it
runs() { # words, the number
    ask 'wait-reload 20000'; ask 'step 2'
    same "$1" "$(value Game.caught)" "ok $2"
}
cp game/main.c "$T/main.c"
begin
find build -type f -exec touch -d '+60 sec' {} +
code 11 >game/main.c; runs 'a build from the future is made anew' 11
find build -type f -exec touch -d '+60 sec' {} +
edit 's/^state Game {/&\n    u64 first[3];/' schema/game.def
ask 'wait-reload 20000'; has 'all of it' 'added Game.first = [0,0,0]'
mv Makefile rules; code 12 >game/main.c; touch -d '2 hours ago' game/main.c
ask 'wait-reload 20000'; has 'code that nobody built is told' 'error game/main.c was saved'
has 'with the command' '(make -s game $EDDIE_CHANGED); still running the previous build'
mv rules Makefile; echo '// a word' >>schema/game.def; runs 'and built with the next save' 12
echo '// a word more' >>schema/game.def
ask 'wait-reload 20000'; has 'where there is no code to build that is all there is to say' 'ok no changes'
end
find build -type f -exec touch -d '+60 sec' {} +; code 13 >game/main.c
begin; runs 'a module from the future is built at the start' 13; end
mkdir shared; mv game/main.c shared; ln -s ../shared/main.c game/main.c
begin
code 14 >shared/main.c; runs 'a source behind a link is live' 14
code 15 >shared/next; mv shared/next shared/main.c; runs 'however it is saved' 15
cp -a . ../mine.copy; cd ..; rm -r mine; mv mine.copy mine; cd mine; code 16 >game/main.c
for _ in $(seq 100); do runs_on=$(value Game.caught); [ "$runs_on" = 'ok 16' ] && break; ask 'wait-reload 500'; ask 'step 2'; done
same 'a game folder that was deleted and is back is live' "$runs_on" 'ok 16'
end

total
