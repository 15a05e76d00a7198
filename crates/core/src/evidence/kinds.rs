//! Which kind of project a runner is for. One of another kind finds no tests, which some of them call a success.

/// Runners, and files by one of which a project of theirs is known.
#[rustfmt::skip]
const KINDS: &[(&[&str], &[&str])] = &[
    (
        &[
            "npm", "pnpm", "yarn", "bun", "node", "tsx", "vitest", "jest", "mocha", "ava", "tap", "jasmine", "playwright", "cypress",
            "karma", "ng", "turbo", "nx", "lerna",
        ],
        &["package.json", "deno.json", "deno.jsonc"],
    ),
    (
        &["python", "python3", "pytest", "unittest", "nose2", "tox", "nox", "coverage", "manage.py", "hatch"],
        &[
            "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", "tox.ini", "pytest.ini", "noxfile.py",
            "manage.py", "conftest.py", "environment.yml",
        ],
    ),
    (&["cargo", "cross"], &["Cargo.toml"]),
    (&["go", "gotestsum"], &["go.mod", "go.work"]),
    (&["mvn", "mvnw", "mvnd", "gradle", "gradlew"], &["pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]),
    (&["rspec", "rails"], &["Gemfile", ".rspec", "Rakefile"]),
    (&["phpunit", "pest"], &["composer.json", "phpunit.xml", "phpunit.xml.dist"]),
    (&["ctest"], &["CMakeLists.txt", "CTestTestfile.cmake"]),
    (&["mix"], &["mix.exs"]),
];

/// Whether the project in a directory is of other kinds than the runner is for, by the files that are there.
pub fn is_of_another_kind(program: &str, is_there: impl Fn(&str) -> bool) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    let Some((_, own)) = KINDS.iter().find(|(runners, _)| runners.contains(&name)) else { return false };
    let has = |files: &[&str]| files.iter().any(|file| is_there(file));
    !has(own) && KINDS.iter().any(|(_, files)| has(files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_is_for_projects_of_its_kind() {
        let of = |program: &str, files: &[&str]| is_of_another_kind(program, |file| files.contains(&file));
        assert!(of("unittest", &["package.json"]));
        assert!(of("node", &["pyproject.toml"]));
        assert!(!of("node", &["package.json", "pyproject.toml"]));
        assert!(!of("pytest", &["requirements.txt", "package.json"]));
        // Nobody knows what it is, or which runner.
        assert!(!of("pytest", &["README.md"]));
        assert!(!of("make", &["package.json"]));
    }
}
