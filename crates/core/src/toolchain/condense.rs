//! What a tool prints, made short: how many problems, and where the first ones are.

use serde_json::Value;

use super::Form;
use crate::text::line;

/// Something that a tool found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: `src/a.ts:3:5`; or the name of a test.
    pub place: String,
    /// What.
    pub message: String,
}

/// The most characters of a message.
const MESSAGE: usize = 160;

/// What a tool found, in the order in which it says so. Paths below the root are given from there.
pub fn problems(form: Form, output: &str, root: &str) -> Vec<Problem> {
    let output = without_colours(output);
    let mut found = match form {
        Form::Lines => lines(&output),
        Form::EslintJson => eslint(&output).unwrap_or_else(|| lines(&output)),
        Form::Tests => tests(&output),
    };
    let prefix = format!("{}/", root.trim_end_matches('/'));
    for problem in &mut found {
        let place = problem.place.replace(&prefix, "");
        place.trim_start_matches("./").clone_into(&mut problem.place);
        problem.message = line(&problem.message.replace(&prefix, ""), MESSAGE);
    }
    found.dedup();
    found
}

/// A text without what colours it at a terminal.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\u{1b}' {
            plain.push(character);
            continue;
        }
        // `ESC [ 31 m`
        if characters.next() == Some('[') {
            for own in characters.by_ref() {
                if own.is_ascii_alphabetic() {
                    break;
                }
            }
        }
    }
    plain
}

/// Lines that start with a place.
fn lines(output: &str) -> Vec<Problem> {
    output.lines().filter_map(placed).collect()
}

/// `src/a.ts:3:5: message`, `src/a.ts(3,5): message`, `  /w/a.py:3:5 - error: message`, `::error file=a,line=3,…::message`.
fn placed(text: &str) -> Option<Problem> {
    let text = text.trim();
    if let Some((place, message)) = annotation(text) {
        return Some(Problem { place, message });
    }
    let (path, rest) = path_in_front(text)?;
    let (numbers, message) = if let Some(rest) = rest.strip_prefix('(') {
        let (numbers, rest) = rest.split_once(')')?;
        (numbers.replace(',', ":"), rest)
    } else {
        let rest = rest.strip_prefix(':')?;
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(rest.len());
        let (numbers, message) = rest.split_at_checked(end)?;
        (numbers.trim_end_matches(':').to_owned(), message)
    };
    if numbers.is_empty() || !numbers.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let message = message.trim_start_matches([':', ' ', '-']).trim();
    (!message.is_empty()).then(|| Problem { place: format!("{path}:{numbers}"), message: message.to_owned() })
}

/// The path that a line starts with, and what follows it. A path has an ending, and no space.
fn path_in_front(text: &str) -> Option<(&str, &str)> {
    let end = text.find([':', '(', ' '])?;
    let (path, rest) = text.split_at_checked(end)?;
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, ending) = name.rsplit_once('.')?;
    let is_ending = !ending.is_empty() && ending.len() <= 6 && ending.chars().all(char::is_alphanumeric);
    (is_ending && !stem.is_empty() && !stem.contains("//")).then_some((path, rest))
}

/// What some tools print for a forge: `::error file=a.ts,line=3,col=5,…::message`.
fn annotation(text: &str) -> Option<(String, String)> {
    let rest = text.strip_prefix("::error ").or_else(|| text.strip_prefix("::warning "))?;
    let (keys, message) = rest.split_once("::")?;
    let key = |name: &str| keys.split(',').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let place = [key("file"), key("line"), key("col")].into_iter().flatten().collect::<Vec<_>>().join(":");
    Some((place, message.to_owned()))
}

/// What `eslint --format json` prints.
fn eslint(output: &str) -> Option<Vec<Problem>> {
    let start = output.find('[')?;
    let files: Vec<Value> = serde_json::from_str(output.get(start..)?.trim()).ok()?;
    let mut found = Vec::new();
    for file in &files {
        let path = file.get("filePath").and_then(Value::as_str).unwrap_or_default();
        for message in file.get("messages").and_then(Value::as_array).into_iter().flatten() {
            let number = |key: &str| message.get(key).and_then(Value::as_u64).unwrap_or(0);
            let text = message.get("message").and_then(Value::as_str).unwrap_or_default();
            let rule = message.get("ruleId").and_then(Value::as_str);
            found.push(Problem {
                place: format!("{path}:{}:{}", number("line"), number("column")),
                message: rule.map_or_else(|| text.to_owned(), |rule| format!("{text} ({rule})")),
            });
        }
    }
    Some(found)
}

/// Signs of a failed test, in front of its name.
const FAILED: &[&str] = &["FAILED ", "ERROR ", "--- FAIL: ", "FAIL  ", "● ", "✕ ", "rspec ", "not ok "];

/// How runners begin to say what went wrong.
const SAYS: &[&str] = &["AssertionError", "Error: ", "Failed asserting", "expect(", "Failure/Error: "];

/// What is said of a failed test of which nothing more is known.
const FAILS: &str = "failed";

/// What a test runner prints: the names of failed tests, each with what went wrong, as far as that is told.
fn tests(output: &str) -> Vec<Problem> {
    let mut named: Vec<Problem> = Vec::new();
    let mut placed_there: Vec<Problem> = Vec::new();
    let mut rest = output.lines().peekable();
    while let Some(own) = rest.next() {
        let text = own.trim();
        if let Some(panic) = panicked(text) {
            let message = rest.peek().map_or("panicked", |next| next.trim());
            placed_there.push(Problem { place: panic.to_owned(), message: message.to_owned() });
        } else if let Some(name) = failed(text) {
            if !named.iter().any(|problem| problem.place == name.place) {
                named.push(name);
            }
        } else if let Some(problem) = placed(text).filter(|problem| !is_trace(&problem.message)) {
            placed_there.push(problem);
        } else if SAYS.iter().any(|start| text.starts_with(start)) {
            placed_there.push(Problem { place: String::new(), message: text.to_owned() });
        }
    }
    if named.is_empty() {
        return placed_there;
    }
    // Runners tell what went wrong in the order of the tests.
    for (problem, detail) in named.iter_mut().filter(|problem| problem.message == FAILS).zip(placed_there) {
        let place = if detail.place.is_empty() { String::new() } else { format!("{}: ", detail.place) };
        problem.message = format!("{place}{}", detail.message);
    }
    named
}

/// `thread 'x' panicked at src/lib.rs:5:9:`
fn panicked(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(" panicked at ")?;
    Some(rest.trim_end_matches(':'))
}

/// The name of a failed test, and what is said behind it.
fn failed(text: &str) -> Option<Problem> {
    if let Some(name) = text.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
        return Some(Problem { place: name.to_owned(), message: FAILS.to_owned() });
    }
    // `1) CartTest::adds`
    if let Some((number, name)) = text.split_once(") ")
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some(Problem { place: name.to_owned(), message: FAILS.to_owned() });
    }
    // `cargo test --quiet` has them in a list: `    tests::adds`.
    let rest = FAILED.iter().find_map(|sign| text.strip_prefix(sign))?;
    let (name, message) = rest.split_once(" - ").unwrap_or((rest, FAILS));
    let name = name.split(" (").next().unwrap_or(name).trim();
    (!name.is_empty()).then(|| Problem { place: name.to_owned(), message: message.to_owned() })
}

/// Where an exception only passes by.
fn is_trace(message: &str) -> bool {
    message.starts_with("in ") || message.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(form: Form, output: &str) -> Vec<String> {
        let found = problems(form, output, "/w");
        found.into_iter().map(|problem| format!("{} {}", problem.place, problem.message)).collect()
    }

    #[test]
    fn a_place_is_read_in_every_usual_spelling() {
        for (printed, said) in [
            (
                "src/a.ts(3,5): error TS2322: Type 'string' is not",
                "src/a.ts:3:5 error TS2322: Type 'string' is not",
            ),
            ("/w/src/a.py:3:5: F401 `os` imported but unused", "src/a.py:3:5 F401 `os` imported but unused"),
            ("./a.go:7:2: undefined: x", "a.go:7:2 undefined: x"),
            ("  /w/a.py:3:5 - error: \"x\" is not defined", "a.py:3:5 error: \"x\" is not defined"),
            ("src/lib.rs:1:9: warning: unused variable: `x`", "src/lib.rs:1:9 warning: unused variable: `x`"),
            ("/w/a.rb:3:1: C: Style/X: do not", "a.rb:3:1 C: Style/X: do not"),
            ("/w/a.php:3:Undefined variable", "a.php:3 Undefined variable"),
            ("::error title=lint/x,file=src/a.ts,line=3,col=5::wrong", "src/a.ts:3:5 wrong"),
            ("\u{1b}[31ma.go:1:2:\u{1b}[0m broken", "a.go:1:2 broken"),
        ] {
            assert_eq!(told(Form::Lines, printed), [said], "{printed}");
        }
        for printed in
            ["Found 1 error.", "error: could not compile `x`", "http://a.b:80/c", "12:30:00 done", ""]
        {
            assert_eq!(told(Form::Lines, printed), [""; 0], "{printed}");
        }
    }

    #[test]
    fn eslint_is_read_by_its_own_json() {
        let output = r#"[{"filePath":"/w/a.js","messages":[{"line":3,"column":5,"message":"'x' is unused.","ruleId":"no-unused-vars"},{"line":9,"column":1,"message":"Parsing error"}]}]"#;
        assert_eq!(
            told(Form::EslintJson, output),
            ["a.js:3:5 'x' is unused. (no-unused-vars)", "a.js:9:1 Parsing error"]
        );
    }

    #[test]
    fn failed_tests_are_named_and_what_went_wrong_is_told() {
        for (printed, said) in [
            ("FAILED tests/test_a.py::test_x - assert 1 == 2", vec!["tests/test_a.py::test_x assert 1 == 2"]),
            (
                "test tests::adds ... FAILED\nthread 'tests::adds' (7) panicked at src/lib.rs:5:9:\nassertion failed",
                vec!["tests::adds src/lib.rs:5:9: assertion failed"],
            ),
            ("--- FAIL: TestX (0.00s)\n    a_test.go:5: got 1", vec!["TestX a_test.go:5: got 1"]),
            (
                " FAIL  src/a.test.ts > adds\nAssertionError: expected 1 to be 2",
                vec!["src/a.test.ts > adds AssertionError: expected 1 to be 2"],
            ),
        ] {
            assert_eq!(told(Form::Tests, printed), said, "{printed}");
        }
    }
}
