//! What a tool prints, made short: how many problems, and where the first ones are.

use serde_json::Value;

use super::counts::{self, Counts};
use super::failures::failures;
use super::lines::{WARNING, lines, path_in_front};
use super::wrapper::without_wrapper;
use super::{Form, read_cargo};
use crate::text::line;

/// Something that a tool found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: `src/a.ts:3:5`; or the name of a test.
    pub place: String,
    /// What.
    pub message: String,
}

impl Problem {
    /// Whether nothing has to be done about it.
    pub fn is_warning(&self) -> bool {
        self.message.starts_with(WARNING)
    }

    /// The file of a test that failed, as far as that is told, and what the test is called in it.
    pub fn file_and_title(&self) -> (Option<&str>, &str) {
        // `src/cart.test.ts > Cart > adds`, `tests/test_cart.py::test_adds`
        let parts = [" > ", "::"].iter().find_map(|between| self.place.split_once(between));
        if let Some((file, title)) =
            parts.filter(|(file, _)| path_in_front(file).is_some_and(|(_, rest)| rest.is_empty()))
        {
            return (Some(file), title);
        }
        // `cart_test.go:9:7`: what could not even be built.
        if let Some(file) = numbered(&self.place) {
            return (Some(file), &self.message);
        }
        let title = if self.place.is_empty() { &self.message } else { &self.place };
        (numbered(&self.message), title)
    }
}

/// The path that a text begins with, if a number of a line follows it.
fn numbered(text: &str) -> Option<&str> {
    let (path, rest) = path_in_front(text)?;
    let number = rest.strip_prefix(':')?;
    number.starts_with(|c: char| c.is_ascii_digit()).then_some(path)
}

/// The most characters of a message.
const MESSAGE: usize = 160;

/// What a tool found, in the order in which it says so. Paths below the root are given from there, if it is known.
pub fn problems(form: Form, output: &str, root: &str) -> Vec<Problem> {
    let output = without_wrapper(&without_colours(output));
    let mut found = match form {
        Form::Lines => lines(&output),
        Form::EslintJson => eslint(&output).unwrap_or_else(|| lines(&output)),
        Form::CargoJson => lines(&read_cargo(&output).text),
        Form::Tests => failures(&output),
    };
    let prefix = format!("{}/", root.trim_end_matches('/'));
    let from_root = |text: &str| if root.is_empty() { text.to_owned() } else { text.replace(&prefix, "") };
    for problem in &mut found {
        let place = from_root(&problem.place);
        place.trim_start_matches("./").clone_into(&mut problem.place);
        problem.message = line(&from_root(&problem.message), MESSAGE);
    }
    found.dedup();
    // What does not pass because of errors has them told first.
    found.sort_by_key(Problem::is_warning);
    found
}

/// How many tests a runner says to have passed and failed.
pub fn counts(output: &str) -> Counts {
    counts::counts(&without_wrapper(&without_colours(output)))
}

/// A text without what colours it at a terminal.
pub(crate) fn without_colours(text: &str) -> String {
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

/// What `eslint --format json` prints.
fn eslint(output: &str) -> Option<Vec<Problem>> {
    let start = output.find('[')?;
    // Behind it stands what it has to say of itself.
    let files: Vec<Value> =
        serde_json::Deserializer::from_str(output.get(start..)?).into_iter().next()?.ok()?;
    let mut found = Vec::new();
    for file in &files {
        let path = file.get("filePath").and_then(Value::as_str).unwrap_or_default();
        for message in file.get("messages").and_then(Value::as_array).into_iter().flatten() {
            // Without a place it is about the run: that the file is ignored.
            let is_fatal = message.get("fatal").and_then(Value::as_bool).unwrap_or(false);
            if message.get("line").is_none() && !is_fatal {
                continue;
            }
            let number = |key: &str| message.get(key).and_then(Value::as_u64).unwrap_or(0);
            let text = message.get("message").and_then(Value::as_str).unwrap_or_default();
            let rule = message.get("ruleId").and_then(Value::as_str);
            let sign = if number("severity") == 1 { format!("{WARNING}: ") } else { String::new() };
            let rule = rule.map_or_else(String::new, |rule| format!(" ({rule})"));
            found.push(Problem {
                place: format!("{path}:{}:{}", number("line"), number("column")),
                message: format!("{sign}{text}{rule}"),
            });
        }
    }
    Some(found)
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
            ("vet: ./a.go:7:2: undefined: x", "a.go:7:2 undefined: x"),
            ("  /w/a.py:3:5 - error: \"x\" is not defined", "a.py:3:5 error: \"x\" is not defined"),
            ("src/lib.rs:1:9: warning: unused variable: `x`", "src/lib.rs:1:9 warning: unused variable: `x`"),
            ("/w/a.rb:3:1: C: Style/X: do not", "a.rb:3:1 C: Style/X: do not"),
            ("/w/a.php:3:Undefined variable", "a.php:3 Undefined variable"),
            (
                "PHP Parse error:  syntax error, unexpected token \"}\" in /w/a.php on line 4\nParse error: syntax error, unexpected token \"}\" in /w/a.php on line 4\nErrors parsing /w/a.php",
                "a.php:4 Parse error: syntax error, unexpected token \"}\"",
            ),
            ("/w/src/A.java:[7,21] ';' expected", "src/A.java:7:21 ';' expected"),
            ("::error title=lint/x,file=src/a.ts,line=3,col=5::wrong", "src/a.ts:3:5 wrong"),
            ("\u{1b}[31ma.go:1:2:\u{1b}[0m broken", "a.go:1:2 broken"),
            (
                "[error] src/a.ts: SyntaxError: ',' expected. (1:36)\n[error] > 1 | const a\n",
                "src/a.ts:1:36 SyntaxError: ',' expected.",
            ),
            ("error: Failed to parse a.py:1:32: Expected `:`", "a.py:1:32 Expected `:`"),
            ("error: cannot parse: a.py:1:31\n    def x\nParseError: bad input", "a.py:1:31 cannot parse"),
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
    fn a_failed_test_has_a_file_and_a_title() {
        for (output, said) in [
            (include_str!("outputs/vitest.txt"), (Some("src/cart.test.ts"), "adds")),
            (include_str!("outputs/jest.txt"), (Some("src/cart.test.ts"), "Cart › adds")),
            (include_str!("outputs/pytest.txt"), (Some("tests/test_cart.py"), "test_adds")),
            (include_str!("outputs/cargo.txt"), (Some("src/lib.rs"), "tests::adds")),
            (include_str!("outputs/go.txt"), (Some("cart_test.go"), "TestTotal/empty")),
            (include_str!("outputs/go-build.txt"), (Some("cart_test.go"), "undefined: Totl")),
            (include_str!("outputs/maven.txt"), (Some("CartTest.java"), "CartTest.adds")),
            (include_str!("outputs/gradle.txt"), (Some("CartTest.java"), "CartTest > adds()")),
            ("not ok 1 - adds", (None, "adds")),
            ("AssertionError: 1 == 2", (None, "AssertionError: 1 == 2")),
        ] {
            let found = problems(Form::Tests, output, "/w");
            assert_eq!(found.first().map(Problem::file_and_title), Some(said), "{output}");
        }
    }

    #[test]
    fn eslint_is_read_by_its_own_json() {
        let output = r#"[{"filePath":"/w/a.js","messages":[{"line":3,"column":5,"severity":1,"message":"'x' is unused.","ruleId":"no-unused-vars"},{"line":9,"column":1,"severity":2,"message":"Parsing error"}]}]"#;
        let said = ["a.js:9:1 Parsing error", "a.js:3:5 warning: 'x' is unused. (no-unused-vars)"];
        assert_eq!(told(Form::EslintJson, output), said);
        assert_eq!(told(Form::EslintJson, &format!("{output}\n(node:7) Warning: old\n")), said);
    }

    #[test]
    fn a_file_that_eslint_leaves_out_is_no_problem() {
        let output = r#"[{"filePath":"/w/a.js","messages":[{"ruleId":null,"fatal":false,"severity":1,"message":"File ignored because of a matching ignore pattern."}]}]"#;
        assert_eq!(told(Form::EslintJson, output), [""; 0]);
    }

    #[test]
    fn what_stands_below_the_name_of_a_file_is_told_with_it() {
        for (output, said) in [
            (
                include_str!("outputs/eslint.txt"),
                vec![
                    "src/a.ts:2:7 error Unexpected any. Specify a different type @typescript-eslint/no-explicit-any",
                    "src/b.ts:1:17 error Parsing error: Expression expected",
                    "src/b.ts:2:1 warning Unexpected console statement no-console",
                ],
            ),
            (
                include_str!("outputs/biome.txt"),
                vec![
                    "src/a.ts:3:13 This is an unexpected use of the debugger statement. (lint/suspicious/noDebugger)",
                    "src/a.ts Formatter would have printed the following content: (format)",
                    "src/b.ts:1:18 Expected an expression, or an assignment but instead found '='. (parse)",
                    "src/a.ts:2:7 warning: Unexpected any. Specify a different type. (lint/suspicious/noExplicitAny)",
                ],
            ),
        ] {
            assert_eq!(told(Form::Lines, output), said, "{output}");
        }
    }

    #[test]
    fn what_a_tool_has_mended_already_is_no_problem() {
        let output = "/w/a.rb:4:5: W: Lint/UselessAssignment: Useless assignment.\n/w/a.rb:4:6: C: [Corrected] Layout/X: Space missing.\n";
        assert_eq!(told(Form::Lines, output), ["a.rb:4:5 W: Lint/UselessAssignment: Useless assignment."]);
    }

    #[test]
    fn failed_tests_are_told_with_their_places_by_every_usual_runner() {
        for (output, said) in [
            (
                include_str!("outputs/cargo.txt"),
                vec!["tests::adds src/lib.rs:9:9: assertion `left == right` failed"],
            ),
            (
                include_str!("outputs/pytest.txt"),
                vec!["tests/test_cart.py::test_adds tests/test_cart.py:5: assert 4 == 3"],
            ),
            (
                include_str!("outputs/pytest-unloaded.txt"),
                vec![
                    "tests/test_b.py tests/test_b.py:1: ModuleNotFoundError: No module named 'nope'",
                    "tests/test_cart.py cart.py:1: SyntaxError: expected ':'",
                ],
            ),
            (
                include_str!("outputs/jest-unread.txt"),
                vec!["Test suite failed to run src/a.js:2:0: SyntaxError: Unexpected token"],
            ),
            (
                include_str!("outputs/vitest-unread.txt"),
                vec![
                    "src/a.test.ts src/a.ts:1:21: Error: Transform failed with 1 error: ERROR: Unexpected \"=>\"",
                ],
            ),
            (
                include_str!("outputs/vitest.txt"),
                vec![
                    "src/cart.test.ts > adds src/cart.test.ts:5:28: AssertionError: expected 4 to be 3 // Object.is equality",
                ],
            ),
            (
                include_str!("outputs/jest.txt"),
                vec![
                    "Cart › adds src/cart.test.ts:6:27: expect(received).toBe(expected) // Object.is equality (Expected: 3, Received: 4)",
                    "Cart › removes src/cart.test.ts:11:10: TypeError: cart.remove is not a function",
                    "Test suite failed to run src/shop.test.ts:1:1: Cannot find module './shop' from 'src/shop.test.ts'",
                ],
            ),
            (
                include_str!("outputs/phpunit.txt"),
                vec![
                    "Tests\\CartTest::testRemoves tests/CartTest.php:21: Error: Call to undefined method App\\Cart::remove()",
                    "Tests\\CartTest::testAdds tests/CartTest.php:14: Failed asserting that 4 matches expected 3.",
                ],
            ),
            (
                include_str!("outputs/go.txt"),
                vec![
                    "TestTotal/empty cart_test.go:15: Total() = 1, want 0",
                    "TestTotal/two cart_test.go:15: Total() = 4, want 3",
                    "TestRemove cart_test.go:24: Error: Not equal: (expected: 1, actual : 2)",
                    "TestShop shelf.go:7: panic: runtime error: index out of range [3] with length 3 [recovered]",
                ],
            ),
            (include_str!("outputs/go-build.txt"), vec!["cart_test.go:9:7 undefined: Totl"]),
            (include_str!("outputs/go-mixed.txt"), vec!["a.go:3:25 undefined: x1", "TestB b_test.go:6: b"]),
            (
                include_str!("outputs/rspec.txt"),
                vec![
                    "Cart adds prices spec/cart_spec.rb:8: Failure/Error: expect(cart.total).to eq(3) (expected: 3, got: 4)",
                    "Cart removes spec/cart_spec.rb:12: NoMethodError: undefined method `remove' for an instance of Cart",
                ],
            ),
            (
                include_str!("outputs/minitest.txt"),
                vec![
                    "CartTest#test_adds test/cart_test.rb:5: (Expected: 3, Actual: 4)",
                    "CartTest#test_raises test/cart_test.rb:8: RuntimeError: boom",
                ],
            ),
            (
                include_str!("outputs/maven.txt"),
                vec![
                    "CartTest.adds CartTest.java:12: expected: <3> but was: <4>",
                    "CartTest.removes CartTest.java:18: NullPointer Cannot invoke \"String.length()\" because \"name\" is null",
                ],
            ),
            (
                include_str!("outputs/maven-build.txt"),
                vec![
                    "src/main/java/com/example/Cart.java:7:21 ';' expected",
                    "src/main/java/com/example/Cart.java:9:5 cannot find symbol",
                ],
            ),
            (
                include_str!("outputs/gradle.txt"),
                vec![
                    "CartTest > adds() CartTest.java:12: org.opentest4j.AssertionFailedError: expected: <3> but was: <4>",
                    "CartTest > removes() CartTest.java:18: java.lang.NullPointerException",
                ],
            ),
            (
                include_str!("outputs/node.txt"),
                vec![
                    "adds cart.test.js:3:1: Expected values to be strictly equal: 4 !== 3 (expected: 3, actual: 4)",
                    "throws cart.test.js:9:1: boom",
                ],
            ),
            ("not ok 1 - adds\nok 2 - removes", vec!["adds failed"]),
            ("✓ starts empty\n✕ adds (3 ms)\n", vec!["adds failed"]),
            ("FAILED tests/test_a.py", vec!["tests/test_a.py failed"]),
            ("all is well", vec![]),
        ] {
            assert_eq!(told(Form::Tests, output), said, "{output}");
        }
    }
}
