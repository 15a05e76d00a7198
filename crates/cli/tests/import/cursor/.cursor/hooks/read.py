#!/usr/bin/env python3
import json
import sys

if json.load(sys.stdin)["file_path"].endswith("plans.txt"):
    print("no")
else:
    print(json.dumps({"permission": "allow"}))
