//! What a run that has ended well has printed of how many tests it ran: one that ran none tells nothing of those that are there.

use hookward_effects::{Command, Facts};

use super::tasks::known_words;
use crate::toolchain::without_colours;

/// How runners say that they have run no test, and end well. Those of Rust and Go say it of each package that has none.
#[rustfmt::skip]
const NONE: &[&str] = &[
    "No tests found, exiting with code 0", "No test files found, exiting with code 0", "No tests were found!!!", "No tests executed!",
    "no tests ran", "There are no tests to run", "No test is available in", "No test matches the given testcase filter",
    "No tests to run.", "Tests are skipped.", "No test targets were found",
];

/// Sums that begin with none, as the runners say them.
#[rustfmt::skip]
const SUMS: &[&str] = &[
    "0 passing", "0 examples, 0 failures", "0 runs, 0 assertions", "0 tests, 0 failures", "Ran 0 tests", "# tests 0", "ℹ tests 0",
    "Executed 0 tests", "Tests run: 0,", "0 tests executed", "make: 'test' is up to date", "make: Nothing to be done for 'test'",
    "make: 'check' is up to date", "make: Nothing to be done for 'check'",
];

/// Words beside a number of tests.
#[rustfmt::skip]
const TESTS: &[&str] = &[
    "test", "tests", "passed", "pass", "passing", "example", "examples", "run", "runs", "assertion", "assertions", "spec", "specs",
    "scenario", "scenarios", "ran", "executed", "ok", "succeeded", "successful",
];

/// Starts of lines that tell of a test, or of a file or a package of them, that has passed.
const PASSED: &[&str] = &["ok ", "ok\t", "PASS", "--- PASS", "✓", "✔", "√", "[  PASSED", "[       OK"];

/// More of an output is not read.
const MAX_OUTPUT: usize = 1024 * 1024;

/// Programs that hand on only some of what others print.
const PARTING: &[&str] =
    &["tail", "head", "grep", "egrep", "rg", "sed", "awk", "less", "more", "cut", "uniq", "sort"];

/// Whether what a text has printed says that no test has run. What is shown of it in part only says nothing.
pub(super) fn ran_none(facts: &Facts, output: &str) -> bool {
    let parts = |command: &Command| {
        known_words(command)
            .first()
            .is_some_and(|name| PARTING.contains(&name.rsplit('/').next().unwrap_or(name)))
    };
    if output.len() > MAX_OUTPUT || facts.commands.iter().any(parts) {
        return false;
    }
    let plain = without_colours(output);
    let says_none = |line: &str| {
        let line = line.trim();
        NONE.iter().any(|sign| line.contains(sign)) || SUMS.iter().any(|sum| line.starts_with(sum))
    };
    plain.lines().any(says_none) && !plain.lines().any(tells_of_some)
}

/// Whether a command ends well also where there are no tests, and nobody has seen any: a script of the project says that for all
/// times, who types it says it of this run.
pub(super) fn shows_none(command: &Command, output: &str) -> bool {
    let permits_none = |word: &&str| word.starts_with(PERMITS_NONE);
    known_words(command).iter().any(permits_none) && !without_colours(output).lines().any(tells_of_some)
}

/// The option by which a run without tests ends well.
const PERMITS_NONE: &str = "--passWithNoTests";

/// Whether a line says that some tests have run: `Tests  3 passed (3)`, `ok shop 0.1s`.
fn tells_of_some(line: &str) -> bool {
    let line = line.trim();
    let words: Vec<&str> =
        line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_some = |word: &str| word.parse::<u64>().is_ok_and(|number| number > 0);
    let is_of_tests = |word: &str| TESTS.contains(&word.to_ascii_lowercase().as_str());
    let counts = |pair: &[&str]| match pair {
        [one, other] => (is_some(one) && is_of_tests(other)) || (is_of_tests(one) && is_some(other)),
        _ => false,
    };
    PASSED.iter().any(|start| line.starts_with(start)) || words.windows(2).any(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_effects::{Call, Emptiness, Scene, facts};

    fn none(text: &str, output: &str) -> bool {
        let scene = Scene { cwd: "/w", home: None, roots: &[], world: &Emptiness };
        ran_none(&facts(&Call::shell(text), &scene), output)
    }

    #[test]
    fn a_run_that_has_found_no_test_says_so() {
        for (text, output) in [
            ("npx jest --passWithNoTests", "No tests found, exiting with code 0\n"),
            (
                "npx vitest run",
                "\u{1b}[2m RUN \u{1b}[22m v3.0.0 /w\n\nNo test files found, exiting with code 0\n",
            ),
            ("ctest --test-dir build", "Test project /w/build\nNo tests were found!!!\n"),
            ("npx mocha", "\n\n  0 passing (1ms)\n\n"),
            (
                "bundle exec rspec",
                "No examples found.\n\nFinished in 0.0003 seconds\n0 examples, 0 failures\n",
            ),
            ("vendor/bin/phpunit", "PHPUnit 10.5.1\n\nNo tests executed!\n"),
            ("node --test", "TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n"),
            ("python -m unittest", "\n----------\nRan 0 tests in 0.000s\n\nOK\n"),
            ("make test", "make: 'test' is up to date.\n"),
            ("mvn test", "[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n"),
        ] {
            assert!(none(text, output), "{output}");
        }
    }

    #[test]
    fn a_run_of_some_tests_may_have_none_elsewhere() {
        for (text, output) in [
            ("pnpm -r test", "a: No tests found, exiting with code 0\nb: Tests:       3 passed, 3 total\n"),
            ("pnpm -r test", "No test files found, exiting with code 0\n ✓ src/a.test.ts (1 test)\n"),
            ("cargo test", "running 0 tests\n\ntest result: ok. 0 passed; 0 failed\n"),
            ("go test ./...", "?   \tshop\t[no test files]\n"),
            ("mvn test", "[INFO] Tests run: 0, Failures: 0\n[INFO] Tests run: 4, Failures: 0\n"),
            ("ctest", "100% tests passed, 0 tests failed out of 5\n"),
            ("npm test", ""),
            ("npm test 2>&1 | tail -2", "No test files found, exiting with code 0\n"),
        ] {
            assert!(!none(text, output), "{output}");
        }
    }
}
