#!/bin/bash
# New games: one that draws with the host's renderer, in C and in C++; one made by `eddie new`, built with an installed eddie
# and with one in its build folder. Argument: the build folder of the host under test.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
export SDL_VIDEODRIVER=dummy
. tests/lib/checks.sh
make --no-print-directory -s all >/dev/null || exit 1

# --- drawing with the host's own renderer ---
build/eddiec -o "$T/gen" tests/new_games/drawing.def
FLAGS="-D_GNU_SOURCE -g -Wall -Wextra -I. -I$T -fPIC $(pkg-config --cflags sdl2)"
SHARED="-shared -Wl,-Bsymbolic build/libeddie.a -lm $(pkg-config --libs sdl2)"
for file in "$T"/gen/*.c; do cc -std=c11 $FLAGS -c "$file" -o "$T/$(basename "$file" .c).o"; done
build_as() { # name, how to compile
    $2 $FLAGS -c tests/new_games/drawing.c -o "$T/main.o" && ${2%% *} "$T"/*.o $SHARED -o "$T/$1.so" && ok "$1 builds" || bad "$1 builds" "it does not"
    rm -f "$T/main.o"
}
draws() { # module
    first=$(printf 'step 2\nprint Own\nquit\n' | timeout 60 "$B/eddie" --headless --no-watch --script - "$1" | sed -n 2p)
    holds "no renderer without a window" "$first" '{"windows":0,"pixel":0,"beside":0}'
    # The window is drawn between two commands, once the time of a frame has passed.
    seen=$({ for i in $(seq 300); do echo 'print Own'; sleep 0.05; done; } | timeout 60 "$B/eddie" --no-watch --script - "$1" 2>/dev/null | grep -m1 '"pixel":[1-9]')
    holds "the game draws in units of its view" "$seen" '"pixel":706590,"beside":0}'
}
build_as c   'cc -std=c11'
build_as cpp 'c++ -std=c++17 -x c++'
for kind in c cpp; do [ ! -f "$T/$kind.so" ] || draws "$T/$kind.so"; done

# --- a new game, with the eddie of this folder ---
plays() { # name, folder, folder of eddie: it runs, and keeps running after a struct was edited
    local name=$1 tested=$B root=$PWD
    B=$3
    cd "$2" || return
    begin
    ask 'step 9'; has "$name: runs" 'ok frame 9'
    sed -i 's/^    Vec2 vel;$/&\n    f32  size = 7;/' schema/game.def
    ask reload; has "$name: keeps running with another struct" 'added Spark.size = 7'
    same "$name: new fields have their defaults" "$(value 'Game.sparks[0].size')" 'ok 7'
    end
    B=$tested
    cd "$root" || exit 1
}
"$B/eddie" new "$T/Red-Ant" >"$T/said" 2>&1
holds 'a new game is created' "$(cat "$T/said")" "cd $T/Red-Ant && make run"
(cd "$T/Red-Ant" && make -s game) >"$T/said" 2>&1 && ok 'the new game builds' || bad 'the new game builds' "$(cat "$T/said")"
plays 'a new game' "$T/Red-Ant" "$B"
holds 'the code has the name of the game' "$(grep -c Red-Ant "$T"/Red-Ant/game/main.c)" 2
(cd "$T/Red-Ant" && make -s check) >"$T/said" 2>&1 && ok 'its schema is checked' || bad 'its schema is checked' "$(cat "$T/said")"

# --- folders in game/: a save in one goes live ---
cp "$T/Red-Ant/game/main.c" "$T"; here=$PWD; cd "$T/Red-Ant" || exit 1
begin
ask 'step 1'
mkdir -p game/ai schema/ai
echo 'struct Mind { f32 fear = 3; }' >schema/ai/mind.def
ask 'wait-reload 20000'; has 'a schema file in a new folder goes live' 'ok reloaded'
printf '#include "gen/mind.gen.h"\nfloat fear(void); float fear(void) { Mind mind; Mind_init(0, &mind); return mind.fear; }\n' >game/ai/mind.c
ask 'wait-reload 20000'; has 'a source in a new folder goes live' 'ok reloaded'
sed -i "s/^static void update(ed_Host/float fear(void);\n&/" game/main.c; sed -i '/^static void update/,/^{/s/^{/{ game_of(host)->caught = (u32)fear() + 900;/' game/main.c
ask 'wait-reload 20000'; has 'the rest of the game calls it' 'ok reloaded'
ask 'step 1'; ask 'print Game.caught'; has 'what it returns is used' 'ok 903'
sed -i 's/fear = 3/fear = 4/' schema/ai/mind.def
ask 'wait-reload 20000'; has 'an edit in the folder goes live' 'ok reloaded'
ask 'step 1'; ask 'print Game.caught'; has 'the new value is used' 'ok 904'
ask 'save folders.state'
end
holds 'editors see the compile commands' "$(cat build/compile_commands.json)" '"file": "game/ai/mind.c"'
"$B/eddie" plan folders.state schema >"$T/said" 2>&1; holds '`eddie plan` reads the folders in schema/' "$?: $(cat "$T/said")" '0: all'
rm -r game/ai schema/ai; cp "$T/main.c" game/main.c

# --- a missing program or folder is named ---
begin --no-early
ask 'step 1'
echo 'cc = nocc' >build.cfg; echo '// saved' >>game/main.c
ask 'wait-reload 20000'; has 'no compiler' 'error nocc: there is no such program; install a C compiler, or set `cc` in build.cfg; '
rm build.cfg; mv schema hidden
ask 'wait-reload 20000'; has 'no schema' 'error schema: the folder cannot be read: No such file or directory; '
mv hidden schema
end

cp "$T/main.c" game/main.c; cd "$here" || exit 1

# This compiler saves main.c after it has read it, and before it ends.
printf '#!/bin/sh\ncc "$@" || exit\ncase "$*" in *game/main.c*)\n[ ! -e late ] || { mv late game/main.c; touch game/main.c; } ;; esac\n' >"$T/Red-Ant/late-cc"
(cd "$T/Red-Ant" && chmod +x late-cc && { cat game/main.c; echo 'int late_probe(void); int late_probe(void) { return 1; }'; } >late \
    && rm -r build && echo 'cc = ./late-cc' >build.cfg && make -s run ARGS='--headless --frames 1') >"$T/said" 2>&1
holds 'a save during `make run` is in the module' "$(cat "$T/said"; nm "$T/Red-Ant/build/game.so")" ' late_probe'
rm "$T/Red-Ant/build.cfg"
printf 'extern "C" int extra(void);\nint extra(void) { return 42; }\n' >"$T/Red-Ant/game/extra.cpp"
(cd "$T/Red-Ant" && make -s game) >"$T/said" 2>&1 && ok 'a C++ file builds, too' || bad 'a C++ file builds, too' "$(cat "$T/said")"
holds 'the C++ file is in the module' "$(nm "$T/Red-Ant/build/game.so")" ' extra'
refused() { # name, words, argument…
    name=$1 words=$2
    shift 2
    holds "$name" "$("$B/eddie" new "$@" 2>&1); $?" "$words"
}
refused 'an existing folder is left alone' 'already exists' "$T/Red-Ant"
refused 'a name with a space' 'letters, digits' "$T/red ant"
refused 'a missing parent folder' 'No such file' "$T/none/ant"
refused 'two names' '; 2' "$T/a" "$T/b"
[ "$(ls -d "$T"/Red-Ant* | wc -l)" = 1 ] && ok 'a refused name leaves no folder' || bad 'a refused name leaves no folder' "$(ls -d "$T"/Red-Ant*)"

# --- with an installed eddie ---
make --no-print-directory -s install PREFIX="$T/usr" >"$T/said" 2>&1 && ok 'make install works' || bad 'make install works' "$(cat "$T/said")"
export PKG_CONFIG_PATH="$T/usr/lib/pkgconfig"
"$T/usr/bin/eddie" new "$T/ant" >/dev/null
same 'local.mk names the installed program' "$(grep -v '^#' "$T/ant/local.mk")" "EDDIE := '$T/usr/bin/eddie'"
rm "$T/ant/local.mk"
(cd "$T/ant" && make -s game) >"$T/said" 2>&1
holds 'without eddie, make says what is missing' "$? $(cat "$T/said")" 'the program eddie was not found: set EDDIE := /…/eddie in local.mk'
(cd "$T/ant" && PATH=$T/usr/bin:$PATH make -s game check) >"$T/said" 2>&1 && ok 'it finds eddie in PATH' || bad 'it finds eddie in PATH' "$(cat "$T/said")"
mkdir "$T/it's \$odd #1" && cp -r "$T/usr/bin" "$T/usr/lib" "$T/usr/include" "$T/it's \$odd #1" && "$T/it's \$odd #1/bin/eddie" new "$T/odd" >/dev/null
(cd "$T/odd" && make -s game check) >"$T/said" 2>&1 && ok 'eddie may be in a folder with a strange name' || bad 'eddie may be in a folder with a strange name' "$(cat "$T/said")"
plays 'a game with an installed eddie' "$T/ant" "$T/usr/bin"
cp tests/engine/embed.c "$T" && (cd "$T" && cc embed.c -o embed $(pkg-config --cflags --libs eddie)) >"$T/said" 2>&1 \
    && ok 'a program with its own main loop builds' || bad 'a program with its own main loop builds' "$(cat "$T/said")"
holds 'it runs the game' "$(cd "$T/ant" && timeout 60 "$T/embed" build/game.so "$T/usr/bin/eddie-build" 1; echo $?)" 0
headers=$(cd "$T/usr/include/eddie" && for h in $(find runtime -name '*.h'); do
    printf '#include "%s"\n' "$h" >"$T/one.c"
    for how in 'cc -std=c11' 'c++ -std=c++17 -x c++'; do $how -D_GNU_SOURCE -Wall -Wextra -Werror -I. -fsyntax-only "$T/one.c" 2>&1 | head -n 1; done
done)
[ -z "$headers" ] && ok 'headers are C11 and C++17' || bad 'headers are C11 and C++17' "$headers"
installed=$(cd "$T/usr/include/eddie" && find runtime -name '*.h')
# Names of headers in backquotes; one without a folder is in the folder named last.
documented=$(sed -n '/^| header | for |/,/^$/p' docs/embedding.md | cut -d'|' -f2 | grep -o '`[^`]*`' | tr -d '`' | awk '
    /\/$/ { folder = $0; next }
    /\// { folder = $0; sub(/[^\/]*$/, "", folder); print; next }
    { print folder $0 }' | sort)
same 'the installed headers are those that docs/embedding.md lists' "$(printf '%s\n' "$installed" | sort)" "$documented"
total
