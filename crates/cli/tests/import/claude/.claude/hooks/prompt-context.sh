#!/bin/sh
jq -r .prompt | grep -qi deploy && echo "Deployments are frozen until Monday."
exit 0
