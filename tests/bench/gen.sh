#!/bin/sh
# The schema compiler at scale: COUNT structs of 12 fields, one of each kind; the time of eddiec, and that of the C compiler
# to check its output. Best of RUNS, in seconds. Run from the root of the repository.
#   tests/bench/gen.sh COUNT [FILES]          prints times and their ratio; the structs are spread over FILES
#   tests/bench/gen.sh --schema COUNT [FILES] DIR     only writes DIR/*.def; DIR/all.def is the one to compile
# Environment: EDDIEC (build/eddiec), CC, RUNS.
EDDIEC=${EDDIEC:-build/eddiec} CC=${CC:-cc} RUNS=${RUNS:-3}

schema() { # COUNT FILES DIR
    mkdir -p "$3" && awk -v count="$1" -v files="$2" -v dir="$3" '
    # A nested struct comes from the first half of those before it, so the depth is logarithmic in COUNT.
    function inner(i) { return i < 2 ? "Point" : "Part" int(i / 2) }
    function file_of(i) { return int((i - 1) * files / count) + 1 }
    function put(i) {
        print "/// Part number " i ".\nstruct Part" i " {" >out
        print "    u32   id;\n    f32   speed [[unit(\"m/s\")]] = " i % 9 + 0.5 ";" >out
        print "    i16   level = -" i % 7 ";\n    bool  open;" >out
        print "    Point at;\n    " inner(i) " inner;" >out
        print "    Kind" i % 10 " kind = FAST;\n    Marks marks = HOT | WET;" >out
        print "    u8    cells[4] = {1, 2};\n    char  name[16] = \"part\";" >out
        print "    str   note;\n    Point path[];\n}\n" >out
    }
    BEGIN {
        base = dir "/base.def"
        print "struct Point {\n    f32 x;\n    f32 y;\n}\n\nflags Marks : u8 {\n    HOT,\n    WET,\n    OLD\n}\n" >base
        for (i = 0; i < 10; i++) print "enum Kind" i " : u8 {\n    SLOW,\n    FAST,\n    LOST\n}\n" >base
        main = dir "/all.def"
        for (f = 1; f <= files; f++) if (files > 1) print "#include \"part" f ".def\"" >main
        if (files == 1) print "#include \"base.def\"\n" >main
        for (i = 1; i <= count; i++) {
            if (file_of(i) != last) {
                if (files > 1 && last) close(out)
                last = file_of(i)
                out = files > 1 ? dir "/part" last ".def" : main
                if (files > 1) print "#include \"base.def\"" >out
                if (last > 1) print "#include \"part" file_of(int(i / 2)) ".def\"" >out
            }
            put(i)
        }
        print "\nstate Game {\n    Part" count " whole;\n    Part1 parts[];\n}" >main
    }'
}

best() { # COMMAND…: its shortest run
    for run in $(seq "$RUNS"); do
        start=$(date +%s%N)
        "$@" >/dev/null || return 1
        echo $(($(date +%s%N) - start))
    done | sort -n | awk 'NR == 1 { printf "%.3f\n", $1 / 1e9 }'
}
write() { rm -rf "$T/gen" && "$EDDIEC" -o "$T/gen" "$T/def/all.def"; }
check() { "$CC" -std=c11 -D_GNU_SOURCE -I. -I"$T" -fsyntax-only "$T"/gen/*.gen.c; }

if [ "$1" = --schema ]; then
    [ $# -ge 4 ] || set -- "$1" "$2" 1 "$3"
    schema "$2" "$3" "$4"
    exit
fi
case $1 in ''|*[!0-9]*) echo "usage: $0 COUNT [FILES]" >&2; exit 2;; esac
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
trap 'exit 1' INT TERM
schema "$1" "${2:-1}" "$T/def" && eddiec=$(best write) && again=$(best "$EDDIEC" -o "$T/gen" "$T/def/all.def") &&
    cc=$(best check) && [ -n "$eddiec" ] && [ -n "$cc" ] || exit 1
echo "$1 structs in ${2:-1} files: eddiec $eddiec s (nothing changed: $again s), $CC -fsyntax-only $cc s," \
    "ratio $(awk "BEGIN { printf \"%.2f\", $eddiec / $cc }")"
