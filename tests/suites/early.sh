#!/bin/bash
# From a save to live code, by tcc first and then by the compiler, on a copy of the game: which events are reported, in which
# order, and which code never runs. Waits for events. It waits for a fixed time only to let the clock of the file system advance.
# Arguments: the build folder of the host under test.
B=$(cd "${1:-build}" && pwd)
command -v tcc >/dev/null || { echo 'skipped: tcc is not installed'; echo '0 passed, 0 failed'; exit 0; }
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
make --no-print-directory -s build/game.so >/dev/null || exit 1
copy_game "$T"
mkdir "$T/kept" && cp -a game schema "$T/kept"
cd "$T" || exit 1
SECONDS_MAX=60

# --- a host that runs freely ---
start() { coproc HOST { exec "$B/eddie" --headless --json "$@" 2>&1; }; host=$HOST_PID; until_true 60 watches; }
watches() { ls -l /proc/$host/fd $(pgrep -P $host | sed 's,.*,/proc/&/fd,') 2>/dev/null | grep -q inotify; }
stop()  { kill "$host"; wait "$host" 2>/dev/null; host=; }
# Sets $event to the name of the next event, followed by "early" for an early build, and $answer to its line.
event() {
    IFS= read -r -t $SECONDS_MAX answer <&"${HOST[0]}" || { event=none answer='no event'; return; }
    event=$(printf '%s\n' "$answer" | sed -n 's/^{"event":"\([a-z-]*\)".*/\1/p')
    case $answer in *'"early":true'*) event="$event early";; esac
}
events() { # name, the events that follow
    local what=$1 all=
    shift
    for _ in "$@"; do event; all="$all$event,"; done
    same "$what" "$all" "$(printf '%s,' "$@")"
}
edit()   { sed "$1" "$2" >edited && mv edited "$2"; }      # by a rename, so that the host never sees half a file
restore()   { cp kept/schema/*.def schema; cp kept/game/*.c game; build_game --early; }
insert() { edit "/^struct Enemy /,/^}/s/^ *f32  *hp .*/&\n    $1/" "$def"; }
add()    { { cat "$1"; printf '%s\n' "$2"; } >edited && mv edited "$1"; }
def=$(grep -l '^struct Enemy ' schema/*.def)
other=game/sim_enemies.c

start
add $other 'int early_probe(void); int early_probe(void) { return 1; }'
events 'an edit of code is built by tcc, then by the compiler' 'reloaded early' compiled
insert 'f32 shield = 25;'
events 'an edit of a struct is built by tcc, then by the compiler' 'reloaded early' compiled
add $other '__int128 wide_probe(void); __int128 wide_probe(void) { return 1; }'
events 'code that tcc cannot parse waits for the compiler' notice reloaded
has 'the failure of tcc is not reported as an error' '"location":""'
add game/main.c 'int more_probe(void); int more_probe(void) { return 2; }'
events 'other code that is linked with it waits for the compiler, too' reloaded
edit '/wide_probe/d' $other
events 'without that code tcc builds first again' 'reloaded early' compiled
add $other 'int lonely_probe(void); int lonely_probe(void) { return __builtin_clz(7); }'
event; has 'the reason names the file' "no early build: tcc cannot "
events 'a builtin that tcc lacks waits for the compiler, too' reloaded
edit '/lonely_probe/d' $other
events 'without the builtin tcc builds first again' 'reloaded early' compiled
add $other 'int broken(void) { return y; }'
events 'an error is reported once' build-failed
has 'with the message of the compiler' 'undeclared'
edit 's/^int broken.*/int after_probe(void); int after_probe(void) { return 3; }/' $other
events 'fixed code is live' 'reloaded early' compiled
add game/main.c 'int loose(void); int loose(void) { char *text = 5; return text[0]; }'
events 'an error of the compiler counts, although tcc accepts the code' build-failed
edit 's/^int loose.*/static int unused_probe(void) { return 1; }/' game/main.c
events 'fixed, with a warning' 'reloaded early' compiled
has 'the compiled event has the warning' 'warning: '
edit '/unused_probe/d' game/main.c
events 'the warning is fixed' 'reloaded early' compiled
edit 's~^    editor_update(host);~&\n#ifdef __TINYC__\n    *(volatile int *)0 = 1;\n#endif~' game/main.c
events 'an early build that fails in its trial is not reported; the compiler decides' reloaded
cp kept/game/main.c game/main.c
events 'fixed again' 'reloaded early' compiled
# The second comment is saved while the compiler still builds the code. A fast compiler may be done by then.
add game/sim.h '// a comment'
events 'a comment in a header' 'reloaded early' compiled
add $other 'int probe_of_both(void); int probe_of_both(void) { return 1; }'
events 'another edit of code' 'reloaded early'
add $other '// another comment'
event
if [ "$event" = compiled ]; then events 'the comment after the code was compiled' 'reloaded early' compiled
else same 'a save that changes no code is reported as unchanged' "$event" 'unchanged early'; events 'the compiler follows' compiled; fi
edit 's/^struct Enemy \[\[key(id)\]\]/struct Enemy [[key(id), upgrade(nobody_upgrade)]]/; s/f32 shield = 25;/f64 shield = 25;/' "$def"
events 'a missing hook refuses the early build, too' refused
has 'with the usual message' 'no file of the game defines that function'
stop; restore

# --- a compiler that waits: build.cfg names one -------------------------------------------------------------------------
# While there is a file `wait`, it waits for the file `go`. If there is a file `fail`, it reports an error. It checks the syntax
# of what tcc cannot compile at once.
cat >held-cc <<'SH'
#!/bin/sh
case "$*" in *-fsyntax-only*) exec cc "$@" ;; esac
echo $$ >>held
while [ -e wait ] && [ ! -e go ]; do sleep 0.01; done
[ ! -e fail ] || { echo 'game/main.c:1:2: error: not that one' >&2; exit 1; }
exec cc "$@"
SH
chmod +x held-cc
hold()   { echo 'cc = ./held-cc' >build.cfg; build_game --early; rm -f held; : >wait; }
let_go() { until_true $SECONDS_MAX test -s held || bad 'the build reaches the held compiler' ''; : >go; }      # once the compiler waits
unhold() { rm -f build.cfg held wait go fail; }
# Waits until the build has ended and the file clock has advanced, so that the next save starts a new build.
between() { flock build/game.so.build.lock true; rm -f held go; sleep 0.05; }
gone()    { ! kill -0 $(cat old-held) 2>/dev/null; }

hold
start
insert 'u32 first = 1;'
events 'an early build is live while the compiler works' 'reloaded early'
until_true $SECONDS_MAX test -s held; mv held old-held; rm wait
insert 'u32 second = 2;'
events 'a newer save ends a build whose early module runs' 'reloaded early' compiled
has 'the newer build is reported' 'compiled'
until_true $SECONDS_MAX gone && ok 'the older build has ended' || bad 'the older build has ended' "$(cat old-held)"
between; : >wait; : >fail
insert 'u32 third = 3;'
events 'an early build is live' 'reloaded early'
let_go
events 'the compiler fails after it' build-failed
has 'its error is reported' 'game/main.c:1:2: not that one'
has 'the game continues' '; the game continues; F8 returns to the build and the state before this save'
stop; unhold; restore

# --- code that tcc accepts and the compiler refuses: the game continues with it, and nothing that was played is taken back ---
hold
start
frame_of() { printf '%s\n' "$answer" | sed -n 's/.*"frame":\([0-9]*\),.*/\1/p'; }
early()    { events "$1" 'reloaded early'; swapped=$(frame_of); }
continues() { # name: the event of the error, at a later frame than the swap
    events "$1" build-failed
    has "$1: the error comes first" '"line":"game/'
    has "$1: what F8 does" 'the game continues; F8 returns to the build and the state before this save'
    [ "$(frame_of)" -gt "$swapped" ] && ok "$1: no update is lost" || bad "$1: no update is lost" "$swapped: $answer"
    between
}
accepted() { events "$1" compiled; between; }
refused='float refused_probe(void *at); float refused_probe(void *at) { float it = at; return it; }'
add $other "$refused"
early 'tcc accepts a pointer as a float'; let_go
continues 'the compiler refuses it'
echo '// a comment' >>game/main.c
let_go; early 'a save of another file is an early build, too'
continues 'the compiler still refuses the first'
edit '/refused_probe/d' $other
early 'corrected'; let_go; accepted 'the compiler accepts it'

# a good save, then one with an error before the compiler is done with the first
add $other 'int first_probe(void); int first_probe(void) { return 1; }'
early 'a good save'
until_true $SECONDS_MAX test -s held; rm held      # by the build that the next save ends
add game/main.c 'int typo_probe(void) { return y; }'
let_go
events 'a save with an error' build-failed
has 'the good save stays live' 'still running the previous build'
[ "$(frame_of)" -gt "$swapped" ] && ok 'no update is lost' || bad 'no update is lost' "$swapped: $answer"
between
holds 'the sources without an error were compiled' "$(nm build/objects/${other%.c}.c.o)" first_probe
edit '/typo_probe/d' game/main.c
early 'the error is fixed'; let_go; accepted 'both saves are compiled'
edit '/first_probe/d' $other
early 'a third save'
# more saves of that file, each while the compiler works, than a build command is allowed that writes a source itself
for i in 1 2 3 4 5 6 7 8; do
    until_true $SECONDS_MAX test -s held; rm held
    echo "// $i" >>$other
    events "save $i of the same file during the build before is live at once" 'unchanged early'
done
until_true $SECONDS_MAX test -s held; rm held
edit 's/^struct Enemy /struct Unknown { flot wrong; }\n&/' "$def"
events 'a schema error before anything is compiled' build-failed; between
has 'a schema error leaves the early build running' 'still running the previous build'
edit '/^struct Unknown/d' "$def"; add $other "$refused"
early 'a corrected schema with C that is refused'; let_go
continues 'refused with a schema'
edit "/refused_probe/d" $other
early "corrected after that"; let_go; accepted "the compiler accepts that, too"
stop; unhold; restore

# --- a custom build command ---------------------------------------------------------------------------------------------
cat >own.sh <<SH
[ -e good ] || echo 'game/main.c:7:8: error: early'
"$B/eddie-build"
[ -e good ]
SH
hold
start --watch 'sh own.sh'
insert 'u32 fourth = 4;'
events 'an error is reported while the build runs' build-failed
has 'with its line' 'game/main.c:7:8'
let_go; between; rm wait; : >good
insert 'u32 fifth = 5;'
events 'it is not reported again at the end, and its early module is not used' 'reloaded early' compiled
stop; unhold; restore

# --- errors that name no line of the source, and errors in a header ---
start
add $other '#ifdef __TINYC__
#define LOST_PROBE
#else
#define LOST_PROBE __asm__("jmp 7f");
#endif
void lost_probe(void); void lost_probe(void) { LOST_PROBE }'
events 'code that only tcc accepts runs, and its error is shown' 'reloaded early' build-failed
has 'the error names no line, and the game continues' 'the game continues; F8 returns to the build and the state before this save'
cp kept/$other $other
events 'corrected after the assembler: the module of the compiler is current' reloaded
add game/main.c 'int twin_probe;'
events 'a global variable' 'reloaded early' compiled
add $other 'int twin_probe;'
events 'the same variable in another file: tcc merges them' 'reloaded early' build-failed
has 'the linker refuses it' 'multiple definition'
has 'and the game continues' 'the game continues; F8 returns'
add game/main.c '// a comment'
events 'a save of another file is an early build, too' 'reloaded early' build-failed
edit 's/int twin_probe/int other_probe/' $other
events 'corrected after the linker' 'reloaded early' compiled
add game/main.c 'int more_probe;'
events 'after that, tcc builds first again' 'reloaded early' compiled
add game/sim.h 'static inline float head_probe(void *at) { float it = at; return it; }'
events 'an error in a header' 'reloaded early' build-failed
edit 's/^static inline float head_probe.*/static const int head_probe = 1;/' game/sim.h
events 'corrected in the header' 'reloaded early' compiled
add game/art.c 'int last_probe;'
events 'after that, tcc builds every file first again' 'reloaded early' compiled
stop; restore


# --- what the build has read is watched, wherever it is ---
mkdir -p include ../shared "$T/beside"
echo '#define OUTSIDE 1' >"$T/beside/outside.h"
printf '1, 2' >include/numbers.csv
echo 'include = . include' >build.cfg
add $other "#include \"$T/beside/outside.h\""
add $other 'int outside_probe(void); int outside_probe(void) { return OUTSIDE + sizeof (int[]){
#include "numbers.csv"
}; }'
build_game --early
start
echo '#define OUTSIDE 2' >"$T/beside/outside.h.new"; mv "$T/beside/outside.h.new" "$T/beside/outside.h"
events 'a header outside of the game is watched' 'reloaded early' compiled
printf '1, 2, 3' >include/numbers.csv
events 'so is a table that code includes' 'reloaded early' compiled
echo '#define LATER 1' >include/later.h
events 'a header that no code includes builds nothing' unchanged
add $other '#include "later.h"
int later_probe(void); int later_probe(void) { return LATER; }'
events 'a header is included' 'reloaded early' compiled
echo '#define LATER 2' >include/later.h
events 'from then on, it is read again' 'reloaded early' compiled
echo 'include = . include "include"' >build.cfg
events 'the settings are watched' 'reloaded early' compiled
stop
rm -r include build.cfg; restore

# --- without an early build ---
mkdir bin && ln -s /usr/bin/* /bin/* bin 2>/dev/null; rm -f bin/tcc bin/*-tcc
PATH=$T/bin start
insert 'u32 sixth = 6;'
event; has 'without tcc, the game says that it is missing' 'no early build: tcc is not installed'
events 'without tcc, only the compiler builds' reloaded
stop; restore
start --no-early
insert 'u32 seventh = 7;'
events '--no-early: only the compiler builds' reloaded
stop; restore

# --- a save while tcc runs, with the time stamp of its output ---
mkdir slow && cat >slow/tcc <<SH
#!/bin/sh
$(command -v tcc) "\$@" || exit
case "\$*" in *game/main.c*) [ ! -e late ] || { mv late game/main.c; touch game/main.c build/objects/early/game/main.c.o.new; } ;; esac
SH
chmod +x slow/tcc
{ cat game/main.c; echo 'int late_probe(void); int late_probe(void) { return 1; }'; } >late
echo '// a save' >>game/main.c
PATH=$T/slow:$PATH build_game --early
holds 'the next build by tcc includes that save' "$(nm build/early/game.so)" late_probe
restore

# --- a script gets one answer for both builds ---
begin
ask 'step 1'
insert 'u32 eighth = 8;'
ask 'wait-reload 120000'
has 'wait-reload gives one answer for the early and the compiled build' 'added Enemy.eighth = 8'
has 'wait-reload answers when the compiler is done' '; compiled'
end

# --- headers of SDL would make a module slow to compile: it includes none of them ---
sdl=$(for f in game/*.c build/gen/*.c; do ${CC:-cc} -D_GNU_SOURCE -I. -Ibuild -M "$f"; done | grep -ci 'sdl')
same 'no header of SDL is compiled into a module' "$sdl" 0

total
