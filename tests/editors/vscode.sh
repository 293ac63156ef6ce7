# The extension of VS Code: its files, its grammar run by tokenise.c, its snippets filled in.

valid_json() { find "$VSCODE" -name '*.json' -print0 | xargs -0 -n 1 jq -e . ; }
check the_json_files_are_json valid_json

names_files() {
    for file in $(jq -r '[.. | .path?, .configuration? | strings][]' "$VSCODE/package.json"); do
        [ -s "$VSCODE/$file" ] || { echo "no $file"; return 1; }
    done
}
check what_the_extension_names_is_there names_files
same_version() {
    [ "eddiec $(jq -r .version "$VSCODE/package.json")" = "$(build/eddiec --version)" ];
}
check its_version_is_that_of_eddiec same_version

# --- the grammar ----------------------------------------------------------------------------

tokenise() { "$T/tokenise" "$T/grammar" $HERE/classes "$1"; }
build_grammar() {
    local warn='-Wall -Wextra -Wconversion -Wshadow -Werror'
    cc -std=c11 -D_GNU_SOURCE $warn $HERE/tokenise.c -lonig -o "$T/tokenise" &&
        jq -r -f $HERE/flatten.jq "$VSCODE/syntaxes/eddie.tmLanguage.json" >"$T/grammar"
}
if [ -e /usr/include/oniguruma.h ]; then
    check the_grammar_is_read build_grammar
    for sample in all half; do
        tokenise $HERE/$sample.def >"$T/picture"
        check "textmate_sees_$sample.def_as_expected" expect $HERE/$sample.expected "$T/picture"
    done
    tokenise "$T/words.def" >"$T/picture"
    check textmate_knows_every_word knows_words "$T/picture"
else
    left_out "VS Code's grammar" libonig-dev
fi

# --- snippets: eddiec accepts each one where it belongs, with its placeholders filled in ----

snippet() { # name
    jq -r --arg name "$1" '.[$name].body | if type == "array" then join("\n") else . end' \
        "$VSCODE/snippets/eddie.json" | sed 's/\${[0-9]*:\([^}]*\)}/\1/g; s/\$[0-9]//g'
}
in_its_place() { # text of a snippet
    case $1 in
    '[[upgrade'*) echo "struct Item $1 { u8 a; } state Game { Item all[]; }" ;;
    '[['*)        echo "struct Item { f32 a $1; }" ;;
    *'[[pool]]'*) echo "struct Item { u8 a; } state Game { $1 }" ;;
    const*)       echo "$1" ;;
    *';')         echo "struct Item { u8 a; } state Game { Item all[] [[pool]]; }"
                  echo "state Editor { $1 }" ;;
    *)            echo "$1" ;;
    esac
}
try_snippets() {
    local tried=0 name
    echo 'const u8 ONE = 1;' >"$T/file.def"
    while read -r name; do
        in_its_place "$(snippet "$name")" >"$T/snippet.def"
        build/eddiec --check "$T/snippet.def" || { echo "snippet: $name"; return 1; }
        tried=$((tried + 1))
    done < <(jq -r 'keys[]' "$VSCODE/snippets/eddie.json")
    [ $tried -ge 20 ]
}
check every_snippet_is_taken_by_eddiec try_snippets
