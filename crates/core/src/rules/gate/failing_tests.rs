//! Goes on with other code while tests fail.
//!
//! What: while the last run of the tests that Hookward saw has failed, writing other code, by whatever tool, is advised against once
//! (`gate.failing-tests.advices`) and then denied, until all of them were seen to pass. Where git keeps nothing, or where the run has
//! printed the name of no file, it is only advised against: nobody can tell there what is being mended.
//!
//! Free is what may mend the tests:
//!
//! - tests, documents and settings, and files that are changed already;
//! - code whose test is changed, or was named in the command that failed;
//! - what the run has named as failing: each file of a trace, and files that it says are missing;
//! - what a test that fails imports, and what that imports in turn; of a test of Rust, its crate.
//!
//! Why: what is built on a broken ground hides what broke it.
//!
//! Instead: mend what fails, run the tests again, then go on.
//!
//! Given: `npm test -- src/shop.test.ts` was seen to fail.

use hookward_effects::Kind;

use super::kinds::{is_code, is_test};
use super::layouts::{Tests, named, tests_for};
use super::reach::reaches;
use crate::evidence::{Check, Evidence, Standing, is_around, is_named_by};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/failing-tests",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("failing_tests.rs"),
    judge,
    // `npm test -- src/shop.test.ts` has failed, and nothing was said of it yet.
    examples: &[
        Example { call: Sample::Write("src/cart.ts"), decision: Decision::Advise },
        Example { call: Sample::Edit("app/cart.py"), decision: Decision::Advise },
        Example { call: Sample::Shell("sed -i s/a/b/ src/cart.ts"), decision: Decision::Advise },
        Example { call: Sample::Write("src/shop.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("src/cart.test.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("docs/cart.md"), decision: Decision::Silent },
        Example { call: Sample::Write("vite.config.ts"), decision: Decision::Silent },
        passes("npm test"),
        passes("cat src/cart.ts"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let Standing::Failing(last) = case.ledger.standing(Check::Tests) else { return Vec::new() };
    let is_other =
        |path: &str| is_code(case.policy, super::below(case, path)) && !is_of_what_fails(case, path, last);
    let files = super::written(case);
    let Some(file) = files.iter().find(|file| is_other(&file.path)) else { return Vec::new() };
    let (path, effect) = (&file.path, file.effect);
    let since = case.ledger.failing_since(Check::Tests).unwrap_or(last.at);
    let advices = case.session.advices(case.event.agent_id(), RULE.id, since);
    let was_advised = advices >= case.policy.advices_of_failing_tests.unwrap_or(1);
    // Where git keeps nothing, nobody can tell what is changed already, and so what is being mended; and where what was printed names
    // no file, nobody can tell what fails.
    let is_kept = case.world.repository(&case.event.cwd).is_some();
    let names_nothing = last.failing.as_ref().is_some_and(Vec::is_empty)
        && case.ledger.failing_files(Check::Tests).next().is_none();
    let decision = if was_advised && is_kept && !names_nothing { Decision::Deny } else { Decision::Advise };
    vec![Finding {
        matched: super::below(case, path).to_owned(),
        why: format!("the tests fail since `{}`, and this is not what fails", last.command).into(),
        instead: format!(
            "mend what fails (what the run has named is free, and so are what its tests import, files that are changed already, and tests), and run `{}` again",
            last.command
        )
        .into(),
        ..Rule::objection(RULE.id, decision, case, effect)
    }]
}

/// Whether a file is changed already, or its test is; or a run that failed was of its test, or has named either of them.
fn is_of_what_fails(case: &Case, path: &str, failed: &Evidence) -> bool {
    let below = super::below(case, path);
    let root = path.strip_suffix(below).unwrap_or_default();
    let own = case
        .policy
        .tests_first
        .as_ref()
        .and_then(|own| own.pairs.iter().find_map(|pair| pair.tests_of(below)));
    let tests = own.unwrap_or_else(|| match tests_for(case, path) {
        Tests::OneOf(tests) | Tests::InsideOr(tests) => tests,
        Tests::NotNeeded => Vec::new(),
    });
    let is_named =
        |test: &String| failed.command.split(' ').any(|word| word.trim_start_matches("./") == test);
    let is_changed = |test: &String| {
        let is_new = |test: &String| case.world.kind(test) == Kind::File && case.world.is_changed(test);
        named(case, (root, below), test).iter().any(is_new)
    };
    let files = tests.iter().flat_map(|test| named(case, (root, below), test));
    let files: Vec<String> = files.chain([path.to_owned()]).collect();
    let is_failing =
        |told: &str| files.iter().any(|file| is_named_by(file.strip_prefix(root).unwrap_or(file), told));
    tests.iter().any(is_named)
        || case.ledger.failing_files(Check::Tests).any(is_failing)
        || case.ledger.around_failing(Check::Tests).any(|told| is_around(below, told))
        || case.world.is_changed(path)
        || tests.iter().any(is_changed)
        || reaches(case, failing_tests(case, root), path)
}

/// The files of the tests that fail, as far as the run has told where they lie.
fn failing_tests(case: &Case, root: &str) -> Vec<String> {
    let tests = case.ledger.failing_files(Check::Tests).filter(|told| is_test(told));
    let path = |told: &str| if told.starts_with('/') { told.to_owned() } else { format!("{root}{told}") };
    let there = |path: &String| case.ground.in_workspace(path) && case.world.kind(path) == Kind::File;
    tests.map(path).filter(there).collect()
}
