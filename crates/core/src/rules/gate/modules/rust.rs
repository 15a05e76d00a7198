//! Modules of Rust.

use std::rc::Rc;

use hookward_effects::normalise;

use super::{Modules, Place, around, directory, longest};

pub(super) fn place(all: &Modules, from: &str, module: &str) -> Option<Place> {
    let names: Vec<&str> = module.split("::").collect();
    let (first, rest) = names.split_first()?;
    let root = root_of(all, from)?;
    let in_crate = |names: &[&str]| longest(all, names, "::", |names| files(&root, names));
    let here = own_names(from, &root);
    match *first {
        "crate" => in_crate(rest),
        "self" => in_crate(&[here.as_slice(), rest].concat()),
        "super" => {
            let above = here.split_last().map_or(&[] as &[&str], |(_, above)| above);
            let up = rest.iter().take_while(|name| **name == "super").count();
            let above = above.get(..above.len().saturating_sub(up)).unwrap_or_default();
            in_crate(&[above, rest.get(up..).unwrap_or_default()].concat())
        }
        other => match linked(all, from, other) {
            Some(linked) => longest(all, rest, "::", |names| files(&format!("{linked}/src"), names)),
            // A module of the file's own.
            None => {
                let child = [here.as_slice(), &[other]].concat();
                let is_there = files(&root, &child).iter().any(|file| all.is_file(file));
                is_there.then(|| in_crate(&[here.as_slice(), &names].concat())).flatten()
            }
        },
    }
}

/// What a path of names stands for; the directory of its crate, if no file of it is found.
pub(super) fn paths(all: &Modules, from: &str, module: &str) -> Vec<String> {
    match place(all, from, module) {
        Some(place) => {
            let stem = place.file.strip_suffix(".rs").unwrap_or(&place.file);
            let stem =
                ["/mod", "/lib", "/main"].iter().find_map(|own| stem.strip_suffix(own)).unwrap_or(stem);
            let stem = stem.to_owned();
            vec![place.file, stem]
        }
        None => {
            let first = module.split("::").next().unwrap_or(module);
            linked(all, from, first).into_iter().collect()
        }
    }
}

/// Where the modules of the crate lie that a file belongs to: tests and examples are crates of their own.
fn root_of(all: &Modules, from: &str) -> Option<String> {
    let sources = from.rfind("/src/").and_then(|at| from.get(..at + "/src".len()));
    sources.map(str::to_owned).or_else(|| {
        package_of(all, from)?;
        Some(directory(from).to_owned())
    })
}

/// The names of the module that a file is.
fn own_names<'p>(file: &'p str, root: &str) -> Vec<&'p str> {
    let inner = file.get(root.len() + 1..).and_then(|path| path.strip_suffix(".rs")).unwrap_or_default();
    let mut names: Vec<&str> = inner.split('/').collect();
    let is_root = matches!(names.as_slice(), ["lib" | "main"]) || !root.ends_with("/src");
    if is_root || names.last() == Some(&"mod") {
        names.pop();
    }
    names
}

/// The files that a module of a crate may be.
fn files(root: &str, names: &[&str]) -> Vec<String> {
    match names {
        [] => vec![format!("{root}/lib.rs"), format!("{root}/main.rs")],
        names => {
            let path = format!("{root}/{}", names.join("/"));
            vec![format!("{path}.rs"), format!("{path}/mod.rs")]
        }
    }
}

/// The name of the crate that a file belongs to, as code says it.
pub(in crate::rules::gate) fn crate_name(all: &Modules, file: &str) -> Option<String> {
    let (_, manifest) = package_of(all, file)?;
    name_of(&manifest)
}

fn name_of(manifest: &toml::Table) -> Option<String> {
    let of = |table: &str| manifest.get(table)?.get("name")?.as_str();
    Some(of("lib").or_else(|| of("package"))?.replace('-', "_"))
}

fn manifest(all: &Modules, directory: &str) -> Option<Rc<toml::Table>> {
    all.toml(format!("{directory}/Cargo.toml"))
}

/// The package that a file belongs to: its directory and its manifest.
fn package_of<'p>(all: &Modules, from: &'p str) -> Option<(&'p str, Rc<toml::Table>)> {
    around(all.case, from).find_map(|directory| {
        let manifest = manifest(all, directory).filter(|own| own.contains_key("package"))?;
        Some((directory, manifest))
    })
}

/// Where the sources of the package lie that a file belongs to.
pub(super) fn sources(all: &Modules, from: &str) -> Option<String> {
    package_of(all, from).map(|(directory, _)| format!("{directory}/src/"))
}

/// Where a crate of the same workspace lies that another depends on, or that a file tests from outside.
fn linked(all: &Modules, from: &str, name: &str) -> Option<String> {
    let (own, own_manifest) = package_of(all, from)?;
    if name_of(&own_manifest).as_deref() == Some(name) {
        return Some(own.to_owned());
    }
    let (_, dependency) = dependencies(&own_manifest).find(|(key, _)| key.replace('-', "_") == name)?;
    if let Some(path) = dependency.get("path").and_then(toml::Value::as_str) {
        return Some(normalise(path, own));
    }
    dependency.get("workspace")?;
    shared(all, from, |directory, all| {
        let (_, entry) = all.iter().find(|(key, _)| key.replace('-', "_") == name)?;
        Some(normalise(entry.get("path")?.as_str()?, directory))
    })
}

/// What a package depends on, by the names that it has for it.
fn dependencies(manifest: &toml::Table) -> impl Iterator<Item = (&String, &toml::Value)> {
    let for_some = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    let for_some = for_some.filter_map(|(_, target)| target.as_table());
    std::iter::once(manifest).chain(for_some).flat_map(|holder| {
        let tables = ["dependencies", "dev-dependencies", "build-dependencies"];
        tables.into_iter().filter_map(|table| holder.get(table)?.as_table()).flatten()
    })
}

/// What the workspace around a file says of dependencies that its packages share.
fn shared<T>(all: &Modules, from: &str, find: impl Fn(&str, &toml::Table) -> Option<T>) -> Option<T> {
    around(all.case, from).find_map(|directory| {
        let manifest = manifest(all, directory)?;
        find(directory, manifest.get("workspace")?.get("dependencies")?.as_table()?)
    })
}

/// Packages that the crate of a file has another name for, by that name: `foo = { package = "bar" }`.
pub(super) fn renamed(all: &Modules, from: &str) -> Vec<(String, String)> {
    let Some((_, manifest)) = package_of(all, from) else { return Vec::new() };
    let package = |entry: &toml::Value| entry.get("package")?.as_str().map(str::to_owned);
    let by_workspace = |key: &str, entry: &toml::Value| {
        entry.get("workspace")?;
        shared(all, from, |_, all| package(all.get(key)?))
    };
    let renamed = dependencies(&manifest).filter_map(|(key, entry)| {
        let package = package(entry).or_else(|| by_workspace(key, entry))?;
        Some((key.replace('-', "_"), package.replace('-', "_")))
    });
    renamed.collect()
}
