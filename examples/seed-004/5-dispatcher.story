# Dispatcher Pattern: own hooks in one round with the rules. What they say stands here, so that nothing has to be trusted.

on branch feature/x

hooks
    security/symlinked-scripts exits 2: a script may be no link to something else, and this line goes on and on and this line goes on and on and this line goes on and on and this line goes on and on and this line goes on and on and this line goes on and on and this line goes on and on and this line goes on and on and this line goes on and on
    security/symlinked-scripts exits 2: scripts/run.sh
    gate/work-dir exits 2: src/cart.py lies outside of the work directory work
    feedback/unnamed-item says Name the item of the plan in the message.

# Fails fast: security denies, and feedback is not started. Each line has its budget.
bash git commit --allow-empty -m x
    denied
    | Hookward denied (security/symlinked-scripts): git commit --allow-empty -m x
    | Why: a script may be no link to something else, and this line goes on and on and this line goes on and on and this line goes on and on and this line goes on and on and this line goes on and on and th…
    | scripts/run.sh
    | RETRY (1/3)
    feedback/unnamed-item is not asked

# What a rule denies anyway runs nothing.
bash git commit --allow-empty -m x --no-verify
    denied by security/skipped-hooks
    security/symlinked-scripts is not asked

hooks
    security/symlinked-scripts exits 0
    gate/work-dir exits 2: src/cart.py lies outside of the work directory work
    feedback/unnamed-item says Name the item of the plan in the message.

bash git commit --allow-empty -m x
    goes on, advised by feedback/unnamed-item
    security/symlinked-scripts gets: git commit

# SKIP_GATE=1: no gate and no feedback for these, but security holds in every role.
as reviewer: bash git commit --allow-empty -m x
    goes on
    security/symlinked-scripts gets: git commit
    feedback/unnamed-item is not asked
as researcher: write docs/notes.md: done
    goes on
    gate/work-dir is not asked

# INCLUDE_…=1: a hook that only one role has.
write docs/notes.md: done
    goes on
    gate/work-dir is not asked
as executor: write src/cart.py: total = 1
    denied by gate/work-dir: outside of the work directory
    gate/work-dir gets: "role":"executor"

# A hook that fails: security closes.
hooks
    security/symlinked-scripts exits 7
    feedback/unnamed-item exits 0
bash git commit --allow-empty -m x
    denied by security/symlinked-scripts: failed
hooks
    security/symlinked-scripts takes too long
bash git commit --allow-empty -m x
    denied by security/symlinked-scripts: no answer
