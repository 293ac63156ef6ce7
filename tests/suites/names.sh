#!/bin/bash
# Names that C headers define, which a schema may not use in some places; checked against the compilers. Argument: the build
# folder of the schema compiler under test.
B=$(cd "${1:-build}" && pwd)
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
. tests/lib/checks.sh
ROOT=$PWD
same 'the table has all names of the headers on this system: else run `make names`' "$(codegen/syntax/c_names.sh --new 2>&1)" ''
sed -n 's/^    { "\(\w*\)", CG_C_\([A-Z_]*\), CG_H_\(\w*\) },$/\1 \2 \3/p' codegen/syntax/c_names.c >"$T/table"
same 'the table is sorted, each name once' "$(cut -d' ' -f1 "$T/table" | LC_ALL=C sort -uc 2>&1)" ''
[ "$(wc -l <"$T/table")" -gt 2000 ] && ok 'the table has more than 2000 names' || bad 'the table has more than 2000 names' "$(wc -l <"$T/table")"
cd "$T" || exit 1
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
    echo 'struct random_t { u32 index; } struct size { u32 size_t; random_t div[]; } state Game { Random calloc; size r; }'
} >free.def
"$B/eddiec" -o gen free.def >said 2>&1 && ok 'names that no header defines are accepted' || bad 'names that no header defines are accepted' "$(cat said)"
grep -o '\[CG_H_\w*\] = "<[^>]*>"' "$ROOT/codegen/syntax/c_names.c" | sed 's/.*"\(.*\)"/#include \1/' >headers.h
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
total
