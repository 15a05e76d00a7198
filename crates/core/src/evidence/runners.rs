//! Programs that check a project, and how much of it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::known::{NAMED, RUNNERS};
use super::options::{
    EVERYTHING, HOW, IDLE, IDLE_OF, NARROWS, NARROWS_OF, ONE_PACKAGE, PLACES, PLAIN, SETTINGS,
};

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

/// What such a program checks, and how much of it; `None` if it checks nothing. The words are the program's and its
/// arguments'; one that is not known is empty.
pub(super) fn check(words: &[&str]) -> Option<(Check, Scope)> {
    let (program, rest) = words.split_first()?;
    let name = bare_name(program)?;
    if rest.iter().any(|word| is_idle(name, word)) {
        return None;
    }
    // What it runs, it runs as Python would, and it ends as that does.
    if name == "coverage" && rest.first() == Some(&"run") {
        let module = rest.iter().position(|word| *word == "-m")?;
        return check(&[&["python"], rest.get(module..)?].concat());
    }
    let known = RUNNERS.iter().filter(|(programs, _, _)| programs.contains(&name));
    let found = known.filter_map(|(_, wanted, check)| Some((at(rest, wanted)?, check)));
    if let Some((place, check)) = found.max_by_key(|(place, _)| place.len()) {
        return is_real(name, rest).then(|| (*check, scope(name, rest, &place)));
    }
    let known = NAMED.iter().filter(|(programs, _)| programs.contains(&name));
    let (named, behind) = known
        .filter_map(|(_, wanted)| {
            let behind = if wanted.is_empty() { first_word(rest)? } else { at(rest, wanted)?.end };
            Some((*rest.get(behind)?, behind))
        })
        .max_by_key(|(_, behind)| *behind)?;
    let (check, of_name) = by_name(named)?;
    Some((check, of_name.narrowed(scope(name, rest, &(behind..behind + 1)))))
}

/// How much a program that runs a script of a project lets that script do, by the words that are for the program itself:
/// nothing, what it does in one package, or all of it. In which directory it runs is told by what is found in the script.
pub(super) fn lets(words: &[&str], script: &str) -> Option<Scope> {
    let (name, rest) = words.split_first()?;
    let behind = rest.iter().position(|word| *word == script).map_or(rest.len(), |at| at + 1);
    let own = of_itself(name, rest, behind);
    // Where the script is seen, it is present.
    if own.iter().any(|word| *word != "--if-present" && is_idle(name, word)) {
        return None;
    }
    let mut plain = Vec::new();
    let mut words = own.iter();
    while let Some(word) = words.next() {
        if !word.starts_with('-') && word.contains('=') {
            // A variable of a makefile may be what it runs.
            return Some(Scope::Part);
        } else if PLACES.contains(word) {
            words.next();
        } else if *word != "--if-present" && !PLACES.iter().any(|place| is_glued(word, place)) {
            plain.push(*word);
        }
    }
    let behind = plain.len();
    Some(scope(name, &plain, &(behind..behind)))
}

/// `--prefix=web`.
fn is_glued(word: &str, option: &str) -> bool {
    word.strip_prefix(option).is_some_and(|value| value.starts_with('='))
}

/// The words that are for a program itself, and not for the script that it runs.
fn of_itself<'w>(name: &str, rest: &'w [&'w str], behind: usize) -> &'w [&'w str] {
    let end = match name {
        "npm" => rest.iter().position(|word| *word == "--").unwrap_or(rest.len()),
        "make" | "just" | "task" => rest.len(),
        _ => behind,
    };
    rest.get(..end).unwrap_or(rest)
}

fn is_idle(name: &str, word: &str) -> bool {
    let (option, value) = word.split_once('=').unwrap_or((word, ""));
    value != "false" && (IDLE.contains(&option) || is_of(IDLE_OF, name, option))
}

fn is_of(table: &[(&str, &[&str])], name: &str, option: &str) -> bool {
    table.iter().filter(|(program, _)| *program == name).any(|(_, own)| own.contains(&option))
}

/// How much the name of a script says that it checks; a name that says nothing leaves out nothing.
pub(super) fn named_scope(script: &str) -> Scope {
    by_name(script).map_or(Scope::Whole, |(_, scope)| scope)
}

/// What a name of a script says: `npm run test:ci`, `make lint`. Behind `test`, another word than one that says how names a
/// part: `test:e2e`, `test-one`.
fn by_name(name: &str) -> Option<(Check, Scope)> {
    const HOW: &[&str] =
        &["all", "ci", "run", "unit", "coverage", "cov", "once", "full", "fast", "watch", "debug", "silent"];
    let mut parts = name.split([':', '-', '_']);
    let first = parts.next().unwrap_or(name);
    match (first, name) {
        (_, "typecheck" | "type-check" | "check-types" | "check:types" | "tsc" | "types") => {
            Some((Check::Types, Scope::Whole))
        }
        ("test" | "tests", _) => {
            let is_whole = parts.all(|part| HOW.contains(&part));
            Some((Check::Tests, if is_whole { Scope::Whole } else { Scope::Part }))
        }
        ("lint" | "eslint" | "clippy", _) => Some((Check::Lint, Scope::Whole)),
        ("build" | "compile", _) => Some((Check::Build, Scope::Whole)),
        _ => None,
    }
}

/// A program by its own name, or from where a project keeps its tools; `./cargo` may be anything.
pub(super) fn bare_name(program: &str) -> Option<&str> {
    let Some((directory, name)) = program.rsplit_once('/') else { return Some(program) };
    let kept = match directory.strip_prefix("./").unwrap_or(directory) {
        "." => matches!(name, "gradlew" | "mvnw" | "manage.py"),
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

/// Where the wanted words stand among a program's, options before them left out.
fn at(rest: &[&str], wanted: &[&str]) -> Option<Range<usize>> {
    let start = match wanted.first() {
        Some(option) if option.starts_with('-') => rest.iter().position(|word| word == option)?,
        Some(_) => first_word(rest)?,
        None => return Some(0..0),
    };
    let place = start..start + wanted.len();
    (rest.get(place.clone())? == wanted).then_some(place)
}

/// The first word that is no option: `pnpm --silent test`, `cargo +nightly test`.
pub(super) fn first_word(rest: &[&str]) -> Option<usize> {
    let mut words = rest.iter().enumerate();
    while let Some((index, word)) = words.next() {
        let is_valued = matches!(*word, "-f" | "--manifest-path" | "--filter" | "-F" | "--workspace");
        if is_valued || PLACES.contains(word) {
            words.next();
        } else if !word.starts_with(['-', '+']) {
            return Some(index);
        }
    }
    None
}

/// An option that a program takes, and its value if that is a part of the same word: `--jobs=4`, `-j4`.
pub(super) fn option_of(word: &str) -> (&str, Option<&str>) {
    if let Some((option, value)) = word.split_once('=') {
        return (option, Some(value));
    }
    match word.split_at_checked(2) {
        Some((option, value)) if is_number(value) && HOW.contains(&option) => (option, Some(value)),
        _ => (word, None),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word names all there is, also as a glob of everything: `test/**/*.test.js`.
fn names_all(word: &str) -> bool {
    let is_open = |part: &str| {
        matches!(part, "**" | "*" | "lib" | "__tests__" | "packages") || EVERYTHING.contains(&part)
    };
    let glob = word.trim_start_matches("./").rsplit_once('/').filter(|(_, last)| last.starts_with('*'));
    EVERYTHING.contains(&word) || glob.is_some_and(|(above, _)| above.split('/').all(is_open))
}

/// Whether such a value is a file of the project.
pub(super) fn is_own_file(value: &str) -> bool {
    !value.is_empty() && !value.starts_with(['/', '~', '{', '-']) && !value.contains("..")
}

/// What is left of the words names a part, unless it only says how. The words in the place have made it a check.
fn scope(name: &str, rest: &[&str], place: &Range<usize>) -> Scope {
    let after = rest.get(place.end..).unwrap_or_default();
    let is_one_package = |word: &&str| ONE_PACKAGE.contains(&option_of(word).0) || *word == "workspace";
    let of_packages = matches!(name, "pnpm" | "npm" | "yarn" | "turbo" | "lerna" | "bun");
    let leaves_out = of_packages && of_itself(name, rest, place.end).iter().any(is_one_package);
    // Without the dots, only the package of the directory is tested.
    if leaves_out || (name == "go" && !after.contains(&"./...")) {
        return Scope::Part;
    }
    // Before a subcommand, words are values of options; an option that makes a check may stand behind anything.
    let is_option = rest.get(place.start).is_some_and(|word| word.starts_with('-'));
    let named_from = if is_option { 0 } else { place.end };
    let mut words = rest.iter().enumerate();
    while let Some((index, word)) = words.next() {
        let (option, value) = option_of(word);
        if place.contains(&index) {
            continue;
        }
        // With a count of one, nothing is taken from a cache.
        let is_fresh = matches!((option, value), ("-count" | "--count", Some("1")));
        let is_off = value == Some("false") && IDLE.contains(&option);
        if is_fresh || is_off {
            continue;
        }
        let narrows = NARROWS.contains(&option) && !PLAIN.contains(&option);
        if narrows || is_of(NARROWS_OF, name, option) {
            return Scope::Part;
        }
        if PLACES.contains(&option) {
            let directory = value.or_else(|| words.next().map(|(_, word)| *word));
            if directory.is_none_or(|directory| directory != ".") {
                return Scope::Part;
            }
        } else if HOW.contains(&option) {
            let value = value.or_else(|| words.next().map(|(_, word)| *word));
            let is_plugin = (name, option) == ("pytest", "-p");
            let chooses = SETTINGS.contains(&option) && !value.is_some_and(is_own_file)
                || is_plugin && !value.is_some_and(|value| value.starts_with("no:"));
            if chooses {
                return Scope::Part;
            }
        } else if word.starts_with('-') {
            if !PLAIN.contains(&option) {
                return Scope::Part;
            }
        } else if word.starts_with('+') {
            // A toolchain by its path may be anything.
            if word.contains('/') {
                return Scope::Part;
            }
        } else if index >= named_from && !names_all(word) {
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
            ("coverage run --source=src -m pytest", (Tests, Whole)),
            ("coverage run -m unittest discover", (Tests, Whole)),
            ("coverage run -m pytest -k login", (Tests, Part)),
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
            ("pytest -p no:cacheprovider", (Tests, Whole)),
            ("pytest -p fake", (Tests, Part)),
            ("cargo +./fake test", (Tests, Part)),
            ("jest --onlyChanged .", (Tests, Part)),
            ("jest --unknown", (Tests, Part)),
            ("go test -count=1 ./...", (Tests, Whole)),
            ("cargo test --some-new-option", (Tests, Part)),
            ("vitest --run", (Tests, Whole)),
            ("mvn clean verify", (Tests, Whole)),
            ("./gradlew clean test", (Tests, Whole)),
            ("make check", (Tests, Whole)),
            ("make -j4 test", (Tests, Whole)),
            ("make -C . test", (Tests, Whole)),
            ("make -C web test", (Tests, Part)),
            ("cargo test -j2", (Tests, Whole)),
            ("npm test --workspaces", (Tests, Whole)),
            ("npm test -w web", (Tests, Part)),
            ("npm test -- -w 2", (Tests, Whole)),
            ("yarn workspaces run test", (Tests, Whole)),
            ("nx run-many -t test", (Tests, Whole)),
            ("jest --watchAll=false", (Tests, Whole)),
            ("npm run test:ci", (Tests, Whole)),
            ("npm run test:e2e", (Tests, Part)),
            ("make test-one", (Tests, Part)),
            ("vitest related src/a.ts --run", (Tests, Part)),
            ("vitest run --config vitest.config.ts", (Tests, Whole)),
            ("vitest run --config /tmp/none.ts", (Tests, Part)),
            ("jest --config {\"testMatch\":[]}", (Tests, Part)),
            ("jest -o", (Tests, Part)),
            ("pytest -o addopts=--co", (Tests, Part)),
            ("cargo test --config target.x.runner=\"true\"", (Tests, Part)),
            ("python -W error -m pytest", (Tests, Whole)),
            ("./manage.py test", (Tests, Whole)),
            ("mocha test/**/*.test.js", (Tests, Whole)),
            ("mocha test/unit/*.js", (Tests, Part)),
            ("mocha test/**/a*.js", (Tests, Part)),
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
            "gradle -m test",
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
            "coverage run fake.py",
            "coverage report",
            "cargo --version",
        ] {
            assert_eq!(of(command), None, "{command}");
        }
    }
}
