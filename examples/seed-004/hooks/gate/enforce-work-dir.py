#!/usr/bin/env python3
# gate/work-dir: whoever carries out a plan writes below RALPH_WORK_DIR; the plan, its progress and its findings are free.
import json
import os
import sys

work = os.environ.get("RALPH_WORK_DIR")
path = json.load(sys.stdin)["tool_input"].get("file_path", "")
root = os.environ["CLAUDE_PROJECT_DIR"]

if work and path:
    below = os.path.relpath(os.path.join(root, path), root)
    inside = os.path.relpath(os.path.join(root, work), root)
    if not below.startswith((inside + os.sep, "docs" + os.sep + "plans" + os.sep)):
        print(f"{below} lies outside of the work directory {inside}")
        print("Write below it, or note what is needed in the findings of the plan.")
        sys.exit(2)
