//! Programs that check a project, and how much of it.

use std::cmp::Reverse;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::goals::{goal_of_tests, makes_all, of_cmake, reached, takes_goals};
use super::known::{MODULES, NAMED, RUNNERS};
use super::named::is_django;
use super::options::{Read, is_harmless, is_led, names_all, read};
use super::started::{is_wrapper, runner_of_file, without_shell};

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
    let (program, rest) = without_shell(words).split_first()?;
    let name = bare_name(program)?;
    match name {
        "python" | "python3" => started("python", rest),
        // What it runs, it runs as Python would, and it ends as that does.
        "coverage" if rest.first() == Some(&"run") => started(name, rest.get(1..)?),
        "uv" if rest.starts_with(&["run", "-m"]) => module(rest.get(2..)?),
        "c8" | "nyc" => measured(name, rest),
        "rails" | "rake" => itself(name, behind_preparing(rest)),
        // Commands in one word: `sbt 'clean; test'`.
        "sbt" => itself(name, &rest.iter().flat_map(|word| steps(word)).collect::<Vec<_>>()),
        "cmake" => of_cmake(rest),
        "unittest" | "build" => None,
        _ => itself(name, rest),
    }
}

/// The commands of a word, of which each runs if those in front of it have ended well. With a plus, each runs with every version of
/// Scala that the build is for.
fn steps(word: &str) -> impl Iterator<Item = &str> {
    word.split(';')
        .map(|step| step.trim().trim_start_matches('+').trim_start())
        .filter(|step| !step.is_empty())
}

/// The words behind tasks that only make a database ready for the tests: `rails db:test:prepare test`.
fn behind_preparing<'r, 'w>(rest: &'r [&'w str]) -> &'r [&'w str] {
    const PREPARE: &[&str] = &[
        "db:create",
        "db:migrate",
        "db:schema:load",
        "db:prepare",
        "db:setup",
        "db:reset",
        "db:test:prepare",
    ];
    let first = rest.iter().take_while(|word| PREPARE.contains(word)).count();
    // Alone they test nothing, and they must be named for that.
    rest.get(first..).filter(|behind| !behind.is_empty()).unwrap_or(rest)
}

/// What a module of Python checks. Some have names that no program has: `python -m unittest`.
pub(super) fn module(words: &[&str]) -> Option<(Check, Scope)> {
    match words {
        ["coverage", "run", rest @ ..] => started("coverage", rest),
        ["django", rest @ ..] => itself("django-admin", rest),
        [name, rest @ ..] if MODULES.contains(name) => itself(name, rest),
        _ => None,
    }
}

/// What Python runs behind its own options; whatever else stands there is run instead: `python3 . -m pytest`.
fn started(name: &str, rest: &[&str]) -> Option<(Check, Scope)> {
    let at = first_but_known(name, rest)?;
    let behind = rest.get(at + 1..)?;
    match *rest.get(at)? {
        "-m" => module(behind),
        script if is_django(script) => itself("manage.py", behind),
        _ => None,
    }
}

/// What is run to see how much of the code it covers. A script by its name was not looked into there.
fn measured(name: &str, rest: &[&str]) -> Option<(Check, Scope)> {
    let inner = rest.get(first_but_known(name, rest)?..)?;
    let is_named = NAMED.iter().any(|(programs, _)| inner.first().is_some_and(|own| programs.contains(own)));
    if is_named { None } else { check(inner) }
}

/// Where the first word stands that is none of a program's known options.
pub(super) fn first_but_known(name: &str, rest: &[&str]) -> Option<usize> {
    let seen = read(name, rest, rest.len());
    let first = seen.iter().find(|(_, read)| match read {
        Read::How => false,
        Read::Valued(option, value) => !value.is_some_and(|value| is_harmless(name, option, value)),
        Read::Idle | Read::Place(_) | Read::Toolchain(_) | Read::Word(_) | Read::Unknown => true,
    });
    first.map(|(at, _)| *at)
}

pub(super) fn itself(name: &str, rest: &[&str]) -> Option<(Check, Scope)> {
    let known = RUNNERS.iter().filter(|(programs, _, _)| programs.contains(&name));
    let found = known.filter_map(|(_, wanted, check)| Some((at(name, rest, wanted)?, check)));
    if let Some((place, check)) = found.max_by_key(|(place, _)| (place.len(), Reverse(place.start))) {
        let script_from = match name {
            "npm" => behind_dashes(rest),
            "pnpm" | "yarn" => place.end,
            _ => rest.len(),
        };
        let is_run = is_real(name, rest, &place) && !is_idle(name, rest, script_from);
        return is_run.then(|| (*check, scope(name, rest, &place, script_from)));
    }
    if let Some(found) = reached(name, rest) {
        return (!is_idle(name, rest, behind_dashes(rest))).then_some(found);
    }
    if name == "make" && makes_all(rest) {
        return (!is_idle(name, rest, rest.len()))
            .then(|| (Check::Build, scope(name, rest, &(0..0), rest.len())));
    }
    let known = NAMED.iter().filter(|(programs, _)| programs.contains(&name));
    let (named, behind) = known
        .filter_map(|(_, wanted)| {
            let from = if wanted.is_empty() { 0 } else { at(name, rest, wanted)?.end };
            let behind =
                goal_of_tests(name, rest).or_else(|| Some(from + first_word(name, rest.get(from..)?)?))?;
            Some((*rest.get(behind)?, behind))
        })
        .max_by_key(|(_, behind)| *behind)?;
    let (check, of_name) = by_name(named)?;
    let script_from = match name {
        "npm" => behind_dashes(rest),
        "make" | "just" | "task" => rest.len(),
        _ => behind + 1,
    };
    if is_idle(name, rest, script_from) || !is_there(name, rest) {
        return None;
    }
    // One goal of one project, where there may be many.
    let of_name = if name == "nx" { Scope::Part } else { of_name };
    Some((check, of_name.narrowed(scope(name, rest, &(behind..behind + 1), script_from))))
}

fn is_idle(name: &str, rest: &[&str], script_from: usize) -> bool {
    read(name, rest, script_from).iter().any(|(_, read)| *read == Read::Idle)
}

/// Where the words begin that are handed on.
fn behind_dashes(rest: &[&str]) -> usize {
    rest.iter().position(|word| *word == "--").unwrap_or(rest.len())
}

/// How much a program that runs a script of a project lets that script do, by the words that are for the program itself:
/// nothing, what it does in one package, or all of it. In which directory it runs is told by what is found in the script.
pub(super) fn lets(words: &[&str], script: &str) -> Option<Scope> {
    let (program, rest) = words.split_first()?;
    let name = program.rsplit('/').next().unwrap_or(program);
    let end = match name {
        "npm" | "tox" | "nox" => behind_dashes(rest),
        "make" | "just" | "task" => rest.len(),
        _ => rest.iter().position(|word| *word == script).map_or(rest.len(), |at| at + 1),
    };
    let own = rest.get(..end).unwrap_or(rest);
    let mut reach = Scope::Whole;
    for (_, read) in read(name, own, end) {
        let is_all = match read {
            Read::Idle => return None,
            Read::How | Read::Place(_) => true,
            Read::Valued(option, value) => value.is_some_and(|value| is_harmless(name, option, value)),
            Read::Toolchain(_) | Read::Unknown => false,
            // A variable of a makefile may be what it runs.
            Read::Word(word) => !word.is_empty() && (!word.contains('=') || is_loudness(word)),
        };
        reach = reach.narrowed(if is_all { Scope::Whole } else { Scope::Part });
    }
    Some(reach)
}

/// Whether a variable of a makefile, or of a file of rake, says only how much is told: `V=1`.
fn is_loudness(word: &str) -> bool {
    matches!(word, "V=0" | "V=1" | "VERBOSE=0" | "VERBOSE=1" | "TESTOPTS=-v" | "TESTOPTS=--verbose")
}

/// Whether a program that could test does not: it lists, prints, or is told to run nothing. That there may be no tests, or that
/// they are run again and again, keeps none from running.
pub(super) fn only_lists(words: &[&str]) -> bool {
    const RUNS: &[&str] = &["--permit-no-files", "--watch", "--watchAll", "-w"];
    let Some((name, rest)) =
        words.split_first().and_then(|(program, rest)| Some((bare_name(program)?, rest)))
    else {
        return false;
    };
    let mut known = RUNNERS.iter().filter(|(programs, ..)| programs.contains(&name));
    let could = name == "vitest" || known.any(|(_, wanted, _)| at(name, rest, wanted).is_some());
    let lists = |(at, read): &(usize, Read<'_>)| {
        *read == Read::Idle && !rest.get(*at).is_some_and(|word| RUNS.contains(word))
    };
    let is_other =
        name == "vitest" && rest.first().is_some_and(|word| ["list", "bench", "init"].contains(word));
    could && (is_other || read(name, rest, rest.len()).iter().any(lists))
}

/// How much the name of a script says that it checks; a name that says nothing leaves out nothing.
pub(super) fn named_scope(script: &str) -> Scope {
    by_name(script).map_or(Scope::Whole, |(_, scope)| scope)
}

/// What a name of a script says: `npm run test:ci`, `make lint`. Behind `test`, another word than one that says how names a
/// part: `test:e2e`, `test-one`.
pub(super) fn by_name(name: &str) -> Option<(Check, Scope)> {
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

/// Where a project has its installed programs, or one around it.
const INSTALLED: &[&str] = &[".venv/bin", "venv/bin", "vendor/bin", "node_modules/.bin"];

/// A program by its own name, or from where a project keeps its tools; `./cargo` may be anything.
pub(super) fn bare_name(program: &str) -> Option<&str> {
    let Some((directory, name)) = program.rsplit_once('/') else { return Some(program) };
    let kept = match directory.strip_prefix("./").unwrap_or(directory) {
        _ if is_wrapper(program) => true,
        _ if let Some(runner) = runner_of_file(program) => return Some(runner),
        _ if is_django(program) => true,
        "bin" => matches!(name, "rails" | "rspec" | "rake" | "phpunit"),
        directory if directory.starts_with('/') => is_of_an_environment(directory),
        directory => INSTALLED.contains(&directory.trim_start_matches("../")),
    };
    kept.then_some(name)
}

/// Whether a directory has the programs of an environment of Python, wherever that lies.
fn is_of_an_environment(directory: &str) -> bool {
    ["/.venv/bin", "/venv/bin"].iter().any(|end| directory.ends_with(end)) && !directory.contains("/../")
}

/// Whether what is wanted is done: `cargo fmt` without `--check` formats, `tox list` lists.
fn is_real(name: &str, rest: &[&str], place: &Range<usize>) -> bool {
    let has = |wanted: &[&str]| rest.iter().any(|word| wanted.contains(word));
    let behind = || first_word(name, rest.get(place.end..).unwrap_or_default());
    match name {
        "cargo" if has(&["fmt"]) => has(&["--check"]),
        "cargo" if rest.get(place.clone()) == Some(&["llvm-cov"]) => behind().is_none(),
        "golangci-lint" => has(&["run"]),
        "vitest" => !has(&["list", "bench", "init"]),
        "tox" => first_word(name, rest).and_then(|at| rest.get(at)).is_none_or(|word| names_all(name, word)),
        // A script in front of it is run instead, with that word for an argument.
        "node" | "tsx" => first_but_known(name, rest) == Some(place.start),
        _ => is_there(name, rest),
    }
}

/// A script that need not be there is none, unless it is asked for in every package.
fn is_there(name: &str, rest: &[&str]) -> bool {
    let has = |wanted: &[&str]| rest.iter().any(|word| wanted.contains(word));
    let is_manager = matches!(name, "npm" | "pnpm" | "yarn" | "bun");
    !is_manager || !has(&["--if-present"]) || has(&["-r", "--recursive", "--workspaces", "-ws"])
}

/// Whether an option is what makes a check of a program.
pub(super) fn is_asked_for(name: &str, option: &str) -> bool {
    RUNNERS.iter().any(|(programs, wanted, _)| {
        programs.contains(&name) && *wanted == [option] && option.starts_with('-')
    })
}

/// Where the wanted words stand among a program's, options before them left out.
fn at(name: &str, rest: &[&str], wanted: &[&str]) -> Option<Range<usize>> {
    let start = match wanted.first() {
        Some(option) if option.starts_with('-') => rest.iter().position(|word| word == option)?,
        Some(_) => first_word(name, rest)?,
        None => return Some(0..0),
    };
    let place = start..start + wanted.len();
    (rest.get(place.clone())? == wanted).then_some(place)
}

/// The first word that is no option: `pnpm --silent test`, `cargo +nightly test`.
pub(super) fn first_word(name: &str, rest: &[&str]) -> Option<usize> {
    let seen = read(name, rest, rest.len());
    seen.iter().find(|(_, read)| matches!(read, Read::Word(_))).map(|(at, _)| *at)
}

/// What is left of the words names a part, unless it only says how. The words in the place have made it a check.
pub(super) fn scope(name: &str, rest: &[&str], place: &Range<usize>, script_from: usize) -> Scope {
    // Without them, only the package of the directory is tested, or none.
    let wanted = match name {
        "go" => Some("./..."),
        "gotestsum" if rest.contains(&"--") => Some("./..."),
        "bazel" | "bazelisk" => Some("//..."),
        // What stands behind is a module, unless it looks for all of them.
        "unittest" => first_word(name, rest).map(|_| "discover"),
        _ => None,
    };
    // The value of an option is no word of its own.
    let has =
        |wanted: &str| read(name, rest, script_from).iter().any(|(at, _)| rest.get(*at) == Some(&wanted));
    if wanted.is_some_and(|wanted| !has(wanted)) {
        return Scope::Part;
    }
    // Whoever looks for the solution takes each such word for it.
    let is_solution =
        |word: &str| name == "dotnet" && [".sln", ".slnx"].iter().any(|end| word.ends_with(end));
    let named = read(name, rest, script_from).into_iter();
    let is_named = |read: &Read| matches!(read, Read::Word(word) | Read::Valued("--solution", Some(word)) if is_solution(word));
    let named = named.filter(|(_, read)| is_named(read)).count();
    if rest.iter().filter(|word| is_solution(word)).count() != named || named > 1 {
        return Scope::Part;
    }
    // In front of a subcommand stand such as have led to it; an option that makes a check may stand behind anything.
    let is_option = rest.get(place.start).is_some_and(|word| word.starts_with('-'));
    let named_from = if is_option { 0 } else { place.start };
    let is_all = |(at, read): &(usize, Read<'_>)| match read {
        _ if place.contains(at) => true,
        Read::Word(_) if *at < named_from => true,
        Read::How => true,
        Read::Valued(option, value) => {
            let name = if *at < script_from { name } else { "" };
            value.is_some_and(|value| is_harmless(name, option, value))
        }
        // Where it was built, all of it is tested.
        Read::Place(_) if name == "meson" => true,
        Read::Place(directory) => directory.is_some_and(|directory| is_led(name, directory)),
        Read::Word(word) if name == "dotnet" => is_solution(word),
        // A toolchain by its path may be anything.
        Read::Toolchain(word) => !word.contains('/'),
        Read::Word(word) => {
            let is_loud = || matches!(name, "make" | "rake" | "rails") && is_loudness(word);
            let is_goal = || takes_goals(name) && !word.is_empty() && !word.contains('=');
            *at < script_from && (names_all(name, word) || is_loud() || is_goal())
        }
        Read::Idle | Read::Unknown => false,
    };
    let is_whole = read(name, rest, script_from).iter().all(is_all);
    if is_whole { Scope::Whole } else { Scope::Part }
}

#[cfg(test)]
mod spellings;
#[cfg(test)]
mod tests;
