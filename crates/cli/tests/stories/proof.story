# A person sees it work before it is committed, and says so at a terminal or in a prompt of their own.

policy
    [rules]
    "gate/unverified-work" = "enforce"
    [gate.unverified-work]
    phrases = ["verified", "looks good"]

on branch feature/x
write src/a.ts
    goes on
bash git add -A && git commit -m a
    denied by gate/unverified-work: “verified” in a prompt
bash hookward verify
    denied by security/guard-tampering
a person verifies
bash git add -A && git commit -m a
    goes on
write src/a.ts again
    goes on
bash git commit -am b
    denied by gate/unverified-work

# What was typed by no person, or says something else, is no proof.
a schedule types verified
a person types commit it when it is verified
a person types does it look as if it looks good?
bash git commit -am b
    denied by gate/unverified-work
a person types I tried it. Looks good, commit it
    any change of them returns them to pending
bash git commit -am b
    goes on
write src/a.ts once more
    goes on
bash git commit -am c
    denied by gate/unverified-work
