#!/bin/bash
# A hook of one's own, as the document writes them: the payload on standard input, exit 0 or 2.
read -r payload
if [ -e RELEASE_FREEZE ]; then
    echo "Blocked: no releases while RELEASE_FREEZE is there"
    exit 2
fi
echo "remember the changelog"
exit 0
