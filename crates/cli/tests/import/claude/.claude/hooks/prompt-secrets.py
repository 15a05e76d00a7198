#!/usr/bin/env python3
import json
import sys

prompt = json.load(sys.stdin)["prompt"]
if "password=" in prompt:
    print(json.dumps({"decision": "block", "reason": "there is a password in the prompt"}))
