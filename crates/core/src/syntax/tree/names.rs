//! What the names of a file stand for.

use std::collections::HashMap;

/// A path that is longer stands for nothing else.
const MAX_LENGTH: usize = 1_000;

/// How many things a name may stand for by assignments, and by imports.
const MAX_VALUES: usize = 8;
const MAX_IMPORTS: usize = 32;

/// Stands for all that a module has.
const EVERYTHING: &str = "*";

/// Names, each with what it stands for. They are the whole file's: what a function calls `x` is taken for every `x`, since
/// one thing too many is seen rather than one too few.
#[derive(Default)]
pub(super) struct Names {
    targets: HashMap<String, Vec<Target>>,
    /// Where a name may come from that nothing else explains: `from x import *`.
    everything_of: Vec<String>,
    /// What those that import the file get of what it has imported itself, by the names that they know.
    handed: Vec<(Option<String>, String)>,
    /// Where the walk is.
    pub(super) scope: Scope,
}

/// What sees the names that an import makes.
#[derive(Default)]
pub(super) enum Scope {
    /// Whoever imports the file.
    #[default]
    File,
    /// Whoever goes on to this module within it, which ends with what stands between names.
    Module(String),
    /// Only a function.
    Inner,
}

struct Target {
    path: String,
    kind: Kind,
}

/// How a name came to stand for something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// By an import: it is that thing.
    Import,
    /// By an assignment or a type: it may be other things as well, and is known by its own name, too.
    Variable,
}

impl Names {
    pub(super) fn add(&mut self, name: &str, path: String, kind: Kind) {
        if name.is_empty() || path.is_empty() || (kind == Kind::Variable && name == path) {
            return;
        }
        if kind == Kind::Import {
            self.hand_on(name, path.clone());
        }
        let targets = self.targets.entry(name.to_owned()).or_default();
        let most = match kind {
            Kind::Import => MAX_IMPORTS,
            Kind::Variable => MAX_VALUES,
        };
        if targets.len() < most && !targets.iter().any(|target| target.path == path) {
            targets.push(Target { path, kind });
        }
    }

    pub(super) fn add_everything_of(&mut self, path: String) {
        self.hand_on(EVERYTHING, path.clone());
        if self.everything_of.len() < MAX_IMPORTS {
            self.everything_of.push(path);
        }
    }

    fn hand_on(&mut self, name: &str, path: String) {
        let name = match &self.scope {
            Scope::File if name == EVERYTHING => None,
            Scope::File => Some(name.to_owned()),
            Scope::Module(within) => Some(format!("{within}{name}")),
            Scope::Inner => return,
        };
        self.handed.push((name, path));
    }

    /// Names that others get, each with what it stands for; without a name, everything of something.
    pub(super) fn handed(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        self.handed.iter().map(|(name, path)| (name.as_deref(), path.as_str()))
    }

    /// Whether a name stands for something that is known.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.targets.contains_key(name)
    }

    /// Whether a name may stand for something by an assignment.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        let targets = self.targets.get(name).map_or(&[] as &[Target], Vec::as_slice);
        targets.iter().any(|target| target.kind == Kind::Variable)
    }

    /// Whether everything of something is imported.
    pub(super) fn has_everything(&self) -> bool {
        !self.everything_of.is_empty()
    }

    /// All that a name may be that nothing explains.
    pub(super) fn by_everything(&self, name: &str) -> Vec<String> {
        self.everything_of.iter().map(|of| format!("{of}.{name}")).collect()
    }

    /// All that a path may be, what is known best first; at least the path itself.
    pub(super) fn resolved(&self, path: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut seen = vec![path.to_owned()];
        let mut at = 0;
        while let Some(name) = seen.get(at).cloned() {
            at += 1;
            let key = key(&name);
            let rest = name.get(key.len()..).unwrap_or_default();
            let targets = self.targets.get(key).map_or(&[] as &[Target], Vec::as_slice);
            if targets.iter().all(|target| target.kind == Kind::Variable) {
                found.push(name.clone());
            }
            if targets.is_empty() {
                found.extend(self.by_everything(&name));
            }
            for target in targets {
                let next = format!("{}{rest}", target.path);
                // `import x` is x, and `from x import x` is x.x: of what a module has, none is that module.
                if next == name || (target.kind == Kind::Import && self::key(&target.path) == key) {
                    found.push(next);
                } else if seen.len() < MAX_IMPORTS && next.len() < MAX_LENGTH && !seen.contains(&next) {
                    seen.push(next);
                }
            }
        }
        if found.is_empty() {
            found.push(path.to_owned());
        }
        found.reverse();
        found.dedup();
        found
    }
}

/// The part of a path that may stand for something: its first name, and with `self.` the one behind.
fn key(path: &str) -> &str {
    let own =
        ["self.", "this.", "$this."].iter().find(|own| path.starts_with(**own)).map_or(0, |own| own.len());
    let rest = path.get(own..).unwrap_or_default();
    let end = own + rest.find('.').or_else(|| rest.find("->")).unwrap_or(rest.len());
    path.get(..end).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[(&str, &str, Kind)]) -> Names {
        let mut names = Names::default();
        for (name, path, kind) in all {
            names.add(name, (*path).to_owned(), *kind);
        }
        names
    }

    #[test]
    fn a_path_is_all_that_its_first_name_may_stand_for() {
        let known = names(&[
            ("b", "boto3", Kind::Import),
            ("c", "b.client", Kind::Variable),
            ("self.d", "c", Kind::Variable),
            ("j", "ujson", Kind::Import),
            ("j", "json", Kind::Import),
        ]);
        assert_eq!(known.resolved("b.client"), ["boto3.client"]);
        assert_eq!(known.resolved("c.get"), ["boto3.client.get", "c.get"]);
        assert_eq!(known.resolved("self.d.get"), ["boto3.client.get", "c.get", "self.d.get"]);
        assert_eq!(known.resolved("j.loads"), ["json.loads", "ujson.loads"]);
        assert_eq!(known.resolved("x.y"), ["x.y"]);
    }

    #[test]
    fn what_is_called_like_its_module_is_a_part_of_it() {
        let known = names(&[
            ("datetime", "datetime.datetime", Kind::Import),
            ("now", "datetime.now", Kind::Variable),
            ("os", "os", Kind::Import),
        ]);
        assert_eq!(known.resolved("datetime.now"), ["datetime.datetime.now"]);
        assert_eq!(known.resolved("now"), ["datetime.datetime.now", "now"]);
        assert_eq!(known.resolved("os.path.join"), ["os.path.join"]);
    }

    #[test]
    fn names_that_go_round_come_to_an_end() {
        let round =
            names(&[("a", "b", Kind::Import), ("b", "a", Kind::Import), ("c", "c.d", Kind::Variable)]);
        assert!(!round.resolved("a.x").is_empty());
        assert!(round.resolved("c").len() <= MAX_IMPORTS);
    }
}
