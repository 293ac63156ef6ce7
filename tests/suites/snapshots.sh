#!/bin/bash
# The commands on snapshots, cat, info, diff, get and set, without a game; then manual pages and completions.
# Argument: the build folder of the programs under test. Run from the root of the tree.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
export NO_COLOR=1
unset PAGER LESS
. tests/lib/checks.sh
eddie() { timeout 120 "$B/eddie" "$@" >"$T/out" 2>"$T/err" </dev/null; code=$?; }
exits() { # name, exit code, part of the output, arguments…
    name=$1 want=$2 said=$3; shift 3
    eddie "$@"
    same "$name: exit code" "$code" "$want"
    holds "$name" "$(cat "$T/out" "$T/err")" "$said"
}
get() { timeout 60 "$B/eddie" get "$@" 2>&1; }

# --- two snapshots: of the game, and of a schema with one of each kind -----------------------------------------------------
printf 'step 600\nsave %s\nstep 5\nsave %s\nquit\n' "$T/game.state" "$T/later.state" |
    timeout 200 "$B/eddie" --headless --no-watch --script - "$B/game.so" >"$T/out" 2>&1 || bad 'the game runs' "$(cat "$T/out")"
cat >"$T/all.def" <<'END'
enum  Mood   : u8  { CALM, ANGRY = 7 }
flags Status : u16 { ALIVE, BURNING, HIDDEN }
union Shape  { Circle circle; Box box; }
struct Circle { f32 r = 1; }
struct Box    { f32 w = 2; f32 h = 3; char tag[8] = "box"; }
struct Item [[key(id)]] { u32 id; f32 weight = 0.5; str note; }
struct Bug    { f32 x; ref(Bug) mate; u32 tag; }
struct Loose  { u32 n; u8 few[2]; }
state Game {
    u64 tick = 18446744073709551615; i64 low = -9223372036854775807; f32 x = 0.1; f64 wide = 0.1; bool on = true;
    char name[8] = "eddie"; str note = "a \"note\"\n"; Mood mood = ANGRY; Status status = ALIVE | HIDDEN;
    Shape body; Item held [[optional]]; Item worn; i32 grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    u8 bytes[100]; Item bag[..3] = {{.id = 1}, {.id = 2}}; Item loot[] = {{.id = 5}, {.id = 6}, {.id = 7}};
    Bug bugs[] [[pool]]; Loose loose[]; str words[] = {"a", "b"}; u32 spare [[optional]];
}
state Extra { u32 selected; }
END
"$B/eddiec" --snapshot "$T/all.state" "$T/all.def" || exit 1

# --- cat -----------------------------------------------------------------------------------------------------------------
eddie cat "$T/all.state"
same 'cat: exit code' $code 0
holds 'cat: what fits is one line' "$(cat "$T/out")" '  "Extra": {"selected": 0}'
holds 'cat: a list of records is a line each' "$(cat "$T/out")" '      {"id": 5, "weight": 0.5, "note": ""},'
same 'cat: no line is longer than 100' "$(awk 'length > 100' "$T/out")" ''
eddie cat --compact "$T/all.state"; cp "$T/out" "$T/flat"
same 'cat: compact is one line' "$(wc -l <"$T/flat")" 1
if command -v jq >/dev/null; then
    for form in '' --compact; do
        eddie cat $form "$T/game.state"
        same "cat: jq takes it $form" "$(jq -c '[.Game.tick, (.Game.enemies | length > 3), .Editor.open]' "$T/out")" '[600,true,false]'
    done
    eddie cat "$T/all.state"
    same 'cat: both forms are the same JSON' "$(jq -S . "$T/out")" "$(jq -S . "$T/flat")"
    same 'cat: names' "$(jq -c '[.Game.mood, .Game.status, .Game.body, .Game.held, .Game.note]' "$T/out")" \
        '["ANGRY",["ALIVE","HIDDEN"],{"circle":{"r":1}},null,"a \"note\"\n"]'
fi
eddie cat --compact "$T/all.state" Game.grid[1];   same 'cat: a path' "$(cat "$T/out")" '[4,5,6]'
eddie cat --compact "$T/all.state" 'Game.loot[id=6].weight'; same 'cat: a path by key' "$(cat "$T/out")" 0.5
exits 'cat: a missing path'             1 "did you mean 'tick'?"   cat "$T/all.state" Game.tik
exits 'cat: without a file'             2 'cat needs FILE'         cat
exits 'cat: too many arguments'             2 'nothing after PATH'     cat "$T/all.state" Game more
exits 'cat: an unknown option'          2 'did you mean --compact' cat --compat "$T/all.state"
exits 'cat: an option with a value'     2 'takes no value'         cat --open=3 "$T/all.state"
exits 'cat: -o needs --open'            2 '-o needs --open; without --open, JSON is printed on standard output'       cat -o "$T/x" "$T/all.state"
exits 'cat: help'                       0 'Exit: 0 success'       cat --help
exits 'cat: a missing file'             3 'none: cannot be opened' cat "$T/none"
exits 'cat: a folder'                   3 'is a folder'            cat "$T"
eddie cat --open "$T/all.state"; cp "$T/out" "$T/open"
same 'cat --open: plain MessagePack' "$(head -c 6 "$T/open" | od -An -tx1 | tr -d ' \n')" "82a447616d65"
exits 'cat --open: into a file'         0 ''                       cat --open -o "$T/named" "$T/all.state"
exits 'cat --open: into a missing folder' 1 "eddie: $T/none/x: "   cat --open -o "$T/none/x" "$T/all.state"
cmp -s "$T/open" "$T/named" && ok 'cat --open: the same bytes' || bad 'cat --open: the same bytes' "$(cmp "$T/open" "$T/named")"
eddie cat --open "$T/all.state" Game.grid
same 'cat --open: a path' "$(od -An -tx1 "$T/out" | tr -d ' \n')" 929301020393040506
eddie cat --open "$T/all.state" Game.body
same 'cat --open: a union by name' "$(od -An -tx1 "$T/out" | tr -d ' \n')" 81a6636972636c6581a172ca3f800000
if command -v script >/dev/null; then
    PAGER=cat NO_COLOR= script -qec "'$B/eddie' cat '$T/all.state' Game.worn" /dev/null >"$T/tty" </dev/null
    holds 'cat: colors on a terminal' "$(cat -v "$T/tty")" '^[[34m"id"'
    PAGER='sed s/^/paged:/' script -qec "'$B/eddie' cat '$T/all.state' Game.worn" /dev/null >"$T/tty" </dev/null
    holds 'cat: through the pager, and NO_COLOR' "$(cat -v "$T/tty")" 'paged:{"id": 0'
    PAGER='head -n 1' NO_COLOR= script -qec "'$B/eddie' cat '$T/game.state'; echo code \$?" /dev/null >"$T/tty" </dev/null
    holds 'cat: leaving the pager is no error' "$(cat -v "$T/tty")" 'code 0'
    for command in "cat '$T/all.state'" "diff '$T/game.state' '$T/later.state'"; do
        rm -f "$T/paged"
        PAGER="cat >/dev/null; sleep 0.3; touch '$T/paged'" script -qec "'$B/eddie' $command" /dev/null >"$T/tty" </dev/null
        [ -e "$T/paged" ] && ok "${command%% *}: waits for the pager" || bad "${command%% *}: waits for the pager" "$(cat -v "$T/tty")"
    done
    script -qec "'$B/eddie' cat --open '$T/all.state'; echo code \$?" /dev/null >"$T/tty" </dev/null
    holds 'cat --open: not to a terminal' "$(cat -v "$T/tty")" 'code 2'
    script -qec "'$B/eddie' cat --open -o '$T/named' '$T/all.state'; echo code \$?" /dev/null >"$T/tty" </dev/null
    holds 'cat --open: into a file, from a terminal' "$(cat -v "$T/tty")" 'code 0'
fi

# --- info ----------------------------------------------------------------------------------------------------------------
eddie info "$T/game.state"
same 'info: exit code' $code 0
for line in 'game: arena' 'frame: 600' 'format: 1' "size: $(stat -c %s "$T/game.state") bytes" 'hash: valid' 'attic: none' '  Game.enemies '; do
    holds "info: $line" "$(cat "$T/out")" "$line"
done
same 'info: a line for each root and each of the largest parts' "$(grep -c '^  [A-Z].* bytes' "$T/out")" 11
if command -v jq >/dev/null; then
    eddie info --json "$T/game.state"
    same 'info: as JSON' "$(jq -c '[.game, .frame, .hash, .lossless, (.roots | map(.path)), .attic, (.largest | length)]' "$T/out")" \
        '["arena",600,"valid",true,["Game","Editor","Debug"],null,8]'
    same 'info: records' "$(jq -c '.largest[] | select(.path == "Game.enemies") | .records' "$T/out")" \
        "$("$B/eddie" cat "$T/game.state" Game.enemies | jq length)"
fi
exits 'info: of the host'               0 'processors: '           info --host
eddie info "$T/all.state"
same 'info: all of it' "$(cat "$T/out")" "game: 
frame: 0
format: 1
size: $(stat -c %s "$T/all.state") bytes
hash: valid
types: 10, with 35 fields
roots:
  Game                                          696 bytes          5 records
  Extra                                           7 bytes
largest parts:
  Game.bytes                                    179 bytes
  Game.loot                                     147 bytes          3 records
  Game.bag                                      136 bytes          2 records
  Game.bugs                                      23 bytes
  Game.worn                                      23 bytes
  Game.body                                      17 bytes
  Game.note                                      10 bytes
  Game.grid                                       9 bytes
attic: none"
eddie info --json "$T/all.state"
same 'info: all of it, as JSON' "$(cat "$T/out")" "{\"game\":\"\",\"frame\":0,\"format\":1,\"size\":$(stat -c %s "$T/all.state"),\"hash\":\"valid\",\
\"types\":10,\"fields\":35,\"lossless\":true,\"roots\":[{\"path\":\"Game\",\"bytes\":696,\"records\":5},{\"path\":\"Extra\",\"bytes\":7,\"records\":0}],\
\"largest\":[{\"path\":\"Game.bytes\",\"bytes\":179,\"records\":0},{\"path\":\"Game.loot\",\"bytes\":147,\"records\":3},\
{\"path\":\"Game.bag\",\"bytes\":136,\"records\":2},{\"path\":\"Game.bugs\",\"bytes\":23,\"records\":0},{\"path\":\"Game.worn\",\"bytes\":23,\"records\":0},\
{\"path\":\"Game.body\",\"bytes\":17,\"records\":0},{\"path\":\"Game.note\",\"bytes\":10,\"records\":0},{\"path\":\"Game.grid\",\"bytes\":9,\"records\":0}],\"attic\":null}"
echo 'struct K { u32 id; } struct L { K ks[] = {{}, {}, {}}; K grid[2][3]; } state Game { L ls[2]; K one; K few[..2] = {{}}; }' >"$T/inner.def"
"$B/eddiec" --snapshot "$T/inner.state" "$T/inner.def" || bad 'the schema with lists in a list' ''
eddie info "$T/inner.state"
holds 'info: records in records are counted' "$(sed 's/  */ /g' "$T/out" | cut -d' ' -f 2,5-)" 'Game.ls 20 records
Game.few 1 record
Game.one'
# Snapshots as another program may write them: with a hash of nil, and with values that do not fit their types.
unsealed() { { head -c -9; printf '\xc0'; } <"$1"; }
unsealed "$T/all.state" | LC_ALL=C sed 's/\xca\x3d\xcc\xcc\xcd/\xca\x7f\xc0\x00\x00/' >"$T/nan.state"
unsealed "$T/all.state" | LC_ALL=C sed 's/\xca\x3d\xcc\xcc\xcd/\xca\xff\x80\x00\x00/' >"$T/below.state"
unsealed "$T/all.state" | LC_ALL=C sed 's/\xca\x3d\xcc\xcc\xcd/\xca\x7f\x80\x00\x00/' >"$T/above.state"
eddie set -o "$T/moved.state" "$T/all.state" Game.x 2.5
unsealed "$T/moved.state" | LC_ALL=C sed 's/\xca\x40\x20\x00\x00/\xa5hello/' >"$T/unfit.state"
exits 'info: of another program' 0 'hash: none, written by another program' info "$T/nan.state"
case $(cat "$T/out") in *'some are invalid'*) bad 'info: all values are valid' "$(cat "$T/out")" ;; *) ok 'info: all values are valid' ;; esac
exits 'info: values that do not fit' 0 'values: some are invalid for their type' info "$T/unfit.state"
exits 'info: values that do not fit, as JSON' 0 '"lossless":false' info --json "$T/unfit.state"
exits 'set: values that do not fit' 3 'would be lost: load and save it with its game first' set "$T/unfit.state" Game.tick 1
exits 'info: without a file'            2 'info needs FILE'        info
# A part that another program wrote twice is listed once. An attic that cannot be read does not hide the rest.
echo 'state Game { u32 a; }' >"$T/single.def" && "$B/eddiec" --snapshot "$T/single" "$T/single.def" || bad 'the schema of one field' ''
eddie info "$T/single"
same 'info: one field' "$(grep '^types' "$T/out")" 'types: 1, with 1 field'
root=$(tail -c 22 "$T/single" | head -c 7 | od -An -tx1 | tr -d ' \n') field=$(tail -c 21 "$T/single" | head -c 6 | od -An -tx1 | sed 's/ /\\x/g')
same 'the value of one field is at the end' "${root%????????00}" 81ce
{ head -c -22 "$T/single"; printf "\x82$field$field\xa5xxh64\xc0"; } >"$T/twice"
eddie info "$T/twice"
same 'info: a field that is there twice' "$code:$(sed -n '/^largest/,/^attic/p' "$T/out")" '0:largest parts:
  Game.a                                          1 bytes
attic: none'
printf '\x87\xa5eddie\x01\xa4game\xa1g\xa5frame\x00\xa5types\x90\xa5roots\x80\xa5attic\x84\xa4form\x06\xa8returned\x00\xa7renames\x90\xa6states\x91\x05\xa5xxh64\xc0' >"$T/wrong"
exits 'info: an attic that cannot be read' 3 'attic: cannot be read: ' info "$T/wrong"
same 'info: the reason is printed as an error, too' "$(sed "s/^/eddie: /" "$T/err" | cut -d: -f 1-3)" "eddie: eddie: $T/wrong"
exits 'info: an attic that cannot be read, as JSON' 3 '"roots":[],"largest":[],"attic":null}' info --json "$T/wrong"
sed 's/eddie/eddiE/2' "$T/all.state" >"$T/altered"
exits 'info: an altered snapshot'            3 'hash: mismatch'          info "$T/altered"
holds 'info: an altered snapshot is reported' "$(cat "$T/err")" 'the file was modified after it was saved'
printf '\x86\xa5eddie\x01\xa4game\xa1g\xa5frame\x00\xa5types\x90\xa5roots\x80\xa5xxh64\xc0' >"$T/hand"
exits 'info: without a hash'           0 'hash: none'              info "$T/hand"
exits 'cat: without any root'           0 '{}'                     cat "$T/hand"

# --- get and set -----------------------------------------------------------------------------------------------------------
same 'get: text without quotes'  "$(get "$T/all.state" Game.name)" eddie
same 'get: flags'                "$(get "$T/all.state" Game.status)" 'ALIVE|HIDDEN'
same 'get: an enum'              "$(get "$T/all.state" Game.mood)" ANGRY
same 'get: all of a number'      "$(get "$T/all.state" Game.tick)" 18446744073709551615
same 'get: an absent value'       "$(get "$T/all.state" Game.held)" ''
same 'get: as JSON'              "$(get --json "$T/all.state" Game.held; get --json "$T/all.state" Game.name)" 'null
"eddie"'
same 'get: numbers that JSON does not have' "$(get "$T/nan.state" Game.x; get --json "$T/below.state" Game.x)" 'nan
"-inf"'
exits 'get: no such path'               1 'index 9 is out of range'   get "$T/all.state" 'Game.loot[9]'
same 'get: a list as JSON'       "$(get "$T/all.state" Game.words; get "$T/all.state" Game.grid)" '["a","b"]
[[1,2,3],[4,5,6]]'
same 'get: a part of a list'     "$(get "$T/all.state" 'Game.words[1]'; get "$T/all.state" 'Game.grid[1][2]')" 'b
6'
same 'get: a record as JSON'     "$(get "$T/all.state" Game.worn)" '{"id":0,"weight":0.5,"note":""}'
same 'get: text is not changed'  "$(get "$T/all.state" Game.note | od -An -c | tr -d ' ')" 'a"note"\n\n'
eddie set -o "$T/full.state" "$T/all.state" Game.name '"abcdefg"'
eddie set "$T/full.state" Game.status '[]'
same 'get: no flags, and the longest text' "$(get "$T/full.state" Game.status; get "$T/full.state" Game.name)" '
abcdefg'
echo 'enum Far : i8 { NEAR = -5, FAR = 3 } state Game { Far far = NEAR; }' >"$T/far.def"
"$B/eddiec" --snapshot "$T/far.state" "$T/far.def" && same 'get: a negative number of an enum' "$(get "$T/far.state" Game.far)" NEAR
exits 'get: without a path'             2 'get needs PATH'         get "$T/all.state"
cat >"$T/old.def" <<'END'
enum Kind : u8 { ORC, ELF, TROLL }
struct Stats { u32 kills; }
state Game { f32 speed[Kind] = {1, 2, 3}; i32 grid[Kind][2]; Stats stats[Kind]; u8 plain[2]; }
END
sed 's/{ ORC, ELF, TROLL }/{ DWARF, TROLL, GOBLIN [[was(ORC)]] }/; s/{1, 2, 3}/{.TROLL = 3, .GOBLIN = 8}/' "$T/old.def" >"$T/new.def"
"$B/eddiec" --snapshot "$T/old.state" "$T/old.def" && "$B/eddiec" --snapshot "$T/new.state" "$T/new.def" || exit 1
same 'get: an element by the name of its index' "$(get "$T/old.state" 'Game.speed[ELF]')" 2
same 'get: an element by its number'  "$(get "$T/old.state" 'Game.speed[1]')" 2
same 'get: by a former name'          "$(get "$T/new.state" 'Game.speed[ORC]')" 8
"$B/eddie" set "$T/old.state" 'Game.grid[ELF][1]' 7
same 'set: an element by the name of its index' "$(get "$T/old.state" Game.grid)" '[[0,0],[0,7],[0,0]]'
exits 'get: an unknown name of an index' 1 "'speed' has no element 'ELV': expected a value of Kind: ORC, ELF, TROLL" \
    get "$T/old.state" 'Game.speed[ELV]'
exits 'get: a name where indices are numbers' 1 "'plain' has no element 'ORC': expected an index or field=value" \
    get "$T/old.state" 'Game.plain[ORC]'
eddie diff --all "$T/old.state" "$T/new.state"
same 'diff: elements are matched by the names of their indices' "$(cat "$T/out")" "~ Game.speed[ORC]: 1 -> 8
- Game.speed[ELF]: 2
+ Game.speed[DWARF]: 0
- Game.grid[ELF]: [0,7]
+ Game.grid[DWARF]: [0,0]
- Game.stats[ELF]: {\"kills\":0}
+ Game.stats[DWARF]: {\"kills\":0}
1 changed, 3 gone, 3 new"
eddie diff "$T/old.state" "$T/new.state" 'Game.speed[ORC]'
holds 'diff: an element by name' "$(cat "$T/out")" '~ Game.speed[ORC]: 1 -> 8'
turns() { # path, value, what get --json prints then; everything else stays the same
    cp "$T/all.state" "$T/set.state"
    eddie set "$T/set.state" "$1" "$2"
    same "set $1 $2" "$code:$(cat "$T/err")$(get --json "$T/set.state" "$1")" "0:$3"
    eddie diff --json --all "$T/all.state" "$T/set.state"
    if command -v jq >/dev/null; then
        same "set $1 $2: nothing else" "$(P=$1 jq -r '[.differences[].path | select(startswith(env.P | sub("\\[[^.]*$"; "")) | not)] | length' "$T/out")" 0
    fi
    "$B/eddie" set "$T/set.state" "$1" "$(get --json "$T/all.state" "$1")" && "$B/eddie" diff "$T/all.state" "$T/set.state" >"$T/out"
    same "set $1 $2: and back" "$?" 0
}
turns Game.tick 7 7
turns Game.low -5 -5
turns Game.low -9223372036854775808 -9223372036854775808
turns Game.x 2.5 2.5
turns Game.wide 1e300 1e+300
turns Game.x nan '"nan"'
turns Game.x -inf '"-inf"'
turns Game.wide '-nan(0x1)' '"-nan(0x1)"'
turns Game.wide -0 -0
turns Game.loot '[{"id":1,"weight":"inf"}]' '[{"id":1,"weight":"inf","note":""}]'
turns Game.name '"\udcffa\udc80"' '"\udcffa\udc80"'
turns Game.on false false
turns Game.name '"b\"c"' '"b\"c"'
turns Game.note '"a text of any length, longer than the one that was there: äöü"' '"a text of any length, longer than the one that was there: äöü"'
turns Game.mood CALM '"CALM"'
turns Game.mood '"CALM"' '"CALM"'
turns Game.status 'BURNING|HIDDEN' '["BURNING","HIDDEN"]'
turns Game.status '[]' '[]'
turns Game.body '{"box":{"w":9,"tag":"x"}}' '{"box":{"w":9,"h":3,"tag":"x"}}'
turns Game.body box '{"box":{"w":2,"h":3,"tag":"box"}}'
turns Game.held '{"id":9,"note":"n"}' '{"id":9,"weight":0.5,"note":"n"}'
turns Game.spare 5 5
turns Game.worn '{"weight":3}' '{"id":0,"weight":3,"note":""}'
turns Game.grid '[[6,5,4],[3,2,1]]' '[[6,5,4],[3,2,1]]'
turns 'Game.grid[1]' '[7,8,9]' '[7,8,9]'
turns 'Game.bag' '[{"id":3}]' '[{"id":3,"weight":0.5,"note":""}]'
turns 'Game.loot[id=6].note' '"found"' '"found"'
turns Game.loot '[]' '[]'
turns Game.bugs '[{"x":1},{"x":2}]' '[{"x":1,"mate":null,"tag":0},{"x":2,"mate":null,"tag":0}]'
turns Game.words '["x","","\u00e4\ud83d\ude00"]' '["x","","ä😀"]'
turns Game.bytes "[$(seq -s, 100)]" "[$(seq -s, 100)]"
turns Extra '{"selected":4}' '{"selected":4}'
turns Game "$(get --json "$T/all.state" Game)" "$(get --json "$T/all.state" Game)"

cp "$T/all.state" "$T/set.state"
stays() { # name, part of the message, path, value
    exits "set refuses $1" 1 "$2" set "$T/set.state" "$3" "$4"
    cmp -s "$T/all.state" "$T/set.state" || bad "set refuses $1: nothing changes" "$3"
}
stays 'a number out of range'        "'few' must be a u8 from 0 to 255; got 256" Game.loose '[{"few":[1,256]}]'
stays 'another count'                'must be 2, not 1'               Game.grid '[[1,2,3]]'
stays 'too many items'                     'at most 3, not 4'               Game.bag '[{},{},{},{}]'
stays 'an unknown name'              'Mood: CALM, ANGRY; got SAD'     Game.mood SAD
stays 'an unknown field'             "did you mean 'weight'?"         Game.worn '{"wieght":1}'
stays 'a text that is not JSON'             'expected a comma or }'          Game.worn '{"id":1 "weight":2}'
stays 'text after the value'                 'unexpected text'                Game.worn '{} 1'
stays 'a long text'                  'can hold 7 bytes'               Game.name '"12345678"'
stays 'null for a required value'  'got null'                       Game.worn null
stays 'a deeply nested value'                   'a string in quotes'             Game.words "$(printf '[%.0s' $(seq 5000))"
stays 'no such path'                 "did you mean 'mood'?"           Game.moode CALM
exits 'set: without a value'            2 'set needs VALUE'        set "$T/set.state" Game.tick
exits 'set: into another file'          0 ''                       set -o "$T/other.state" "$T/set.state" Game.tick 5
cmp -s "$T/all.state" "$T/set.state" && ok 'set: -o leaves the file' || bad 'set: -o leaves the file' ''
same 'set: -o writes there' "$(get "$T/other.state" Game.tick)" 5
exits 'set: into a missing folder'     1 'create its folder first'  set -o "$T/none/x" "$T/set.state" Game.tick 5
printf ' {"id": 3}\n' | timeout 60 "$B/eddie" set "$T/set.state" Game.worn - 2>"$T/err"
same 'set: from standard input' "$?$(get "$T/set.state" Game.worn.id)" 03
printf ' \t\r\nANGRY \t\r\n' | timeout 60 "$B/eddie" set "$T/set.state" Game.mood - 2>"$T/err"
same 'set: from standard input, a name' "$?$(get "$T/set.state" Game.mood)" 0ANGRY
printf '5\0 6' | timeout 60 "$B/eddie" set "$T/set.state" Game.tick - 2>"$T/err"
same 'set: from standard input, a zero byte' "$?$(cat "$T/err")" '1eddie: Game.tick: standard input contains a zero byte, which JSON does not allow'
exits 'set: takes the output of get'      0 ''                       set "$T/set.state" Game "$(get --json "$T/all.state" Game)"
exits 'set: the state is unchanged'          0 ''                       diff "$T/all.state" "$T/set.state"
# Handles keep referring to their items when the pool is set.
eddie set "$T/set.state" Game.bugs '[{"x":1},{"x":2}]'
eddie set "$T/set.state" Game.bugs '[{"x":1,"mate":[1,1]},{"x":2,"mate":[0,1]}]'
same 'set: handles keep their items' "$(get "$T/set.state" 'Game.bugs[0].mate')$(get "$T/set.state" 'Game.bugs[1].mate')" '[1,1][0,1]'
eddie set "$T/set.state" Game.bugs '[{"x":1,"mate":[9,9]},{"x":2,"mate":[0,1]}]'
same 'set: a handle to no item becomes null' "$code$(get "$T/set.state" 'Game.bugs[0].mate')$(get "$T/set.state" 'Game.bugs[1].mate')" '0null[0,1]'

# A game started from the edited snapshot saves the same bytes as one started from the original.
cp "$T/game.state" "$T/set.state"
eddie set "$T/set.state" Game.player.coins "$(get "$T/game.state" Game.player.coins)"
for state in game set; do
    printf 'save %s\nquit\n' "$T/$state.again" | timeout 60 "$B/eddie" --headless --no-watch --script - --state "$T/$state.state" "$B/game.so" >"$T/out" 2>&1
done
cmp -s "$T/game.again" "$T/set.again" && ok 'set: changes nothing else for the game' || bad 'set: changes nothing else for the game' "$(cat "$T/out")"
# Row tables stay row tables; a snapshot in open form stays in open form.
same 'set: keeps row tables' "$(grep -ac rows "$T/set.state")" "$(grep -ac rows "$T/game.state")"
printf 'save %s\nquit\n' "$T/maps.state" | timeout 60 "$B/eddie" --headless --no-watch --open --script - --state "$T/game.state" "$B/game.so" >"$T/out" 2>&1
eddie set "$T/maps.state" Game.player.coins 3
same 'set: adds no row tables' "$code$(grep -ac rows "$T/maps.state")" 00

# `eddie set` keeps the attic, too. To fill it, the game loads a snapshot whose Enemy has a field that the game's Enemy lacks.
mkdir "$T/schema" && cp schema/*.def "$T/schema"
sed -i '/^struct Enemy /,/^}/s/^ *f32  *hp[ ;].*/&\n    f32 armor;/' "$T"/schema/*.def
"$B/eddiec" --snapshot "$T/bare" "$T"/schema/*.def || bad 'the schema with another field' ''
{ head -c 13 "$T/bare"; printf '\xa5arena'; tail -c +15 "$T/bare" | head -c -9; printf '\xc0'; } >"$T/more.state"
get --json "$T/game.state" Game.enemies | sed 's/"id":\([0-9]*\),/"id":\1,"armor":\1,/g' | timeout 60 "$B/eddie" set "$T/more.state" Game.enemies - || bad 'set: enemies with armor' ''
exits 'set: updates the hash'           0 'hash: valid'           info "$T/more.state"
printf 'save %s\nquit\n' "$T/attic.state" | timeout 60 "$B/eddie" --headless --no-watch --keep-attic --script - --state "$T/more.state" "$B/game.so" >"$T/out" 2>&1
holds 'a script prints what its first state lost' "$(head -n 1 "$T/out")" 'more.state: frame 0, '
exits 'info: what reloads dropped'      0 'values retained from 1 reload' info "$T/attic.state"
holds 'info: names the dropped field' "$(cat "$T/out")" '  Enemy.armor '
dropped=$(awk '/^  Enemy.armor / { print $2 }' "$T/out")
same 'info: what reloads dropped, in one line' "$(grep '^attic' "$T/out" | sed 's/[0-9]* bytes/N bytes/')" "attic: N bytes, $dropped values retained from 1 reload"
bytes=$(sed -n 's/^attic: \([0-9]*\) bytes.*/\1/p' "$T/out")
eddie info --json "$T/attic.state"
holds 'info: what reloads dropped, as JSON' "$(cat "$T/out")" "\"attic\":{\"bytes\":$bytes,\"reloads\":1,\"values\":$dropped,\"parts\":[{\"path\":\"Enemy.armor\",\"values\":$dropped}]}}"
cp "$T/more.state" "$T/single.state"
eddie set "$T/single.state" Game.enemies "[$(get --json "$T/more.state" 'Game.enemies[0]')]"
printf 'save %s\nquit\n' "$T/single.state" | timeout 60 "$B/eddie" --headless --no-watch --keep-attic --script - --state "$T/single.state" "$B/game.so" >"$T/out" 2>&1
eddie info "$T/single.state"
same 'info: one dropped value' "$(sed -n '/^attic/s/.* bytes, //p; /^  Enemy.armor /s/  */ /gp' "$T/out")" '1 value retained from 1 reload
 Enemy.armor 1 value'
sed -i 's/^    f32 armor;/&\n    u32 plate;/' "$T"/schema/*.def
"$B/eddiec" --snapshot "$T/bare" "$T"/schema/*.def || bad 'the schema with two other fields' ''
{ head -c 13 "$T/bare"; printf '\xa5arena'; tail -c +15 "$T/bare" | head -c -9; printf '\xc0'; } >"$T/both.state"
eddie set "$T/both.state" Game.enemies '[{"id":1,"armor":2,"plate":3}]'
printf 'save %s\nquit\n' "$T/both.state" | timeout 60 "$B/eddie" --headless --no-watch --keep-attic --script - --state "$T/both.state" "$B/game.so" >"$T/out" 2>&1
eddie info "$T/both.state"
same 'info: two dropped values' "$(sed -n '/^attic/s/.* bytes, //p; /^  Enemy\./s/  */ /gp' "$T/out")" '2 values retained from 1 reload
 Enemy.armor 1 value
 Enemy.plate 1 value'
eddie info --json "$T/both.state"
holds 'info: two dropped values, as JSON' "$(cat "$T/out")" '"reloads":1,"values":2,"parts":[{"path":"Enemy.armor","values":1},{"path":"Enemy.plate","values":1}]}}'
sed -i '/^    u32 plate;/d' "$T"/schema/*.def
cp "$T/attic.state" "$T/kept.state"
eddie set "$T/kept.state" Game.score 5
same 'set: keeps the attic' "$("$B/eddie" info "$T/kept.state" | sed -n '/^attic/,$p')" "$("$B/eddie" info "$T/attic.state" | sed -n '/^attic/,$p')"
holds 'set: the attic is restored' "$("$B/eddie" plan "$T/kept.state" "$T/schema")" "restored Enemy.armor ($("$B/eddie" info "$T/kept.state" | awk '/^  Game.enemies/ { print $4 }') of"
same 'set: changes only the score' "$("$B/eddie" diff "$T/attic.state" "$T/kept.state" | head -1)" "~ Game.score: $(get "$T/attic.state" Game.score) -> 5"

# Setting each root to its own JSON changes nothing, whatever the schema.
wrong= schemas=0
for def in tests/reload/*/old.def tests/reload/*/new.def tests/def/good/*/; do
    [ ! -d "$def" ] || def=$(echo "$def"*.def)
    "$B/eddiec" --snapshot "$T/one.state" $def 2>/dev/null || continue
    schemas=$((schemas + 1))
    cp "$T/one.state" "$T/two.state"
    for root in $("$B/eddie" info "$T/one.state" | sed -n '/^roots/,/^[la]/s/^  \([A-Za-z0-9_]*\) .*/\1/p'); do
        get --json "$T/one.state" "$root" >"$T/value"
        "$B/eddie" set "$T/two.state" "$root" - <"$T/value" 2>"$T/err" || wrong="$wrong $def:$root:$(cat "$T/err")"
        "$B/eddie" cat "$T/two.state" "$root" >"$T/out" 2>"$T/err" || wrong="$wrong $def:$root:$(cat "$T/err")"
        ! command -v jq >/dev/null || jq . "$T/out" >/dev/null 2>&1 || wrong="$wrong $def:$root is no JSON"
    done
    "$B/eddie" diff "$T/one.state" "$T/two.state" >"$T/out" 2>&1 || wrong="$wrong $def: $(cat "$T/out")"
done
same 'every root of every schema can be set to its value' "$wrong" ''
[ $schemas -gt 60 ] && ok 'there are more than 60 schemas' || bad 'there are more than 60 schemas' $schemas

# --- diff ------------------------------------------------------------------------------------------------------------------
exits 'diff: equal'                     0 ''                       diff "$T/game.state" "$T/game.state"
same 'diff: prints nothing for equal snapshots' "$(cat "$T/out")" ''
exits 'diff: different'                 1 '~ Game.tick: 600 -> 605' diff "$T/game.state" "$T/later.state"
holds 'diff: the frame' "$(cat "$T/out")" '~ frame: 600 -> 605'
holds 'diff: matches records by key' "$(cat "$T/out")" '~ Game.enemies[id='
holds 'diff: bounded' "$(cat "$T/out")" '~ Game.particles[].pos.x: '
same 'diff: prints at most 20 lines for a field' "$(grep -c '^~ Game.particles\[[0-9][0-9]*\].pos.x: ' "$T/out")" 20
exits 'diff: a path'                    0 ''                       diff "$T/game.state" "$T/later.state" Game.player.name
same 'diff: prints nothing for an equal part' "$(cat "$T/out")" ''
exits 'diff: no such path'              2 'not in either snapshot'       diff "$T/game.state" "$T/later.state" Game.plaier
exits 'diff: one file'                  2 'diff needs B'           diff "$T/game.state"
exits 'diff: a missing file'            3 'none: cannot be opened' diff "$T/game.state" "$T/none"
sed -e 's/^struct Item .*/struct Item [[key(id)]] { u64 id; f32 weight = 0.5; u8 more = 4; }/' -e 's/ANGRY = 7/MILD, ANGRY/' \
    -e 's/bool on = true;/u8 on = 2; u32 late;/' -e 's/{{.id = 5}, {.id = 6}, {.id = 7}}/{{.id = 7}, {.id = 5, .weight = 9}, {.id = 8}}/' \
    -e 's/^state Extra/state Added/' -e 's/char name\[8\]/str name/' "$T/all.def" >"$T/next.def"
"$B/eddiec" --snapshot "$T/next.state" "$T/next.def" || bad 'the other schema' ''
eddie diff "$T/all.state" "$T/next.state"
same 'diff: of two layouts' "$code
$(cat "$T/out")" "1
~ Game.on: true -> 2
~ Game.loot: same records, different order
~ Game.loot[id=5].weight: 0.5 -> 9
- Game.loot[id=6]: {\"id\":6,\"weight\":0.5,\"note\":\"\"}
+ Game.loot[id=8]: {\"id\":8,\"weight\":0.5,\"more\":4}
- Extra: {\"selected\":0}
+ Added: {\"selected\":0}
- Game.worn.note: only in $T/all.state (1 record)
+ Game.worn.more: only in $T/next.state (1 record)
- Game.bag[].note: only in $T/all.state (2 records)
+ Game.bag[].more: only in $T/next.state (2 records)
- Game.loot[].note: only in $T/all.state (2 records)
+ Game.loot[].more: only in $T/next.state (2 records)
+ Game.late: only in $T/next.state (1 record)
2 changed, 2 gone, 2 new, 1 in a different order, 11 in fields of only one snapshot"
eddie diff --json "$T/all.state" "$T/next.state"
want='{"games":["",""],"frames":[0,0],"differences":[{"kind":"changed","path":"Game.on","a":true,"b":2},{"kind":"order","path":"Game.loot"},'
want+='{"kind":"changed","path":"Game.loot[id=5].weight","a":0.5,"b":9},{"kind":"gone","path":"Game.loot[id=6]","a":{"id":6,"weight":0.5,"note":""}},'
want+='{"kind":"new","path":"Game.loot[id=8]","b":{"id":8,"weight":0.5,"more":4}},{"kind":"gone","path":"Extra","a":{"selected":0}},'
want+='{"kind":"new","path":"Added","b":{"selected":0}}],"patterns":[PATTERNS],'
want+='"changed":2,"gone":2,"new":2,"only_first":5,"only_second":6,"order":1,"equal":false}'
same 'diff: of two layouts, as JSON' "$(sed 's/"patterns":\[.*\],"changed"/"patterns":[PATTERNS],"changed"/' "$T/out")" "$want"
same 'diff: the patterns in it' "$(sed 's/.*"patterns":\[{//; s/}\],"changed".*//; s/},{/\n/g' "$T/out" | sed 's/"[a-z]*"://g')" '"changed","Game.on",1
"only_first","Game.worn.note",1
"only_second","Game.worn.more",1
"only_first","Game.bag[].note",2
"only_second","Game.bag[].more",2
"order","Game.loot",1
"changed","Game.loot[].weight",1
"only_first","Game.loot[].note",2
"only_second","Game.loot[].more",2
"gone","Game.loot[]",1
"new","Game.loot[]",1
"only_second","Game.late",1
"gone","Extra",1
"new","Added",1'
if command -v jq >/dev/null; then
    eddie diff --json "$T/all.state" "$T/all.state"
    same 'diff: equal, as JSON' "$code$(jq -c '[.equal, .differences]' "$T/out")" '0[true,[]]'
    eddie diff --all --json "$T/game.state" "$T/later.state"
    same 'diff: all of them' "$(jq '(.differences | length) == .changed + .gone + .new + .order' "$T/out")" true
fi
# `eddie get` accepts each path that `eddie diff` prints.
eddie diff "$T/game.state" "$T/later.state"
wrong=$(sed -n 's/^~ \(Game[^ ]*\): .* -> .*/\1/p' "$T/out" | sort -R --random-source="$T/out" | head -20 |
    while read -r path; do get "$T/game.state" "$path" >"$T/one" || echo "$path"; done)
same 'diff: its paths are valid' "$wrong" ''
eddie set -o "$T/pool.state" "$T/all.state" Game.bugs '[{"x":1},{"x":2},{"x":3}]'
eddie set -o "$T/pool2.state" "$T/pool.state" Game.bugs '[{"x":1},{"x":5}]'
eddie diff "$T/pool.state" "$T/pool2.state"
same 'diff: a pool' "$(cat "$T/out")" '~ Game.bugs[1].x: 2 -> 5
- Game.bugs[2]: {"x":3,"mate":null,"tag":0}
1 changed, 1 gone'
eddie diff --json "$T/pool.state" "$T/pool2.state"
want='{"games":["",""],"frames":[0,0],"differences":[{"kind":"changed","path":"Game.bugs[1].x","a":2,"b":5},'
want+='{"kind":"gone","path":"Game.bugs[2]","a":{"x":3,"mate":null,"tag":0}}],"patterns":[{"kind":"changed","path":"Game.bugs[].x","count":1},'
want+='{"kind":"gone","path":"Game.bugs[]","count":1}],"changed":1,"gone":1,"new":0,"only_first":0,"only_second":0,"order":0,"equal":false}'
same 'diff: a pool, as JSON' "$(cat "$T/out")" "$want"
if command -v script >/dev/null; then
    colored() { PAGER=cat NO_COLOR= script -qec "'$B/eddie' diff '$1' '$2'" /dev/null </dev/null | tr -d '\r' | cat -v; }
    same 'diff: what changed is yellow, and what is gone red' "$(colored "$T/pool.state" "$T/pool2.state")" '^[[33m~ Game.bugs[1].x: 2 -> 5^[[0m
^[[31m- Game.bugs[2]: {"x":3,"mate":null,"tag":0}^[[0m
1 changed, 1 gone'
    holds 'diff: what is new is green' "$(colored "$T/pool2.state" "$T/pool.state")" '
^[[32m+ Game.bugs[2]: {"x":3,"mate":null,"tag":0}^[[0m
1 changed, 1 new'
    holds 'diff: fields of one snapshot are colored' "$(colored "$T/all.state" "$T/next.state")" "
^[[31m- Game.worn.note: only in $T/all.state (1 record)^[[0m
^[[32m+ Game.worn.more: only in $T/next.state (1 record)^[[0m
"
    holds 'diff: another order is yellow' "$(colored "$T/all.state" "$T/next.state")" '
^[[33m~ Game.loot: same records, different order^[[0m
'
fi
eddie diff "$T/nan.state" "$T/below.state"
same 'diff: numbers that JSON does not have' "$(cat "$T/out")" '~ Game.x: nan -> -inf
1 changed'
eddie diff "$T/above.state" "$T/all.state"
same 'diff: infinity' "$(cat "$T/out")" '~ Game.x: inf -> 0.1
1 changed'
unsealed "$T/all.state" | LC_ALL=C sed 's/\xcb\x3f\xb9\x99\x99\x99\x99\x99\x9a/\xcb\xff\xf0\x00\x00\x00\x00\x00\x00/' >"$T/wide.state"
eddie diff "$T/all.state" "$T/wide.state"
same 'diff: infinity of 64 bits' "$(cat "$T/out")" '~ Game.wide: 0.1 -> -inf
1 changed'
for key in game:'\xa1x\xa5frame\x00' frame:'\xa0\xa5frame\x07'; do
    { head -c 13 "$T/all.state"; printf "${key#*:}"; tail -c +22 "$T/all.state" | head -c -9; printf '\xc0'; } >"$T/named.state"
    for form in '' --json; do
        eddie diff $form "$T/all.state" "$T/named.state"
        same "diff: only another ${key%%:*} $form" "$code$(grep -c '"equal":false\|^~ ' "$T/out")$(wc -l <"$T/out")" 111
    done
    eddie diff "$T/all.state" "$T/named.state" Game
    same "diff: the same part, with another ${key%%:*}" "$code$(cat "$T/out")" 0
done
{ head -c 13 "$T/all.state"; printf '\xa5arena\xa5frame\x07'; tail -c +22 "$T/all.state" | head -c -9; printf '\xc0'; } >"$T/named.state"
eddie diff "$T/all.state" "$T/named.state"
same 'diff: another game and frame' "$code$(cat "$T/out"; echo end)" '1~ game: "" -> "arena"
~ frame: 0 -> 7
end'
eddie diff --json "$T/all.state" "$T/named.state"
same 'diff: another game and frame, as JSON' "$code$(cut -c 1-70 "$T/out"; grep -c '"equal":false}$' "$T/out")" '1{"games":["","arena"],"frames":[0,7],"differences":[],"patterns":[],"c
1'
exits 'diff: a path that only the second has' 1 '+ Game.late: 0' diff "$T/all.state" "$T/next.state" Game.late
exits 'diff: a path that only the first has'  1 '- Extra: {"selected":0}' diff "$T/all.state" "$T/next.state" Extra
eddie set -o "$T/long.state" "$T/all.state" Game.note '"0123456789012345678901234567890123456789012345678901234567890123ääääääää"'
eddie diff "$T/all.state" "$T/long.state"
same 'diff: a long value is cut between two characters' "$(cat "$T/out")" '~ Game.note: "a \"note\"\n" -> "0123456789012345678901234567890123456789012345678901234567890123ä…
1 changed'
eddie set "$T/long.state" Game.note '"012345678901234567890123456789012345678901234567890123456789012345678"'
eddie diff "$T/all.state" "$T/long.state"
holds 'diff: a value that just fits is whole' "$(cat "$T/out")" '-> "012345678901234567890123456789012345678901234567890123456789012345678"'

# --- many records --------------------------------------------------------------------------------------------------------
awk 'BEGIN { printf "["; for (i = 0; i < 100000; i++) printf "%s{\"id\":%d,\"weight\":%.3f,\"note\":\"n%d\"}", i ? "," : "", i, i / 7, i % 9; print "]" }' >"$T/many.json"
timeout 120 "$B/eddie" set -o "$T/many.state" "$T/all.state" Game.loot - <"$T/many.json" 2>"$T/err"
same 'many: set' "$?$(cat "$T/err")" 0
timeout 120 "$B/eddie" cat --compact "$T/many.state" Game.loot >"$T/many.out"
timeout 120 "$B/eddie" get "$T/many.state" Game.loot | cmp -s - "$T/many.out" && ok 'many: get prints the same' || bad 'many: get prints the same' ''
same 'many: cat' "$(tr -d ' ' <"$T/many.json" | sed 's/\.\([0-9]*[1-9]\)*0*,/.\1,/g; s/\.,/,/g' | cksum)" "$(cksum <"$T/many.out")"
timeout 120 "$B/eddie" cat "$T/many.state" >"$T/many.out"
same 'many: one line each' "$(grep -c '^      {"id": [0-9]*, "weight": [0-9.]*, "note": "n[0-8]"},\?$' "$T/many.out")" 100000
sed 's/"weight":/"weight":1/g' "$T/many.json" | timeout 120 "$B/eddie" set -o "$T/many2.state" "$T/many.state" Game.loot - 2>"$T/err"
eddie diff "$T/many.state" "$T/many2.state"
same 'many: diff is bounded' "$code$(wc -l <"$T/out")" 122
holds 'many: diff counts' "$(cat "$T/out")" '~ Game.loot[].weight: 99980 more'

echo 'struct K [[key(id)]] { u32 id; } struct L { K ks[]; } state Game { L ls[]; }' | tr ' ' '\n' >"$T/order.def"
"$B/eddiec" --snapshot "$T/order.state" "$T/order.def" || bad 'lists in a list' ''
turned() { awk -v one="$1" -v two="$2" 'BEGIN { for (i = 0; i < 30; i++) printf "%s{\"ks\":[{\"id\":%d},{\"id\":%d}]}", i ? "," : "[", one, two; print "]" }'; }
turned 1 2 | timeout 60 "$B/eddie" set -o "$T/order1.state" "$T/order.state" Game.ls -
turned 2 1 | timeout 60 "$B/eddie" set -o "$T/order2.state" "$T/order.state" Game.ls -
eddie diff "$T/order1.state" "$T/order2.state"
holds 'many: lists in a different order' "$(cat "$T/out")" '~ Game.ls[].ks: 10 more'
one=[$(seq -s, -f '{"id":%g}' 23)]      # three of them stay
eddie set -o "$T/gone.state" "$T/all.state" Game.loot "$one"
eddie diff "$T/all.state" "$T/gone.state"
same 'many: as many as are printed' "$(sed -n '$p; $=' "$T/out")" '20 new
21'
one=[$(seq -s, -f '{"id":%g}' 25)]
eddie set -o "$T/gone.state" "$T/all.state" Game.loot "$one"
eddie diff "$T/gone.state" "$T/all.state"
holds 'many: records that are gone' "$(tail -n 2 "$T/out")" '- Game.loot[]: 2 more
22 gone'
eddie diff "$T/all.state" "$T/gone.state"
holds 'many: records that are new' "$(tail -n 2 "$T/out")" '+ Game.loot[]: 2 more
22 new'
eddie diff --all "$T/all.state" "$T/gone.state"
same 'many: --all lists them all' "$(grep -c '^+ Game.loot\[id=' "$T/out")$(tail -n 1 "$T/out")" '2222 new'
eddie diff --json "$T/all.state" "$T/gone.state"
same 'many: JSON has the first 20 and the count' "$(grep -o '"kind":"new","path":"Game.loot\[id=' "$T/out" | wc -l)$(grep -o '"patterns".*' "$T/out")" \
    '20"patterns":[{"kind":"new","path":"Game.loot[]","count":22}],"changed":0,"gone":0,"new":22,"only_first":0,"only_second":0,"order":0,"equal":false}'
# More fields differ than `eddie diff` counts one by one. A field that only one snapshot has is listed anyway.
wide() { awk -v n="$1" -v more="$2" 'BEGIN {
    print "struct A {"; for (i = 0; i < 100; i++) printf "u32 q%d = %d;\n", i, n; print "}"
    print "struct Tail { u32 n;" more "}\nstate Game {"; for (i = 0; i < 45; i++) printf "A a%d;\n", i; print "Tail tail;\n}" }'; }
wide 1 '' >"$T/wide1.def" && wide 2 '
u32 late;' >"$T/wide2.def"
for i in 1 2; do "$B/eddiec" --snapshot "$T/wide$i.state" "$T/wide$i.def" || bad 'a wide schema' ''; done
eddie diff "$T/wide1.state" "$T/wide2.state"
holds 'many: fields that differ' "$(tail -n 1 "$T/out")" '4500 changed, 1 in fields of only one snapshot'
holds 'many: a field that only one has, in the last line' "$(cat "$T/out")" '+ Game.tail.late: 0'
same 'many: the patterns that are not counted are not in a summary' "$(grep -c 'more$\|(null)' "$T/out")" 0

for command in 'cat FILE Game' 'info FILE' 'get FILE Game' 'set FILE Game.tick 1' 'diff FILE FILE Game'; do
    eddie ${command//FILE/$T/all.state} more
    same "${command%% *}: an argument too many" "$code$(grep -c '^eddie: unexpected argument more: ' "$T/err")" 21
done

# --- pointers ------------------------------------------------------------------------------------------------------------
cat >"$T/links.def" <<'DEF'
functions Think : void (i32 x) { stand, chase }
struct Actor { u32 id; char *name = "nobody"; char *words[2]; Actor *target; Think think; }
state Game { Actor actors[..4]; Actor boss; char *title; }
DEF
"$B/eddiec" --snapshot "$T/links.state" "$T/links.def"
cp "$T/links.state" "$T/before.state"
sets() { eddie set "$T/links.state" "$1" "$2"; [ $code = 0 ] || bad "pointers: set $1" "$(cat "$T/err")"; }
sets Game.actors '[{"id":1,"name":"Ada"},{"id":2,"name":null,"words":["a",""],"target":"Game.boss"}]'
sets Game.boss.target '"Game.actors[1]"'; sets Game.boss.think chase; sets Game.title '""'
eddie cat --compact "$T/links.state"
same 'pointers: cat' "$(cat "$T/out")" '{"Game":{"actors":[{"id":1,"name":"Ada","words":[null,null],"target":null,"think":null},{"id":2,"name":null,"words":["a",""],"target":"Game.boss","think":null}],"boss":{"id":0,"name":"nobody","words":[null,null],"target":"Game.actors[1]","think":"chase"},"title":""}}'
eddie get "$T/links.state" Game.actors[0].name;        same 'pointers: get a text' "$(cat "$T/out")" Ada
eddie get --json "$T/links.state" Game.actors[1].name; same 'pointers: get a null text' "$(cat "$T/out")" null
eddie get "$T/links.state" Game.boss.target;           same 'pointers: get the path of a record' "$(cat "$T/out")" 'Game.actors[1]'
eddie diff "$T/before.state" "$T/links.state" Game.title
same 'pointers: null and an empty text differ' "$code $(head -n 1 "$T/out")" '1 ~ Game.title: null -> ""'
exits 'pointers: a number is no text' 1 "'name' must be a string in quotes, or null" set "$T/links.state" Game.boss.name 7
exits 'pointers: a path that leads nowhere' 1 "'target' must be null or the path of a Actor" set "$T/links.state" Game.boss.target '"Game.actors[2]"'
sets Game.boss.name '"a \"quoted\" name"'; eddie get "$T/links.state" Game.boss.name; same 'pointers: a text in quotes' "$(cat "$T/out")" 'a "quoted" name'
sed 's/char \*name = "nobody"/str name/; s/char \*title/char title[8]/' "$T/links.def" >"$T/later.def"
eddie plan "$T/links.state" "$T/later.def"
holds 'pointers: plan' "$(cat "$T/out")" 'converted Actor.name char * -> str (3 exact)'

# --- damage --------------------------------------------------------------------------------------------------------------
size=$(stat -c %s "$T/all.state")
wrong=
for cut in 0 1 7 100 $((size / 2)) $((size - 1)); do
    head -c $cut "$T/all.state" >"$T/cut"
    for command in 'cat CUT' 'info CUT' 'get CUT Game' 'set CUT Game.tick 1' 'diff CUT CUT'; do
        eddie ${command//CUT/$T/cut}
        [ $code = 3 ] && grep -q "^eddie: $T/cut: " "$T/err" && [ ! -s "$T/out" ] && [ "$(stat -c %s "$T/cut")" = $cut ] || wrong="$wrong $cut:$command:$code"
    done
done
same 'damage: a cut snapshot is refused by all commands' "$wrong" ''
for command in 'cat CUT' 'get CUT Game' 'set CUT Game.tick 1' 'diff CUT CUT'; do
    eddie ${command//CUT/$T/altered}
    same "damage: altered: ${command%% *}" "$code$(grep -c 'was modified after it was saved' "$T/err")" 31
done
printf '{"a":1}' >"$T/json"
exits 'damage: JSON is not a snapshot'     3 'not an eddie snapshot'  cat "$T/json"
head -c 300000 /dev/urandom >"$T/noise"
exits 'damage: noise is not a snapshot'    3 "eddie: $T/noise: "      info "$T/noise"
sed 's/eddie\x01/eddie\x02/' "$T/all.state" >"$T/newer"
exits 'damage: a newer format'          3 'use a newer eddie'      cat "$T/newer"

# --- output that cannot be written ---------------------------------------------------------------------------------------
if [ -e /dev/full ]; then
    for command in 'cat FILE' 'cat --open FILE' 'info FILE' 'info --json FILE' 'get FILE Game' 'diff FILE LATER' 'diff --json FILE LATER' 'set --help'; do
        command=${command//FILE/$T/game.state}
        timeout 60 "$B/eddie" ${command//LATER/$T/later.state} >/dev/full 2>"$T/err"
        same "full disk: $command" "$?$(grep -c 'standard output: write error' "$T/err")" 11
    done
fi
{ timeout 60 "$B/eddie" cat "$T/many.state"; echo $? >"$T/piped"; } 2>"$T/err" | head -n 1 >/dev/null
same 'a closed pipe ends it silently' "$(cat "$T/piped"):$(cat "$T/err")" 141:
( trap '' PIPE; timeout 60 "$B/eddie" cat "$T/many.state" 2>"$T/err"; echo $? >"$T/piped" ) | head -n 1 >/dev/null
same 'a closed pipe is an error if SIGPIPE is ignored' "$(cat "$T/piped"):$(cat "$T/err")" '1:eddie: standard output: write error'

# --- manual pages and completions ----------------------------------------------------------------------------------------
if command -v mandoc >/dev/null; then
    same 'mandoc finds no error in the manual pages' "$(mandoc -Tlint -W warning docs/man/*.1 2>&1)" ''
fi
long()  { grep -oE -- '(^|[^-[:alnum:]])--[a-z][a-z-]*' | grep -oE -- '--[a-z-]*[a-z]' | sort -u; }
helps() { case $1 in eddie) for c in "" cat info diff get set plan replay import new build; do "$B/eddie" $c --help; done;; eddiec) "$B/eddiec" --help;; esac; }
for program in eddie eddiec; do
    helps $program | long >"$T/options"
    grep -oE '(Fl|It Fl|Op Fl|\| Fl) -[a-z][a-z-]*' docs/man/$program.1 | grep -oE -- '-[a-z][a-z-]*$' | sed 's/^/-/' | sort -u >"$T/manual"
    same "$program: the options of the help and of the manual" "$(cat "$T/manual")" "$(cat "$T/options")"
    long <docs/completion/$program.bash >"$T/bash"
    same "$program: the completion of bash has all options" "$(cat "$T/bash")" "$(cat "$T/options")"
    long <docs/completion/_$program >"$T/zsh"
    same "$program: the completion of zsh has all options" "$(cat "$T/zsh")" "$(cat "$T/options")"
    sed -n 's/^complete .* -l \([a-z-]*\).*/--\1/p' docs/completion/$program.fish | sort -u >"$T/fish"
    same "$program: the completion of fish has all options" "$(cat "$T/fish")" "$(cat "$T/options")"
done
"$B/eddie" --help | sed -n 's/^       eddie \([a-z]*\) .*/\1/p' | sort -u >"$T/commands"
for file in docs/completion/eddie.bash docs/completion/_eddie docs/completion/eddie.fish docs/man/eddie.1; do
    same "commands in $file" "$(for c in $(cat "$T/commands"); do grep -qw -- "$c" $file || echo "$c"; done)" ''
done
same 'the list of commands' "$(tr '\n' ' ' <"$T/commands")" 'build cat diff get import info new plan replay set '
same 'zsh and fish describe the options in the same way' "$(grep -oE -- "--[a-z-]+\[[^]]*\]" docs/completion/_eddie | sort -u)" \
    "$(sed -n "s/.* -l \([a-z-]*\) .*-d '\(.*\)'$/--\1[\2]/p" docs/completion/eddie.fish | sort -u)"
same 'zsh has one case for each command' "$(grep -oE '^ *\([a-z]+\)' docs/completion/_eddie | sort | uniq -d)" ''
completes() { # what bash offers for these words
    bash -c 'cd "$1" || exit; shift; . "$ROOT/docs/completion/$1.bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_$1"; echo "${COMPREPLY[*]}"' - "$T" "$@"
}
export ROOT=$PWD
same 'bash: a command'       "$(completes eddie pl)" plan
same 'bash: an option of it' "$(completes eddie cat --c)" --compact
same 'bash: no option of another command'  "$(completes eddie get --c)" ''
same 'bash: the limit, which every command takes' "$(for c in run cat info diff get set plan replay new; do completes eddie $c --li; done | grep -c -- --limit)" 9
same 'bash: a file'          "$(completes eddie cat all.s)" all.state
same 'bash: a file after an option' "$(completes eddie cat --limit 2 all.s)" all.state
same 'bash: no file as path' "$(completes eddie get all.state all.s)" ''
same 'bash: an option of eddiec' "$(completes eddiec --s)" --snapshot
same 'bash: a schema'        "$(completes eddiec all.)" all.def
command -v zsh >/dev/null && same 'zsh: the completions parse' "$(zsh -n docs/completion/_eddie 2>&1; zsh -n docs/completion/_eddiec 2>&1)" ''
if command -v fish >/dev/null; then
    fish() { HOME=$T timeout 60 fish --no-config -c "source $ROOT/docs/completion/eddie.fish; source $ROOT/docs/completion/eddiec.fish; complete -C '$1'" 2>&1 | cut -f 1; }
    same 'fish: a command'       "$(fish 'eddie pl' | grep -x plan)" plan
    same 'fish: an option of it' "$(fish 'eddie cat --c')" --compact
    same 'fish: no option of another command'  "$(fish 'eddie get --c')" ''
    same 'fish: an option of eddiec' "$(fish 'eddiec --sn')" --snapshot
fi
if [ -f Makefile ] && [ -x build/eddie ]; then
    timeout 500 env -u MAKEFLAGS make -s install DESTDIR="$T/root" PREFIX=/usr >"$T/out" 2>&1
    same 'make install' "$(cd "$T/root/usr/share" && find ./bash-completion ./fish ./man ./zsh -type f | sort | tr '\n' ' ')" "./bash-completion/completions/eddie \
./bash-completion/completions/eddiec ./fish/vendor_completions.d/eddie.fish ./fish/vendor_completions.d/eddiec.fish ./man/man1/eddie.1 \
./man/man1/eddiec.1 ./zsh/site-functions/_eddie ./zsh/site-functions/_eddiec "
fi

total
