#!/bin/bash
# Every command that writes a file refuses what is not a regular file, and leaves it as it is.
# Arguments: the build folder of the host and the generator under test.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; chmod -R u+w "$T"; rm -rf "$T"' EXIT
unset DISPLAY WAYLAND_DISPLAY
export NO_COLOR=1 SDL_VIDEODRIVER=dummy
make --no-print-directory -s build/game.so >/dev/null || exit 1
cp build/game.so "$T/game.so"
cd "$T" || exit 1
cat >a.def <<'END'
struct Vec2 { f32 x; f32 y; }
state Game { Vec2 pos; }
END
"$B/eddiec" --snapshot a.state a.def || exit 1

# --- what may be at the path: its name, how it is made, the message about it -----------------------
what_it_is() { # path: what has to be unchanged afterwards
    [ -L "$1" ] && readlink "$1"
    [ ! -e "$1" ] && [ ! -L "$1" ] && echo none || stat -c '%F %i %s %t:%T' "$1"
}
in_the_way() { # which, path
    rm -rf "$2" target
    case $1 in
    pipe)          mkfifo "$2" ;;
    device)        mknod "$2" c 1 7 2>/dev/null || ln -s /dev/full "$2" ;;
    device-link)   ln -s /dev/full "$2" ;;
    pipe-link)     mkfifo target && ln -s "$T/target" "$2" ;;
    nowhere-link)  ln -s nowhere/at/all "$2" ;;
    folder)        mkdir "$2" ;;
    esac
}
said_of() {
    case $1 in
    pipe*)         echo 'is a pipe, not a file' ;;
    device*)       echo 'is a device, not a file' ;;
    nowhere-link)  echo 'is a link to a file that does not exist' ;;
    folder)        echo 'is a folder, not a file' ;;
    esac
}
WAYS='pipe device device-link pipe-link nowhere-link folder'

# Runs a command; its output is in $said and its exit code in $code.
run() { timeout 60 "$@" >out 2>err </dev/null; code=$?; said=$(cat out err); }
answered() { # a host's command; LIMIT: bytes that the running host may write to a file
    begin --no-watch game.so
    if [ -n "$LIMIT" ]; then
        ask 'step 1'        # by now the host has copied the module and loaded the copy, so the limit does not affect that
        for process in $host $(cat /proc/$host/task/*/children); do prlimit --pid $process --fsize=$LIMIT; done
    fi
    ask "$1"
    [ "$1" != "record $OUT" ] || case $answer in ok*) ask 'step 2'; ask 'record stop' ;; esac
    said=$answer; end
    case $said in error*) code=1 ;; ok*) code=0 ;; *) bad "the host answers '$1'" "$said"; code=1 ;; esac
}
to() { # which command, writing to $OUT
    case $1 in
    eddiec--snapshot) run "$B/eddiec" --snapshot "$OUT" a.def ;;
    set-o)            run "$B/eddie" set -o "$OUT" a.state Game.pos.x 3 ;;
    cat-o)            run "$B/eddie" cat --open -o "$OUT" a.state ;;
    save|shot|record) answered "$1 $OUT" ;;
    esac
}
commands_refuse_anything_but_regular_files() {
    for command in eddiec--snapshot set-o cat-o save shot record; do
        for way in $WAYS; do
            OUT=there
            in_the_way $way there
            before=$(what_it_is there)
            to $command
            [ "$code" != 0 ] && same "$command refuses a $way" "$(what_it_is there)" "$before" \
                || bad "$command refuses a $way" "exit code $code: $said; then there is $(what_it_is there)"
            holds "$command reports a $way" "$said" "there: $(said_of $way)"
        done
        OUT=missing/folder/there
        to $command
        [ "$code" != 0 ] && [ ! -e missing ] && ok "$command makes no folder" \
            || bad "$command makes no folder" "exit code $code: $said; $(ls -d missing* 2>&1)"
        holds "$command says what to do about a missing folder" "$said" 'create its folder first'
        rm -rf missing real link; echo old >real; ln -s real link; [ $command != record ] || : >real
        OUT=link
        to $command
        [ "$code" = 0 ] && [ -L link ] && [ -s real ] && [ "$(head -c 3 real)" != old ] \
            && ok "$command writes through a link" || bad "$command writes through a link" "exit code $code: $said; $(ls -l)"
        if [ $command != shot ] && [ $command != record ]; then
            # A limit on the size of files stands in for a full disk.
            rm -f full; OUT=full
            case $command in
            save) LIMIT=0 to save ;;
            *)    (ulimit -f 0; trap '' XFSZ; to $command >/dev/null 2>&1; exit $code); code=$? ;;
            esac
            [ $code != 0 ] && [ ! -e full ] && same "$command leaves nothing on a full disk" "$(ls | grep '^full')" '' \
                || bad "$command leaves nothing on a full disk" "exit code $code; $said; $(ls)"
            [ $command != save ] || holds 'save reports a full disk' "$said" 'full: '
        fi
    done
}

# --- the files of a schema -------------------------------------------------------------------------
eddiec_refuses_anything_but_regular_files() {
    for way in $WAYS; do
        rm -rf gen && mkdir gen
        in_the_way $way gen/a.gen.h
        before=$(what_it_is gen/a.gen.h)
        run "$B/eddiec" -o gen a.def
        same "eddiec -o refuses a $way" "$code: $(what_it_is gen/a.gen.h), $(ls gen)" "1: $before, a.gen.h"
        holds "eddiec -o reports a $way" "$said" "gen/a.gen.h: $(said_of $way)"
    done
    rm -rf gen real.h && mkdir gen && echo old >real.h && chmod 640 real.h && ln -s ../real.h gen/a.gen.h
    run "$B/eddiec" -o gen a.def
    [ "$code" = 0 ] && [ -L gen/a.gen.h ] && grep -q Vec2 real.h && ok 'eddiec -o writes through a link' \
        || bad 'eddiec -o writes through a link' "exit code $code: $said; $(ls -l gen)"
    same 'with the mode it had' "$(stat -c %a real.h)" 640
}
fmt_leaves_anything_but_regular_files_alone() {
    for way in $WAYS; do
        in_the_way $way b.def
        before=$(what_it_is b.def)
        run "$B/eddiec" fmt b.def
        same "eddiec fmt leaves a $way" "$code: $(what_it_is b.def)" "1: $before"
    done
    rm -rf b.def
}

# --- names the host chooses by itself --------------------------------------------------------------
names_chosen_by_the_host_never_replace_anything_but_regular_files() {
    for way in pipe device-link folder nowhere-link; do
        rm -rf quick* && in_the_way $way quick-1.state && touch -h -d '2001-01-01' quick-1.state
        for i in 2 3 4 5 6 7 8; do cp a.state quick-$i.state; done
        in_the_way $way quick-1.png
        before=$(what_it_is quick-1.state; what_it_is quick-1.png)
        begin --no-watch game.so
        ask 'save quick.state'; ask 'step 1'; ask 'save quick.state'; has "a quick save beside a $way" 'ok quick.state'
        ask 'step 1'; ask 'save quick.state'
        end
        same "keeping earlier quick saves leaves a $way alone" "$(what_it_is quick-1.state; what_it_is quick-1.png)" "$before"
    done
    rm -rf quick*
    in_the_way pipe quick.png
    begin --no-watch game.so; ask 'save quick.state'; end
    same "the picture of a save leaves a pipe" "$(stat -c %F quick.png)" fifo
}

# --- a new game ------------------------------------------------------------------------------------
a_new_game_refuses_anything_but_a_new_folder() {
    for way in pipe device device-link nowhere-link; do
        in_the_way $way own
        before=$(what_it_is own)
        run "$B/eddie" new own
        same "eddie new refuses a $way" "$code: $(what_it_is own), $(ls -d own*)" "1: $before, own"
    done
    rm -rf own
    run "$B/eddie" new missing/own
    [ "$code" = 1 ] && [ ! -e missing ] && ok 'eddie new makes no folder above' || bad 'eddie new makes no folder above' "$code: $said"
    holds 'eddie new says what to do about a missing folder' "$said" 'create its folder first'
}

commands_refuse_anything_but_regular_files
eddiec_refuses_anything_but_regular_files
fmt_leaves_anything_but_regular_files_alone
names_chosen_by_the_host_never_replace_anything_but_regular_files
a_new_game_refuses_anything_but_a_new_folder
total
