#!/bin/bash
# Makes docs/live.webp: a fight of Last Ember, the edits of a struct and of the code that are made
# meanwhile, and what the host says to each. Nothing in it is faked: a host without a window plays a
# copy of the project. The edits are saved there, and the strip below the picture shows what the
# host answered.
# Needs ImageMagick, but no display. The argument is the build folder, by default build.
# OUT=FILE writes to FILE instead of docs/live.webp. PICTURES=N makes N pictures of each scene, for
# a quick test. KEEP=FOLDER copies the single pictures to a folder (an absolute path).
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
B=$(cd "${1:-$ROOT/build}" && pwd)
OUT=$(realpath "${OUT:-$ROOT/docs/live.webp}")
if ! command -v convert >/dev/null; then
    echo 'ImageMagick is missing: apt-get install imagemagick' >&2
    exit 1
fi
T=$(mktemp -d) host=
trap '[ -z "$host" ] || kill $host 2>/dev/null || true; rm -rf "$T"' EXIT
unset DISPLAY WAYLAND_DISPLAY MAKEFLAGS MAKELEVEL
export NO_COLOR=1

FRAME_UPDATES=5                       # 12 pictures a second
WIDTH=640 STRIP=112
FONT=/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf
BACK='#14161c' FAINT='#7d8590' CODE='#d0d4da' ADDED='#7ee08a' MESSAGE='#5fd3bc'

cd "$ROOT"
. tests/lib/checks.sh
copy_game "$T"
cd "$T"
# The fight behind the title, without the title.
sed -i 's/if (view.game->mode == Mode_TITLE) draw_title(&view);/(void)draw_title;/' game/main.c
build_game

coproc HOST { exec "$B/eddie" --headless --no-watch --seed 5 --script - 2>&1; }
host=$HOST_PID
ask() { # leaves the answer's text in $answer
    echo "$1" >&"${HOST[1]}"
    while IFS= read -r -t 60 answer <&"${HOST[0]}"; do
        case $answer in
        'ok'*)    answer=${answer#ok}; answer=${answer# }; return ;;
        'error'*) break ;;
        esac
    done
    echo "docs/animation.sh: $1: $answer" >&2
    exit 1
}

# --- the strip below the picture ------------------------------------------------------------------
strip() { # file that is edited, the line before, the line that is typed, what was printed
    convert -size ${WIDTH}x$STRIP "xc:$BACK" -font "$FONT" -pointsize 12 \
        -fill "$FAINT" -annotate +12+22 "$1" \
        -fill "$CODE"  -annotate +12+44 "${2#    }" \
        -fill "$ADDED" -annotate +12+64 "${3#    }" \
        -fill "$MESSAGE"  -annotate +12+88 "$(printf '%s' "$4" | fold -s -w 84)" strip.png
}
frames=0
play() { # pictures
    for _ in $(seq "${PICTURES:-$1}"); do
        ask "step $FRAME_UPDATES"
        ask 'shot shot.png'
        convert shot.png -resize $WIDTH strip.png -append "$(printf 'frame-%03d.png' $frames)"
        frames=$((frames + 1))
    done
}
edit() { # file, the line before, the line that is typed, sed script that saves it, [files to edit]
    for part in 3 2 1; do
        strip "$1" "$2" "${3:0:$((${#3} * (4 - part) / 4))}" ''
        play 2
    done
    strip "$1" "$2" "$3" ''
    play 3
    sed -i "$4" ${5:-$1}
    ask reload
    answer=${answer%; compiled}
    strip "$1" "$2" "$3" "$answer"
}

# ImageMagick 6 leaves the last frame out of the size in the file's head, and strict readers then
# refuse the file.
set_riff_size() { # file
    local size=$(($(stat -c %s "$1") - 8))
    printf "$(printf '\\x%02x' $((size & 255)) $((size >> 8 & 255)) $((size >> 16 & 255)) $((size >> 24)))" |
        dd of="$1" bs=1 seek=4 conv=notrunc status=none
}

ask 'step 900'
HP='    f32       hp = 20;'
strip schema/actors.def "$HP" '' ''
play 6
SHIELD='    f32       shield = 25;'
edit schema/actors.def "$HP" "$SHIELD" "/^struct Enemy /,/^}/s/^    f32 *hp = .*/&\n$SHIELD/"
play 9
RING='    ed_draw_circle_outline(view->draw, at.x, at.y, radius + enemy->shield / 3, 3, 0x66d9ffff);'
edit game/draw_actors.c '    draw_health(view, enemy, radius);' \
    "$RING" "s|^    draw_health(view, enemy, radius);|&\n$RING|"
play 14
ARMOR='    f32       armor [[was(shield)]] = 25;'
edit 'schema/actors.def, and enemy->armor in game/draw_actors.c' "$HP" "$ARMOR" \
    "s/^$SHIELD/$ARMOR/; s/enemy->shield/enemy->armor/" 'schema/actors.def game/draw_actors.c'
play 16
echo quit >&"${HOST[1]}"
wait "$host"
host=
convert -delay 8 -loop 0 frame-*.png +repage -quality 42 -define webp:method=3 live.webp
set_riff_size live.webp
cp live.webp "$OUT"
[ -z "${KEEP-}" ] || cp frame-*.png "$KEEP"
echo "$OUT: $frames pictures, $(stat -c %s live.webp) bytes"
