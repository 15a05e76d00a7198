//! Where a module of the workspace lies, as the languages look for it.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use hookward_effects::{Kind, normalise};
use serde_json::Value;

use super::aliases::Aliases;
use crate::resulting::{After, resulting};
use crate::rule::Case;
use crate::syntax::{Language, Part};

/// A file, and what of it is meant.
pub(super) struct Place {
    /// Its absolute path.
    pub(super) file: String,
    /// The name in it; `None` for all of it.
    pub(super) name: Option<String>,
    /// What is meant of that again, with what stands between the two.
    pub(super) rest: String,
}

/// Endings of files that may be left out, in the order in which they are tried.
const ENDINGS: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];

/// The modules of the workspace, as they will be after a call.
pub(super) struct Modules<'c, 'a> {
    case: &'c Case<'a>,
    /// Files that the call writes.
    written: OnceCell<HashMap<String, Rc<str>>>,
    aliases: RefCell<HashMap<String, Option<Rc<Aliases>>>>,
}

impl<'c, 'a> Modules<'c, 'a> {
    pub(super) fn of(case: &'c Case<'a>) -> Self {
        Self { case, written: OnceCell::new(), aliases: RefCell::default() }
    }

    /// Where a part of a module lies that a file speaks of; `None` if that is not in the workspace.
    pub(super) fn place(&self, from: &str, part: &Part) -> Option<Place> {
        match Language::of(from)? {
            Language::JavaScript => {
                let file = script(self, from, &part.module)?;
                Some(Place { file, name: part.name.clone(), rest: String::new() })
            }
            Language::Python => python(self, from, &part.module),
            Language::Rust => rust(self, from, &part.module),
            // These have nothing that hands on what another module makes.
            Language::Go | Language::Java | Language::Kotlin | Language::Php => None,
        }
    }

    /// Other names of modules in a file.
    pub(super) fn aliases(&self, file: &str) -> Option<Rc<Aliases>> {
        let here = directory(file).to_owned();
        let mut known = self.aliases.borrow_mut();
        known.entry(here).or_insert_with(|| Aliases::nearest(self.case, file).map(Rc::new)).clone()
    }

    pub(super) fn is_file(&self, path: &str) -> bool {
        self.case.ground.in_workspace(path)
            && (self.written().contains_key(path) || self.case.world.kind(path) == Kind::File)
    }

    pub(super) fn text(&self, path: &str) -> Option<Rc<str>> {
        let written = self.written().get(path).cloned();
        written.or_else(|| self.case.world.text(path).map(Rc::from))
    }

    fn written(&self) -> &HashMap<String, Rc<str>> {
        self.written.get_or_init(|| {
            let files = resulting(self.case, |path| Language::of(path).is_some());
            let known = files.into_iter().filter_map(|file| match file.after {
                After::Known(text) => Some((file.path.into_owned(), Rc::from(text))),
                After::Unknown(_) => None,
            });
            known.collect()
        })
    }
}

fn directory(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// The directories around a file within the workspace, the nearest first.
pub(super) fn around<'p>(case: &Case, file: &'p str) -> impl Iterator<Item = &'p str> {
    let root = case.ground.root_of(file).map_or(usize::MAX, str::len);
    std::iter::successors(Some(directory(file)), |path| Some(directory(path)))
        .take_while(move |path| path.len() >= root && !path.is_empty())
}

fn script(all: &Modules, from: &str, module: &str) -> Option<String> {
    if module.starts_with('.') {
        return script_at(all, &normalise(module, directory(from)));
    }
    let aliases = all.aliases(from).map(|aliases| aliases.of(module)).unwrap_or_default();
    let known = aliases.iter().find_map(|path| script_at(all, &normalise(path, "/")));
    known.or_else(|| {
        // A package of the same workspace is linked to where others are installed.
        let installed = around(all.case, from).map(|directory| format!("{directory}/node_modules/{module}"));
        let mut linked = installed.filter_map(|path| all.case.world.real(&path));
        let own =
            linked.find(|path| all.case.ground.in_workspace(path) && !path.contains("/node_modules/"))?;
        script_at(all, &own)
    })
}

/// The file that a path stands for: itself, one with an ending, or what a directory begins with.
fn script_at(all: &Modules, path: &str) -> Option<String> {
    if Language::of(path) == Some(Language::JavaScript) && all.is_file(path) {
        return Some(path.to_owned());
    }
    // Sources may be named by what is made of them: `./a.js` for a.ts.
    let plain = [".js", ".jsx", ".mjs", ".cjs"].iter().find_map(|ending| path.strip_suffix(ending));
    let stems = [Some(path.to_owned()), plain.map(str::to_owned), Some(format!("{path}/index"))];
    let mut files = stems
        .into_iter()
        .flatten()
        .flat_map(|stem| ENDINGS.iter().map(move |ending| format!("{stem}.{ending}")).collect::<Vec<_>>());
    files.find(|file| all.is_file(file)).or_else(|| entry(all, path))
}

/// What a package begins with, by its own words; else where sources usually lie.
fn entry(all: &Modules, directory: &str) -> Option<String> {
    let manifest = format!("{directory}/package.json");
    let manifest = all.is_file(&manifest).then(|| all.text(&manifest)).flatten()?;
    let manifest: Value = serde_json::from_str(&manifest).ok()?;
    let exported = match manifest.pointer("/exports/.").or_else(|| manifest.get("exports")) {
        Some(Value::Object(by_case)) => {
            ["source", "import", "require", "default"].iter().find_map(|case| by_case.get(*case))
        }
        other => other,
    };
    let named = ["source", "module", "main"].into_iter().map(|key| manifest.get(key));
    let named = [exported].into_iter().chain(named).flatten().filter_map(Value::as_str);
    let usual = ["src/index", "index"];
    named.chain(usual).find_map(|name| {
        let path = normalise(name, directory);
        let endings = ENDINGS.iter().map(|ending| format!("{path}.{ending}"));
        [path.clone()].into_iter().chain(endings).find(|file| all.is_file(file))
    })
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

/// The files that a module of Python may be.
fn python_files(base: &str, names: &[&str]) -> Vec<String> {
    match names {
        [] => vec![format!("{base}/__init__.py")],
        names => {
            let path = format!("{base}/{}", names.join("/"));
            vec![format!("{path}.py"), format!("{path}/__init__.py")]
        }
    }
}

fn python(all: &Modules, from: &str, module: &str) -> Option<Place> {
    let plain = module.trim_start_matches('.');
    let names: Vec<&str> = plain.split('.').filter(|name| !name.is_empty()).collect();
    let up = module.len() - plain.len();
    if up > 0 {
        let base = normalise(&"../".repeat(up - 1), directory(from));
        return longest(all, &names, ".", |names| python_files(&base, names));
    }
    let root = all.case.ground.root_of(from)?;
    let usual = [root.to_owned(), format!("{root}/src"), format!("{root}/lib")];
    // What lies in a package is not found by its name alone.
    let is_no_package = |directory: &&str| !all.is_file(&format!("{directory}/__init__.py"));
    let beside = around(all.case, from).filter(is_no_package).map(str::to_owned);
    let bases = usual.into_iter().chain(beside);
    // Only what begins with a name of the workspace is in it.
    let of = |base: String| {
        let files = |names: &[&str]| if names.is_empty() { Vec::new() } else { python_files(&base, names) };
        longest(all, &names, ".", files)
    };
    bases.into_iter().find_map(of)
}

/// The path of a module of Python by its file, without what a package is called by itself: `app/db`.
pub(super) fn python_module(file: &str) -> &str {
    let path = file.strip_suffix(".py").unwrap_or(file);
    path.strip_suffix("/__init__").unwrap_or(path)
}

/// Where the outermost package around a path of Python lies.
pub(super) fn python_root<'p>(all: &Modules, path: &'p str) -> &'p str {
    let mut root = directory(path);
    while all.is_file(&format!("{root}/__init__.py")) {
        root = directory(root);
    }
    root
}

fn rust(all: &Modules, from: &str, module: &str) -> Option<Place> {
    let names: Vec<&str> = module.split("::").collect();
    let root = from.rfind("/src/").and_then(|at| from.get(..at + "/src".len()))?;
    let in_crate = |names: &[&str]| longest(all, names, "::", |names| rust_files(root, names));
    let (first, rest) = names.split_first()?;
    let here = rust_module(from, root);
    match *first {
        "crate" => in_crate(rest),
        "self" => in_crate(&[here.as_slice(), rest].concat()),
        "super" => {
            let above = here.split_last().map_or(&[] as &[&str], |(_, above)| above);
            let up = rest.iter().take_while(|name| **name == "super").count();
            let above = above.get(..above.len().saturating_sub(up)).unwrap_or_default();
            in_crate(&[above, rest.get(up..).unwrap_or_default()].concat())
        }
        other => match linked_crate(all.case, from, other) {
            Some(linked) => longest(all, rest, "::", |names| rust_files(&format!("{linked}/src"), names)),
            // A module of the file's own.
            None => {
                let child = [here.as_slice(), &[other]].concat();
                let is_there = rust_files(root, &child).iter().any(|file| all.is_file(file));
                is_there.then(|| in_crate(&[here.as_slice(), &names].concat())).flatten()
            }
        },
    }
}

/// The names of the module that a file is.
fn rust_module<'p>(file: &'p str, root: &str) -> Vec<&'p str> {
    let inner = file.get(root.len() + 1..).and_then(|path| path.strip_suffix(".rs")).unwrap_or_default();
    let mut names: Vec<&str> = inner.split('/').collect();
    let is_root = matches!(names.as_slice(), ["lib" | "main"]);
    if is_root || names.last() == Some(&"mod") {
        names.pop();
    }
    names
}

/// The files that a module of a crate may be.
fn rust_files(root: &str, names: &[&str]) -> Vec<String> {
    match names {
        [] => vec![format!("{root}/lib.rs"), format!("{root}/main.rs")],
        names => {
            let path = format!("{root}/{}", names.join("/"));
            vec![format!("{path}.rs"), format!("{path}/mod.rs")]
        }
    }
}

/// The name of the crate that a file belongs to, as code says it.
pub(super) fn crate_name(case: &Case, file: &str) -> Option<String> {
    let root = file.rfind("/src/").and_then(|at| file.get(..at))?;
    let name = manifest(case, root)?.get("package")?.get("name")?.as_str()?.replace('-', "_");
    Some(name)
}

fn manifest(case: &Case, directory: &str) -> Option<toml::Table> {
    case.world.text(&format!("{directory}/Cargo.toml"))?.parse().ok()
}

/// Where a crate of the same workspace lies that another depends on.
fn linked_crate(case: &Case, from: &str, name: &str) -> Option<String> {
    let own = from.rfind("/src/").and_then(|at| from.get(..at))?;
    let is_it = |key: &str| key.replace('-', "_") == name;
    let entry = |table: Option<&toml::Value>| -> Option<toml::Value> {
        let mut entries = table?.as_table()?.iter();
        entries.find(|(key, _)| is_it(key)).map(|(_, entry)| entry.clone())
    };
    let own_manifest = manifest(case, own)?;
    let tables = ["dependencies", "dev-dependencies"];
    let dependency = tables.iter().find_map(|table| entry(own_manifest.get(*table)))?;
    if let Some(path) = dependency.get("path").and_then(toml::Value::as_str) {
        return Some(normalise(path, own));
    }
    dependency.get("workspace")?;
    around(case, from).find_map(|directory| {
        let manifest = manifest(case, directory)?;
        let shared = entry(manifest.get("workspace")?.get("dependencies"))?;
        Some(normalise(shared.get("path")?.as_str()?, directory))
    })
}
