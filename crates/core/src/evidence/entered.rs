//! Which projects a run of everything enters, where its program stays in the one that it is started in, or goes where the settings
//! of that one lead it. What a project leaves out of its own tests is its own affair; it has no say over another project that
//! lies in its directory.

pub(super) mod gradle;
pub(super) mod maven;
pub(super) mod solutions;
pub(super) mod suites;

use std::collections::BTreeSet;

use super::Kind;
use super::covered::{Covered, Files, all_in, gathered, homes_in, join};
use super::crates::resolved;
use super::projects::tests_by_home;

/// The projects that a run is of which names none; `None` if it is of all that lie below the directory in which it begins.
pub fn entered(words: &[&str], at: &str, files: &Files) -> Option<Vec<Covered>> {
    let program = words.first().map(|program| program.rsplit('/').next().unwrap_or(program))?;
    let own = || vec![at.to_owned()];
    // Projects, and directories in which all tests are run, of whichever project.
    let (projects, directories) = match program {
        "mix" => (own(), umbrella(at, files).into_iter().collect()),
        "gradle" | "gradlew" => (gradle::projects(at, files), Vec::new()),
        "mvn" | "mvnw" | "mvnd" => (maven::modules(words, at, files), Vec::new()),
        "dotnet" => (solutions::entered(words, at, files), Vec::new()),
        "pytest" | "py.test" => (own(), suites::of_pytest(words, at, files)?),
        "phpunit" | "pest" | "php" | "paratest" | "simple-phpunit" => {
            (own(), suites::of_phpunit(words, at, files))
        }
        "rake" => (own(), of_rake(at, files)),
        _ => return None,
    };
    let homes = tests_by_home(&files.names(), files.text);
    // What has no tests is named only where nothing has.
    let has_some = homes.keys().any(|(_, kind)| Some(*kind) == Kind::of_runner(program));
    let is_home = |place: &String| homes.keys().any(|(home, _)| home == place);
    let projects: Vec<String> =
        projects.into_iter().filter(|place| !has_some || place == at || is_home(place)).collect();
    let within = homes_in(&homes, program, "", &all_in(directories), files, |_, _| true);
    let within: Vec<String> = within.into_iter().filter(|place| !projects.contains(place)).collect();
    Some(gathered(&[projects, within].concat(), true, program, at, &homes))
}

/// The directories in which a Rakefile may start more: those that it names where it goes into some.
fn of_rake(at: &str, files: &Files) -> Vec<String> {
    let text = files.text_in(at, "Rakefile").unwrap_or_default();
    let goes = |line: &&str| {
        !line.trim_start().starts_with('#')
            && ["cd ", "chdir", "Dir[", "Dir.glob", "Dir.each"].iter().any(|word| line.contains(word))
    };
    let names = text.lines().filter(goes).flat_map(|line| {
        line.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-')))
    });
    let below: BTreeSet<&str> = names.filter(|name| !matches!(*name, "" | "spec" | "test" | "lib")).collect();
    let is_there = |name: &&str| {
        let start = format!("{}/", join(at, name));
        files.names().any(|own| own.starts_with(&start))
    };
    below.into_iter().filter(is_there).map(|name| join(at, name)).collect()
}

/// Where the applications of an umbrella of Elixir lie.
fn umbrella(at: &str, files: &Files) -> Option<String> {
    let manifest = files.text_in(at, "mix.exs")?;
    let lines = manifest.lines().map(|line| line.split('#').next().unwrap_or(line));
    let value =
        lines.filter_map(|line| line.split_once("apps_path:")).map(|(_, value)| value.trim()).next()?;
    let path = value.strip_prefix('"')?.split('"').next()?;
    resolved(at, path)
}

/// A text without what stands between two marks.
fn without(text: &str, start: &str, end: &str) -> String {
    let mut parts = text.split(start);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once(end).map_or("", |(_, rest)| rest))
}

/// The files of a directory itself.
fn files_in<'f>(at: &'f str, files: &'f Files) -> impl Iterator<Item = &'f str> {
    let below = files.names().filter_map(move |name| {
        if at.is_empty() { Some(name) } else { name.strip_prefix(at)?.strip_prefix('/') }
    });
    below.filter(|name| !name.contains('/'))
}

/// The text of the first of these files that a directory has.
fn first_text(names: &[&str], at: &str, files: &Files) -> Option<String> {
    names.iter().find_map(|name| (files.text)(&join(at, name)))
}

#[cfg(test)]
mod tests;
