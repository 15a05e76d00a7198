//! Changes code that has no test.
//!
//! What: denies writing code, by whatever tool, as long as its test does not exist: `cart.test.ts` beside `cart.ts`,
//! `tests/test_cart.py`, any `_test.go` of the package, `CartTest.java`, `CartTest.php`, `cart_spec.rb`, and in Rust
//! tests inside of the file or in `tests/`. A policy names other pairs (`gate.untested-code.pairs`), which then stand in the place of
//! the usual ones.
//!
//! A directory of tests (`tests`, `test`, `spec`, `__tests__`) may lie beside the code or in any directory above it; the
//! directories in it agree with those of the code (`tests/unit/shop/test_cart.py` is of `src/shop/cart.py`, and not of
//! `src/billing/cart.py`). In a work tree that the text itself makes (`git worktree add`), those tests are there that its commit holds.
//! A test that the same call takes away is none; one that it moves to where it is a test of that code is.
//!
//! With `level = "failing"` a run must have been seen in which that test fails, or does not compile, as it is written now; from then on
//! the code is free, also to be put in order when the test passes. A run that does not show which of its tests fail counts only if it was
//! of this test alone. If the code around it does not compile, that counts if the test is newer than the code and than the last run
//! in which it has passed. Tests inside of a file of Rust may be written before that, by a change that leaves the code as it is;
//! such tests are functions (`#[test]`, `#[tokio::test]`) or a module for tests only (`#[cfg(test)] mod tests`), and an import or
//! a helper for them is none.
//!
//! Code that only gets another place (`git mv`, a patch that renames, a tool of a server) is nothing new; if it is changed on the way, the
//! test that it had counts. Free: tests themselves, documents, settings, declarations (a file that holds only types without methods,
//! constants, exceptions and names that it hands on), generated code, migrations and seeds, and what only joins others
//! (`index.ts`, `urls.py`); what a policy exempts (`gate.untested-code.exempt`), or does not take for source (`gate.sources`).
//!
//! Why: a test that is written first says what the code is for; one that is written later says what it does.
//!
//! Instead: write the test first, then the code.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use hookward_effects::{Action, Kind};

use super::along::{Along, comes_along};
use super::first_test::{Objection, unfailed, unfailed_inside, untested, would_be_gone};
use super::kinds::{
    is_excluded, is_free_by_name, is_free_directory, lies_among_tests, only_joins, says_generated,
};
use super::layouts::{Tests, named, tests_for};
use crate::changed::{Written, written_anywhere};
use crate::evidence::{Inside, Red, Touched, is_document};
use crate::moved::{Content, Origins};
use crate::policy::{Pair, TestLevel, TestsFirst, named_by};
use crate::resulting::{Gone, resulting};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::syntax::{Language, Parted, has_inline_tests, only_declares};
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
        Example {
            call: Sample::Content("src/cart.ts", "export interface Cart { total: number }"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/shop.ts", "export * from './cart';"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/cart.ts", "export const total = (a: A) => a.b;"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Write("vite.config.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("docs/cart.md"), decision: Decision::Silent },
        passes("cat src/cart.ts"),
        passes("echo t > src/cart.test.ts && echo x > src/cart.ts"),
        passes(
            "patch -p1 <<'E'\n--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -0,0 +1 @@\n+x\n--- /dev/null\n+++ b/src/cart.test.ts\n@@ -0,0 +1 @@\n+t\nE",
        ),
        passes("touch src/cart.ts src/cart.test.ts"),
        denies("touch src/cart.ts"),
        Example {
            call: Sample::Content("src/cart.rs", "#[cfg(test)]\nuse a::B;\npub fn f() {}"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Write("vitest.workspace.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("api/cart_pb2_grpc.py"), decision: Decision::Silent },
        passes("npx prettier --write src/cart.ts"),
        passes("git checkout -- src/cart.ts"),
        denies("npx prettier src/a.ts > src/cart.ts"),
    ],
};

/// What a call writes, gathered once for all of its files.
struct Look<'c, 'a> {
    case: &'c Case<'a>,
    along: Along<'c, 'a>,
    origins: Origins,
    gone: Gone<'c, 'a>,
    /// What each file may hold then.
    results: OnceCell<HashMap<String, Vec<Option<String>>>>,
}

/// What a file needs before it is written.
enum Need {
    /// Nothing.
    Nothing,
    /// Tests inside of it, or one of these.
    InsideOr(Vec<String>, TestLevel),
    /// One of these.
    OneOf(Vec<String>, TestLevel),
}

fn judge(case: &Case) -> Vec<Finding> {
    let written = super::written(case);
    // Most calls take nothing away.
    let takes = case.facts.effects.iter().any(|effect| matches!(effect.action, Action::Delete(..)));
    let anywhere = if takes { written_anywhere(case).files } else { Vec::new() };
    let look = Look {
        case,
        along: Along::of(&written),
        origins: Origins::of(case),
        gone: Gone::by(case, &anywhere),
        results: OnceCell::new(),
    };
    let mut findings: Vec<Finding> = Vec::new();
    let mut said: HashSet<&str> = HashSet::new();
    for Written { path, effect, .. } in &written {
        if is_document(path) || !said.insert(path) || look.is_moved(path) {
            continue;
        }
        let Some((why, instead, brief)) = look.objection(path) else { continue };
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

impl Look<'_, '_> {
    /// Whether code only gets another place: as it is, it is nothing new; and else the test that it had is its test until that is
    /// moved as well.
    fn is_moved(&self, path: &str) -> bool {
        self.origins.get(path).is_some_and(|origin| match (self.need(&origin.path), origin.content) {
            // What was no code becomes some.
            (Need::Nothing, _) => false,
            (Need::InsideOr(..) | Need::OneOf(..), Content::Same) => true,
            (Need::InsideOr(tests, level) | Need::OneOf(tests, level), Content::Changed) => {
                self.unmet((&origin.path, path), &tests, level).is_none()
            }
        })
    }

    fn need(&self, path: &str) -> Need {
        let case = self.case;
        let below = super::below(case, path);
        let exempt = case.policy.tests_first.iter().flat_map(|own| &own.exempt);
        if is_excluded(case.policy, below) || exempt.into_iter().any(|glob| named_by(glob, below)) {
            return Need::Nothing;
        }
        match &case.policy.tests_first {
            Some(own) if !own.pairs.is_empty() => {
                // A glob of code takes its tests, declarations and settings along, which need none.
                let (directory, name) = below.rsplit_once('/').unwrap_or(("", below));
                let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
                let is_free = is_free_by_name(stem, ending);
                let needs_none = |pair: &Pair| only_joins(directory, stem, ending) && !pair.names_a_file();
                let pairs = || own.pairs.iter().filter(|pair| !needs_none(pair));
                let pair = || pairs().find_map(|pair| Some((pair, pair.tests_of(below)?)));
                match pair().filter(|_| !is_free && !own.pairs.iter().any(|pair| pair.is_test(below))) {
                    // Helpers of tests need none, unless the pair means them.
                    Some((pair, _)) if lies_among_tests(below) && !lies_among_tests(&pair.code) => {
                        Need::Nothing
                    }
                    Some((_, tests)) => Need::OneOf(tests, own.level),
                    None => Need::Nothing,
                }
            }
            own => match tests_for(case, path) {
                Tests::NotNeeded => Need::Nothing,
                Tests::InsideOr(tests) => Need::InsideOr(tests, level_of(own.as_ref())),
                Tests::OneOf(tests) => Need::OneOf(tests, level_of(own.as_ref())),
            },
        }
    }

    /// Whether a test is there, and still is when all is done.
    fn is_left(&self, test: &str, now: &str) -> bool {
        self.case.world.kind(test) == Kind::File && !self.is_taken(test, now)
    }

    /// Whether a call takes a test away, and leaves the code.
    fn is_taken(&self, test: &str, now: &str) -> bool {
        self.gone.has(test) && !self.gone.has_for_certain(now)
    }

    /// Whether a call brings a test along with the code: before it, at once, or from another place where it was already.
    fn brings(&self, (path, now): (&str, &str), test: &str) -> bool {
        let case = self.case;
        let below = super::below(case, path);
        let root = path.strip_suffix(below).unwrap_or_default();
        let writer = self.along.writer(path);
        let is_in_time = |at: usize, own: &Written| {
            self.along.is_before(at, path)
                || writer.is_some_and(|writer| comes_along(case, own, writer.effect))
                || self.origins.get(&own.path).is_some()
        };
        let mut tests = self.along.tests((root, below), test);
        tests.any(|(at, own)| is_in_time(at, own) && !self.is_taken(&own.path, now))
    }

    fn objection(&self, path: &str) -> Option<Objection> {
        match self.need(path) {
            Need::Nothing => None,
            Need::InsideOr(tests, level) if self.is_tested_inside(path) => match level {
                TestLevel::Exists => None,
                TestLevel::Failing => self.unfailed_inside(path, &tests),
            },
            Need::InsideOr(tests, level) | Need::OneOf(tests, level) => {
                self.unmet((path, path), &tests, level).filter(|_| !self.only_declares(path))
            }
        }
    }

    /// Whether nothing in a file does anything, as it will be, or a program has written it.
    fn only_declares(&self, path: &str) -> bool {
        let results = self.results(path);
        let declares = |text: &Option<String>| {
            text.as_ref().is_some_and(|text| only_declares(path, text) || says_generated(path, text))
        };
        !results.is_empty() && results.iter().all(declares)
    }

    /// What to say of code that none of these tests is for, or none as it must be; by where it lies, and where it is then.
    fn unmet(&self, (path, now): (&str, &str), candidates: &[String], level: TestLevel) -> Option<Objection> {
        let case = self.case;
        let below = super::below(case, path);
        let root = path.strip_suffix(below)?;
        // A test that the text itself has written before is there.
        let exists = |test: &String| {
            named(case, (root, below), test).iter().any(|test| self.is_left(test, now))
                || self.brings((path, now), test)
        };
        if !candidates.iter().any(exists) {
            if let Some((why, instead)) = super::unforeseen(case, path) {
                return Some((why, instead.to_owned(), None));
            }
            let mut lost = candidates.iter().flat_map(|test| named(case, (root, below), test));
            let taken = lost.find(|test| case.world.kind(test) == Kind::File);
            let taken = taken.as_ref().and_then(|path| path.strip_prefix(root));
            return match taken {
                Some(test) => Some(would_be_gone(case, (root, below), test)),
                None => untested(case, (root, below), candidates),
            };
        }
        if level == TestLevel::Exists
            || candidates.iter().any(|test| self.was_seen_to_fail((root, path), now, test))
        {
            return None;
        }
        // Of those that there may be, the one that is there.
        let files = candidates.iter().flat_map(|test| named(case, (root, below), test));
        let there = files.into_iter().find(|test| self.is_left(test, now));
        let test = match &there {
            Some(path) => path.strip_prefix(root).unwrap_or(path),
            None => candidates.first()?,
        };
        Some(unfailed(case, below, test))
    }

    /// Tests in the file itself, as it will be.
    fn is_tested_inside(&self, path: &str) -> bool {
        let case = self.case;
        let is_tested = |text: Option<&str>| match text {
            Some(text) => has_inline_tests(text),
            // What cannot be worked out is as it was, or as far as its texts tell.
            None => {
                let told = self.along.files().iter().filter(|own| own.path == path);
                told.map(|own| own.content.literals()).any(|text| has_inline_tests(&text))
                    || case.world.text(path).is_some_and(|text| has_inline_tests(&text))
            }
        };
        self.results(path).iter().all(|text| is_tested(text.as_deref()))
    }

    /// What a file may hold then, each text if it is known; worked out for all of its kind at once.
    fn results(&self, path: &str) -> &[Option<String>] {
        let all = self.results.get_or_init(|| {
            let mut all: HashMap<String, Vec<Option<String>>> = HashMap::new();
            for file in resulting(self.case, Language::is_one_of) {
                all.entry(file.path.into_owned()).or_default().push(file.after.known());
            }
            all
        });
        all.get(path).map_or(&[], Vec::as_slice)
    }

    /// Whether one of the tests that a name stands for was seen to fail as it is written, perhaps where it was before.
    fn was_seen_to_fail(&self, (root, code): (&str, &str), now: &str, test: &str) -> bool {
        let case = self.case;
        let is_there = |below: &str| case.world.kind(&format!("{root}{below}")) == Kind::File;
        let below = code.strip_prefix(root).unwrap_or(code);
        let seen = |path: &str| {
            let Some(written) = case.world.text(path) else { return false };
            let test = &Red::of(path.strip_prefix(root).unwrap_or(path), &written);
            let (since, code) = (case.world.touched_at(path), case.world.touched_at(code));
            case.ledger.was_seen_to_fail(Touched { test, since, code }, &is_there)
        };
        let mut moved = self.along.tests((root, below), test).map(|(_, own)| &*own.path);
        named(case, (root, below), test).iter().any(|test| !self.is_taken(test, now) && seen(test))
            || moved.any(|test| !self.is_taken(test, now) && self.origins.same(test).is_some_and(&seen))
    }

    /// What to say of code whose tests stand in its own file, if no run was seen in which they fail, nor one beside it.
    fn unfailed_inside(&self, path: &str, candidates: &[String]) -> Option<Objection> {
        let case = self.case;
        let below = super::below(case, path);
        let root = path.strip_suffix(below)?;
        let before = case.world.text(path).unwrap_or_default();
        let (results, parted) = (self.results(path), Parted::of(&before));
        // Tests that are written along with the code were not seen, whatever stood there before.
        let was_seen = |after: &str| {
            let seen =
                |text| Inside::of(below, text).is_some_and(|tests| case.ledger.was_seen_inside(&tests));
            seen(after) || (seen(&before) && Parted::of(after).only_drops_tests_of(&parted))
        };
        let is_fine = |after: &str| Parted::of(after).is_same_code(&parted) || was_seen(after);
        if (!results.is_empty() && results.iter().all(|after| after.as_deref().is_some_and(is_fine)))
            || candidates.iter().any(|test| self.was_seen_to_fail((root, path), path, test))
        {
            return None;
        }
        Some(unfailed_inside(case, below))
    }
}

fn level_of(own: Option<&TestsFirst>) -> TestLevel {
    own.map_or(TestLevel::Exists, |own| own.level)
}
