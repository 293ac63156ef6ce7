#!/bin/sh
# Every promise in docs/security.md has a test: each line of its tables names tests, and they exist.
# A test is TEST(name) in a C file, a function name() or a check name in a script, or a golden: bad/name.
doc=docs/security.md
passed=0 failed=0
exists() {
    case $1 in
    bad/*) [ -f "tests/def/$1.def" ] ;;
    *)     grep -qE "^TEST\($1\)" tests/unit/*.c || grep -qE "^$1\(\)" tests/suites/*.sh || grep -q "^check $1 " tests/suites/*.sh ;;
    esac
}
lines=$(grep -c '^| [^-]' $doc)
promises=$(sed -n 's/^| \([^|]*\) | \([^|]*`[^|]*\) |$/\2/p' $doc)
count=$(printf '%s\n' "$promises" | grep -c .)
# Each table has a line of headings.
tables=$(grep -c '^|--' $doc)
if [ $((count + tables)) = "$lines" ] && [ "$count" -gt 20 ]; then passed=$((passed + 1))
else failed=$((failed + 1)); echo "FAIL $((lines - tables)) promises, $count of them with tests"; fi
for name in $(printf '%s\n' "$promises" | grep -o '`[^`]*`' | tr -d '`' | sort -u); do
    if exists "$name"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL no test $name"; fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
