#!/bin/sh
jq -r .message >> "$CLAUDE_PROJECT_DIR/notified.log"
