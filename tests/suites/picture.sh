#!/bin/bash
# What a game draws with host->renderer, in shots, saves and slots, and in the window of a paused game. First with scripts,
# with a window that SDL keeps in memory; then in windows on a private X server, whose screen is read. Run from the root of
# the tree; $1 is the build folder. Without Xvfb or xdotool the second part is skipped.
set -u
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d)
eddie= server=
. tests/lib/checks.sh
unset WAYLAND_DISPLAY EDDIE_FONT
export LIBGL_ALWAYS_SOFTWARE=1 NO_COLOR=1
finish() {
    [ -n "$eddie" ] && kill "$eddie" 2>/dev/null && wait "$eddie" 2>/dev/null
    [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
    rm -rf "$T"
}
trap finish EXIT

FLAGS="-std=c11 -D_GNU_SOURCE -g -Wall -Wextra -Wconversion -Wshadow"
{ "$B/eddiec" -o "$T/gen" tests/picture/picture.def &&
  cc $FLAGS -I. -I"$T" -fPIC $(pkg-config --cflags sdl2) -shared -Wl,-Bsymbolic tests/picture/main.c "$T"/gen/*.c \
      build/libeddie.a -lm $(pkg-config --libs sdl2) -o "$T/picture.so" &&
  cc $FLAGS tests/picture/look.c $(pkg-config --cflags --libs SDL2_image sdl2) -o "$T/look"; } >"$T/log" 2>&1 ||
    { bad 'the game is built' "$(cat "$T/log")"; total; exit 1; }
cd "$T" || exit 1

# The colors of 16 bars and of the row of the draw list, as tests/picture/main.c draws them when Game.step is $1.
bars() { for i in {0..15}; do printf '%02x%02x63 ' $((15 * i + ${1:-0})) $((255 - 15 * i)); done | sed 's/ $//'; }
row()  { for i in {0..15}; do printf '00%02x%02x ' $((15 * i + ${1:-0})) $((255 - 15 * i)); done | sed 's/ $//'; }
both() { bars "${1:-0}"; echo; row "${1:-0}"; }
looks() { same "$1" "$(./look "$2" 30 95 2>&1)" "${3:-$(both)}"; }        # name, file, its colors

# --- shots ---------------------------------------------------------------------------------------------------------------
script() { SDL_VIDEODRIVER=${driver:-dummy} timeout 60 "$B/eddie" ${mode:-} --no-watch --script - ./picture.so >said 2>&1; }
for way in PLAIN OWN_TARGET OWN_AND_BACK PRESENTS LOGICAL LEAVES; do
    for disturbs in false true; do
        rm -f a.png
        printf 'set Game.way "%s"\nset Game.disturbs %s\nstep 2\nshot a.png\nquit\n' $way $disturbs | script
        looks "shot: $way, and update disturbs: $disturbs" a.png
    done
done
printf 'set Game.way "CLEARS"\nstep\nshot a.png\nset Game.way "OWN_TARGET"\nshot b.png\nquit\n' | script
same 'shot: CLEARS covers all' "$(./look a.png 30 | tr ' ' '\n' | sort -u)" 00ff63
looks 'shot: then another way' b.png
rm a.png
printf 'step\nshot a.png\nset Game.step 8\nset Game.way "OWN_TARGET"\nshot b.png\nquit\n' | driver=offscreen script
looks 'shot: offscreen' a.png
looks 'shot: offscreen, another picture' b.png "$(both 8)"
rm a.png b.png
printf 'step\nshot a.png\nset Game.step 8\nset Game.way "OWN_TARGET"\nshot b.png\nshot c.png\nquit\n' | mode=--headless script
looks 'shot: headless' a.png
looks 'shot: headless, a texture of the game' b.png "$(both 8)"
looks 'shot: headless, the texture is good for the next shot' c.png "$(both 8)"
# The draw list draws the same with a window and without.
cmp -s b.png c.png && ok 'shot: the same state, the same picture' || bad 'shot: the same state, the same picture' "$(ls -l ./*.png)"

# Invalid numbers in the draw list do not stop the host; the rest of the list is drawn.
rm a.png
printf 'set Game.nonsense true\nstep\nshot a.png\nquit\n' | script
same 'invalid numbers in the draw list' "$?:$(grep -c ^ok said):$(./look a.png 95)" "0:4:$(row)"

for way in PLAIN OWN_TARGET; do
    rm -f a.png b.png
    printf 'set Game.way "%s"\nstep\nshot a.png\nset Game.fails_in_update true\nstep\nshot b.png\nquit\n' $way | script
    holds "paused by update, $way" "$(cat said)" 'null-pointer dereference, in update'
    looks "paused by update, $way: shot shows the last picture" b.png "$(./look a.png 30 95)"
    rm -f a.png b.png
    printf 'set Game.way "%s"\nstep\nshot a.png\nset Game.fails_in_render true\nshot b.png\nshot c.png\nquit\n' $way | script
    holds "paused by render, $way" "$(cat said)" 'in render'
    looks "paused by render, $way: shot shows the last whole picture" c.png
    rm -f a.png
    { printf 'set Game.way "%s"\nstep\nset Game.fails_in_render true\n' $way; sleep 0.5; printf 'shot a.png\nquit\n'; } | script
    same "paused by a frame between two commands, $way: it is reported once" "$(grep -c 'in render' said)" 1
done
printf 'step\nrewind 1\nstep 30\nkey c\nstep\nrewind 1\nshot a.png\nstep\nloop start\nstep 9\nset Game.step 16\nshot c.png\nquit\n' | script
looks 'after a rewind' a.png
looks 'in a loop' c.png "$(both 16)"

# --- windows -------------------------------------------------------------------------------------------------------------
for tool in Xvfb xdotool; do
    command -v $tool >/dev/null || { echo "$passed passed, $failed failed: skipped in part, there is no $tool"; exit $((failed > 0)); }
done
unset SDL_VIDEODRIVER
start_server() { # the size of the screen, and of the window
    rm -rf screen display && mkdir screen
    Xvfb -displayfd 3 -noreset -fbdir screen -screen 0 "$1x24" -nolisten tcp 3>display >/dev/null 2>x.log &
    server=$!
    until_true 30 test -s display || { echo "$passed passed, $failed failed: skipped in part, Xvfb does not start"; exit $((failed > 0)); }
    DISPLAY=:$(cat display)
    export DISPLAY
}
stop_server() { kill "$server"; wait "$server" 2>/dev/null; server=; }
has_window() { id=$(xdotool search --onlyvisible --name '^picture$' 2>/dev/null | tail -n 1); [ -n "$id" ]; }
resize() { xdotool windowsize "$id" "${1%x*}" "${1#*x}" windowmove "$id" 0 0 windowfocus "$id"; }
open_window() { # size
    rm -f ./*.state ./*.png log
    "$B/eddie" --no-watch ./picture.so >log 2>&1 </dev/null &
    eddie=$!
    until_true 60 has_window || { bad 'a window opens' "$(cat log)"; total; exit 1; }
    resize "$1"
}
close_window() { kill "$eddie"; wait "$eddie" 2>/dev/null; eddie=; }
keys() { xdotool key --delay 30 "$@"; }
press() { keys "$1"; sleep 0.3; "${@:2}"; }       # a key, then a command that checks its effect
# The text of eddie at the bottom left hides less than half of the row of the draw list.
screen() { ./look screen/Xvfb_screen0 "$1" 30 2>&1; ./look screen/Xvfb_screen0 "$1" 95 2>&1 | cut -d ' ' -f 9-; }
right()  { bars "${1:-0}"; echo; row "${1:-0}" | cut -d ' ' -f 9-; }
is_shown() { shown=$(screen "$1"); [ "$shown" = "$2" ]; }
shows() { # name, size, colors
    if until_true 20 is_shown "$2" "$3"; then ok "$1"; else bad "$1" "$shown
is not
$3
$(tail -n 3 log)"; fi
}
save_slot() {
    keys shift+F5
    sleep 0.3
    [ -z "${KEEP:-}" ] || ./look screen/Xvfb_screen0 -o "$KEEP/$size-$how-slots.png"
    press 1 test -s slot-1.png
}
covered()   { [ "$(./look screen/Xvfb_screen0 50)" != "$1" ]; }        # by the report, in the middle of the window
uncovered() { ! covered "$1"; }

for size in 1920x1080 640x360; do
    start_server $size
    for how in update render; do
        name="$size, paused by $how"
        open_window $size
        shows "$size: the game draws" $size "$(right)"
        keys d w
        shows "$size: the game draws, and update disturbs" $size "$(right)"
        until_true 20 press c is_shown $size "$(right 8)" || bad "$name: the key has no effect" "$shown"
        [ $how = update ] || keys w
        until_true 20 press "${how:0:1}" grep -q 'null-pointer dereference' log || bad "$name: it does not crash" "$(cat log)"
        holds "$name" "$(cat log)" "in $how"
        now=8 && is_shown $size "$(right 16)" && now=16            # the key may have arrived twice
        shows "$name: the last whole picture is shown" $size "$(right $now)"
        [ -z "${KEEP:-}" ] || ./look screen/Xvfb_screen0 -o "$KEEP/$size-$how.png"
        until_true 20 press F5 test -s quick.png
        looks "$name: quick.png shows it" quick.png "$(both $now)"
        until_true 20 save_slot
        looks "$name: slot-1.png shows it" slot-1.png "$(both $now)"
        until_true 20 press F3 covered "$(bars $now)" || bad "$name: the report does not open" "$(cat log)"
        [ -z "${KEEP:-}" ] || ./look screen/Xvfb_screen0 -o "$KEEP/$size-$how-F3.png"
        until_true 20 press F3 uncovered "$(bars $now)"
        shows "$name: after the report" $size "$(right $now)"
        [ $size = 640x360 ] || { resize 960x540; shows "$name: in a smaller window" 960x540 "$(right $now)"; resize $size; }
        shows "$name: as before" $size "$(right $now)"
        keys alt+Return
        shows "$name: in fullscreen" $size "$(right $now)"
        until_true 20 press F7 is_shown $size "$(right)"
        shows "$name: restarted, it draws again" $size "$(right)"
        close_window
    done
    stop_server
done
total
