//! What a run names of all there is: packages by their names (`npm test -w a`, `cargo test -p a`), or directories (`pytest
//! tests`). Without these words it would be of everything; with them it is of what they name, which the files of the tree tell.

mod launched;
mod modules;
mod paths;
mod scripts;

pub(super) use launched::{executed, without_packages};
pub(super) use paths::is_django;
use serde::{Deserialize, Serialize};

use super::runners::{bare_name, first_but_known};
use super::started::without_shell;

/// What a run names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A script of packages, each of which runs its own in its own directory.
    Scripts(Scripts),
    /// Crates by their names, of which a star stands for any of the workspace; and those that are left out.
    Crates {
        /// These; none for those that cargo takes where it is told nothing.
        of: Vec<String>,
        /// But not these.
        but: Vec<String>,
    },
    /// Directories, in which all tests are run, whichever package they belong to.
    Paths(Vec<Path>),
    /// Directories of what the text has compiled just before, in which all tests are run.
    Products(Vec<Path>),
    /// Directories of packages, each of which is tested without those that lie in it.
    Modules(Vec<Path>),
    /// The project in a directory below, which is tested by its own settings from where the run begins; and their file, if it is
    /// named.
    Settled(String, Option<String>),
    /// Projects that the settings of a runner declare, by their names.
    Projects(Vec<String>),
    /// Modules of Maven by their artefacts.
    Artefacts(Vec<String>),
    /// All tests there are, by the policy's own word, if it runs at the root.
    ByPolicy,
}

/// A script that is run in packages, or a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scripts {
    /// The name of the script; none of a program, which needs no package to name it.
    pub script: Option<String>,
    /// How it would be run in the package itself.
    pub run: String,
    /// The packages, as their manager takes them: names, directories, globs, and those with a `!` that are left out. None for
    /// all that the root declares.
    pub of: Vec<String>,
    /// Whether the root is one of them.
    pub root: Rooted,
    /// Who knows the packages.
    pub by: Manager,
}

/// Whether the root of a workspace is one of its packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rooted {
    /// It is.
    In,
    /// It is not.
    Out,
}

/// Who is told the packages, since each takes other words for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// Takes a directory without a sign that it is one.
    Npm,
    /// Takes a name without its scope, and a star for all: so does Turborepo.
    Pnpm,
    /// Takes a star for all.
    Bun,
    /// Has projects of its own besides.
    Nx,
    /// Takes names, and globs of them.
    Other,
}

/// A directory, a file, or a glob of either.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    /// As it is written, from where the run begins.
    pub path: String,
    /// How far down its files are taken.
    pub depth: Depth,
}

/// How far down the files of a directory are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// All that lie below.
    All,
    /// Those in the directory itself.
    One,
    /// Modules of Python below it, as far down as there are packages.
    Packages,
}

/// What the words of a program name, and the words that are left: those of a run of everything. `None` if they name nothing.
pub(super) fn named<'w>(words: &[&'w str]) -> Option<(Vec<&'w str>, Named)> {
    let (program, rest) = without_shell(words).split_first()?;
    let name = bare_name(program)?;
    let (left, named) = match name {
        "npm" | "pnpm" | "yarn" | "bun" => scripts::by_manager(name, rest),
        "turbo" | "nx" | "lerna" => scripts::by_builder(name, rest),
        "cargo" | "cross" => Some(modules::crates(rest)),
        "go" | "gotestsum" => modules::of_go(name, rest),
        "gradle" | "gradlew" => modules::of_gradle(rest),
        "mvn" | "mvnw" | "mvnd" => modules::of_maven(rest),
        "dotnet" => modules::of_dotnet(rest),
        // What stands behind these is the runner.
        "python" | "python3" | "coverage" => {
            let is_django = |word: &&str| paths::is_django(word);
            let module = rest.iter().position(|word| *word == "-m").map(|at| at + 1);
            behind(rest, module.or_else(|| rest.iter().position(is_django))?)
        }
        "c8" | "nyc" => behind(rest, first_but_known(name, rest)?),
        "vitest" => projects(rest).or_else(|| paths::directories(name, rest)),
        "manage.py" | "django-admin" => paths::of_django(program, rest),
        "phpunit" | "pest" | "paratest" | "simple-phpunit" => {
            paths::settled(rest).or_else(|| paths::directories(name, rest))
        }
        _ => paths::directories(name, rest),
    }?;
    Some((std::iter::once(*program).chain(left).collect(), named))
}

/// `vitest run --project web --project api`
fn projects<'w>(rest: &[&'w str]) -> Option<(Vec<&'w str>, Named)> {
    let (left, named) = taken(rest, &["--project"]);
    (!named.is_empty()).then(|| (left, Named::Projects(named.into_iter().map(str::to_owned).collect())))
}

/// What the words from one on name, with those in front of it.
fn behind<'w>(rest: &[&'w str], at: usize) -> Option<(Vec<&'w str>, Named)> {
    let (front, inner) = rest.split_at_checked(at)?;
    let (left, named) = named(inner)?;
    Some((front.iter().copied().chain(left).collect(), named))
}

/// The values of some options, and the words without these.
pub(super) fn taken<'w>(words: &[&'w str], options: &[&str]) -> (Vec<&'w str>, Vec<&'w str>) {
    let (mut left, mut values) = (Vec::new(), Vec::new());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if *word == "--" {
            left.push(*word);
            left.extend(rest);
            break;
        }
        let with_value = word.split_once('=').filter(|(option, _)| options.contains(option));
        if let Some((_, value)) = with_value {
            values.push(value);
        } else if options.contains(word) {
            values.extend(rest.next());
        } else {
            left.push(*word);
        }
    }
    (left, values)
}

/// The words without some of them, and whether there were any.
fn without<'w>(words: &[&'w str], flags: &[&str]) -> (Vec<&'w str>, bool) {
    let end = words.iter().position(|word| *word == "--").unwrap_or(words.len());
    let is_left = |(at, word): &(usize, &&str)| *at >= end || !flags.contains(*word);
    let left: Vec<&str> = words.iter().enumerate().filter(is_left).map(|(_, word)| *word).collect();
    let had_any = left.len() < words.len();
    (left, had_any)
}

#[cfg(test)]
mod tests;
