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
    tests vitest covers 72
    lint eslint passes
    build tsc passes
stops
    held
    | ❌ test-validator BLOCKED COMPLETION
    | Reason: tests, coverage failing
    |
    | Test Results:
    | - tests: 3 failed
    |   save-url.test.ts > should validate URL format failed
    |   save-url.test.ts > should handle duplicate URLs failed
    |   save-url.test.ts > should enrich metadata failed
    | - coverage: 72.0 %, below 80 %
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
