#!/bin/sh
# feedback/unnamed-item: a commit says which item of the plan it carries out.
cat > /dev/null
case $HOOK_TOOL_INPUT in
*plan:*) ;;
*) echo "Name the item of the plan in the message, as in 'plan: the cart'." ;;
esac
