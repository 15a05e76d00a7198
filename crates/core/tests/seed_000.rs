//! The example policy of seed 000: its decision records hold on files that break them, and leave the others alone.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::effects::Call;
use hookward_core::policy::Layer;
use hookward_core::{Decision, reason};
use support::{Bench, Disk};

const POLICY: &str = include_str!("../../../examples/seed-000/hookward.toml");

const HANDLER: &str = "backend/functions/save-url/handler.ts";

/// What every handler has.
const SHARED: &str = "import { logger } from '@ai-learning-hub/logging';\n\
                      import { withMiddleware } from '@ai-learning-hub/middleware';\n";

fn judged(path: &str, content: &str) -> (Decision, String) {
    // Whether there is a test is the business of the stories.
    let untested = "[rules]\n\"gate/untested-code\" = \"off\"\n";
    let bench = Bench::with(&[(Layer::Project, POLICY), (Layer::Local, untested)]);
    assert!(bench.policy.notices.is_empty(), "{:?}", bench.policy.notices);
    let verdict = bench.judge(Call::Write { path: path.into(), content: content.into() });
    (verdict.decision, reason(&verdict))
}

fn denies(path: &str, content: &str, words: &str) {
    let (decision, said) = judged(path, content);
    assert_eq!(decision, Decision::Deny, "{path}: {content}");
    assert!(said.contains(words), "{path}: {content}: {said}");
}

fn passes(path: &str, content: &str) {
    let (decision, said) = judged(path, content);
    assert!(decision < Decision::Ask, "{path}: {content}: {said}");
}

#[test]
fn no_lambda_calls_another_one() {
    for more in [
        "import { handler as otherLambda } from '../other-lambda/handler';\nawait otherLambda(event);",
        "const { handler } = require('../other-lambda/handler.js');",
        "const other = await import('../../functions/other-lambda/handler');",
        "export { handler } from '../other-lambda';\nexport * from '../other-lambda/index';",
        "import { LambdaClient, InvokeCommand as Go } from '@aws-sdk/client-lambda';\nclient.send(new Go({}));",
        "this.lambda.invoke({ FunctionName: 'x' });",
        "new Lambda({}).invoke({});",
    ] {
        denies(HANDLER, &format!("{SHARED}{more}"), "EventBridge");
    }
    denies(
        "backend/functions/save-url/lib/a.ts",
        "import '../../enrich/handler';",
        "007-no-lambda-to-lambda",
    );
    for more in [
        "import { parse } from './parse';",
        "import { parse } from '../../shared/parse';",
        "// import { handler } from '../other-lambda/handler';",
        "const text = 'await lambda.invoke(event)';",
        "await eventBridge.send(new PutEventsCommand({}));",
    ] {
        passes(HANDLER, &format!("{SHARED}{more}"));
    }
    passes("backend/functions/save-url/handler.test.ts", "import { handler } from './handler';");
    passes("backend/functions/save-url/lib/a.test.ts", "import { handler } from '../handler';");
    passes("frontend/src/a.ts", "import { handler } from '../other/handler';");
}

#[test]
fn the_table_has_these_keys() {
    for (key, words) in [
        ("{ PK: `ACCOUNT#${id}`, SK: 'METADATA' }", "ACCOUNT#{id}"),
        ("{ PK: 'user#' + id }", "partition key"),
        ("{ PK: { S: 'USERS' } }", "partition key"),
        ("{ PK: 'user_123' }", "partition key"),
        ("{ PK: 'USERS#1' }", "partition key"),
        ("{ PK: 'USER#1', SK: 'metadata' }", "sort key"),
        ("{ PK: `USER#${id}`, SK: `BOOKMARK#${id}` }", "sort key"),
        ("{ ExpressionAttributeValues: { ':pk': `FOLDER#${id}` } }", "partition key"),
    ] {
        denies("shared/db/src/keys.ts", &format!("export const key = ({{ id }}) => ({key});"), words);
    }
    for key in [
        "{ PK: `USER#${user.id}`, SK: `SAVE#${saveId}` }",
        "{ PK: 'CONTENT#' + urlHash, SK: 'METADATA' }",
        "{ PK: `PROJECT#${projectId}`, SK: `PROJECT#${projectId}` }",
        "{ PK: userKey(id), SK: sk }",
        "{ ':pk': `USER#${id}`, ':sk': 'SAVE#' }",
        "{ name: 'ACCOUNT#1' }",
        "{ PK: 'USER#123', SK: 'SAVE#1' }",
    ] {
        passes("shared/db/src/keys.ts", &format!("export const key = ({{ id }}) => ({key});"));
    }
}

#[test]
fn lambdas_use_the_shared_packages() {
    denies(
        HANDLER,
        "export const handler = async () => 1;",
        "@ai-learning-hub/logging, @ai-learning-hub/middleware",
    );
    denies(HANDLER, &format!("{SHARED}const db = new DynamoDBClient({{}});"), "@ai-learning-hub/db");
    denies(HANDLER, &format!("{SHARED}const db = DynamoDBDocumentClient.from(x);"), "@ai-learning-hub/db");
    denies(HANDLER, &format!("{SHARED}import {{ z }} from 'zod';"), "@ai-learning-hub/validation");
    passes(HANDLER, SHARED);
    passes(HANDLER, &format!("{SHARED}import '@ai-learning-hub/db';\nconst db = new DynamoDBClient({{}});"));
    passes("backend/functions/save-url/util.ts", "export const a = 1;");
}

/// The same project, with packages in its workspace.
const WORKSPACE: Disk = Disk(&[
    ("package.json", r#"{"workspaces":["shared/*"]}"#),
    ("shared/logging/package.json", r#"{"name":"@ai-learning-hub/logging","main":"src/index.ts"}"#),
    ("shared/logging/src/index.ts", "export const logger = 1;"),
    ("shared/middleware/package.json", r#"{"name":"@ai-learning-hub/middleware","main":"dist/index.js"}"#),
    ("shared/middleware/src/index.ts", "export * from './with';"),
    ("shared/middleware/src/with.ts", "export const withMiddleware = 1;"),
]);

/// The same, with names in its settings.
const SETTINGS: Disk = Disk(&[
    ("tsconfig.json", r#"{"compilerOptions":{"paths":{"@ai-learning-hub/*":["./shared/*/src"]}}}"#),
    ("shared/logging/src/index.ts", "export const logger = 1;"),
]);

#[test]
fn shared_packages_of_the_workspace_are_reached_by_their_names() {
    let untested = "[rules]\n\"gate/untested-code\" = \"off\"\n";
    for world in [&WORKSPACE, &SETTINGS] {
        let bench = Bench { world, ..Bench::with(&[(Layer::Project, POLICY), (Layer::Local, untested)]) };
        let judged = |content: &str| {
            let verdict = bench.judge(Call::Write { path: HANDLER.into(), content: content.into() });
            (verdict.decision, reason(&verdict))
        };
        let (decision, said) = judged(SHARED);
        assert!(decision < Decision::Ask, "{said}");
        for path in ["../../../shared/logging/src", "../../../shared/logging/src/index.js"] {
            let (decision, said) = judged(&format!("{SHARED}import {{ logger as l }} from '{path}';"));
            assert_eq!(decision, Decision::Deny, "{path}");
            assert!(said.contains("by its name: @ai-learning-hub/*"), "{said}");
        }
    }
}

#[test]
fn fixtures_of_tests_are_no_implementation() {
    let fixture = "const item = { PK: 'user_123', SK: 'SAVE#456' };";
    for test in [
        "backend/functions/a/handler.test.ts",
        "shared/db/src/keys.spec.ts",
        "shared/db/src/__tests__/a.ts",
        "shared/db/test/keys.ts",
        "backend/tests/e2e/save.ts",
    ] {
        passes(test, fixture);
    }
    denies("shared/db/src/fixture.ts", fixture, "ADR-006");
}
