# Hook Response Types: allow, block, warn and fail, by an own hook of the policy; and an answer that cannot be read.

on branch feature/x

hooks
    gate/routing says { "decision": "allow" }
bash drush deploy
    approved
hooks
    gate/routing says { "decision": "block", "reason": "the functional tester goes first" }
bash drush deploy
    denied by gate/routing: the functional tester goes first
hooks
    gate/routing says { "decision": "warn", "message": "nobody has looked at it yet" }
bash drush deploy
    goes on
hooks
    gate/routing says { "decision": "fail", "error": "the contract is missing" }
bash drush deploy
    denied by gate/routing: the contract is missing

# What cannot be read, and what takes too long, closes a gate.
hooks
    gate/routing says { "decision": "blo
bash drush deploy
    denied by gate/routing: begins like JSON
hooks
    gate/routing takes too long
bash drush deploy
    denied by gate/routing: no answer

# The matcher: only what it names, and only for whom.
as theme-development-agent: bash drush deploy
    denied by gate/routing
as researcher: bash drush deploy
    goes on
    gate/routing is not asked
bash drush status
    goes on
    gate/routing is not asked
