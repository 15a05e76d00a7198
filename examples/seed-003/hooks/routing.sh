#!/bin/sh
# gate/routing: nobody deploys before the functional tester has passed it on.
cat > /dev/null
if [ -e .collective/functional-tester.passed ]; then
    echo '{ "decision": "allow" }'
else
    echo '{ "decision": "block", "reason": "the functional tester goes first: use the functional-tester subagent" }'
fi
