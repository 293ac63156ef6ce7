#!/bin/bash
# Time as a script and the command line have it: rewind, loop, recordings and what replays them. To
# the byte, over reloads and failures too. Arguments: the build folder of the host under test, its
# flags. The modules are built plainly, as a user's are, in a copy of the tree.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
export NO_COLOR=1
make --no-print-directory -s build/game.so build/eddiec >/dev/null || exit 1
cp -a Makefile runtime codegen game schema "$T" && mkdir -p "$T/build" && cp -a build/. "$T/build"
rm -rf "$T/build/san" "$T/build/cov" "$T/build/release" "$T/build/clang"
cd "$T" || exit 1
cp build/game.so first.so

alike() { cmp -s "$2" "$3" && ok "$1" || bad "$1" "$2 and $3 differ"; }
save()  { ask "save $1.state"; [ -s "$1.state" ] || bad "save $1" "$answer"; }
hash()  { tail -c 8 "$1" | od -An -tx1 | tr -d ' \n'; }
# a replay: leaves out, err and code behind
replay() { timeout 120 "$B/eddie" replay "$@" >"$T/out" 2>"$T/err" </dev/null; code=$?; }
told()  { grep -q -- "$2" "$T/out" "$T/err" && ok "$1" || bad "$1" "$(head -5 "$T/out" "$T/err") lacks $2"; }
ends()  { same "$1: exit code" "$code" "$2"; }
make_as() { make -s game >"$T/make.log" 2>&1 && cp build/game.so "$1" || bad "build $1" "$(head -3 "$T/make.log")"; }
edit()  { sed -i "$1" "$2"; }
keep_all() { rm -rf all; mkdir all; cp -a game schema all; }
undo_all() { cp all/game/*.c game; cp all/schema/*.def schema; }
# A line of C at the start of each update; $game is the state there.
plant() { edit "s|^    Editor \*editor = root_editor(host)->at;|&\n    Game *game = root_game(host)->at; (void)game; $1|" game/main.c; }
keep_all

# --- rewind ---
begin --no-watch
ask 'rewind 1';       has 'before the first update there is nothing to go back to' 'error'
ask 'key space'
ask 'step 200'; save at200
ask 'key +d'; ask 'step 33'; ask 'mouse 30 40'; ask 'click'; ask 'step 1'; save at234
ask 'key -d'; ask 'step 66'; save at300
ask 'rewind 66';      has 'a rewind tells the frame' 'ok frame 234'
save back; alike 'the state is what it was, to the byte' at234.state back.state
ask 'rewind 34'; save back; alike 'and once more' at200.state back.state
ask 'step 34'; ask 'rewind 34'; save back; alike 'over what was done otherwise since' at200.state back.state
ask 'rewind 201';     has 'further than there is anything is refused' 'only 200 frames'
save back; alike 'and changes nothing' at200.state back.state
ask 'rewind 0'; save back; alike 'no step back changes nothing' at200.state back.state
ask 'rewind x';       has 'a rewind takes a number' 'expected a number of frames'
ask 'rewind 1'; save at199
ask 'set Game.player.hp 7'; ask 'step 10'; ask 'rewind 10'
same 'what was set is there again' "$(value Game.player.hp)" 'ok 7'
ask 'step 10'; ask 'load at300.state'; ask 'step 20'; save on
ask 'rewind 20'; save back; alike 'back to a load' at300.state back.state
ask 'rewind 5';       has 'and over it' 'ok frame 204'
end
same 'only what was refused shows in the exit code' "$code" 1
begin --no-watch --rewind 0
ask 'step 10'; ask 'rewind 1'; has 'it can be turned off' 'rewinding is off: --rewind'
end
begin --no-watch --rewind 2
ask 'key space'; ask 'step 1500'; ask 'rewind 1500'; has 'little memory holds little time' 'error'
length=$(echo "$answer" | grep -oE 'only [0-9]+' | grep -oE '[0-9]+')
[ "${length:-0}" -gt 10 ] && ok 'but some' || bad 'but some' "$answer"
ask "rewind $length"; has 'the oldest moment is there' "ok frame $((1500 - length))"
ask 'step 20'; has 'and the game goes on from there' "ok frame $((1520 - length))"
end

# --- loop ---
begin --no-watch
ask 'loop end';       has 'what was not started is not ended' 'error no loop was started'
ask 'loop';           has 'a loop needs a word' 'expected start, end or stop'
ask 'key space'; ask 'step 300'; ask 'loop start'; ask 'loop end'
has 'nothing cannot be repeated' 'nothing happened'
save start; ask 'loop start'; has 'a loop starts' 'ok frame 300'
ask 'key +w'; ask 'step 40'; ask 'key -w'; ask 'step 21'; save once
ask 'loop end';       has 'it ends' 'ok frame 300, a loop of 61 frames'
save again; alike 'and the state is that of the start' start.state again.state
ask 'step 40'; save at40
ask 'step 21'; save again; alike 'the first round comes to the same' once.state again.state
ask 'key d'; ask 'step 610'; save again; alike 'and the eleventh, whatever is pressed' once.state again.state
ask 'step 40'; ask 'loop stop'; has 'it stops in its round' 'round 12'
save again; alike 'the state stays' at40.state again.state
ask 'step 5';         has 'and the game goes on from there' 'ok frame 345'
ask 'rewind 5'; save again; alike 'a rewind goes back to it' at40.state again.state
ask 'rewind 61';      has 'and over the end of a round' 'ok frame 340'
ask 'loop start'; ask 'step 5'; ask 'load start.state'; ask 'loop end'
has 'a load ends a loop' 'error no loop was started'
end

# --- record and replay ---
begin --no-watch
ask 'record a.rec';   has 'a recording starts' 'ok a.rec'
ask 'record b.rec';   has 'one at a time' 'a.rec is being recorded'
ask 'key space'; ask 'step 200'; ask 'key +w'; ask 'mouse 11.5 -3'; ask 'click right'; ask 'step 100'
ask 'key -w'; ask 'step 35'; save end; ask 'record stop'; has 'it ends' 'ok a.rec: 335 frames'
ask 'record stop';    has 'once' 'nothing is being recorded'
ask 'record at300.state'; has 'no other file is written over' 'is not a recording'
alike 'not in any way' at300.state at300.state
ask 'record /dev/null'; has 'nor a device' 'it is a device, not a file'
ask 'record nowhere/a.rec'; has 'nor one that cannot be' 'No such file'
ask 'record m.rec'; ask 'step 30'; ask 'set Game.player.hp 55'; ask 'step 30'; ask 'rewind 15'
ask 'step 3'; ask 'load at300.state'; ask 'step 9'; save mixed
end
replay a.rec first.so;            ends 'a replay' 0
told 'it comes to the same state' "^335 updates, to frame 335: $(hash end.state)"
replay a.rec --every 67 first.so; same 'frames are told' "$(wc -l <"$T/out")" 6
told 'the last one has the same hash' "^335 $(hash end.state)"
replay a.rec --until 200 first.so --json; told 'until' '"updates":200,"frame":200'
replay m.rec first.so;            ends 'a recording that the end of the program ended' 0
told 'what else changed the state is in it' "^72 updates, to frame 309: $(hash mixed.state)"
replay a.rec first.so first.so;   ends 'the same build twice' 0
told 'is the same' 'the same for 335 updates'
timeout 60 "$B/eddie" --headless --no-watch --frames 90 --record c.rec first.so >/dev/null 2>&1
replay c.rec first.so;            told 'an option records, too' '^90 updates, to frame 90'
timeout 60 "$B/eddie" --headless --no-watch --frames 9 --record end.state first.so >"$T/out" 2>"$T/err"; code=$?
ends 'an option that cannot' 1;   told 'says so' 'not recorded: end.state'

# --- what is no whole recording ---
replay;                           ends 'without a file' 2
replay a.rec --until;             ends 'without a number' 2
replay a.rec --untill 3;          ends 'an unknown option' 2
replay a.rec first.so first.so first.so; ends 'three modules' 2
replay nowhere.rec first.so;      ends 'a file that is not there' 3
replay end.state first.so;        ends 'a snapshot' 3; told 'is not a recording' 'not an eddie recording'
replay a.rec nowhere.so;          ends 'a module that is not there' 3
size=$(stat -c %s a.rec)
for part in $((size - 300)) $((size - 30)) $((size - 5)) $((size - 12)); do
    head -c "$part" a.rec >cut.rec
    replay cut.rec first.so;      ends "a recording cut at $part" 0; told 'is replayed as far as it goes' 'ends early'
done
head -c 60 a.rec >cut.rec; replay cut.rec first.so; ends 'one cut in its head' 3
head -c 300 a.rec >cut.rec; replay cut.rec first.so; ends 'one cut in its first state' 3; told 'is not replayed from nothing' 'a complete state'
head -c $((size - 200)) a.rec >bad.rec; printf '\x7f' >>bad.rec; tail -c 199 a.rec >>bad.rec
replay bad.rec first.so;          ends 'an altered one' 3
cat a.rec a.rec >two.rec; replay two.rec first.so; ends 'one with bytes behind its end' 3

# --- two builds ---
plant 'if (game->tick == 250) game->player.hp -= 1;'
make_as hurt.so; undo_all
replay a.rec first.so hurt.so;    ends 'another build' 1
told 'the first frame that differs' '^frame 251, after 251 updates'
told 'and the path' '^  Game.player.hp: [0-9.]* and [0-9.]*'
replay a.rec first.so hurt.so --json; told 'as JSON' '"same":false,"update":251,"frame":251,"found":\[{"path":"Game.player.hp"'
replay a.rec first.so hurt.so --until 250; ends 'until then' 0
def=$(grep -l '^struct Enemy ' schema/*.def)
edit '/^struct Enemy /,/^}/s/^ *f32  *hp .*/    f32 shield = 25;\n&/' "$def"
make_as shield.so
replay a.rec first.so shield.so;  ends 'another layout' 0; told 'what one lacks is told' 'only in shield.so: Enemy.shield'
told 'and the rest is the same' 'the same for 335 updates'
plant 'if (game->tick == 250) game->player.hp -= 1;'
make_as both.so
replay a.rec first.so both.so;    ends 'another layout and other code' 1; told 'are told apart' '^frame 251'
undo_all
plant 'if (game->tick == 100) *(volatile int *)0 = 1;'
make_as crash.so; undo_all
replay a.rec crash.so;            ends 'code that fails' 1; told 'is told with its place' 'frame 100.*game/main.c:[0-9]*: null-pointer'
make -s game

# --- over reloads ---
begin --no-watch
ask 'key space'; ask 'step 300'; save at300; ask 'step 20'
ask 'loop start'; ask 'step 30'
edit '/^struct Enemy /,/^}/s/^ *f32  *hp .*/    f32 shield = 25;\n&/' "$def"
ask reload;           has 'a layout changes' 'added Enemy.shield'
ask 'loop end';       has 'a loop ends in another layout' 'ok frame 320'
ask 'step 30'; save once; ask 'step 300'; save again; alike 'each round is the same' once.state again.state
plant 'game->player.hp = 66;'
ask reload;           has 'code changes while it loops' 'ok'
ask 'step 30'; same 'the newest code is what runs' "$(value Game.player.hp)" 'ok 66'
ask 'loop stop'; undo_all; ask reload; has 'the layout changes back' 'ok'
ask 'rewind 420';     has 'a rewind goes back over it all' 'ok frame '
end
begin --no-watch
ask 'key space'; ask 'step 900'
ask 'step 100'
edit '/^struct Enemy /,/^}/s/^ *f32  *hp .*/    f32 shield = 25;\n&/' "$def"
ask reload; ask 'step 50'; ask 'rewind 150'
case $answer in 'ok frame 900'|*'further back'*) ok 'back into the older layout';; *) bad 'back into the older layout' "$answer";; esac
# Wherever it came to, there may be no enemy just now.
for i in $(seq 60); do case $(value 'Game.enemies[0].shield') in ok*) break;; esac; ask 'step 10'; done
same 'with the new field at its default' "$(value 'Game.enemies[0].shield')" 'ok 25'
undo_all; ask reload; has 'the layout changes back' 'ok'
end

# --- out of a failure ---
begin --no-watch
ask 'key space'; ask 'step 300'
plant 'if (game->tick == 320) *(volatile int *)0 = 1;'
ask reload; ask 'loop start'; ask 'step 50'; has 'the game freezes' 'paused at frame'
ask 'loop end';       has 'a loop that failed can be ended' 'ok'
ask 'loop stop'
ask 'rewind 10';      has 'a rewind leads out of it' 'ok frame 31'
ask 'step 2';         has 'and the game runs again' 'ok frame 31'
ask 'step 50';        has 'to the same end, with the same code' 'paused'
undo_all; ask reload; has 'mended code goes on' 'ok'
ask 'step 50';        has 'over what failed' 'ok frame 3'
end

# --- a game that does not depend on state and input alone ---
begin --no-watch
plant 'static unsigned drift; game->rng += drift++;'
ask reload; ask 'key space'; ask 'step 400'
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12; do ask "rewind $((i * 2 + 1))"; case $answer in *'a different state'*) break;; esac; done
has 'is rewound to states that were kept, and it is said' 'the same input led to a different state'
undo_all; end
begin --no-watch
edit 's|^static void render(ed_Host \*host)|static u32 shown;\n&|; s|^    View view = view_of(host);|&\n    ((Game *)root_game(host)->at)->rng += ++shown;|' game/main.c
ask reload; ask 'key space'; ask 'step 400'
for i in 1 2 3 4 5 6; do ask 'shot a.png'; ask 'step 9'; done
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12; do ask "rewind $((i * 2 + 1))"; case $answer in *'a different state'*) break;; esac; done
has 'a render that changes state is named' 'render() changes Game.rng, seen at frame'
undo_all; end

# --- handles whose item is gone ---
# Each frame an item comes or goes; the probe stays aimed at one that went long ago.
edit 's|^state Game {|struct Probe { u32 id; ref(Probe) next; }\n\n&\n    Probe probes[] [[pool]];\n    ref(Probe) probe;|' schema/game.def
plant 'Probe *p = Probe_pool_get(\&game->probes, game->probe); Probe *n = Probe_pool_add(root_game(host)->arena, \&game->probes); n->id = (u32)game->tick; n->next = Probe_pool_ref(\&game->probes, \&game->probes.items[0]); if (!p \&\& game->tick % 50 == 0) game->probe = Probe_pool_ref(\&game->probes, n); if (game->probes.count > 5) Probe_pool_remove(\&game->probes, Probe_pool_ref(\&game->probes, \&game->probes.items[game->rng % 5]));'
make_as probes.so
begin --no-watch probes.so
ask 'key space'; ask 'step 430'; ask 'print Game.probe'; probe=$answer
ask 'record first.rec'; ask 'step 60'; save end; ask 'record stop'
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do ask 'rewind 5'; same "a dead handle: rewind to frame $((490 - i * 5))" "$answer" "ok frame $((490 - i * 5))"; done
ask 'record second.rec'; ask 'step 60'; save again; ask 'record stop'
alike 'the state is what it was' end.state again.state
alike 'two recordings of one run are the same' first.rec second.rec
case $probe in 'ok ['*) ok 'the handle was there';; *) bad 'the handle was there' "$probe";; esac
end
replay first.rec probes.so;       told 'and so is what they replay' "^60 updates, to frame 490: $(hash end.state)"
undo_all

total
