#!/bin/sh
file=$(jq -r '.tool_input.file_path // empty')
echo "formatted $file" >> "$CLAUDE_PROJECT_DIR/format.log"
[ -x node_modules/.bin/prettier ] || exit 0
npx prettier --write "$file" >/dev/null
