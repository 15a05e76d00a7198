# Hook Catalog 3 to 5: tests first, the decision records, the shared packages; each with the words of its example block.

on branch feature/story-1-2

# The shared packages are packages of the workspace.
the file package.json
    { "name": "ai-learning-hub", "private": true, "workspaces": ["shared/*", "backend", "frontend"] }
the file shared/logging/package.json
    { "name": "@ai-learning-hub/logging", "main": "src/index.ts" }
the file shared/logging/src/index.ts
    export const logger = console;
the file shared/middleware/package.json
    { "name": "@ai-learning-hub/middleware", "main": "dist/index.js" }
the file shared/middleware/src/index.ts
    export const withMiddleware = (handler) => handler;

# tdd-guard
write backend/functions/save-url/handler.ts 'import "@ai-learning-hub/logging";\nimport "@ai-learning-hub/middleware";\n'
    denied
    | ❌ tdd-guard.js BLOCKED
    | Implementation file: backend/functions/save-url/handler.ts
    | Missing test file: backend/functions/save-url/handler.test.ts
    |
    | Action Required:
    | 1. Create handler.test.ts with test cases
    | 2. Run tests and ensure they fail (Red phase)
    | 3. Implement handler.ts to make tests pass (Green phase)
    | 4. Refactor if needed (Refactor phase)
    |
    | TDD Workflow: Red → Green → Refactor
write backend/functions/save-url/index.ts
    denied by tdd-guard.js: backend/functions/save-url/handler.test.ts
write shared/db/src/keys/user.ts
    denied by tdd-guard.js: shared/db/src/keys/user.test.ts
write docs/notes.md: keys
    goes on
write frontend/src/pages/Home.tsx
    denied by tdd-guard.js: frontend/src/pages/Home.test.tsx

# Bypasses
write backend/functions/save-url/handler.test.ts: test.todo('saves');
    goes on
write shared/db/src/types.d.ts: export type Id = string;
    goes on
write backend/functions/save-url/tsconfig.json: {}
    goes on
write jest.config.js: module.exports = {};
    goes on
write shared/db/src/README.md: # Keys
    goes on

# import-guard
write backend/functions/save-url/handler.ts: export const handler = async () => 1;
    denied
    | ❌ import-guard.sh BLOCKED
    | File: backend/functions/save-url/handler.ts
    | Missing imports: @ai-learning-hub/logging, @ai-learning-hub/middleware
    |
    | Required imports for all Lambda handlers:
    |   import { logger } from '@ai-learning-hub/logging';
    |   import { withMiddleware, authMiddleware, errorHandler } from '@ai-learning-hub/middleware';
    |   import { dynamoClient } from '@ai-learning-hub/db';
    |   import { SaveUrlSchema } from '@ai-learning-hub/validation';
    |
    | Why: Shared libraries ensure consistent logging, error handling, and patterns across all Lambdas.
    | See: ADR-005 (Shared Lambda Layer)
write backend/functions/save-url/handler.ts 'import { logger } from "@ai-learning-hub/logging";\nimport { withMiddleware } from "@ai-learning-hub/middleware";\nexport const handler = withMiddleware(async () => 1);\n'
    goes on
edit backend/functions/save-url/handler.ts: async () => 1 -> async () => new DynamoDBClient({})
    denied by import-guard.sh: Missing imports: @ai-learning-hub/db
edit backend/functions/save-url/handler.ts: export const -> import { Id } from '../../../shared/types/src';\nexport const
    denied by import-guard.sh: by its name: @ai-learning-hub/*

# architecture-guard: what is imported in the third line is called in the fourth.
write docs/notes.md: imports
    goes on
write backend/functions/save-url/handler.ts 'import { logger } from "@ai-learning-hub/logging";\nimport { withMiddleware } from "@ai-learning-hub/middleware";\nimport { handler as enrichContentLambda } from "../enrich-content/handler";\nawait enrichContentLambda(event);\n'
    denied
    | ❌ architecture-guard.sh BLOCKED
    | File: backend/functions/save-url/handler.ts
    | Violation: Direct Lambda-to-Lambda call detected
    | Line 4: await enrichContentLambda(event);
    |
    | ADR-007: Lambda functions must communicate via:
    |   - API Gateway (synchronous)
    |   - EventBridge (asynchronous)
    |   - Step Functions (orchestration)
    |
    | Refactor Required:
    | 1. Remove direct import of enrichContentLambda
    | 2. Emit EventBridge event or call via API
    | 3. See docs/architecture/adr/007-no-lambda-to-lambda.md
write shared/db/src/keys.test.ts: test.todo('keys');
    goes on
write shared/db/src/keys.ts: export const key = (id) => ({ PK: `ACCOUNT#${id}`, SK: 'METADATA' });
    denied by ADR-006: PK format
write shared/db/src/keys.ts: export const key = (id) => ({ PK: `USER#${id}`, SK: 'METADATA' });
    goes on

# Helpers of tests need none themselves.
write shared/db/src/__tests__/b.ts: export const b = 1;
    goes on
write shared/db/src/__mocks__/a.ts: export const a = 1;
    goes on
write frontend/src/test/setup.tsx: export default {};
    goes on

# Fixtures of tests are no implementation.
write backend/functions/save-url/handler.test.ts: expect(put).toHaveBeenCalledWith({ PK: 'USER#123', SK: 'SAVE#456' });
    goes on
