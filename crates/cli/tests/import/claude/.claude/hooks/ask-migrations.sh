#!/bin/bash
path=$(jq -r '.tool_input.file_path // empty')
if [[ $path == */migrations/* ]]; then
  jq -n '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "ask", permissionDecisionReason: "a migration: look at it first"}}'
fi
