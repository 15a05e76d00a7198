//! Files that decide a run by their name alone, also where git ignores them: settings of runners, tasks, tests.

/// Names, as globs of one part.
const NAMES: &[&str] = &[
    "conftest.py",
    "sitecustomize.py",
    "usercustomize.py",
    "pytest.ini",
    "tox.ini",
    "setup.cfg",
    "pyproject.toml",
    "noxfile.py",
    "test_*.py",
    "*_test.py",
    "package.json",
    "tsconfig*.json",
    "*.config.[cm]js",
    "*.config.[cm]ts",
    "*.config.js",
    "*.config.ts",
    "*.config.json",
    ".mocharc*",
    ".babelrc*",
    ".swcrc",
    ".npmrc",
    ".yarnrc*",
    "*.test.*",
    "*.spec.*",
    "Cargo.toml",
    "build.rs",
    "rust-toolchain*",
    "go.mod",
    "go.work",
    "*_test.go",
    "phpunit.xml*",
    "Rakefile",
    "Gemfile",
    ".rspec",
    "*_helper.rb",
    "Makefile",
    "makefile",
    "GNUmakefile",
    "justfile",
    "Justfile",
    ".justfile",
    "Taskfile.y*ml",
    "compose*.y*ml",
    "docker-compose*.y*ml",
    "gradle.properties",
    "local.properties",
    "*.gradle",
    "*.gradle.kts",
    ".env.test*",
];

/// Directories whose files are settings of runners.
const DIRECTORIES: &[&str] = &[".cargo", ".config"];

/// Whether a file, by its path, decides what a run does without being named by anybody.
pub fn decides_a_run(path: &str) -> bool {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    NAMES.iter().any(|glob| fast_glob::glob_match(glob, name)) || is_of_settings(directory)
}

/// Whether a directory, by its path, holds such files.
pub fn is_of_settings(directory: &str) -> bool {
    let last = directory.trim_end_matches('/').rsplit('/').next().unwrap_or(directory);
    DIRECTORIES.contains(&last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_runner_loads_by_its_name_decides() {
        for path in ["conftest.py", "a/b/vitest.config.mts", ".cargo/config.toml", "Makefile", "x.test.ts"] {
            assert!(decides_a_run(path), "{path}");
        }
        for path in ["out.log", ".coverage", "coverage.json", "app.tsbuildinfo", ".env", "dist/a.js"] {
            assert!(!decides_a_run(path), "{path}");
        }
    }
}
