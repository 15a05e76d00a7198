#!/bin/sh
cat >/dev/null
. "$(dirname "$0")/words.txt"
[ "$WORD" = open ] || { echo "the word is $WORD" >&2; exit 2; }
