# Tests first, evidence before the commit, a branch of one's own.

policy
    extends = ["workflow"]

on branch main
write src/cart.ts
    denied by gate/protected-branch-edit
bash echo 'export const total = 1' > src/cart.ts
    denied by gate/protected-branch-edit
write docs/notes.md
    goes on

on branch feature/cart
write src/cart.ts
    denied by gate/untested-code
bash cp docs/notes.md src/cart.ts
    denied by gate/untested-code
write src/cart.test.ts
    goes on
write src/cart.ts
    goes on

# Nothing was seen to pass.
bash git add -A && git commit -m cart
    denied by gate/missing-evidence: no run of the tests was seen

# A pipe hides how the tests end, and so does a semicolon.
bash npm test | tail -5
    goes on, ends well
bash git commit -am cart
    denied by gate/missing-evidence: hides how it ended
bash npm test; echo done
    goes on, ends well
bash git commit -am cart
    denied by gate/missing-evidence: hides how it ended

# A part is not the whole.
bash npm test -- src/cart.test.ts
    goes on, ends well
bash git commit -am cart
    denied by gate/missing-evidence: only a part

bash npm test
    goes on, ends badly
bash git commit -am cart
    denied by gate/missing-evidence: have not passed

bash npm test
    goes on, ends well
write src/cart.ts again
    goes on
bash git commit -am cart
    denied by gate/missing-evidence: have changed since

# A document changes nothing of it.
bash npm test
    goes on, ends well
write docs/notes.md again
    goes on
bash git add -A && git commit -m cart
    goes on

# And a commit of documents alone needs no tests.
write docs/notes.md once more
    goes on
write src/cart.ts once more
    goes on
bash git add docs && git commit -m docs
    goes on
bash git add src && git commit -m cart
    denied by gate/missing-evidence: have changed since
# Also where the same call writes, moves or removes them.
bash echo more >> README.md && git add README.md && git commit -m docs
    goes on
bash mkdir -p docs && echo x > docs/guide.md && git add docs/guide.md && git commit -m docs
    goes on
bash git mv docs/guide.md docs/manual.md && git commit -m docs
    goes on
bash git rm -q docs/manual.md && git commit -m docs
    goes on
bash echo more >> docs/notes.md && git add -A && git commit -m all
    denied by gate/missing-evidence: have changed since
bash echo x > docs/a.md && echo x > src/b.py && git add docs src/b.py && git commit -m both
    denied by gate/missing-evidence
bash git merge main
    denied by gate/missing-evidence
