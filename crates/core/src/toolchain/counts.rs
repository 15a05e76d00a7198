//! How many tests have passed and how many have failed, as a runner sums it up in the end. A line is a sum only if all of it
//! counts something: a test may print whatever it likes.

/// How many tests did what; `None` if nobody says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that have passed.
    pub passed: Option<usize>,
    /// Those that have not, and those that could not be run.
    pub failed: Option<usize>,
}

/// What a number in a sum counts, in the order in which words for it count where several stand together: `45 tests passed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Counted {
    /// All tests.
    All,
    /// Tests that were left out.
    Skipped,
    Failed,
    Passed,
    /// Something else than tests.
    Other,
}

/// The words for it.
const WORDS: &[(Counted, &[&str])] = &[
    (Counted::All, &["tests", "test", "total", "examples", "example", "runs", "run", "completed"]),
    (Counted::Skipped, &["skipped", "skips", "pending", "pendings", "todo", "ignored", "incomplete"]),
    (Counted::Skipped, &["cancelled", "omissions", "xfailed", "deselected", "disabled", "excluded"]),
    (Counted::Failed, &["failed", "failing", "fail", "failure", "failures", "error", "errors"]),
    (Counted::Passed, &["passed", "passing", "pass"]),
    (Counted::Other, &["assertions", "expectations", "measured", "filtered", "warning", "warnings", "risky"]),
    (Counted::Other, &["deprecations", "notices", "notifications", "xpassed", "flaky"]),
];

/// Words around a sum. What else is summed up has others: `Test Files`, `Test Suites:`, `Snapshots:`.
const AROUND: &[&str] = &["result", "summary", "ran", "ok", "in", "out", "of", "finished", "seconds"];

/// Where a sum ends, whatever follows: `Duration: 12 ms - Shop.dll`.
const END: &str = ", Duration:";

/// What may stand in front of it: whose words it is.
const LOGS: &[&str] = &["[ERROR] ", "[WARNING] ", "[INFO] "];

/// By what a runner that sums nothing up tells of each test: Go at length, and TAP.
const ONE_BY_ONE: &[(&str, &str)] = &[("--- PASS: ", "--- FAIL: "), ("ok ", "not ok ")];

/// What a test runner says of how many tests have passed and failed. Sums of several runs are added up.
pub(super) fn counts(output: &str) -> Counts {
    let mut whole = Sum::default();
    for sum in output.lines().filter_map(sum) {
        whole.add(&sum);
    }
    let told = whole.counts();
    if told == Counts::default() { one_by_one(output) } else { told }
}

fn one_by_one(output: &str) -> Counts {
    let lines = |start: &str| {
        // A test of TAP has a number, one of Go a capital.
        let is_name = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
        let is_one = |text: &&str| text.strip_prefix(start).is_some_and(is_name);
        Some(output.lines().filter(is_one).count()).filter(|count| *count > 0)
    };
    let told = ONE_BY_ONE.iter().map(|(pass, fail)| Counts { passed: lines(pass), failed: lines(fail) });
    told.into_iter().find(|told| told.passed.is_some()).unwrap_or_default()
}

/// What the numbers of a line, or of several, come to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    passed: Option<usize>,
    failed: Option<usize>,
    skipped: usize,
    all: Option<usize>,
}

impl Sum {
    fn take(&mut self, counted: Counted, number: usize) {
        match counted {
            Counted::Passed => *self.passed.get_or_insert(0) += number,
            Counted::Failed => *self.failed.get_or_insert(0) += number,
            Counted::Skipped => self.skipped += number,
            Counted::All => self.all = Some(number),
            Counted::Other => {}
        }
    }

    /// Adds what another line says.
    fn add(&mut self, line: &Self) {
        let told = line.counts();
        let more =
            |own: Option<usize>, new: Option<usize>| own.map_or(new, |own| Some(own + new.unwrap_or(0)));
        self.passed = more(self.passed, told.passed);
        self.failed = more(self.failed, told.failed);
        // `Ran 48 tests in 0.1s`, and below it `FAILED (failures=3)`. One that says all by itself is done with.
        if told.passed.is_none() {
            self.all = line.all.or(self.all);
            self.skipped += line.skipped;
        }
    }

    /// Who says how many there are, and how many have failed, says how many have passed.
    fn counts(&self) -> Counts {
        let rest = || self.all?.checked_sub(self.failed? + self.skipped);
        Counts { passed: self.passed.or_else(rest), failed: self.failed }
    }
}

/// The numbers of a line that sums up, if it does nothing else.
fn sum(text: &str) -> Option<Sum> {
    let text = text.split(END).next().unwrap_or(text).trim();
    let text = LOGS.iter().fold(text, |text, own| text.strip_prefix(own).unwrap_or(text));
    let mut found = Sum::default();
    for part in text.split([',', ';', '|', '(', ')']) {
        for (counted, number) in part_of(part)? {
            found.take(counted, number);
        }
    }
    (found != Sum::default()).then_some(found)
}

/// A word of a sum.
enum Word {
    Number(usize),
    Says(Counted),
    /// One that says nothing of tests.
    Idle,
}

/// What one part of a sum counts: `3 failed`, `45 tests passed`, `Failures: 3`, `in 0.02s`; `None` if it is something else.
fn part_of(part: &str) -> Option<Vec<(Counted, usize)>> {
    let words = part.split([' ', '\t', '=', '[', ']']).map(word).collect::<Option<Vec<Word>>>()?;
    let (mut found, mut title, mut number): (Vec<_>, _, Option<usize>) = (Vec::new(), None, None);
    let mut said: Option<Counted> = None;
    for word in words {
        match word {
            Word::Idle => {}
            Word::Says(counted) if number.is_none() => title = Some(counted),
            Word::Says(counted) => said = said.max(Some(counted)),
            Word::Number(next) => {
                found.extend(said.take().zip(number));
                number = Some(next);
            }
        }
    }
    // A number is told by what stands behind it; one that nothing stands behind, by what stands in front, if it is the only one.
    let last = said.or(title.filter(|_| found.is_empty()));
    found.extend(last.zip(number));
    Some(found)
}

/// `None` for a word that a sum does not have.
fn word(text: &str) -> Option<Word> {
    let is_share = text.ends_with('%');
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if let Some(number) = text.parse().ok().filter(|_| !is_share) {
        return Some(Word::Number(number));
    }
    // A sign, or a time: `0.02s`.
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(Word::Idle);
    }
    let text = text.to_ascii_lowercase();
    let said = WORDS.iter().find(|(_, words)| words.contains(&text.as_str()));
    match said {
        Some((counted, _)) => Some(Word::Says(*counted)),
        None => AROUND.contains(&text.as_str()).then_some(Word::Idle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_every_usual_runner_is_read() {
        for (output, passed, failed) in [
            (include_str!("outputs/vitest.txt"), Some(1), Some(1)),
            (include_str!("outputs/jest.txt"), Some(4), Some(2)),
            (include_str!("outputs/pytest.txt"), Some(1), Some(1)),
            (include_str!("outputs/cargo.txt"), Some(1), Some(1)),
            (include_str!("outputs/node.txt"), Some(1), Some(2)),
            (include_str!("outputs/phpunit.txt"), Some(2), Some(2)),
            (include_str!("outputs/maven.txt"), Some(1), Some(2)),
            (include_str!("outputs/minitest.txt"), Some(0), Some(2)),
            ("      Tests  3 failed | 45 passed | 1 skipped (49)\n", Some(45), Some(3)),
            ("Tests:       45 passed, 45 total", Some(45), None),
            ("=== 3 failed, 45 passed, 2 warnings, 1 error in 62.10s (0:01:02) ===", Some(45), Some(4)),
            ("  45 passing (12ms)\n  1 pending\n  3 failing\n\n  1) Cart\n", Some(45), Some(3)),
            ("48 examples, 3 failures, 1 pending", Some(44), Some(3)),
            ("48 tests completed, 3 failed, 1 skipped", Some(44), Some(3)),
            ("ok | 45 passed | 0 failed (12ms)", Some(45), Some(0)),
            (" 45 pass\n 3 fail\n 60 expect() calls\nRan 48 tests across 3 files. [12ms]", Some(45), Some(3)),
            ("Ran 48 tests in 0.125s\n\nFAILED (failures=2, errors=1, skipped=1)", Some(44), Some(3)),
            ("  Summary [   0.004s] 48 tests run: 45 passed, 3 failed, 0 skipped", Some(45), Some(3)),
            (
                "Failed!  - Failed:     3, Passed:    45, Skipped:     0, Total:    48, Duration: 12 ms - Shop.dll (net8.0)",
                Some(45),
                Some(3),
            ),
            ("94% tests passed, 3 tests failed out of 48", None, Some(3)),
            ("--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL", Some(1), Some(1)),
            ("ok 1 - adds\nnot ok 2 - removes\n1..2", Some(1), Some(1)),
        ] {
            assert_eq!(counts(output), Counts { passed, failed }, "{output}");
        }
    }

    #[test]
    fn several_runs_are_added_up() {
        let output = "test result: ok. 40 passed; 0 failed; 1 ignored\n\ntest result: FAILED. 5 passed; 3 failed; 0 ignored\n";
        assert_eq!(counts(output), Counts { passed: Some(45), failed: Some(3) });
        let output = "Tests: 4, Assertions: 3, Failures: 1.\nTests: 2, Assertions: 3, Failures: 1.\n";
        assert_eq!(counts(output), Counts { passed: Some(4), failed: Some(2) });
    }

    #[test]
    fn what_only_looks_like_a_sum_counts_nothing() {
        for output in [
            "",
            "3 failed logins were seen",
            "running 2 tests",
            "Test Files  1 failed (1)",
            "Test Suites: 2 failed, 1 passed, 3 total",
            "Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in CartTest",
            "ok  \texample.com/shop/util\t0.002s",
            "passed",
            "12",
        ] {
            assert_eq!(counts(output), Counts::default(), "{output}");
        }
    }
}
