# What only a person may say: one call passes once, a gate is skipped, everything is paused.

policy
    [rules]
    "gate/missing-evidence" = "enforce"

on branch feature/x
bash cat .env
    denied by security/secret-read: allow-once
bash hookward allow-once 00000000
    denied by security/guard-tampering
bash cat .env
    denied by security/secret-read
a person allows it once
# Nothing but this very call.
bash cat .env | cat
    denied by security/secret-read
bash cat .env
    goes on
bash cat .env
    denied by security/secret-read

# Of a file that is written, the content is part of the call.
write .env
    denied by security/protected-file
a person allows it once
write .env with something else
    denied by security/protected-file

# A gate is skipped.
write src/a.ts
    goes on
bash git add src && git commit -m a
    denied by gate/missing-evidence
bash hookward skip gate/missing-evidence
    denied by security/guard-tampering
a person runs skip gate/missing-evidence --for 5m
    off until
a session starts
    switched gate/missing-evidence off until
bash git add src && git commit -m a
    goes on
a person runs skip gate/missing-evidence --for 0s
    on again
bash git commit --allow-empty -m b
    denied by gate/missing-evidence

# Everything is paused, but for what would make the pause longer.
bash hookward pause 10m
    denied by security/guard-tampering
a person runs pause 10m
    off until
a session starts
    switched everything but the journal off until
bash cat .env
    goes on
bash git commit --allow-empty -m b
    goes on
bash hookward pause 10m
    denied by security/guard-tampering
bash echo '[]' > ~/.local/state/hookward/leave.json
    denied by security/protected-file
a person runs pause 0s
    on again
bash cat .env
    denied by security/secret-read

# A gate is skipped in one session, which is not this one, and then in this one.
a person runs skip gate/missing-evidence --for 5m --session other
    off until
bash git commit --allow-empty -m c
    denied by gate/missing-evidence
a person runs skip gate/missing-evidence --for 5m --session s1
    off until
bash git commit --allow-empty -m c
    goes on
