# Execution Order (Session Lifecycle): the session, prompts, subagents and the stop.

on branch feature/x

write MASTER_PLAN.md '# Intent\nA shop.\n## Phase 1: cart\n**Status:** completed\n## Phase 2: checkout\n**Status:** in-progress\n'
    goes on

# SessionStart
the session starts: startup
    told: branch feature/x
    told: MASTER_PLAN.md (1 of 2 done), next: Phase 2: checkout

# UserPromptSubmit
prompt: go on with the checkout
    silence
prompt: When do we MERGE it?
    told: A commit needs tests that passed on these sources
prompt: and merge that as well
    silence
prompt: the emerging pattern
    silence

# SubagentStart, SubagentStop
subagent planner starts
    told: You plan. MASTER_PLAN.md gets an intent
    told: branch: feature/x
subagent planner has written src/cart.ts
    silence
subagent planner stops: All planned.
    told: planner has not written MASTER_PLAN.md, has written src/cart.ts
prompt: go on
    told: planner has not written MASTER_PLAN.md
subagent planer starts
    told: no agent is named planer here; is planner meant?
subagent implementer stops: Checkout is there, all tests pass.
    silence

# Stop: surface.sh, session-summary.sh, forward-motion.sh
bash git reset --hard
    denied by security/discarded-work
write CLAUDE.md: Be quick.
    asked by security/protected-file
the agent has written src/checkout.ts
    silence
stop: The checkout is there.\n\nShould I continue with the next phase?
    told: 1 denied: security/discarded-work (git reset --hard)
    told: 1 asked about: security/protected-file
    told: changed 2 files on feature/x
    told: says what comes next: Phase 2: checkout
stop: We only talked.
    silence

# PreCompact
the conversation is compacted
    silence
the session starts: compact
    told: what was worked on before the conversation was compacted
    told: plan: MASTER_PLAN.md (1 of 2 done), next: Phase 2: checkout
    told: changed in this session: src/cart.ts, src/checkout.ts
the session starts: compact
    not told: what was worked on
