#!/bin/sh
# {id}: say here what it is for.
#
# The event comes as one line of JSON on standard input; some of it also as variables, such as HOOK_TOOL_INPUT (the tool's
# input as JSON), HOOKWARD_ROLE (the agent's role) and CLAUDE_PROJECT_DIR. Exit 0 goes on, and what is printed is told to the
# model; exit 2 objects with what is printed; everything else is a failure. An answer in JSON can say more.
cat > /dev/null

case $HOOK_TOOL_INPUT in
*'"example-{name} deploy '*)
    echo "say here why not, and what to do instead"
    exit 2
    ;;
esac
