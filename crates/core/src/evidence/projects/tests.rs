//! Trees, and the projects that their tests are in.

use super::*;

fn of(names: &[&str], text: &str) -> Vec<String> {
    let of_file = |name: &str| {
        if name.ends_with("py") {
            return Some("def test_it(): pass".to_owned());
        }
        Some(if name.ends_with("json") { r#"{"scripts":{"test":"x"}}"# } else { text }.to_owned())
    };
    let found = projects(&names.iter().copied(), of_file);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn a_project_of_dotnet_says_what_it_tests_with() {
    let text = |name: &str| {
        let is_of_tests = name == "App.Checks/App.Checks.csproj";
        is_of_tests.then(|| "<PackageReference Include=\"xunit\" />".to_owned())
    };
    let names = [
        "App.sln",
        "App/App.csproj",
        "App/LoadTest.cs",
        "App.Checks/App.Checks.csproj",
        "App.Checks/Should.cs",
    ];
    let found = projects(&names.into_iter(), text);
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["App.Checks (.NET)"]);
}

#[test]
fn a_test_is_at_home_at_the_next_manifest_of_its_kind() {
    for (names, expected) in [
        (&["package.json", "src/a.test.ts"][..], &["JavaScript"][..]),
        (&["package.json", "pyproject.toml", "a.test.ts", "tests/test_a.py"], &["JavaScript", "Python"]),
        // Tools of another kind have no tests.
        (&["package.json", "pyproject.toml", "tests/test_a.py"], &["Python"]),
        (
            &["web/package.json", "web/a.test.ts", "api/requirements.txt", "api/test_a.py"],
            &["api (Python)", "web (JavaScript)"],
        ),
        (
            &["package.json", "packages/a/package.json", "packages/a/a.test.ts", "packages/b/package.json"],
            &["packages/a (JavaScript)"],
        ),
        (&["go.mod", "a_test.go", "tools/go.mod", "tools/b_test.go"], &["Go", "tools (Go)"]),
        (
            &[
                "Cargo.toml",
                "crates/a/Cargo.toml",
                "crates/a/tests/a.rs",
                "xtask/Cargo.toml",
                "xtask/src/main.rs",
            ],
            &["crates/a (Rust)"],
        ),
        // What is somebody else's, or data, asks for nothing.
        (&["package.json", "a.test.ts", "examples/b/setup.py", "examples/b/test_b.py"], &["JavaScript"]),
        (&["setup.py", "test_a.py", "package.json", "e2e/a.spec.ts"], &["Python"]),
        // Of its kind, though there is no manifest.
        (&["README.md", "test_a.py"], &["Python"]),
        (&["README.md", "src/a.test.js"], &["JavaScript"]),
        (&["README.md", "a_test.rs"], &[]),
        (&["README.md", "tests/run.py"], &[]),
        (&["package.json", "a.test.ts", "api/tests/unit/test_a.py"], &["JavaScript", "api (Python)"]),
        (&["package.json", "a.test.ts", "api/src/test_a.py"], &["JavaScript", "api/src (Python)"]),
        (&["pyproject.toml", "test_a.py", "static/a.test.js"], &["Python"]),
        (&["CMakeLists.txt", "tests/test_a.py"], &["C"]),
        (&["package.json", "a.test.ts", "external/x/test_a.py"], &["JavaScript"]),
        // A package of Java may be called like what is somebody else's.
        (&["pom.xml", "src/test/java/com/example/docs/ATests.java"], &["the JVM"]),
        (&["setup.py", "tests/build/test_a.py"], &["Python"]),
        // Projects of .NET have tests if one of their files is called so, wherever they lie.
        (
            &["App.sln", "A/A.csproj", "tests/T/T.csproj", "tests/T/ATests.cs", "tests/Shared/B.cs"],
            &["tests/T (.NET)"],
        ),
        (
            &["web/package.json", "web/a.test.ts", "src/A.sln", "tests/T/T.fsproj", "tests/T/ASpec.fs"],
            &["tests/T (.NET)", "web (JavaScript)"],
        ),
        // By what it is made with.
        (&["api/requirements/base.txt", "api/src/a/test_a.py"], &["api (Python)"]),
        (&["api/uv.lock", "api/src/a/test_a.py"], &["api (Python)"]),
        (&["api/Pipfile", "api/src/a/test_a.py"], &["api (Python)"]),
        (
            &[
                "setup.py",
                "test_a.py",
                "{{ cookiecutter.name }}/pyproject.toml",
                "{{ cookiecutter.name }}/test_b.py",
            ],
            &["Python"],
        ),
        (&["Cargo.toml", "tests/a.rs", "crates/a/resources/test_b.py"], &["Rust"]),
        // Where tools lie that are a project of their own, and where they are none.
        (
            &["package.json", "a.test.ts", "scripts/etl/pyproject.toml", "scripts/etl/tests/test_e.py"],
            &["JavaScript", "scripts/etl (Python)"],
        ),
        (&["go.mod", "a_test.go", "bin/x/package.json", "bin/x/a.test.js"], &["Go", "bin/x (JavaScript)"]),
        (&["package.json", "a.test.ts", "scripts/test_db.py"], &["JavaScript"]),
        (&["pyproject.toml", "test_a.py", "scripts/test_db.py"], &["Python"]),
        (&["package.json", "resources/js/a.test.ts"], &["JavaScript"]),
        (
            &[
                "pom.xml",
                "src/test/java/ATest.java",
                "src/test/resources/p/setup.py",
                "src/test/resources/p/test_a.py",
            ],
            &["the JVM"],
        ),
        (&["package.json", "test/a.bats"], &["the shell"]),
        (&["package.json", "a.test.ts", "test/a.bats"], &["JavaScript", "the shell"]),
    ] {
        assert_eq!(of(names, ""), expected, "{names:?}");
    }
}

#[test]
fn a_manifest_for_tools_asks_for_no_tests() {
    let names = ["package.json", "go.mod", "a_test.go", "test/load.js"];
    let found = projects(&names.into_iter(), |_| Some(r#"{"devDependencies":{"husky":"9"}}"#.to_owned()));
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Go"]);
}

#[test]
fn where_nothing_is_a_test_the_outermost_manifests_are_projects() {
    assert_eq!(of(&["package.json", "web/package.json"], ""), ["JavaScript"]);
    assert_eq!(of(&["package.json", "setup.py"], ""), ["the root"]);
    assert_eq!(
        of(&["web/package.json", "web/b/package.json", "api/go.mod", "docs/package.json"], ""),
        ["api (Go)", "web (JavaScript)"]
    );
}

#[test]
fn a_crate_beside_another_project_is_asked_for_if_it_has_tests() {
    let names = &["package.json", "a.test.ts", "app/Cargo.toml", "app/src/main.rs"];
    assert_eq!(of(names, "fn main() {}"), ["JavaScript"]);
    assert_eq!(of(names, "#[cfg(test)]\nmod tests {}"), ["JavaScript", "app (Rust)"]);
    assert_eq!(of(&["app/Cargo.toml", "app/src/main.rs"], "fn main() {}"), ["app (Rust)"]);
}
