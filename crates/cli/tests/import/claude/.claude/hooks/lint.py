#!/usr/bin/env python3
import json
import shutil
import subprocess
import sys

event = json.load(sys.stdin)
path = event["tool_input"].get("file_path", "")
if shutil.which("ruff"):
    subprocess.run(["ruff", "check", path], check=False, stdout=subprocess.DEVNULL)
if path.endswith("bad.py"):
    print("bad.py:1: undefined name", file=sys.stderr)
    sys.exit(2)
