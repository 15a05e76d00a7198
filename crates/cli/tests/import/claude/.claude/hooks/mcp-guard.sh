#!/bin/sh
tool=$(jq -r .tool_name)
case "$tool" in
  *__delete_*) echo "$tool: no deleting through servers" >&2; exit 2 ;;
esac
