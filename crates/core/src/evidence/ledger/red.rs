//! What was seen to fail, since when, and whether it was this very test.

use super::super::failing::is_named_by;
use super::super::{Check, Inside, Scope};
use super::{Evidence, Ledger, Outcome};

/// A test by its path below the root, and when it and its code were last touched.
#[derive(Clone, Copy, Debug)]
pub struct Touched<'w> {
    /// The path.
    pub path: &'w str,
    /// When the test was touched.
    pub since: u64,
    /// When the code was, if it is there.
    pub code: Option<u64>,
}

impl Ledger {
    /// Since when a check does not pass any more: the first run that has not, after all of it has passed last.
    pub fn failing_since(&self, what: Check) -> Option<u64> {
        let is_green =
            |evidence: &Evidence| evidence.scope == Scope::Whole && evidence.outcome == Outcome::Passed;
        let mut green: Vec<&Evidence> = Vec::new();
        let mut since = None;
        for evidence in self.runs(what).rev() {
            if is_green(evidence) {
                green.push(evidence);
            } else if evidence.outcome != Outcome::Passed
                && !green.iter().any(|green| green.is_like(evidence))
            {
                since = Some(evidence.at);
            }
        }
        since
    }

    /// The files that runs of a check have named where they said what fails, since it does not pass any more.
    pub fn failing_files(&self, what: Check) -> impl Iterator<Item = &str> {
        self.failed_runs(what).filter_map(|run| run.failing.as_ref()).flatten().map(String::as_str)
    }

    /// The runs of a check that have not passed, since it does not pass any more.
    fn failed_runs(&self, what: Check) -> impl Iterator<Item = &Evidence> {
        let since = self.failing_since(what).unwrap_or(u64::MAX);
        self.runs(what).filter(move |run| run.at >= since && run.outcome != Outcome::Passed)
    }

    /// What these runs have named on the way to that, and what they have said is not there.
    pub fn around_failing(&self, what: Check) -> impl Iterator<Item = &str> {
        self.failed_runs(what).flat_map(|run| &run.around).map(String::as_str)
    }

    /// Whether a test was seen to fail as it is written. A run that names what fails has named it; of one that does not, it was a part,
    /// and no run on the same sources has passed in which it was, too. Of one in which the code does not compile, it was a part,
    /// too, and there is nothing newer than the test that could be to blame.
    pub fn was_seen_to_fail(&self, test: Touched<'_>) -> bool {
        let Touched { path, since, code } = test;
        let mut failed =
            self.runs(Check::Tests).filter(|run| run.outcome != Outcome::Passed && run.at >= since);
        let passed = || {
            let passed = self.runs(Check::Tests).filter(|run| run.outcome == Outcome::Passed);
            passed.filter(|run| run.holds(path))
        };
        let is_newest = |run: &Evidence| {
            // Code that was written since could only be because the test was seen to fail.
            let is_between = |at: u64| at >= since && at < run.at;
            !code.is_some_and(is_between) && !passed().any(|passed| is_between(passed.at))
        };
        failed.any(|run| match &run.failing {
            _ if run.broken => run.holds(path) && is_newest(run),
            Some(files) if !files.is_empty() => files.iter().any(|told| is_named_by(path, told)),
            Some(_) | None => {
                run.outcome == Outcome::Failed
                    && run.holds(path)
                    && !passed().any(|passed| passed.tree == run.tree)
            }
        })
    }

    /// Whether tests inside of a file of code were seen to fail as they are written.
    pub fn was_seen_inside(&self, tests: &Inside) -> bool {
        let mut failed = self.runs(Check::Tests).filter(|run| run.outcome != Outcome::Passed);
        failed.any(|run| run.inside.contains(tests))
    }

    /// When a file below the root was last among what has passed, in milliseconds since 1970.
    pub fn passed_with(&self, path: &str) -> Option<u64> {
        let passed = self.runs(Check::Tests).filter(|run| run.outcome == Outcome::Passed);
        passed.filter(|run| run.holds(path)).map(|run| run.at).max()
    }
}
