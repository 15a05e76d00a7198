//! Changes code that has no test.
//!
//! What: denies writing code, by whatever tool, as long as its test does not exist: `cart.test.ts` beside `cart.ts`,
//! `tests/test_cart.py`, any `_test.go` of the package, `CartTest.java`, `CartTest.php`, `cart_spec.rb`, and in Rust
//! tests inside of the file or in `tests/`; of the workspace, or of the nearest package in it. A policy names other pairs
//! (`gate.untested-code.pairs`), and with `level = "failing"` a run must have been seen in which that test fails, or does not
//! compile, as it is written now; from then on the code is free, also to be put in order when it passes. If the code around it does not
//! compile, that counts if the test is newer than the code and than the last run in which it has passed. Tests inside of a file of
//! Rust are free to be written before that, by a change that leaves the code as it is.
//! Free: tests themselves, documents, settings, declarations, generated code, migrations and seeds, and what only joins others
//! (`index.ts`, `urls.py`); what a policy exempts (`gate.untested-code.exempt`), or does not take for source (`gate.sources`).
//!
//! Why: a test that is written first says what the code is for; one that is written later says what it does.
//!
//! Instead: write the test first, then the code.

use hookward_effects::{Call, Kind};

use super::kinds::{is_excluded, is_free_by_name, is_free_directory};
use super::layouts::{Tests, named, tests_for};
use crate::changed::Written;
use crate::evidence::{Inside, Touched, is_document};
use crate::policy::{TestLevel, TestsFirst, named_by};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::syntax::{Parted, has_inline_tests};
use crate::text::fill;
use crate::verdict::{BRIEF, Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/untested-code",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("untested_code.rs"),
    judge,
    // There is no file yet.
    examples: &[
        Example { call: Sample::Write("src/cart.ts"), decision: Decision::Deny },
        Example { call: Sample::Edit("app/cart.py"), decision: Decision::Deny },
        denies("cat > pkg/cart.go <<< 'package cart'"),
        denies("cp /tmp/cart.rb lib/cart.rb"),
        Example { call: Sample::Content("src/cart.rs", "pub fn f() {}"), decision: Decision::Deny },
        Example {
            call: Sample::Content("src/cart.rs", "pub fn f() {}\n#[cfg(test)]\nmod tests {}"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Write("src/cart.test.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("tests/test_cart.py"), decision: Decision::Silent },
        Example { call: Sample::Write("src/types.d.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("vite.config.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("docs/cart.md"), decision: Decision::Silent },
        passes("cat src/cart.ts"),
        passes("echo t > src/cart.test.ts && echo x > src/cart.ts"),
        passes("npx prettier --write src/cart.ts"),
        passes("git checkout -- src/cart.ts"),
        denies("npx prettier src/a.ts > src/cart.ts"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for Written { path, effect, .. } in super::written(case) {
        let path = &path;
        let is_said = findings.iter().any(|finding| finding.matched == super::below(case, path));
        if is_document(path) || is_said {
            continue;
        }
        let Some((why, instead, brief)) = objection(case, path) else { continue };
        findings.push(Finding {
            matched: super::below(case, path).to_owned(),
            why: why.into(),
            instead: instead.into(),
            figures: brief.map(|brief| (BRIEF, vec![brief])).into_iter().collect(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        });
    }
    let pairs = case.policy.tests_first.as_ref().map_or(&[][..], |own| own.pairs.as_slice());
    let may_hold = |directory: &str| match pairs {
        [] => !is_free_directory(directory),
        pairs => pairs.iter().any(|pair| super::meets(&pair.code, directory)),
    };
    findings.extend(super::unseen_in(RULE.id, case, may_hold));
    findings
}

/// Why not, what to do first, and why in few words, where that is something else.
fn objection(case: &Case, path: &str) -> Option<(String, String, Option<String>)> {
    let below = super::below(case, path);
    let root = path.strip_suffix(below)?;
    let exempt = case.policy.tests_first.iter().flat_map(|own| &own.exempt);
    if is_excluded(case.policy, below) || exempt.into_iter().any(|glob| named_by(glob, below)) {
        return None;
    }
    let (candidates, level) = match &case.policy.tests_first {
        Some(own) if !own.pairs.is_empty() => {
            // A glob of code takes its tests, declarations and settings along, which need none.
            let name = below.rsplit('/').next().unwrap_or(below);
            let is_free = name.rsplit_once('.').is_some_and(|(stem, ending)| is_free_by_name(stem, ending));
            if is_free || own.pairs.iter().any(|pair| pair.is_test(below)) {
                return None;
            }
            (own.pairs.iter().find_map(|pair| pair.tests_of(below))?, own.level)
        }
        own => match tests_for(case, path) {
            Tests::NotNeeded => return None,
            Tests::InsideOr(candidates) if is_tested_inside(case, path) => {
                return match level_of(own.as_ref()) {
                    TestLevel::Exists => None,
                    TestLevel::Failing => unfailed_inside(case, path, &candidates),
                };
            }
            Tests::InsideOr(candidates) | Tests::OneOf(candidates) => (candidates, level_of(own.as_ref())),
        },
    };
    // The files of a patch come together, in whichever order it names them.
    let is_at_once = matches!(case.event.moment.call(), Some(Call::Patch { .. }));
    // A test that the text itself has written before is there.
    let exists = |test: &String| {
        let is_there = |test: &String| case.world.kind(test) == Kind::File;
        let names = named(case, root, test);
        let test = format!("{root}{test}");
        names.iter().any(is_there)
            || super::written(case)
                .iter()
                .take_while(|own| is_at_once || own.path != path)
                .any(|own| fast_glob::glob_match(&test, &*own.path))
    };
    if !candidates.iter().any(exists) {
        let test = candidates.first()?;
        let message = case.policy.tests_first.as_ref().and_then(|own| own.message.as_ref());
        let why = match message {
            Some(message) => fill(message, |key| match key {
                "file" => Some(below.to_owned()),
                "test" => Some(test.clone()),
                _ => None,
            }),
            None => format!("{below} has no test yet"),
        };
        let brief = format!("{test} does not exist yet");
        return Some((why, format!("write {test} first, then this"), Some(brief)));
    }
    if level == TestLevel::Exists || candidates.iter().any(|test| was_seen_to_fail(case, (root, path), test))
    {
        return None;
    }
    // Of those that there may be, the one that is there.
    let files = candidates.iter().flat_map(|test| named(case, root, test));
    let there = files.into_iter().find(|test| case.world.kind(test) == Kind::File);
    let test = match &there {
        Some(path) => path.strip_prefix(root).unwrap_or(path),
        None => candidates.first()?,
    };
    Some((
        format!("no run was seen in which the test of {below} fails, as it is written now"),
        format!("run {test} and see it fail, with its output in sight; then write the code"),
        None,
    ))
}

fn level_of(own: Option<&TestsFirst>) -> TestLevel {
    own.map_or(TestLevel::Exists, |own| own.level)
}

/// Whether one of the tests that a name stands for was seen to fail since it was last written.
fn was_seen_to_fail(case: &Case, (root, code): (&str, &str), test: &str) -> bool {
    named(case, root, test).iter().any(|path| {
        let below = path.strip_prefix(root).unwrap_or(path);
        let (since, code) = (case.world.touched_at(path), case.world.touched_at(code));
        since.is_some_and(|since| case.ledger.was_seen_to_fail(Touched { path: below, since, code }))
    })
}

/// What to say of code whose tests stand in its own file, if no run was seen in which they fail, nor one beside it.
fn unfailed_inside(
    case: &Case,
    path: &str,
    candidates: &[String],
) -> Option<(String, String, Option<String>)> {
    let below = super::below(case, path);
    let root = path.strip_suffix(below)?;
    let before = case.world.text(path).unwrap_or_default();
    let is_same = |after: &str| Parted::of(after).is_same_code(&Parted::of(&before));
    let results = super::results(case, path);
    let is_of_tests =
        !results.is_empty() && results.iter().all(|after| after.as_deref().is_some_and(is_same));
    let was_seen = || Inside::of(below, &before).is_some_and(|tests| case.ledger.was_seen_inside(&tests));
    if is_of_tests || was_seen() || candidates.iter().any(|test| was_seen_to_fail(case, (root, path), test)) {
        return None;
    }
    Some((
        format!("no run was seen in which the tests in {below} fail, as they are written now"),
        "write the tests in it first and leave the code as it is; run them and see them fail, with the output in sight; then write \
         the code"
            .to_owned(),
        None,
    ))
}

/// Tests in the file itself, as it will be.
fn is_tested_inside(case: &Case, path: &str) -> bool {
    let is_tested = |text: Option<String>| match text {
        Some(text) => has_inline_tests(&text),
        // What cannot be worked out is as it was, or as far as its texts tell.
        None => {
            let told = super::written(case).into_iter().filter(|own| own.path == path);
            told.map(|own| own.content.literals()).any(|text| has_inline_tests(&text))
                || case.world.text(path).is_some_and(|text| has_inline_tests(&text))
        }
    };
    super::results(case, path).into_iter().all(is_tested)
}
