# Hook Catalog 2: the files that file-guard protects, those it escalates, and the words of both example blocks.

on branch feature/story-1-2

# Never Auto-Modify (Human-Owned Files)
write CLAUDE.md: # Rules
    denied
    | ❌ file-guard.js BLOCKED
    | File: CLAUDE.md
    | Reason: CLAUDE.md is human-owned and cannot be modified by agents
    | Action: If user explicitly requests change, ask for confirmation
bash echo "be bold" >> CLAUDE.md
    denied by CLAUDE.md is human-owned
write .claude/settings.json: {}
    denied by file-guard.js BLOCKED
write .env: KEY=1
    denied by file-guard.js
write .env.local: KEY=1
    denied by file-guard.js
bash echo KEY=1 > .env.production
    denied by file-guard.js
write package-lock.json: {}
    denied by file-guard.js
write yarn.lock: x
    denied by file-guard.js
write .gitignore: dist
    denied by file-guard.js

# Allowed .env Variants (Can Edit)
write .env.example: KEY=
    goes on
write .env.sample: KEY=
    goes on
write .env.template: KEY=
    goes on
write .env.schema: KEY=string
    goes on
write .env.defaults: KEY=
    goes on
write .env.test: KEY=
    goes on

# Escalate (Ask Before Modifying)
write infra/lib/api-stack.ts
    the person is asked
    | ⚠️ file-guard.js ESCALATE
    | File: infra/lib/api-stack.ts
    | Reason: Modifications to infra/ affect production. Please confirm changes.
    | Options:
    |   a) Proceed with edit (user approved)
    |   b) Cancel edit
write .github/CODEOWNERS: * @me
    asked by file-guard.js ESCALATE
write .github/workflows/ci.yml: on: push
    asked by file-guard.js ESCALATE
write .claude/hooks/bash-guard.js
    asked by file-guard.js ESCALATE
write _bmad-output/planning-artifacts/architecture.md: # Architecture
    asked by file-guard.js ESCALATE

# Never Auto-Modify (Sensitive Patterns)
# A file is named from the root of the workspace.
write certs/server.pem: x
    denied
    | ❌ file-guard.js BLOCKED
    | File: certs/server.pem
    | Reason: certs/server.pem is a key or certificate
    | Action: tell the person what should change and why; they can do it or allow it
write certs/server.key: x
    denied by file-guard.js
write config/credentials.json: {}
    denied by file-guard.js
write config/secrets.yaml: a: b
    denied by file-guard.js
write config/passwords.txt: x
    denied by file-guard.js
