#!/bin/bash
# The host as a user types it: options, exit codes, script commands, damaged snapshots. Run from the root of the tree.
# EDDIE and MODULE name the program and the game's library. No display is needed.
set -u
EDDIE=$(realpath "${EDDIE:-build/eddie}")
MODULE=$(realpath "${MODULE:-build/game.so}")
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER EDDIE_FONT
export NO_COLOR=1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. tests/lib/checks.sh
# A separate folder, so that this test and others do not offer each other's crash files.
mkdir -p "$dir/here/build" && cd "$dir/here" && ln -s "$MODULE" build/game.so

# check NAME COMMAND…: the command's exit code decides
check() {
    local name=$1
    shift
    "$@" && ok "$name" || bad "$name" "$(sed 's/^/out: /' "$dir/out" 2>/dev/null | head -n 5
        sed 's/^/err: /' "$dir/err" 2>/dev/null | head -n 20)"
}

# eddie ARGS…: sets $code, and the files out and err
eddie() {
    timeout 120 "$EDDIE" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    code=$?
}

# script TEXT ARGS…: commands, one a line, without a window
script() {
    local text=$1
    shift
    printf '%b' "$text" | timeout 120 "$EDDIE" --headless --no-watch --script - "$@" "$MODULE" >"$dir/out" 2>"$dir/err"
    code=$?
}

is_code()  { [ "$code" -eq "$1" ]; }
out_is()   { [ "$(cat "$dir/out")" = "$(printf '%b' "$1")" ]; }
out_has()  { grep -q -- "$1" "$dir/out"; }
err_has()  { grep -q -- "$1" "$dir/err"; }
no_out()   { [ ! -s "$dir/out" ]; }
no_err()   { [ ! -s "$dir/err" ]; }
err_lines() { [ "$(wc -l <"$dir/err")" -eq "$1" ]; }
out_lines() { [ "$(wc -l <"$dir/out")" -eq "$1" ]; }
size_of()  { stat -c %s "$1"; }

# --- options and exit codes --------------------------------------------------------------------------------------------

eddie --help
check help_goes_to_standard_output eval 'is_code 0 && no_err && out_has "--state FILE" && out_has "Exit: 0"'
cp "$dir/out" "$dir/help"
eddie --limit 0
check a_limit_is_at_least_one eval 'is_code 2 && err_has "whole number of GiB from 1 to 64"'
eddie --headless --limit
check a_limit_needs_a_number eval 'is_code 2 && err_has "GiB"'
truncate -s 1100M "$dir/large"
eddie --headless --frames 1 --no-watch --state "$dir/large" "$MODULE"
check a_file_over_the_limit_is_refused eval 'is_code 3 && err_has "more than the limit of 1140850688; raise the limit with --limit"'
eddie --headless --limit=2 --frames 1 --no-watch --state "$dir/large" "$MODULE"
check a_raised_limit_lets_a_larger_file_be_read eval 'is_code 3 && err_has "large: .*byte" && ! err_has limit'
rm "$dir/large"
eddie -h
check the_option_h_prints_the_help cmp -s "$dir/out" "$dir/help"
eddie --version
check version_is_one_line eval 'is_code 0 && no_err && out_lines 1'
eddie --headless --frames x
check a_bad_number_is_refused eval 'is_code 2 && err_has "whole number" && err_lines 1'

usage_case() {          # NAME PATTERN ARGS…
    local name=$1 pattern=$2
    shift 2
    eddie "$@"
    check "$name" eval 'is_code 2 && no_out && err_lines 1 && err_has "^eddie: " && err_has "$pattern"'
}
usage_case unknown_option_names_the_nearest "did you mean --headless"  --hedless
usage_case unknown_option_without_a_near_one       "see eddie --help"         --frobnicate
usage_case unknown_short_option                    "unknown option -z"        -z
usage_case unknown_option_with_value               "did you mean --seed"      --sed=4
usage_case value_for_an_option_that_takes_none             "headless takes no value"  --headless=1
usage_case an_abbreviated_option_is_refused           "did you mean --headless"  --headles
usage_case a_long_option_with_one_dash_is_refused                        "did you mean --seed"      -seed 4
usage_case number_with_tail                        "--frames 5x"              --frames 5x
usage_case number_negative                         "whole number"             --frames -1
usage_case number_empty                            "whole number"             --seed=
usage_case number_too_large                        "to 18446744073709551615"  --seed 18446744073709551616
usage_case number_in_another_base                  "whole number"             --seed 0x10
usage_case value_missing                           "--state needs a value"    --state
usage_case value_empty                             "needs the name"           --state=
usage_case one_module_only                         "b.so"                     ./a.so ./b.so
usage_case module_empty                            "MODULE is empty"          ""
usage_case mistyped_command                        "did you mean run"         rnu
usage_case command_after_an_option                "put cat first"            --json cat file
usage_case frames_and_script                       "cannot be used with"      --script - --frames 3
eddie --headless --script "$dir/none" "$MODULE"
check missing_script_is_named eval 'is_code 2 && no_out && err_lines 1 && err_has "$dir/none"'
eddie --headless --script "$dir" "$MODULE"
check folder_as_script eval 'is_code 2 && err_has "folder"'
eddie --headless --frames 1 "$dir/none.so"
check missing_module_is_named eval 'is_code 1 && no_out && err_has "none.so"'
echo 'no library' >"$dir/text.so"
eddie --headless --frames 1 "$dir/text.so"
check text_as_module eval 'is_code 1 && no_out && err_has "text.so"'
eddie --headless --no-watch --frames 30 "$MODULE"
check frames_end_the_program eval 'is_code 0 && out_lines 1 && out_has "watching off" && no_err'
eddie run --headless --no-watch --frames 0 "$MODULE"
check run_is_the_default_command eval 'is_code 0 && out_lines 1 && no_err'
eddie "$MODULE"
check a_missing_display_is_reported eval 'is_code 1 && no_out && err_lines 1 && err_has "no display: use --headless, or set DISPLAY"'
eddie
check without_arguments_a_window_is_opened eval 'is_code 1 && no_out && err_lines 1 && err_has "no display"'
export SDL_VIDEODRIVER=dummy
eddie --no-watch --frames 20 "$MODULE"
check window_on_the_dummy_driver eval 'is_code 0 && out_lines 1 && out_has "F1 lists the keys" && no_err'
printf 'step 3\nprint Game.tick\n' >"$dir/script"
eddie --no-watch --script "$dir/script" "$MODULE"
check script_in_a_window eval 'is_code 0 && out_is "ok frame 3\nok 3"'
unset SDL_VIDEODRIVER

# --- the host about itself -----------------------------------------------------------------------------------------------

eddie info --host
check info_host_prints_one_line_each eval 'is_code 0 && no_err && [ "$(grep -c "^[a-z ]*: ..*$" "$dir/out")" -eq "$(wc -l <"$dir/out")" ] &&
    out_has "^version: [0-9]" && out_has "^processors: [1-9]" && out_has "^page size: [1-9]" && out_has "^snapshot bytes max: [1-9]" &&
    out_has "^state bytes max: [1-9]" && out_has "^attic bytes max: [1-9]" && out_has "^watching: \(events\|polling\)$"'
setting=$(sed 's/.*\[\(.*\)\].*/\1/' /sys/kernel/mm/transparent_hugepage/enabled 2>/dev/null)
check info_has_the_setting_of_huge_pages eval 'out_has "^huge pages: ${setting:-not available}$"'
check info_says_whether_huge_pages_are_used eval 'out_has "^huge pages used: \(yes\|no\)$" && { [ "$setting" != never ] || out_has "used: no$"; }'
eddie info --host --json
check info_as_json_is_one_object eval 'is_code 0 && no_err && out_lines 1 && out_has "^{\"version\":\"[0-9.]*\",\"processors\":[0-9]*,\"page_size\":[0-9]*,.*}$"'
usage_case info_of_the_host_takes_no_file          "unexpected argument a.state" info --host a.state

# --- a new game ----------------------------------------------------------------------------------------------------------

games=$dir/games
mkdir -p "$games"
timeout 60 "$EDDIE" new "$games/game" >"$dir/out" 2>"$dir/err"
cp "$games/game/local.mk" "$dir/out"
check a_new_game_knows_where_eddie_is out_is "# Settings for this machine; do not commit.
EDDIE := '$(realpath "$EDDIE")'"
rm -r "$games/game"
# The disk is full, in effect. The message goes through a pipe.
said=$( (trap '' XFSZ; ulimit -f 0; timeout 60 "$EDDIE" new "$games/full") 2>&1)
code=$?
printf '%s\n' "$said" >"$dir/err"
check a_new_game_that_cannot_be_written_leaves_nothing eval 'is_code 1 && err_lines 1 && err_has "^eddie: $games/full: File too large: " &&
    [ -z "$(ls "$games")" ]'

# --- script commands ---------------------------------------------------------------------------------------------------

script 'step 3\n\n# a comment\n  step\nprint Game.tick\n'
check step_counts_and_comments_are_skipped eval 'is_code 0 && no_err && out_is "ok frame 3\nok frame 4\nok 4"'
script 'step 2\nquit\nstep 5\n'
check quit_ends_the_script eval 'is_code 0 && out_is "ok frame 2\nok"'
script 'step 2'
check last_line_needs_no_newline eval 'is_code 0 && out_is "ok frame 2"'
script 'step 2\r\nprint Game.tick\r\n'
check lines_may_end_with_cr_lf eval 'is_code 0 && out_is "ok frame 2\nok 2"'
script 'set Game.score 1234\nprint Game.score\n'
check set_is_seen_by_print eval 'is_code 0 && out_is "ok 1234\nok 1234"'
script 'print Game\n'
check print_of_a_root_is_one_line eval 'is_code 0 && out_lines 1 && out_has "^ok {"'

error_case() {          # NAME PATTERN LINE
    script "$3\nstep\n"
    pattern=$2
    check "$1" eval 'is_code 1 && no_err && out_lines 2 && out_has "^error .*$pattern" && out_has "^ok frame"'
}
error_case unknown_command_with_the_nearest "did you mean step"    'stpe 3'
error_case step_with_a_bad_number           "number of frames"     'step x'
error_case step_too_far                     "number of frames"     'step 99999999999'
error_case print_of_nothing                 "path"                 'print'
error_case print_of_an_unknown_root         "Gmae"                 'print Gmae.score'
error_case print_of_an_unknown_field        "scroe"                'print Game.scroe'
error_case set_without_a_value              "value"                'set Game.score'
error_case set_of_text_into_a_number        "."                    'set Game.score many'
error_case set_of_a_negative_number_into_an_unsigned_field   "."                    'set Game.score -1'
error_case key_without_a_name               "name"                 'key'
error_case key_unknown_with_the_nearest     "did you mean space"   'key spcae'
error_case mouse_without_a_position            "mouse"                'mouse 3'
error_case click_of_no_button               "left"                 'click middel'
error_case save_without_a_name              "name"                 'save'
error_case save_into_a_missing_folder              "none/a"               "save $dir/none/a"
error_case save_onto_a_device               "/dev/full"            'save /dev/full'
error_case load_without_a_name              "name"                 'load'
error_case load_of_a_missing_file           "none"                 "load $dir/none"
error_case shot_without_a_name              "name"                 'shot'
error_case shot_into_a_missing_folder              "none/a.png"           "shot $dir/none/a.png"
error_case shot_onto_a_device               "/dev/full"            'shot /dev/full'
error_case wait_reload_without_watching     "no-watch"             'wait-reload 10'
error_case reload_takes_nothing             "takes no arguments"      'reload now'
error_case zero_byte_in_a_line              "zero byte"            'st\0000ep'

{ head -c 200000 /dev/zero | tr '\0' x; printf '\nstep\n'; } >"$dir/long"
eddie --headless --no-watch --script "$dir/long" "$MODULE"
check long_line_is_one_error eval 'is_code 1 && out_lines 2 && out_has "^error .*too long" && out_has "^ok frame 1"'

script "shot $dir/a.png\n"
check shot_is_a_png eval 'is_code 0 && [ "$(head -c 4 "$dir/a.png" | tail -c 3)" = PNG ]'
script "step 40\nshot $dir/b.png\n"
script "step 40\nshot $dir/c.png\n"
check same_state_same_picture cmp -s "$dir/b.png" "$dir/c.png"

# --- keys --------------------------------------------------------------------------------------------------------------

script "key return\nstep 30\nkey +d\nstep 30\nkey -d\nstep\nprint Game.mode\nprint Game.player.pos\nclick\nmouse 10 20\nstep\n"
moved=$(sed -n 8p "$dir/out")
check keys_are_answered eval 'is_code 0 && no_err && out_lines 11 && out_has "^ok return$" && out_has "^ok +d$" && out_has "^ok -d$"'
script "key return\nstep 30\nkey +a\nstep 30\nkey -a\nstep\nprint Game.mode\nprint Game.player.pos\n"
check held_keys_reach_the_game eval '[ "$moved" != "$(sed -n 8p "$dir/out")" ] && [ -n "$moved" ]'

# --- snapshots ---------------------------------------------------------------------------------------------------------

play='key return\nstep 60\nkey +d\nstep 90\nkey -d\nkey space\nstep 30\n'
script "${play}save $dir/one.state\n" --seed 7
check save_is_answered eval 'is_code 0 && out_has "^ok $dir/one.state: [0-9]* bytes"'
script "${play}save $dir/two.state\n" --seed 7
check same_seed_and_script_same_bytes cmp -s "$dir/one.state" "$dir/two.state"
script "${play}save $dir/other.state\n" --seed 8
check another_seed_gives_another_snapshot eval '! cmp -s "$dir/one.state" "$dir/other.state"'
script "load $dir/one.state\nsave $dir/three.state\n"
check load_and_save_again_same_bytes eval 'is_code 0 && out_has "^ok frame 180" && cmp -s "$dir/one.state" "$dir/three.state"'
script "save $dir/four.state\n" --state "$dir/one.state"
check the_option_state_starts_from_the_snapshot eval 'is_code 0 && cmp -s "$dir/one.state" "$dir/four.state"'
script "load $dir/one.state\nsave $dir/open.state\n" --open
check a_snapshot_saved_with_open_has_no_row_tables eval 'is_code 0 && grep -aq "rows" "$dir/one.state" && ! grep -aq "rows" "$dir/open.state"'
script "load $dir/open.state\nsave $dir/again.state\n"
check an_open_and_a_packed_snapshot_hold_the_same_state cmp -s "$dir/one.state" "$dir/again.state"
eddie --headless --no-watch --frames 1 --state "$dir/one.state" "$MODULE"
check the_loaded_state_is_reported eval 'is_code 0 && no_err && out_has "one.state: frame 180, all [0-9]* fields kept"'
printf '# a comment\n\nstep 1\nstep x\n' >"$dir/script.txt"
eddie --headless --no-watch --script "$dir/script.txt" "$MODULE"
check an_error_in_a_script_file_names_its_line eval 'is_code 1 && out_has "^error $dir/script.txt:4: step x"'
script "load $dir/one.state\nstep 60\nprint Game\n"
tail -n 1 "$dir/out" >"$dir/loaded"
script "${play}step 60\nprint Game\n" --seed 7
tail -n 1 "$dir/out" >"$dir/unbroken"
check a_loaded_game_continues_identically cmp -s "$dir/loaded" "$dir/unbroken"
script "step 7\nload $dir/none\nprint Game.tick\n"
check a_refused_load_leaves_the_game eval 'is_code 1 && out_has "^error" && out_has "^ok 7$"'
if [ "$(id -u)" -ne 0 ]; then
    mkdir "$dir/closed" && chmod 500 "$dir/closed"
    script "save $dir/closed/a\nstep\n"
    check save_into_a_write_protected_folder eval 'is_code 1 && out_has "^error .*closed" && out_has "^ok frame 1"'
fi

refused() {             # NAME FILE [PATTERN]: exit code 3 and exactly one line of output, before any window
    local file=$2 pattern=${3:-.}
    eddie --no-watch --state "$file" --frames 1 "$MODULE"
    check "refused_$1" eval 'is_code 3 && no_out && err_lines 1 && grep -qF "eddie: $file: " "$dir/err" && err_has "$pattern"'
}
good=$dir/one.state
bytes=$(size_of "$good")
: >"$dir/empty"
echo 'Lorem ipsum dolor sit amet' >"$dir/text"
mkfifo "$dir/pipe"
ln -s "$dir/none" "$dir/dangling"
refused missing "$dir/none"
refused folder  "$dir" "folder"
refused empty   "$dir/empty"
refused text    "$dir/text"
refused pipe    "$dir/pipe" "pipe"
refused device  /dev/null
refused dangling_link "$dir/dangling"
for part in 1 2 7 8 20 100 $((bytes / 4)) $((bytes / 2)) $((bytes - 9)) $((bytes - 8)) $((bytes - 1)); do
    head -c "$part" "$good" >"$dir/cut"
    refused "truncated_to_$part" "$dir/cut"
done
cat "$good" "$dir/text" >"$dir/tail"
refused bytes_after_the_end "$dir/tail"
for at in 0 3 7 9 30 $((bytes / 3)) $((bytes / 2)) $((bytes - 12)) $((bytes - 4)) $((bytes - 1)); do
    cp "$good" "$dir/flipped"
    byte=$(od -An -tu1 -j "$at" -N 1 "$good" | tr -d ' ')
    printf "\\x$(printf %02x $((byte ^ 1)))" | dd of="$dir/flipped" bs=1 seek="$at" conv=notrunc 2>/dev/null
    refused "byte_flipped_at_$at" "$dir/flipped"
done
printf '\x84\xa5eddie\x01\xa4game\xa5other\xa5frame\x00\xa5roots\x80' >"$dir/othergame"
refused another_game "$dir/othergame"
printf '\x84\xa5eddie\x02\xa4game\xa5other\xa5frame\x00\xa5roots\x80' >"$dir/newer"
refused newer_version "$dir/newer" "2"

cp "$good" "$dir/kept.state"
ln "$dir/kept.state" "$dir/linked.state"
script "load $dir/kept.state\nstep\nsave $dir/kept.state\n"
check a_save_is_a_new_file_in_the_place_of_the_old_one eval 'is_code 0 && cmp -s "$good" "$dir/linked.state" && ! cmp -s "$good" "$dir/kept.state"'
whole=0
{ cat <<<"load $dir/kept.state"; for i in $(seq 3000); do echo "step"; echo "save $dir/kept.state"; done; } >"$dir/saves"
for pause in 0.3 0.35 0.4 0.5 0.6 0.7; do      # at different points of a save
    "$EDDIE" --headless --no-watch --script "$dir/saves" "$MODULE" >"$dir/out" 2>"$dir/err" &
    pid=$!
    sleep $pause
    kill -KILL $pid
    wait $pid 2>/dev/null
    script "load $dir/kept.state\n"
    [ "$code" -eq 0 ] && whole=$((whole + 1))
done
check killed_in_the_middle_of_a_save_the_file_is_whole eval '[ $whole -eq 6 ]'
script "step 3\nsave $dir/twice.state\nstep 4\nsave $dir/twice.state\nload $dir/twice.state\n"
check each_save_is_on_disk_when_it_is_answered eval 'is_code 0 && out_has "^ok frame 7, "'

# Earlier quick saves are kept, and a failed save does not keep one twice.
mkdir "$dir/quick"
in_quick() { (cd "$dir/quick" && printf '%b' "$1" | timeout 120 "$EDDIE" --headless --no-watch --script - "$MODULE" >"$dir/out" 2>"$dir/err"); }
in_quick 'step 1\nsave quick.state\nstep 1\nsave quick.state\nstep 1\nsave quick.state\n'
in_quick 'load quick-1.state\nload quick-2.state\nload quick.state\n'
check earlier_quick_saves_are_kept eval 'grep -q "^ok frame 1," "$dir/out" && grep -q "^ok frame 2," "$dir/out" && grep -q "^ok frame 3," "$dir/out"'
ln "$dir/quick/quick.state" "$dir/quick/quick-3.state"      # as a save that failed leaves it
in_quick 'step 9\nsave quick.state\n'
check a_quick_save_is_kept_once eval '[ ! -e "$dir/quick/quick-4.state" ] && [ "$(ls "$dir/quick" | wc -l)" -eq 4 ]'
in_quick "$(for i in $(seq 12); do printf 'step 1\\nsave quick.state\\n'; done)"
check the_oldest_quick_save_gives_way eval '[ "$(ls "$dir/quick" | wc -l)" -eq 9 ]'

# --- JSON --------------------------------------------------------------------------------------------------------------

script "step 2\nprint Game.score\nprint Game.mode\nset Game.score 5\nkey space\nsave $dir/j.state\nload $dir/j.state\nshot $dir/j.png\nstpe\nprint Game.\"x\nquit\n" --json
check json_answers_each_line eval 'is_code 1 && no_err && out_lines 11'
check json_lines_are_objects eval '[ "$(grep -c "^{\"ok\":\(true\|false\),\"command\":\".*\"*.*}$" "$dir/out")" -eq 11 ]'
check json_value_is_bare eval 'out_has "\"command\":\"print\",\"value\":[0-9]*}$"'
check json_error_has_a_message eval 'out_has "\"ok\":false,\"command\":\"stpe\",\"error\":\"unknown command stpe: did you mean step?\"}"'
check json_load_has_the_report eval 'out_has "\"command\":\"load\".*\"report\":\["'
if command -v jq >/dev/null; then
    check json_parses eval 'jq -e .command "$dir/out" >/dev/null 2>"$dir/err"'
    script 'print Game\nprint Editor\nprint Debug\n' --json
    check json_of_whole_roots_parses eval 'is_code 0 && [ "$(jq -c ".value|type" "$dir/out" | grep -c object)" -eq 3 ]'
fi
eddie --headless --no-watch --frames 1 --json --state "$dir/j.state" "$MODULE"
check json_start_has_the_report eval 'is_code 0 && no_err && out_lines 1 && out_has "^{\"event\":\"started\",\"line\":\".*\"frame\":2,\"report\":\[{.*}]}$"'

# --- terminal escape sequences ---------------------------------------------------------------------------------------------

# The name of a game and a text that clear the screen and change the writing direction. They use C0 and C1
# codes, and bytes that are not UTF-8. The file has that name, too.
odd=$(printf 'x\033[2J\302\2332J\342\200\256\341\205y\233')
hostile() { # UNIT of 4 bytes: a snapshot by hand
    printf '\x86\xa5eddie\x01\xa4game\xb0%s\xa5frame\x01\xa5types\x91\x83\xa4name\xa4Game\xa4kind\xa6struct' "$odd"
    printf '\xa6fields\x92\x96\xce\xf1\x0c\x3d\xa3\xa1t\xa1S\x00\xc0\xc0\x97\xce\xf0\x0c\x3c\x10\xa1u\xa2f4\x10\xc0\xc0'
    printf '\x81\xa4unit\xa4%s\xa5roots\x81\xce\xc2\x76\x23\x27\x81\xce\xf1\x0c\x3d\xa3\xb0%s\xa5xxh64\xc0' "$1" "$odd"
}
same_bytes=$(printf %s "$odd" | wc -c)
hostile km/s >"$dir/$odd.state"
hostile "$(printf 'm\342\200\256')" >"$dir/$odd.unit"
plain_text() { ! LC_ALL=C grep -aq "$(printf '[\001-\010\013-\037\177]\|\302[\200-\237]\|\342\200\256\|\233')" "$dir/out" "$dir/err"; }
plain() { # NAME PATTERN ARGS…
    local name=$1 pattern=$2
    shift 2
    eddie "$@"
    cat "$dir/out" "$dir/err" >>"$dir/all"
    check "plain_$name" eval 'plain_text && cat "$dir/out" "$dir/err" | grep -q -- "$pattern"'
}
check the_odd_name_is_16_bytes [ "$same_bytes" -eq 16 ]
plain cat     '\\u001b\[2J\\u009b2J\\u202e' cat "$dir/$odd.state"
plain info    '^game: x?\[2J??2J???'           info "$dir/$odd.state"
plain json    '"game":"x\\u001b'              info --json "$dir/$odd.state"
plain diff    'only in'                        diff "$dir/$odd.state" "$dir/one.state"
echo 'state Game { u8 u; }' >"$dir/new.def"
plain unit    'expected a unit'                plan "$dir/$odd.unit" "$dir/new.def"
plain plan    'refused\|none\|no such'         plan "$dir/$odd.state" "$dir/$odd.def"
plain get     'has no\|nothing\|no '           get "$dir/$odd.state" "Game.$odd"
plain set     'x?'                             set "$dir/$odd.state" "Game.$odd" 1
plain missing 'x?.*cannot be opened'           cat "$dir/$odd.none"
plain option  'no option'                      cat "--$odd"
plain new     'letters'                        new "$dir/$odd"
plain replay  'x?'                             replay "$dir/$odd.none"
plain state   'x?'                             --headless --no-watch --frames 1 --state "$dir/$odd.state" "$MODULE"
plain module  'x?'                             --headless --no-watch --frames 1 "$dir/$odd.so"
printf 'load %s\nstep %s\n%s\nsave %s\n' "$dir/$odd.none" "$odd" "$odd" "$dir/none/$odd" >"$dir/odd"
plain script  'x?'                             --headless --no-watch --script "$dir/odd" "$MODULE"
plain answers 'x\\u001b'                      --headless --no-watch --json --script "$dir/odd" "$MODULE"
cp "$dir/all" "$dir/out"
check no_command_prints_terminal_escapes plain_text

# A name with a line break cannot look like a line of its own.
fake=$(printf 'x\nfaked\ty')
one_line() { # NAME ARGS…
    local name=$1
    shift
    eddie "$@"
    check "a_line_break_in_$name" eval 'cat "$dir/out" "$dir/err" | grep -q "x?faked.y" && ! grep -q "^faked" "$dir/out" "$dir/err"'
}
cp "$dir/one.state" "$dir/$fake.state"
cp "$MODULE" "$dir/$fake.so"
mkdir "$dir/$fake.dir"
one_line missing    cat "$dir/$fake.none"
one_line info       info "$dir/$fake.none"
one_line get        get "$dir/$fake.state" "Game.$fake"
one_line set        set "$dir/$fake.state" "Game.$fake" 1
one_line diff       diff "$dir/$fake.none" "$dir/one.state"
one_line plan       plan "$dir/one.state" "$dir/$fake.def"
one_line option     "--$fake"
one_line argument   info "$dir/one.state" "$fake"
one_line new        new "$fake"
one_line created    new "$dir/$fake/game"
one_line folder     build "$dir/$fake.none"
one_line setting    build "$dir/$fake.dir" "module=$fake"
one_line replay     replay "$dir/$fake.none"
one_line state      --headless --no-watch --frames 1 --state "$dir/$fake.none" "$MODULE"
one_line module     --headless --no-watch --frames 1 "$dir/$fake.so"
one_line record     --headless --no-watch --frames 1 --record "$dir/none/$fake" "$MODULE"
TMPDIR="$dir/$fake.none" one_line TMPDIR --headless --no-watch --frames 1 "$MODULE"
SDL_VIDEODRIVER=$fake one_line SDL_VIDEODRIVER "$MODULE"
EDDIE_GAME=$fake one_line EDDIE_GAME --headless --no-watch --frames 1 "$MODULE"

# --- output that cannot be written, and SIGTERM --------------------------------------------------------------------------

if [ -e /dev/full ]; then
    printf 'step\nstep\n' | timeout 60 "$EDDIE" --headless --no-watch --script - "$MODULE" >/dev/full 2>"$dir/err"
    code=$?
    check a_write_error_on_standard_output_is_a_failure eval 'is_code 1 && err_has "standard output"'
fi
: >"$dir/out"
"$EDDIE" --headless --no-watch "$MODULE" >"$dir/out" 2>"$dir/err" &
pid=$!
# The game runs in a child of the process: the signal is sent when the child catches it (bit 14 of the mask is SIGTERM).
child_catches_sigterm() {
    local child mask
    child=$(ps -o pid= --ppid $pid | tr -d ' ')
    mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/${child:-none}/status" 2>/dev/null)
    [ $((0x${mask:-0} >> 14 & 1)) = 1 ]
}
until_true 60 child_catches_sigterm
kill -TERM $pid
wait $pid
code=$?
check sigterm_ends_with_exit_code_0 eval 'is_code 0 && no_err'
: >"$dir/out"
mkfifo "$dir/feed"
exec 9<>"$dir/feed"
timeout 60 "$EDDIE" --headless --no-watch --script "$dir/feed" "$MODULE" >"$dir/out" 2>"$dir/err" 9>&- &
pid=$!
printf 'step 5\nste' >&9
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s "$dir/out" ] || sleep 0.3; done
check answers_come_at_once out_is "ok frame 5"
printf 'p 2\n' >&9
exec 9>&-
wait $pid
code=$?
check a_line_may_come_in_parts eval 'is_code 0 && out_is "ok frame 5\nok frame 7"'

total
