# While tests fail, only what fails is worked on.

policy
    [rules]
    "gate/failing-tests" = "enforce"

on branch feature/x
write src/a.ts
    goes on
write src/other.ts
    goes on
write src/third.ts
    goes on
bash git add -A && git commit -m sources
    goes on
bash npm test
    goes on, ends well
write src/a.ts again
    goes on
bash npm test
    goes on, ends badly

# What is changed already may be mended; tests and documents are free.
write src/a.ts once more
    goes on
write src/other.test.ts
    goes on
write docs/notes.md
    goes on
# The test of this one is new.
write src/other.ts
    goes on
# Other code is advised against once, then denied, by whatever tool.
bash cp docs/notes.md src/third.ts
    goes on, advised by gate/failing-tests
write src/new.ts
    denied by gate/failing-tests: npm test
bash echo x > src/new.ts
    denied by gate/failing-tests

# Failing once more changes nothing of it, nor does a part that passes.
bash npm test
    goes on, ends badly
bash npm test -- src/a.test.ts
    goes on, ends well
write src/new.ts
    denied by gate/failing-tests
bash npm test
    goes on, ends well
write src/new.ts
    goes on

# The next time it is said again first.
bash npm test
    goes on, ends badly
write src/newer.ts
    goes on, advised by gate/failing-tests
write src/newest.ts
    denied by gate/failing-tests

# What the run names may be mended, and its code; if it names nothing, nobody can tell.
bash npm test
    goes on, ends well
bash git add -A && git commit -m sources
    goes on
bash npm test
    goes on, ends badly: FAIL  src/other.test.ts > adds
write src/other.ts mended
    goes on
write src/third.ts
    goes on, advised by gate/failing-tests
write src/new.ts
    denied by gate/failing-tests
bash npm test
    goes on, ends well
bash git add -A && git commit -m mended
    goes on
bash npm test
    goes on, ends badly: something is wrong
write src/newer.ts
    goes on, advised by gate/failing-tests
write src/new.ts
    goes on, advised by gate/failing-tests
# What the run says is missing, what it names on its way, and what its test imports may be written.
bash npm test
    goes on, ends well
the file src/flow.test.ts
    import { total } from './total';
the file src/total.ts
    import { tax } from './tax';
the file src/tax.ts
    export const tax = 1;
bash git add -A && git commit -m flow
    goes on
bash npm test
    goes on, ends badly: FAIL  src/flow.test.ts > adds ❯ total src/a.ts:5:10 Failed to resolve import "./rates" from "src/tax.ts"
write src/rates.ts
    goes on
write src/a.ts
    goes on
write src/tax.ts
    goes on
write src/total.ts
    goes on
write src/newest.ts
    goes on, advised by gate/failing-tests
write src/last.ts
    denied by gate/failing-tests
# Another command that fails is no failing test.
bash npm test
    goes on, ends well
bash git add -A && git commit -m mended
    goes on
bash npm test && git push
    goes on, ends badly: rejected
write src/newer.ts
    goes on
