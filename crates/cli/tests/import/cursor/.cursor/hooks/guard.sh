#!/bin/sh
command=$(jq -r .command)
case "$command" in
  *"git push --force"*) echo '{"permission": "deny", "user_message": "a forced push", "agent_message": "never force a push"}' ;;
  *deploy*) echo '{"permission": "ask", "user_message": "a deployment"}' ;;
  *) echo '{"permission": "allow"}' ;;
esac
