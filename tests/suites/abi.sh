#!/bin/sh
# ED_ABI is the version of what a host and a module share. Fails when a struct or an enum differs from the one that
# tests/suites/abi.txt has for this ED_ABI. It reads the headers that a game includes, and the attic's, since a host and
# a module share the attic.
#   tests/suites/abi.sh            checks
#   tests/suites/abi.sh --record   writes tests/suites/abi.txt, after ED_ABI was raised
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
printf '#include "runtime/eddie.h"\n#include "runtime/attic/attic.h"\n' >"$T/all.c"
# Prints only the definitions, one per line, without comments and redundant spaces.
${CC:-gcc} -std=c11 -I. -E "$T/all.c" | awk '
    /^# [0-9]+ "/ { ours = $3 ~ /^"(\.\/)?runtime\//; next }
    !ours { next }
    /^(typedef )?(struct|enum|union) ?[A-Za-z_0-9]* *\{/ { on = 1; text = "" }
    on { text = text " " $0 }
    on && /^\}/ { gsub(/[ \t]+/, " ", text); gsub(/ *\[ */, "[", text); gsub(/ *[(] */, "(", text); print text; on = 0 }
    on && /\}[^{]*;$/ && /^(typedef )?(struct|enum|union)/ { gsub(/[ \t]+/, " ", text); gsub(/ *\[ */, "[", text); gsub(/ *[(] */, "(", text); print text; on = 0 }' >"$T/now"
abi=$(sed -n 's/^#define ED_ABI \([0-9]*\)u$/\1/p' runtime/api/module.h)
{ echo "ED_ABI $abi"; cat "$T/now"; } >"$T/abi.txt"
if [ "$1" = --record ]; then cp "$T/abi.txt" tests/suites/abi.txt; exit; fi
if [ "$(wc -l <"$T/now")" -ge 30 ] && cmp -s "$T/abi.txt" tests/suites/abi.txt; then
    echo 'ok the shared structs are those of this ED_ABI'; echo '1 passed, 0 failed'; exit 0
fi
echo 'FAIL the structs that host and module share changed: raise ED_ABI in runtime/api/module.h, then run tests/suites/abi.sh --record'
diff tests/suites/abi.txt "$T/abi.txt"
echo '0 passed, 1 failed'
exit 1
