//! Files that decide a run by their name alone, also where git ignores them: settings of runners, tasks, tests.

use std::path::Path;

/// Names of tests, as globs of one part.
const TESTS: &[&str] = &["test_*.py", "*_test.py", "*.test.*", "*.spec.*", "*_test.go"];

/// Names of settings and tasks, as globs of one part.
const SETTINGS: &[&str] = &[
    "conftest.py",
    "sitecustomize.py",
    "usercustomize.py",
    "pytest.ini",
    ".pytest.ini",
    "pytest.toml",
    ".pytest.toml",
    "tox.ini",
    "tox.toml",
    "setup.cfg",
    "pyproject.toml",
    "hatch.toml",
    "poe_tasks.toml",
    "poe_tasks.yaml",
    "poe_tasks.json",
    "pixi.toml",
    "noxfile.py",
    "mypy.ini",
    ".flake8",
    ".pylintrc",
    "ruff.toml",
    ".ruff.toml",
    ".coveragerc",
    "package.json",
    "deno.json*",
    "bunfig.toml",
    "nx.json",
    "project.json",
    "turbo.json",
    "lerna.json",
    "tsconfig*.json",
    "*.config.[cm]js",
    "*.config.[cm]ts",
    "*.config.js",
    "*.config.ts",
    "*.config.json",
    "vitest.workspace.*",
    "karma.conf.*",
    ".taprc",
    ".eslintrc*",
    "biome.json*",
    ".mocharc*",
    ".babelrc*",
    ".swcrc",
    ".npmrc",
    ".yarnrc*",
    "Cargo.toml",
    "build.rs",
    ".golangci.*",
    "rust-toolchain*",
    "go.mod",
    "go.work",
    "phpunit.xml*",
    "phpunit.dist.xml",
    "composer.json",
    "phpstan*.neon*",
    "Rakefile",
    "*.rake",
    "Gemfile",
    ".rspec",
    ".rspec-local",
    ".rubocop.yml",
    "*_helper.rb",
    "Makefile",
    "makefile",
    "GNUmakefile",
    "justfile",
    "Justfile",
    ".justfile",
    "Taskfile.y*ml",
    "Taskfile.dist.y*ml",
    "*.mk",
    "*.mak",
    "*.just",
    "mise.toml",
    ".mise.toml",
    "mise.*.toml",
    ".mise.*.toml",
    ".tool-versions",
    "compose*.y*ml",
    "docker-compose*.y*ml",
    "gradle.properties",
    "local.properties",
    "*.gradle",
    "*.gradle.kts",
    "pom.xml",
    "build.sbt",
    "mix.exs",
    "test_helper.exs",
    "CMakePresets.json",
    "CTestTestfile.cmake",
    ".proverc",
    "BUILD",
    "BUILD.bazel",
    ".bazelrc",
    "Directory.Build.props",
    "Directory.Build.targets",
    "Directory.Build.rsp",
    "Directory.Solution.props",
    "Directory.Solution.targets",
    "global.json",
    "*.csproj.user",
    "dart_test.yaml",
    "Package@swift-*.swift",
    ".env.test*",
];

/// Directories whose files are settings of runners.
const DIRECTORIES: &[&str] = &[".cargo", ".config", ".mvn"];

/// Settings whose name alone says nothing, as ends of paths.
const PLACED: &[&str] = &[".bundle/config", "config/test.exs"];

/// Whether a file, by its path, decides what a run does without being named by anybody.
pub fn decides_a_run(path: &str) -> bool {
    sets_up_a_run(path) || is_named(path, TESTS)
}

/// Whether a file, by its path, says how a run goes: whatever runs may pass because of it. A test is none of these: without
/// it, less is tested.
pub fn sets_up_a_run(path: &str) -> bool {
    is_named(path, SETTINGS)
        || PLACED.iter().any(|end| Path::new(path).ends_with(end))
        || path.rsplit_once('/').is_some_and(|(directory, _)| is_of_settings(directory))
}

/// Settings that runners read from a person's home, as ends of paths.
const AT_HOME: &[&str] = &[
    "/.gradle/init.gradle",
    "/.gradle/init.gradle.kts",
    "/.gradle/init.d/*",
    "/.gradle/gradle.properties",
    "/.m2/settings.xml",
    "/.m2/settings-security.xml",
    "/.mavenrc",
    "/.config/mise/*",
    "/.config/pytest*",
    "/.rspec",
    "/.npmrc",
];

/// What says how a run goes on one machine only: everybody has such files, and no commit has them.
const OF_A_MACHINE: &[&str] = &[
    ".env*",
    "local.properties",
    ".tool-versions",
    "mise.toml",
    ".mise.toml",
    "compose*",
    "docker-compose*",
    "*.local.*",
    "tsconfig*.json",
];

/// Those that are for one machine, and run whatever they say in front of every program.
const OF_A_SHELL: &[&str] = &["mise.*.toml", ".mise.*.toml"];

/// Whether a file, by its absolute path, is a setting that runners read from a person's home.
pub fn is_at_home(path: &str) -> bool {
    AT_HOME.iter().any(|glob| fast_glob::glob_match(format!("**{glob}"), path))
}

/// Whether a file, by its absolute path, bends every run if an agent has written it and no commit has it.
pub(super) fn bends_a_run(path: &str) -> bool {
    // What lies there is no setting of a project: whoever writes it changes what runs.
    let is_package = |part: &str| {
        matches!(
            part,
            "node_modules"
                | "site-packages"
                | "dist-packages"
                | ".venv"
                | "venv"
                | ".tox"
                | ".nox"
                | "vendor"
        )
    };
    if path.split('/').any(is_package) {
        return false;
    }
    let is_of_a_machine = is_named(path, OF_A_MACHINE) && !is_named(path, OF_A_SHELL);
    is_at_home(path) || (sets_up_a_run(path) && !is_of_a_machine)
}

fn is_named(path: &str, globs: &[&str]) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    globs.iter().any(|glob| fast_glob::glob_match(glob, name))
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
    fn what_bends_a_run_is_loaded_by_a_runner_and_is_nobodys_own_setting() {
        for path in [
            "/home/me/.gradle/init.d/x.gradle",
            "/home/me/.m2/settings.xml",
            "/w/local/tox.ini",
            "/w/conftest.py",
        ] {
            assert!(bends_a_run(path), "{path}");
        }
        for path in
            ["/w/.env.test", "/w/local.properties", "/w/src/a.ts", "/w/.gradle/caches/x", "/w/a.test.ts"]
        {
            assert!(!bends_a_run(path), "{path}");
        }
    }

    #[test]
    fn what_a_runner_loads_by_its_name_decides() {
        for path in [
            "conftest.py",
            "a/b/vitest.config.mts",
            ".cargo/config.toml",
            "Makefile",
            "x.test.ts",
            ".mvn/maven.config",
            "web/vitest.workspace.ts",
            "deno.jsonc",
            "Taskfile.dist.yml",
            "BUILD.bazel",
            "lib/tasks/test.rake",
            ".bundle/config",
            "src/App/App.csproj.user",
            "Package@swift-5.9.swift",
            "config/test.exs",
            "apps/shop/config/test.exs",
        ] {
            assert!(decides_a_run(path), "{path}");
        }
        for path in [
            "out.log",
            ".coverage",
            "coverage.json",
            "app.tsbuildinfo",
            ".env",
            "dist/a.js",
            "local/j.json",
            "notconfig/test.exs",
        ] {
            assert!(!decides_a_run(path), "{path}");
        }
    }
}
