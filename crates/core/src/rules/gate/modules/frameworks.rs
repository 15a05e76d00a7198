//! What frameworks and bundlers call modules of a project, with or without its settings: `$lib` of Svelte, `~` and `@` of
//! Nuxt, what settings of these and of Vite spell out, and the import map of Deno.

use hookward_effects::{Kind, normalise};
use serde_json::Value;

use super::aliases::{Alias, Aliases};
use super::{Modules, around};
use crate::syntax::{Spelled, spelled};

/// Endings of settings that are programs.
const ENDINGS: &[&str] = &["ts", "js", "mjs", "mts"];

/// Whose settings they are.
#[derive(Clone, Copy)]
enum Framework {
    Vite,
    SvelteKit,
    Nuxt,
}

/// The names of their settings.
const SETTINGS: &[(&str, Framework)] = &[
    ("vite.config", Framework::Vite),
    ("vitest.config", Framework::Vite),
    ("svelte.config", Framework::SvelteKit),
    ("nuxt.config", Framework::Nuxt),
];

/// The names that hold in a file, by the next package around it that has such settings.
pub(super) fn aliases(all: &Modules, file: &str) -> Option<Aliases> {
    let mut packages =
        around(all.case, file).filter(|directory| all.json(format!("{directory}/package.json")).is_some());
    packages.find_map(|directory| {
        let names = all.framework_names(directory, || in_directory(all, directory));
        (!names.is_empty()).then(|| Aliases { names: names.to_vec(), bases: Vec::new() })
    })
}

/// The names that the settings in a directory give.
fn in_directory(all: &Modules, directory: &str) -> Vec<Alias> {
    let names = SETTINGS.iter().filter_map(|(name, framework)| {
        let mut paths = ENDINGS.iter().map(|ending| format!("{directory}/{name}.{ending}"));
        let (text, path) = paths.find_map(|path| Some((all.case.world.text(&path)?, path)))?;
        Some(framework.names(all, directory, &spelled(&path, &text)))
    });
    names.flatten().collect()
}

impl Framework {
    fn names(self, all: &Modules, directory: &str, said: &Spelled) -> Vec<Alias> {
        let own = said.aliases.iter().map(|(name, target)| (name.clone(), self.place(directory, target)));
        let mut names: Vec<(String, Vec<String>)> = own.map(|(name, target)| (name, vec![target])).collect();
        match self {
            Self::Vite => {}
            Self::SvelteKit => {
                if !names.iter().any(|(name, _)| name == "$lib") {
                    names.push(("$lib".to_owned(), vec![format!("{directory}/src/lib")]));
                }
            }
            Self::Nuxt => {
                let sources = match &said.sources {
                    Some(sources) => normalise(&format!("./{sources}"), directory),
                    // Since its fourth version they lie in a directory of their own.
                    None if all.case.world.kind(&format!("{directory}/app")) == Kind::Directory => {
                        format!("{directory}/app")
                    }
                    None => directory.to_owned(),
                };
                names.extend(["~", "@"].map(|name| (name.to_owned(), vec![sources.clone()])));
                names.extend(["~~", "@@"].map(|name| (name.to_owned(), vec![directory.to_owned()])));
            }
        }
        names.into_iter().flat_map(|(name, targets)| with_inside(name, targets)).collect()
    }

    /// Where something lies that settings name; a package, if it is no path.
    fn place(self, directory: &str, target: &str) -> String {
        if target.starts_with(directory) {
            return target.to_owned();
        }
        match self {
            // What begins with a slash begins at the project.
            Self::Vite | Self::Nuxt if target.starts_with('/') => normalise(&format!(".{target}"), directory),
            Self::Vite | Self::Nuxt if !target.starts_with('.') => target.to_owned(),
            Self::Vite | Self::Nuxt => normalise(target, directory),
            Self::SvelteKit => normalise(&format!("./{target}"), directory),
        }
    }
}

/// A name that stands for a directory stands for what lies in it as well.
fn with_inside(name: String, targets: Vec<String>) -> Vec<Alias> {
    if name.contains('*') {
        return vec![Alias { name, targets }];
    }
    let inside = |path: &String| format!("{}/*", path.trim_end_matches('/'));
    let of_inside = Alias { name: inside(&name), targets: targets.iter().map(inside).collect() };
    if name.ends_with('/') { vec![of_inside] } else { vec![Alias { name, targets }, of_inside] }
}

/// The names of an import map: `imports` of the next settings of Deno, or of the file that these name.
pub(super) fn of_deno(all: &Modules, file: &str) -> Option<Aliases> {
    let (directory, settings) = around(all.case, file).find_map(|directory| {
        let mut files = ["deno.json", "deno.jsonc"].into_iter();
        files.find_map(|name| Some((directory.to_owned(), all.json(format!("{directory}/{name}"))?)))
    })?;
    let map = settings.get("importMap").and_then(Value::as_str).filter(|_| settings.get("imports").is_none());
    let (directory, settings) = match map.map(|map| normalise(map, &directory)) {
        Some(path) => (super::directory(&path).to_owned(), all.json(path)?),
        None => (directory, settings),
    };
    let names = settings.get("imports").and_then(Value::as_object).into_iter().flatten();
    let names = names.filter_map(|(name, target)| {
        let target = target.as_str()?;
        // Others are packages and addresses.
        let is_path = target.starts_with('.') || target.starts_with('/');
        let path = if is_path { normalise(&format!("./{target}"), &directory) } else { target.to_owned() };
        Some(if name.ends_with('/') {
            let path = path.trim_end_matches('/');
            Alias { name: format!("{name}*"), targets: vec![format!("{path}/*")] }
        } else {
            Alias { name: name.clone(), targets: vec![path] }
        })
    });
    Some(Aliases { names: names.collect(), bases: Vec::new() })
}
