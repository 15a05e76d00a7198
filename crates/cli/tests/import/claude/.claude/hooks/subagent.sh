#!/bin/sh
jq -r '"\(.agent_type) ended"' >> "$CLAUDE_PROJECT_DIR/agents.log"
