#!/bin/sh
jq -r '.tool_input.command // empty' >> "$CLAUDE_PROJECT_DIR/commands.log"
