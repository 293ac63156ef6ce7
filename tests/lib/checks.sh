# Functions that most suites in bash share. They source this file in the root of the tree, before they
# change to another folder. T is a temporary folder of the suite, B the build folder under test. The last
# command of a suite is `total`.
passed=0 failed=0

ok()  { passed=$((passed + 1)); echo "ok $1"; }
bad() { # name, details
    failed=$((failed + 1))
    echo "FAIL $1"
    printf '%s\n' "$2" | head -n 30 | cut -c1-1000 | sed 's/^/    /'
}
same() { # name, the actual text, the expected text
    [ "$2" = "$3" ] && ok "$1" || bad "$1" "$2
is not
$3"
}
holds() { # name, a text, an expected part of it
    case $2 in *"$3"*) ok "$1" ;; *) bad "$1" "$2
lacks
$3" ;; esac
}
until_true() { # seconds, command…: repeats the command until it succeeds or the time is over
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}
# Makes a copy of the demo game, with what is built of it. Runs in the root of the tree. The link is for the record of the
# build, which names the headers of eddie like this.
copy_game() { # folder
    mkdir -p "$1/build" && cp -a game schema "$1" && ln -s "$PWD/runtime" "$1" || return
    for part in early game.so game.so.record gen objects; do
        [ ! -e "build/$part" ] || cp -a "build/$part" "$1/build"
    done
}
build_game() { "$B/eddie-build" --quiet "$@"; }      # in the current folder

# The last line, which tests/run.sh reads, and the exit code.
total() { echo "$passed passed, $failed failed"; [ $failed = 0 ]; }

# --- a host in script mode ------------------------------------------------------------------------
host=      # the host's process ID, so that the suite can kill the host when the suite ends
trap : PIPE     # a host that has ended answers nothing; it does not end the suite
begin() { # arguments
    coproc HOST { exec "$B/eddie" --headless --script - "$@" 2>"$T/stderr"; }
    host=$HOST_PID
}
ask() { # command: sets $answer
    echo "$1" >&"${HOST[1]}"
    IFS= read -r -t 120 answer <&"${HOST[0]}" || answer='no answer'
}
end()   { echo quit >&"${HOST[1]}"; wait "$host"; code=$?; host=; }      # sets $code
has()   { holds "$1" "$answer" "$2"; }                                   # name, part of the answer
value() { ask "print $1"; echo "$answer"; }                              # path
