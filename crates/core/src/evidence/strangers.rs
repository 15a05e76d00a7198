//! Runners that a project does not use: one that finds none of its tests, because they are written for another, calls that a
//! success.

/// Runners of JavaScript, and the word by which a manifest names them.
const OF_JAVASCRIPT: &[(&str, &str)] = &[
    ("vitest", "vitest"),
    ("jest", "jest"),
    ("mocha", "mocha"),
    ("ava", "\"ava"),
    ("tap", "\"tap"),
    ("jasmine", "jasmine"),
    ("karma", "karma"),
    ("node", "node --test"),
    ("tsx", "tsx --test"),
    ("playwright", "playwright"),
    ("cypress", "cypress"),
];

/// Those of a browser, which are a part of the tests where there are others.
const OF_A_BROWSER: &[&str] = &["playwright", "cypress"];

/// Files that say by what a project of Python is tested.
const OF_PYTHON: &[&str] = &[
    "pyproject.toml",
    "setup.cfg",
    "tox.ini",
    "pytest.ini",
    "requirements.txt",
    "requirements-dev.txt",
    "requirements_dev.txt",
    "dev-requirements.txt",
    "Pipfile",
    "conftest.py",
];

/// Whether a project names other runners and not this one, by its files. Where none is named, any may be its own.
pub fn is_stranger(program: &str, text: impl Fn(&str) -> Option<String>) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    match name {
        "unittest" | "nose2" => {
            OF_PYTHON.iter().filter_map(|file| text(file)).any(|text| text.contains("pytest"))
        }
        _ if OF_JAVASCRIPT.iter().any(|(known, _)| *known == name) => {
            let manifest = text("package.json").unwrap_or_default();
            let named =
                OF_JAVASCRIPT.iter().filter(|(_, word)| manifest.contains(word)).map(|(known, _)| *known);
            let named: Vec<&str> = named.collect();
            let has_others = named.iter().any(|known| !OF_A_BROWSER.contains(known));
            let is_a_part = OF_A_BROWSER.contains(&name) && has_others;
            !named.is_empty() && (is_a_part || !named.contains(&name))
        }
        _ => false,
    }
}

/// Whether a program leaves out the tests of a file, by its text: those of Python that are functions and of no class are for
/// pytest alone.
pub fn leaves_out(program: &str, text: &str) -> bool {
    let is_function = |line: &str| line.starts_with("def test") || line.starts_with("async def test");
    program == "unittest" && text.lines().any(is_function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_that_the_project_does_not_name_is_a_stranger() {
        let of = |program: &str, file: &str, text: &str| {
            is_stranger(program, |name| (name == file).then(|| text.to_owned()))
        };
        let vitest =
            r#"{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3","@playwright/test":"1"}}"#;
        assert!(!of("vitest", "package.json", vitest));
        assert!(of("node", "package.json", vitest));
        assert!(of("mocha", "package.json", vitest));
        assert!(of("playwright", "package.json", vitest));
        assert!(!of("npm", "package.json", vitest));
        assert!(!of("node", "package.json", r#"{"scripts":{"test":"node --test"}}"#));
        assert!(!of("node", "package.json", "{}"));
        assert!(!of("playwright", "package.json", r#"{"devDependencies":{"@playwright/test":"1"}}"#));
        assert!(of("unittest", "pyproject.toml", "[tool.pytest.ini_options]"));
        assert!(!of("unittest", "pyproject.toml", "[project]"));
        assert!(!of("pytest", "pyproject.toml", "[tool.pytest.ini_options]"));
    }

    #[test]
    fn functions_are_tests_for_pytest_alone() {
        assert!(leaves_out("unittest", "import a\n\ndef test_a():\n    assert a\n"));
        assert!(!leaves_out("unittest", "class T(unittest.TestCase):\n    def test_a(self): ...\n"));
        assert!(!leaves_out("pytest", "def test_a(): ...\n"));
    }
}
