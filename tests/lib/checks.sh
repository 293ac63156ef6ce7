# What the suites count and ask with. Each reads it in bash, from the root of the tree, before it
# goes elsewhere. T is a folder of the suite's own, B that of the host under test; `total` ends it.
passed=0 failed=0

ok()  { passed=$((passed + 1)); echo "ok $1"; }
bad() { # words, what shows it
    failed=$((failed + 1))
    echo "FAIL $1"
    printf '%s\n' "$2" | head -n 30 | cut -c1-1000 | sed 's/^/    /'
}
same() { # words, what it is, what it has to be
    [ "$2" = "$3" ] && ok "$1" || bad "$1" "$2
is not
$3"
}
holds() { # words, a text, a part of it
    case $2 in *"$3"*) ok "$1" ;; *) bad "$1" "$2
lacks
$3" ;; esac
}
# The last line, which tests/run.sh reads, and the exit code.
total() { echo "$passed passed, $failed failed"; [ $failed = 0 ]; }

# --- a host in script mode ------------------------------------------------------------------------
host=      # its process, for the suite to end if it ends early
begin() { # arguments
    coproc HOST { exec "$B/eddie" --headless --script - "$@" 2>"$T/stderr"; }
    host=$HOST_PID
}
ask() { # command: leaves $answer
    echo "$1" >&"${HOST[1]}"
    IFS= read -r -t 120 answer <&"${HOST[0]}" || answer='no answer'
}
end()   { echo quit >&"${HOST[1]}"; wait "$host"; code=$?; host=; }      # leaves its exit code
has()   { holds "$1" "$answer" "$2"; }                                   # words, part of the answer
value() { ask "print $1"; echo "$answer"; }                              # path
