#!/bin/sh
# The architecture: a table of which folder may use which, checked for every pair of folders in what their files include.
# What their object files call is checked, too, except for those of the game. After that, a few rules for whole folders.
#   tests/suites/layers.sh [BUILD]
B=${1:-build}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
passed=0 failed=0
# A folder, and the folders that it may use; it may also use what those may use. A folder named after a system may use what the
# folder above it may, and the folders of the same system there. Those named linux and macos may use posix as well.
cat >"$T/table" <<'TABLE'
runtime/os/pages
runtime/base     runtime/os/pages
runtime/os/c_library runtime/base
runtime/msgpack  runtime/base
runtime/types    runtime/msgpack
runtime/snapshot runtime/types
runtime/value    runtime/snapshot
runtime/migrate  runtime/value
runtime/api      runtime/types
runtime/attic    runtime/migrate
runtime/run      runtime/attic runtime/api
runtime/os/system  runtime/base
runtime/os/files   runtime/os/system
runtime/os/memory  runtime/os/system
runtime/os/process runtime/os/files
runtime/os/library runtime/os/process
runtime/os/fault   runtime/os/process
runtime/build    runtime/os/process
runtime/live     runtime/run runtime/os/c_library runtime/os/library runtime/os/memory runtime/os/fault
runtime/trial    runtime/live
runtime/debug    runtime/live runtime/build
runtime          runtime/attic runtime/api
codegen/diag     runtime/base
codegen/syntax   codegen/diag runtime/types runtime/os/files
codegen/check    codegen/syntax
codegen/emit     codegen/check runtime/snapshot
codegen/fmt      codegen/emit
codegen/import   codegen/fmt
codegen          codegen/fmt runtime/os/process
host/gfx         runtime/debug
host/cmd         runtime/debug runtime/build
host/inspect     host/gfx
host/ui          host/inspect
host/app         host/ui host/cmd
host             host/app
game             runtime gen
TABLE
awk '{ for (i = 2; i <= NF; i++) print $1, $i; print $1, $1 }' "$T/table" >"$T/pairs"
while :; do      # adds what is used indirectly
    awk 'NR == FNR { use[$1] = use[$1] " " $2; next }
        { print; n = split(use[$2], all); for (i = 1; i <= n; i++) print $1, all[i] }' "$T/pairs" "$T/pairs" | sort -u >"$T/more"
    cmp -s "$T/more" "$T/pairs" && break
    mv "$T/more" "$T/pairs"
done
systems='posix linux macos windows'
folders=$(awk '{ print $1 }' "$T/table"; for system in $systems; do find runtime -type d -name $system; done)
for folder in $folders; do
    ls "$folder"/*.[ch] 2>/dev/null | xargs -r grep -H '^ *# *include *"' /dev/null |
        sed 's/^\([^:]*\):.*"\(.*\)\/[^/]*".*/\1 \2/'
done | sort -u >"$T/includes"
# The symbols that each object file uses, with the folder that defines them. Objects of deleted sources are left out.
find "$B/runtime" "$B/codegen" "$B/host" -name '*.o' | sort |
    while read -r object; do source=${object#"$B/"}; [ ! -f "${source%.o}.c" ] || echo "$object"; done | xargs nm -A |
    awk -v build="$B/" '{ file = substr($1, length(build) + 1); sub(/\.o:.*/, ".c", file) }
        NF == 3 && $2 ~ /[TDBRVWC]/ { at[$3] = file }
        $(NF - 1) == "U" { used[++n] = $NF; user[n] = file }
        END { for (i = 1; i <= n; i++) if (used[i] in at) { to = at[used[i]]; sub(/\/[^\/]*$/, "", to); sub(/\/(posix|linux|macos|windows)$/, "", to); print user[i], to, used[i] } }' |
    sort -u >"$T/calls"
[ -s "$T/calls" ] || { echo "layers.sh: no objects in $B: make all"; exit 2; }
for folder in $folders; do
    awk -v folder="$folder" '
        function without(path) { sub(/\/(posix|linux|macos|windows)$/, "", path); return path }
        function system_of(path) { return path == without(path) ? "" : substr(path, length(without(path)) + 2) }
        function fits(from, to) { return to == "" || from == to || ((from == "linux" || from == "macos") && to == "posix") }
        NR == FNR { may[$1 " " $2] = 1; next }
        { from = $1; sub(/\/[^\/]*$/, "", from) }
        from == folder && !((without(from) " " without($2)) in may && fits(system_of(from), system_of($2))) { print }
        ' "$T/pairs" "$T/includes" "$T/calls" >"$T/wrong"
    if [ -s "$T/wrong" ]; then echo "FAIL $folder uses a folder that it may not use"; cat "$T/wrong"; failed=$((failed + 1))
    else echo "ok $folder"; passed=$((passed + 1)); fi
done
# Every folder with sources is in the table.
find runtime codegen host game -name '*.[ch]' ! -path 'host/cmd/new_game/*' | sed 's,/[^/]*$,,' | sort -u | grep -vxF "$folders" >"$T/wrong"
if [ -s "$T/wrong" ]; then echo 'FAIL folders that are not in the table'; cat "$T/wrong"; failed=$((failed + 1))
else echo 'ok the table has every folder'; passed=$((passed + 1)); fi

no() { # what, pattern, files…
    what=$1 pattern=$2
    shift 2
    found=$(grep -nE "$pattern" "$@" /dev/null 2>/dev/null)
    if [ -z "$found" ]; then echo "ok $what"; passed=$((passed + 1))
    else echo "FAIL $what"; echo "$found"; failed=$((failed + 1)); fi
}
include='^ *# *include *[<"]'
all=$(find runtime codegen host game -name '*.[ch]' ! -path 'host/cmd/new_game/*')
below_run=$(ls 2>/dev/null runtime/os/pages/*/*.c runtime/base/*.c runtime/msgpack/*.c runtime/types/*.c runtime/snapshot/*.c runtime/value/*.c runtime/migrate/*.c runtime/attic/*.c runtime/api/*.c runtime/run/*.c)
no 'no SDL below the host'               "$include""SDL" $(echo "$all" | grep -v '^host/')
no 'no loader outside loader.c'          'dl(open|sym|close) *\(' $(echo "$all" | grep -v "os/library/[a-z]*/loader.c")
no 'no malloc outside the arena'         '\b(malloc|calloc|realloc|strdup|free) *\(' $all
no 'no mutable globals below live'       '^ *static +(unsigned +)?[a-bd-z][A-Za-z_0-9]*[ *]+[a-z_A-Z0-9]+(\[[^]]*\])*( *=|;)' $below_run
no 'no Python'                           'python' $all Makefile
no 'includes are written from the root'  "$include"'"[^/"]*"' $(echo "$all" | grep -v '^game/')

# Only these folders ask the operating system. Other files include headers of standard C, of eddie and of other libraries.
system_folders='runtime/os/[a-z_]+/(posix|linux|macos|windows)/'
portable='(assert|ctype|errno|float|inttypes|limits|math|std[a-z]+|string|[a-z]mmintrin|xxhash|SDL[A-Za-z0-9_]*|clang-c/Index)\.h'
echo "$all" | grep -vE "^$system_folders" | xargs grep -E '^ *# *include *<' /dev/null | grep -vE "<$portable>" >"$T/wrong"
if [ -s "$T/wrong" ]; then echo 'FAIL no header of the system outside the system layer'; cat "$T/wrong"; failed=$((failed + 1))
else echo 'ok no header of the system outside the system layer'; passed=$((passed + 1)); fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
