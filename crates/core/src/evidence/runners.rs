//! Programs that check a project, and how much of it.

use serde::{Deserialize, Serialize};

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// Tests.
    Tests,
    /// Lint and format.
    Lint,
    /// The build.
    Build,
    /// Types.
    Types,
}

impl Check {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tests => "tests",
            Self::Lint => "lint",
            Self::Build => "build",
            Self::Types => "types",
        }
    }
}

/// How much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Everything.
    Whole,
    /// What a filter or a path names.
    Part,
}

impl Scope {
    /// The smaller of two.
    #[must_use]
    pub fn narrowed(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole, Self::Whole) => Self::Whole,
            (Self::Part, _) | (_, Self::Part) => Self::Part,
        }
    }
}

/// Programs, the words that make them check something, and what that is.
const RUNNERS: &[(&[&str], &[&str], Check)] = &[
    (&["cargo"], &["test"], Check::Tests),
    (&["cargo"], &["t"], Check::Tests),
    (&["cargo"], &["nextest", "run"], Check::Tests),
    (&["cargo"], &["llvm-cov"], Check::Tests),
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
    (&["mvn", "mvnw"], &["clean", "test"], Check::Tests),
    (&["mvn", "mvnw"], &["clean", "verify"], Check::Tests),
    (&["gradle", "gradlew"], &["clean", "test"], Check::Tests),
    (&["gradle", "gradlew"], &["clean", "check"], Check::Tests),
    (&["make"], &["check"], Check::Tests),
    (
        &[
            "jest", "mocha", "ava", "tap", "jasmine", "pytest", "nose2", "tox", "nox", "phpunit", "pest",
            "rspec", "ctest", "elm-test", "bats",
        ],
        &[],
        Check::Tests,
    ),
    (&["playwright", "cypress", "karma"], &["test"], Check::Tests),
    (&["cypress"], &["run"], Check::Tests),
    (&["node"], &["--test"], Check::Tests),
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
    (&["webpack", "rollup", "esbuild", "tsup"], &[], Check::Build),
    (&["python", "python3"], &["-m", "pytest"], Check::Tests),
    (&["python", "python3"], &["-m", "unittest"], Check::Tests),
    (&["python", "python3"], &["-m", "mypy"], Check::Types),
    (&["python", "python3"], &["-m", "build"], Check::Build),
    (&["python", "python3"], &["manage.py", "test"], Check::Tests),
    (&["php"], &["artisan", "test"], Check::Tests),
    (&["rails", "rake", "bazel", "sbt", "lein", "stack", "cabal", "meson"], &["test"], Check::Tests),
    (&["rake"], &["spec"], Check::Tests),
    (&["zig"], &["build", "test"], Check::Tests),
    (&["zig", "bazel", "stack", "cabal"], &["build"], Check::Build),
    (&["mvn", "mvnw", "gradle", "gradlew"], &["test"], Check::Tests),
    (&["mvn", "mvnw"], &["verify"], Check::Tests),
    (&["gradle", "gradlew"], &["check"], Check::Tests),
    (&["gradle", "gradlew"], &["build"], Check::Build),
    (&["mvn", "mvnw"], &["compile"], Check::Build),
];

/// Programs that run what a project has named, and the words in front of that name.
const NAMED: &[(&[&str], &[&str])] = &[
    (&["npm", "pnpm", "yarn", "bun"], &["run"]),
    (&["npm", "pnpm"], &["run-script"]),
    (&["pnpm", "yarn", "composer", "make", "just", "task", "nx", "mise"], &[]),
    (&["turbo", "nx", "mise", "composer", "poe"], &["run"]),
    (&["deno"], &["task"]),
];

/// Options that check nothing, or that end well whatever is found.
#[rustfmt::skip]
const IDLE: &[&str] = &[
    "--no-run", "--collect-only", "--collectonly", "--co", "--listTests", "--list", "--list-tests", "-list", "--help", "-h",
    "--version", "-V", "--dry-run", "--passWithNoTests", "--if-present", "--init", "--showConfig", "--print-config", "--watch",
    "--watchAll", "--ui", "--question", "--just-print", "--exit-zero", "--fix-dry-run", "--clearCache", "--fixtures",
    "--failure-exit-code", "--ignore-errors", "--touch", "-DskipTests", "-Dmaven.test.skip", "-Dmaven.test.failure.ignore",
    "-fn", "--fail-never", "-exec", "--notest",
];

/// The same, of some programs only.
const IDLE_OF: &[(&str, &[&str])] = &[
    ("make", &["-n", "-i", "-t", "-q", "-k"]),
    ("just", &["-n", "-l"]),
    ("tsc", &["-w"]),
    ("vitest", &["-w"]),
    ("mocha", &["-w"]),
    ("ctest", &["-N"]),
    ("rake", &["-T", "-n"]),
    ("tox", &["-l"]),
    ("nox", &["-l"]),
];

/// Options without a value that say how, and not what. An option that nobody knows may leave out anything.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "--", "-q", "-qq", "-v", "-vv", "-vvv", "-s", "-S", "-x", "-B", "-U", "-e", "-r", "-ra", "-rA", "--verbose", "--quiet", "--silent",
    "--coverage", "--cov", "--ci", "--run", "--all", "--workspace", "--workspaces", "--all-targets", "--all-features", "--no-default-features",
    "--release", "--locked", "--frozen", "--offline", "--no-fail-fast", "--bail", "--runInBand", "--forceExit",
    "--detectOpenHandles", "--noEmit", "--pretty", "--strict", "--check", "--no-color", "--color", "--colors", "--no-cache",
    "--nocapture", "--no-capture", "--show-output", "--exitfirst", "-race", "-cover", "--race", "--batch-mode", "--no-daemon",
    "--parallel", "--stacktrace", "--info", "--no-watch", "--nologo", "--no-restore", "--no-build", "--incremental", "--build", "-b",
    "-w", "--recursive", "--if-changed", "--continue", "--output-on-failure", "--no-audit", "--no-progress", "-json", "--json", "-m",
];

/// Options whose value says how, and not what.
#[rustfmt::skip]
const HOW: &[&str] = &[
    "-j", "--jobs", "-D", "-W", "-A", "--reporter", "--color", "--colour", "--config", "-c", "--workers",
    "--maxWorkers", "--profile", "--features", "-F", "--cov-report", "--test-threads", "--timeout", "--retries",
    "--format", "--tb", "-l", "--target-dir", "--message-format", "--max-warnings", "--ext", "--cache-location",
    "--project", "-p", "-n", "--numprocesses", "--durations", "--maxfail", "-timeout", "-w", "-parallel",
    "--verbosity", "--logger", "--configuration", "--test-dir", "--log-level", "-T", "--threads", "--pool",
    "--poolOptions", "--testTimeout", "--outputFile", "--coverageReporters", "-o", "--output",
];

/// What such a program checks, and how much of it; `None` if it checks nothing. The words are the program's and its
/// arguments'; one that is not known is empty.
pub(super) fn check(words: &[&str]) -> Option<(Check, Scope)> {
    let (program, rest) = words.split_first()?;
    let name = bare_name(program)?;
    if rest.iter().any(|word| is_idle(name, word)) {
        return None;
    }
    let known = RUNNERS.iter().filter(|(programs, _, _)| programs.contains(&name));
    let fits = |wanted: &[&str]| wanted.is_empty() || at(rest, wanted).is_some();
    if let Some((_, wanted, check)) =
        known.filter(|(_, wanted, _)| fits(wanted)).max_by_key(|(_, wanted, _)| wanted.len())
    {
        let behind = at(rest, wanted).unwrap_or(0);
        return is_real(name, rest).then(|| (*check, scope(name, rest, wanted, behind)));
    }
    let known = NAMED.iter().filter(|(programs, _)| programs.contains(&name));
    let (named, behind) = known
        .filter_map(|(_, wanted)| {
            let behind = if wanted.is_empty() { first_word(rest)? } else { at(rest, wanted)? };
            Some((*rest.get(behind)?, behind + 1))
        })
        .max_by_key(|(_, behind)| *behind)?;
    Some((by_name(named)?, scope(name, rest, &[], behind)))
}

fn is_idle(name: &str, word: &str) -> bool {
    let (option, value) = word.split_once('=').unwrap_or((word, ""));
    let of_its_own =
        IDLE_OF.iter().filter(|(program, _)| *program == name).any(|(_, own)| own.contains(&option));
    value != "false" && (IDLE.contains(&option) || of_its_own)
}

/// `npm run test:unit`, `make lint`.
fn by_name(name: &str) -> Option<Check> {
    let first = name.split([':', '-', '_']).next().unwrap_or(name);
    match (first, name) {
        (_, "typecheck" | "type-check" | "check-types" | "check:types" | "tsc" | "types") => {
            Some(Check::Types)
        }
        ("test" | "tests", _) => Some(Check::Tests),
        ("lint" | "eslint" | "clippy", _) => Some(Check::Lint),
        ("build" | "compile", _) => Some(Check::Build),
        _ => None,
    }
}

/// A program by its own name, or from where a project keeps its tools; `./cargo` may be anything.
fn bare_name(program: &str) -> Option<&str> {
    let Some((directory, name)) = program.rsplit_once('/') else { return Some(program) };
    let kept = match directory.strip_prefix("./").unwrap_or(directory) {
        "." => matches!(name, "gradlew" | "mvnw"),
        "bin" => matches!(name, "rails" | "rspec" | "rake" | "phpunit"),
        directory => [".venv/bin", "venv/bin", "vendor/bin", "node_modules/.bin"].contains(&directory),
    };
    kept.then_some(name)
}

/// `cargo fmt` without `--check` formats; `tsc --init` was idle already.
fn is_real(name: &str, rest: &[&str]) -> bool {
    let has = |wanted: &[&str]| rest.iter().any(|word| wanted.contains(word));
    match name {
        "cargo" if has(&["fmt"]) => has(&["--check"]),
        "golangci-lint" => has(&["run"]),
        "nox" | "tox" => !has(&["-l", "--notest"]),
        _ => true,
    }
}

/// Where the wanted words end among a program's, options before them left out.
fn at(rest: &[&str], wanted: &[&str]) -> Option<usize> {
    let start = match wanted.first() {
        Some(option) if option.starts_with('-') => rest.iter().position(|word| word == option)?,
        Some(_) => first_word(rest)?,
        None => return Some(0),
    };
    let found = rest.get(start..start + wanted.len())?;
    (found == wanted).then_some(start + wanted.len())
}

/// The first word that is no option: `pnpm --silent test`, `cargo +nightly test`.
fn first_word(rest: &[&str]) -> Option<usize> {
    let mut words = rest.iter().enumerate();
    while let Some((index, word)) = words.next() {
        if matches!(
            *word,
            "-C" | "--dir" | "--prefix" | "-f" | "--manifest-path" | "--filter" | "-F" | "--workspace"
        ) {
            words.next();
        } else if !word.starts_with(['-', '+']) {
            return Some(index);
        }
    }
    None
}

/// Options that name a part.
const NARROWS: &[&str] = &[
    "-k",
    "-t",
    "-g",
    "-run",
    "--testNamePattern",
    "--testPathPattern",
    "--grep",
    "--filter",
    "--lib",
    "--bin",
    "--bins",
    "--test",
    "--tests",
    "--doc",
    "--package",
    "--only",
    "--last-failed",
    "--lf",
    "--onlyChanged",
    "--changed",
    "--related",
    "--shard",
    "--ignored",
    "--exact",
    "--skip",
    "--deselect",
    "--ignore",
    "--exclude",
    "-count",
    "-Dtest",
    "-Dit.test",
    "--no-tests",
    "--test-path-ignore-patterns",
    "--testPathIgnorePatterns",
];

/// Words that name all there is.
const EVERYTHING: &[&str] = &[
    "./...", ".", "tests", "test", "tests/", "test/", "spec", "src", "src/", "run", "all", "discover",
    "//...",
];

/// What is left of the words names a part, unless it only says how.
fn scope(name: &str, rest: &[&str], wanted: &[&str], behind: usize) -> Scope {
    let after = rest.get(behind..).unwrap_or_default();
    let is_one_package = |word: &&str| {
        let option = word.split('=').next();
        let is_manager = matches!(name, "pnpm" | "npm" | "yarn" | "turbo" | "bun");
        (is_manager && matches!(option, Some("--filter" | "-F" | "--workspace")))
            || (name == "npm" && option == Some("-w"))
    };
    // What stands behind two dashes is for the script.
    let mut own = rest.iter().take_while(|word| **word != "--");
    // Without the dots, only the package of the directory is tested.
    if own.any(is_one_package) || (name == "go" && !after.contains(&"./...")) {
        return Scope::Part;
    }
    let mut words = rest.iter().enumerate();
    while let Some((index, word)) = words.next() {
        let (option, value) =
            word.split_once('=').map_or((*word, None), |(option, value)| (option, Some(value)));
        if index < behind && wanted.contains(word) {
            continue;
        }
        // `-p` names a package, and `-x` a task that is left out; with a count of one, nothing is taken from a cache.
        let leaves_out = matches!((name, option), ("cargo", "-p") | ("gradle" | "gradlew", "-x"));
        let is_fresh = matches!((option, value), ("-count" | "--count", Some("1")));
        if (NARROWS.contains(&option) && !is_fresh && !PLAIN.contains(&option)) || leaves_out {
            return Scope::Part;
        }
        let is_word = !word.starts_with(['-', '+']);
        if HOW.contains(&option) {
            if value.is_none() {
                words.next();
            }
        } else if (is_word && index >= behind && !EVERYTHING.contains(word))
            || (word.starts_with('-') && !is_fresh && !PLAIN.contains(&option))
        {
            return Scope::Part;
        }
    }
    Scope::Whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(command: &str) -> Option<(Check, Scope)> {
        check(&command.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn usual_runners_are_known_with_how_much_they_run() {
        use Check::{Build, Lint, Tests, Types};
        use Scope::{Part, Whole};
        for (command, expected) in [
            ("cargo test", (Tests, Whole)),
            ("cargo +nightly test --workspace", (Tests, Whole)),
            ("cargo test -p core", (Tests, Part)),
            ("cargo test some_name", (Tests, Part)),
            ("cargo nextest run -j 4", (Tests, Whole)),
            ("cargo clippy --all-targets -- -D warnings", (Lint, Whole)),
            ("cargo fmt --check", (Lint, Whole)),
            ("cargo build --release", (Build, Whole)),
            ("npm test", (Tests, Whole)),
            ("npm run test:unit", (Tests, Whole)),
            ("npm --silent test -- --coverage", (Tests, Whole)),
            ("npm test -- src/a.test.ts", (Tests, Part)),
            ("pnpm lint", (Lint, Whole)),
            ("pnpm --filter web test", (Tests, Part)),
            ("npm test -w web", (Tests, Part)),
            ("npm run test --workspace=web", (Tests, Part)),
            ("npm --workspace web test", (Tests, Part)),
            ("npm test --workspaces", (Tests, Whole)),
            ("pnpm run test --filter web", (Tests, Part)),
            ("npm test -- --workspace", (Tests, Whole)),
            ("yarn typecheck", (Types, Whole)),
            ("vitest run", (Tests, Whole)),
            ("vitest run src/a.test.ts", (Tests, Part)),
            ("tsc --noEmit", (Types, Whole)),
            ("node_modules/.bin/eslint .", (Lint, Whole)),
            ("pytest", (Tests, Whole)),
            ("pytest -q tests/", (Tests, Whole)),
            ("pytest -k login", (Tests, Part)),
            ("python -m pytest tests/test_a.py", (Tests, Part)),
            (".venv/bin/pytest", (Tests, Whole)),
            ("go test ./...", (Tests, Whole)),
            ("go test", (Tests, Part)),
            ("./gradlew test", (Tests, Whole)),
            ("mvn -q verify", (Tests, Whole)),
            ("make test", (Tests, Whole)),
            ("just lint", (Lint, Whole)),
            ("php artisan test", (Tests, Whole)),
            ("bin/rails test", (Tests, Whole)),
            ("vendor/bin/phpunit", (Tests, Whole)),
            ("node --test", (Tests, Whole)),
            ("deno task test", (Tests, Whole)),
            ("cargo test -- --ignored", (Tests, Part)),
            ("go test -run=^$ ./...", (Tests, Part)),
            ("go test -count=0 ./...", (Tests, Part)),
            ("gradle check -x test", (Tests, Part)),
            ("mvn test -Dtest=Cart", (Tests, Part)),
            ("make test ONLY=a", (Tests, Part)),
            ("pytest --lf tests", (Tests, Part)),
            ("pytest -x --tb short", (Tests, Whole)),
            ("pytest -n auto", (Tests, Whole)),
            ("jest --onlyChanged .", (Tests, Part)),
            ("jest --unknown", (Tests, Part)),
            ("go test -count=1 ./...", (Tests, Whole)),
            ("cargo test --some-new-option", (Tests, Part)),
            ("vitest --run", (Tests, Whole)),
            ("mvn clean verify", (Tests, Whole)),
            ("./gradlew clean test", (Tests, Whole)),
            ("make check", (Tests, Whole)),
        ] {
            assert_eq!(of(command), Some(expected), "{command}");
        }
    }

    #[test]
    fn what_checks_nothing_is_none() {
        for command in [
            "cargo test --no-run",
            "pytest --collect-only",
            "jest --passWithNoTests",
            "cargo fmt",
            "npm install",
            "npm run dev",
            "vitest",
            "./cargo test",
            "/tmp/bin/pytest",
            "make -n test",
            "mvn verify -DskipTests",
            "pytest --collectonly",
            "jest --passWithNoTests=true",
            "go test -list=. ./...",
            "go test -exec=true ./...",
            "ctest -N",
            "make -i test",
            "mvn -fn test",
            "mvn -Dmaven.test.skip=true verify",
            "echo test",
            "git commit",
            "cargo --version",
        ] {
            assert_eq!(of(command), None, "{command}");
        }
    }
}
