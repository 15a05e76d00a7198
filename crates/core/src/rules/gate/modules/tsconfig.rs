//! What the settings of TypeScript call modules: `paths` and `baseUrl` of the nearest `tsconfig.json` (or `jsconfig.json`), of
//! what it extends, and of the projects that it refers to (`references`), as templates of Vite and Angular have it.

use fast_glob::glob_match;
use hookward_effects::normalise;
use serde::Deserialize;
use serde_json::Value;

use super::aliases::{Alias, Aliases};
use super::{Modules, around, directory, packages};

/// Files of settings that are read for one file, whatever they extend and refer to.
const MAX_READ: usize = 32;

/// Stands for the directory of the settings that a compiler was given, in what these extend.
const OWN_DIRECTORY: &str = "${configDir}";

#[derive(Deserialize, Default)]
struct Settings {
    #[serde(default)]
    extends: Value,
    #[serde(default, rename = "compilerOptions")]
    options: Options,
    #[serde(default)]
    references: Vec<Reference>,
    files: Option<Vec<String>>,
    include: Option<Vec<String>>,
}

#[derive(Deserialize, Default)]
struct Options {
    #[serde(rename = "baseUrl")]
    base: Option<String>,
    paths: Option<serde_json::Map<String, Value>>,
}

#[derive(Deserialize)]
struct Reference {
    path: String,
}

/// The other names of modules that the settings around a file give.
pub(super) fn aliases(all: &Modules, file: &str) -> Option<Aliases> {
    around(all.case, file).find_map(|directory| {
        let mut names = ["tsconfig.json", "jsconfig.json"].into_iter();
        names.find_map(|name| {
            let mut reader = Reader { all, file, read: Vec::new() };
            reader.project(&format!("{directory}/{name}")).map(|project| project.aliases)
        })
    })
}

/// What one project says.
struct Project {
    aliases: Aliases,
    /// Whether it is about the file.
    holds: bool,
}

/// What settings say of names, with what they extend.
#[derive(Default)]
struct Said {
    /// Where names may begin.
    base: Option<String>,
    /// Names and their targets, by the directory of the settings that say them.
    paths: Option<(String, serde_json::Map<String, Value>)>,
}

struct Reader<'r, 'c, 'a> {
    all: &'r Modules<'c, 'a>,
    /// Whose modules are asked for.
    file: &'r str,
    /// Files of settings that were read.
    read: Vec<String>,
}

impl Reader<'_, '_, '_> {
    /// A project, with those that it refers to and that may be about the file.
    fn project(&mut self, path: &str) -> Option<Project> {
        let settings = self.settings(path)?;
        let own = directory(path);
        let said = self.said(&settings, path);
        let mut aliases = said.aliases(own);
        let references = settings.references.iter().map(|reference| {
            let path = normalise(&reference.path, own);
            if has_ending(&path) { path } else { format!("{path}/tsconfig.json") }
        });
        // What a framework has made lies in a directory of its own, and is about those beside it.
        let is_made =
            |directory: &str| directory.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
        let is_around = |path: &String| {
            let directory = directory(path);
            is_made(directory) || self.file.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
        };
        let references: Vec<String> = references.filter(is_around).collect();
        let mut referred = Vec::new();
        for path in references {
            if !self.read.contains(&path) {
                referred.extend(self.project(&path));
            }
        }
        // A file that none of them names is one of any.
        let is_named = referred.iter().any(|project| project.holds);
        let holds = is_named || settings.hold(self.file, own);
        for project in referred.into_iter().filter(|project| project.holds || !is_named) {
            aliases.add(project.aliases);
        }
        Some(Project { aliases, holds })
    }

    fn settings(&mut self, path: &str) -> Option<Settings> {
        if self.read.len() >= MAX_READ {
            return None;
        }
        self.read.push(path.to_owned());
        Settings::deserialize(&*self.all.json(path.to_owned())?).ok()
    }

    /// What settings say, and what they have from others: the last one that says something is heard.
    fn said(&mut self, settings: &Settings, path: &str) -> Said {
        let own = directory(path);
        let extended: Vec<&str> = match &settings.extends {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut said = Said::default();
        for name in extended {
            let found = self.extended(name, path).into_iter().find_map(|path| {
                let settings = self.settings(&path)?;
                Some(self.said(&settings, &path))
            });
            let Said { base, paths } = found.unwrap_or_default();
            said = Said { base: base.or(said.base), paths: paths.or(said.paths) };
        }
        let Options { base, paths } = &settings.options;
        let base = base.as_ref().map(|base| from_own_directory(base, own));
        let paths = paths.as_ref().map(|paths| (own.to_owned(), paths.clone()));
        Said { base: base.or(said.base), paths: paths.or(said.paths) }
    }

    /// The files that settings may mean by what they extend: a path, or a part of a package.
    fn extended(&self, name: &str, path: &str) -> Vec<String> {
        let stems = if name.starts_with(['.', '/']) {
            vec![normalise(name, directory(path))]
        } else {
            packages::settings(self.all, path, name)
        };
        let files = stems.into_iter().flat_map(|stem| {
            let with_ending = [format!("{stem}.json"), format!("{stem}/tsconfig.json")];
            let whole = has_ending(&stem).then_some(stem);
            whole.into_iter().chain(with_ending)
        });
        files.filter(|file| !self.read.contains(file) && self.all.json(file.clone()).is_some()).collect()
    }
}

impl Settings {
    /// Whether they are about a file, as far as they say it themselves.
    fn hold(&self, file: &str, own: &str) -> bool {
        let is_named = |names: &[String]| {
            names.iter().any(|name| {
                let path = normalise(name, own);
                let is_inside = || file.strip_prefix(&path).is_some_and(|rest| rest.starts_with('/'));
                glob_match(&path, file) || is_inside()
            })
        };
        match (&self.files, &self.include) {
            (None, None) => true,
            (files, include) => {
                files.as_deref().is_some_and(is_named) || include.as_deref().is_some_and(is_named)
            }
        }
    }
}

impl Said {
    /// As names of modules; `own` is the directory of the settings that began.
    fn aliases(self, own: &str) -> Aliases {
        let Said { base, paths } = self;
        let (said_in, paths) = paths.unwrap_or_default();
        let base = base.map(|base| base.replace(OWN_DIRECTORY, own));
        let from = base.as_deref().unwrap_or(&said_in);
        let names = paths.into_iter().map(|(name, targets)| {
            let targets = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
            let targets = targets.map(|target| normalise(&target.replace(OWN_DIRECTORY, own), from));
            Alias { name, targets: targets.collect() }
        });
        Aliases { names: names.collect(), bases: base.into_iter().collect() }
    }
}

/// A path as the settings in a directory mean it. What begins at those that extend them is filled in there.
fn from_own_directory(path: &str, own: &str) -> String {
    if path.starts_with(OWN_DIRECTORY) { path.to_owned() } else { normalise(path, own) }
}

fn has_ending(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("json"))
}
