# A rule that is tried out is recorded and holds nobody; one that is off is not even looked at.

policy
    [rules]
    "gate/untested-code" = "shadow"
    "gate/missing-evidence" = "shadow"
    "gate/protected-branch-edit" = "enforce"

the file src/pay.ts
    export const pay = 1;
on branch feature/cart
write src/cart.ts
    goes on
bash git commit -qm cart -a
    goes on
an orchestrator runs log --would-deny
    gate/untested-code
    gate/missing-evidence
# However often it is met, it is no denial, and no story is blocked.
write src/a.ts
    goes on
write src/b.ts
    goes on
write src/c.ts
    goes on
write src/d.ts
    goes on
write src/e.ts
    goes on
an orchestrator runs status --json
    "blocked":[]
    "strikes":[]

# What holds beside it still holds.
on branch master
write src/pay.ts
    denied by gate/protected-branch-edit

policy
    [rules]
    "gate/*" = "off"
write src/pay.ts
    goes on
