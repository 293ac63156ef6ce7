#!/bin/bash
# Runs every target that `make help` lists, with small settings, or names the suite that runs its commands. Of mutants and of
# the targets for Windows, which take minutes, only the commands are checked. Works in a copy of the project, with what is
# built. Arguments: names of targets; without names, all.
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
. tests/lib/checks.sh
unset DISPLAY WAYLAND_DISPLAY MAKEFLAGS MFLAGS MAKELEVEL SUITES
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy NO_COLOR=1
skipped=
# Skips a target whose rare packages are missing, instead of installing them.
lacks() { command -v "$1" >/dev/null && return 1; skipped="$skipped $2, without $1;"; }
runs() { # target and variables
    make --no-print-directory "$@" >"$T/out" 2>&1 && ok "make $*" || bad "make $*" "$(tail -n 15 "$T/out")"
}
shows() { holds "make $1: $2" "$(cat "$T/out")" "$2"; }
# Checks the commands of a target as a user types it, without any variable.
defaults() { # target, parts of its commands…
    target=$1 commands=$(make -n --no-print-directory "$1" 2>&1)
    shift
    for part in "$@"; do holds "make $target, its defaults" "$commands" "$part"; done
}
# Suites run the same commands: the ones that the comment above the call names.
suites() { # target, its commands…
    defaults "$@"
}

t_help()      { runs help; shows help 'make clean'; same 'make alone is help' "$(make)" "$(make help)"; }
t_all()       { runs all
                for file in runtime/base codegen/emit host/ui; do echo 'extern int removed_later; int removed_later = 1;' >$file/removed.c; done
                runs all; same 'added sources are linked' "$(grep -l removed_later build/eddie build/eddiec | tr '\n' ' ')" 'build/eddie build/eddiec '
                rm runtime/base/removed.c codegen/emit/removed.c host/ui/removed.c
                runs all; same 'removed sources are not' "$(grep -l removed_later build/eddie build/eddiec build/libeddie.a)" ''
                for lack in 'CC=no-such-cc' 'CPPFLAGS=-nostdinc' 'PKG_CONFIG=false'; do
                    make --no-print-directory -s all B=build/lacks "$lack" >"$T/out" 2>&1 && bad "make all $lack ends with an error" 'it does not'
                    same "make all $lack names what is missing first" "$(head -n 1 "$T/out")" "missing: $(case $lack in
                        CC*) echo no-such-cc ;; CPP*) echo xxhash.h ;; *) echo 'sdl2 >= 2.0.18, SDL2_ttf, SDL2_gfx, SDL2_image' ;; esac)"
                done
                for other in 'gcc -m32' 'gcc -U__linux__ -D__FreeBSD__'; do
                    make --no-print-directory -s all B=build/lacks CC="$other" >"$T/out" 2>&1
                    same "make all with $other is refused by one line" "$(grep -v '^make' "$T/out")" \
                        'eddie runs only on 64-bit, little-endian systems with Linux, macOS or Windows'
                done
                mkdir "$T/bin" && printf '#!/bin/sh\n' >"$T/bin/dpkg-query" && chmod +x "$T/bin/dpkg-query"
                PATH="$T/bin:$PATH" make --no-print-directory -s all B=build/lacks PKG_CONFIG=false >"$T/out" 2>&1
                shows all 'sudo apt-get update && sudo apt-get install -y gcc tcc'; }
t_game()      { runs game; }
t_run()       { runs run ARGS="--headless --no-watch --frames 2"; }
t_release()   { defaults release '-O2 -DNDEBUG'; runs release OPT=-O0
                timeout 60 build/release/arena --headless --frames 2 >"$T/out" 2>&1 \
                    && ok 'the release runs' || bad 'the release runs' "$(cat "$T/out")"; }
t_storm()     { defaults storm 'tests/storm/storm.sh 100000 1'; runs storm COUNT=200; shows storm '200 passed'; }
# tests/run.sh: faults, soak, supervise, libraries.
t_faults()    { suites faults 'build/faults build/faulty/now.so build/faulty/next.so' 'build/faults --soak 10000' \
                       'tests/suites/supervise.sh build/eddie build/faulty/now.so' 'tests/suites/libraries.sh build'; }
# The target that runs this suite.
t_test()      { suites test 'tests/run.sh build/san "-fsanitize=address,undefined'; }
# tests/run.sh: check.
t_check()     { suites check 'tests/suites/check.sh'; }
t_flips()     { defaults flips 'EDDIE_FLIPS=all build/san/test_unit' 'build/san/flip build/san/game.so 1 1'
                runs flips EVERY=997; }
t_fuzz()      { defaults fuzz 'tests/fuzz/fuzz.sh build/fuzz 60 snapshot reload layout schema'; runs fuzz SECONDS=1 OPT=-O0; shows fuzz 'nothing found'; }
t_names()     { cp codegen/syntax/c_names.c "$T/names.c"; runs names
                same 'make names keeps the table' "$(cmp "$T/names.c" codegen/syntax/c_names.c 2>&1)" ''; }
t_coverage()  { defaults coverage 'tests/run.sh build/cov "--coverage'
                lacks gcovr coverage || { runs coverage SUITES=layers; shows coverage TOTAL; }; }
t_mutants()   { defaults mutants 'tests/mutants/mutants.sh 40 1 runtime live codegen host'; }
t_bench()     { runs bench ARGS='--only size --rounds 1' JSON="$T/json"; [ -s "$T/json" ] && ok 'make bench JSON=' || bad 'make bench JSON=' none; }
t_blink()     { defaults blink 'ROUNDS=30 CC='; runs blink ROUNDS=1; }
t_growth()    { defaults growth 'COUNTS="24 100 300 1000" CC=cc tests/bench/growth.sh build'; runs growth COUNTS=24 ROUNDS=1
                shows growth '| 24 | a struct of all files |'; }
t_import()    { runs import OPT=-O0
                holds 'eddie-import runs' "$(build/eddie-import --help)" 'eddie import'; }
t_animation() { convert -version 2>&1 | grep -q Version.*ImageMagick || { skipped="$skipped animation, without ImageMagick;"; return; }
                runs animation OUT="$T/live.webp" PICTURES=1
                [ -s "$T/live.webp" ] && ok 'the picture is made' || bad 'the picture is made' "$(cat "$T/out")"; }
t_install()   { runs install DESTDIR="$T/root" PREFIX=/usr
                holds 'what is installed runs' "$("$T/root/usr/bin/eddie" --version 2>&1)" eddie
                holds 'the docs are installed' "$(cd "$T/root/usr/share/doc/eddie" && ls README.md docs/*)" docs/limits.md
                runs install DESTDIR="$T/lib64" PREFIX=/usr LIBDIR=/usr/lib64
                same 'LIBDIR has the libraries' "$(cd "$T/lib64/usr" && find . -name 'libeddie_*' -o -name '*.pc' | sort | xargs)" \
                    './lib64/libeddie_debug.a ./lib64/libeddie_live.a ./lib64/pkgconfig/eddie.pc'
                holds 'LIBDIR is in eddie.pc' "$(PKG_CONFIG_PATH="$T/lib64/usr/lib64/pkgconfig" pkg-config --variable=libdir eddie)" /usr/lib64
                runs uninstall DESTDIR="$T/lib64" PREFIX=/usr LIBDIR=/usr/lib64
                same 'make uninstall LIBDIR= leaves no file' "$(find "$T/lib64" ! -type d)" ''
                commands=$(make -n --no-print-directory install B=build/other CROSS=yes CC=other-cc AR=other-ar SDL= SDL_L= OBJCOPY=other-objcopy \
                    CFLAGS=-flto CPPFLAGS=-DOWN LDFLAGS=-Wl,--own 2>/dev/null | sed -e ':a' -e '/\\$/N; s/\\\n//; ta')
                same 'make install builds no demo' "$(printf '%s\n' "$commands" | grep 'game\.so\|/eddie-build -')" ''
                holds 'the compiler is that of CC' "$commands" 'other-cc -std=c11'
                same 'every compiler gets CPPFLAGS' "$(printf '%s\n' "$commands" | grep 'other-cc.* -c ' | grep -v -e -DOWN)" ''
                same 'the runtime is machine code whatever CFLAGS are' "$(printf '%s\n' "$commands" | grep -e '-c runtime/' | grep -v -e '-flto.* -fno-lto ')" ''
                same 'every linker gets LDFLAGS' "$(printf '%s\n' "$commands" | grep 'other-cc .* -o' | grep -v -e ' -c ' -e ' -r ' -e -Wl,--own)" ''
                same 'every archive is made by AR' "$(printf '%s\n' "$commands" | grep '\bar rc*s' | grep -v 'other-ar')" ''; }
t_uninstall() { runs uninstall DESTDIR="$T/root" PREFIX=/usr
                same 'make uninstall leaves no file' "$(find "$T/root" ! -type d)" ''
                mkdir -p "$T/my/usr"; : >"$T/my/usr/kept"
                for paths in DESTDIR="$T/my root" DESTDIR="$T/it's" DESTDIR='"' PREFIX='/a&b' PREFIX='/a,b' PREFIX='/a\b' PREFIX=usr; do
                    for target in install uninstall; do
                        make -s --no-print-directory $target "$paths" >"$T/out" 2>&1 && bad "make $target $paths is refused" 'it is not'
                        holds "make $target $paths says why" "$(cat "$T/out")" 'PREFIX'
                    done
                done
                [ -e "$T/my/usr/kept" ] && ok 'nothing else is removed' || bad 'nothing else is removed' "$(ls -R "$T/my")"; }
t_windows()   { defaults windows 'SYSTEM=windows CROSS=yes B=build/windows'; }
t_check-arm64() { defaults check-arm64 'tests/suites/arm64.sh build build/arm64'; }
t_check-macos() { defaults check-macos 'SYSTEM=macos CROSS=yes B=build/macos-arm64' \
                'tests/suites/macos.sh build/macos-arm64 build/macos-x86_64'; }
t_check-old-libc() { defaults check-old-libc 'tests/suites/old_libc.sh build/debian11'; }
t_check-musl() { defaults check-musl 'CROSS=yes B=build/musl CC=musl-gcc' 'tests/suites/musl.sh build/musl'; }
t_check-windows() { defaults check-windows 'tests/suites/windows.sh build build/windows'; }
t_check-windows-archive() { defaults check-windows-archive 'tests/suites/windows_archive.sh build build/windows'; }
t_clean()     { mkdir -p "$T/clean/build/game" && cp -a Makefile runtime "$T/clean"; runs -C "$T/clean" clean
                [ -e "$T/clean/build" ] && bad 'make clean' "$(ls "$T/clean")" || ok 'nothing built is left'; }

mkdir -p "$T/tree/build" && cp -a Makefile README.md runtime codegen host game schema docs tests "$T/tree" || exit 1
# Without what was downloaded there.
cp -a $(ls -d build/* | grep -v '/debian11$\|/zig$') "$T/tree/build" && cd "$T/tree" || exit 1
targets=$(make help | sed -n 's/^  make \([a-z0-9-]*\) .*/\1/p')
[ "$(echo "$targets" | wc -l)" -ge 15 ] && ok 'there are targets' || bad 'there are targets' "$targets"
for target in $targets; do
    [ -z "${1-}" ] || case " $* " in *" $target "*) ;; *) continue ;; esac
    if declare -F "t_$target" >/dev/null; then "t_$target"
    else bad "make $target is known here" "tests/suites/targets.sh has no t_$target: add one that runs the target with small settings"; fi
done
echo "$passed passed, $failed failed${skipped:+: skipped,$skipped}"
[ $failed = 0 ]
