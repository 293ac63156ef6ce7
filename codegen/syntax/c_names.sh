#!/bin/sh
# Collects the names that C's headers define, by preprocessing and parsing them on this system with the flags of a game.
# Without arguments: rewrites codegen/syntax/c_names.c. Names already in that table are kept, since other versions of the
# C library may define them. --new: only prints the names that the table lacks.
# Needs gcc and clang. Run from the root of the repository.
TABLE=codegen/syntax/c_names.c
# The headers that the runtime includes or that games commonly include.
HEADERS='assert ctype errno fenv float inttypes limits locale math setjmp signal stdarg stdbool stddef stdint stdio
         stdlib string strings time unistd'
HOW='-std=c11 -D_GNU_SOURCE'
export LC_ALL=C
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT

# These functions print a line for each name: the name and its kind. An object-like macro (OBJECT_MACRO)
# reserves its name everywhere, the other kinds only at file scope.
macros() { # compiler, flags…
    "$@" -x c -dM -E - | sed -n 's/^#define \([A-Za-z]\w*\)(.*/\1 FUNCTION_MACRO/p; s/^#define \([A-Za-z]\w*\)\( .*\)\{0,1\}$/\1 OBJECT_MACRO/p'
}
declarations() {
    clang $HOW -w -x c -fsyntax-only -fno-color-diagnostics -Xclang -ast-dump - | sed -n \
        -e "s/^[|\`]-FunctionDecl .* \([A-Za-z]\w*\) '.*/\1 FUNCTION/p" \
        -e "s/^[|\`]-TypedefDecl .* \([A-Za-z]\w*\) '.*/\1 TYPE/p" \
        -e "s/^[|\`]-VarDecl .* \([A-Za-z]\w*\) '.*/\1 VARIABLE/p" \
        -e "s/^[| ]*[|\`]-EnumConstantDecl .* \([A-Za-z]\w*\) '.*/\1 CONSTANT/p" \
        -e 's/^[|`]-RecordDecl .* \(struct\|union\) \([A-Za-z]\w*\)\( definition\)\{0,1\}$/\2 TAG/p' \
        -e 's/^[|`]-EnumDecl .* \([A-Za-z]\w*\)$/\1 TAG/p'
}

# The names that a compiler defines without any header, such as linux and unix.
for cc in gcc clang; do macros $cc -std=gnu11 </dev/null; done | sort -u >"$T/compiler"
[ -s "$T/compiler" ] || exit 1
for header in $HEADERS; do
    echo "#include <$header.h>" >"$T/one.c"
    { for cc in gcc clang; do macros $cc $HOW <"$T/one.c"; done; declarations <"$T/one.c"; } | sort -u \
        | comm -23 - "$T/compiler" >"$T/$header.names"
    [ -s "$T/$header.names" ] || { echo "c_names.sh: nothing found in <$header.h>" >&2; exit 1; }
done
# A name is listed under the smallest header that defines it, with the first of its kinds in the order of $kinds.
kinds='OBJECT_MACRO FUNCTION FUNCTION_MACRO TYPE TAG VARIABLE CONSTANT'
{
    sed 's/ / compiler /' "$T/compiler"
    wc -l "$T"/*.names | sort -n | sed -n 's/.*\/\(.*\)\.names$/\1/p' | while read -r header; do
        sed "s/ / $header /" "$T/$header.names"
    done
} | awk -v kinds="$kinds" '
    BEGIN { for (count = split(kinds, kind); count; count--) rank[kind[count]] = count }
    { if (!($1 in header)) header[$1] = $2
      if (!($1 in best) || rank[$3] < rank[best[$1]]) best[$1] = $3 }
    END { for (name in header) print name, best[name], header[name] }' | sort >"$T/found"

sed -n 's/^    { "\(\w*\)", CG_C_\(\w*\), CG_H_\(\w*\) },$/\1 \2 \3/p' $TABLE 2>/dev/null >"$T/table"
cut -d' ' -f1 "$T/table" | sort -u >"$T/known"
join -v1 "$T/found" "$T/known" >"$T/new"
[ "${1-}" != --new ] || { cat "$T/new"; exit 0; }

{
    cat <<'END'
// Generated from the C headers by codegen/syntax/c_names.sh, which `make names` runs; do not edit.
#include "codegen/syntax/c_names.h"
#include "codegen/syntax/index.h"

END
    echo "enum { CG_H_compiler,$(printf ' CG_H_%s,' $HEADERS | fold -s -w 90 | sed '2,$s/^/       /; s/ *$//') };"
    echo
    echo "static const char *const headers[] = {"
    printf '    [CG_H_compiler] = "the compiler",\n'
    printf '    [CG_H_%s] = "<%s.h>",\n' $(printf '%s\n' $HEADERS | sed 's/.*/& &/')
    echo "};"
    cat <<'END'

typedef struct CName { const char *name; u8 kind, header; } CName;

static const CName names[] = {      // sorted by name
END
    sort "$T/table" "$T/new" | sed 's/^\(.*\) \(.*\) \(.*\)$/    { "\1", CG_C_\2, CG_H_\3 },/'
    cat <<'END'
};

bool cg_c_name(const char *name, cg_CName *found)
{
    static u16 slots[8192];
    static cg_Index index = CG_INDEX(names, slots);
    const CName *entry = cg_index_find(&index, name);
    if (entry)
        *found = (cg_CName){ (cg_CKind)entry->kind, headers[entry->header] };
    return entry != NULL;
}
END
} >"$T/c_names.c" && cp "$T/c_names.c" $TABLE && echo "names added to $TABLE: $(wc -l <"$T/new")"
