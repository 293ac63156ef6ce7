# The sample holds all of the language, as the sources of eddiec have it: a word that is new there
# is missing here, and in each grammar, until it is added.

table() { # file, start of its line: the texts between its braces, one a line
    awk -v start="$2" 'index($0, start) { on = 1 } on { print } on && /};/ { exit }' "codegen/$1" |
        grep -o '"[^"]*"' | tr -d '"'
}
table syntax/ast.c 'cg_decl_words[] =' | grep -vx name | sort >"$T/k"      # name: of an unknown declaration
table syntax/keywords.c '} kinds[] =' | sort >"$T/t"
table syntax/keywords.c 'words[CG_ATTRS] =' | sort >"$T/a"
grep -o '{ "[^"]*", SCHEMA' codegen/syntax/keywords.c | grep -o '"[^"]*"' | tr -d '"' | sort -u |
    comm -23 - <(sort "$T/k" "$T/t") >"$T/rest"
printf '%s\n' false ref true >"$T/rest.known"

tables_found() {
    [ "$(wc -l <"$T/k")" -ge 7 ] && [ "$(wc -l <"$T/t")" -ge 14 ] && [ "$(wc -l <"$T/a")" -ge 10 ]
}
check every_table_of_words_was_found_in_codegen tables_found
check every_other_word_is_known same "$T/rest.known" "$T/rest"

accepted() { (cd "$HERE" && "$ROOT/build/eddiec" --check "$@"); }
check the_sample_is_accepted accepted all.def

sed 's|//.*||' $HERE/all.def >"$T/bare"
holds_words() {
    for word in include $(cat "$T/k" "$T/t" "$T/a" "$T/rest"); do
        grep -qw "$word" "$T/bare" || { echo "no $word"; return 1; }
    done
}
check the_sample_has_every_word_of_the_language holds_words

holds_each() { # text before each, characters, at least how many
    [ ${#2} -ge "$3" ] || { echo "not found in codegen: $2"; return 1; }
    for i in $(seq 0 $((${#2} - 1))); do
        grep -qF -- "$1${2:i:1}" $HERE/all.def || { echo "no $1${2:i:1}"; return 1; }
    done
}
check the_sample_has_every_sign holds_each '' \
    "$(sed -n 's/.*strchr("\([^"]*#\)", c).*/\1/p' codegen/syntax/lex.c)" 17
check the_sample_has_every_escape holds_each '\' \
    "$(sed -n 's/.*letters\[\] = "\(.*\)";/\1/p' codegen/syntax/parse_expr.c | sed 's/\\\(.\)/\1/g')" 11

# Each word where it belongs; below it a grammar must put the letter of its kind.
{
    sed 's/$/ Name/' "$T/k"
    sed 's/$/ it/' "$T/t"
    sed 's/.*/[[&]]/' "$T/a"
    printf 'false\nref(\ntrue\n'
} >"$T/words.def"
{
    for kind in k t a; do sed "s/.*/$kind/" "$T/$kind"; done
    printf '%s\n' b t b
} >"$T/words.letters"
knows_words() { # picture of words.def
    awk 'NR % 2 == 0' "$1" | sed 's/^[^a-z]*\([a-z]\).*/\1/' >"$T/words.got"
    paste -d' ' "$T/words.letters" "$T/words.def" >"$T/words.wanted"
    same "$T/words.wanted" <(paste -d' ' "$T/words.got" "$T/words.def")
}
