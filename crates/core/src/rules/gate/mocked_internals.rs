//! Mocks the project's own code in its tests.
//!
//! What: a test that replaces a module of the project itself (`jest.mock('../cart')`, `vi.mock`, `jest.spyOn` of an
//! import, `sinon.stub`, `patch('app.cart.total')`, `patch.object`, `Mockito.mock`, `@MockBean`, `mockk<T>()`,
//! `createMock`, gomock) is advised against once (`gate.mocked-internals.advices`), and denied from then on. Free: mocks of what lies outside (packages,
//! clients of networks, databases and clouds), those that the file has already, and a file that says `@mock-exempt`. A
//! policy names more of either side (`gate.mocked-internals`, `internal` and `external`). What an archive holds cannot be
//! seen: into a directory of tests it is treated like a mock, elsewhere it is only advised about.
//!
//! Why: a test of mocks passes whatever becomes of the code that they stand for.
//!
//! Instead: use the real code, and replace only what lies outside of the project.

use hookward_effects::Kind;

use super::{below, is_made, unknown, unseen_in};
use crate::policy::{Trait, calls, imports};
use crate::resulting::{After, Resulting, resulting};
use crate::rule::{BEFORE, Case, Example, Rule, Sample, passes};
use crate::syntax::{Code, Found, Language, read};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/mocked-internals",
    category: Category::Gate,
    on: BEFORE,
    source: include_str!("mocked_internals.rs"),
    judge,
    // Nothing was advised yet.
    examples: &[
        Example {
            call: Sample::Content("src/cart.test.ts", "jest.mock('../store');"),
            decision: Decision::Advise,
        },
        Example {
            call: Sample::Content("src/cart.test.ts", "import * as s from './s'; vi.spyOn(s, 'save');"),
            decision: Decision::Advise,
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

/// Calls that replace the module that they are given.
const REPLACES: &[&str] = &[
    "jest.mock",
    "jest.doMock",
    "jest.setMock",
    "jest.unstable_mockModule",
    "vi.mock",
    "vi.doMock",
    "vitest.mock",
    "mock.module",
    "td.replace",
    "td.replaceEsm",
    "proxyquire",
    "proxyquire.load",
    "esmock",
    "rewiremock",
];

/// Calls that replace a part of the thing that they are given.
const CHANGES: &[&str] = &[
    "jest.spyOn",
    "vi.spyOn",
    "sinon.stub",
    "sinon.mock",
    "sinon.replace",
    "sandbox.stub",
    "mock.method",
    "td.replace",
];

/// Calls of Python that replace what a path names.
const PATCHES: &[&str] = &["patch", "mock.patch", "mocker.patch", "monkeypatch.setattr", "patch.dict"];

/// Calls of Python that replace a part of the thing that they are given.
const REPLACES_PARTS: &[&str] =
    &["patch.object", "patch.multiple", "monkeypatch.setattr", "create_autospec", "mocker.spy"];

/// Calls of Java and Kotlin that stand in for the class that they are given.
const MOCKS_OF_JAVA: &[&str] = &[
    "mock",
    "spy",
    "mockStatic",
    "mockConstruction",
    "mockk",
    "spyk",
    "mockkObject",
    "mockkClass",
    "mockkStatic",
    "createMock",
    "createNiceMock",
    "createStrictMock",
];

/// Calls of PHP that stand in for the class that they are given.
const MOCKS_OF_PHP: &[&str] = &[
    "createMock",
    "createStub",
    "createPartialMock",
    "createConfiguredMock",
    "getMockBuilder",
    "getMockForAbstractClass",
    "prophesize",
    "mock",
    "partialMock",
    "spy",
];

/// What lies outside of any project: clients of networks, databases and clouds, and what stands in for them.
const OUTSIDE: &[&str] = &[
    "requests",
    "httpx",
    "aiohttp",
    "urllib",
    "urllib3",
    "http",
    "socket",
    "smtplib",
    "redis",
    "sqlalchemy",
    "psycopg",
    "psycopg2",
    "pymongo",
    "boto3",
    "botocore",
    "google",
    "azure",
    "stripe",
    "time",
    "datetime",
    "random",
    "os",
    "sys",
    "subprocess",
    "uuid",
];

fn judge(case: &Case) -> Vec<Finding> {
    let wanted = |path: &str| Language::of(path).is_some() && is_test(below(case, path));
    let most = case.policy.mocks.as_ref().and_then(|own| own.advices).unwrap_or(1);
    let advices = case.session.advices(case.event.agent_id(), RULE.id, 0);
    let decision = if advices >= most { Decision::Deny } else { Decision::Advise };
    let files = resulting(case, wanted);
    let found = files.iter().filter_map(|file| objection(case, file));
    let found = found.map(|finding| Finding { decision, ..finding });
    // Where nothing but tests lies, nothing may come that nobody can see; elsewhere there may be none.
    let of_tests = |directory: &str| is_test(&format!("{directory}/a"));
    let unseen = unseen_in(RULE.id, case, of_tests).map(|finding| Finding { decision, ..finding });
    let elsewhere = || {
        let finding = unseen_in(RULE.id, case, |directory| !is_made(directory))?;
        Some(Finding { decision: Decision::Advise, ..finding })
    };
    found.chain(unseen.or_else(elsewhere)).collect()
}

/// Whether a file holds tests, by its path.
fn is_test(path: &str) -> bool {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let in_tests =
        directory.split('/').any(|part| matches!(part, "test" | "tests" | "__tests__" | "spec" | "e2e"));
    in_tests
        || stem.starts_with("test_")
        || [".test", ".spec", "_test", "_spec", "Test"].iter().any(|end| stem.ends_with(end))
}

fn objection(case: &Case, file: &Resulting) -> Option<Finding> {
    let path = below(case, &file.path);
    let text = match &file.after {
        After::Known(text) => text,
        After::Unknown(why) => return Some(unknown(RULE.id, case, file, why)),
    };
    if text.contains(EXEMPT) || !may_mock(path, text) {
        return None;
    }
    let code = match read(path, text) {
        Ok(code) => code,
        Err(why) => return Some(unknown(RULE.id, case, file, why)),
    };
    let mut mocks = mocked(case, path, &code);
    if mocks.is_empty() {
        return None;
    }
    // What stands there already is nobody's doing now.
    let before = case.world.text(&file.path).and_then(|before| read(path, &before).ok());
    let known: Vec<String> =
        before.iter().flat_map(|code| mocked(case, path, code)).map(|mock| mock.0).collect();
    mocks.retain(|(name, _)| !known.contains(name));
    let (name, line) = mocks.into_iter().next()?;
    Some(Finding {
        matched: format!("{path}:{line}: {name}"),
        why: format!("line {line} mocks {name}, which is the project's own: the test would pass without it").into(),
        instead: format!(
            "use the real one, and replace only what lies outside of the project; if it must be, say {EXEMPT} and why"
        )
        .into(),
        ..Rule::finding(RULE.id, Decision::Deny, case, file.effect.span)
    })
}

/// Whether a file can mock anything at all, by its letters.
fn may_mock(path: &str, text: &str) -> bool {
    let words: &[&str] = match Language::of(path) {
        Some(Language::JavaScript) => {
            &["mock", "Mock", "spy", "stub", "replace", "proxyquire", "rewire", "\\"]
        }
        // A name that is picked by a text may be put together.
        Some(Language::Python) => &["patch", "setattr", "autospec", "spy", "getattr"],
        Some(Language::Go) => &["gomock"],
        Some(Language::Java | Language::Kotlin) => &["mock", "Mock", "spy", "Spy", "\\u"],
        // Any text may be called there.
        Some(Language::Php) => {
            let may_call = |name: &&str| Trait::Call((*name).to_owned()).may_be_in(text, path);
            return MOCKS_OF_PHP.iter().any(may_call);
        }
        Some(Language::Rust) | None => return false,
    };
    words.iter().any(|word| text.contains(word))
}

/// The project's own things that code replaces, each with its line.
fn mocked(case: &Case, path: &str, code: &Code) -> Vec<(String, usize)> {
    let own = |found: &Found| {
        let named = |names: &[&str]| names.contains(&found.name.as_str());
        let module = match Language::of(path)? {
            Language::JavaScript if named(REPLACES) && found.argument.is_some() => {
                found.argument.as_ref().filter(|module| is_internal(case, module, path))
            }
            Language::JavaScript if named(CHANGES) => {
                found.of.as_ref().filter(|module| is_internal(case, module, path))
            }
            Language::Python
                if found.argument.is_some() && PATCHES.iter().any(|name| calls(name, &found.name)) =>
            {
                found.argument.as_ref().filter(|target| is_internal_path(case, target))
            }
            Language::Python if REPLACES_PARTS.iter().any(|name| calls(name, &found.name)) => {
                let target = found.argument.as_ref().filter(|text| text.contains('.')).or(found.of.as_ref());
                target.filter(|target| is_internal_path(case, target))
            }
            Language::Java | Language::Kotlin
                if MOCKS_OF_JAVA.iter().any(|name| calls(name, &found.name)) =>
            {
                found.of.as_ref().filter(|class| is_internal_class(case, class, path))
            }
            Language::Php if MOCKS_OF_PHP.iter().any(|name| calls(name, &found.name)) => {
                let class = found.of.as_ref().or(found.argument.as_ref());
                class.filter(|class| is_internal_php(case, class))
            }
            Language::JavaScript
            | Language::Python
            | Language::Go
            | Language::Rust
            | Language::Java
            | Language::Kotlin
            | Language::Php => None,
        };
        Some((module?.clone(), found.line))
    };
    let gomock = code.imports.iter().filter(|import| import.name.ends_with("/gomock"));
    let generated = gomock.map(|import| (import.name.clone(), import.line));
    code.calls.iter().filter_map(own).chain(generated).collect()
}

/// Whether a module belongs to the project.
fn is_internal(case: &Case, module: &str, path: &str) -> bool {
    let named = |globs: &[String]| globs.iter().any(|glob| imports(glob, module, path));
    match &case.policy.mocks {
        Some(own) if named(&own.external) => false,
        Some(own) if named(&own.internal) => true,
        Some(_) | None => {
            ["./", "../", "@/", "~/", "#", "src/"].iter().any(|start| module.starts_with(start))
        }
    }
}

/// Whether a path of Python belongs to the project: its first part lies in the workspace, and none leads outside of it.
fn is_internal_path(case: &Case, target: &str) -> bool {
    let named = |globs: &[String]| globs.iter().any(|glob| imports(glob, target, ""));
    match &case.policy.mocks {
        Some(own) if named(&own.external) => return false,
        Some(own) if named(&own.internal) => return true,
        Some(_) | None => {}
    }
    let first = target.split('.').next().unwrap_or_default();
    let lies_here = case.ground.roots.iter().any(|root| {
        ["", "src/", "lib/"].iter().any(|top| {
            case.world.kind(&format!("{root}/{top}{first}")) == Kind::Directory
                || case.world.kind(&format!("{root}/{top}{first}.py")) == Kind::File
        })
    });
    lies_here && !target.split('.').any(|part| OUTSIDE.contains(&part))
}

/// Whether a class of Java or Kotlin is the project's: its source lies where the test's own sources lie.
fn is_internal_class(case: &Case, class: &str, path: &str) -> bool {
    let named = |globs: &[String]| globs.iter().any(|glob| imports(glob, class, ""));
    match &case.policy.mocks {
        Some(own) if named(&own.external) => return false,
        Some(own) if named(&own.internal) => return true,
        Some(_) | None => {}
    }
    let (directory, _) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((before, inner)) = directory.split_once("src/test/") else { return false };
    // One that was not imported is of the same package.
    let package = inner.split_once('/').map_or("", |(_, package)| package);
    let class = if class.contains('.') { class.replace('.', "/") } else { format!("{package}/{class}") };
    ["java", "kotlin", "scala"].iter().any(|language| {
        let source = format!("{before}src/main/{language}/{class}");
        lies_here(case, &[&format!("{source}.java"), &format!("{source}.kt"), &format!("{source}.scala")])
    })
}

/// Whether a class of PHP is the project's: its file lies where its namespace says.
fn is_internal_php(case: &Case, class: &str) -> bool {
    let class = class.trim_start_matches('\\').replace('\\', "/");
    let named = |globs: &[String]| globs.iter().any(|glob| imports(glob, &class, ""));
    match &case.policy.mocks {
        Some(own) if named(&own.external) => return false,
        Some(own) if named(&own.internal) => return true,
        Some(_) | None => {}
    }
    let (first, rest) = class.split_once('/').unwrap_or(("", &class));
    let own = first.to_ascii_lowercase();
    let (src, app, own) = (format!("src/{rest}.php"), format!("app/{rest}.php"), format!("{own}/{rest}.php"));
    lies_here(case, &[&src, &app, &own, &format!("src/{class}.php"), &format!("lib/{class}.php")])
}

/// Whether one of these files lies in the workspace.
fn lies_here(case: &Case, files: &[&str]) -> bool {
    let is_there = |file: &&str| {
        case.ground.roots.iter().any(|root| case.world.kind(&format!("{root}/{file}")) == Kind::File)
    };
    files.iter().any(is_there)
}
