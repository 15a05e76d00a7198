# Test-Driven Handoff Hook, PreCompact Hook, SubagentStart Hook: the document's diagrams, arrow by arrow.

on branch feature/x

the file composer.json
    {"require": {"drupal/core-recommended": "^11.1"}}

the file package.json
    {"scripts": {"test": "vitest run"}}

the file .claude-collective/DECISION.md
    Route before you act.

# SessionStart: load-behavioral-system
the session starts: startup
    told: .claude-collective/DECISION.md:
    told: Route before you act.

# SubagentStart: in the registry or not, the agent goes on
subagent unit-testing-agent starts
    told: what was learned before: .claude/agent-memory/unit-testing-agent/
    told: made of: Drupal ^11.1
subagent unit-test-agent starts
    told: no agent is named unit-test-agent here

# TDD Checkpoint: token, state contract, tests
subagent module-development-agent stops: The module is there.
    silence
subagent module-development-agent stops: COLLECTIVE_HANDOFF_READY
    held: there is no state in JSON to hand on
    held: use the module-development-agent subagent again
subagent module-development-agent stops: COLLECTIVE_HANDOFF_READY\n```json\n{"task": "cart"}\n```
    held: files is missing
subagent module-development-agent stops: COLLECTIVE_HANDOFF_READY\n```json\n{"task": "cart", "files": ["cart.module"]}\n```
    silence
tools
    tests npm fails: FAIL  1 of 3 tests
subagent module-development-agent stops: COLLECTIVE_HANDOFF_READY\n```json\n{"task": "cart", "files": ["cart.module"]}\n```
    held: tests failed
    held: 1 of 3 tests
tools
    tests npm passes

# Handoff Pattern Detection, with Unicode dashes
subagent module-development-agent stops: Use the unit‑testing‑agent subagent to test the cart.
    held: execute next: Use the unit-testing-agent subagent to test the cart
subagent module-development-agent stops: Use the cart-agent subagent to test the cart.
    told: no agent has that name here

subagent module-development-agent stops: Do not use the unit-testing-agent subagent to test the cart.
    silence
subagent module-development-agent stops: The cart is implemented.
    held: execute next: Use the workflow-agent subagent to decide what comes next
subagent research-agent stops: The research is done.
    silence

# Orchestrator Phase Checkpoint
subagent workflow-agent stops: ORCHESTRATION STATUS: all agents COMPLETED
    held: Use the tdd-validation-agent subagent to validate the phase
subagent workflow-agent stops: All tasks successfully completed
    held: Use the tdd-validation-agent subagent
subagent workflow-agent stops: Phase 2 has been completed.
    held: Use the tdd-validation-agent subagent
subagent tdd-validation-agent stops: Phase 2 has been completed.
    silence
subagent workflow-agent stops: Phase 2 is under way.
    silence

# PostToolUse: semantic-docs-update-hook
the agent has written web/modules/custom/cart/cart.module
    silence
stop: The cart is there.
    told: web/modules/custom/** was changed and docs/semantic/** was not
prompt: go on
    told: docs/semantic/** was not

# PreCompact, then SessionStart: recovered, injected, deleted
subagent drupal-architect starts
    told: last handoff: workflow-agent says that a phase is complete
the conversation is compacted
    silence
the session starts: compact
    told: active agent: drupal-architect
    told: last handoff: workflow-agent says that a phase is complete
the session starts: compact
    not told: active agent
