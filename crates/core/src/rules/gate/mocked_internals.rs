//! Mocks the project's own code in its tests.
//!
//! What: a test that replaces a module of the project itself is advised against once (`gate.mocked-internals.advices`), and denied from
//! then on. Ways to replace one are those of JavaScript (`jest.mock('../cart')`, `vi.mock`, `jest.spyOn` of an import, `sinon.stub`,
//! `cart.total.mockReturnValue`, `cart.total = jest.fn()`, `jest.createMockFromModule`, an object of the type
//! `jest.Mocked<Cart>`, a file in `__mocks__/` beside a module), of Python (`patch('app.cart.total')`, `patch.object`,
//! `MagicMock(spec=Cart)`, `app.cart.total = MagicMock()`), of Java and Kotlin (`Mockito.mock`, `mock<Cart>()`, `@MockBean`,
//! `mockk<T>()`), of PHP (`createMock`) and of Go (gomock, testify, packages of generated mocks). A name that a `tsconfig.json`,
//! a `composer.json` or a workspace gives to a module of the project is its own, too; one that leads to an installed package, or that a
//! manifest needs, is not, however it looks.
//!
//! Free: mocks of what lies outside (packages, clients of networks, databases and clouds), also where a module of the project
//! has imported it (`patch('app.ai.OpenAI')`), of styles and pictures, those that the file has already, also if the test only gets
//! another place, and a file that says `@mock-exempt`. A policy names more of either side (`gate.mocked-internals`, `internal` and
//! `external`, by any name that a module has). What an archive holds cannot be seen: into a directory of tests it is treated like a
//! mock, elsewhere it is only advised about.
//!
//! Why: a test of mocks passes whatever becomes of the code that they stand for.
//!
//! Instead: use the real code, and replace only what lies outside of the project.
//!
//! Given: nothing was advised yet.

use hookward_effects::normalise;

use super::mocks::{is_generator, may_mock, mocked, ordered, stood_in_for};
use super::own_code::OwnCode;
use super::{below, is_made, once_each, unknown, unseen_in};
use crate::moved::{Content, Origin, Origins};
use crate::resulting::{After, Resulting, resulting};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, passes};
use crate::syntax::{Language, read, read_broken};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/mocked-internals",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("mocked_internals.rs"),
    judge,
    examples: &[
        Example {
            call: Sample::Content("src/cart.test.ts", "jest.mock('../store');"),
            decision: Decision::Advise,
        },
        Example {
            call: Sample::Content(
                "cart_test.go",
                "package cart\n\n//go:generate mockgen -source=cart.go -package=cart\n",
            ),
            decision: Decision::Advise,
        },
        Example {
            call: Sample::Content(
                "src/cart.test.ts",
                "import type { Store } from './store'; const s: jest.Mocked<Store> = { save: jest.fn() };",
            ),
            decision: Decision::Advise,
        },
        Example {
            call: Sample::Content(
                "src/cart.test.ts",
                "import { Store } from './store'; use({ save: vi.fn() } as unknown as vi.Mocked<Store>);",
            ),
            decision: Decision::Advise,
        },
        Example {
            call: Sample::Content(
                "src/cart.test.tsx",
                "import type { Props } from './cart'; const p: Props = { onBuy: jest.fn() };",
            ),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content(
                "src/cart.test.ts",
                "import { S3 } from 'aws-sdk'; const s: jest.Mocked<S3> = { get: jest.fn() };",
            ),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/cart.test.ts", "import * as s from './s'; vi.spyOn(s, 'save');"),
            decision: Decision::Advise,
        },
        Example {
            call: Sample::Content("src/cart.test.js", "const s = require('./s'); s.save.mockReturnValue(1);"),
            decision: Decision::Advise,
        },
        Example {
            call: Sample::Content(
                "src/cart.test.js",
                "const done = jest.fn().mockReturnValue(1); run(done);",
            ),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("pkg/cart_test.go", "package a\nimport \"go.uber.org/mock/gomock\""),
            decision: Decision::Advise,
        },
        Example {
            call: Sample::Content("src/cart.test.ts", "jest.mock('axios'); vi.mock('@aws-sdk/client-s3');"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/cart.test.ts", "// @mock-exempt: the clock\njest.mock('../clock');"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/cart.test.ts", "// jest.mock('../store')\nconst f = jest.fn();"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/cart.ts", "jest.mock('../store');"),
            decision: Decision::Silent,
        },
        passes("cat src/cart.test.ts"),
    ],
};

/// Says in a file that its mocks are meant.
const EXEMPT: &str = "@mock-exempt";

fn judge(case: &Case) -> Vec<Finding> {
    let wanted = |path: &str| Language::of(path).is_some() && is_test(below(case, path));
    let most = case.policy.mocks.as_ref().and_then(|own| own.advices).unwrap_or(1);
    let advices = case.session.advices(case.event.agent_id(), RULE.id, 0);
    let decision = if advices >= most { Decision::Deny } else { Decision::Advise };
    let files = resulting(case, wanted);
    let origins = if files.is_empty() { Origins::default() } else { Origins::of(case) };
    let origin = |file: &Resulting| origins.get(&file.path).filter(|origin| wanted(&origin.path));
    let found = once_each(files.iter().filter_map(|file| objection(case, file, origin(file))));
    let found = found.into_iter().map(|finding| Finding { decision, ..finding });
    // Where nothing but tests lies, nothing may come that nobody can see; elsewhere there may be none.
    let of_tests = |directory: &str| is_test(&format!("{directory}/a"));
    let unseen = unseen_in(RULE.id, case, of_tests).map(|finding| Finding { decision, ..finding });
    let elsewhere = || {
        let finding = unseen_in(RULE.id, case, |directory| !is_made(directory))?;
        Some(Finding { decision: Decision::Advise, ..finding })
    };
    found.chain(unseen.or_else(elsewhere)).collect()
}

/// Names of files that are loaded before tests, or by them.
#[rustfmt::skip]
const FOR_TESTS: &[&str] = &[
    "conftest", "setupTests", "setup-tests", "testSetup", "test-setup", "test_setup", "testUtils", "test-utils", "test_utils",
    "jest.setup", "jest-setup", "vitest.setup", "vitest-setup",
];

/// Whether a file holds tests, by its path.
fn is_test(path: &str) -> bool {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let in_tests = directory
        .split('/')
        .any(|part| matches!(part, "test" | "tests" | "__tests__" | "__mocks__" | "spec" | "e2e"));
    in_tests
        || FOR_TESTS.contains(&stem)
        || stem.starts_with("test_")
        || [".test", ".spec", "_test", "_spec", "Test"].iter().any(|end| stem.ends_with(end))
}

/// What stands against a file, which may have been a test in another place before.
fn objection(case: &Case, file: &Resulting, origin: Option<&Origin>) -> Option<Finding> {
    let path = below(case, &file.path);
    // What is moved as it is was judged where it was, unless only its new place makes a mock of it.
    let stood_in = origin.is_some_and(|origin| stood_in_for(below(case, &origin.path)).is_some());
    let is_judged = stood_in || stood_in_for(path).is_none();
    if is_judged && origin.is_some_and(|origin| origin.content == Content::Same) {
        return None;
    }
    let text = match &file.after {
        After::Known(text) | After::Unplaced(text) => text,
        After::Unknown(why) => return Some(unknown(RULE.id, case, file, why)),
    };
    if text.contains(EXEMPT) {
        return None;
    }
    let own_code = OwnCode::seen_from(case, &file.path);
    if let Some(module) = stood_in_for(path)
        && !stood_in
        && own_code.has_module_at(&module)
        && case.world.text(&file.path).is_none()
    {
        return Some(finding(case, file, (&module, 1), path));
    }
    if !may_mock(path, text) {
        return None;
    }
    let read_after = match file.after {
        // What has no place breaks the syntax by our own doing.
        After::Unplaced(_) => read_broken,
        After::Known(_) | After::Unknown(_) => read,
    };
    let code = match read_after(path, text) {
        Ok(code) => code,
        Err(why) => return Some(unknown(RULE.id, case, file, why)),
    };
    let mut mocks = mocked(&own_code, path, &code);
    mocks.extend(ordered(path, text));
    if mocks.is_empty() {
        return None;
    }
    // What stands there already, or where the file comes from, is nobody's doing now; by a path, it is what that leads to.
    let from = origin.map_or(&*file.path, |origin| &origin.path);
    let before = case.world.text(from).unwrap_or_default();
    let from = below(case, from);
    let code = read(from, &before).ok();
    let known = code.iter().flat_map(|code| mocked(&own_code, path, code)).chain(ordered(path, &before));
    let known: Vec<String> = known.map(|mock| mock.0).collect();
    let led: Vec<String> = known.iter().filter_map(|name| leads_to(name, from)).collect();
    let is_known = |name: &String| {
        known.contains(name) || leads_to(name, path).is_some_and(|place| led.contains(&place))
    };
    mocks.retain(|(name, _)| !is_known(name));
    let (name, line) = mocks.into_iter().next()?;
    Some(finding(case, file, (&name, line), path))
}

/// Where a path leads that a file names from where it lies; nowhere if it is a name.
fn leads_to(name: &str, file: &str) -> Option<String> {
    let directory = file.rsplit_once('/').map_or("", |(directory, _)| directory);
    let is_path = name.starts_with("./") || name.starts_with("../");
    is_path.then(|| normalise(name, &format!("/{directory}")))
}

/// What is said of a mock, by what it stands for and its line.
fn finding(case: &Case, file: &Resulting, (name, line): (&str, usize), path: &str) -> Finding {
    Finding {
        matched: format!("{path}:{line}: {name}"),
        why: if is_generator(name) {
            format!("line {line} takes {name}, by which the project's own interfaces are mocked: the test would pass without them")
        } else {
            format!("line {line} mocks {name}, which is the project's own: the test would pass without it")
        }
        .into(),
        instead: format!(
            "use the real one, and replace only what lies outside of the project; if it must be, say {EXEMPT} and why"
        )
        .into(),
        ..Rule::objection(RULE.id, Decision::Deny, case, file.effect)
    }
}
