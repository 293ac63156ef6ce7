#!/bin/bash
# `eddie plan` prints what a reload then reports. First every folder of tests/reload, then edits of the game's schema, made
# one after the other in a running game; last the command line and errors.
# Arguments: the build folder of the host under test, its sanitizer flags.
B=$(cd "${1:-build}" && pwd) SAN=${2-}
ROOT=$PWD
T=$(mktemp -d) || exit 1
. tests/lib/checks.sh
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
export NO_COLOR=1
plan()  { timeout 60 "$B/eddie" plan "$@" >"$T/out" 2>"$T/err"; code=$?; }

# --- each kind of edit ---------------------------------------------------------------------------------------------------
# 0: the edit cannot lose any value; 1: it may lose some. Without a snapshot, the values are unknown.
expected() {
    case $1 in
    add_field|default_changed|functions_no_change|tables_no_change|text_pointers_no_change|pointers_in_trees|name_taken_again|new_parts|no_change|part_gathered_beside_others|parts_spread_beside_was|rename_chain|rename_with_was|reorder_fields|swap_names) echo 0;;
    array_by_enum|array_of_unions|arrays|attic_by_key|enum_number_text|enum_values|enum_without_zero|first_member|fresh|functions|handle_and_union|handles_of_renamed_struct|\
    integer_and_float|key_changed|key_removed_and_back|kind_changed_and_resized|list_and_pool|list_and_union|list_of_unions|live_pointer|moved_to_another_state|names_of_one_tag|nested_arrays|\
    nested_change|optional|parts_both_ways|parts_gathered|parts_spread|pointer_and_index|pool_and_handles|record_pointers|records_resized|remove_field|rename_seen|rename_unclear|\
    renamed_in_turn|renamed_removed_and_back|roots|tables|tables_by_key|tables_by_key_new_rows|text|text_pointers|transient|two_dropped_one_was|union_alternatives|units|units_between_states|units_inherited|upgrade|upgrade_of_new_state|upgrade_of_restored_part|value_and_union|\
    wide_enum_values|widen_and_narrow) echo 1;;
    *) echo 'no expectation: add the folder here';;
    esac
}
# Leaves out the line of the upgrade hook, which a reload runs and a plan does not.
without_hook() { grep -v '^upgrade ' "$1"; }
same_as_report() { # name, folder of the dump, disk or live, new.def: the plan has the lines and rows of the report
    flag=; [ "$3" = disk ] || flag=--live
    plan $flag "$2/$3.state" "$4"
    same "$1: $3: the same lines" "$(without_hook "$T/out" | tail -n +2)" "$(without_hook "$2/$3.txt" | tail -n +2)"
    [ "$code" = 0 ] && lossless=true || lossless=false
    plan $flag --json "$2/$3.state" "$4"
    command -v jq >/dev/null || return
    same "$1: $3: the same rows" "$(jq -c '.fields | map(select(.outcome != "upgrade"))' "$T/out")" "$(jq -c 'map(select(.outcome != "upgrade"))' "$2/$3.json")"
    same "$1: $3: lossless agrees with the exit code" "$(jq .lossless "$T/out")" $lossless
}
mkdir "$T/dump"
RELOAD_DUMP=$T/dump tests/suites/reload.sh "$B" "$SAN" >"$T/reload" 2>&1
sed '$d' "$T/reload"
passed=$((passed + $(grep -c '^ok ' "$T/reload"))) failed=$((failed + $(grep -c '^FAIL ' "$T/reload")))
for folder in tests/reload/*/; do
    edit=$(basename "$folder")
    plan "$folder/old.def" "$folder/new.def"
    same "$edit: without values" "$code" "$(expected "$edit")"
    static=$code
    # A plan does not know the rows of a table that the code defines.
    case $edit in tables_by_key*) continue ;; esac
    [ ! -s "$T/err" ] || bad "$edit: nothing on standard error" "$(cat "$T/err")"
    plan --json "$folder/old.def" "$folder/new.def"
    command -v jq >/dev/null && same "$edit: as JSON" "$(jq '.lossless and all(.fields[]; .may_lose | not)' "$T/out")" \
        "$([ "$static" = 0 ] && echo true || echo false)"
    same_as_report "$edit" "$T/dump/$edit" disk "$folder/new.def"
    [ "$static" = 1 ] || same "$edit: with values, nothing is lost either" $lossless true
    same_as_report "$edit" "$T/dump/$edit" live "$folder/new.def"
done
plan tests/reload/first_member/old.def tests/reload/first_member/new.def
holds 'a pointer to a part that is no longer first may be lost' "$(cat "$T/out")" 'kept Game.open (may be set to the default)'
plan tests/reload/record_pointers/old.def tests/reload/record_pointers/new.def
holds 'a pointer whose records all stay is exact' "$(cat "$T/out")" 'converted Person.friends Actor *[2] -> Person *[3] (exact)'
plan tests/reload/upgrade/old.def tests/reload/upgrade/new.def
holds 'a hook is listed' "$(cat "$T/out")" 'upgrade Actor: actor_upgrade would run'

# --- the game's schema, edited while it runs ---------------------------------------------------------------------------
make --no-print-directory -s build/game.so >/dev/null || exit 1
copy_game "$T/game"
cd "$T/game" || exit 1
rows()  { printf '%s\n' "$answer" | jq -c .report; }
line()  { printf '%s\n' "$answer" | jq -r .line | sed 's/^[^:]*: //; s/^frame [0-9]*, //'; }
actors=$(grep -l '^struct Enemy ' schema/*.def) main=$(grep -l '^state Game ' schema/*.def)
enemy() { sed -i "/^struct Enemy /,/^}/{$1
}" "$actors"; }
insert() { enemy "s/^ *f32  *hp .*/&\n    $1/"; }
state() { sed -i "/^state Game /,/^}/{$1
}" "$main"; }
edits=0
made() { # name: the plan is the same as the report of the reload, and of a load of the old snapshot
    edits=$((edits + 1))
    plan --live "$T/before.state" schema; summary=$(head -n 1 "$T/out"); lines=$(tail -n +2 "$T/out")
    [ "$code" -le 1 ] || bad "$1: it is planned" "$(cat "$T/err")"
    plan --live --json "$T/before.state" schema; fields=$(jq -c .fields "$T/out")
    same "$1: exit code and lossless" "$(jq .lossless "$T/out")" "$([ "$code" = 0 ] && echo true || echo false)"
    plan --json "$T/before.state" schema; loaded=$(jq -c .fields "$T/out")
    ask reload
    same "$1: the summary" "$summary" "$(line)"
    same "$1: the same rows" "$fields" "$(rows)"
    [ -n "$lines" ] || bad "$1: the plan lists changes" "$summary"
    ask "load $T/before.state"
    same "$1: a load, the same rows" "$loaded" "$(rows)"
    ask 'step 10'
    save
}
save() { ask "save $T/before.state"; }
if command -v jq >/dev/null; then
begin --no-watch --no-early --json --keep-attic      # so that the snapshot has the attic, as a reload does
ask 'step 900'; save
insert 'f32 shield = 25;'
made 'add a field'
ask 'set Game.enemies[1].shield 7'; save
enemy 's/f32 shield = 25;/f32 armor [[was(shield)]] = 25;/'
made 'rename it with was'
enemy 's/f32 armor \[\[was(shield)\]\]/f32 plate/'
made 'rename it without was'
insert 'u32 rank = 300;\n    u8 ammo[4] = {1, 2, 3, 4};\n    char tag[16] = "abcdefgh";'
made 'add three'
ask 'set Game.enemies[0].rank 7'; ask 'set Game.enemies[1].ammo[3] 0'; ask 'set Game.enemies[2].tag "abc"'; save
enemy 's/u32 rank = 300;/u8 rank;/'
made 'narrow a number'
enemy 's/u8 ammo\[4\] = .*/u16 ammo[2];/; s/char tag\[16\] = .*/char tag[5];/'
made 'shorten an array and a text'
enemy '/ plate /d; s/^ *f32  *facing.*/    f32 aim;\n&/'
made 'drop a field, add one elsewhere'
sed -i "0,/^struct Enemy /s/^struct Enemy /enum Rank : u8 { LOW, MID = 7, HIGH }\nstruct Gear { f32 weight = 2; Rank rank = MID; }\n\n&/" "$actors"
insert 'Gear gear[..3] = {{}};\n    Gear worn [[optional]];'
made 'add structs of a new kind'
enemy 's/u8 rank;/Rank rank;/'
sed -i 's/^enum Rank .*/enum Rank : u8 { LOW, HIGH }/; s/Rank rank = MID;/Rank rank; f64 weight_max = 9;/' "$actors"
made 'convert a number to an enum, and remove a value of it'
state 's/^}/    Gear spare[] = {{.weight = 5}, {}};\n    f32 heat [[unit("s")]] = 1.5;\n}/'
made 'add fields to the state'
state 's/f32 heat \[\[unit("s")\]\] = 1.5;/u32 heat [[unit("ms")]];/'
made 'change a unit'
enemy '/ aim;/d; s/u16 ammo\[2\];/u16 ammo[..4];/; s/Gear worn \[\[optional\]\];/Gear worn;/'
made 'change a list and an optional value, and drop a field'
insert 'f32 plate;'
made 'add a dropped field again'
holds 'its values are restored' "$summary" 'restored Enemy.plate'
sed -i '/^struct Gear /s/f32 weight = 2;/f32 weight [[fresh]] = 3;/' "$actors"
echo 'state Extra { u32 extra = 3; str note = "hello"; }' >schema/extra.def
made 'add a fresh field and a state'
rm schema/extra.def
made 'drop a state'
end
same 'the number of planned edits' $edits 15
[ ! -s "$T/stderr" ] && ok 'nothing on standard error' || bad 'nothing on standard error' "$(head -5 "$T/stderr")"
fi

# --- the command line ------------------------------------------------------------------------------------------------------
cd "$ROOT" || exit 1
printf 'struct Vec2 { f32 x; f32 y; }\n' >"$T/math.def"
printf '#include "math.def"\nstate Game { Vec2 pos; u32 hp = 5; }\n' >"$T/old.def"
printf '#include "math.def"\nstate Game { Vec2 pos; u32 hp = 5; f32 more = 2; }\n' >"$T/new.def"
printf 'state Game { float x; }\n' >"$T/wrong.def"
mkdir "$T/empty" "$T/many" && cp "$T/math.def" "$T/many" && sed '/include/d' "$T/new.def" >"$T/many/z.def"
exits() { # name, exit code, part of the output, arguments…
    name=$1 want=$2 said=$3; shift 3
    plan "$@"
    same "$name: exit code" "$code" "$want"
    holds "$name" "$(cat "$T/out" "$T/err")" "$said"
}
exits 'help'                       0 'Exit: 0 nothing is lost' --help
exits 'several files are NEW'      0 'added Game.more = 2'     "$T/old.def" "$T/math.def" "$T/new.def" --live
exits 'help by its short name'     0 'Exit: 0 nothing is lost' -h
exits 'options that change nothing' 0 'added Game.more = 2'    --no-color -- "$T/old.def" "$T/new.def"
exits 'after two dashes, all are files' 2 '--json: NEW must be' "$T/old.def" -- --json
exits 'a dash is a file'           3 'eddie: -: '              - "$T/new.def"
exits 'an include is followed'     0 'added Game.more = 2'     "$T/old.def" "$T/new.def"
exits 'a folder, then options'   0 'added Game.more = 2'     "$T/old.def" "$T/many" --live
exits 'a snapshot of eddiec'       0 '"lossless":true'         "$T/old.def" "$T/new.def" --json
exits 'a plan from the new schema to the old one'               1 'dropped Game.more (may hold values)' "$T/many" "$T/old.def"
exits 'without arguments'              2 'eddie: plan needs OLD and NEW; see eddie plan --help'
exits 'without NEW'                2 'eddie: plan needs NEW, the .def files to change to; see eddie plan --help' "$T/old.def"
exits 'NEW is not a schema'           2 'NEW must be .def files'  "$T/old.def" "$T/out"
exits 'an unknown option'          2 'plan has no option --lvie: did you mean --live?' --lvie "$T/old.def" "$T/new.def"
exits 'a wrong schema'             2 'wrong.def:1:14: error: ' "$T/old.def" "$T/wrong.def"
same 'a wrong schema is reported by eddiec only' "$(grep -c '^eddie: ' "$T/err")" 0
exits 'a wrong old schema'         2 'help: write `f32`'       "$T/wrong.def" "$T/new.def"
exits 'a schema that is missing'   2 "cannot read"              "$T/old.def" "$T/none.def"
exits 'a folder without a schema'  2 "eddie: $T/empty: no .def files found" "$T/old.def" "$T/empty"
same 'a folder without a schema is reported once' "$(wc -l <"$T/err")" 1
touch "$T/empty/.def" "$T/empty/def" "$T/empty/a.df"
exits 'a folder without a name that ends in .def' 2 'no .def files found' "$T/old.def" "$T/empty"
mkdir -p "$T/many/more" "$T/over"
for i in $(seq 300); do echo "struct S$i { u32 x; }" >"$T/many/s$i.def"; done
echo 'state G { S1 a; Deep b; }' >"$T/many/g.def"; echo 'struct Deep { u32 x; }' >"$T/many/more/deep.def"
ln -s .. "$T/many/more/up"
exits 'a folder with 300 files and with folders'  0 'all 9 fields kept'     "$T/many" "$T/many"
exits 'files beside folders' 0 'all 4 fields kept' "$T/old.def" "$T/math.def" "$T/old.def"
# Folders nested as deep as allowed; then a struct one level deeper, which is not found.
deep=$T/deep
for depth in $(seq 8); do deep=$deep/d; done
mkdir -p "$deep/e" && echo 'state G { Deep d; }' >"$T/deep/g.def" && echo 'struct Deep { u32 x; }' >"$deep/deep.def"
exits 'as many folders as there may be'  0 'kept'              "$T/deep" "$T/deep"
mv "$deep/deep.def" "$deep/e"
exits 'a folder more than there may be'  2 'Deep'              "$T/deep" "$T/deep"
mkdir -p "$T/pre/ab" "$T/pre/a" && echo 'state G { Deep d; }' >"$T/pre/ab/g.def" && echo 'struct Deep { u32 x; }' >"$T/pre/a/deep.def"
ln -s ../a "$T/pre/ab/more" && ln -s . "$T/pre/ab/self"
exits 'a link to a folder is followed, but not to its own' 0 'all 2 fields kept' "$T/pre/ab" "$T/pre/ab"
(cd "$T/over" && seq -f 'a%g.def' 16385 | xargs touch)
# Files are read in the order of their paths, whatever the order in the folder; a file before a folder stays before it.
mkdir "$T/order" && for i in 7 3 9 1 5 8 2 6 4; do echo 'struct Same { u32 x; }' >"$T/order/$i.def"; done
exits 'each file of a folder has an error'    2 'Same'                "$T/old.def" "$T/order/"
same 'the files are read in order' "$(grep -o '^[^ :]*\.def:[0-9]*:[0-9]*: error' "$T/err")" "$(for i in 2 3 4 5 6 7 8 9; do echo "$T/order/$i.def:1:8: error"; done)"
exits 'a file, then a folder'    2 'Same'                "$T/old.def" "$T/order/9.def" "$T/order"
same 'the file is read first' "$(grep -o '^[^ :]*\.def:[0-9]*:[0-9]*: error' "$T/err" | head -n 1)" "$T/order/1.def:1:8: error"
mkdir "$T/flat" && for i in $(seq 60); do mkdir "$T/flat/$i"; done && cp "$T/many/z.def" "$T/math.def" "$T/flat"
(ulimit -n 40; plan "$T/old.def" "$T/flat"; exit $code); same 'folders are closed after they were read' $? 0
exits 'more files than eddiec takes'      2 'more than 16384 .def files' "$T/many" "$T/over"
exits 'a schema without a state'   2 "eddie: $T/math.def: " "$T/math.def" "$T/new.def"
holds 'the reason is that it has no state' "$(cat "$T/err")" 'contains no state'
exits 'a new schema without a state' 2 "eddie: $T/math.def: " "$T/old.def" "$T/math.def"
exits 'a snapshot that is missing' 3 'none.state'              "$T/none.state" "$T/new.def"
cat >"$T/lists.def" <<EOF
struct Low { u8 a; u8 b[]; u8 few[..9]; u8 maybe [[optional]]; u8 grid[3]; }
state Game { u64 tick; Low list[]; }
EOF
sed "s/Low list.*/Low list[1]; }/" "$T/lists.def" >"$T/one.def"
"$B/eddiec" --snapshot "$T/lists.state" "$T/lists.def"
for low in '"b":[0,0,0]' '"few":[0]' '"maybe":0' '"a":1'; do
    "$B/eddie" set "$T/lists.state" Game.list "[{}, {$low}]"
    plan "$T/lists.state" "$T/one.def"
    same "a cut record with $low is a loss" "$code" 1
    holds "a cut record with $low is counted" "$(cat "$T/out")" '1 exact, 1 truncated'
done
"$B/eddie" set "$T/lists.state" Game.list '[{}, {"b":[], "grid":[0,0,0]}]'
plan "$T/lists.state" "$T/one.def"
same 'a cut record at its defaults is not a loss' "$code" 0
echo 'struct On { bool on [[optional]] = false; } state Game { On lights[2]; }' >"$T/lights.def"
sed 's/lights\[2\]/lights/' "$T/lights.def" >"$T/light.def"
"$B/eddiec" --snapshot "$T/lights.state" "$T/lights.def"
plan "$T/lights.state" "$T/light.def"
same 'a cut record whose default has an optional value is not a loss' "$code" 0

"$B/eddiec" --snapshot "$T/a.state" "$T/old.def"
exits 'a snapshot'                 0 'added Game.more = 2 (1 record)' "$T/a.state" "$T/new.def"
plan "$T/a.state" "$T/old.def";   same 'without changes' "$(cat "$T/out")" 'all 4 fields kept'
head -c 100 "$T/a.state" >"$T/cut.state"
exits 'a snapshot that is cut off' 3 "eddie: $T/cut.state: "   "$T/cut.state" "$T/new.def"
sed 's/Game/Gane/' "$T/a.state" >"$T/flip.state"
exits 'an altered snapshot'        3 'was modified'            "$T/flip.state" "$T/new.def"
cp "$B/eddie" "$T/eddie"
( PATH=/nowhere "$T/eddie" plan "$T/old.def" "$T/new.def" ) >"$T/out" 2>&1; code=$?
same 'without eddiec: exit code' $code 2
holds 'without eddiec' "$(cat "$T/out")" 'eddiec: cannot be started'
( PATH="$B:$PATH" "$T/eddie" plan "$T/old.def" "$T/new.def" ) >"$T/out" 2>&1; code=$?
same 'eddiec on the path' $code 0
for way in 'kill -9 $$:eddiec was killed by signal 9' 'exit 127:eddiec: cannot be started; install eddiec in the same folder as eddie'; do
    printf '#!/bin/sh\n%s\n' "${way%%:*}" >"$T/eddiec" && chmod +x "$T/eddiec"
    "$T/eddie" plan "$T/old.def" "$T/new.def" >"$T/out" 2>&1
    same "eddiec that ends by ${way%%:*}" "$?$(cat "$T/out")" "2eddie: ${way#*:}"
done
timeout 20 "$B/eddie" --json plan "$T/old.def" "$T/new.def" >"$T/out" 2>&1; code=$?
same 'the command comes first: exit code' $code 2
holds 'the command comes first' "$(cat "$T/out")" 'put plan first'
if [ -e /dev/full ]; then
    "$B/eddie" plan "$T/old.def" "$T/new.def" >/dev/full 2>"$T/err"; same 'full output: exit code' $? 1
fi

total
