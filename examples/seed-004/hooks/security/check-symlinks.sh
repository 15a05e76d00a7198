#!/bin/sh
# security/symlinked-scripts: what lies in scripts/ and hooks/ is what it says, and no link to something else.
cat > /dev/null
linked=$(find scripts hooks -type l 2> /dev/null)
if [ -n "$linked" ]; then
    echo "a script may be no link to something else"
    echo "$linked"
    exit 2
fi
