#!/bin/bash
# New games: one that draws with the host's renderer, in C and in C++; one made by `eddie new`, built with an installed eddie
# and with one in its build folder. Argument: the build folder of the host under test.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
trap '[ -z "$host" ] || kill $host 2>/dev/null; rm -rf "$T"' EXIT
export SDL_VIDEODRIVER=dummy
. tests/lib/checks.sh
make --no-print-directory -s build/game.so build/eddiec build/eddie >/dev/null || exit 1

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
plays() { # name, folder, eddie: it runs, and keeps running after a struct was edited
    name=$1 eddie=$3
    answers=$(cd "$2" && printf 'step 9\nprint Game.caught\nstep 1\nreload\nprint Game.sparks[0].size\nprint Game.random\n' >ask \
        && (sed -n 1,3p ask; sed -i 's/^    Vec2 vel;$/&\n    f32  size = 7;/' schema/game.def; sed -n '4,$p' ask) \
        | timeout 120 "$eddie" --headless --script - 2>&1)
    holds "$name: runs" "$answers" 'ok frame 9'
    holds "$name: keeps running with another struct" "$answers" 'added Spark.size = 7'
    holds "$name: new fields have their defaults" "$answers" 'ok 7'
}
"$B/eddie" new "$T/Red-Ant" >"$T/said" 2>&1
holds 'a new game is created' "$(cat "$T/said")" "cd $T/Red-Ant && make run"
(cd "$T/Red-Ant" && make -s game compile_commands.json) >"$T/said" 2>&1 && ok 'it builds' || bad 'it builds' "$(cat "$T/said")"
plays 'a new game' "$T/Red-Ant" "$B/eddie"
holds 'the code has the name of the game' "$(grep -c Red-Ant "$T"/Red-Ant/game/main.c)" 2
(cd "$T/Red-Ant" && make -s check) >"$T/said" 2>&1 && ok 'its schema is checked' || bad 'its schema is checked' "$(cat "$T/said")"

# --- folders in game/: a save in one goes live ---
cp "$T/Red-Ant/game/main.c" "$T"; here=$PWD; cd "$T/Red-Ant" || exit 1
begin
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
make -s compile_commands.json
holds 'editors see them' "$(cat compile_commands.json)" '"file":"game/ai/mind.c"'
"$B/eddie" plan folders.state schema >"$T/said" 2>&1; holds '`eddie plan` reads the folders in schema/' "$?: $(cat "$T/said")" '0: all'
rm -r game/ai schema/ai; cp "$T/main.c" game/main.c

# --- a missing program or file is named, not the rule of make that needed it ---
CC=nocc begin --no-early
echo '// saved' >>game/main.c
ask 'wait-reload 20000'; has 'no compiler' 'error nocc: not found: install that program, or set another one, for example with CC=; '
mv schema hidden
ask 'wait-reload 20000'; has 'no schema' 'error schema/ has no .def file: add one, such as schema/game.def; '
mv hidden schema
end

cp "$T/main.c" game/main.c; cd "$here" || exit 1

# --- names that a Makefile or the environment uses for something else ---
generic='ROUNDS TURN DATE TOUCH BEGIN READ NOTES NOTED NAMES GAME GEN_C GEN_O GAME_O QUICK QUICK_O QUICKLY SEEN FLAGS BASE PIC Q TCC GOLD CORES SILENT INCLUDED SCHEMA found quiet'
(cd "$T/Red-Ant" && rm -rf build && env $(printf '%s=rubbish ' $generic) make -s run check EDDIE=true) >"$T/said" 2>&1 \
    && ok 'variables of the environment change nothing' || bad 'variables of the environment change nothing' "$(cat "$T/said")"
(cd "$T/Red-Ant" && rm -rf build && make -s game compile_commands.json $(printf '%s=rubbish ' $generic)) >"$T/said" 2>&1 \
    && ok 'variables of the command line change nothing' || bad 'variables of the command line change nothing' "$(cat "$T/said")"
(cd "$T/Red-Ant" && rm -rf build && { printf '%s = rubbish\n' $generic; cat Makefile; printf '%s := rubbish\n' $generic
    printf 'shown:\n\t@echo $(ROUNDS) $(Q) $(GAME)\n'; } >Makefile.own && make -s -f Makefile.own run EDDIE=true && make -s -f Makefile.own shown) >"$T/said" 2>&1
same 'variables of a Makefile change nothing, and keep their values' "$(cat "$T/said")" 'rubbish rubbish rubbish'
settings='CC CXX GAME_OPT CFLAGS LIBS V B SAN WARN GAME_ERR MAKEFLAGS'
same 'all variables of the rules begin with eddie, except the settings' \
    "$(sed -n 's/^\([A-Za-z_]*\) *[:?+]\{0,1\}= .*/\1/p; s/^\([A-Za-z_]*\) *[:?+]\{0,1\}=$/\1/p' runtime/game.mk | grep -v '^eddie_\|^EDDIE' | sort -u | tr '\n' ' ')" \
    "$(printf '%s\n' $settings | sort | tr '\n' ' ')"
(cd "$T/Red-Ant" && cp Makefile kept && sed -i 's/EDDIE_TCC/QUICKLY/; s/EDDIE_SCHEMA/SCHEMA/; s/EDDIE_FLAGS/BASE/; s/^\t@/\t$(Q)/' Makefile \
    && rm -rf build compile_commands.json && make -s run check EDDIE=true && grep -q -e '-std=c11' compile_commands.json; code=$?; mv kept Makefile; exit $code) >"$T/said" 2>&1 \
    && ok 'a Makefile of an earlier version builds' || bad 'a Makefile of an earlier version builds' "$(cat "$T/said")"
# This compiler saves main.c after it has read it, and before it ends.
printf '#!/bin/sh\ncc "$@" || exit\ncase "$*" in *game/main.c*)\n[ ! -e late ] || { mv late game/main.c; touch game/main.c build/game/main.o; } ;; esac\n' >"$T/Red-Ant/late-cc"
(cd "$T/Red-Ant" && chmod +x late-cc && { cat game/main.c; echo 'int late_probe(void); int late_probe(void) { return 1; }'; } >late \
    && rm -r build && make -s run CC=./late-cc EDDIE=true) >"$T/said" 2>&1
holds 'a save during `make run` is in the module' "$(cat "$T/said"; nm "$T/Red-Ant/build/game.so")" ' late_probe'
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
holds 'local.mk names the installed rules' "$(cat "$T/ant/local.mk")" "$T/usr/share/eddie/game.mk"
rm "$T/ant/local.mk"
(cd "$T/ant" && make -s game) >"$T/said" 2>&1 && ok 'pkg-config finds the rules' || bad 'pkg-config finds the rules' "$(cat "$T/said")"
plays 'a game with an installed eddie' "$T/ant" "$T/usr/bin/eddie"
cp tests/engine/embed.c "$T" && (cd "$T" && cc embed.c -o embed $(pkg-config --cflags --libs eddie)) >"$T/said" 2>&1 \
    && ok 'a program with its own main loop builds' || bad 'a program with its own main loop builds' "$(cat "$T/said")"
holds 'it runs the game' "$(cd "$T/ant" && timeout 60 "$T/embed" build/game.so 'make -s game' 1; echo $?)" 0
headers=$(cd "$T/usr/include/eddie" && for h in runtime/*.h runtime/*/*.h; do
    printf '#include "%s"\n' "$h" >"$T/one.c"
    for how in 'cc -std=c11' 'c++ -std=c++17 -x c++'; do $how -D_GNU_SOURCE -Wall -Wextra -Werror -I. -fsyntax-only "$T/one.c" 2>&1 | head -n 1; done
done)
[ -z "$headers" ] && ok 'headers are C11 and C++17' || bad 'headers are C11 and C++17' "$headers"
installed=$(cd "$T/usr/include/eddie" && ls runtime/*.h runtime/*/*.h)
# Names of headers in backquotes; one without a folder is in the folder named last.
documented=$(sed -n '/^| header | for |/,/^$/p' docs/embedding.md | cut -d'|' -f2 | grep -o '`[^`]*`' | tr -d '`' | awk '
    /\/$/ { folder = $0; next }
    /\// { folder = $0; sub(/[^\/]*$/, "", folder); print; next }
    { print folder $0 }' | sort)
same 'the installed headers are those that docs/embedding.md lists' "$(printf '%s\n' "$installed" | sort)" "$documented"
total
