#!/bin/bash
# A trial has nothing of what an engine has open: its display, its sockets, its files. With Xvfb, an X connection is tested,
# too. Trials run the engine's own executable, since the game uses one of its functions. Arguments: the build folder under test, its sanitizer flags.
B=$(cd "${1:-build}" && pwd) SAN=${2-}
CC=${CC:-cc} COUNT=${COUNT:-50}
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$T"' EXIT
"$B/eddiec" -o "$T/gen" tests/engine/game.def || exit 1
$CC -std=c11 -D_GNU_SOURCE -g -Wall -Wextra $SAN -I. -rdynamic tests/engine/engine.c "$B/libeddie_live.a" "$B/libeddie.a" \
    -lX11 -lm -ldl -pthread -o "$T/engine" || exit 1
cat >"$T/build.sh" <<END
n=\$((\$(cat n 2>/dev/null || echo 0) + 1)); echo \$n >n
$CC -std=c11 -D_GNU_SOURCE -I$PWD -I. -DNUMBER=\$n -fPIC -shared -Wl,-Bsymbolic $PWD/tests/engine/module.c gen/*.gen.c \
    $PWD/build/libeddie.a -lm -o game.so.new && mv game.so.new game.so
END
cd "$T" || exit 1
sh build.sh || exit 1
run() { # name
    timeout 300 ./engine game.so 'sh build.sh' "$COUNT" >out 2>err; code=$?
    answer=$(cat out)
    same "$1: the engine keeps running" "$code" 0
    has "$1: no message of a trial arrives" "$COUNT reloads, 0 own messages missing, 0 messages of trials"
    has "$1: trials neither read nor write the files that the engine has open" '0 bytes written by trials, 0 read by trials'
}
unset DISPLAY
run 'sockets and files'
has 'a trial was made' '(trial '
if command -v Xvfb >/dev/null; then
    mkfifo number
    Xvfb -displayfd 3 -noreset -screen 0 320x240x24 3>number 2>/dev/null & server=$!
    read -r -t 20 display <number
    export DISPLAY=:$display
    run 'an X connection'
    has 'a trial was made' '(trial '
fi
total
