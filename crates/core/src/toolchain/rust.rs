//! Which tests of a Rust package are about a file: those of its module, and integration tests of its name.

/// A run of tests: what is put behind `cargo test`, and what is run instead if that finds none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TestRun {
    pub(super) arguments: Vec<String>,
    pub(super) otherwise: Option<Vec<String>>,
}

/// The runs for a file of the package at a directory. Nothing but all of them stands for what only the package knows: its
/// root modules, its build script, what its tests share.
pub(super) fn test_runs(is_file: impl Fn(&str) -> bool, directory: &str, path: &str) -> Vec<TestRun> {
    let all = || vec![TestRun { arguments: Vec::new(), otherwise: None }];
    let Some(below) = path.strip_prefix(directory).map(|below| below.trim_start_matches('/')) else {
        return all();
    };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let one =
        |name: &str, kind: &str| TestRun { arguments: words(&[kind, name]), otherwise: Some(Vec::new()) };
    let parts: Vec<&str> = below.trim_end_matches(".rs").split('/').collect();
    match parts.as_slice() {
        ["tests", name] | ["tests", name, "main"] => vec![one(name, "--test")],
        ["src", "bin", name] | ["src", "bin", name, "main"] => vec![one(name, "--bin")],
        ["src", "lib" | "main"] | ["src", "bin", ..] => all(),
        ["src", module @ .., last] => {
            let module: Vec<&str> = module.iter().copied().chain((*last != "mod").then_some(*last)).collect();
            let Some(name) = module.last() else { return all() };
            let is_there = |file: &str| is_file(&format!("{directory}/{file}"));
            let integration = [format!("tests/{name}.rs"), format!("tests/{name}/main.rs")];
            let integration = integration.iter().any(|file| is_there(file)).then(|| one(name, "--test"));
            let targets = [("src/lib.rs", "--lib"), ("src/main.rs", "--bins")];
            let targets =
                targets.iter().filter(|(file, _)| is_there(file)).map(|(_, flag)| (*flag).to_owned());
            let mut arguments: Vec<String> = targets.collect();
            arguments.push(format!("{}::", module.join("::")));
            // If the module has none, those of its name are enough; if there are none either, all are run.
            let otherwise = integration.is_none().then(Vec::new);
            std::iter::once(TestRun { arguments, otherwise }).chain(integration).collect()
        }
        _ => all(),
    }
}

/// Whether a run has found no test at all.
pub fn ran_no_test(output: &str) -> bool {
    let counts = output.lines().filter_map(|line| {
        let (number, rest) = line.trim().strip_prefix("running ")?.split_once(' ')?;
        rest.starts_with("test").then(|| number.parse::<u64>().ok()).flatten()
    });
    let counts: Vec<u64> = counts.collect();
    !counts.is_empty() && counts.iter().all(|count| *count == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs for a file of a package with a library, a program and some integration tests.
    fn told(path: &str) -> String {
        let there = ["/w/src/lib.rs", "/w/src/main.rs", "/w/tests/cart.rs", "/w/tests/shop/main.rs"];
        let runs = test_runs(|file| there.contains(&file), "/w", path);
        let told = |run: &TestRun| {
            let otherwise = if run.otherwise.is_some() { " or all" } else { "" };
            format!("[{}]{otherwise}", run.arguments.join(" "))
        };
        runs.iter().map(told).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_tests_of_a_file_are_those_of_its_module_and_of_its_name() {
        for (path, runs) in [
            ("/w/src/a/b.rs", "[--lib --bins a::b::] or all"),
            ("/w/src/a/mod.rs", "[--lib --bins a::] or all"),
            ("/w/src/cart.rs", "[--lib --bins cart::] [--test cart] or all"),
            ("/w/src/deep/shop.rs", "[--lib --bins deep::shop::] [--test shop] or all"),
            ("/w/tests/cart.rs", "[--test cart] or all"),
            ("/w/tests/shop/main.rs", "[--test shop] or all"),
            ("/w/src/bin/tool.rs", "[--bin tool] or all"),
        ] {
            assert_eq!(told(path), runs, "{path}");
        }
        for path in [
            "/w/src/lib.rs",
            "/w/src/main.rs",
            "/w/build.rs",
            "/w/tests/support/mod.rs",
            "/w/tests/shop/steps.rs",
            "/elsewhere/a.rs",
        ] {
            assert_eq!(told(path), "[]", "{path}");
        }
    }

    #[test]
    fn a_run_that_found_no_test_is_known_by_its_own_words() {
        assert!(ran_no_test("\nrunning 0 tests\n\ntest result: ok. 0 passed; 3 filtered out\n"));
        assert!(!ran_no_test("running 0 tests\n\nrunning 1 test\n."));
        assert!(!ran_no_test("error[E0425]: cannot find value"));
    }
}
