#!/usr/bin/env bash
set -eu

# rm -rf / stands in a comment
clean() {
	rm -rf "$OUT/"
}

echo "größer" && cat .env
if [ -d dist ]; then
    sudo rm -rf src
fi
