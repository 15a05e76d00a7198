//! The programs that check a project, as data.

use super::Check;

/// Programs, the words that make them check something, and what that is.
pub(super) const RUNNERS: &[(&[&str], &[&str], Check)] = &[
    (&["cargo"], &["test"], Check::Tests),
    (&["cargo"], &["t"], Check::Tests),
    (&["cross"], &["test"], Check::Tests),
    (&["cargo"], &["nextest", "run"], Check::Tests),
    (&["cargo"], &["nextest", "r"], Check::Tests),
    (&["cargo"], &["llvm-cov"], Check::Tests),
    (&["cargo"], &["llvm-cov", "nextest"], Check::Tests),
    (&["cargo"], &["tarpaulin"], Check::Tests),
    (&["cargo"], &["insta", "test"], Check::Tests),
    (&["cargo"], &["check"], Check::Types),
    (&["cargo"], &["c"], Check::Types),
    (&["cargo"], &["clippy"], Check::Lint),
    (&["cargo"], &["fmt"], Check::Lint),
    (&["cargo"], &["build"], Check::Build),
    (&["cargo"], &["b"], Check::Build),
    (
        &["npm", "pnpm", "yarn", "bun", "deno", "go", "dotnet", "swift", "mix", "dart", "flutter"],
        &["test"],
        Check::Tests,
    ),
    (&["npm"], &["t"], Check::Tests),
    (&["go"], &["vet"], Check::Lint),
    (&["deno"], &["lint"], Check::Lint),
    (&["deno"], &["check"], Check::Types),
    (&["go", "dotnet", "swift", "flutter", "bun"], &["build"], Check::Build),
    (&["dart", "flutter"], &["analyze"], Check::Lint),
    (&["mix"], &["credo"], Check::Lint),
    (&["mix"], &["compile"], Check::Build),
    (&["vitest"], &["run"], Check::Tests),
    (&["vitest"], &["--run"], Check::Tests),
    (&["make"], &["check"], Check::Tests),
    (
        &[
            "jest", "mocha", "ava", "tap", "jasmine", "pytest", "py.test", "unittest", "nose2", "tox", "nox",
            "phpunit", "pest", "rspec", "ctest", "elm-test", "bats",
        ],
        &[],
        Check::Tests,
    ),
    (&["playwright", "cypress", "karma"], &["test"], Check::Tests),
    (&["cypress"], &["run"], Check::Tests),
    (&["node", "tsx"], &["--test"], Check::Tests),
    (&["ng", "hatch", "manage.py", "django-admin"], &["test"], Check::Tests),
    (&["gotestsum"], &[], Check::Tests),
    (&["yarn"], &["workspaces", "run", "test"], Check::Tests),
    (
        &["tsc", "vue-tsc", "tsgo", "mypy", "pyright", "basedpyright", "pyre", "phpstan", "psalm"],
        &[],
        Check::Types,
    ),
    (&["srb"], &["tc"], Check::Types),
    (
        &[
            "eslint",
            "oxlint",
            "stylelint",
            "flake8",
            "pylint",
            "rubocop",
            "phpcs",
            "golangci-lint",
            "staticcheck",
            "ktlint",
            "swiftlint",
            "shellcheck",
        ],
        &[],
        Check::Lint,
    ),
    (&["biome"], &["check"], Check::Lint),
    (&["biome"], &["lint"], Check::Lint),
    (&["biome"], &["ci"], Check::Lint),
    (&["ruff"], &["check"], Check::Lint),
    (&["prettier", "black"], &["--check"], Check::Lint),
    (&["vite", "next", "nuxt", "astro", "remix", "ng"], &["build"], Check::Build),
    (&["webpack", "rollup", "esbuild", "tsup", "build"], &[], Check::Build),
    (&["php"], &["artisan", "test"], Check::Tests),
    (&["php"], &["vendor/bin/phpunit"], Check::Tests),
    (&["php"], &["vendor/bin/pest"], Check::Tests),
    (&["rails", "rake", "bazel", "sbt", "lein", "stack", "cabal", "meson"], &["test"], Check::Tests),
    (&["rails"], &["test:all"], Check::Tests),
    (&["rake"], &["spec"], Check::Tests),
    (&["zig"], &["build", "test"], Check::Tests),
    (&["zig", "bazel", "stack", "cabal"], &["build"], Check::Build),
];

/// Programs that run what a project has named, and the words in front of that name.
pub(super) const NAMED: &[(&[&str], &[&str])] = &[
    (&["npm", "pnpm", "yarn", "bun"], &["run"]),
    (&["npm", "pnpm"], &["run-script"]),
    (&["pnpm", "yarn", "composer", "make", "just", "task", "nx", "mise", "poe"], &[]),
    (&["nx", "mise", "composer", "poe"], &["run"]),
    (&["deno"], &["task"]),
];

/// Modules of Python that are programs as well, or only there.
pub(super) const MODULES: &[&str] = &[
    "pytest", "unittest", "nose2", "tox", "nox", "mypy", "pyright", "build", "flake8", "pylint", "ruff",
    "black",
];
