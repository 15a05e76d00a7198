# How Agents Navigate Hooks: the self-correction loop, progressive learning, and the escalation to a human.

on branch story-1-2

# Self-Correction Loop
bash git push --force origin main
    denied
    | ❌ bash-guard.js BLOCKED
    | Command: git push --force origin main
    | Reason: Force push to main/master is prohibited
    | Safe alternative: Use 'git push' or create feature branch
bash git checkout -b feature/story-1-2
    goes on
bash git push -u origin feature/story-1-2
    left to the host

# Progressive Learning, and Escalation to Human
an orchestrator runs story set 1.2 --phase dev-story
    Working on 1.2
write docs/notes.md: what was learned
    goes on
bash git push --force origin main
    denied by Force push to main/master is prohibited
bash git push --force origin main
    denied
    | ❌ bash-guard.js BLOCKED again: git push --force origin main
    | Reminder: Force push to main/master is prohibited. Adjust the approach, do not retry it.
bash git push --force origin main
    denied by bash-guard.js has blocked 3 attempts in a row: hookward allow-once
bash git push --force origin main
    denied
    | ⚠️ Story 1.2 Blocked by Hook Violations
    | Hook: bash-guard.js
    | Violations: 4 attempts to run 'git push --force origin main'
    |
    | Options:
    |   a) Manual fix (human intervention)
    |   b) Override hook (not recommended)
    |   c) Skip story
    | Blocked: a person decides now, by hookward blocked. Do not try again.
an orchestrator runs blocked --json
    "rule":"security/forced-push"
    "story":"1.2"
    "strikes":4
an orchestrator runs status --json
    "state":"blocked"
bash hookward resolve s1 override
    denied by bash-guard.js
a person runs resolve s1 skip
    Resolved.
an orchestrator runs status --json
    "state":"in-progress"

# What a person lets pass once passes once.
bash rm -rf ~
    denied by bash-guard.js BLOCKED
bash rm -rf ~
    denied by bash-guard.js: Reminder
bash rm -rf ~
    denied by bash-guard.js: hookward allow-once
a person allows it once
bash rm -rf ~
    left to the host
bash rm -rf ~
    denied by bash-guard.js

# Integration with Orchestrator: the example flow, as far as gates are concerned.
write backend/functions/save-url/handler.ts: export {};
    denied by tdd-guard.js BLOCKED
write backend/functions/save-url/handler.test.ts: test.todo('saves');
    goes on
write backend/functions/save-url/handler.ts 'import "@ai-learning-hub/logging";\nimport "@ai-learning-hub/middleware";\n'
    goes on
an orchestrator runs story set 1.2 --state ready-for-review
    Working on 1.2
an orchestrator runs status --json
    "state":"ready-for-review"

# Progressive Learning: the same pattern in another file is reminded of in fewer words.
write shared/db/src/client.ts: export {};
    denied by tdd-guard.js BLOCKED: Missing test file: shared/db/src/client.test.ts
write shared/db/src/keys.ts: export {};
    denied
    | ❌ tdd-guard.js BLOCKED again: shared/db/src/keys.ts
    | Reminder: shared/db/src/keys.test.ts does not exist yet. Adjust the approach, do not retry it.

# The same of a file, which is not run.
write CLAUDE.md: one
    denied by file-guard.js BLOCKED: CLAUDE.md is human-owned
write CLAUDE.md: two
    denied by file-guard.js BLOCKED again
write CLAUDE.md: three
    denied by hookward allow-once
write CLAUDE.md: four
    denied by 4 attempts to write 'CLAUDE.md'
