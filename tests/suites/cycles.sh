#!/bin/sh
# Finds files that call each other in a cycle: the strongly connected components of the object files, by symbol. Known
# cycles are listed below. The test fails on a new cycle, and on a listed one that no longer exists.
#   tests/suites/cycles.sh [BUILD]
B=${1:-build}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
# Recursion that follows the data: a default may be a list of records that have defaults; a record contains records, its key
# is migrated to find it, and restored values are migrated, too; an expression contains expressions, and a type contains types.
cat >"$T/known" <<'KNOWN'
codegen/check/layout codegen/check/types
codegen/syntax/parse codegen/syntax/parse_attr codegen/syntax/parse_expr codegen/syntax/parse_field codegen/syntax/parse_functions
runtime/snapshot/decode runtime/snapshot/decode_into runtime/snapshot/decoded_type runtime/snapshot/defaults
runtime/migrate/check_copied runtime/migrate/convert runtime/migrate/rows runtime/migrate/shape runtime/migrate/steps
KNOWN
# Cycles without recursion, to be removed: files that call helpers in the file that calls them.
cat >>"$T/known" <<'KNOWN'
KNOWN
# Skip the objects of deleted sources.
find "$B/runtime" "$B/codegen" "$B/host" -name '*.o' | sort |
    while read -r object; do source=${object#"$B/"}; [ ! -f "${source%.o}.c" ] || echo "$object"; done | xargs nm -A |
    awk -v build="$B/" '{ file = substr($1, length(build) + 1); sub(/\.o:.*/, "", file) }
        NF == 3 && $2 ~ /[TDBRVWC]/ { print "def", $3, file }
        $(NF - 1) == "U" { print "use", $NF, file }' >"$T/symbols"
awk '
function visit(from, to,    n, i, next_, queue, head) {
    delete seen
    queue[n = 1] = from
    for (head = 1; head <= n; head++)
        for (i = 1; i <= calls[queue[head]]; i++) {
            next_ = call[queue[head], i]
            if (next_ in seen) continue
            seen[next_] = 1
            queue[++n] = next_
        }
    for (to in seen) reach[from, to] = 1
}
$1 == "def" { at[$2] = $3; files[++count] = $3 }
$1 == "use" { used[++uses] = $2; user[uses] = $3 }
END {
    for (i = 1; i <= uses; i++) {
        from = user[i]
        if (!(used[i] in at) || at[used[i]] == from || (from, at[used[i]]) in edge) continue
        edge[from, at[used[i]]] = 1
        call[from, ++calls[from]] = at[used[i]]
    }
    for (i = 1; i <= count; i++) if (!(files[i] in visited)) { visited[files[i]] = 1; order[++n] = files[i]; visit(files[i]) }
    for (i = 1; i <= n; i++) {
        if (order[i] in grouped || !((order[i], order[i]) in reach)) continue
        line = order[i]
        for (j = i + 1; j <= n; j++)
            if ((order[i], order[j]) in reach && (order[j], order[i]) in reach) { line = line " " order[j]; grouped[order[j]] = 1 }
        print line
    }
}' "$T/symbols" | sort >"$T/found"
for file in $(cat "$T/known"); do
    [ -f "$B/$file.o" ] || { echo "cycles.sh: $B/$file.o is missing: make all"; exit 2; }
done
passed=0 failed=0
while read -r cycle; do
    if grep -qxF "$cycle" "$T/known"; then echo "ok $cycle"; passed=$((passed + 1))
    else echo "FAIL a cycle of files: $cycle"; failed=$((failed + 1)); fi
done <"$T/found"
while read -r cycle; do
    grep -qxF "$cycle" "$T/found" || { echo "FAIL no longer a cycle, take it off the list: $cycle"; failed=$((failed + 1)); }
done <"$T/known"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
