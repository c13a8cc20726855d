#!/bin/sh
# Draws a picture with Stella, without a display: ./stella.sh CARTRIDGE COMMANDS OUT.png
# COMMANDS is a file with commands of Stella's debugger, such as "frame #60" or "joy0Up 0" (0 is held, 1 let go).
# Memory, TIA and CPU begin with random values, so that nothing can depend on them.
#
# Stella draws its picture only after its script has run, so that the command to save it is typed by xdotool.
set -eu
cartridge=$(realpath "$1") commands=$(realpath "$2") out=$3

for tool in stella Xvfb xdotool; do
    command -v $tool >/dev/null || missing="${missing:-}$tool "
done
if [ -n "${missing:-}" ]; then
    echo "${missing}is missing. Debian and Ubuntu have these as packages: apt-get install stella xvfb xdotool" >&2
    exit 3
fi

folder=$(mktemp -d)
stop() {
    kill ${stella:-} ${display:-} 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap stop EXIT
mkdir "$folder/base" "$folder/pictures"
cp "$cartridge" "$folder/game.a26"
cp "$commands" "$folder/base/autoexec.script"

Xvfb -displayfd 3 -screen 0 1600x1200x24 3>"$folder/number" >"$folder/xvfb.log" 2>&1 &
display=$!
waited=0
until [ -s "$folder/number" ]; do
    waited=$((waited + 1))
    [ $waited -le 100 ] || { echo "Xvfb did not start" >&2; exit 1; }
    sleep 0.1
done
export DISPLAY=:$(cat "$folder/number") XDG_RUNTIME_DIR="$folder" SDL_VIDEODRIVER=x11 SDL_AUDIODRIVER=dummy

stella -basedir "$folder/base" -userdir "$folder/base" -snapsavedir "$folder/pictures" -video software -audio.enabled 0 \
    -plr.ramrandom 1 -plr.tiarandom 1 -plr.cpurandom SAXYP -exitlauncher 0 -confirmexit 0 -debug "$folder/game.a26" \
    >"$folder/stella.log" 2>&1 &
stella=$!
tries=0
until ls "$folder"/pictures/*.png >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 12 ] || ! kill -0 $stella 2>/dev/null; then
        echo "Stella saved no picture" >&2
        cat "$folder/stella.log" >&2
        exit 1
    fi
    sleep 2
    # What an earlier try has left on the line is sent off first.
    xdotool key Return type --delay 40 saveSnap
    xdotool key Return
    sleep 1
done
# It may still be being written, and a slow machine saves the same picture twice.
sleep 1
set -- "$folder"/pictures/*.png
cp "$1" "$out"
