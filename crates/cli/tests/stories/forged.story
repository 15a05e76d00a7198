# Ways to pass off what was not tested.

policy
    extends = ["workflow"]

on branch feature/x
write src/a.test.ts
    goes on
write src/a.ts
    goes on
bash npm test
    goes on, ends well

# Changed in the same call, or by what nobody knows.
bash echo broken > src/a.ts && git commit -am x
    denied by gate/missing-evidence: may change the sources
bash ./gen && git commit -am x
    denied by gate/missing-evidence: may change the sources

# Told by the agent itself.
bash hookward hook claude < pre.json
    denied by security/guard-tampering

# Staged otherwise than tested.
bash git add -A
    goes on
write src/a.ts again
    goes on
bash npm test
    goes on, ends well
bash git commit -m x
    denied by gate/missing-evidence: another src/a.ts
bash git add -A && git commit -m x
    goes on

# Of another directory.
write src/a.ts once more
    goes on
bash cd /tmp && npm test
    goes on, ends well
bash git commit -am x
    denied by gate/missing-evidence: outside of this work tree
bash npm --prefix /tmp test
    goes on, ends well
bash git commit -am x
    denied by gate/missing-evidence
