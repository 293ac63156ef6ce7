#!/bin/bash
# The inspector in a real window, by keyboard and mouse, on a private X server. Run from the root of the tree; $1 is the
# build folder. What was written is read from quick.state by a second eddie. It is skipped without Xvfb or xdotool.
set -u
B=${1:-build}
for tool in Xvfb xdotool; do
    command -v $tool >/dev/null || { echo "0 passed, 0 failed: skipped, there is no $tool"; exit 0; }
done
root=$PWD
dir=$(mktemp -d)
eddie= server=
. tests/lib/checks.sh
unset WAYLAND_DISPLAY SDL_VIDEODRIVER EDDIE_FONT
export LIBGL_ALWAYS_SOFTWARE=1 NO_COLOR=1
finish() {
    [ -n "$eddie" ] && kill "$eddie" 2>/dev/null && wait "$eddie" 2>/dev/null
    [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
    rm -rf "$dir"
}
trap finish EXIT

check() { # name, command…
    local name=$1
    shift
    "$@" && ok "$name" || bad "$name" "$(tail -n 5 "$dir/log")"
}
give_up() { bad "$1" "$(tail -n 5 "$dir/log" "$dir/x.log" 2>/dev/null)"; total; exit 1; }

keys()  { xdotool key --delay 30 "$@"; }
words() { xdotool type --delay 30 "$1"; }
# Saves, and prints the value of that path in the snapshot.
saved() {
    rm -f "$dir/quick.state"
    keys F5
    until_true 20 test -s "$dir/quick.state" || return 1
    printf 'print %s\n' "$1" | timeout 60 "$root/$B/eddie" --headless --no-watch --state "$dir/quick.state" --script - "$dir/kinds.so" \
        2>/dev/null | sed -n 's/^ok //p'
}
is()      { [ "$(saved "$1")" = "$2" ]; }
becomes() { until_true 60 is "$1" "$2"; }
# Filters by TEXT, and selects the first row, which is a root and not the match.
filter()  { keys slash ctrl+a; words "$1"; keys Return Home; }

# --- a server, a module, a window ----------------------------------------------------------------------------------------
mkdir "$dir/schema" "$dir/game"
cp tests/window/kinds.def "$dir/schema" && cp tests/window/module.c "$dir/game"
cat >"$dir/build.sh" <<END
"$root/$B/eddiec" -o gen schema/kinds.def && cc -std=c11 -I"$root" -I. -fPIC -fvisibility=hidden -O1 -shared -Wl,-Bsymbolic \\
    game/module.c gen/*.gen.c "$root/$B/libeddie.a" -lm -o kinds.so.new && mv kinds.so.new kinds.so
END
(cd "$dir" && sh build.sh) >"$dir/log" 2>&1 || give_up 'the module is built'
Xvfb -displayfd 3 -noreset -screen 0 800x450x24 -nolisten tcp 3>"$dir/display" >/dev/null 2>"$dir/x.log" &
server=$!
until_true 30 test -s "$dir/display" || { echo "0 passed, 0 failed: skipped, Xvfb does not start"; exit 0; }
DISPLAY=:$(cat "$dir/display")
export DISPLAY
(cd "$dir" && exec "$root/$B/eddie" --watch "sh build.sh" --seed 1 "$dir/kinds.so") >"$dir/log" 2>&1 </dev/null &
eddie=$!
window() { id=$(xdotool search --onlyvisible --name '^kinds$' 2>/dev/null | tail -n 1); [ -n "$id" ]; }
until_true 60 window || give_up 'a window opens'
xdotool windowsize "$id" 800 450 windowmove "$id" 0 0 windowfocus "$id" mousemove 200 400
answers() { keys F5; sleep 0.3; test -s "$dir/quick.state"; }
until_true 60 answers || give_up 'the window takes keys'

# --- keys ----------------------------------------------------------------------------------------------------------------
check begins_at_the_default is Game.small 7
keys F2
filter small
keys Down Return
words 42
keys Return
check a_number_is_typed becomes Game.small 42
keys Return
words 300
keys Return
check what_is_out_of_range_is_refused is Game.small 42
keys Escape ctrl+z
check a_change_is_undone becomes Game.small 7
keys ctrl+y
check a_change_is_redone becomes Game.small 42
keys ctrl+Right ctrl+Right
check a_number_goes_up_by_key becomes Game.small 44
keys Return
words 51
keys ctrl+a Return
check text_selected_again_is_still_typed becomes Game.small 51

filter enemies.mood
keys Down Right Down Down Return Down Return
check an_enum_is_chosen_from_its_list becomes 'Game.enemies[0].mood' '"ANGRY"'
filter enemies.status
keys Down Right Down Down Return Down space Return
check flags_are_toggled becomes 'Game.enemies[0].status' '["ALIVE","BURNING"]'
filter enemies.awake
keys Down Right Down Down space
check a_checkbox_is_toggled becomes 'Game.enemies[0].awake' true
filter enemies.note
keys Down Right Down Down Return ctrl+a
words 'says "no"'
keys Return
check a_text_is_typed becomes 'Game.enemies[0].note' '"says \"no\""'
filter enemies.held
keys Down Right Down Down Return
check an_optional_value_is_created becomes 'Game.enemies[0].held.ammo' 30
keys Delete
check an_optional_value_is_cleared becomes 'Game.enemies[0].held' null

filter enemies.target
keys Down Right Down Down Down Down Return Down Return
words 99
keys Return
check a_handle_of_the_second_enemy_leads_to_the_eighth becomes 'Game.enemies[7].id' 99
check no_key_reached_the_game is Game.keys 0

# --- another layout: selection and expansion are kept -----------------------------------------------------------------
filter small
keys Down
sed -i 's/^    u8    small = 7;/    Vec2  extra = { 3, 4 };\n    u16   small = 7;/' "$dir/schema/kinds.def"
check a_field_is_added becomes Game.extra.y 4
keys Return
words 300
keys Return
check the_selected_value_has_its_new_range becomes Game.small 300
keys ctrl+z ctrl+z
check a_change_from_before_the_reload_is_undone becomes 'Game.enemies[7].id' 8

filter small
keys Down Escape
rename_field() { sed -i "s/u16 .*$1.* = 7/u16   $2 [[was($1)]] = 7/" "$dir/schema/kinds.def"; sed -i "s/>$1/>$2/" "$dir/game/module.c"; }
rename_field small little
check a_field_is_renamed becomes Game.little 51
keys Return
words 8
keys Return
check a_renamed_field_is_still_selected becomes Game.little 8
rename_field little small
check and_is_renamed_back becomes Game.small 8
keys ctrl+z
check a_change_under_the_other_name_is_undone becomes Game.small 51

# --- mouse: the panel is 310 points wide, its rows begin at 60 and are 20 high ------------------------------------------------
filter enemies.hp
keys Down Right
xdotool mousemove 700 130 mousedown 1 mousemove 690 130 mousemove 640 130 mousemove 560 130 mouseup 1
check a_slider_is_dragged_to_its_end becomes 'Game.enemies[0].hp' 0
check the_mouse_over_the_inspector_does_not_reach_the_game is Game.clicks 0
filter enemies.speed
keys Down Right
xdotool mousemove 700 130 mousedown 1
keys Escape Escape
xdotool mouseup 1
keys F2
filter enemies.speed
keys Down Right
xdotool mousemove 690 130 mousemove 640 130 mousemove 560 130
check a_drag_ends_with_the_inspector is 'Game.enemies[0].speed' 1
xdotool mousemove 200 200 click 1
check a_click_outside_reaches_the_game becomes Game.clicks 1
keys a b
check keys_after_it_reach_the_game_too becomes Game.keys 2

# --- slots: the picker covers the window and pauses the game ---------------------------------------
frame()    { "$root/$B/eddie" info "$dir/$1" | sed -n "s/^frame: //p"; }
there()    { [ -s "$dir/$1.state" ] && [ -s "$dir/$1.png" ]; }
gone()     { [ ! -e "$dir/$1.state" ] && [ ! -e "$dir/$1.png" ]; }
set_small() { keys slash ctrl+a; words small; keys Return Return; words "$1"; keys Return; }
keys F2
set_small 55
check a_value_to_restore becomes Game.small 55
keys shift+F5 3
check a_state_is_saved_into_a_slot_with_its_picture until_true 60 there slot-3
set_small 66
check a_value_that_was_set_after_the_save_is_used becomes Game.small 66
keys shift+F9 3
check the_slot_is_loaded becomes Game.small 55
check a_quick_save_has_a_picture_too until_true 60 there quick
keys F5
check the_next_quick_save_keeps_the_last_one_under_a_number until_true 60 there quick-1
keys F2
count=$(saved Game.keys)
keys shift+F5 x Right space Escape        # only Shift still reached the game
check keys_in_the_picker_do_not_reach_the_game becomes Game.keys $((count + 1))
keys shift+F5
sleep 0.5      # until the picker shows the slots: a click has to hit one
xdotool mousemove 399 227 click 1
check a_slot_is_chosen_by_a_click until_true 60 there slot-5
printf junk >"$dir/slot-4.state"
keys shift+F9 4 Escape
check a_damaged_slot_changes_nothing is Game.small 55
keys shift+F5 4
check a_damaged_slot_is_replaced_by_a_save until_true 60 there slot-4
keys F10 F5
until_true 20 test -s "$dir/quick.state"
keys shift+F5 2
until_true 60 there slot-2
keys shift+F9 Escape
sleep 1
keys shift+F5 1
until_true 60 there slot-1
check a_paused_game_stays_paused test "$(frame slot-1.state)" = "$(frame slot-2.state)"
keys F10 shift+F5 Left Delete Right Left Delete Escape
check a_single_delete_removes_nothing there slot-5
keys shift+F5 Left Delete Delete Escape
check a_second_delete_removes_state_and_picture gone slot-5

# --- a list is open while its type becomes another -------------------------------------------------
keys F2
filter enemies.mood
keys Down Right Down Down Return Up Up
sed -i 's/^    Mood       mood;/    u32        mood [[unit("rgba")]];/' "$dir/schema/kinds.def"
check an_enum_becomes_a_color becomes 'Game.enemies[0].mood' 1
keys Right
check an_open_list_of_names_becomes_that_of_the_color_channels becomes 'Game.enemies[0].mood' 2
keys F2

# --- a game that crashed -------------------------------------------------------------------------------------------------------
keys F2
filter small
keys Down Return
words 13
keys Return
paused() { grep -q 'paused at frame' "$dir/log"; }
check the_game_crashes until_true 60 paused
keys Home Down Return
words 21
keys Return
check a_paused_state_can_be_changed becomes Game.small 21
keys Escape Escape F2
check the_inspector_opens_again_as_it_was is Game.small 21
offered() { [ -n "$(find "$dir/crash-1.state" -mmin -60)" ]; }
taken() { ! offered; }
check the_crash_can_be_resumed offered
keys F7
check a_game_can_be_restarted becomes Game.small 7
check a_crash_can_be_resumed_after_a_restart offered
keys F4
check a_resumed_crash_is_not_offered_again until_true 60 taken
says() { keys F4; sleep 0.3; grep -q "$1" "$dir/log"; }
check f4_then_says_what_failed_and_that_it_was_resumed until_true 20 says \
    "null-pointer dereference, in update, .*; the game continued, and its state is still in crash-1.state"
mv "$dir/crash-1.state" "$dir/mine.state"
check f4_says_if_the_state_was_removed until_true 20 says "null-pointer dereference, in update, .*; crash-1.state was removed"
mv "$dir/crash-1.txt" "$dir/mine.txt"
check f4_says_if_nothing_failed until_true 20 says "no game crashed in this folder within the last hour"
went_back() { keys F8; sleep 0.3; grep -q "back to the previous build (swap .*): .*converted Enemy.mood u32 rgba -> Mood" "$dir/log"; }
filter small
keys Down Return
words 13
keys Return F2
check going_back_to_the_previous_build_reports_conversions until_true 60 went_back
kill -0 $eddie 2>/dev/null
check the_program_still_runs test $? = 0

# --- JSON events ------------------------------------------------------------------------------------
kill $eddie && wait $eddie 2>/dev/null
(cd "$dir" && exec "$root/$B/eddie" --no-watch --json --state quick.state "$dir/kinds.so") >"$dir/log" 2>&1 </dev/null &
eddie=$!
tells()   { grep -q "^{\"event\":\"$1\".*\"report\":\[{" "$dir/log"; }
loads()   { keys F9; sleep 0.3; tells loaded; }
check a_start_from_a_snapshot_is_an_event until_true 60 tells started
until_true 60 window && xdotool windowfocus "$id"
check a_load_is_an_event until_true 60 loads
printf junk >"$dir/quick.state"
refuses() { keys F9; sleep 0.3; grep -q "^{\"event\":\"not-loaded\"" "$dir/log"; }
check a_refused_load_is_an_event until_true 60 refuses

total
