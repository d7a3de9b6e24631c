#!/bin/sh
# Makes the codes beside it with the program qrencode, two characters a module, `##` dark, without a quiet zone. The
# program zbarimg has to read every one as the text it was made from. Run once; the tests never run this.
set -eu
cd "$(dirname "$0")"
while IFS='	' read -r name text; do
    qrencode -t ASCII -l L -m 0 -o "$name.txt" "$text"
    qrencode -t PNG -l L -m 4 -s 8 -o - "$text" | zbarimg -q --raw - | head -n 1 | grep -qxF "$text"
done <texts.tsv
