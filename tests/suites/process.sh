#!/bin/bash
# Changes that a game makes to its process do not end live editing. $1 is the host, $2 a module that fails on demand.
full() { echo "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"; }
EDDIE=$(full "$1") MODULE=$(full "$2")
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap 'rm -rf "$T"' EXIT
cd "$T" || exit 1
locale=
order() { # CHANGE PHASE FRAME FILE, see tests/faults/order.h: writes the module FILE, which makes the change from that frame on
    local at
    cp "$MODULE" "$4"
    at=$(grep -aob 'eddie does what is written here:' "$4" | sed -n '1s/:.*//p')
    printf "$(printf '\\%03o\\%03o\\%03o' "$1" "$2" "$3")" | dd of="$4" bs=1 seek=$((at + 33)) conv=notrunc 2>/dev/null
}
run() { # runs the game with the commands in the file script; a reload takes next.so
    rm -rf out err *.state crash-* built elsewhere of-the-game game
    mkdir game
    timeout 60 env $locale "$EDDIE" --headless --watch 'echo "$PWD $PATH" >built; cp next.so game.so.part && mv game.so.part game.so' \
        --script - game.so >out 2>err <script
    code=$?
}
changed() { # name, change, phase, the expected report or nothing
    order "$2" "$3" 0 game.so
    order 0 0 9 next.so
    for i in $(seq 40); do printf 'step 20\n'; done >script      # until every setting was checked
    printf 'save a.state\nreload\nstep 3\nprint World.things[3].x\nset World.things[3].x 1.5\nprint World.things[3].x\nsave b.state\n' >>script
    run
    same "$1: every command succeeds" "$(cut -d' ' -f1 out | sort | uniq -c | tr -s ' ')" ' 47 ok'
    holds "$1: the build runs in the initial folder, with the initial environment" "$(cat built 2>&1)" "$T $PATH"
    holds "$1: the new code runs" "$(cat out)" 'reloaded in'
    holds "$1: numbers have a decimal point" "$(tail -n 2 out)" 'ok 1.5'
    [ -f a.state ] && [ -f b.state ] && ok "$1: snapshots are in the initial folder" || bad "$1: snapshots are in the initial folder" "$(ls -R)"
    same "$1: they have the usual mode" "$(stat -c %a b.state 2>&1)" "$(umask -S >/dev/null; printf '%o' $((0666 & ~$(umask))))"
    if [ -n "$4" ]; then
        same "$1: it is reported once" "$(grep -c "the game changed" err)" 1
        holds "$1: with its name" "$(cat err)" "$4"
    else same "$1: nothing is reported" "$(cat err)" ''; fi
}

LOAD=1 UPDATE=3
for phase in $LOAD:load $UPDATE:'update or render'; do
    in=${phase#*:} at=${phase%%:*}
    changed "chdir in $in" 20 "$at" "the game changed the working folder in $in"
    changed "an ignored SIGCHLD in $in" 21 "$at" "the game changed the handling of a signal (SIGCHLD) in $in"
    changed "another handler of SIGSEGV in $in" 22 "$at" "the game changed the handling of a signal (SIGSEGV) in $in"
    changed "blocked signals in $in" 23 "$at" "the game changed the signal mask in $in"
    changed "a limit in $in" 25 "$at" "the game changed a resource limit (RLIMIT_NOFILE) in $in"
    changed "floating point in $in" 26 "$at" 'the game changed the floating-point environment in'
    changed "umask in $in" 27 "$at" "the game changed the file mode mask (umask) in $in"
    changed "closed standard files in $in" 28 "$at" "the game changed a standard stream"
    changed "alarm in $in" 29 "$at" "the game changed a timer (SIGALRM) in $in"
    changed "environment variables in $in" 30 "$at" ''
    changed "all files closed in $in" 31 "$at" ''
done
if localedef -i de_DE -f UTF-8 "$T/de_DE.utf8" >/dev/null 2>&1; then
    locale="LOCPATH=$T LC_ALL=de_DE.utf8"
    changed 'a locale with a decimal comma' 24 $LOAD ''
    locale=
fi

# --- files in the initial folder ----------------------------------------------------------------------
order 20 $LOAD 0 game.so
order 20 $LOAD 0 next.so
printf 'step 3\nreload\nstep 3\nreload\nsave a.state\nload a.state\nrecord a.rec\nstep 2\nrecord stop\nshot a.png\n' >script
run
same 'code that changes the folder in load is called in the initial folder each time' "$(grep -vc '^ok' out)" 0
same 'every file is in the initial folder' "$(ls a.state a.rec a.png 2>&1 | tr '\n' ' ')" 'a.png a.rec a.state '

# --- a limit that only a privileged process can raise again ------------------------
order 35 $UPDATE 200 game.so
rm -rf crash-*
timeout 20 "$EDDIE" --headless --no-watch --frames 300000 game.so >out 2>err </dev/null
case $(cat err) in
*'changed a resource limit (RLIMIT_NOFILE)'*'it is restored'*) ok 'a hard limit is raised again' ;;
*) holds 'a hard limit that cannot be raised again: the game restarts in another process' "$(cat err)" \
        'the game permanently lowered a resource limit of the process, in update; last checkpoint saved to crash-1.state; restarted' ;;
esac

total
