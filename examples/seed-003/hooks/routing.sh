#!/bin/sh
# gate/routing: nobody deploys before the functional testing agent has passed it on.
cat > /dev/null
if [ -e .collective/functional-testing-agent.passed ]; then
    echo '{ "decision": "allow" }'
else
    echo '{ "decision": "block", "reason": "the functional testing agent goes first: use the functional-testing-agent subagent" }'
fi
