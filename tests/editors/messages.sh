# What eddiec and the build say, as VS Code's patterns read it, and as JSON.

mkdir -p "$T/game/schema" "$T/game/game" && ln -s "$ROOT/build" "$T/game/build"
block c | tee "$T/game.def" >"$T/game/schema/game.def"
cat >"$T/game/game/main.c" <<'C'
int main(void)
{
    int odd;
    return missing;
}
C
(cd "$T/game" && build/eddiec --check schema/game.def) >"$T/eddiec.text" 2>&1
(cd "$T/game" && LC_ALL=C cc -Wall -c game/main.c) >"$T/cc.text" 2>&1
cat "$T/eddiec.text" "$T/cc.text" >"$T/both.text"

matched() { # pattern, file: its messages, read by that pattern
    jq -r --arg name "$1" --rawfile text "$2" '
        .contributes.problemPatterns[] | select(.name == $name) as $p | $text | split("\n")[]
        | [match($p.regexp).captures[].string] | select(length > 0)
        | [.[$p.file - 1, $p.line - 1, $p.column - 1, $p.severity - 1, $p.code - 1]]
        | map(. // "-") | join(" ")' "$VSCODE/package.json"
}
cat >"$T/eddiec.matched" <<'TEXT'
schema/game.def 1 16 error c-type
schema/game.def 2 8 error declared-twice
schema/game.def 1 8 note -
TEXT
cat "$T/eddiec.matched" - >"$T/both.matched" <<'TEXT'
game/main.c 4 12 error -
game/main.c 4 12 note -
game/main.c 3 9 warning -Wunused-variable
TEXT
check vscode_reads_what_eddiec_says same "$T/eddiec.matched" <(matched eddiec "$T/eddiec.text")
check vscode_reads_what_the_build_says same "$T/both.matched" <(matched eddie-build "$T/both.text")

names() { jq -r "$1" | sort; }
check every_matcher_has_its_pattern same \
    <(names '.contributes.problemPatterns[].name' <"$VSCODE/package.json") \
    <(names '.contributes.problemMatchers[].pattern[1:]' <"$VSCODE/package.json")
check the_tasks_of_the_readme_name_them same \
    <(names '.contributes.problemMatchers[].name' <"$VSCODE/package.json") \
    <(block jsonc | names '.tasks[].problemMatcher[1:]')

# The form that Emacs, Kate and others read by themselves.
block text >"$T/text.expected"
check the_text_of_the_readme_is_what_eddiec_writes same "$T/text.expected" \
    <(cd "$T" && "$ROOT/build/eddiec" --check game.def 2>&1)

block json >"$T/json.expected"
(cd "$T" && "$ROOT/build/eddiec" --check --diag=json game.def) >"$T/json.got" 2>&1
check the_json_of_the_readme_is_what_eddiec_writes same "$T/json.expected" "$T/json.got"
tells_keys() {
    local keys
    keys=$(jq -r 'keys[]' "$T/json.got" | sort -u)
    for key in $keys; do grep -q "^|.*\`$key\`.*|" "$README" || { echo "no $key"; return 1; }; done
    [ "$(wc -w <<<"$keys")" -ge 9 ]
}
check every_key_of_it_is_in_the_readme tells_keys
no_place() {
    build/eddiec --check --diag=json "$T/none.def" 2>&1 |
        jq -e '[.file, .line, .column, .end_column] == [null, null, null, null]
            and has("end_column")'
}
check what_has_no_place_has_null_for_it no_place
