#!/bin/sh
# A fault that ends the host's process must not end the game. $1 is the host, $2 a module that fails on demand.
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
order() { # FAULT PHASE FRAME, see tests/faults/order.h: writes game.so, which fails in that way from that frame on
    cp "$MODULE" game.so
    at=$(grep -aob 'eddie does what is written here:' game.so | sed -n '1s/:.*//p')
    printf "$(printf '\\%03o\\%03o\\%03o' "$1" "$2" "$3")" | dd of=game.so bs=1 seek=$((at + 33)) conv=notrunc 2>/dev/null
}
begin() { rm -f crash-* out err; }
run() { # options…: runs the game without a window
    begin
    timeout 20 "$EDDIE" --headless --no-watch "$@" game.so >out 2>err </dev/null
    code=$?
}
start() { # options…: runs the game in the background; $host is the process of the game
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
wait_end() { # a process that does not end is killed, and its check fails
    (exec >/dev/null 2>&1; sleep 60; kill -9 $eddie) &
    limit=$!
    wait $eddie
    code=$?
    kill $limit 2>/dev/null
}
loads() { # the saved state of a crash loads into a working build
    printf 'print World.things[19].id\nstep 2\n' >script
    order 0 0 0
    "$EDDIE" --headless --no-watch --state "$1" --script script game.so >loaded 2>>err && grep -qx 'ok 20' loaded
}

for fault in 10:free_twice 11:heap 12:exit 13:thread; do
    order ${fault%%:*} 3 200
    run --frames 100000
    check "${fault#*:} is reported, and the game restarts paused" eval '[ $code = 1 ] && err_has "in update; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame"'
    check "${fault#*:} is saved once" eval '[ ! -e crash-2.state ] && ! err_has "(saved:"'
    check "${fault#*:} leaves a state that loads" loads crash-1.state
    check "${fault#*:} leaves a report" grep -qx 'resume it with: eddie --state crash-1.state game.so' crash-1.txt
done
order 10 3 200
run --frames 100000
check 'the line of a damaged heap is reported' eval 'err_has "the heap is damaged" && err_has "module.c:" && grep -q "free_twice < fail < reach < update" crash-1.txt'

order 12 3 200
run --frames 100000
check 'the line of an exit is reported' eval 'err_has "module.c:" && grep -q "^calls: fail < reach < update" crash-1.txt'

order 16 3 200
run --frames 100000
check 'code that overwrites the shared memory loses no state' eval '[ $code = 1 ] && err_has "last checkpoint saved to crash-1.state; restarted" && loads crash-1.state'

order 1 3 200
run --frames 100000
check 'a fault that the guard catches needs no restart' eval '[ $code = 1 ] && ! err_has "restarted" && err_has "null-pointer dereference, in update (use_null < fail < reach < update); paused at frame"'
check 'its checkpoint is on disk, too' loads crash-1.state

order 1 0 0
run --frames 10
check 'a constructor that fails at the start ends it with an error message' eval '[ $code != 0 ] && err_has "in constructor" && err_has "no complete state"'

order 0 0 0
start
kill -9 "$host"
wait_end
check 'after kill -9 of the host its state is on disk' eval '[ $code = 137 ] && err_has "Killed; last checkpoint saved to crash-1.state: eddie --state crash-1.state game.so"'
cp crash-1.state kept.state
"$EDDIE" --headless --no-watch --frames 1 game.so >out 2>err
check 'the next start offers that state' out_has 'a game crashed and left crash-1.state'
check 'the state of a crash loads' loads kept.state

order 0 0 0
begin
{ echo 'step 200'; sleep 20; } | "$EDDIE" --headless --no-watch --script - game.so >out 2>err &
eddie=$!
sleep 2
kill -9 "$(ps -o pid= --ppid $eddie | tr -d ' ')"
wait_end
check 'a game whose script waits is saved at its last frame' grep -qx 'frame: 200' crash-1.txt

start
kill -SEGV "$host"
for i in 1 2 3 4 5 6 7 8 9 10; do err_has 'restarted' && break; sleep 0.2; done
sleep 0.5
again=$(ps -o pid= --ppid $eddie | tr -d ' ')
check 'after a fault outside of the game, the game continues from a checkpoint' eval '[ -n "$again" ] && [ "$again" != "$host" ] && err_has "Segmentation fault; last checkpoint saved to crash-1.state; restarted" && ! err_has "paused at"'
sleep 0.3
check 'the state of a resumed game is not offered' test -z "$(find crash-1.state -mmin -60)"
kill $eddie
wait_end
check 'SIGTERM ends it with exit code 0' [ $code = 0 ]

# Another eddie starts between the end of the process and the restart; the module on disk is one that fails.
mkdir tmp
TMPDIR=$T/tmp; export TMPDIR
order 0 0 0
cp game.so good.so
start
sleep 1.5
kill -STOP $eddie
kill -SEGV "$host"
while [ "$(ps -o stat= -p "$host" | cut -c 1)" != Z ]; do sleep 0.1; done
"$EDDIE" --headless --no-watch --frames 1 good.so >/dev/null 2>&1 </dev/null
order 1 3 0
kill -CONT $eddie
for i in 1 2 3 4 5 6 7 8 9 10; do err_has restarted && break; sleep 0.2; done
sleep 1
check "a restart runs the code that ran, even if another eddie was started meanwhile" \
    eval "err_has restarted && ! err_has null-pointer && [ -n \"\$(ps -o pid= --ppid $eddie)\" ]"
kill $eddie
wait_end
order 0 0 0
start
rm -r tmp/eddie-code-*
kill -SEGV "$host"
for i in 1 2 3 4 5 6 7 8 9 10; do err_has "the code that ran before" && break; sleep 0.2; done
check "a restart that cannot use the code that ran says why, and what it runs" \
    eval "grep -q \"^the code that ran before cannot be used: .*game.so-1.so: cannot be opened: No such file or directory; this is game.so, as it was built last\" err"
kill $eddie
wait_end
unset TMPDIR

now() { date +%s%3N; }
# As many updates as take about four seconds.
at=$(now)
run --frames 1000000
frames=$((4000 * 1000000 / ($(now) - at)))
for round in 1 2 3; do      # another process may use the processor meanwhile
    at=$(now)
    run --frames $frames
    whole=$(($(now) - at))
    start --frames $frames
    more=$((whole / 2 - 1000))
    [ $more -lt 0 ] || sleep $((more / 1000)).$(printf %03d $((more % 1000)))
    at=$(now)
    [ -z "$host" ] || kill -SEGV "$host"
    wait_end
    rest=$(($(now) - at))
    err_has 'restarted' && [ $rest -lt $whole ] && break
done
check 'updates before a restart count for --frames' eval '[ $code = 0 ] && err_has "restarted" && [ $rest -lt $whole ]'

start
for crash in 1 2 3 4; do
    kill -ABRT "$host"
    for i in $(seq 50); do # until the game runs in another process
        again=$(ps -o pid= --ppid $eddie | tr -d ' ')
        [ -n "$again" ] && [ "$again" != "$host" ] && break
        kill -0 $eddie 2>/dev/null || break
        sleep 0.1
    done
    host=$again
    sleep 0.5
done
wait_end
check 'a fourth crash within a minute ends it' eval '[ $code = 134 ] && err_has "restarted 3 times within a minute"'

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
check 'a closed standard error does not end it' eval '[ -n "$again" ] && [ "$again" != "$host" ]'
kill $eddie
wait_end

begin
(trap '' HUP; exec "$EDDIE" --headless --no-watch game.so >out 2>err </dev/null) &
eddie=$!
sleep 1
kill -HUP $eddie
sleep 0.3
check 'a signal ignored at the start stays ignored' kill -0 $eddie
kill $eddie
wait_end

start
kill -TERM $eddie
wait_end
check 'SIGTERM is not a failure' eval '[ $code = 0 ] && out_has "terminated (SIGTERM)" && [ ! -e crash-1.state ]'

if command -v script >/dev/null; then
    begin
    : >out
    # nohup, for example, makes this suite ignore SIGHUP
    setsid script -qfc "exec env --default-signal=HUP '$EDDIE' --headless --no-watch game.so 2>err" out >/dev/null 2>&1 </dev/null &
    terminal=$!
    for i in $(seq 150); do out_has watching && break; sleep 0.2; done
    sleep 0.5
    eddie=$(ps -o pid= --ppid $terminal | tr -d " ")
    [ "$(ps -o sid= -p "$eddie" | tr -d " ")" = "$eddie" ] || eddie=
    kill -9 $terminal
    ended() { ! kill -0 "$eddie" 2>/dev/null; }
    for i in $(seq 150); do ended && break; sleep 0.2; done
    check "a closed terminal ends it without a crash file" eval '[ -n "$eddie" ] && ended && [ ! -e crash-1.state ]'
    [ -z "$eddie" ] || kill -9 "$eddie" 2>/dev/null
fi

order 17 3 200      # blocks all signals and never returns
start
kill -TERM $eddie
wait_end
check 'a game that ignores SIGTERM is killed, and its state kept' eval '[ $code = 137 ] && err_has "the game did not end when asked to, in update, and was killed; last checkpoint saved to crash-1.state" && loads crash-1.state'
order 17 3 200
start
kill -TERM $eddie
sleep 1.5
at=$(now)
kill -TERM $eddie
wait_end
check 'a second SIGTERM kills the game at once' eval '[ $code = 137 ] && [ -e crash-1.state ] && [ $(($(now) - at)) -lt 2000 ]'

order 0 0 0
start
kill -9 $eddie
wait $eddie 2>/dev/null
gone() { ! kill -0 $host 2>/dev/null || grep -q "^State:.Z" /proc/$host/status; }      # a zombie counts: it may remain one
for i in 1 2 3 4 5 6 7 8 9 10; do gone && break; sleep 0.1; done
check "a game whose supervisor was killed ends" gone
check 'its state is kept' eval 'err_has "the supervisor process was killed; last checkpoint saved to crash-1.state" && loads crash-1.state'

order 10 3 200
begin
printf 'step 100\nstep 1000\nstep 1\n' >script
"$EDDIE" --headless --no-watch --script script game.so >out 2>err
code=$?
check 'a script is not restarted' eval '[ $code != 0 ] && out_has "ok frame 100" && ! err_has "restarted" && [ -e crash-1.state ]'

order 18 3 200
run --frames 100000000
check 'a fault in a thread of the game counts as one of the game' eval '[ $code = 1 ] && err_has "null-pointer dereference" && err_has "restarted" && err_has "module.c:" && err_has "paused at frame"'

order 0 0 1
cp game.so good.so
order 1 4 0
begin
printf 'step 1\nshot a.png\nstep 1\nreload\nstep 1\nshot b.png\n' >script
"$EDDIE" --headless --watch 'cp good.so game.so.part && mv game.so.part game.so' --script script game.so >out 2>err
check 'a crash during a screenshot is its error, and the next reload is answered separately' \
    eval '[ "$(cut -d" " -f1 out | tr "\n" " ")" = "ok error error ok ok ok " ] && out_has "reloaded in"'

order 0 0 0
cp game.so good.so
order 140 1 0      # exits in load, but not in a trial
mv game.so bad.so
cp good.so game.so
begin
printf 'step 500\nreload\nstep 1\n' >script
"$EDDIE" --headless --watch 'cp bad.so game.so.part && mv game.so.part game.so' --script script game.so >out 2>err
check 'code that exits in load leaves the state before the reload' \
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
check 'a reload reports that the previous build failed in unload' out_has 'the previous build failed: null-pointer dereference, in unload'
host=$(ps -o pid= --ppid $eddie | tr -d ' ')
sleep 0.5
kill -SEGV $host
for i in 1 2 3 4 5 6 7 8 9 10; do err_has 'restarted' && break; sleep 0.2; done
sleep 0.7
check 'a failed unload is not blamed for a later crash' eval 'err_has "restarted" && ! err_has "paused at"'
kill $eddie
wait_end
rm -rf game

order 1 7 0
run --frames 1000
check 'a destructor that fails at the end restarts nothing' eval '[ $code != 0 ] && ! err_has "restarted"'
order 12 6 0
run --frames 1000
check 'an exit in unload restarts nothing' eval '[ $code != 0 ] && ! err_has "restarted"'

link() { # linker option, file: links the module differently
    cc -g -O0 -fPIC -std=c11 -D_GNU_SOURCE -shared -fvisibility=hidden -Wl,-Bsymbolic,"$1" -I"$TOP" -I"${MODULE%.so}" \
       "$TOP/tests/faults/module.c" "${MODULE%.so}"/gen/*.gen.c "$TOP/build/libeddie.a" -lm -pthread -o "$2"
}
link -Ttext-segment=0x400000 high.so
plain=$MODULE MODULE=$T/high.so
order 1 3 200
MODULE=$plain
run --frames 100000
check 'lines are reported for a module with a fixed base address' eval '[ -e high.so ] && err_has "module.c:" && err_has "(use_null < fail < reach < update)"'

link -znodelete stays.so
MODULE=$T/stays.so
order 1 7 0
MODULE=$plain
run --frames 1000
check 'a fault after the end of the game is reported, too' eval '[ $code = 1 ] && err_has "after the game ended: Segmentation fault"'

order 1 3 200
for folder in "$T/there/" "$T/linked"; do
    mkdir -p "$T/there" && ln -sfn there "$T/linked"
    TMPDIR=$folder run --frames 100000
    check "TMPDIR=${folder#$T/} makes no difference to the report" eval 'err_has "module.c:" && ! err_has "restarted"'
done

order 0 0 0
start
order 1 0 0      # the file there now would not even load
kill -SEGV "$host"
for i in 1 2 3 4 5 6 7 8 9 10; do err_has 'restarted' && break; sleep 0.2; done
sleep 0.7
again=$(ps -o pid= --ppid $eddie | tr -d ' ')
check 'a restart uses the code that was running' eval '[ -n "$again" ] && ! err_has constructor'
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
    # a source that is written before the host watches would be built at its start
    for i in 1 2 3 4 5 6 7 8 9 10; do out_has watching && break; sleep 0.2; done
    sleep 1
    echo >game/a.c
    if [ ${phase#* } = destructor ]; then
        for i in 1 2 3 4 5 6 7 8 9 10; do out_has reloaded && break; sleep 0.2; done
        cp good.so again.so      # a reload closes the build before the previous one
        echo more >game/a.c
        sleep 1
        order 0 0 1
        mv game.so again.so
        cp good.so game.so
        echo most >game/a.c
    fi
    for i in 1 2 3 4 5 6 7 8 9 10; do err_has 'paused at' && break; sleep 0.2; done
    check "a fault in a ${phase#* } at a reload counts as one of the game" \
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
check 'games that crash in one folder at once each leave a state' [ $(ls crash-*.state | wc -l) = 4 ]

(ulimit -f 1; run --frames 10; exit $code)
code=$?
check 'with a limit of file sizes, eddie ends with an error message and not by a signal' eval '[ $code = 1 ] && err_has "File too large"'

order 10 3 200
begin
mkdir -p slow && printf '#!/bin/sh\nsleep 3\n' >slow/addr2line && chmod +x slow/addr2line
PATH=$T/slow:$PATH timeout -k 1 20 "$EDDIE" --headless game.so >out 2>err </dev/null &
eddie=$!
sleep 1.5
kill -TERM $eddie
wait_end
check 'SIGTERM while it handles a crash ends it' eval '! err_has "restarted"'

# Hangs that nothing in the process can end.
order 32 3 200
run --frames 1000000000
check 'a game that stops its process in each update is continued once, then paused' eval '[ $code = 1 ] && [ "$(grep -c "the game stopped its own process in update (SIGSTOP); eddie resumed it" err)" = 1 ] && err_has "the game stopped its own process twice (SIGSTOP), in update; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame" && loads crash-1.state'
order 34 3 200
run --frames 1000000
check 'a game that stops its process once is continued' eval '[ $code = 0 ] && err_has "eddie resumed it" && ! err_has "restarted"'
order 33 3 200
run --hang-ms 500 --frames 1000000000
check "the end of the game's thread by a system call is noticed" eval '[ $code = 1 ] && err_has "thread exited, in update; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame" && loads crash-1.state'
order 17 3 200
run --hang-ms 500 --frames 1000000000
check 'a loop with all signals blocked is noticed' eval '[ $code = 1 ] && err_has "did not return within" && err_has ", in update; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame" && loads crash-1.state'

order 0 0 0
cp game.so good.so
order 36 0 0
mv game.so again.so
cp good.so game.so
begin
rm -rf reached game && mkdir game
"$EDDIE" --headless --hang-ms 400 --watch 'cp again.so game.so.part && mv game.so.part game.so' game.so >out 2>err </dev/null &
eddie=$!
sleep 1
echo >game/a.c
for i in $(seq 300); do err_has 'paused at' && break; sleep 0.2; done
check 'a constructor that hangs at a reload is noticed' \
    eval 'err_has "did not return within" && err_has ", in constructor; last checkpoint saved to crash-1.state; restarted" && err_has "paused at frame"'
kill $eddie
wait_end
rm -rf reached game

(trap '' CHLD; run --frames 5; [ $code = 0 ]) && ran=yes || ran=no
check 'an ignored SIGCHLD makes no difference' [ $ran = yes ]

echo "$passed passed, $failed failed"
[ $failed = 0 ]
