#!/usr/bin/env node
const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const command = input.tool_input.command || '';
const risky = [/npm\s+publish/, /terraform\s+destroy/];
if (risky.some((pattern) => pattern.test(command))) {
  console.log(JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'deployments go through the pipeline',
    },
  }));
}
