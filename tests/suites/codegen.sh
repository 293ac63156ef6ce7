#!/bin/sh
# The schema compiler against its goldens. Environment: EDDIEC (build/eddiec), the flags SAN of the library beside it,
# CC, CXX, UPDATE=1 rewrites the goldens.
# Run from the root of the repository.
EDDIEC=${EDDIEC:-build/eddiec}
case $EDDIEC in /*) ;; *) EDDIEC=$PWD/$EDDIEC ;; esac
ROOT=$PWD
DEF=$ROOT/tests/def
TMP=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$TMP"; rm -rf "$TMP"' EXIT
trap 'exit 1' INT TERM
C_FLAGS="-Wpadded -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror -std=c11"
passed=0 failed=0

is() {                                  # is NAME COMMAND…: the command must succeed
    name=$1; shift
    if "$@" >"$TMP/said" 2>&1; then
        passed=$((passed + 1)); echo "ok $name"
    else
        failed=$((failed + 1)); echo "FAIL $name"; sed 's/^/    /' "$TMP/said" | head -40
    fi
}

exits() {                               # exits CODE COMMAND…
    want=$1; shift
    "$@" >"$TMP/out" 2>"$TMP/err"; got=$?
    cat "$TMP/err" >>"$TMP/all" 2>/dev/null
    [ "$got" = "$want" ] || { echo "exit $got, not $want"; cat "$TMP/err"; return 1; }
}

says() { grep -q -- "$1" "$TMP/err" || { echo "does not say: $1"; cat "$TMP/err"; return 1; }; }
empty() { [ ! -e "$1" ] || [ -z "$(ls -A "$1")" ] || { echo "$1 is not empty:"; ls -A "$1"; return 1; }; }
stamp() { stat -c '%n %i %y' "$TMP"/o/gen/*; }

# --- Good: the text, four compilers, and a run ---------------------------------------------------------------------------

golden() {                              # golden CASE: makes $TMP/CASE/gen and compares it
    mkdir -p "$TMP/$1"
    (cd "$DEF/good/$1" && "$EDDIEC" -o "$TMP/$1/gen" ./*.def) || return 1
    rm -f "$TMP/$1/gen/schema.d"
    sed -i 's|^// From \./|// From |' "$TMP/$1"/gen/*
    if [ -n "$UPDATE" ]; then
        rm -rf "$DEF/good/$1/expected" && cp -r "$TMP/$1/gen" "$DEF/good/$1/expected"
    fi
    diff -ru "$DEF/good/$1/expected" "$TMP/$1/gen"
}

compiles() {                            # compiles CASE COMPILER…
    made=$TMP/$1; shift
    for file in "$made"/gen/*.gen.c; do
        "$@" -isystem "$ROOT" -I"$made" -c "$file" -o "$made/out.o" || return 1
    done
}

includes() {                            # every header of the case, alone, as C++
    for file in "$TMP/$1"/gen/*.gen.h; do
        echo "#include \"gen/${file##*/}\"" >"$TMP/$1/alone.cpp"
        ${CXX:-g++} -std=c++17 -Wall -Wextra -Wshadow -pedantic -Werror -fsyntax-only -I"$ROOT" -I"$TMP/$1" "$TMP/$1/alone.cpp" ||
            return 1
    done
}

runs() {
    ${CC:-gcc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
        -I"$ROOT" -I"$TMP/$1" "$DEF/good/$1/check.c" "$TMP/$1"/gen/*.gen.c runtime/base/arena.c runtime/base/err.c runtime/base/limits.c runtime/types/pool.c \
        runtime/base/str.c runtime/types/types.c -o "$TMP/$1/check" && "$TMP/$1/check"
}

snapshot_is_the_same() {                # by eddiec, and by the compiled schema through the runtime: the same bytes
    (cd "$2" && "$EDDIEC" --snapshot "$TMP/$1/defaults" ./*.def) || return 1
    ${CC:-gcc} -std=c11 -D_GNU_SOURCE -g -O0 $SAN -I"$ROOT" -I"$TMP/$1" "$ROOT/tests/def/snapshot.c" "$TMP/$1"/gen/*.gen.c \
        "${EDDIEC%/*}/libeddie.a" -lm -o "$TMP/$1/write" || return 1
    "$TMP/$1/write" >"$TMP/$1/compiled" && cmp "$TMP/$1/compiled" "$TMP/$1/defaults"
}

# The same document without the compiled schema. Transient fields are not in it, so with some the sizes are others.
snapshot_is_enough() {
    "$TMP/again" "$TMP/$1/defaults" >"$TMP/$1/once" && "$TMP/again" "$TMP/$1/once" >"$TMP/$1/twice" &&
        cmp "$TMP/$1/once" "$TMP/$1/twice" && { grep -q transient "$2"/*.def || cmp "$TMP/$1/defaults" "$TMP/$1/once"; }
}
snapshot_may_be_altered() { "$TMP/again" "$TMP/$1/defaults" 400; }
${CC:-gcc} -std=c11 -D_GNU_SOURCE -g -O1 -Wall -Wextra $SAN -I"$ROOT" "$DEF/again.c" "${EDDIEC%/*}/libeddie.a" -lm \
    -o "$TMP/again" || exit 1

for dir in "$DEF"/good/*/; do
    case=$(basename "$dir")
    is "good $case" golden "$case"
    is "good $case compiles with gcc" compiles "$case" gcc $C_FLAGS
    command -v clang >/dev/null && is "good $case compiles with clang" compiles "$case" clang $C_FLAGS
    command -v tcc >/dev/null && is "good $case compiles with tcc" compiles "$case" tcc -Wall -Werror -std=c11
    is "good $case headers are C++17" includes "$case"
    [ -f "$dir/check.c" ] && is "good $case runs" runs "$case"
    is "good $case has the same snapshot" snapshot_is_the_same "$case" "$dir"
    is "good $case needs no more than it" snapshot_is_enough "$case" "$dir"
    is "good $case with altered bits" snapshot_may_be_altered "$case"
done
mkdir "$TMP/game" && "$EDDIEC" -o "$TMP/game/gen" "$ROOT"/schema/*.def
is "the game has the same snapshot" snapshot_is_the_same game "$ROOT/schema"
is "the game needs no more than it" snapshot_is_enough game "$ROOT/schema"
is "the game with altered bits" snapshot_may_be_altered game

# --- Bad: every message --------------------------------------------------------------------------------------------------

refused() {                             # refused NAME: exit 1, nothing written, the text of NAME.stderr
    rm -rf "$TMP/bad"; cd "$DEF/bad" || return 1
    "$EDDIEC" -o "$TMP/bad" "$1.def" >"$TMP/out" 2>"$TMP/err"; code=$?
    cd "$ROOT" || return 1
    cat "$TMP/err" >>"$TMP/all"
    [ -z "$UPDATE" ] || cp "$TMP/err" "$DEF/bad/$1.stderr"
    [ $code = 1 ] || { echo "exit $code, not 1"; cat "$TMP/err"; return 1; }
    diff -u "$DEF/bad/$1.stderr" "$TMP/err" && empty "$TMP/bad" && [ ! -s "$TMP/out" ]
}

for file in "$DEF"/bad/*.def; do
    case=$(basename "$file" .def)
    is "bad $case" refused "$case"
done

# --- The command line ----------------------------------------------------------------------------------------------------

mkdir "$TMP/o" && cd "$TMP/o" || exit 1
echo 'struct Vec2 { f32 x; f32 y; }' >math.def
printf '#include "math.def"\nstate Game { Vec2 pos; }\n' >game.def
echo 'struct Bad { Nothing x; }' >bad.def

help_is_printed() { exits 0 "$EDDIEC" --help && grep -q 'usage: eddiec' "$TMP/out"; }
version_is_printed() { exits 0 "$EDDIEC" --version && grep -q '^eddiec ' "$TMP/out"; }
pipes_and_devices_are_no_schema() {
    rm -f pipe.def zero.def; mkfifo pipe.def && exits 1 timeout 10 "$EDDIEC" --check pipe.def && says 'not a regular file' &&
        ln -s /dev/zero zero.def && exits 1 timeout 10 "$EDDIEC" --check zero.def && says 'not a regular file' && rm pipe.def zero.def
}
only_def_files_are_included() {         # and nothing of what else is named is shown
    echo 'a secret' >secret.txt && printf '#include "secret.txt"\n#include "%s/secret.txt"\n' "$PWD" >spy.def &&
        exits 1 "$EDDIEC" --check spy.def && says 'does not end in .def' && ! grep -q 'a secret' "$TMP/err"
}
text_stays_text() {                     # whatever stands in it: the C compiles, and no line of ours is in it
    cat >text.def <<'END'
/// */ int evil1; /* \
/// ??/
/// \
struct T { char a[80] = "\"; int evil2; \"??/"; str b = "*/ int evil3; /*\\"; u32 c [[unit("m")]];   /// \
}
END
    rm -rf text; exits 0 "$EDDIEC" -o text/gen text.def || return 1
    for file in text/gen/*.gen.c; do ${CC:-gcc} $C_FLAGS -isystem "$ROOT" -Itext -c "$file" -o text/out.o || return 1; done
    sed 's|//.*||; s/"[^"\\]*\(\\.[^"\\]*\)*"//g' text/gen/* >text/bare && ! grep -n evil text/bare
}
no_file_is_usage() { exits 2 "$EDDIEC" && says 'at least one'; }
unknown_option_is_usage() { exits 2 "$EDDIEC" --nothing math.def && says '--nothing'; }
missing_dir_is_usage() { exits 2 "$EDDIEC" math.def -o && says 'folder'; }
missing_file() { exits 1 "$EDDIEC" nowhere.def && says "cannot read nowhere.def: there is no such file"; }
directory_as_file() { mkdir -p dir.def && exits 1 "$EDDIEC" dir.def && says 'folder'; }
other_extension() { cp math.def math.txt && exits 1 "$EDDIEC" math.txt && says 'does not end in .def'; }
file_named_schema() { cp math.def schema.def && exits 1 "$EDDIEC" schema.def && says "cannot be called schema.def"; }
same_name_twice() { mkdir -p sub && echo 'struct B { u8 x; }' >sub/math.def &&
    exits 1 "$EDDIEC" math.def sub/math.def && says 'the same files'; }
same_file_twice() { exits 0 "$EDDIEC" -o twice math.def ./math.def && [ -e twice/math.gen.h ]; }
unreadable_name() { cp math.def 'a"b.def' && exits 1 "$EDDIEC" 'a"b.def' && says 'name of a C file'; }
dashes_end_options() { cp math.def ./-dash.def && exits 0 "$EDDIEC" -o dash -- -dash.def && [ -e dash/-dash.gen.h ]; }
check_writes_nothing() { exits 0 "$EDDIEC" --check -o checked math.def && [ ! -e checked ]; }
check_tells() { exits 1 "$EDDIEC" --check -o checked bad.def && says 'Nothing' && [ ! -e checked ]; }
check_does_every_step() { exits 1 "$EDDIEC" --check -o checked "$DEF/bad/made_names.def" && says 'made-name-taken'; }
check_reads_input() { exits 0 "$EDDIEC" --check - <game.def && exits 1 "$EDDIEC" --check - <bad.def &&
    says '^<stdin>:1:14: error: .*unknown-type' && [ ! -e build ]; }
input_is_for_check() { exits 2 "$EDDIEC" - <math.def && says 'for --check'; }
default_directory() { exits 0 "$EDDIEC" math.def && [ -e build/gen/math.gen.h ]; }
makes_directories() { exits 0 "$EDDIEC" -o one/two/three game.def && [ -e one/two/three/schema.gen.c ]; }
writes_included_files() { exits 0 "$EDDIEC" -o inc game.def && [ -e inc/math.gen.h ] && [ -e inc/math.gen.c ]; }
snapshot_is_written() { exits 0 "$EDDIEC" --snapshot one/a.state game.def && head -c 7 one/a.state | grep -q eddie &&
    "$EDDIEC" --snapshot - game.def >"$TMP/out" && cmp "$TMP/out" one/a.state && [ "$(ls one/a.state* | wc -l)" = 1 ]; }
snapshot_needs_a_name() { exits 2 "$EDDIEC" game.def --snapshot && says 'name of a file'; }
a_schema_with_errors_writes_no_snapshot() { exits 1 "$EDDIEC" --snapshot none.state bad.def && [ ! -e none.state ]; }
endless_default_is_reported() { echo 'struct T { u32 v; T t[] = {{}}; } state G { T t; }' >endless.def &&
    exits 1 "$EDDIEC" --snapshot none.state endless.def && says 'which never ends' && [ ! -e none.state ]; }
full_output() { [ ! -e /dev/full ] || { "$EDDIEC" --snapshot - game.def >/dev/full 2>"$TMP/err"; [ $? = 1 ] && says 'standard output: write error'; }; }
names_no_place() { exits 0 "$EDDIEC" -o abs "$PWD/math.def" && ! grep -rn "$TMP" abs/*.h abs/*.c; }

for fact in pipes_and_devices_are_no_schema only_def_files_are_included text_stays_text help_is_printed version_is_printed no_file_is_usage unknown_option_is_usage missing_dir_is_usage \
    missing_file directory_as_file other_extension file_named_schema same_name_twice same_file_twice unreadable_name \
    dashes_end_options check_writes_nothing check_tells check_does_every_step check_reads_input input_is_for_check \
    default_directory makes_directories writes_included_files snapshot_is_written snapshot_needs_a_name \
    a_schema_with_errors_writes_no_snapshot endless_default_is_reported full_output names_no_place; do
    is "$fact" $fact
done

# --- One object a problem ----------------------------------------------------------------------------------------------------

objects() {                             # objects FILE…: every line of the text form again from the JSON
    exits 1 "$EDDIEC" --check "$@" && grep -v '^eddiec: [0-9]' "$TMP/err" | grep ': error: ' >"$TMP/text"
    exits 1 "$EDDIEC" --check --diag=json "$@" && [ ! -s "$TMP/out" ] && jq -r \
        '(if .file then "\(.file):\(.line):\(.column)" else "eddiec" end) + ": \(.severity): \(.message) [\(.code)]"' \
        "$TMP/err" | diff "$TMP/text" -
}
notes_and_help() {
    printf 'struct A {\n    u32 x;\n    int y;\n    u32 x;\n}\n' >twice.def && cat >"$TMP/objects" <<'END'
{"file":"twice.def","line":3,"column":5,"end_column":8,"severity":"error","code":"c-type","message":"`int` is a C type","notes":[],"help":["write `i32`"]}
{"file":"twice.def","line":4,"column":9,"end_column":10,"severity":"error","code":"field-twice","message":"struct A has two fields `x`","notes":[{"file":"twice.def","line":2,"column":9,"message":"the other one is here"}],"help":[]}
END
    exits 1 "$EDDIEC" -o much --diag=json twice.def && diff "$TMP/objects" "$TMP/err" && empty much
}
nowhere_is_null() {
    exits 1 "$EDDIEC" --diag=json nowhere.def && says '^{"file":null,"line":null,"column":null,"end_column":null,'
}
odd_texts_stay_json() {
    printf 'const u32 A = "\\q";\nstruct B { u32 x = \001; }\n' >odd.def
    exits 1 "$EDDIEC" --check --diag=json odd.def && jq -e .line "$TMP/err" >"$TMP/said"
}
bad_cases_as_json() {
    command -v jq >/dev/null || return 0
    (cd "$DEF/bad" && for file in *.def; do objects "$file" || exit 1; done && objects nowhere.def)
}

for fact in notes_and_help nowhere_is_null bad_cases_as_json odd_texts_stay_json; do
    is "$fact" $fact
done

# --- Files are written whole, and only when they change --------------------------------------------------------------------

unchanged_is_left_alone() {
    "$EDDIEC" -o gen math.def game.def && stamp >"$TMP/before" && sleep 0.02 && echo '// a comment' >>math.def &&
        "$EDDIEC" -o gen math.def game.def && stamp >"$TMP/after" && diff "$TMP/before" "$TMP/after"
}
changed_is_rewritten() {
    cp gen/math.gen.h "$TMP/old.h"; stat -c %i gen/game.gen.c >"$TMP/before"
    echo 'struct More { u32 x; }' >>math.def && "$EDDIEC" -o gen math.def game.def && ! cmp -s gen/math.gen.h "$TMP/old.h" &&
        stat -c %i gen/game.gen.c | diff "$TMP/before" -
}
rewritten() {                           # rewritten CASE: the files of CASE/gen whose inode is not that of $TMP/before
    (cd "$1/gen" && stat -c '%n %i' *) | diff "$TMP/before" - | sed -n 's/^> \([^ ]*\) .*/\1/p' | tr '\n' ' '
}
edit_rewrites() {                       # edit_rewrites CASE/FILE FILES SED: of a change in that file
    case=${1%/*}
    (cd "$case/gen" && stat -c '%n %i' *) >"$TMP/before"; sed -i "$3" "$1"
    exits 0 "$EDDIEC" -o "$case/gen" "$case"/*.def && [ "$(rewritten "$case")" = "$2" ] ||
        { echo "rewritten: $(rewritten "$case")"; return 1; }
}
edit_rewrites_what_depends() {
    mkdir -p apart && cp "$DEF"/good/apart/*.def apart && exits 0 "$EDDIEC" -o apart/gen apart/*.def &&
        edit_rewrites apart/actor.def '' '1i // a comment' && edit_rewrites apart/actor.def 'actor.gen.c ' 's/hp = 100/hp = 99/' &&
        edit_rewrites apart/actor.def 'actor.gen.c actor.gen.h game.gen.c ' 's/u32 id;/&\n    u32 more;/' &&
        edit_rewrites apart/actor.def 'actor.gen.c actor.gen.h ' 's|^    f32 hp.*|    /// What is left.\n&|' &&
        edit_rewrites apart/actor.def 'actor.gen.c actor.gen.h schema.gen.c ' '$a struct Late { u32 x; }'
}
no_circle_leads_an_edit_around() {      # what refers to it, lists it or includes it knows it by name
    mkdir -p around included && cp "$DEF"/good/around/*.def around && cp "$DEF"/good/around_included/*.def included &&
        exits 0 "$EDDIEC" -o around/gen around/*.def && exits 0 "$EDDIEC" -o included/gen included/*.def &&
        edit_rewrites around/items.def 'game.gen.c items.gen.c items.gen.h ' 's/weight = 2;/&\n    u32 more;/' &&
        edit_rewrites included/teams.def 'players.gen.c teams.gen.c teams.gen.h ' 's/score;/&\n    u64 more;/'
}
error_changes_nothing() {
    stamp >"$TMP/before"; echo 'struct Worse { Nothing x; }' >>math.def
    exits 1 "$EDDIEC" -o gen math.def game.def && says 'nothing written' && stamp | diff "$TMP/before" -
    code=$?; sed -i '$d' math.def; return $code
}
nothing_else_is_left() {
    [ "$(cd gen && echo *)" = "game.gen.c game.gen.h math.gen.c math.gen.h schema.d schema.gen.c schema.gen.h" ]
}
mode_follows_umask() { (umask 027 && "$EDDIEC" -o masked math.def) && [ "$(stat -c %a masked/math.gen.h)" = 640 ]; }
depends_name_all() {
    "$EDDIEC" -o dep game.def && grep -q '^ math.def' dep/schema.d && grep -q '^math.def:$' dep/schema.d &&
        grep -q 'dep/math.gen.h' dep/schema.d
}
make_takes_depends() {
    printf 'include dep/schema.d\ndep/math.gen.h:\n\ttouch %s/made\n' "$TMP" >dep.mk && rm -f math2.def "$TMP/made"
    sleep 0.02; touch math.def && make -s -f dep.mk dep/math.gen.h && [ -e "$TMP/made" ] &&
        sed 's/math\.def/gone.def/' dep/schema.d >dep/gone.d && sed -i 's/schema.d/gone.d/' dep.mk &&
        make -s -f dep.mk dep/math.gen.h
}
full_disk() {
    mkdir -p full && (ulimit -f 1; trap '' XFSZ; exits 1 "$EDDIEC" -o full math.def game.def) && says "cannot write" && says 'nothing written' && empty full
}
directory_is_a_file() { : >plain && exits 1 "$EDDIEC" -o plain math.def && says "cannot create the folder" &&
    exits 1 "$EDDIEC" -o plain/sub math.def && says "cannot create the folder"; }
unwritable_directory() {
    chmod 755 "$TMP" "$TMP/o"; mkdir -p locked && chmod 555 locked
    if [ "$(id -u)" = 0 ]; then
        cp "$EDDIEC" "$TMP/eddiec" && chmod 755 "$TMP/eddiec" || return 1
        exits 1 setpriv --reuid=65534 --clear-groups "$TMP/eddiec" -o locked math.def
    else
        exits 1 "$EDDIEC" -o locked math.def
    fi && says 'writable' && says 'nothing written' && empty locked
}
target_is_a_directory() {
    mkdir -p taken/math.gen.h && exits 1 "$EDDIEC" -o taken math.def && says 'it is a folder, not a file' && [ "$(ls taken | grep -c XX)" = 0 ]
}

for fact in unchanged_is_left_alone changed_is_rewritten edit_rewrites_what_depends no_circle_leads_an_edit_around \
    error_changes_nothing nothing_else_is_left mode_follows_umask \
    depends_name_all make_takes_depends full_disk directory_is_a_file unwritable_directory target_is_a_directory; do
    is "$fact" $fact
done

# --- Too much --------------------------------------------------------------------------------------------------------------

many_errors_end() {
    awk 'BEGIN { print "struct Many {"; for (i = 0; i < 10000; i++) print "    Nothing" i " v" i ";"; print "}" }' >many.def
    exits 1 timeout 20 "$EDDIEC" -o much many.def && says 'and 9980 more' && says '10000 errors' && empty much
}
many_fields_compile() {
    awk 'BEGIN { for (s = 0; s < 200; s++) { print "struct S" s " {"; for (i = 0; i < 100; i++) print "    u32 v" i " = 1;"; print "}" } }' >wide.def
    exits 0 timeout 20 "$EDDIEC" -o wide wide.def
}
structs_compile() {                     # structs_compile COUNT FILES: the C of so many passes the compiler
    "$ROOT/tests/bench/gen.sh" --schema "$1" "$2" many && exits 0 timeout 120 "$EDDIEC" -o many/gen many/all.def &&
        [ "$(cat many/gen/*.gen.h | grep -c '^struct Part')" = "$1" ] && (cd many && for file in gen/*.gen.c; do
            ${CC:-gcc} $C_FLAGS -isystem "$ROOT" -I. -fsyntax-only "$file" || exit 1; done)
    code=$?; rm -rf many; return $code
}
many_structs_compile() { structs_compile 2500 1 && structs_compile 300 100; }
ten_thousand_structs_end() {            # in one file, in a hundred, and each in its own
    for files in 1 100 10000; do
        "$ROOT/tests/bench/gen.sh" --schema 10000 $files many && exits 0 timeout 120 "$EDDIEC" -o many/gen many/all.def || return 1
        rm -rf many
    done
}
long_way_of_includes_ends() {           # 5,000 files, each of which includes the next; and the last the first
    mkdir -p way && awk 'BEGIN { for (i = 0; i < 5000; i++) { f = "way/f" i ".def"
        print "#include \"f" (i + 1) % 5000 ".def\"\nstruct S" i " { u32 x; }" >f; close(f) } }' &&
        exits 0 timeout 60 "$EDDIEC" -o way/gen way/f0.def && [ -e way/gen/f4999.gen.h ]
    code=$?; rm -rf way; return $code
}
wide_struct_compiles() {
    awk 'BEGIN { print "struct W {"; for (i = 0; i < 4096; i++) print "    " (i % 2 ? "u32" : "f32") " v" i " = 1;"; print "}" }' >wide2.def
    exits 0 timeout 20 "$EDDIEC" -o wide2/gen wide2.def && ${CC:-gcc} $C_FLAGS -isystem "$ROOT" -Iwide2 -fsyntax-only wide2/gen/wide2.gen.c
}
ten_megabytes_end() {                   # in seconds: every kind of field and attribute, and records of many members
    awk -v n=18500 -f "$DEF/big.awk" >ten.def && exits 0 timeout 60 "$EDDIEC" --check ten.def
    awk 'BEGIN { print "struct W {"; for (i = 0; i < 100000; i++) print "u32 v" i ";"; print "}\nunion U {"
        for (i = 0; i < 100000; i++) print "u32 v" i ";"; print "}\nstate Game { W w = {"
        for (i = 0; i < 100000; i++) print ".v" i " = 1,"; print "};"
        for (i = 0; i < 20000; i++) print "U u" i " = {.v" 99999 - i " = 1};"; print "}" }' >members.def &&
        exits 0 timeout 60 "$EDDIEC" --check members.def
    awk 'BEGIN { printf "struct A { u32 a"; for (i = 0; i < 200000; i++) printf " [[fresh, was(old%d)]]", i; print "; }" }' >attrs.def &&
        exits 1 timeout 60 "$EDDIEC" --check attrs.def && says 'attribute-twice'
}
garbage_ends() {
    head -c 10485760 /dev/urandom >garbage.def && exits 1 timeout 60 "$EDDIEC" -o much garbage.def && empty much
}
text_garbage_ends() {
    head -c 6000000 /dev/urandom | base64 | tr 'abcdefgh/+' '{}[];=",\n.' >words.def &&
        exits 1 timeout 60 "$EDDIEC" -o much words.def && empty much
}
deep_braces_end() {
    { printf 'struct A { u8 x = '; head -c 1000000 /dev/zero | tr '\0' '{'; } >deep.def &&
        exits 1 timeout 20 "$EDDIEC" -o much deep.def
}
long_sums_end() {
    { printf 'const u32 A = 1'; awk 'BEGIN { for (i = 0; i < 300000; i++) printf "+1" }'; echo ';'; } >sum.def &&
        exits 1 timeout 20 "$EDDIEC" -o much sum.def && says 'too many'
}
deep_structs_end() {
    awk 'BEGIN { for (i = 0; i < 3000; i++) print "struct S" i " { S" i + 1 " x; }"; print "struct S3000 { u8 x; }" }' >chain.def
    exits 1 timeout 20 "$EDDIEC" -o much chain.def && says 'nested'
}
too_wide_struct_has_no_snapshot() {     # that could be read again
    awk 'BEGIN { print "struct W {"; for (i = 0; i < 4097; i++) print "    u8 v" i ";"; print "}\nstate Game { W w; }" }' >wide3.def
    exits 1 "$EDDIEC" --snapshot wide3.state wide3.def && says 'W has 4097 fields: 4096 are the limit' && [ ! -e wide3.state ]
}
sixteen_roots_of_each_are_taken() {
    for i in $(seq 16); do echo "state S$i { u32 x; } rigid R$i { u32 x; }"; done >roots.def
    exits 0 "$EDDIEC" --check roots.def && echo 'rigid One { u32 x; }' >>roots.def && exits 1 "$EDDIEC" --check roots.def &&
        says '^roots.def:17:7: error: rigid One is number 17 of 17: 16 are the limit \[too-many-roots\]'
}
too_big_file() { head -c 17000000 /dev/zero | tr '\0' ' ' >big.def && exits 1 "$EDDIEC" -o much big.def && says '16 MiB'; }

many_files_end() {
    mkdir -p files && for i in $(seq 16385); do echo "struct S$i { u8 x; }" >files/f$i.def; done
    exits 1 "$EDDIEC" -o much files/*.def && says 'more than 16384 files' && empty much
}

# Each request for memory is refused in turn, alone and with all that follow: see tests/lib/failing.h.
fails_with_a_message() {                       # FOLDER COMMAND…: the command prints an error and leaves no file in the folder
    folder=$1; shift
    for ever in '' +; do
        at=1
        while :; do
            rm -rf "$folder"
            EDDIE_FAIL_AT=$at$ever "$@" >"$TMP/out" 2>"$TMP/err" 3>"$TMP/refused"; code=$?
            [ -s "$TMP/refused" ] || break
            [ $code = 0 ] || { [ $code = 1 ] && [ -s "$TMP/err" ] && empty "$folder"; } || { echo "request $at$ever: exit $code"; cat "$TMP/err"; return 1; }
            at=$((at + 1)); [ -z "$ever" ] || at=$((at + 16))
        done
        [ $code = 0 ] && [ $at -gt 20 ] || { echo "exit $code after $at requests"; cat "$TMP/err"; return 1; }
    done
}
make_failing() {
    cat >less.def <<'END'
#include "math.def"
const u32 N = 4;
struct Item [[key(id)]] { u32 id; str name = "x"; Vec2 p [[unit("m")]]; }
state Less { Item items[] [[pool]]; ref(Item) it; u32 list[..N] = {1, 2}; Vec2 at [[optional]] = {.x = 2}; }
END
}
without_memory_nothing_is_written() { make_failing && fails_with_a_message without "${EDDIEC}_failing" -o without less.def; }
with_folder() { mkdir "$1" && shift && "$@"; }      # with_folder FOLDER COMMAND…
without_memory_no_snapshot_is_written() {
    make_failing && fails_with_a_message without with_folder without "${EDDIEC}_failing" --snapshot without/a.state less.def
}
without_memory_fmt_leaves_alone() {
    ugly less2.def; cp less2.def "$TMP/ugly"; mkdir -p lay
    for at in 1 2 3 4 5 6 7 8 9 10 11 12; do
        cp "$TMP/ugly" lay/a.def; EDDIE_FAIL_AT=$at "${EDDIEC}_failing" fmt lay/a.def >"$TMP/out" 2>"$TMP/err" 3>"$TMP/refused"; code=$?
        [ "$(ls lay)" = a.def ] || return 1
        [ $code = 0 ] || { [ $code = 1 ] && [ -s "$TMP/err" ] && cmp lay/a.def "$TMP/ugly"; } || return 1
    done
}
ugly() { printf 'struct   Ugly{u32 x;\nu8 y;}\n' >"$1"; }

for fact in without_memory_nothing_is_written without_memory_no_snapshot_is_written without_memory_fmt_leaves_alone; do
    [ -x "${EDDIEC}_failing" ] && is "$fact" $fact
done

for fact in many_errors_end many_fields_compile many_structs_compile ten_thousand_structs_end long_way_of_includes_ends \
    wide_struct_compiles ten_megabytes_end garbage_ends text_garbage_ends deep_braces_end long_sums_end \
    deep_structs_end too_wide_struct_has_no_snapshot sixteen_roots_of_each_are_taken too_big_file many_files_end; do
    is "$fact" $fact
done

# --- One layout -----------------------------------------------------------------------------------------------------------

bare() { sed '1s/^\xef\xbb\xbf//' "$1" | tr -d ' \t\r\n\v\f'; }
laid_out() {                            # laid_out FILE: no byte is lost but white space, and a second time changes nothing
    exits 0 "$EDDIEC" fmt - <"$1" && cp "$TMP/out" "$TMP/once" && exits 0 "$EDDIEC" fmt - <"$TMP/once" &&
        diff -u "$TMP/once" "$TMP/out" && bare "$1" >"$TMP/bare" && bare "$TMP/once" | cmp - "$TMP/bare"
}
fmt_golden() {                          # fmt_golden CASE: laid out as in CASE.expected
    laid_out "$DEF/fmt/$1.def" || return 1
    [ -z "$UPDATE" ] || cp "$TMP/once" "$DEF/fmt/$1.expected"
    diff -u "$DEF/fmt/$1.expected" "$TMP/once"
}
fmt_refused() {                         # fmt_refused CASE: left alone, with the text of CASE.stderr
    cp "$DEF/fmt/bad/$1.def" "$1.def"; exits 1 "$EDDIEC" fmt "$1.def"; code=$?
    [ -z "$UPDATE" ] || cp "$TMP/err" "$DEF/fmt/bad/$1.stderr"
    [ $code = 0 ] && cmp "$DEF/fmt/bad/$1.def" "$1.def" && diff -u "$DEF/fmt/bad/$1.stderr" "$TMP/err"
}
good_schemas_are_laid_out() { for file in "$DEF"/good/*/*.def "$ROOT"/tests/reload/*/*.def; do laid_out "$file" || return 1; done; }
game_is_laid_out() { exits 0 "$EDDIEC" fmt --check "$ROOT"/schema/*.def || { cat "$TMP/out"; return 1; }; }
layout_means_the_same() {
    for dir in "$DEF"/good/*/; do
        rm -rf same && cp -r "$dir" same && (cd same && find . -name '*.def' -exec "$EDDIEC" fmt {} + && "$EDDIEC" -o gen ./*.def &&
            rm gen/schema.d && sed -i 's|^// From \./|// From |' gen/*) && diff -r same/expected same/gen || return 1
    done
}

for file in "$DEF"/fmt/*.def; do
    case=$(basename "$file" .def)
    is "fmt $case" fmt_golden "$case"
done
for file in "$DEF"/fmt/bad/*.def; do
    case=$(basename "$file" .def)
    is "fmt bad $case" fmt_refused "$case"
done

fmt_rewrites() { ugly a.def && exits 0 "$EDDIEC" fmt a.def && [ ! -s "$TMP/out" ] && grep -qx '    u8  y;' a.def; }
fmt_leaves_alone() { stat -c '%i %y' a.def >"$TMP/before" && exits 0 "$EDDIEC" fmt a.def && stat -c '%i %y' a.def | diff "$TMP/before" -; }
fmt_keeps_the_mode() { ugly a.def && chmod 640 a.def && exits 0 "$EDDIEC" fmt a.def && [ "$(stat -c %a a.def)" = 640 ]; }
fmt_keeps_links() { ugly b.def && ln -sf b.def link.def && exits 0 "$EDDIEC" fmt link.def && [ -L link.def ] && grep -qx '    u8  y;' b.def; }
fmt_check_names() {
    ugly b.def && cp b.def c.def && exits 1 "$EDDIEC" fmt --check a.def b.def && [ "$(cat "$TMP/out")" = b.def ] && cmp b.def c.def &&
        exits 1 "$EDDIEC" fmt --check - <b.def && [ "$(cat "$TMP/out")" = '<stdin>' ] && exits 0 "$EDDIEC" fmt --check - <a.def
}
fmt_continues_after_a_file_with_an_error() {
    ugly b.def && echo 'struct {' >broken.def && exits 1 "$EDDIEC" fmt nowhere.def broken.def b.def && grep -qx '    u8  y;' b.def &&
        says "cannot read nowhere.def" && says '^broken.def:2:1: .*expected-close' && says '2 errors, left alone'
}
fmt_leaves_nothing() { rm -rf f && mkdir f && ugly f/a.def && exits 0 "$EDDIEC" fmt f/a.def && [ "$(ls f)" = a.def ]; }
fmt_full_disk() {
    awk 'BEGIN { for (i = 0; i < 500; i++) print "struct S" i "{u32 x;\nu8 y;}" }' >f/wide.def && cp f/wide.def wide.def
    (ulimit -f 1; trap '' XFSZ; exits 1 "$EDDIEC" fmt f/wide.def) && says "cannot write" && cmp f/wide.def wide.def && [ "$(ls f | wc -l)" = 2 ]
}
fmt_needs_a_file() { exits 2 "$EDDIEC" fmt && says 'at least one' && exits 2 "$EDDIEC" fmt - a.def && says 'cannot be combined'; }
fmt_tells_json() { exits 1 "$EDDIEC" fmt --diag=json broken.def && says '^{"file":"broken.def","line":2,'; }
fmt_takes_much() {
    awk 'BEGIN { printf "struct A { u8 x = "; for (i = 0; i < 300000; i++) printf "{\n"; for (i = 0; i < 300000; i++) printf "}/*\n*/ "; print "; }" }' >deep2.def
    exits 0 timeout 60 "$EDDIEC" fmt deep2.def && exits 1 timeout 60 "$EDDIEC" fmt words.def
}

for fact in good_schemas_are_laid_out game_is_laid_out layout_means_the_same fmt_rewrites fmt_leaves_alone fmt_keeps_the_mode \
    fmt_keeps_links fmt_check_names fmt_continues_after_a_file_with_an_error fmt_leaves_nothing fmt_full_disk fmt_needs_a_file fmt_tells_json \
    fmt_takes_much; do
    is "$fact" $fact
done

# --- Codes: each is shown by some case above, and explained ----------------------------------------------------------------

codes() { "$EDDIEC" --explain | sed 's/ .*//'; }
example() { "$EDDIEC" --explain "$1" | sed -n "/^$2:/,/^[a-z]*:$/s/^    //p"; }     # example CODE wrong|right
every_code_is_shown() {
    for code in $(codes); do grep -q "\[$code\]$" "$TMP/all" || { echo "no case shows [$code]"; return 1; }; done
}
every_shown_code_is_listed() {
    codes >"$TMP/codes"
    sed -n 's/^.* error: .* \[\([a-z-]*\)\]$/\1/p' "$TMP/all" | sort -u | grep -vxFf "$TMP/codes" >"$TMP/left"
    [ ! -s "$TMP/left" ] && ! grep ' error: ' "$TMP/all" | grep -v ' \[[a-z-]*\]$'
}
every_code_is_explained() {
    [ "$(codes | wc -l)" -gt 80 ] && for code in $(codes); do
        lines=$("$EDDIEC" --explain "$code" | wc -l)
        [ "$lines" -ge 6 ] && [ "$lines" -le 20 ] || { echo "$code has $lines lines"; return 1; }
        "$EDDIEC" --explain "$code" | grep -qx 'right:\|instead:' || { echo "$code has no cure"; return 1; }
    done
}
examples_are_true() {
    for code in $(codes); do
        "$EDDIEC" --explain "$code" | grep -qx 'right:' || continue
        example "$code" wrong >wrong.def; example "$code" right >right.def
        "$EDDIEC" --check wrong.def 2>"$TMP/err" && { echo "$code: the wrong one is taken"; return 1; }
        grep -q "\[$code\]$" "$TMP/err" || { echo "$code: the wrong one shows"; cat "$TMP/err"; return 1; }
        "$EDDIEC" --check right.def 2>"$TMP/err" || { echo "$code: the right one shows"; cat "$TMP/err"; return 1; }
    done
}
unknown_code_is_usage() { exits 2 "$EDDIEC" --explain unknwon-type && says 'did you mean `unknown-type`'; }
explain_takes_one_code() { exits 2 "$EDDIEC" --explain pointer math.def && says 'cannot be combined'; }

for fact in every_code_is_shown every_shown_code_is_listed every_code_is_explained examples_are_true \
    unknown_code_is_usage explain_takes_one_code; do
    is "$fact" $fact
done

cd "$ROOT" || exit 1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
