# What the benchmarks of saves share: times, medians, edits, and a running game that prints its reloads (blink.c).
# The caller sets host= and kills the process $host when it ends.
FLAGS="-std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -g -pipe -O0 -fPIC -fvisibility=hidden"
cores=$(nproc)

# Sets $now without starting a process.
take_us() { now=${EPOCHREALTIME/[.,]/}; }
passed_ms() { take_us; echo $(((now - start + 500) / 1000)); }
median()  { sort -n "$1" | awk '{ all[NR] = $1 } END { if (NR) printf "%.0f", all[int((NR + 1) / 2)]; else printf "-" }'; }
median1() { sort -n "$1" | awk '{ all[NR] = $1 } END { if (NR) printf "%.1f", all[int((NR + 1) / 2)]; else printf "-" }'; }
ratio()   { awk -v a="$1" -v b="$2" 'BEGIN { if (a + 0 > 0 && b + 0 > 0) printf "%.2f", a / b; else printf "-" }'; }
# The time starts when the file is written. The new text is computed before that, as a user types before a save.
replace() { local text; text=$(sed "$1" "$2") && take_us && start=$now && printf '%s\n' "$text" >"$2"; }

# Compiles blink.c with the libraries of a build folder.
make_blink() { # build folder, output
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 "-I$(dirname "$1")" tests/bench/blink.c "$1/libeddie_live.a" "$1/libeddie.a" -lm -ldl -pthread -o "$2"
}
# Starts the game of the current folder with that program.
play() { # blink, further arguments
    coproc HOST { exec "$1" build/game.so "${@:2}" 2>&1; }
    host=$HOST_PID
    read -r -t 60 event trial swap line <&"${HOST[0]}" && [ "$event" = ready ] || { echo "$0: $event $trial $swap $line" >&2; exit 1; }
}
# Waits for a reload by that build, "early" or "full"; others are passed to the function on_reload.
await_reload() {
    while read -r -t 120 event trial swap line <&"${HOST[0]}"; do
        take_us
        case $event in
        building) ;;
        early|full) on_reload; [ "$event" != "$1" ] || return 0 ;;
        *) echo "$0: $event $trial $swap $line" >&2; return 1 ;;
        esac
    done
    return 1
}
stop() { kill "$host"; wait "$host" 2>/dev/null; host=; }
