#!/bin/bash
# Names of C headers that a schema may not use in some places; checked against the compilers. Argument: the build folder of
# the schema compiler under test.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
. tests/lib/checks.sh
ROOT=$PWD
same 'the table has all names of the headers on this system: else run `make names`' "$(codegen/syntax/c_names.sh --new 2>&1)" ''
sed -n 's/^    { "\(\w*\)", CG_C_\([A-Z_]*\), CG_H_\(\w*\) },$/\1 \2 \3/p' codegen/syntax/c_names.c >"$T/table"
same 'the table is sorted, each name once' "$(cut -d' ' -f1 "$T/table" | LC_ALL=C sort -uc 2>&1)" ''
[ "$(wc -l <"$T/table")" -gt 250 ] && ok 'the table has more than 250 names' || bad 'the table has more than 250 names' "$(wc -l <"$T/table")"
cd "$T" || exit 1
grep -o '\[CG_H_\w*\] = "<[^>]*>"' "$ROOT/codegen/syntax/c_names.c" | sed 's/.*"\(.*\)"/#include \1/' >headers.h
echo '#include "runtime/eddie.h"' >eddie.c
same 'the table has all macros of the headers that eddie.h includes' \
    "$(gcc -std=c11 -D_GNU_SOURCE -I"$ROOT" -dM -E eddie.c | sed -n 's/^#define \([A-Za-z]\w*\)\( .*\)\{0,1\}$/\1/p' |
        grep -v '^ED_' | grep -vxF "$(cut -d' ' -f1 table)")" ''
# Each line after the includes declares a type with a name of the table.
{ cat eddie.c headers.h; sed 's/\(\w*\) .*/typedef struct \1 \1;/' table; } >breaks.c
gcc -std=gnu11 -D_GNU_SOURCE -I"$ROOT" -fmax-errors=0 -fsyntax-only breaks.c 2>&1 |
    sed -n 's/^breaks\.c:\([0-9]*\):.* error: .*/\1d/p' >broken
same 'C allows no type with a name of the table' "$(sed -f broken breaks.c | grep '^typedef')" ''
grep ' OBJECT_MACRO ' table >macros
# Keywords of the schema language, of C and of C++ are refused by another rule.
grep -v ' OBJECT_MACRO ' table | grep -vw -e wchar_t >others
check() { "$B/eddiec" --check "$1.def" >said 2>&1; code=$?; errors=$(sed -n 's/^eddiec: \([0-9]*\) errors*, .*/\1/p' said); }
all_refused() { # name, sed command that makes a declaration of a name, the names
    sed "s/^\(\w*\) .*/\1/; $2" "$3" >refused.def
    check refused
    same "$1" "$code: $errors errors" "1: $(wc -l <"$3") errors"
}
all_refused 'a macro cannot be a field'      's/.*/struct Of_& { u32 a; u32 &; }/' macros
all_refused 'a macro cannot be a const'                    's/.*/const u32 & = 1;/' macros
all_refused 'a macro cannot be a struct'                   's/.*/struct & { u32 a; }/' macros
all_refused 'a type or function cannot be a const' 's/.*/const u32 & = 1;/' others
all_refused 'a type or function cannot be a struct'   's/.*/struct & { u32 a; }/' others
all_refused 'a type or function cannot be an enum'                    's/.*/enum & : u8 { A }/' others
all_refused 'a type or function cannot be a union'                    's/.*/union & { A a; B b; }/; 1s/^/struct A { u32 a; } struct B { u32 a; } /' others
# Generated names that consist of two names: an enum POSIX with the value SOURCE.
sed -n 's/^\([A-Z]*\)_\([A-Z]\w*\) .*/\1 \2/p' macros >split
awk '{ if ($1 != last) printf "%senum %s : u16 { %s", last ? " }\n" : "", $1, $2; else printf ", %s", $2; last = $1 }
     END { print " }" }' split >made.def
check made
same 'a generated name of two parts cannot be a macro' "$code: $errors errors" "1: $(wc -l <split) errors"

# Names that are accepted: fields named like functions and types, and names that only resemble those of the headers.
{
    cut -d' ' -f1 others | awk '{ print "struct S" NR " { u32 a; u32 " $1 " = 1; f32 " $1 "_list[..2]; u32 b [[was(" $1 "_before)]]; }" }'
    echo 'const u32 INT16_MAX_ = 3; const u32 INT17_MAX = 4; const u32 SEEK = 5; const u32 NULL_ = 6;'
    echo 'enum Seek : u8 { SET, NULL, EOF } flags INT : u8 { MAXIMUM } struct Random { u32 time [[optional]]; Seek seek; INT i; }'
    echo 'struct Like_types { u32 size_t; u32 FILE; str printf; f32 offsetof; u32 assert; u32 int8_t[]; bool time_t; }'
    echo 'struct random_t { u32 index; } struct size { u32 size_t; random_t div[]; } state Game { Random calloc; size r; }'
} >free.def
"$B/eddiec" -o gen free.def >said 2>&1 && ok 'names that no header defines are accepted' || bad 'names that no header defines are accepted' "$(cat said)"
{ cat headers.h; echo '#include "gen/free.gen.h"'; echo '#include "gen/schema.gen.h"'; } >after.c
{ echo '#include "gen/free.gen.h"'; cat headers.h; } >before.c
FLAGS="-D_GNU_SOURCE -I$ROOT -I. -Wall -Wextra -Werror"
for file in after.c before.c gen/free.gen.c; do
    for how in 'gcc -std=c11 -fsyntax-only' 'clang -std=c11 -fsyntax-only' 'tcc -std=c11 -c -o out.o'; do
        $how $FLAGS $file >said 2>&1 && ok "${how%% *} compiles $file" || bad "${how%% *} compiles $file" "$(cat said)"
    done
done
for file in after.c before.c; do
    g++ -std=c++17 -x c++ -fsyntax-only $FLAGS $file >said 2>&1 && ok "g++ compiles $file" || bad "g++ compiles $file" "$(cat said)"
done

# Declarations may have names of headers that eddie.h does not include.
{
    echo 'struct FILE { u32 a; str s; } struct div_t { FILE files[]; } union printf { FILE a; div_t b; } enum time : u8 { A }'
    echo 'flags random : u8 { X } const f32 sin = 1; const u32 EPERM = 2; const u32 offsetof = 3; const u32 va_start = 4;'
    echo 'state signal { printf p; time t; random r; } state open { div_t d; }'
} >other.def
"$B/eddiec" -o gen other.def >said 2>&1 && ok 'names of other headers are accepted' || bad 'names of other headers are accepted' "$(cat said)"
{ cat eddie.c; echo '#include "gen/other.gen.h"'; echo '#include "gen/schema.gen.h"'; } >other.c
for file in other.c gen/other.gen.c gen/schema.gen.c; do
    for how in 'gcc -std=c11 -fsyntax-only' 'clang -std=c11 -fsyntax-only' 'tcc -std=c11 -c -o out.o'; do
        $how $FLAGS $file >said 2>&1 && ok "${how%% *} compiles $file" || bad "${how%% *} compiles $file" "$(cat said)"
    done
done
g++ -std=c++17 -x c++ -fsyntax-only $FLAGS other.c >said 2>&1 && ok 'g++ compiles other.c' || bad 'g++ compiles other.c' "$(cat said)"
total
