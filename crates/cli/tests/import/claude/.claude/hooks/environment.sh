#!/bin/sh
cat >/dev/null
if [ -z "$TEAM_MODE" ]; then exit 0; fi
echo "team mode is $TEAM_MODE in $(basename "$CLAUDE_PROJECT_DIR")" >&2
exit 2
