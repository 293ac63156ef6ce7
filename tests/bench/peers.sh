#!/bin/sh
# Adds eddie to the table of another benchmark, next to all formats that it measures. Run from the root of the sources:
#   tests/bench/peers.sh FOLDER [options of its run.sh]
# Environment: PEERS names the folder instead of FOLDER; B is the build folder; ROUNDS is passed on to run.sh.
# FOLDER has that benchmark: build.sh takes the source and flags of a peer as EXTRA, and builds into BUILD; run.sh prints the
# table; peer.h and corpus.h define a peer. Nothing is written to FOLDER.
case ${1-} in ''|-*) ;; *) PEERS=$1; shift ;; esac
B=${B:-build}
if [ ! -x "${PEERS:-}/build.sh" ] || [ ! -x "$PEERS/run.sh" ] || [ ! -f "$PEERS/peer.h" ]; then
    echo "peers.sh needs the folder of the benchmark to take part in, with its build.sh, run.sh and peer.h:" >&2
    echo "  tests/bench/peers.sh FOLDER" >&2
    exit 2
fi
make --no-print-directory -s B="$B" "$B/measure/now.so" "$B/measure/next.so" "$B/libeddie.a" || exit 1
ROOT=$PWD
B=$(cd "$B" && pwd) || exit 1
export BUILD=${BUILD:-$B/peers}
sources=
for name in peer_eddie modules layout_now layout_next sample; do sources="$sources $ROOT/tests/bench/$name.c"; done
EXTRA="$sources -D_GNU_SOURCE -I$ROOT -I$B/measure/now -I$B/measure/next -DBN_FOLDER=\"$B/measure\" $B/libeddie.a -lm -ldl" \
    "$PEERS/build.sh" || exit 1
exec "$PEERS/run.sh" "$@"
