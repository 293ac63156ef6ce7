#!/bin/bash
# Builds that never end, and builds that write their own sources. $1 is the build folder, $2 its flags.
B=$(cd "${1:-build}" && pwd) SAN=${2-}
CC=${CC:-cc}
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
$CC -std=c11 -D_GNU_SOURCE -g -Wall -Wextra $SAN -I. tests/builds/builds.c "$B/libeddie_live.a" "$B/libeddie.a" -lm -ldl -pthread -o "$T/builds" || exit 1
cd "$T" || exit 1
cp "$B/faulty/now.so" "$B/faulty/next.so" . && mkdir game schema && echo 'int a;' >game/a.c
build() { printf '%s\n' 'echo >>started' "$@" >build.sh; }      # sets what the build command does from now on
TAKE='cp "$new" game.so.part && mv game.so.part game.so'
begin_loop() { # milliseconds without output
    rm -f out started; cp now.so game.so; : >out
    ./builds game.so "sh build.sh" "$1" >out 2>&1 & host=$!
    until grep -q open out; do sleep 0.02; done
}
end_loop() { : >quit; wait $host; same "$1: it exits with 0" $? 0; host=; rm -f quit; }
saves=0
# Renames a new file over the old one: on a busy machine, a file written in place could be seen while it is empty.
put() { echo "$2" >"$1.part" && mv "$1.part" "$1"; } # file, text
save() { saves=$((saves + 1)); put game/a.c "int a$saves;"; }
until_printed() { # name, text
    for _ in $(seq 400); do grep -qF "$2" out && break; sleep 0.05; done
    holds "$1" "$(cat out)" "$2"
}

build 'exec sleep 1000'
begin_loop 300
save
until_printed 'a build without output is reported' 'the build is still running and has printed nothing for 0.3 s; to stop it, press Shift F6 or use the script command stop-build; the build command is: sh build.sh'
: >stop
until_printed 'it can be ended by hand' 'the build was stopped by hand after'
same 'it is reported once' "$(grep -c 'printed nothing' out)" 1
build new=next.so "$TAKE"
save
until_printed 'the next save is built' 'reloaded in'
end_loop 'a build without output'

build 'while :; do echo still; sleep 0.1; done'
begin_loop 300
save
sleep 1
same 'a build with output is not reported' "$(grep -c 'printed nothing' out)" 0
build new=next.so "$TAKE"
save
until_printed 'a save ends a running build' 'reloaded in'
end_loop 'a build with output'

build 'exec sleep 1000'
begin_loop 60000
for n in 1 2 3 4 5; do
    put game/b$n.c "int other$n;"
    for _ in $(seq 200); do [ "$(cat started 2>/dev/null | wc -l)" -ge $n ] && break; sleep 0.02; done
    same "save $n, of another file, cancels the build of the previous save" "$(cat started 2>/dev/null | wc -l)" $n
done
build new=next.so "$TAKE"
save
until_printed 'the last one is built' 'reloaded in'
end_loop 'saves of several files'
rm game/b*.c

for made in 'at its start' 'at its end' 'long before its end'; do
    write='date +%N >game/made.h' before=: after=:
    [ "$made" = 'at its end' ] && after=$write || before=$write
    [ "$made" = 'long before its end' ] && after='sleep 0.3'
    build "$before" new=next.so "$TAKE" "$after"
    begin_loop 60000
    save
    until_printed "a build that writes a source $made is reported" 'each build writes game/made.h, which would start the next build'
    holds "$made: the result is used" "$(cat out)" 'reloaded in'
    count=$(wc -l <started)
    sleep 1.5      # longer than the delay before the next build
    same "$made: it is not restarted" "$(wc -l <started)" "$count"
    build "$before" new=now.so "$TAKE" "$after"
    save
    for _ in $(seq 100); do [ "$(grep -c 'reloaded in' out)" -gt 1 ] && break; sleep 0.05; done
    same "$made: a save is built as usual" "$(grep -c 'reloaded in' out)" 2
    for _ in $(seq 100); do [ "$(grep -c 'each build writes' out)" -gt 1 ] && break; sleep 0.05; done
    same "$made: it is reported with each save" "$(grep -c 'each build writes' out)" 2
    end_loop "a build that writes a source $made"
done

for folder in game/pipe.c schema/pipe.def; do
    build new=next.so "$TAKE"
    begin_loop 60000
    mkfifo $folder
    save
    until_printed "a pipe in ${folder%/*} is reported, not opened" "$folder is a pipe, a socket or a device, not a file"
    [ -e started ] && bad 'nothing is built while a pipe is among the sources' "$(cat out)" || ok 'nothing is built while a pipe is among the sources'
    rm $folder
    until_printed 'it is built when the pipe is removed' 'reloaded in'
    end_loop "a pipe in ${folder%/*}"
done

build new=next.so "$TAKE"
begin_loop 60000
mkdir elsewhere
sleep 0.3
ln game/a.c elsewhere/b.txt
echo 'int by_another_name;' >elsewhere/b.txt
until_printed 'a save through a hard link in another folder is built' 'reloaded in'
end_loop 'a hard link'

total
