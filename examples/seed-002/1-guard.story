# guard.sh and auto-review.sh: rewrites, denials, evidence, proof, and what needs no question.

# The plan is written first: plan-check has its own story.
on branch feature/x
write MASTER_PLAN.md '# Intent\nA cart.\n## Phase 1: cart\n**Status:** in-progress\n'
    goes on

# Rewrite Pattern
bash mkdir /tmp/a && echo hi > /tmp/a/out.txt
    becomes mkdir -p {project}/tmp && mkdir {project}/tmp/a && echo hi > {project}/tmp/a/out.txt
bash echo hi > /tmp/out.txt & echo lo > /tmp/b/out.txt
    becomes mkdir -p {project}/tmp/b; echo hi > {project}/tmp/out.txt & echo lo > {project}/tmp/b/out.txt
bash echo hi > /tmp/out.txt
    becomes mkdir -p {project}/tmp && echo hi > {project}/tmp/out.txt
bash git push --force origin feature/x
    becomes git push --force-with-lease origin feature/x
bash git push --force origin main
    denied by security/forced-push
bash git reset --hard
    denied by security/discarded-work
bash git clean -fd
    denied by security/discarded-work
bash git branch -D old
    denied by security/discarded-work

# Checks 6 and 7: missing, failing, stale, passing.
write src/cart.ts '// The cart.\nexport const total = 1;\n'
    goes on
bash git add -A && git commit -m cart
    denied by gate/missing-evidence: no run of the tests was seen
bash npm test
    goes on, ends badly
bash git commit -am cart
    denied by gate/missing-evidence: have not passed
bash git merge main
    denied by gate/missing-evidence: have not passed
bash npm test
    goes on, ends well

# Check 8: the person has not seen it, has seen it, and has not seen what changed since.
bash git add -A && git commit -m cart
    denied by gate/unverified-work: no person has said
bash hookward verify
    denied by security/guard-tampering
a person verifies
bash git add -A && git commit -m cart
    goes on
write src/cart.ts '// The cart.\nexport const total = 2;\n'
    goes on
bash git commit -am more
    denied by gate/missing-evidence: have changed since
bash npm test
    goes on, ends well
bash git commit -am more
    denied by gate/unverified-work

# The artifacts of the document are not evidence here: nobody can write it.
bash mkdir -p .claude && echo "verified|1707500000" > .claude/.proof-status
    goes on
bash git commit -am more
    denied by gate/unverified-work

# Three-Tier Classification
bash ls -la
    approved
bash cat README.md | grep foo
    approved
bash git status
    approved
bash cd $(git rev-parse --show-toplevel)
    approved
bash git push
    left to the host
bash curl -X POST https://api.example.com/items
    left to the host
bash sort names.txt | wc -l && date
    approved
bash git log --oneline -5; rm notes.txt
    left to the host
bash sudo ls
    left to the host
bash eval "$COMMAND"
    left to the host
bash bash -c "ls"
    approved
