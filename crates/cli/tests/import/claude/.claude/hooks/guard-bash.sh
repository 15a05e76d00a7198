#!/bin/sh
# Dangerous commands never run.
command=$(jq -r '.tool_input.command // empty')
if echo "$command" | grep -qE 'rm\s+-(rf|fr)'; then
  echo "Blocked: recursive deletion is for people" >&2
  exit 2
fi
if echo "$command" | grep -qE 'git\s+push\s+.*--force'; then
  echo "Blocked: never force a push" >&2
  exit 2
fi
exit 0
