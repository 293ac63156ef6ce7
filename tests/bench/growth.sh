#!/bin/bash
# From a save to live code in games of 24 to 1,000 sources, all of which use the struct that is edited. Beside it, for the
# same edit: make with the same compiler, ninja if it is installed, the bare compiler, and one tcc process over all files.
# Arguments: folders of builds to compare, such as `build ../before/build` (default: build). Medians of ROUNDS edits.
COUNTS=${COUNTS:-24 100 300 1000}
ROUNDS=${ROUNDS:-5}
CC=${CC:-cc}
[ $# -gt 0 ] || set -- build
make --no-print-directory -s all >/dev/null || exit 1
T=$(mktemp -d) || exit 1
. tests/bench/saves.sh
host=
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
names=() roots=()
for build; do
    name=${#names[@]}
    names+=("$name") roots+=("$(cd "$build/.." && pwd)")
    mkdir "$T/$name"
    make_blink "$build" "$T/$name/blink" && ln -s "${roots[name]}/build/eddie-build" "$T/$name" || exit 1
done
build/eddie new "$T/template" >/dev/null || exit 1
sed -i 's/^struct Spark {/&\n    f32 grown_0;/' "$T/template/schema/game.def"

add_source() { # number: a file of about 50 lines
    local k
    printf '#include <math.h>\n#include <stdio.h>\n#include <string.h>\n#include "gen/schema.gen.h"\n#include "runtime/eddie.h"\n\n'
    for k in 1 2 3 4; do
        printf 'static f32 step_%s(Spark *spark, f32 by)\n{\n    f32 far = sqrtf(spark->pos.x * spark->pos.x + %s);\n' $k "$1"
        printf '    for (u32 i = 0; i < %su; i++) {\n        spark->vel.x += by / far;\n' $k
        printf '        if (spark->vel.x > 100) spark->vel.x = 100;\n    }\n    return far;\n}\n\n'
    done
    printf 'f32 part_%s(Game *game, f32 by);\nf32 part_%s(Game *game, f32 by)\n{\n    f32 sum = 0;\n' "$1" "$1"
    printf '    for (u32 i = 0; i < game->sparks.count; i++) {\n        Spark *it = &game->sparks.items[i];\n'
    printf '        sum += step_1(it, by) + step_2(it, by) + step_3(it, by) + step_4(it, by);\n    }\n    return sum * 1;\n}\n'
}
write_makefile() { # root
    printf 'SRC := $(wildcard game/*.c)\nCODE := $(SRC) build/gen/game.gen.c build/gen/schema.gen.c\n'
    printf 'made/game.so: $(CODE:%%.c=made/%%.o)\n\t@%s -shared -Wl,-Bsymbolic $^ %s/build/libeddie.a -lm -o $@\n' "$CC" "$1"
    printf 'build/gen/game.gen.c build/gen/game.gen.h build/gen/schema.gen.c &: schema/game.def\n\t@%s/build/eddiec -o build/gen $<\n' "$1"
    printf 'made/%%.o: %%.c | build/gen/schema.gen.c\n\t@mkdir -p $(@D) && %s %s -MMD -MP -I. -Ibuild -I%s -c $< -o $@\n' "$CC" "$FLAGS" "$1"
    printf -- '-include $(CODE:%%.c=made/%%.d)\n'
}
write_ninja() { # root
    local file objects=
    printf 'rule cc\n  command = %s %s -MMD -MF $out.d -I. -Ibuild -I%s -c $in -o $out\n  depfile = $out.d\n  deps = gcc\n' "$CC" "$FLAGS" "$1"
    printf 'rule def\n  command = %s/build/eddiec -o build/gen $in\n  restat = 1\n' "$1"
    printf 'rule ld\n  command = %s -shared -Wl,-Bsymbolic $in %s/build/libeddie.a -lm -o $out\n' "$CC" "$1"
    printf 'build build/gen/game.gen.c build/gen/schema.gen.c build/gen/game.gen.h: def schema/game.def\n'
    for file in game/*.c build/gen/game.gen.c build/gen/schema.gen.c; do
        printf 'build ninja/%s.o: cc %s || build/gen/game.gen.h\n' "$file" "$file"
        objects="$objects ninja/$file.o"
    done
    printf 'build ninja/game.so: ld%s\n' "$objects"
}
edits=1      # as in the sources
edit_file()   { edits=$((edits + 1)); replace "s/return sum \* [0-9]*;/return sum * $edits;/" game/part_3.c; }
# A field gets another name each time, so that no earlier build has the same sources.
edit_struct() { edits=$((edits + 1)); replace "s/^    f32 grown_[0-9]*;/    f32 grown_$edits;/" schema/game.def; }
on_reload() { [ "$event" != early ] || echo $(((now - start + 500) / 1000)) >>"$column"; }
# A file's compiler is waited for. After the edit of a struct, the next edit may come at once: all objects are made again.
saves() { # column, edit, the build that is waited for
    local i
    column=$T/$1.$2
    for i in $(seq $((ROUNDS + 1))); do
        "edit_$2"
        await_reload "$3" || exit 1
        [ "$i" != 1 ] || rm -f "$column"
        sleep 0.1
    done
}
timed() { # column, edit, command
    local i
    for i in $(seq "${3:-1}"); do
        "edit_$2"
        "${@:4}" >"$T/out" 2>&1 || { cat "$T/out" >&2; exit 1; }
        passed_ms >>"$T/$1.$2"
    done
}
tcc_all() {
    "${roots[0]}/build/eddiec" -o build/gen schema/game.def &&
        tcc -std=c11 -D_GNU_SOURCE -g -fPIC -I. -Ibuild "-I${roots[0]}" -shared -Wl,-Bsymbolic game/*.c build/gen/*.c "${roots[0]}/build/libeddie.a" -lm -o tcc.so
}
cc_one() { "$CC" $FLAGS -I. -Ibuild "-I${roots[0]}" -c game/part_3.c -o one.o; }

cells() { # edit
    local name
    for name in "${names[@]}" make ninja one; do [ ! -s "$T/$name.$1" ] && printf ' - |' || printf ' %s |' "$(median "$T/$name.$1")"; done
}
printf '| sources | edit |'; for build; do printf ' %s |' "$build"; done; printf ' make | ninja | bare %s or tcc |\n|---|---|' "$CC"
for build; do printf -- '---|'; done; printf -- '---|---|---|\n'
for count in $COUNTS; do
    rm -f "$T"/*.file "$T"/*.struct
    for name in "${names[@]}"; do
        cp -a "$T/template" "$T/game" && cd "$T/game" || exit 1
        for i in $(seq $((count - 1))); do add_source "$i" >"game/part_$i.c"; done
        "$T/$name/eddie-build" --early --quiet || exit 1
        play "$T/$name/blink"
        saves "$name" file full
        saves "$name" struct early
        stop
        if [ "$name" = 0 ]; then
            write_makefile "${roots[0]}" >made.mk; write_ninja "${roots[0]}" >build.ninja
            timed one file "$ROUNDS" cc_one
            timed one struct 3 tcc_all
            make -s -f made.mk "-j$cores" made/game.so || exit 1
            timed make file "$ROUNDS" make -s -f made.mk "-j$cores" made/game.so
            timed make struct 1 make -s -f made.mk "-j$cores" made/game.so
            if command -v ninja >/dev/null; then
                ninja ninja/game.so >/dev/null || exit 1
                timed ninja file "$ROUNDS" ninja ninja/game.so
                timed ninja struct 1 ninja ninja/game.so
            fi
        fi
        cd - >/dev/null && rm -rf "$T/game"
    done
    echo "| $count | a file |$(cells file)"
    echo "| $count | a struct of all files |$(cells struct)"
done
