#!/bin/bash
# docs/editors: grammars, messages, the commands of gdb, and every line of its README that can be run.
# Run from the root of the repository; UPDATE=1 rewrites the expected files. Parts whose program is
# missing are skipped, with a message.
set -u
ROOT=$PWD
HERE=tests/editors
VSCODE=$ROOT/docs/editors/vscode
README=$ROOT/docs/editors/README.md
if ! command -v jq >/dev/null; then
    echo 'skipped: jq is not installed'
    echo '0 passed, 0 failed'
    exit 0
fi
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
passed=0 failed=0
make --no-print-directory -s all >/dev/null || exit 1

check() { # name, command…: the command's exit code decides
    local name=$1
    shift
    if "$@" >"$T/said" 2>&1; then
        passed=$((passed + 1))
        echo "ok $name"
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        sed 's/^/    /' "$T/said" | head -30
    fi
}
left_out() { echo "skipped: $1: $2 is not installed"; }      # what, package
same()     { diff "$1" "$2"; }                                    # expected, got
expect()   { # the expected file, the actual file
    [ -z "${UPDATE:-}" ] || cp "$2" "$1"
    same "$1" "$2"
}
block() { # the text of the README's blocks of that language
    awk -v start="\`\`\`$1" '$0 == start { on = 1; next } /^```/ { on = 0 } on' "$README"
}

for part in words vscode messages readme vim gdb clangd; do . "$HERE/$part.sh"; done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
