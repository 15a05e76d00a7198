//! What a test runner prints, made short: which tests failed, where, and why. A line that names a failed test begins an entry,
//! and what follows up to the next one belongs to it.

use super::Problem;
use super::lines::{numbers_behind, path_in_front, placed};
use super::pytest::sections;

/// What is said of a failed test of which nothing more is known.
const FAILS: &str = "failed";

/// Where something went wrong, and what.
type Told = Option<(String, String)>;

/// A test that failed.
#[derive(Default)]
struct Failure {
    name: String,
    place: String,
    message: String,
    /// What was expected, and what was there.
    compared: Vec<String>,
}

/// How certain it is that a line names a failed test: some runners name each twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    /// In a tree, or in a list of what to run again.
    InPassing,
    /// Where it is told why.
    AtLength,
    /// In a summary that has it all.
    InSum,
}

/// What a test runner prints: the failed tests, each with its place and what went wrong, as far as that is told.
pub(super) fn failures(output: &str) -> Vec<Problem> {
    let mut found: Vec<(Sign, Failure)> = Vec::new();
    let mut is_open = false;
    let mut uncompiled = Vec::new();
    let mut is_building = false;
    let mut rest = output.lines().peekable();
    while let Some(own) = rest.next() {
        let text = own.trim();
        if let Some(Heading { sign, name, told: message }) = heading(text) {
            is_open = true;
            // Minitest says how it failed in front of the name: `1) Failure:`.
            let (name, message) = match name {
                "Failure:" | "Error:" => named_below(rest.next().unwrap_or_default()),
                name => (name, message),
            };
            let known = found.iter().position(|(other, failure)| *other == sign && failure.name == name);
            let last = known.map_or_else(Failure::default, |at| found.remove(at).1);
            let (place, message) = message.map_or((last.place, last.message), |(place, told)| (place, told));
            found.push((sign, Failure { name: name.to_owned(), place, message, compared: last.compared }));
        } else if let Some((name, place)) = panicked(text) {
            let message = rest.peek().map_or("panicked", |next| next.trim()).to_owned();
            let at = found.iter().position(|(_, failure)| failure.name == name);
            let last = at.map_or_else(Failure::default, |at| found.remove(at).1);
            let name = if at.is_some() { last.name } else { name.to_owned() };
            found.push((
                Sign::AtLength,
                Failure { name, place: place.to_owned(), message, ..Failure::default() },
            ));
            is_open = false;
        } else if is_end(text) {
            is_open = false;
        } else if let Some((_, failure)) = found.last_mut().filter(|_| is_open) {
            failure.take(text);
        } else if text.starts_with("# ") {
            // Go: the package that does not compile; what is wrong with it follows.
            is_building = true;
        } else if let Some(problem) = placed(text).filter(|_| is_building) {
            uncompiled.push(problem);
        } else {
            is_building = false;
        }
    }
    let best = found.iter().map(|(sign, _)| *sign).max();
    let kept = found.into_iter().filter(|(sign, _)| Some(*sign) == best).map(|(_, failure)| failure);
    let mut kept: Vec<Failure> = kept.collect();
    for section in sections(output) {
        for failure in kept.iter_mut().filter(|failure| section.tells_of(&failure.name)) {
            section.place.clone_into(&mut failure.place);
            if failure.message == FAILS && !section.message.is_empty() {
                section.message.clone_into(&mut failure.message);
            }
        }
    }
    if kept.is_empty() {
        return unnamed(output);
    }
    // What holds others has failed by them.
    let holds = |name: &str| {
        let inside = format!("{name}/");
        kept.iter().any(|failure| failure.name.starts_with(&inside))
    };
    let failed = kept.iter().filter(|own| !(own.message.is_empty() && holds(&own.name)));
    uncompiled.into_iter().chain(failed.map(Failure::told)).collect()
}

impl Failure {
    /// Takes in a line of what is told of it.
    fn take(&mut self, text: &str) {
        if text.is_empty() || is_drawn(text) {
            return;
        }
        if let Some((place, behind)) = place_in(text) {
            if self.place.is_empty() && !is_foreign(place) {
                place.trim_start_matches("./").clone_into(&mut self.place);
            }
            if self.message.is_empty() && !behind.is_empty() {
                behind.clone_into(&mut self.message);
            } else if self.message.ends_with(':') && !behind.is_empty() {
                // `Transform failed with 1 error:`, and below it where, and what it is.
                self.message = format!("{} {behind}", self.message);
            }
            return;
        }
        // Babel: `SyntaxError: /w/src/a.js: Unexpected token (2:0)`
        if let Some((error, (path, rest))) = text
            .split_once(": ")
            .filter(|_| is_error(text))
            .and_then(|(error, rest)| Some((error, path_in_front(rest)?)))
            && let Some(problem) = numbers_behind(path, rest)
        {
            self.place = problem.place;
            self.message = format!("{error}: {}", problem.message);
            return;
        }
        // What a TAP block has by name.
        if let Some(place) = text.strip_prefix("location: ") {
            place.trim_matches('\'').clone_into(&mut self.place);
            return;
        }
        let text = text.strip_prefix("error: ").map_or(text, |said| said.trim_matches('\''));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let lower = text.to_ascii_lowercase();
        if is_label(&lower) {
            return;
        }
        let is_comparison = lower
            .split_once(':')
            .is_some_and(|(what, _)| ["expected", "received", "got", "actual"].contains(&what.trim()));
        if is_comparison && self.compared.len() < 2 {
            self.compared.push(text);
        } else if self.message.is_empty() {
            self.message = text;
        } else if self.message.ends_with(':') && self.message.len() < 80 {
            // `NoMethodError:`, and below it what it is.
            self.message = format!("{} {text}", self.message);
        } else if self.message.starts_with("Failure/Error") && is_error(&text) {
            self.message = text;
        }
    }

    fn told(&self) -> Problem {
        let compared = self.compared.join(", ");
        let compared = if compared.is_empty() { compared } else { format!("({compared})") };
        let what = [self.message.as_str(), &compared].join(" ").trim().to_owned();
        let message = match (self.place.as_str(), what.as_str()) {
            ("", "") => FAILS.to_owned(),
            ("", what) => what.to_owned(),
            (place, "") => place.to_owned(),
            (place, what) => format!("{place}: {what}"),
        };
        Problem { place: self.name.clone(), message }
    }
}

/// What is wrong where no test is named: what cannot even be built, or is said in another way.
fn unnamed(output: &str) -> Vec<Problem> {
    const SAYS: &[&str] = &["AssertionError", "Error: ", "Failed asserting", "expect("];
    let is_trace = |problem: &Problem| problem.message.starts_with("in ") || problem.message.is_empty();
    let said = |text: &str| {
        let told = SAYS.iter().any(|start| text.starts_with(start));
        told.then(|| Problem { place: String::new(), message: text.to_owned() })
    };
    let lines = output.lines().map(str::trim);
    let found = lines.filter_map(|text| placed(text).filter(|own| !is_trace(own)).or_else(|| said(text)));
    let mut found: Vec<Problem> = found.collect();
    // Where places are told, the rest only leads up to them.
    if found.iter().any(|problem| !problem.place.is_empty()) {
        found.retain(|problem| !problem.place.is_empty());
    }
    found
}

/// A line that names a failed test.
pub(super) struct Heading<'t> {
    /// How certain that is.
    sign: Sign,
    name: &'t str,
    /// Where, and what, the line itself says went wrong.
    told: Told,
}

/// `CartTest#test_adds [test/cart_test.rb:5]:`
fn named_below(text: &str) -> (&str, Told) {
    let text = text.trim().trim_end_matches(':');
    match text.split_once(" [") {
        Some((name, place)) => (name, Some((place.trim_end_matches(']').to_owned(), String::new()))),
        None => (text, None),
    }
}

/// The failed test that a line names, if it names one.
pub(super) fn heading(text: &str) -> Option<Heading<'_>> {
    let (sign, name, told) = sign_and_name(text)?;
    Some(Heading { sign, name, told })
}

fn sign_and_name(text: &str) -> Option<(Sign, &str, Told)> {
    use Sign::{AtLength, InPassing, InSum};
    // Cargo: `test tests::adds ... FAILED`, and where it is told why `---- tests::adds stdout ----`.
    if let Some(name) = text.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
        return Some((AtLength, name, None));
    }
    if let Some(name) = text.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
        return Some((AtLength, name, None));
    }
    // pytest: `FAILED tests/test_a.py::test_x - assert 1 == 2`
    if let Some(rest) = text.strip_prefix("FAILED ").or_else(|| text.strip_prefix("ERROR ")) {
        let (name, message) = rest.split_once(" - ").unwrap_or((rest, FAILS));
        return Some((InSum, bare(name)?, Some((String::new(), message.to_owned()))));
    }
    // Surefire: `[ERROR]   CartTest.adds:12 expected: <3>`; two blanks more than all else that it says.
    if let Some(rest) = text.strip_prefix("[ERROR]   ") {
        let (method, message) = rest.split_once(' ').unwrap_or((rest, FAILS));
        let (name, number) = method.rsplit_once(':').filter(|(_, number)| is_number(number))?;
        let class = name.split(['.', '$']).next().unwrap_or(name);
        let place = format!("{class}.java:{number}");
        return Some((InSum, name, Some((place, message.trim_start_matches("» ").to_owned()))));
    }
    // Go: `--- FAIL: TestX (0.00s)`; Vitest: `FAIL  src/a.test.ts > adds`; Jest: `● Cart › adds`.
    for sign in ["--- FAIL: ", "FAIL  ", "● "] {
        if let Some(rest) = text.strip_prefix(sign) {
            return Some((AtLength, bare(rest)?, None));
        }
    }
    // Gradle: `CartTest > adds() FAILED`
    if let Some(name) =
        text.strip_suffix(" FAILED").filter(|name| name.contains(" > ") && !name.starts_with('>'))
    {
        return Some((AtLength, name, None));
    }
    // PHPUnit and RSpec: `1) CartTest::adds`
    if let Some((number, name)) = text.split_once(") ").filter(|(number, _)| is_number(number)) {
        return Some((AtLength, name, None)).filter(|_| !number.is_empty());
    }
    // TAP: `not ok 1 - adds`
    if let Some(rest) = text.strip_prefix("not ok ") {
        let name = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches([' ', '-']);
        return Some((InPassing, bare(name)?, None));
    }
    for sign in ["✕ ", "× ", "rspec "] {
        if let Some(rest) = text.strip_prefix(sign) {
            return Some((InPassing, bare(rest)?, None));
        }
    }
    None
}

/// A name without the time that its test took, and without the file that it is in, if it is that file.
fn bare(name: &str) -> Option<&str> {
    let name = name.split(" [ ").next().unwrap_or(name);
    name.split(" (").next().map(str::trim).filter(|name| !name.is_empty())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `thread 'tests::adds' (7) panicked at src/lib.rs:5:9:`
pub(super) fn panicked(text: &str) -> Option<(&str, &str)> {
    let (thread, place) = text.split_once(" panicked at ")?;
    let name = thread.split('\'').nth(1).unwrap_or(thread);
    Some((name, place.trim_end_matches(':')))
}

/// Where what is told of tests ends.
pub(super) fn is_end(text: &str) -> bool {
    const ENDS: &[&str] = &[
        "Test Suites:",
        "Tests:",
        "Tests run:",
        "There w",
        "ERRORS!",
        "FAILURES!",
        "Finished in ",
        "FAIL\t",
        "ok  \t",
        "[ERROR] ",
        "[INFO]",
        "test result:",
        "failures:",
        "PASS ",
        "FAIL ",
        "BUILD FAILED",
        "FAILURE: ",
        "=====",
        "Test Files",
        "Failed examples:",
        "ok ",
        "✓ ",
    ];
    let is_sum = text.starts_with(|c: char| c.is_ascii_digit())
        && [" failed", " skips"].iter().any(|end| text.ends_with(end));
    ENDS.iter().any(|end| text.starts_with(end)) || is_sum || text == "--"
}

/// What is drawn around code that is shown, the code itself, and what differs line by line.
pub(super) fn is_drawn(text: &str) -> bool {
    let first = text.split([' ', '|', '│']).next().unwrap_or_default();
    let shows_code = (is_number(first) || first == ">" || first.is_empty()) && text.contains(['|', '│']);
    let differs =
        ["- ", "+ ", "@@ ", "^"].iter().any(|sign| text.starts_with(sign)) || matches!(text, "+" | "-");
    shows_code || differs || text.starts_with(['⎯', '─'])
}

/// What only says that something follows, or how a runner sees it.
fn is_label(lower: &str) -> bool {
    const LABELS: &[&str] = &[
        "error trace:",
        "test:",
        "stack:",
        "goroutine",
        "note:",
        "duration_ms:",
        "failuretype:",
        "type:",
        "code:",
        "name:",
        "operator:",
        "---",
        "...",
        "|-",
        "> ",
    ];
    LABELS.iter().any(|label| lower.starts_with(label))
}

fn is_error(text: &str) -> bool {
    let name = text.split(':').next().unwrap_or_default();
    text.contains(':') && (name.ends_with("Error") || name.ends_with("Exception"))
}

/// Whether a place lies in what is installed, or where nobody could open it.
pub(crate) fn is_foreign(place: &str) -> bool {
    ["node_modules/", "/vendor/", "/usr/", "/gems/", "site-packages/", "/lib/python", "node:", "/rustc/"]
        .iter()
        .any(|own| place.contains(own))
}

/// The place in a line that says where something is, and what it says behind it: `at f (src/a.ts:6:27)`, `❯ src/a.ts:6:27`,
/// `# ./spec/a.rb:8:in …`, `/w/A.php:14`, `a_test.go:15: got 1`, `java.lang.X at A.java:18`.
fn place_in(text: &str) -> Option<(&str, &str)> {
    let (before, rest) = match text.rsplit_once('(').filter(|_| text.starts_with("at ")) {
        Some((_, inside)) => ("", inside.trim_end_matches(')')),
        None => match text.split_once(" at ").filter(|(before, _)| !before.contains(' ')) {
            Some((before, rest)) => (before, rest),
            None => ("", text.trim_start_matches(['❯', '#', ' ']).trim_start_matches("at ").trim_start()),
        },
    };
    let end = rest.find(' ').unwrap_or(rest.len());
    let (word, behind) = rest.split_at_checked(end)?;
    let (path, numbers) = word.split_once('.').and_then(|_| {
        let name = word.rfind('/').map_or(0, |slash| slash + 1);
        let colon = name + word.get(name..)?.find(':')?;
        word.split_at_checked(colon)
    })?;
    let length = numbers.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(numbers.len());
    let numbers = numbers.get(..length)?.trim_end_matches(':');
    let is_place = numbers.len() > 1 && path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let place = word.get(..path.len() + numbers.len())?;
    let behind = if before.is_empty() { behind.trim() } else { before };
    // What stands behind a place in a trace is where it passes by.
    let behind = if text.starts_with(['#', '❯']) || text.starts_with("at ") { "" } else { behind };
    is_place.then_some((place, behind))
}
