#!/usr/bin/env python3
"""Files that agents leave alone."""
import json
import sys

PROTECTED = [".env", "package-lock.json", ".git/"]

path = json.load(sys.stdin).get("tool_input", {}).get("file_path", "")
for name in PROTECTED:
    if name in path:
        print(f"{path} is protected ({name})", file=sys.stderr)
        sys.exit(2)
