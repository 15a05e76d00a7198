#!/bin/sh
file=$(jq -r .file_path)
npx prettier --write "$file"
