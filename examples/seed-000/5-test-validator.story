# 8. test-validator: blocks completion while tests fail or coverage is below 80 %.

on branch story-1-2

a session starts
stops
    goes on
write docs/notes.md: done
    goes on
stops
    goes on

write backend/functions/save-url/handler.test.ts: test('saves', () => {})
    goes on
tools
    tests vitest fails: FAIL  save-url.test.ts > should validate URL format
    tests vitest fails: FAIL  save-url.test.ts > should handle duplicate URLs
    tests vitest fails: FAIL  save-url.test.ts > should enrich metadata
    tests vitest fails: Tests  3 failed | 45 passed (48)
    tests vitest covers 72
    lint eslint passes
    build tsc passes
stops
    held
    | ❌ test-validator BLOCKED COMPLETION
    | Reason: Tests failing
    |
    | Test Results:
    |   ✅ 45 tests passing
    |   ❌ 3 tests failing
    |     - save-url.test.ts: "should validate URL format" FAILED
    |     - save-url.test.ts: "should handle duplicate URLs" FAILED
    |     - save-url.test.ts: "should enrich metadata" FAILED
    |
    | Coverage: 72% (below 80% threshold)
    |
    | Action Required:
    | 1. Fix failing tests
    | 2. Add tests to reach 80% coverage
    | 3. Re-run 'npm test'
    | 4. Try completing task again

# The same stop again, with nothing done, would never end.
stops again
    goes on

# What failed is fixed.
a person types go on
write backend/functions/save-url/handler.test.ts: test('saves urls', () => {})
    goes on
tools
    tests vitest passes
    tests vitest covers 85
    lint eslint passes
    build tsc passes
stops
    goes on

# Coverage that nobody has measured holds once, and is told how.
a person types go on
write backend/functions/save-url/handler.test.ts: test('saves all urls', () => {})
    goes on
tools
    tests vitest passes
    lint eslint passes
    build tsc passes
stops
    held
    | ❌ test-validator BLOCKED COMPLETION
    | Reason: coverage was not measured (at least 80 %)
    |
    | Test Results:
    |   ❌ coverage was not measured (at least 80 %)
    |   `vitest` has written no report of it
    |
    | Action Required:
    | 1. run `vitest --coverage`
    | 2. Re-run 'npm test'
    | 3. Try completing task again

# What cannot be measured holds nobody again.
a person types go on
write backend/functions/save-url/handler.test.ts: test('saves each url', () => {})
    goes on
tools
    tests vitest passes
    lint eslint passes
    build tsc passes
stops
    goes on

# With a runner of which nobody knows how, it is said.
a person types go on
write backend/functions/save-url/handler.test.ts: test('saves every url', () => {})
    goes on
tools
    tests tap passes
    lint eslint passes
    build tsc passes
stops
    goes on

# What holds is not named: with nothing but lint and the build in the way there is no word of coverage.
a person types go on
write backend/functions/save-url/handler.test.ts: test('saves all urls', () => {})
    goes on
tools
    tests vitest passes: Tests  48 passed (48)
    tests vitest covers 85
    lint eslint fails: src/a.ts:3:5: error: 'x' is never used
    lint eslint fails: src/b.ts:1:1: error: 'y' is never used
    build tsc fails: src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.
stops
    held
    | ❌ test-validator BLOCKED COMPLETION
    | Reason: Lint and build failing
    |
    | Test Results:
    |   ✅ 48 tests passing
    |   ❌ lint: 2 problems
    |     src/a.ts:3:5 error: 'x' is never used
    |     src/b.ts:1:1 error: 'y' is never used
    |   ❌ build: 1 problem
    |     src/a.ts:3:5 error TS2322: Type 'string' is not assignable to type 'number'.
    |
    | Action Required:
    | 1. Fix failing lint and build
    | 2. Re-run 'npm test'
    | 3. Try completing task again

# Nothing fails, and too little is tested.
a person types go on
write backend/functions/save-url/handler.test.ts: test('saves some urls', () => {})
    goes on
tools
    tests vitest passes: Tests  48 passed (48)
    tests vitest covers 79
    lint eslint is missing
    build tsc passes
stops
    held
    | ❌ test-validator BLOCKED COMPLETION
    | Reason: Coverage below 80%
    |
    | Test Results:
    |   ✅ 48 tests passing
    |   (not checked: eslint is not installed)
    |
    | Coverage: 79% (below 80% threshold)
    |
    | Action Required:
    | 1. Add tests to reach 80% coverage
    | 2. Re-run 'npm test'
    | 3. Try completing task again
