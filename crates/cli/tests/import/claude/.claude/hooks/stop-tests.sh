#!/bin/bash
input=$(cat)
[ "$(echo "$input" | jq -r .stop_hook_active)" = true ] && exit 0
if [ -f failing ]; then
  echo "tests fail: go on" >&2
  exit 2
fi
[ -f package.json ] && npm test >/dev/null 2>&1
exit 0
