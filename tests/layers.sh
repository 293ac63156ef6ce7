#!/bin/sh
# The arrows between the folders: who may include whom. Data flows one way.
passed=0 failed=0
no() { # words, pattern, files…
    what=$1 pattern=$2
    shift 2
    found=$(grep -nE "$pattern" "$@" /dev/null 2>/dev/null)
    if [ -z "$found" ]; then echo "ok $what"; passed=$((passed + 1))
    else echo "FAIL $what"; echo "$found"; failed=$((failed + 1)); fi
}
include='^ *# *include *[<"]'
core=$(ls runtime/*.[ch] runtime/snapshot/*.[ch] runtime/migrate/*.[ch]) os=$(ls runtime/os/*.[ch]) live=$(ls runtime/live/*.[ch]) codegen=$(ls codegen/*.[ch])
game=$(ls game/*.[ch]) host=$(ls host/*.[ch])
no 'runtime sees only itself'            "$include(host|game|codegen|gen|tests|build)/" $core $os $live
no 'the core of runtime is below live'   "$include""runtime/live/" $core $os
no 'the core of runtime is below os'       "$include""runtime/os/" $core
no 'reading a snapshot is below migration'  "$include""runtime/(migrate/|plan|match)" $(ls runtime/snapshot/*.[ch])
# These write what the runtime reads, by the runtime's own writer, so that both agree to the byte.
writers='codegen/snapshot.c codegen/pack_default.c'
base=$(echo "$codegen" | grep -vxE 'codegen/(snapshot|pack_default)\.c')
only() { # words, the headers of runtime that may be seen, files…
    what=$1 allowed=$2
    shift 2
    found=$(grep -nE "$include" "$@" /dev/null | grep -vE "<|\"(codegen/[a-z_]+|runtime/($allowed))\.h\"")
    if [ -z "$found" ]; then echo "ok $what"; passed=$((passed + 1))
    else echo "FAIL $what"; echo "$found"; failed=$((failed + 1)); fi
}
only 'codegen needs only the base'       'arena|base|err|limits|member|pool|str|types|unit|os/target' $base
only 'and of the rest the document'      'arena|base|err|str|types|unit|pack|preset|snapshot|write' $writers
only 'the system layer needs only the base' 'arena|base|err|str|os/[a-z_]+' $os
no 'game never sees host or live'        "$include(host|codegen|tests|build|runtime/(live|os))/" $game
no 'host sees neither game nor gen'      "$include(game|gen|codegen|tests|build)/" $host
no 'no SDL below the host'               "$include""SDL" $core $os $live $codegen $game
no 'no loader outside library.c'         'dl(open|sym|close) *\(' $(ls runtime/*.c runtime/*/*.c host/*.c game/*.c codegen/*.c | grep -v live/library.c)
no 'no malloc outside the arena'         '\b(malloc|calloc|realloc|strdup|free) *\(' $core $os $live $codegen $game $host
no 'the core keeps no mutable globals'   '^ *static +(unsigned +)?[a-bd-z][A-Za-z_0-9]*[ *]+[a-z_A-Z0-9]+(\[[^]]*\])*( *=|;)' $(ls runtime/*.c runtime/snapshot/*.c runtime/migrate/*.c)
no 'no Python'                           'python' $core $os $live $codegen $game $host Makefile
no 'includes are written from the root'  "$include"'"[^/"]*"' $core $os $live $codegen $host
echo "$passed passed, $failed failed"
[ $failed = 0 ]
