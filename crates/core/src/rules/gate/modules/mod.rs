//! Where a module of the workspace lies, as the languages look for it.

mod aliases;
mod called;
mod frameworks;
mod go;
mod java;
mod packages;
mod php;
mod python;
mod rust;
mod scripts;
mod tsconfig;

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use hookward_effects::{Kind, normalise};
use serde_json::Value;

use self::aliases::{Alias, Aliases};
use crate::resulting::{After, resulting};
use crate::rule::Case;
use crate::syntax::{Language, Part};
use crate::toolchain::json;

pub(super) use packages::Whose;
pub(super) use python::{python_module, python_root};
pub(super) use rust::crate_name;

/// A file, and what of it is meant.
pub(super) struct Place {
    /// Its absolute path.
    pub(super) file: String,
    /// The name in it; `None` for all of it.
    pub(super) name: Option<String>,
    /// What is meant of that again, with what stands between the two.
    pub(super) rest: String,
}

/// What names begin with that lie in a directory.
struct Prefix {
    name: String,
    directory: String,
}

/// The modules of the workspace, as they will be after a call. What was asked of the disk once is not asked again.
pub(super) struct Modules<'c, 'a> {
    case: &'c Case<'a>,
    /// Files that the call writes.
    written: OnceCell<HashMap<String, Rc<str>>>,
    aliases: RefCell<HashMap<String, Rc<Aliases>>>,
    /// Names that frameworks give, by the directory of their settings, which are programs and dear to read.
    framework_names: RefCell<HashMap<String, Rc<[Alias]>>>,
    json: RefCell<HashMap<String, Option<Rc<Value>>>>,
    toml: RefCell<HashMap<String, Option<Rc<toml::Table>>>>,
    /// Packages of JavaScript, by where they are asked for and their names.
    packages: RefCell<HashMap<(String, String), Option<String>>>,
    /// Directories that modules may begin in, by where they are asked for.
    bases: RefCell<HashMap<String, Rc<[String]>>>,
    /// Prefixes of names, by where they are asked for.
    prefixes: RefCell<HashMap<String, Rc<[Prefix]>>>,
}

impl<'c, 'a> Modules<'c, 'a> {
    pub(super) fn of(case: &'c Case<'a>) -> Self {
        Self {
            case,
            written: OnceCell::new(),
            aliases: RefCell::default(),
            framework_names: RefCell::default(),
            json: RefCell::default(),
            toml: RefCell::default(),
            packages: RefCell::default(),
            bases: RefCell::default(),
            prefixes: RefCell::default(),
        }
    }

    /// Where a part of a module lies that a file speaks of; `None` if that is not in the workspace.
    pub(super) fn place(&self, from: &str, part: &Part) -> Option<Place> {
        match Language::of(from)? {
            Language::JavaScript => {
                let file = scripts::file(self, from, &part.module)?;
                Some(Place { file, name: part.name.clone(), rest: String::new() })
            }
            Language::Python => python::place(self, from, &part.module),
            Language::Rust => rust::place(self, from, &part.module),
            // These have nothing that hands on what another module makes.
            Language::Go | Language::Java | Language::Kotlin | Language::Php => None,
        }
    }

    /// The paths that a name stands for which is no path itself, if that lies in the workspace: absolute, files with and
    /// without their endings.
    pub(super) fn paths(&self, from: &str, module: &str) -> Vec<String> {
        if module.starts_with('.') {
            return Vec::new();
        }
        let mut paths = match Language::of(from) {
            Some(Language::JavaScript) => scripts::paths(self, from, module),
            Some(Language::Python) => python::paths(self, from, module),
            Some(Language::Rust) => rust::paths(self, from, module),
            Some(Language::Go) => go::paths(self, from, module),
            Some(Language::Java | Language::Kotlin) => java::paths(self, from, module),
            Some(Language::Php) => php::paths(self, from, module),
            None => Vec::new(),
        };
        paths.retain(|path| self.case.ground.in_workspace(path));
        paths
    }

    /// The absolute paths that a module leads to which a file names, as far as that is known: of a path, itself.
    pub(super) fn led_to(&self, from: &str, module: &str) -> Vec<String> {
        match Language::of(from) {
            Some(Language::JavaScript) if module.starts_with('.') => vec![normalise(module, directory(from))],
            Some(_) | None => self.paths(from, module),
        }
    }

    /// The other names, seen from a file, of what lies at an absolute path: those that settings and packages give.
    pub(super) fn names(&self, from: &str, path: &str) -> Vec<String> {
        match Language::of(from) {
            Some(Language::JavaScript) => called::names(self, from, path),
            Some(
                Language::Python
                | Language::Go
                | Language::Rust
                | Language::Java
                | Language::Kotlin
                | Language::Php,
            )
            | None => Vec::new(),
        }
    }

    /// Whose package of JavaScript a module is of, by its name.
    pub(super) fn whose_package(&self, from: &str, module: &str) -> Whose {
        packages::whose(self, from, module)
    }

    /// The names of what a file holds that is loaded by its path: of PHP, its class.
    pub(super) fn held_in(&self, from: &str, path: &str) -> Vec<String> {
        match Language::of(from) {
            Some(Language::Php) => php::classes(self, from, path),
            Some(
                Language::JavaScript
                | Language::Python
                | Language::Go
                | Language::Rust
                | Language::Java
                | Language::Kotlin,
            )
            | None => Vec::new(),
        }
    }

    /// Whether a pattern of imports may mean files of the workspace by where they lie. Most name packages.
    pub(super) fn may_be_a_path(&self, from: &str, pattern: &str) -> bool {
        let has_choice = |text: &str| text.contains(['*', '?', '[', '{', '!']);
        let pattern = pattern.replace('\\', "/");
        let pattern = pattern.trim_start_matches('/');
        let (first, is_alone) = match pattern.split_once('/') {
            Some((first, _)) => (first, false),
            None => (pattern, true),
        };
        if first.starts_with('.') || has_choice(first) {
            return !is_alone;
        }
        let root = self.case.ground.root_of(from);
        root.is_some_and(|root| self.case.world.kind(&format!("{root}/{first}")) != Kind::Nothing)
    }

    /// Where the sources of the crate of Rust lie that a file belongs to, with a slash at its end.
    pub(super) fn crate_of(&self, file: &str) -> Option<String> {
        rust::sources(self, file)
    }

    /// Packages that a file knows by other names than their own, by these.
    pub(super) fn renamed(&self, from: &str) -> Vec<(String, String)> {
        match Language::of(from) {
            Some(Language::Rust) => rust::renamed(self, from),
            Some(
                Language::JavaScript
                | Language::Python
                | Language::Go
                | Language::Java
                | Language::Kotlin
                | Language::Php,
            )
            | None => Vec::new(),
        }
    }

    /// Other names of modules in a file.
    pub(super) fn aliases(&self, file: &str) -> Rc<Aliases> {
        if let Some(known) = self.aliases.borrow().get(file) {
            return Rc::clone(known);
        }
        let found = Rc::new(Aliases::around(self, file));
        self.aliases.borrow_mut().insert(file.to_owned(), Rc::clone(&found));
        found
    }

    /// The names that frameworks give in a directory, found once.
    fn framework_names(&self, directory: &str, find: impl FnOnce() -> Vec<Alias>) -> Rc<[Alias]> {
        let mut known = self.framework_names.borrow_mut();
        Rc::clone(known.entry(directory.to_owned()).or_insert_with(|| find().into()))
    }

    pub(super) fn is_file(&self, path: &str) -> bool {
        self.case.ground.in_workspace(path)
            && (self.written().contains_key(path) || self.case.world.kind(path) == Kind::File)
    }

    fn is_directory(&self, path: &str) -> bool {
        self.case.ground.in_workspace(path) && self.case.world.kind(path) == Kind::Directory
    }

    pub(super) fn text(&self, path: &str) -> Option<Rc<str>> {
        let written = self.written().get(path).cloned();
        written.or_else(|| self.case.world.text(path).map(Rc::from))
    }

    /// A manifest or settings in JSON, also with comments.
    fn json(&self, path: String) -> Option<Rc<Value>> {
        let mut known = self.json.borrow_mut();
        let read = |path: &String| {
            let text = self.case.world.text(path)?;
            json(&text).map(Rc::new)
        };
        known.entry(path).or_insert_with_key(read).clone()
    }

    /// A manifest in TOML.
    fn toml(&self, path: String) -> Option<Rc<toml::Table>> {
        let mut known = self.toml.borrow_mut();
        let read = |path: &String| self.case.world.text(path)?.parse().ok().map(Rc::new);
        known.entry(path).or_insert_with_key(read).clone()
    }

    /// The directories that modules may begin in, found once for each directory that asks.
    fn bases(&self, from: &str, find: impl FnOnce() -> Vec<String>) -> Rc<[String]> {
        let mut known = self.bases.borrow_mut();
        Rc::clone(known.entry(directory(from).to_owned()).or_insert_with(|| find().into()))
    }

    /// The directories of the longest prefix that a name begins with, of those that manifests around a file give; each with
    /// the rest of the name.
    fn behind_prefix(
        &self,
        from: &str,
        name: &str,
        separator: char,
        find: impl FnOnce() -> Vec<Prefix>,
    ) -> Vec<(String, String)> {
        let mut all = self.behind_prefixes(from, name, separator, find).into_iter();
        all.next().unwrap_or_default()
    }

    /// The same of every such prefix, the longest first.
    fn behind_prefixes(
        &self,
        from: &str,
        name: &str,
        separator: char,
        find: impl FnOnce() -> Vec<Prefix>,
    ) -> Vec<Vec<(String, String)>> {
        let mut known = self.prefixes.borrow_mut();
        let prefixes = Rc::clone(known.entry(directory(from).to_owned()).or_insert_with(|| find().into()));
        let mut by_length: BTreeMap<Reverse<usize>, Vec<(String, String)>> = BTreeMap::new();
        for Prefix { name: prefix, directory } in prefixes.iter() {
            let Some(rest) = name.strip_prefix(prefix.as_str()) else { continue };
            if prefix.is_empty() || rest.is_empty() || rest.starts_with(separator) {
                let rest = rest.trim_start_matches(separator).to_owned();
                by_length.entry(Reverse(prefix.len())).or_default().push((directory.clone(), rest));
            }
        }
        by_length.into_values().collect()
    }

    fn written(&self) -> &HashMap<String, Rc<str>> {
        self.written.get_or_init(|| {
            let files = resulting(self.case, |path| Language::of(path).is_some());
            let mut known = HashMap::new();
            for file in files {
                if let After::Known(text) = file.after {
                    known.entry(file.path.into_owned()).or_insert_with(|| Rc::from(text));
                }
            }
            known
        })
    }
}

fn directory(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// The directories around a file within the workspace, the nearest first.
pub(super) fn around<'p>(case: &Case, file: &'p str) -> impl Iterator<Item = &'p str> + use<'p> {
    let root = case.ground.root_of(file).map_or(usize::MAX, str::len);
    std::iter::successors(Some(directory(file)), |path| Some(directory(path)))
        .take_while(move |path| path.len() >= root && !path.is_empty())
}

/// The longest part of a path of names that is a file, and what is meant of it. `file` gives the files that some of the
/// names may be.
fn longest(
    all: &Modules,
    names: &[&str],
    separator: &str,
    files: impl Fn(&[&str]) -> Vec<String>,
) -> Option<Place> {
    (0..=names.len()).rev().find_map(|count| {
        let (module, meant) = names.split_at_checked(count)?;
        let file = files(module).into_iter().find(|file| all.is_file(file))?;
        let (name, rest) = match meant.split_first() {
            Some((name, rest)) => (Some((*name).to_owned()), rest),
            None => (None, &[] as &[&str]),
        };
        let rest = rest.iter().flat_map(|name| [separator, name]).collect();
        Some(Place { file, name, rest })
    })
}
