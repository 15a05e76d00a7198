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
    /// Its tests, each of which is enough; the first is the one that is asked for.
    pub tests: Vec<String>,
}

impl Pair {
    /// Whether its code is called by a name, in whichever directory.
    pub(crate) fn names_a_file(&self) -> bool {
        !self.code.rsplit('/').next().unwrap_or_default().contains('*')
    }

    /// What a policy says: `{ts,tsx}` stands for either. Of the tests, the one at the same place is asked for.
    pub(crate) fn all_of(code: &str, test: &str) -> Result<Vec<Self>, String> {
        for glob in [code, test] {
            if glob.is_empty() {
                return Err("a pair needs a glob of `code` and one of its `test`".to_owned());
            }
            if glob.contains(['?', '[']) {
                return Err(format!("`{glob}`: in a pair, only `*`, `**` and `{{a,b}}` stand for others"));
            }
        }
        let stars = |glob: &str| glob.replace("**", "*").matches('*').count();
        if stars(test) > stars(code) {
            return Err(format!("`{test}` has more stars than `{code}`: nothing tells what they stand for"));
        }
        let (codes, tests) = (alternatives(code), alternatives(test));
        let of = |at: usize| {
            let mut tests = tests.clone();
            if tests.len() == codes.len() {
                tests.rotate_left(at);
            }
            tests
        };
        Ok(codes.iter().enumerate().map(|(at, code)| Self { code: code.clone(), tests: of(at) }).collect())
    }

    /// The tests of a file, if it is such code.
    pub(crate) fn tests_of(&self, path: &str) -> Option<Vec<String>> {
        let mut captured = Vec::new();
        captures(&self.code, path, &mut captured).then_some(())?;
        Some(self.tests.iter().map(|test| Self::filled(test, &captured)).collect())
    }

    fn filled(glob: &str, captured: &[&str]) -> String {
        let mut test = String::new();
        let mut parts = captured.iter().copied();
        let mut rest = glob;
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
        test
    }

    /// Whether a file is such a test.
    pub(crate) fn is_test(&self, path: &str) -> bool {
        self.tests.iter().any(|test| captures(test, path, &mut Vec::new()))
    }
}

/// `*.{ts,tsx}` is `*.ts` and `*.tsx`.
fn alternatives(glob: &str) -> Vec<String> {
    let parts = || {
        let (before, rest) = glob.split_once('{')?;
        let (choices, behind) = rest.split_once('}')?;
        Some((before, choices, behind))
    };
    match parts() {
        Some((before, choices, behind)) => {
            let each = choices.split(',').map(|choice| format!("{before}{choice}{behind}"));
            each.flat_map(|glob| alternatives(&glob)).collect()
        }
        None => vec![glob.to_owned()],
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
        let tests = |code: &str, test: &str, path: &str| {
            let pairs = Pair::all_of(code, test).unwrap();
            pairs.iter().find_map(|pair| pair.tests_of(path)).map(|tests| tests.join(" "))
        };
        for (code, test, path, expected) in [
            ("fn/*/handler.ts", "fn/*/handler.test.ts", "fn/a/handler.ts", Some("fn/a/handler.test.ts")),
            ("src/**/*.py", "tests/**/test_*.py", "src/a/b/c.py", Some("tests/a/b/test_c.py")),
            ("lib/**/*.ts", "checks/**/*.check.ts", "lib/z.ts", Some("checks/z.check.ts")),
            ("**/*.ts", "**/*.test.ts", "z.ts", Some("z.test.ts")),
            ("*.go", "*_test.go", "a.go", Some("a_test.go")),
            ("fn/*/handler.ts", "x", "fn/a/b/handler.ts", None),
            ("src/a.ts", "src/a.test.ts", "src/a.ts", Some("src/a.test.ts")),
            ("s/*.{ts,tsx}", "s/*.test.{ts,tsx}", "s/a.tsx", Some("s/a.test.tsx s/a.test.ts")),
            ("s/*.{ts,tsx}", "t/*.test.ts", "s/a.tsx", Some("t/a.test.ts")),
            ("s/*.{ts,tsx}", "t/*.test.ts", "s/a.js", None),
            ("{app,lib}/**/*.rb", "spec/**/*_spec.rb", "lib/a/b.rb", Some("spec/a/b_spec.rb")),
        ] {
            assert_eq!(tests(code, test, path).as_deref(), expected, "{code} {path}");
        }
        let pair = Pair::all_of("fn/*/h.ts", "fn/*/h.{test,spec}.ts").unwrap();
        assert!(pair.iter().any(|pair| pair.is_test("fn/a/h.spec.ts")));
    }

    #[test]
    fn a_pair_that_would_never_fit_is_refused() {
        for (code, test, why) in [
            ("src/?.ts", "src/a.test.ts", "only `*`"),
            ("src/[ab].ts", "src/a.test.ts", "only `*`"),
            ("src/*.ts", "", "a glob"),
            ("src/*.ts", "*/*.test.ts", "more stars"),
        ] {
            assert!(Pair::all_of(code, test).unwrap_err().contains(why), "{code} {test}");
        }
        assert!(Pair::all_of("src/**/*.ts", "src/**/*.test.ts").is_ok());
        assert!(Pair::all_of("src/**/*.ts", "test/all.ts").is_ok());
    }
}
