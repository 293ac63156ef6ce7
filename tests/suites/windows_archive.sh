#!/bin/bash
# The archive for Windows as a new user has it: unpacked in a folder whose name has a blank, and letters that no code page has
# together, with an empty prefix of wine and nothing else installed. The demo is built, played and edited in a window on a private X
# server, and so is a new game. `make check-windows-archive` builds the archive first. Arguments: the build folders of Linux and of
# Windows. KEEP=FOLDER keeps screenshots there, if ImageMagick is installed.
L=$PWD/${1:-build} W=${2:-build/windows}
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
game= server=
finish() {
    [ -z "$game" ] || kill $game 2>/dev/null
    wineserver -k 2>/dev/null
    [ -z "$server" ] || kill $server 2>/dev/null
    rm -rf "$T"
}
trap finish EXIT
unset WAYLAND_DISPLAY SDL_VIDEODRIVER DISPLAY EDDIE_FONT
# Without these libraries, wine does not offer to download other software.
export WINEPREFIX=$T/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' NO_COLOR=1 LIBGL_ALWAYS_SOFTWARE=1
export LC_ALL=C.UTF-8      # wine takes the names of files as UTF-8

logged()  { tail -c +$((mark + 1)) "$T/log" | tr -d '\r' | grep -qF "$1"; }
marks()   { mark=$(wc -c <"$T/log"); }                                      # what was logged until now does not count
reports() { until_true 120 logged "$2" && ok "$1" || bad "$1" "$(tail -n 8 "$T/log")"; }      # name, part of the log
saves()   { rm -f quick.state; until_true 30 saved; }
saved()   { xdotool key F5; sleep 0.5; [ -s quick.state ]; }
value()   { "$L/eddie" get quick.state "$1" 2>&1; }
keep()    { [ -z "${KEEP:-}" ] || import -window root "$KEEP/$1.png"; }
window()  { id=$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null | tail -n 1); [ -n "$id" ]; }
plays() { # title of the window, command…: starts a game
    local title=$1
    shift
    : >"$T/log"
    mark=0
    wine "$@" >"$T/log" 2>&1 </dev/null &
    game=$!
    until_true 180 window "$title" || { bad "$title: a window opens" "$(tail -n 20 "$T/log")"; total; exit 1; }
    ok "$title: a window opens"
    xdotool windowfocus "$id"
}
closes() { xdotool key alt+F4; until_true 60 ended && ok 'Alt+F4 closes it' || bad 'Alt+F4 closes it' "$(tail -n 5 "$T/log")"; game=; }
ended()  { ! kill -0 $game 2>/dev/null; }
# The memory of the running eddie.exe that runs the game, in KiB. The other one supervises it.
memory() { for p in $(pgrep -f 'eddie\.exe'); do awk '/^VmRSS/ { print $2 }' "/proc/$p/status" 2>/dev/null; done | sort -n | tail -n 1; }

mkdir "$T/Jörg игра" && unzip -q "$W"/eddie-*-windows-x64.zip -d "$T/Jörg игра" || { bad 'the archive is unpacked' ''; total; exit 1; }
cd "$T/Jörg игра"/eddie-*/demo || exit 1
Xvfb -displayfd 3 -noreset -screen 0 1280x800x24 -nolisten tcp 3>"$T/display" >/dev/null 2>&1 &
server=$!
until_true 30 test -s "$T/display" || exit 1
DISPLAY=:$(cat "$T/display")
export DISPLAY
wineboot >/dev/null 2>&1

# --- the demo ------------------------------------------------------------------------------------------------------------
export EDDIE_EDITOR='cmd /c echo %f %l %c >opened.txt'
# The memory for rewinding would grow for minutes.
# Windows has no variable DISPLAY.
plays 'Last Ember' cmd /c 'set DISPLAY=& ..\play.cmd --rewind 8'
tr -d '\r' <"$T/log" | grep -q '^build/game.dll was built' && ok 'it was built first' || bad 'it was built first' "$(cat "$T/log")"
cp ../demo/game/sim_player.c ../player.c
xdotool key space
sleep 2
keep play
saves && ok 'F5 saves' || bad 'F5 saves' "$(tail -n 5 "$T/log")"
slot=$(value Game.player.bag[0].ammo) coins=$(value Game.player.coins)
sed -i 's/^    u32          level = 1;/    f32          luck = 0.5;\n&/' schema/player.def
reports 'an edit of a struct is live' 'added Player.luck = 0.5 (1 record)'
sleep 1
keep reload
saves
same 'with its default' "$(value Game.player.luck)" 0.5
same 'the other values are kept' "$(value Game.player.coins) $(value Game.player.bag[0].ammo)" "$coins $slot"
in_update() { # statement at the start of player_update
    awk -v line="    $1" '{ print } /^void player_update\(Sim \*sim\)$/ { getline; print; print line }' ../player.c >game/sim_player.c
}
marks; in_update 'int x = y;'
reports 'an error of the compiler is reported' 'game/sim_player.c:'
marks; in_update '*(volatile int *)0 = 1;'
reports 'code that crashes is refused' 'null-pointer dereference'
saves
marks; in_update "if (sim->game->tick > $(value Game.tick) + 1500) *(volatile int *)0 = 1;"
reports 'code that crashes later is accepted, and pauses the game' 'paused at frame'
sleep 1
keep crash
logged 'game/sim_player.c:132: null-pointer dereference, in update (player_update <' && ok 'with the source line' || bad 'with the source line' "$(tail -n 3 "$T/log")"
xdotool key F12
until_true 20 test -s opened.txt
holds 'F12 opens the line in the editor' "$(cat opened.txt 2>&1)" 'game/sim_player.c 132 1'
marks; cp ../player.c game/sim_player.c
reports 'fixed code is accepted' 'reloaded in'
saves; tick=$(value Game.tick); saves
[ "$(value Game.tick)" -gt "$tick" ] && ok 'and the game continues' || bad 'and the game continues' "$(value Game.tick) $tick"
tick=$(value Game.tick) count=${RELOADS:-100}
for i in $(seq "$count"); do
    marks
    in_update "volatile int probe = $i; (void)probe;"
    until_true 60 logged 'reloaded in' || break
    [ "$i" != $((count / 5)) ] || early=$(memory)
done
same "$count reloads" "$i $(logged 'reloaded in' && echo ok)" "$count ok"
late=$(memory)
[ "$late" -lt $((early + early / 20)) ] && ok "memory is flat: $early KiB after a fifth, $late KiB at the end" || bad 'memory is flat' "$early KiB after a fifth, $late KiB at the end"
saves
tick=$(value Game.tick)
closes
plays 'Last Ember' ../bin/eddie.exe --state quick.state
same 'a second start builds nothing' "$(tr -d '\r' <"$T/log" | grep -E '^  (def|cc|ld) |^build/game.dll was built')" ''
saves
[ "$(value Game.tick)" -ge "$tick" ] && ok '--state continues from the snapshot' || bad '--state continues from the snapshot' "$(value Game.tick) $tick"
closes

# --- a new game ----------------------------------------------------------------------------------------------------------
cd .. || exit 1
wine bin/eddie.exe new theirs >"$T/log" 2>&1
holds 'the play.cmd of a new game has the path of eddie in UTF-8' "$(cat theirs/play.cmd)" 'Jörg игра\eddie-'
# The cmd of wine reads a script in its own code page, whatever chcp has set. So there the path of eddie has to be ASCII.
ln -s "$PWD" "$T/eddie"
wine "$T/eddie/bin/eddie.exe" new mine >"$T/log" 2>&1
holds 'eddie new says what to type' "$(cat "$T/log")" 'cd mine && play.cmd'
cd mine || exit 1
plays mine cmd /c play.cmd
sed -i '/^struct Spark/,/^}/s/^}/    f32  size = 1;\n}/' schema/game.def
reports 'an edit of its struct is live' 'added Spark.size = 1'
sleep 1
keep mine
closes

# --- the files of the archive --------------------------------------------------------------------------------------------------
cd .. || exit 1
for program in bin/*.exe; do
    x86_64-w64-mingw32-windres -J coff -O rc "$program" >"$T/resources" 2>&1
    same "$program has an icon, a version and a manifest" \
        "$(grep -aoE "^1 (14|VERSIONINFO|24)" "$T/resources" | tr "\n" ",")" "1 14,1 VERSIONINFO,1 24,"
done
holds 'the license of SDL2_gfx is there' "$(cat licenses/libsdl2-gfx-LICENSE.txt)" 'Altered source versions must be plainly marked'
total
