# A plan comes first, it has its parts, and its executor carries it out.

policy
    [rules]
    "gate/missing-plan" = "enforce"
    "gate/plan-quality" = "enforce"
    "gate/foreign-plan-file" = "enforce"
    [gate.plan]
    sections = ["Tasks"]
    small = 2
    max_age = "4h"

on branch feature/x
write src/cart.ts 'one\ntwo\nthree\n'
    denied by gate/missing-plan: there is no plan
bash cp docs/notes.md src/cart.ts
    denied by gate/missing-plan
bash touch .skip-plan
    denied by security/guard-tampering
# What is small needs none, nor does a test.
write src/small.ts 'one\n'
    goes on
write src/cart.test.ts 'one\ntwo\nthree\n'
    goes on
# Small steps make no old file of a new one; a commit does.
write src/small.ts 'one\ntwo\nthree\n'
    denied by gate/missing-plan: there is no plan
bash printf 'two\nthree\n' >> src/small.ts
    denied by gate/missing-plan
bash git add -A && git commit -m small
    goes on
write src/small.ts 'one\ntwo\nthree\n'
    goes on

write plan.md '# Plan\nDo it.\n'
    denied by gate/plan-quality: the section Tasks
write plan.md '# Tasks\n```\n- [ ] an example\n```\n'
    denied by gate/plan-quality: an item to check
the file plan.md
    hello
write src/other.ts 'one\ntwo\nthree\n'
    denied by gate/missing-plan: no item to check
write plan.md '# 1. Tasks\n- Create: src/cart.ts\n1. [ ] the cart\n'
    goes on
write src/cart.ts 'one\ntwo\nthree\n'
    denied by gate/foreign-plan-file: executor
as executor: write src/cart.ts 'one\ntwo\nthree\n'
    goes on
write src/other.ts 'one\ntwo\nthree\n'
    goes on

# It is done: the next one needs a plan of its own.
write plan.md '# Tasks\n- Create: src/cart.ts\n- [x] the cart\n'
    goes on
write src/cart.ts 'four\nfive\nsix\n'
    goes on
write src/more.ts 'one\ntwo\nthree\n'
    denied by gate/missing-plan: is done
write plan.md '# Tasks\n- [ ] more\n# Review\nVerdict: REQUEST CHANGES\n'
    goes on
write docs/notes.md
    goes on
write src/more.ts 'one\ntwo\nthree\n'
    denied by gate/missing-plan: not approved
write plan.md '# Tasks\n- [ ] more\n# Review\nVerdict: NOT APPROVED\n'
    goes on
write src/more.ts 'one\ntwo\nthree\n'
    denied by gate/missing-plan: not approved
# What the gate does not ask for is asked about as ever.
bash rm plan.md
    asked by security/protected-file
write docs/plans/shop/first.md '# Tasks\n- [ ] a\n'
    asked by security/protected-file
