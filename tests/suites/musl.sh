#!/bin/bash
# Runs the tests of eddie with the C library musl: `make check-musl` builds them first. The argument is the build folder.
B=${1:-build/musl}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
. tests/lib/checks.sh
. tests/lib/other_libc.sh
config="cc = musl-gcc
early = none
"      # tcc would use glibc
here() { CC=musl-gcc sh -c "$1" >"$T/out" 2>&1 </dev/null; }
left_out=$(sed '/^#/d; /:$/d' tests/musl/left_out.txt | xargs)
run_tests here $left_out
total
