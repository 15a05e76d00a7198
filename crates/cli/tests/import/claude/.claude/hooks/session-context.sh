#!/bin/sh
cat >/dev/null
echo "Branch: $(git rev-parse --abbrev-ref HEAD 2>/dev/null || echo none)"
echo "Conventions: see CONTRIBUTING.md"
