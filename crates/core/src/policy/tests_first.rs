//! Which test belongs to which code, as a policy says it.

use serde::{Deserialize, Serialize};

/// How much of a test code needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TestLevel {
    /// The test file exists.
    Exists,
    /// The last run of the tests was seen to fail.
    Failing,
}

/// Tests come first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestsFirst {
    /// How much of a test code needs.
    pub level: TestLevel,
    /// Which test belongs to which code; the usual layouts if there is none.
    pub pairs: Vec<Pair>,
    /// Code that needs none, as globs.
    pub exempt: Vec<String>,
    /// What is said of code that has no test, with `{file}` and `{test}`.
    pub message: Option<String>,
}

/// A glob of code and one of its tests; their stars stand for the same, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The code.
    pub code: String,
    /// Its test.
    pub test: String,
}

impl Pair {
    /// The test of a file, if it is such code.
    pub(crate) fn test_of(&self, path: &str) -> Option<String> {
        let mut captured = Vec::new();
        captures(&self.code, path, &mut captured).then_some(())?;
        let mut test = String::new();
        let mut parts = captured.into_iter();
        let mut rest = self.test.as_str();
        while let Some(at) = rest.find('*') {
            let (before, star) = rest.split_at(at);
            let part = parts.next().unwrap_or_default();
            test.push_str(before);
            test.push_str(part);
            rest = star.trim_start_matches('*');
            // Stars that stand for no directory leave no slash behind.
            if part.is_empty() && (test.is_empty() || test.ends_with('/')) {
                rest = rest.strip_prefix('/').unwrap_or(rest);
            }
        }
        test.push_str(rest);
        Some(test)
    }

    /// Whether a file is such a test.
    pub(crate) fn is_test(&self, path: &str) -> bool {
        captures(&self.test, path, &mut Vec::new())
    }
}

/// Whether a glob of stars fits a path, and what its stars stand for: one within a part of the path, two for any parts.
fn captures<'p>(glob: &str, path: &'p str, captured: &mut Vec<&'p str>) -> bool {
    let Some(at) = glob.find('*') else { return glob == path };
    let (before, star) = glob.split_at(at);
    let Some(rest) = path.strip_prefix(before) else { return false };
    let after = star.trim_start_matches('*');
    let is_deep = star.starts_with("**");
    let reach = if is_deep { rest.len() } else { rest.find('/').unwrap_or(rest.len()) };
    // The shortest first: what follows has its own stars.
    for end in (0..=reach).filter(|end| rest.is_char_boundary(*end)) {
        let (taken, left) = rest.split_at(end);
        let known = captured.len();
        captured.push(taken);
        if captures(after, left, captured) {
            return true;
        }
        captured.truncate(known);
    }
    // Two stars and a slash stand for nothing too.
    is_deep && after.starts_with('/') && {
        captured.push("");
        captures(after.trim_start_matches('/'), rest, captured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_the_same_on_both_sides() {
        let pair = |code: &str, test: &str| Pair { code: code.into(), test: test.into() };
        for (code, test, path, expected) in [
            ("fn/*/handler.ts", "fn/*/handler.test.ts", "fn/a/handler.ts", Some("fn/a/handler.test.ts")),
            ("src/**/*.py", "tests/**/test_*.py", "src/a/b/c.py", Some("tests/a/b/test_c.py")),
            ("lib/**/*.ts", "checks/**/*.check.ts", "lib/z.ts", Some("checks/z.check.ts")),
            ("**/*.ts", "**/*.test.ts", "z.ts", Some("z.test.ts")),
            ("*.go", "*_test.go", "a.go", Some("a_test.go")),
            ("fn/*/handler.ts", "x", "fn/a/b/handler.ts", None),
            ("src/a.ts", "src/a.test.ts", "src/a.ts", Some("src/a.test.ts")),
        ] {
            assert_eq!(pair(code, test).test_of(path).as_deref(), expected, "{code} {path}");
        }
        assert!(pair("fn/*/h.ts", "fn/*/h.test.ts").is_test("fn/a/h.test.ts"));
    }
}
