#!/bin/sh
# What ends the host's process must not end the game: $1 is the host, $2 a module that fails as it is told.
full() { echo "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"; }
EDDIE=$(full "$1") MODULE=$(full "$2") TOP=$(pwd)
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
cd "$T" || exit 1
passed=0 failed=0
check() { # name, condition…
    name=$1
    shift
    if "$@"; then echo "ok $name"; passed=$((passed + 1))
    else echo "FAIL $name"; sed 's/^/    /' out err 2>/dev/null; ls; failed=$((failed + 1)); fi
}
err_has() { grep -qF -- "$1" err; }
out_has() { grep -qF -- "$1" out; }
order() { # a fault and a phase of tests/faults/order.h, and the frame from which on
    cp "$MODULE" game.so
    at=$(grep -aob 'eddie does what is written here:' game.so | sed -n '1s/:.*//p')
    printf "$(printf '\\%03o\\%03o\\%03o' "$1" "$2" "$3")" | dd of=game.so bs=1 seek=$((at + 33)) conv=notrunc 2>/dev/null
}
begin() { rm -f crash-* out err; }
run() { # options…: a game without a window
    begin
    timeout 20 "$EDDIE" --headless --no-watch "$@" game.so >out 2>err </dev/null
    code=$?
}
start() { # in the background; $host is the process that the game runs in
    begin
    "$EDDIE" --headless --no-watch "$@" game.so >out 2>err </dev/null &
    eddie=$!
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -s out ] && break
        sleep 0.1
    done
    sleep 1      # a checkpoint or two
    host=$(ps -o pid= --ppid $eddie | tr -d ' ')
}
wait_end() { wait $eddie; code=$?; }
loads() { # the state of a crash goes on elsewhere
    printf 'print World.things[19].id\nstep 2\n' >script
    order 0 0 0
    "$EDDIE" --headless --no-watch --state "$1" --script script game.so >loaded 2>>err && grep -qx 'ok 20' loaded
}

for fault in 10:free_twice 11:heap 12:exit 13:thread; do
    order ${fault%%:*} 3 200
    run --frames 100000
    check "${fault#*:} is told, and the game begins again, frozen" eval '[ $code = 1 ] && err_has "in update; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame"'
    check "${fault#*:} is saved once" eval '[ ! -e crash-2.state ] && ! err_has "(saved:"'
    check "${fault#*:} leaves a state that loads" loads crash-1.state
    check "${fault#*:} leaves a report" grep -qx 'resume it with: eddie --state crash-1.state game.so' crash-1.txt
done
order 10 3 200
run --frames 100000
check 'the place is told' eval 'err_has "the heap is damaged" && err_has "module.c:" && grep -q "free_twice < fail < reach < update" crash-1.txt'

order 12 3 200
run --frames 100000
check 'the place of an exit is told' eval 'err_has "module.c:" && grep -q "^calls: fail < reach < update" crash-1.txt'

order 16 3 200
run --frames 100000
check 'code that writes over what both processes share loses nothing' eval '[ $code = 1 ] && err_has "last checkpoint saved to crash-1.state; restarted" && loads crash-1.state'

order 1 3 200
run --frames 100000
check 'what the guard holds needs no new start' eval '[ $code = 1 ] && ! err_has "restarted" && err_has "null-pointer dereference, in update (use_null < fail < reach < update); paused at frame"'
check 'and it is on disk all the same' loads crash-1.state

order 1 0 0
run --frames 10
check 'a constructor that fails at the start ends it in words' eval '[ $code != 0 ] && err_has "in constructor" && err_has "no complete state"'

order 0 0 0
start
kill -9 "$host"
wait_end
check 'kill -9 of the host: its state is on disk' eval '[ $code = 137 ] && err_has "Killed; last checkpoint saved to crash-1.state: eddie --state crash-1.state game.so"'
cp crash-1.state kept.state
"$EDDIE" --headless --no-watch --frames 1 game.so >out 2>err
check 'the next start offers it' out_has 'a game crashed and left crash-1.state'
check 'and it loads' loads kept.state

start
kill -SEGV "$host"
for i in 1 2 3 4 5 6 7 8 9 10; do err_has 'restarted' && break; sleep 0.2; done
sleep 0.5
again=$(ps -o pid= --ppid $eddie | tr -d ' ')
check 'a fault that is not the game'"'"'s: it goes on' eval '[ -n "$again" ] && [ "$again" != "$host" ] && err_has "Segmentation fault; last checkpoint saved to crash-1.state; restarted" && ! err_has "paused at"'
sleep 0.3
check 'and what it left is not offered' test -z "$(find crash-1.state -mmin -60)"
kill $eddie
wait_end
check 'and ends in good order' [ $code = 0 ]

now() { date +%s%3N; }
for round in 1 2 3; do      # others may take the processor meanwhile
    at=$(now)
    run --frames 30000000
    whole=$(($(now) - at))
    start --frames 30000000
    more=$((whole / 2 - 1000))
    [ $more -lt 0 ] || sleep $((more / 1000)).$(printf %03d $((more % 1000)))
    at=$(now)
    [ -z "$host" ] || kill -SEGV "$host"
    wait_end
    rest=$(($(now) - at))
    err_has 'restarted' && [ $rest -lt $whole ] && break
done
check 'what was done before a new start counts among the frames' eval '[ $code = 0 ] && err_has "restarted" && [ $rest -lt $whole ]'

start
for i in 1 2 3 4; do
    host=$(ps -o pid= --ppid $eddie | tr -d ' ')
    [ -n "$host" ] && kill -ABRT $host
    sleep 0.7
done
wait_end
check 'four times within a minute is the end' eval '[ $code = 134 ] && err_has "3 times within a minute"'

begin
mkfifo pipe
cat pipe >/dev/null &
reader=$!
"$EDDIE" --headless --no-watch game.so >out 2>pipe </dev/null &
eddie=$!
sleep 1.5
kill $reader
host=$(ps -o pid= --ppid $eddie | tr -d ' ')
kill -SEGV $host
for i in 1 2 3 4 5 6 7 8 9 10; do [ -e crash-1.txt ] && break; sleep 0.2; done
sleep 0.3
again=$(ps -o pid= --ppid $eddie | tr -d ' ')
check 'that nobody reads what it says is no reason to end' eval '[ -n "$again" ] && [ "$again" != "$host" ]'
kill $eddie
wait_end

begin
(trap '' HUP; exec "$EDDIE" --headless --no-watch game.so >out 2>err </dev/null) &
eddie=$!
sleep 1
kill -HUP $eddie
sleep 0.3
check 'a signal that is ignored when it starts stays so' kill -0 $eddie
kill $eddie
wait_end

start
kill -TERM $eddie
wait_end
check 'being told to stop is no failure' eval '[ $code = 0 ] && out_has "terminated (SIGTERM)" && [ ! -e crash-1.state ]'

if command -v script >/dev/null; then
    begin
    : >out
    setsid script -qfc "exec '$EDDIE' --headless --no-watch game.so 2>err" out >/dev/null 2>&1 </dev/null &
    terminal=$!
    for i in 1 2 3 4 5 6 7 8 9 10; do out_has watching && break; sleep 0.2; done
    sleep 0.5
    eddie=$(ps -o pid= --ppid $terminal | tr -d " ")
    [ "$(ps -o sid= -p "$eddie" | tr -d " ")" = "$eddie" ] || eddie=
    kill -9 $terminal
    ended() { ! kill -0 "$eddie" 2>/dev/null; }
    for i in 1 2 3 4 5 6 7 8 9 10; do ended && break; sleep 0.2; done
    check "a terminal that is closed ends it in good order" eval '[ -n "$eddie" ] && ended && [ ! -e crash-1.state ]'
fi

order 17 3 200      # it hears no signal and does not come back
start
kill -TERM $eddie
wait_end
check 'a game that does not end is ended, and its state kept' eval '[ $code = 137 ] && err_has "it did not end when it was asked to, in update, and was killed; last checkpoint saved to crash-1.state" && loads crash-1.state'
order 17 3 200
start
kill -TERM $eddie
sleep 1.5
at=$(now)
kill -TERM $eddie
wait_end
check 'and at once when it is told again' eval '[ $code = 137 ] && [ -e crash-1.state ] && [ $(($(now) - at)) -lt 2000 ]'

order 0 0 0
start
kill -9 $eddie
wait $eddie 2>/dev/null
gone() { ! kill -0 $host 2>/dev/null || grep -q "^State:.Z" /proc/$host/status; }      # nobody may be there to bury it
for i in 1 2 3 4 5 6 7 8 9 10; do gone && break; sleep 0.1; done
check "a game whose parent was killed ends" gone
check 'and its state is kept' eval 'err_has "the supervisor process was killed; last checkpoint saved to crash-1.state" && loads crash-1.state'

order 10 3 200
begin
printf 'step 100\nstep 1000\nstep 1\n' >script
"$EDDIE" --headless --no-watch --script script game.so >out 2>err
code=$?
check 'a script is not begun again' eval '[ $code != 0 ] && out_has "ok frame 100" && ! err_has "restarted" && [ -e crash-1.state ]'

order 18 3 200
run --frames 100000000
check 'a thread of the game that fails is the game to blame' eval '[ $code = 1 ] && err_has "null-pointer dereference" && err_has "restarted" && err_has "module.c:" && err_has "paused at frame"'

order 0 0 1
cp game.so good.so
order 1 4 0
begin
printf 'step 1\nshot a.png\nstep 1\nreload\nstep 1\nshot b.png\n' >script
"$EDDIE" --headless --watch 'cp good.so game.so.part && mv game.so.part game.so' --script script game.so >out 2>err
check 'a picture that fails is no picture, and the reload that follows is answered by itself' \
    eval '[ "$(cut -d" " -f1 out | tr "\n" " ")" = "ok error error ok ok ok " ] && out_has "reloaded in"'

order 0 0 0
cp game.so good.so
order 140 1 0      # an exit, not in a trial
mv game.so bad.so
cp good.so game.so
begin
printf 'step 500\nreload\nstep 1\n' >script
"$EDDIE" --headless --watch 'cp bad.so game.so.part && mv game.so.part game.so' --script script game.so >out 2>err
check 'what exits in its load leaves the state of that moment' \
    eval 'err_has "in load" && "$EDDIE" info crash-1.state | grep -qx "frame: 500"'

order 0 0 0
cp game.so good.so
order 1 6 50
begin
rm -rf game && mkdir game
"$EDDIE" --headless --watch 'cp good.so game.so.part && mv game.so.part game.so' game.so >out 2>err </dev/null &
eddie=$!
sleep 1
echo >game/a.c
for i in 1 2 3 4 5 6 7 8 9 10; do out_has reloaded && break; sleep 0.2; done
check 'a reload tells that the code before it failed in its unload' out_has 'the previous build failed: null-pointer dereference, in unload'
host=$(ps -o pid= --ppid $eddie | tr -d ' ')
sleep 0.5
kill -SEGV $host
for i in 1 2 3 4 5 6 7 8 9 10; do err_has 'restarted' && break; sleep 0.2; done
sleep 0.7
check 'and is not to blame for what comes later' eval 'err_has "restarted" && ! err_has "paused at"'
kill $eddie
wait_end
rm -rf game

order 1 7 0
run --frames 1000
check 'a destructor that fails at the end starts nothing again' eval '[ $code != 0 ] && ! err_has "restarted"'
order 12 6 0
run --frames 1000
check 'nor does an exit in unload' eval '[ $code != 0 ] && ! err_has "restarted"'

link() { # option of the linker, file: the module in another form
    cc -g -O0 -fPIC -std=c11 -D_GNU_SOURCE -shared -fvisibility=hidden -Wl,-Bsymbolic,"$1" -I"$TOP" -I"${MODULE%.so}" \
       "$TOP/tests/faults/module.c" "${MODULE%.so}"/gen/*.gen.c "$TOP/build/libeddie.a" -lm -pthread -o "$2"
}
link -Ttext-segment=0x400000 high.so
plain=$MODULE MODULE=$T/high.so
order 1 3 200
MODULE=$plain
run --frames 100000
check 'a module with a base of its own has its lines told' eval '[ -e high.so ] && err_has "module.c:" && err_has "(use_null < fail < reach < update)"'

link -znodelete stays.so
MODULE=$T/stays.so
order 1 7 0
MODULE=$plain
run --frames 1000
check 'what fails when all is over is told, too' eval '[ $code = 1 ] && err_has "after the game had ended: Segmentation fault"'

order 1 3 200
for folder in "$T/there/" "$T/linked"; do
    mkdir -p "$T/there" && ln -sfn there "$T/linked"
    TMPDIR=$folder run --frames 100000
    check "TMPDIR=${folder#$T/} makes no difference to what is told" eval 'err_has "module.c:" && ! err_has "restarted"'
done

order 0 0 0
start
order 1 0 0      # the file that lies there by now would not even load
kill -SEGV "$host"
for i in 1 2 3 4 5 6 7 8 9 10; do err_has 'restarted' && break; sleep 0.2; done
sleep 0.7
again=$(ps -o pid= --ppid $eddie | tr -d ' ')
check 'a new start goes on with the code that ran' eval '[ -n "$again" ] && ! err_has constructor'
kill $eddie
wait_end

for phase in '0 constructor' '7 destructor'; do
    order 0 0 0
    cp game.so good.so
    order 19 ${phase% *} 0
    mv game.so again.so
    cp good.so game.so
    begin
    rm -rf reached game && mkdir game
    "$EDDIE" --headless --watch 'cp again.so game.so.part && mv game.so.part game.so' game.so >out 2>err </dev/null &
    eddie=$!
    sleep 1
    echo >game/a.c
    if [ ${phase#* } = destructor ]; then
        for i in 1 2 3 4 5 6 7 8 9 10; do out_has reloaded && break; sleep 0.2; done
        cp good.so again.so      # the code before the one before is closed
        echo more >game/a.c
        sleep 1
        order 0 0 1
        mv game.so again.so
        cp good.so game.so
        echo most >game/a.c
    fi
    for i in 1 2 3 4 5 6 7 8 9 10; do err_has 'paused at' && break; sleep 0.2; done
    check "what the loader runs at a reload and fails is the game to blame: ${phase#* }" \
        eval 'err_has "null-pointer dereference, in ${phase#* }; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame"'
    kill $eddie
    wait_end
done

order 10 3 200
for round in 1 2 3 4 5; do
    begin
    for i in 1 2 3 4; do timeout 20 "$EDDIE" --headless --no-watch game.so >/dev/null 2>err$i </dev/null & done
    wait
    [ $(ls crash-*.state | wc -l) = 4 ] || break
done
check 'games that fail in one folder at once leave a state each' [ $(ls crash-*.state | wc -l) = 4 ]

(ulimit -f 1; run --frames 10; exit $code)
code=$?
check 'a limit of the size of files is told, and ends nothing' eval '[ $code = 1 ] && err_has "File too large"'

order 10 3 200
begin
mkdir -p slow && printf '#!/bin/sh\nsleep 3\n' >slow/addr2line && chmod +x slow/addr2line
PATH=$T/slow:$PATH timeout -k 1 20 "$EDDIE" --headless game.so >out 2>err </dev/null &
eddie=$!
sleep 1.5
kill -TERM $eddie
wait_end
check 'being told to stop while it settles a death is the end' eval '! err_has "restarted"'

# What nothing in the process can end.
order 32 3 200
run --frames 1000000000
check 'a game that stops itself in each update is continued once, then frozen' eval '[ $code = 1 ] && err_has "the game stopped its own process in update (SIGSTOP); it is continued" && err_has "it stopped its own process twice (SIGSTOP), in update; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame" && loads crash-1.state'
order 34 3 200
run --frames 1000000
check 'one that does so once goes on' eval '[ $code = 0 ] && err_has "it is continued" && ! err_has "restarted"'
order 33 3 200
run --frames 1000000000
check "the end of the game's thread by a system call is noticed" eval '[ $code = 1 ] && err_has "was ended, in update; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame" && loads crash-1.state'
order 17 3 200
run --frames 1000000000
check 'a loop with all signals blocked is noticed' eval '[ $code = 1 ] && err_has "no return within 2 s, in update; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame" && loads crash-1.state'

order 0 0 0
cp game.so good.so
order 36 0 0
mv game.so again.so
cp good.so game.so
begin
rm -rf reached game && mkdir game
"$EDDIE" --headless --watch 'cp again.so game.so.part && mv game.so.part game.so' game.so >out 2>err </dev/null &
eddie=$!
sleep 1
echo >game/a.c
for i in $(seq 100); do err_has 'paused at' && break; sleep 0.2; done
check 'a constructor that hangs at a reload is noticed' \
    eval 'err_has "no return within 10 s, in constructor; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame"'
kill $eddie
wait_end
rm -rf reached game

(trap '' CHLD; run --frames 5; [ $code = 0 ]) && ran=yes || ran=no
check 'an ignored SIGCHLD makes no difference' [ $ran = yes ]

echo "$passed passed, $failed failed"
[ $failed = 0 ]
