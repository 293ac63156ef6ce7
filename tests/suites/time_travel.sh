#!/bin/bash
# Time travel by script and command line: rewind, loops, recordings and replay. States are compared
# byte for byte, also across reloads and crashes. Argument: the build folder of the host under test. The
# modules are built without sanitizers, as a user's are, in a copy of the tree.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
export NO_COLOR=1
make --no-print-directory -s build/game.so >/dev/null || exit 1
copy_game "$T"
cd "$T" || exit 1
cp build/game.so first.so

alike() { cmp -s "$2" "$3" && ok "$1" || bad "$1" "$2 and $3 differ"; }
save()  { ask "save $1.state"; [ -s "$1.state" ] || bad "save $1" "$answer"; }
hash()  { tail -c 8 "$1" | od -An -tx1 | tr -d ' \n'; }
# replays; sets $code, and the files out and err
replay() { timeout 120 "$B/eddie" replay "$@" >"$T/out" 2>"$T/err" </dev/null; code=$?; }
prints()  { grep -q -- "$2" "$T/out" "$T/err" && ok "$1" || bad "$1" "$(head -5 "$T/out" "$T/err") lacks $2"; }
ends()  { same "$1: exit code" "$code" "$2"; }
make_as() { build_game >"$T/make.log" 2>&1 && cp build/game.so "$1" || bad "build $1" "$(head -3 "$T/make.log")"; }
edit()  { sed -i "$1" "$2"; }
keep_all() { rm -rf all; mkdir all; cp -a game schema all; }
undo_all() { cp all/game/*.c game; cp all/schema/*.def schema; }
# Adds a line of C to the start of the game's update; `game` is the state there.
plant() { edit "s|^    Editor \*editor = root_editor(host)->at;|&\n    Game *game = root_game(host)->at; (void)game; $1|" game/main.c; }
keep_all

# --- rewind ---
begin --no-watch
ask 'rewind 1';       has 'before the first update there is nothing to rewind' 'error'
ask 'key space'
ask 'step 200'; save at200
ask 'key +d'; ask 'step 33'; ask 'mouse 30 40'; ask 'click'; ask 'step 1'; save at234
ask 'key -d'; ask 'step 66'; save at300
ask 'rewind 66';      has 'a rewind prints the frame' 'ok frame 234'
save back; alike 'the state is the same, byte for byte' at234.state back.state
ask 'rewind 34'; save back; alike 'a second rewind goes further back' at200.state back.state
ask 'step 34'; ask 'rewind 34'; save back; alike 'a rewind over other input than before' at200.state back.state
ask 'rewind 201';     has 'a rewind past the first frame is refused' 'only 200 frames'
save back; alike 'a refused rewind changes nothing' at200.state back.state
ask 'rewind 0'; save back; alike 'a rewind by 0 changes nothing' at200.state back.state
ask 'rewind x';       has 'a rewind takes a number' 'expected a number of frames'
ask 'rewind 1'; save at199
ask 'set Game.player.hp 7'; ask 'step 10'; ask 'rewind 10'
same 'a value that was set is restored' "$(value Game.player.hp)" 'ok 7'
ask 'step 10'; ask 'load at300.state'; ask 'step 20'; save on
ask 'rewind 20'; save back; alike 'a rewind to a load' at300.state back.state
ask 'rewind 5';       has 'a rewind across a load' 'ok frame 204'
end
same 'the exit code reports the refused commands' "$code" 1
begin --no-watch --rewind 0
ask 'step 10'; ask 'rewind 1'; has 'rewinding can be turned off' 'rewinding is off: --rewind'
end
begin --no-watch --rewind 2
ask 'key space'; ask 'step 1500'; ask 'rewind 1500'; has 'a small limit keeps fewer frames' 'error'
length=$(echo "$answer" | grep -oE 'only [0-9]+' | grep -oE '[0-9]+')
[ "${length:-0}" -gt 10 ] && ok 'but more than ten' || bad 'but more than ten' "$answer"
ask "rewind $length"; has 'the oldest frame is kept' "ok frame $((1500 - length))"
ask 'step 20'; has 'the game runs from the oldest frame' "ok frame $((1520 - length))"
end

# --- loop ---
begin --no-watch
ask 'loop end';       has 'a loop that was not started cannot be ended' 'error no loop is being recorded'
ask 'loop';           has 'a loop command needs an argument' 'expected start, end or stop'
ask 'key space'; ask 'step 300'; ask 'loop start'; ask 'loop end'
has 'an empty loop is refused' 'no updates since the start of the loop'
save start; ask 'loop start'; has 'a loop starts' 'ok frame 300'
ask 'key +w'; ask 'step 40'; ask 'key -w'; ask 'step 21'; save once
ask 'loop end';       has 'a loop ends' 'ok frame 300, a loop of 61 frames'
save again; alike 'the state is that of its start' start.state again.state
ask 'step 40'; save at40
ask 'step 21'; save again; alike 'the first round ends in the same state' once.state again.state
ask 'key d'; ask 'step 610'; save again; alike 'so does the eleventh, whatever keys are pressed' once.state again.state
ask 'step 40'; ask 'loop stop'; has 'a loop stops within its round' 'round 12'
save again; alike 'the state is kept' at40.state again.state
ask 'step 5';         has 'the game runs from there' 'ok frame 345'
ask 'rewind 5'; save again; alike 'a rewind goes back to where it stopped' at40.state again.state
ask 'rewind 61';      has 'a rewind across the end of a round' 'ok frame 340'
ask 'loop start'; ask 'step 5'; ask 'load start.state'; ask 'loop end'
has 'a load ends a loop' 'error no loop is being recorded'
end

# --- record and replay ---
begin --no-watch
ask 'record a.rec';   has 'a recording starts' 'ok a.rec'
ask 'record b.rec';   has 'only one recording at a time' 'a.rec is being recorded'
ask 'key space'; ask 'step 200'; ask 'key +w'; ask 'mouse 11.5 -3'; ask 'click right'; ask 'step 100'
ask 'key -w'; ask 'step 35'; save end; ask 'record stop'; has 'a recording ends' 'ok a.rec: 335 frames'
ask 'record stop';    has 'it ends only once' 'nothing is being recorded'
cp at300.state kept.state
ask 'record at300.state'; has 'a file that is not a recording is not replaced' 'is not a recording'
alike 'that file is unchanged' kept.state at300.state
ask 'record /dev/null'; has 'a device is refused' 'is a device, not a file'
ask 'record nowhere/a.rec'; has 'a missing folder is refused' 'No such file'
ask 'record m.rec'; ask 'step 30'; ask 'set Game.player.hp 55'; ask 'step 30'; ask 'rewind 15'
ask 'step 3'; ask 'load at300.state'; ask 'step 9'; save mixed
end
replay a.rec first.so;            ends 'a replay' 0
prints 'a replay ends in the same state' "^335 updates, to frame 335: $(hash end.state)"
replay a.rec --every 67 first.so; same '--every prints a line for each 67th frame' "$(wc -l <"$T/out")" 6
prints 'the last one has the same hash' "^335 $(hash end.state)"
same 'the frames of these lines' "$(cut -d' ' -f 1 "$T/out" | tr '\n' ' ')" '67 134 201 268 335 335 '
replay a.rec --hash first.so;     same '--hash prints a line for each frame' "$(sed -n '134p; $=' "$T/out" | cut -d' ' -f 1 | tr '\n' ' ')" '134 336 '
replay a.rec --every 200 --json first.so
same 'hashes as JSON' "$(sed 's/[0-9a-f]\{16\}/HASH/' "$T/out")" '{"frame":200,"xxh64":"HASH"}
{"updates":335,"frame":335,"xxh64":"HASH"}'
replay a.rec --no-color;          prints 'without a module, the default one is replayed' "^335 updates, to frame 335: $(hash end.state)"
replay a.rec --until 200 first.so --json; prints '--until stops at that frame' '"updates":200,"frame":200'
replay m.rec first.so;            ends 'a recording ended by the end of the program' 0
prints 'a recording has set, rewind and load, too' "^72 updates, to frame 309: $(hash mixed.state)"
replay a.rec first.so first.so;   ends 'the same build twice' 0
prints 'the states are the same' 'no difference in 335 updates'
replay a.rec first.so first.so --json; same 'the same build twice, as JSON' "$(cat "$T/out")" '{"same":true,"updates":335}'
replay a.rec --until 9 first.so first.so; prints '--until stops a comparison' '^no difference in 9 updates'
timeout 60 "$B/eddie" --headless --no-watch --frames 90 --record c.rec first.so >/dev/null 2>&1
replay c.rec first.so;            prints '--record records, too' '^90 updates, to frame 90'
timeout 60 "$B/eddie" --headless --no-watch --frames 9 --record end.state first.so >"$T/out" 2>"$T/err"; code=$?
ends '--record to a file that is not a recording' 1;   prints '--record reports the error' 'not recorded: end.state'

# --- incomplete recordings and other files ---
refuses() { ends "$1" 2; same "$1 is reported" "$(cat "$T/out" "$T/err")" "eddie: $2; see eddie replay --help"; }
replay;                           refuses 'without a file' 'replay needs FILE, a recording'
replay a.rec --until;             refuses 'without a number' '--until needs a value'
replay a.rec --until 0;           refuses 'with a zero' '--until: expected a whole number of at least 1'
replay a.rec --every x;           refuses 'without digits' '--every: expected a whole number of at least 1'
replay a.rec --untill 3;          ends 'an unknown option' 2; prints 'the nearest option is named' 'no option --untill: did you mean --until?'
replay a.rec first.so first.so third.so; refuses 'three modules' 'unexpected argument third.so: replay takes nothing after OTHER'
replay --help;                    ends 'the help' 0; prints 'the help is printed' '^usage: eddie replay'
replay -h;                        ends 'the help by its short name' 0; prints 'the same help is printed' '^usage: eddie replay'
replay - first.so;                ends 'a dash is a file' 3
replay nowhere.rec first.so;      ends 'a missing file' 3
replay end.state first.so;        ends 'a snapshot' 3; prints 'a snapshot is not a recording' 'not an eddie recording'
replay a.rec nowhere.so;          ends 'a missing module' 3; prints 'it is named once' '^eddie: nowhere.so: cannot be opened: No such file'
replay nowhere.rec first.so;      prints 'a missing recording is named once' '^eddie: nowhere.rec: cannot be opened: No such file'
size=$(stat -c %s a.rec)
for part in $((size - 300)) $((size - 30)) $((size - 5)) $((size - 12)); do
    head -c "$part" a.rec >cut.rec
    replay cut.rec first.so;      ends "a recording cut at $part" 0; prints "a recording cut at $part is replayed up to there" "^eddie: cut.rec: ends early after $(sed -n 's/ updates, to .*//p' "$T/out") updates\(; the last [1-9][0-9]* are not covered by a checksum\)\{0,1\}$"
done
head -c $(($(stat -c %s m.rec) * 4 / 10)) m.rec >cut.rec
replay cut.rec first.so;          ends 'a recording cut in its second state' 0; prints 'it is replayed up to there' '^30 updates, to frame '
prints 'updates without a checksum are counted' 'ends early after 30 updates; the last 30 are not covered by a checksum$'
head -c 60 a.rec >cut.rec; replay cut.rec first.so; ends 'a recording cut in its header' 3
head -c 300 a.rec >cut.rec; replay cut.rec first.so; ends 'a recording cut in its first state' 3; prints 'a replay needs a complete first state' 'no complete initial state'
head -c $((size - 200)) a.rec >bad.rec; printf '\x7f' >>bad.rec; tail -c 199 a.rec >>bad.rec
replay bad.rec first.so;          ends 'an altered recording' 3
cat a.rec a.rec >two.rec; replay two.rec first.so; ends 'a recording with bytes after its end' 3

# --- two builds ---
plant 'if (game->tick == 250) game->player.hp -= 1;'
make_as hurt.so; undo_all
replay a.rec first.so hurt.so;    ends 'another build' 1
prints 'a comparison names the first frame that differs' '^frame 251, after 251 updates: first.so and hurt.so differ$'
prints 'it names the path' '^  Game.player.hp: [0-9.]* and [0-9.]*'
replay a.rec first.so hurt.so --json; prints 'it prints JSON' '"same":false,"update":251,"frame":251,"found":\[{"path":"Game.player.hp","one":"[0-9.]*","other":"[0-9.]*"}\],"more":false}$'
replay a.rec hurt.so first.so;    prints 'the first module is named first' '^frame 251, after 251 updates: hurt.so and first.so differ$'
edit 's|^#include "game/roots.h"|&\n#include "gen/effects.gen.h"|' game/main.c
plant 'if (game->tick == 250) for (int i = 0; i < 17; i++) Particle_array_add(root_game(host)->arena, \&game->particles);'
make_as more.so; undo_all
replay a.rec first.so more.so;    same '16 fields are listed' "$(sed -n '1p; $p; $=' "$T/out")" 'frame 251, after 251 updates: first.so and more.so differ
  and more fields
18'
replay a.rec first.so more.so --json; prints 'there are more, as JSON' '}\],"more":true}$'
replay a.rec first.so hurt.so --until 250; ends 'the frames before are the same' 0
def=$(grep -l '^struct Enemy ' schema/*.def)
edit '/^struct Enemy /,/^}/s/^ *f32  *hp .*/    f32 shield = 25;\n&/' "$def"
make_as shield.so
replay a.rec first.so shield.so;  ends 'another layout' 0; prints 'a field that only one build has is listed' 'only in shield.so: Enemy.shield'
prints 'the rest is the same' 'no difference in 335 updates'
replay a.rec shield.so first.so --json; same 'a field that only one build has, as JSON' "$(cat "$T/out")" '{"only_in":"shield.so","field":"Enemy.shield"}
{"same":true,"updates":335}'
plant 'if (game->tick == 250) game->player.hp -= 1;'
make_as both.so
replay a.rec first.so both.so;    ends 'another layout and other code' 1; prints 'the first different frame is named, across layouts' '^frame 251'
undo_all
plant 'if (game->tick == 100) *(volatile int *)0 = 1;'
make_as crash.so; undo_all
replay a.rec crash.so;            ends 'code that fails' 1; prints 'the message names frame and line' '^eddie: crash.so: frame 10[01], update 101: game/main.c:[0-9]*: null-pointer'
for pair in 'first.so crash.so' 'crash.so first.so'; do
    replay a.rec $pair;           ends "code of one of two builds fails: $pair" 1
    prints "the message names the build, the line and the functions: $pair" '^eddie: crash.so: frame 10[01], update 101: game/main.c:[0-9]*: null-pointer dereference, in update (update)$'
done
edit 's|\.start = game_start|.start = crash|; s|^static const ed_Module module|static void crash(ed_Host *host)\n{\n    (void)host;\n    *(volatile int *)0 = 1;\n}\n\n&|' game/main.c
make_as start.so; undo_all
replay a.rec start.so;            ends 'code that fails at its start' 3
prints 'the message names the line at the start' '^eddie: start.so: game/main.c:[0-9]*: null-pointer dereference'
edit 's|\.load = art_load|.load = later_load|; s|^static const ed_Module module|static void later_load(ed_Host *host)\n{\n    art_load(host);\n    if (!host->first) *(volatile int *)0 = 1;\n}\n\n&|' game/main.c
make_as load.so; undo_all
for pair in 'first.so load.so' 'load.so first.so'; do
    replay a.rec $pair;           ends "code of one of two builds fails when the state is loaded: $pair" 1
    prints "the message names the build and the line: $pair" '^eddie: load.so: frame 0, update 0: game/main.c:[0-9]*: null-pointer dereference, in load'
done
mkdir tmp
for pair in 'first.so' 'first.so hurt.so' 'crash.so' 'nowhere.so' 'start.so'; do
    TMPDIR=$T/tmp replay a.rec $pair
    same "a replay of $pair leaves no file" "$(ls tmp)" ''
done
edit 's|\.pack = ed_snapshot_write|.pack = full|' game/main.c
edit 's|^static const ed_Module module|static bool full(ed_Writer *w, const ed_State *state)\n{\n    (void)state;\n    ed_fail(\&w->err, ED_ERR_LIMIT, "it is full");\n    return false;\n}\n\n&|' game/main.c
make_as full.so; undo_all
replay a.rec --until 9 full.so;   ends 'a state that cannot be packed' 1; prints 'the reason is printed' '^eddie: full.so: frame 9, update 9: it is full$'
replay a.rec --hash full.so;      prints 'with --hash, too' '^eddie: full.so: frame 1, update 1: it is full$'
replay a.rec first.so full.so;    prints 'in a comparison, too' '^eddie: full.so: frame 1, update 1: it is full$'
build_game

# --- across reloads ---
begin --no-watch
ask 'key space'; ask 'step 300'; save at300; ask 'step 20'
ask 'loop start'; ask 'step 30'
edit '/^struct Enemy /,/^}/s/^ *f32  *hp .*/    f32 shield = 25;\n&/' "$def"
ask reload;           has 'a layout changes' 'added Enemy.shield'
ask 'loop end';       has 'a loop ends in another layout' 'ok frame 320'
ask 'step 30'; save once; ask 'step 300'; save again; alike 'each round is the same' once.state again.state
plant 'game->player.hp = 66;'
ask reload;           has 'code changes while it loops' 'ok'
ask 'step 30'; same 'the newest code runs' "$(value Game.player.hp)" 'ok 66'
ask 'loop stop'; undo_all; ask reload; has 'the layout changes back' 'ok'
ask 'rewind 420';     has 'a rewind goes back across all of it' 'ok frame '
end
begin --no-watch
ask 'key space'; ask 'step 900'
ask 'step 100'
edit '/^struct Enemy /,/^}/s/^ *f32  *hp .*/    f32 shield = 25;\n&/' "$def"
ask reload; ask 'step 50'; ask 'rewind 150'
case $answer in 'ok frame 900'|*'before the requested frame'*) ok 'a rewind to a frame with the older layout';; *) bad 'a rewind to a frame with the older layout' "$answer";; esac
# There may be no enemy at that frame.
for i in $(seq 60); do case $(value 'Game.enemies[0].shield') in ok*) break;; esac; ask 'step 10'; done
same 'the new field has its default there' "$(value 'Game.enemies[0].shield')" 'ok 25'
undo_all; ask reload; has 'the layout changes back' 'ok'
end

# --- after a crash ---
begin --no-watch
ask 'key space'; ask 'step 300'
plant 'if (game->tick == 320) *(volatile int *)0 = 1;'
ask reload; ask 'loop start'; ask 'step 50'; has 'the crash pauses the game' 'paused at frame'
ask 'loop end';       has 'a loop that crashed can be ended' 'ok'
ask 'loop stop'
ask 'rewind 10';      has 'a rewind resumes the game' 'ok frame 31'
ask 'step 2';         has 'the game runs again' 'ok frame 31'
ask 'step 50';        has 'the same code crashes again' 'paused'
undo_all; ask reload; has 'fixed code resumes the game' 'ok'
ask 'step 50';        has 'the game runs past the crash' 'ok frame 3'
end

# --- a game that does not depend on state and input alone ---
begin --no-watch
plant 'static unsigned drift; game->rng += drift++;'
ask reload; ask 'key space'; ask 'step 400'
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12; do ask "rewind $((i * 2 + 1))"; case $answer in *'a different state'*) break;; esac; done
has 'a game with hidden state is rewound to kept states, with a warning' 'the same input led to a different state'
undo_all; end
begin --no-watch
edit 's|^static void render(ed_Host \*host)|static u32 shown;\n&|; s|^    View view = view_of(host);|&\n    ((Game *)root_game(host)->at)->rng += ++shown;|' game/main.c
ask reload; ask 'key space'; ask 'step 400'
for i in 1 2 3 4 5 6; do ask 'shot a.png'; ask 'step 9'; done
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12; do ask "rewind $((i * 2 + 1))"; case $answer in *'a different state'*) break;; esac; done
has 'a render() that changes state is named' 'render() changes Game.rng (first seen at frame'
undo_all; end

# --- handles whose item was removed ---
# Each frame adds an item, and removes one if there are more than five. The probe keeps a handle to an item that was removed
# long ago.
edit 's|^state Game {|struct Probe { u32 id; ref(Probe) next; }\n\n&\n    Probe probes[] [[pool]];\n    ref(Probe) probe;|' schema/game.def
plant 'Probe *p = Probe_pool_get(\&game->probes, game->probe); Probe *n = Probe_pool_add(root_game(host)->arena, \&game->probes); n->id = (u32)game->tick; n->next = Probe_pool_ref(\&game->probes, \&game->probes.items[0]); if (!p \&\& game->tick % 50 == 0) game->probe = Probe_pool_ref(\&game->probes, n); if (game->probes.count > 5) Probe_pool_remove(\&game->probes, Probe_pool_ref(\&game->probes, \&game->probes.items[game->rng % 5]));'
make_as probes.so
begin --no-watch probes.so
ask 'key space'; ask 'step 430'; ask 'print Game.probe'; probe=$answer
ask 'record first.rec'; ask 'step 60'; save end; ask 'record stop'
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do ask 'rewind 5'; same "a dead handle: rewind to frame $((490 - i * 5))" "$answer" "ok frame $((490 - i * 5))"; done
ask 'record second.rec'; ask 'step 60'; save again; ask 'record stop'
alike 'the state is the same' end.state again.state
alike 'two recordings of one run are the same' first.rec second.rec
case $probe in 'ok ['*) ok 'the dangling handle was kept';; *) bad 'the dangling handle was kept' "$probe";; esac
end
replay first.rec probes.so;       prints 'their replay ends in the same state' "^60 updates, to frame 490: $(hash end.state)"
undo_all

total
