//! What was seen to fail, since when, and whether it was this very test.

use super::super::{Check, Inside, Red, Scope};
use super::{Evidence, Ledger, Outcome};

/// A test as it is written, and when it and its code were last touched.
#[derive(Clone, Copy, Debug)]
pub struct Touched<'w> {
    /// The test, by its path below the root.
    pub test: &'w Red,
    /// When the test was touched.
    pub since: Option<u64>,
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

    /// Whether a test was seen to fail as it is written: a run that names what fails has named it; of one that does not, it was the
    /// only one, and no run on the same sources has passed in which it was, too. A test that lies elsewhere now is the same one, if
    /// nothing is where it was. Of a run in which the code does not compile, it was a part, and there is nothing newer than the test that
    /// could be to blame.
    pub fn was_seen_to_fail(&self, touched: Touched<'_>, is_there: &dyn Fn(&str) -> bool) -> bool {
        let mut failed = self.runs(Check::Tests).filter(|run| run.outcome != Outcome::Passed);
        let passed_with = |path: &str, tree: &str| {
            let passed = self.runs(Check::Tests).filter(|run| run.outcome == Outcome::Passed);
            passed.filter(|run| run.tree == tree).any(|run| run.holds(path))
        };
        let is_this = |red: &&Red| {
            red.text == touched.test.text && (red.path == touched.test.path || !is_there(&red.path))
        };
        failed.any(|run| {
            let is_named = run.failing.as_ref().is_some_and(|files| !files.is_empty());
            let seen = run.red.iter().find(is_this);
            seen.is_some_and(|red| is_named || !passed_with(&red.path, &run.tree))
                || self.is_to_blame(touched, run)
        })
    }

    /// Whether a test must be what does not compile in a run: it is newer than the code and than what has passed.
    fn is_to_blame(&self, touched: Touched<'_>, run: &Evidence) -> bool {
        let (path, Some(since)) = (touched.test.path.as_str(), touched.since) else { return false };
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let is_within = || run.within.is_empty() || run.within.iter().any(|own| own == directory);
        // Code that was written since could only be because the test was seen to fail.
        let is_between = |at: u64| at >= since && at < run.at;
        let mut passed = self.runs(Check::Tests).filter(|run| run.outcome == Outcome::Passed);
        run.broken
            && run.at >= since
            && run.holds(path)
            && is_within()
            && !touched.code.is_some_and(is_between)
            && !passed.any(|passed| is_between(passed.at) && passed.holds(path))
    }

    /// The last run of tests that has failed with a test among them, if nobody saw which.
    pub fn failed_unseen(&self, path: &str) -> Option<&Evidence> {
        let last = self.runs(Check::Tests).next_back().filter(|run| run.outcome != Outcome::Passed)?;
        let is_silent = last.failing.as_ref().is_none_or(Vec::is_empty) && !last.broken;
        (is_silent && last.holds(path)).then_some(last)
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
