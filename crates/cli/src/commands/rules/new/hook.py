#!/usr/bin/env python3
# {id}: say here what it is for.
#
# The event comes as one line of JSON on standard input. Exit 0 goes on, and what is printed is told to the model; exit 2
# objects with what is printed; everything else is a failure. An answer in JSON can say more.
import json
import sys

event = json.load(sys.stdin)
command = event["tool_input"].get("command", "")

if command.startswith("example-{name} deploy "):
    print("say here why not, and what to do instead")
    sys.exit(2)
