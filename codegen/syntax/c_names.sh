#!/bin/sh
# Collects the names of C headers that a schema cannot use, by preprocessing and parsing the headers on this system.
# Without arguments: rewrites codegen/syntax/c_names.c. Names already in that table are kept, since other versions of the
# C library may define them. --new: only prints the names that the table lacks.
# Needs gcc and clang. Run from the root of the repository.
TABLE=codegen/syntax/c_names.c
# The headers that every file of a game includes, since eddie's headers include them. All their names are listed but
# function-like macros, which replace a name only before a parenthesis.
EDDIE='stdarg stdbool stddef stdint string strings'
# Headers that games commonly include as well. Only their object-like macros are listed, those of C11 and POSIX: in a game, a
# constant of such a name could silently change its value. The numbers of errors, such as EPERM, are left out.
GAME='errno limits math stdio stdlib'
export LC_ALL=C
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT

# These functions print a line for each name: the name and its kind. An object-like macro (OBJECT_MACRO)
# reserves its name everywhere, the other kinds only at file scope.
macros() { # flags…
    for cc in gcc clang; do $cc "$@" -x c -dM -E "$T/one.c"; done |
        sed -n 's/^#define \([A-Za-z]\w*\)\( .*\)\{0,1\}$/\1 OBJECT_MACRO/p'
}
declarations() { # flags…
    clang "$@" -w -x c -fsyntax-only -fno-color-diagnostics -Xclang -ast-dump "$T/one.c" | sed -n \
        -e "s/^[|\`]-FunctionDecl .* \([A-Za-z]\w*\) '.*/\1 FUNCTION/p" \
        -e "s/^[|\`]-TypedefDecl .* \([A-Za-z]\w*\) '.*/\1 TYPE/p"
}

# The names that a compiler defines without any header, such as linux and unix.
: >"$T/one.c"
macros -std=gnu11 | sort -u >"$T/compiler"
[ -s "$T/compiler" ] || exit 1
for header in $EDDIE $GAME; do
    echo "#include <$header.h>" >"$T/one.c"
    case "$header: $EDDIE " in
        *:*" $header "*) macros -std=c11 -D_GNU_SOURCE; declarations -std=c11 -D_GNU_SOURCE ;;
        errno:*) macros -std=c11 | grep '^errno ' ;;
        *) macros -std=c11 -D_XOPEN_SOURCE=700 ;;
    esac | sort -u | comm -23 - "$T/compiler" >"$T/$header.names"
    [ -s "$T/$header.names" ] || { echo "c_names.sh: nothing found in <$header.h>" >&2; exit 1; }
done
# tcc's <stddef.h> has two more.
printf '%s\n' 'alloca FUNCTION' 'ssize_t TYPE' >>"$T/stddef.names"
# A name is listed under the smallest header that defines it, as a macro if a header makes it one.
{
    sed 's/ / compiler /' "$T/compiler"
    wc -l "$T"/*.names | sort -n | sed -n 's/.*\/\(.*\)\.names$/\1/p' | while read -r header; do
        sed "s/ / $header /" "$T/$header.names"
    done
} | awk '
    !($1 in header) { header[$1] = $2; kind[$1] = $3 }
    $3 == "OBJECT_MACRO" { kind[$1] = $3 }
    END { for (name in header) print name, kind[name], header[name] }' | sort >"$T/found"

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
    echo "enum { CG_H_compiler,$(printf ' CG_H_%s,' $EDDIE $GAME | fold -s -w 90 | sed '2,$s/^/       /; s/ *$//') };"
    echo
    echo "static const char *const headers[] = {"
    printf '    [CG_H_compiler] = "the compiler",\n'
    printf '    [CG_H_%s] = "<%s.h>",\n' $(printf '%s\n' $EDDIE $GAME | sed 's/.*/& &/')
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
    static u16 slots[1024];
    static cg_Index index = CG_INDEX(names, slots);
    const CName *entry = cg_index_find(&index, name);
    if (entry)
        *found = (cg_CName){ (cg_CKind)entry->kind, headers[entry->header] };
    return entry != NULL;
}
END
} >"$T/c_names.c" && cp "$T/c_names.c" $TABLE && echo "names added to $TABLE: $(wc -l <"$T/new")"
