#!/bin/bash
# From a save to live code by tcc first and the compiler behind it, on a copy of the game: what is told, in which order, and
# what never runs. Waits for events, never for times. Arguments: the build folder of the host under test.
B=$(cd "${1:-build}" && pwd)
command -v tcc >/dev/null || { echo 'skipped: tcc is not installed'; echo '0 passed, 0 failed'; exit 0; }
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
make --no-print-directory -s build/game.so build/eddiec build/quick/game.so >/dev/null || exit 1
cp -a Makefile runtime codegen game schema "$T" && mkdir -p "$T/build" && cp -a build/. "$T/build" && rm -rf "$T/build/san" "$T/build/cov"
mkdir "$T/kept" && cp -a game schema "$T/kept"
cd "$T" || exit 1
SECONDS_MAX=120

# --- a host that runs freely ---
start() { coproc HOST { exec "$B/eddie" --headless --json "$@" 2>&1; }; host=$HOST_PID; }
stop()  { kill "$host"; wait "$host" 2>/dev/null; host=; }
# Leaves the name of the next event in $event, "quick" behind it where it is that, and its line in $answer.
event() {
    IFS= read -r -t $SECONDS_MAX answer <&"${HOST[0]}" || { event=none answer='no event'; return; }
    event=$(printf '%s\n' "$answer" | sed -n 's/^{"event":"\([a-z-]*\)".*/\1/p')
    case $answer in *'"quick":true'*) event="$event quick";; esac
}
events() { # words, the events that follow
    local what=$1 all=
    shift
    for _ in "$@"; do event; all="$all$event,"; done
    same "$what" "$all" "$(printf '%s,' "$@")"
}
edit()   { sed "$1" "$2" >"$T/edited" && cp "$T/edited" "$2"; }      # one save, not two
mend()   { cp kept/schema/*.def schema; cp kept/game/*.c game; make -s game quick; }
insert() { edit "/^struct Enemy /,/^}/s/^ *f32  *hp .*/&\n    $1/" "$def"; }
add()    { { cat "$1"; printf '%s\n' "$2"; } >"$T/edited" && cp "$T/edited" "$1"; }
def=$(grep -l '^struct Enemy ' schema/*.def)
other=game/sim_enemies.c

start
add $other 'int quick_probe(void); int quick_probe(void) { return 1; }'
events 'an edit of code: by tcc, then by the compiler' 'reloaded quick' compiled
insert 'f32 shield = 25;'
events 'an edit of a struct: likewise' 'reloaded quick' compiled
add $other '__int128 wide_probe(void); __int128 wide_probe(void) { return 1; }'
events 'what tcc cannot read waits for the compiler' reloaded
has 'and nothing is said of it' '"place":""'
add game/main.c 'int more_probe(void); int more_probe(void) { return 2; }'
events 'and so does what is linked with it' reloaded
edit '/wide_probe/d' $other
events 'until it is gone' 'reloaded quick' compiled
add $other 'int lonely_probe(void); int lonely_probe(void) { return __builtin_clz(7); }'
events 'what tcc has no function for waits, too' reloaded
edit '/lonely_probe/d' $other
events 'until that is gone' 'reloaded quick' compiled
add $other 'int broken(void) { return y; }'
events 'an error is told' build-failed
has 'in the words of the compiler' 'undeclared'
edit '/int broken/d' $other; add $other 'int after_probe(void); int after_probe(void) { return 3; }'
events 'once, and mended code is live' 'reloaded quick' compiled
add game/main.c 'int loose(void); int loose(void) { char *text = 5; return text[0]; }'
events 'an error of the compiler is none of tcc: it decides' build-failed
edit '/int loose/d' game/main.c; add game/main.c 'static int unused_probe(void) { return 1; }'
events 'mended, with a warning' 'reloaded quick' compiled
has 'which comes with the word of its end' 'warning: '
edit '/unused_probe/d' game/main.c
events 'and is gone' 'reloaded quick' compiled
edit 's~^    editor_update(host);~&\n#ifdef __TINYC__\n    *(volatile int *)0 = 1;\n#endif~' game/main.c
events 'an early build that fails in its trial waits for the other, without a word' reloaded
cp kept/game/main.c game/main.c
events 'mended once more' 'reloaded quick' compiled
# Saved while the compiler still works on what is live by tcc; a machine so quick that it is done by then builds both.
add game/sim.h '// a word'
events 'a comment in a header' 'reloaded quick' compiled
insert 'f32 probe_of_both = 1;'
events 'a struct once more' 'reloaded quick'
add game/sim.h '// a word more'
event
if [ "$event" = compiled ]; then events 'a comment, after all' 'reloaded quick' compiled
else same 'a save that changes no code is told so' "$event" 'unchanged quick'; events 'and the compiler is behind it' compiled; fi
edit 's/^struct Enemy \[\[key(id)\]\]/struct Enemy [[key(id), upgrade(nobody_upgrade)]]/; s/f32 shield = 25;/f64 shield = 25;/' "$def"
events 'a hook that nobody wrote: no early build runs' refused
has 'and the words are as ever' 'no file of the game defines that function'
stop; mend

# --- a build of the user's own; one that waits does so until it is ended, or the test lets it go on ---
# Ended, if nobody has asked for its end yet; it may take a moment.
gone() {
    for _ in $(seq $((SECONDS_MAX * 10))); do
        case $(sed 's/.*) \(.\).*/\1/' "/proc/$1/stat" 2>/dev/null) in '' | Z) return 0;; esac
        sleep 0.1
    done
    return 1
}
own() { cat >own.sh; start --watch 'sh own.sh'; }
own <<'SH'
make -s quick $EDDIE_CHANGED && [ ! -e fail ] || exit 1
[ ! -e wait ] || { echo $$ >waits; exec sleep 600; }
make -s game $EDDIE_CHANGED
SH
: >wait
insert 'u32 first = 1;'
events 'any build may offer a module' 'reloaded quick'
pid=$(cat waits 2>/dev/null)
rm wait
insert 'u32 second = 2;'
events 'a newer save ends a build whose module runs' 'reloaded quick' compiled
has 'and is the one that is told' 'compiled'
gone "${pid:-$$}" && ok 'it is gone' || bad 'it is gone' "$pid"
stop; mend; rm -f waits

own <<'SH'
make -s quick $EDDIE_CHANGED
mkfifo go; read _ <go
echo 'game/main.c:1:2: error: not that one'
exit 1
SH
insert 'u32 third = 3;'
events 'an early build is live' 'reloaded quick'
until [ -p go ]; do sleep 0.01; done; echo >go
events 'then the compiler fails' build-failed
has 'and the early build goes' 'game/main.c:1:2: not that one; went back to the previous build and the state before this save'
stop; mend; rm -f go

# --- code that tcc takes and the compiler refuses: the game goes back to what ran before, at the frame of that swap ---
own <<'SH'
rm -f go
echo $$ >shell
make -s quick $EDDIE_CHANGED
mkfifo go; read _ <go
EDDIE_QUICK= make -s game $EDDIE_CHANGED
SH
let_go()  {
    for _ in $(seq $((SECONDS_MAX * 100))); do [ ! -p go ] || break; sleep 0.01; done
    timeout $SECONDS_MAX sh -c 'echo >go'; rm -f go
}
frame_of() { printf '%s\n' "$answer" | sed -n 's/.*"frame":\([0-9]*\),.*/\1/p'; }
quick()    { events "$1" 'reloaded quick'; swapped=$(frame_of); }
# A save counts as one between two builds when no build is running and the clock of files has gone on since the last.
between()  { while [ -e "/proc/$(cat shell)" ]; do sleep 0.01; done; sleep 0.05; }
went_back() { # words, frame
    events "$1" build-failed
    has "$1: the error comes first" '"line":"game/'
    has "$1: both are named" 'went back to the previous build and the state before this save'
    same "$1: at its frame" "$(frame_of)" "$2"
    between
}
accepted() { events "$1" compiled; between; }
refused='float refused_probe(void *at); float refused_probe(void *at) { float it = at; return it; }'
add $other "$refused"
quick 'a pointer as a float is live by tcc'; let_go
went_back 'the compiler refuses it' "$swapped"
echo '// a word' >>game/main.c
let_go; events 'another file saved does not offer it again' build-failed; between
has 'as nothing of it runs' 'still running the previous build'
edit '/refused_probe/d' $other
quick 'corrected'; let_go; accepted 'the compiler accepts it'

add $other 'int first_probe(void); int first_probe(void) { return 1; }'
quick 'a first save'; first=$swapped
add $other "$refused"
quick 'a second before the compiler has judged the first'; let_go
went_back 'the compiler refuses the second: the state before the first' "$first"
edit '/refused_probe/d' $other
quick 'corrected again'; let_go; accepted 'both are accepted'
edit '/first_probe/d' $other
quick 'one more save'; first=$swapped
until [ -p go ]; do sleep 0.01; done; rm go      # of the build that this save ends
edit 's/^struct Enemy /struct Unknown { flot wrong; }\n&/' "$def"
let_go; events 'a schema error before anything is compiled' build-failed; between
has 'is no verdict' 'still running the previous build'
edit '/^struct Unknown/d' "$def"; add $other "$refused"
quick 'the schema corrected, and C that is refused'; let_go
went_back 'which goes back over all of it' "$first"

edit "/refused_probe/d" $other
quick "corrected once more"; let_go; accepted "and accepted"
insert "f32 ward = 9;"
quick "a field"; let_go; accepted "which the compiler accepts"
edit "/f32 ward = 9;/d" "$def"
quick "the field is removed: its values go to the attic"; let_go; accepted "that is accepted, too"
insert "f32 ward = 9;"
quick "the field is back"; first=$swapped
has "with its values" "restored Enemy.ward"
add $other "$refused"
quick "with C that is refused"; let_go
went_back "which goes back to before the field" "$first"
edit "/refused_probe/d" $other
quick "corrected: the field is back for good"
has "and with its values again" "restored Enemy.ward"
let_go; accepted "which is accepted"
stop; mend; rm -f go

own <<'SH'
[ -e good ] && exec make -s game $EDDIE_CHANGED
echo 'game/main.c:7:8: error: early'
make -s quick $EDDIE_CHANGED
mkfifo go; read _ <go
exit 1
SH
insert 'u32 fourth = 4;'
events 'an error is told while the build goes on' build-failed
has 'with its place' 'game/main.c:7:8'
until [ -p go ]; do sleep 0.01; done; echo >go; : >good
insert 'u32 fifth = 5;'
events 'and not again at its end, nor is its offer taken' 'reloaded quick' compiled
stop; mend; rm -f go good

# --- refused in words that name no line of the source; and an error of a header ---
start
add $other '#ifdef __TINYC__
#define LOST_PROBE
#else
#define LOST_PROBE __asm__("jmp 7f");
#endif
void lost_probe(void); void lost_probe(void) { LOST_PROBE }'
events 'what the assembler refuses is live by tcc until then' 'reloaded quick' build-failed
has 'it names no line, and the game goes back' 'went back to the previous build and the state before this save'
cp kept/$other $other
events 'corrected after the assembler' 'reloaded quick' compiled
add game/main.c 'int twin_probe;'
events 'a variable' 'reloaded quick' compiled
add $other 'int twin_probe;'
events 'and again in another file: tcc makes one of both' 'reloaded quick' build-failed
has 'the linker refuses it' 'multiple definition'
has 'and the game goes back' 'went back to the previous build and the state before this save'
add game/main.c '// a word'
events 'what the linker refuses is not offered again by a save of another file' build-failed
has 'nothing of it runs' 'still running the previous build'
edit 's/int twin_probe/int other_probe/' $other
events 'corrected after the linker: the compiler decides' reloaded
add game/main.c 'int more_probe;'
events 'then tcc is first again' 'reloaded quick' compiled
add game/sim.h 'static inline float head_probe(void *at) { float it = at; return it; }'
events 'an error of a header' 'reloaded quick' build-failed
edit 's/^static inline float head_probe.*/static const int head_probe = 1;/' game/sim.h
events 'corrected in the header: the compiler decides' reloaded
add game/art.c 'int last_probe;'
events 'and tcc is first again for every file' 'reloaded quick' compiled
stop; mend

# --- where there is nothing quick ---
mkdir bin && ln -s /usr/bin/* /bin/* bin 2>/dev/null; rm -f bin/tcc bin/*-tcc
PATH=$T/bin start
insert 'u32 sixth = 6;'
events 'without tcc the compiler alone' reloaded
stop; mend
start --no-quick
insert 'u32 seventh = 7;'
events '--no-quick: the compiler alone' reloaded
stop; mend

# --- a save while tcc reads: as old as one that had read before ---
mkdir slow && cat >slow/tcc <<SH
#!/bin/sh
$(command -v tcc) "\$@" || exit
case "\$*" in *game/main.c*) [ ! -e late ] || { mv late game/main.c; touch game/main.c build/quick/main.o; } ;; esac
SH
chmod +x slow/tcc
{ cat game/main.c; echo 'int late_probe(void); int late_probe(void) { return 1; }'; } >late
touch game/main.c
for _ in 1 2; do EDDIE_CHANGED= PATH=$T/slow:$PATH make -s quick; done
holds 'the next build by tcc takes it in' "$(nm build/quick/game.so)" late_probe
mend

# --- a script hears of both at once ---
begin
insert 'u32 eighth = 8;'
ask 'wait-reload 120000'
has 'one answer for both' 'added Enemy.eighth = 8'
has 'when the compiler is done' '; compiled'
end

# --- what makes a module slow to compile: no header of SDL reaches it ---
sdl=$(for f in game/*.c build/gen/*.c; do ${CC:-cc} -D_GNU_SOURCE -I. -Ibuild -M "$f"; done | grep -ci 'sdl')
same 'no header of SDL is compiled into a module' "$sdl" 0

total
