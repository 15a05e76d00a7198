#!/usr/bin/env node
const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));
if (/\/docs\//.test(input.tool_input.file_path || '')) {
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', permissionDecisionReason: 'documents are free' } }));
}
