//! Other names of a project's own modules, as its settings give them: those of TypeScript and of frameworks, and `imports` of
//! the nearest `package.json`.

use hookward_effects::normalise;
use serde_json::Value;

use super::called::stem;
use super::packages::told_targets;
use super::{Modules, around, frameworks, tsconfig};

/// Names of modules, with what they stand for.
#[derive(Debug, Default)]
pub(in crate::rules::gate) struct Aliases {
    /// Each by its pattern.
    pub(super) names: Vec<Alias>,
    /// Directories in which names may begin.
    pub(super) bases: Vec<String>,
}

/// A pattern of names (`@app/*`), and the absolute paths that these stand for, or the packages.
#[derive(Clone, Debug)]
pub(super) struct Alias {
    pub(super) name: String,
    pub(super) targets: Vec<String>,
}

impl Aliases {
    /// All that hold in a file.
    pub(super) fn around(all: &Modules, file: &str) -> Self {
        let mut found = Self::default();
        let by_settings = [tsconfig::aliases(all, file), of_package(all, file)];
        let by_others = [frameworks::aliases(all, file), frameworks::of_deno(all, file)];
        for aliases in by_settings.into_iter().chain(by_others).flatten() {
            found.add(aliases);
        }
        found
    }

    pub(super) fn add(&mut self, others: Self) {
        self.names.extend(others.names);
        self.bases.extend(others.bases);
    }

    pub(in crate::rules::gate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.bases.is_empty()
    }

    /// The paths that a name may stand for, or the packages.
    pub(super) fn of(&self, name: &str) -> Vec<String> {
        let mut found = filled(self.fitting(name));
        found.extend(self.bases.iter().map(|base| format!("{base}/{name}")));
        found
    }

    /// The same by patterns that do not mean any name: what is not there may not be meant by others.
    pub(in crate::rules::gate) fn meant_by(&self, name: &str) -> Vec<String> {
        filled(self.fitting(name).filter(|(_, alias)| !alias.name.starts_with('*')))
    }

    /// The names that fit, each with what its star stands for: the whole name, or what has the longest beginning.
    fn fitting<'n>(&'n self, name: &'n str) -> impl Iterator<Item = (&'n str, &'n Alias)> {
        let fitting = self.names.iter().filter_map(move |alias| match alias.name.split_once('*') {
            Some((start, end)) => {
                let filled = name.strip_prefix(start)?.strip_suffix(end)?;
                Some((start.len(), filled, alias))
            }
            None => (alias.name == name).then_some((usize::MAX, "", alias)),
        });
        let longest = fitting.clone().map(|(length, ..)| length).max();
        fitting.filter(move |(length, ..)| Some(*length) == longest).map(|(_, filled, alias)| (filled, alias))
    }

    /// The names that stand for an absolute path. One that may be any name says nothing of it.
    pub(super) fn names_of(&self, path: &str) -> Vec<String> {
        let named = self.names.iter().filter(|alias| !alias.name.starts_with('*'));
        let pairs = named.flat_map(|alias| alias.targets.iter().map(move |target| (&alias.name, target)));
        let fitting = pairs.filter_map(|(name, target)| {
            // A target may have the ending of a file.
            [target, stem(target)].into_iter().find_map(|target| match target.split_once('*') {
                Some((start, end)) => {
                    let filled = path.strip_prefix(start)?.strip_suffix(end)?;
                    Some(name.replace('*', filled))
                }
                None => (target == path).then(|| name.clone()),
            })
        });
        fitting.collect()
    }
}

/// The targets of names, with what the stars stand for.
fn filled<'n>(names: impl Iterator<Item = (&'n str, &'n Alias)>) -> Vec<String> {
    names
        .flat_map(|(filled, alias)| alias.targets.iter().map(move |path| path.replace('*', filled)))
        .collect()
}

/// The names that begin with `#`, which a package has for itself.
fn of_package(all: &Modules, file: &str) -> Option<Aliases> {
    let (directory, manifest) = around(all.case, file)
        .find_map(|directory| Some((directory, all.json(format!("{directory}/package.json"))?)))?;
    let names = manifest.get("imports").and_then(Value::as_object).into_iter().flatten();
    let names = names.map(|(name, target)| {
        let targets = told_targets(target).into_iter();
        // Others are packages.
        let targets = targets
            .map(|target| if target.starts_with('.') { normalise(&target, directory) } else { target });
        Alias { name: name.clone(), targets: targets.collect() }
    });
    Some(Aliases { names: names.collect(), bases: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alias(name: &str, target: &str) -> Alias {
        Alias { name: name.to_owned(), targets: vec![target.to_owned()] }
    }

    #[test]
    fn a_name_stands_for_the_paths_of_its_pattern() {
        let names = vec![alias("@fn/*", "/w/functions/*"), alias("~log", "/w/lib/log")];
        let aliases = Aliases { names, bases: vec!["/w/src".to_owned()] };
        assert_eq!(aliases.of("@fn/a/handler"), ["/w/functions/a/handler", "/w/src/@fn/a/handler"]);
        assert_eq!(aliases.of("~log"), ["/w/lib/log", "/w/src/~log"]);
    }

    #[test]
    fn a_path_is_called_by_every_pattern_that_may_mean_it() {
        let names = vec![alias("@/*", "/w/src/*"), alias("db", "/w/src/db/index.ts"), alias("*", "/w/src/*")];
        let aliases = Aliases { names, bases: vec!["/w/src".to_owned()] };
        assert_eq!(aliases.names_of("/w/src/db"), ["@/db", "db"]);
        assert!(aliases.names_of("/w/lib/db").is_empty());
    }

    #[test]
    fn the_pattern_that_says_most_of_a_name_is_meant() {
        let names = vec![alias("@/*", "/w/src/*"), alias("@/lib/*", "/w/lib/*"), alias("@/lib/db", "/w/db")];
        let aliases = Aliases { names, bases: Vec::new() };
        assert_eq!(aliases.of("@/a"), ["/w/src/a"]);
        assert_eq!(aliases.of("@/lib/log"), ["/w/lib/log"]);
        assert_eq!(aliases.of("@/lib/db"), ["/w/db"]);
    }
}
