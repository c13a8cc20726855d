#!/bin/sh
# Builds magpie.a26 from magpie.asm. Usage: ./build.sh [OUT]; the default is the committed file.
set -eu
cd "$(dirname "$0")"
out=${1:-../datasets/magpie.a26}
if ! command -v dasm >/dev/null; then
    echo "dasm is missing. Debian and Ubuntu have it as a package: apt-get install dasm" >&2
    exit 1
fi
dasm magpie.asm -f3 -o"$out" ${2:+-l"$2"}
test "$(wc -c <"$out")" -eq 4096 || { echo "$out does not have 4096 bytes" >&2; exit 1; }
