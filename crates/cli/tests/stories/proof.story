# A person sees it work before it is committed.

policy
    [rules]
    "gate/unverified-work" = "enforce"

on branch feature/x
write src/a.ts
    goes on
bash git add -A && git commit -m a
    denied by gate/unverified-work
bash hookward verify
    denied by security/guard-tampering
a person verifies
bash git add -A && git commit -m a
    goes on
write src/a.ts again
    goes on
bash git commit -am b
    denied by gate/unverified-work
