//! What else a module of JavaScript is called that a file reaches by a path or by another name: as the settings around the file
//! call that path, and as a part of the package that it lies in. A policy may name it by either.

use std::rc::Rc;

use hookward_effects::normalise;
use serde_json::Value;

use super::packages::{source_of, told_targets};
use super::{Modules, around};

/// Endings that a module may have, those of declarations first.
const ENDINGS: &[&str] =
    &[".d.ts", ".d.mts", ".d.cts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/// All names, seen from a file, of what lies at an absolute path.
pub(super) fn names(all: &Modules, from: &str, path: &str) -> Vec<String> {
    if path.contains("/node_modules/") || !all.case.ground.in_workspace(path) {
        return Vec::new();
    }
    let aliases = all.aliases(from);
    let by_settings = [path, without_ending(path), stem(path)].map(|path| aliases.names_of(path));
    let mut found: Vec<String> = by_settings.into_iter().flatten().collect();
    found.extend(of_package(all, from, stem(path)));
    found.sort_unstable();
    found.dedup();
    found
}

/// The package that a path lies in, and what the path is called in it. A file's own package is no other one.
fn of_package(all: &Modules, from: &str, stem: &str) -> Vec<String> {
    // The path may be the package itself.
    let inside = format!("{stem}/package.json");
    let Some((holder, name, manifest)) = package_around(all, &inside) else { return Vec::new() };
    if package_around(all, from).is_some_and(|(own, ..)| own == holder) {
        return Vec::new();
    }
    let inner = stem.strip_prefix(holder).unwrap_or_default().trim_start_matches('/');
    let mut names = vec![name.clone()];
    if !inner.is_empty() {
        names.push(format!("{name}/{inner}"));
        let exports = manifest.get("exports").and_then(Value::as_object).into_iter().flatten();
        let parts = exports.filter_map(|(part, target)| {
            let part = part.strip_prefix("./")?;
            told_targets(target).iter().find_map(|target| exported_as(part, target, inner))
        });
        names.extend(parts.map(|part| format!("{name}/{part}")));
    }
    names
}

/// The next package with a name that a path lies in: its directory, its name and its manifest.
fn package_around<'p>(all: &Modules, path: &'p str) -> Option<(&'p str, String, Rc<Value>)> {
    around(all.case, path).find_map(|directory| {
        let manifest = all.json(format!("{directory}/package.json"))?;
        let name = manifest.get("name")?.as_str()?.to_owned();
        Some((directory, name, manifest))
    })
}

/// How a part of `exports` calls something, if its target is that or is built of it: `db/*` of `./dist/db/*.js`.
fn exported_as(part: &str, target: &str, inner: &str) -> Option<String> {
    let built = normalise(target, "/");
    let source = source_of(target).map(|source| normalise(&source, "/"));
    [Some(built), source].into_iter().flatten().find_map(|target| {
        let target = stem(&target).trim_start_matches('/');
        match target.split_once('*') {
            Some((start, end)) => {
                let filled = inner.strip_prefix(start)?.strip_suffix(end)?;
                Some(part.replace('*', filled))
            }
            None => (target == inner && !part.contains('*')).then(|| part.to_owned()),
        }
    })
}

/// A path without the ending of a module, and without what a directory begins with.
pub(super) fn stem(path: &str) -> &str {
    let whole = without_ending(path);
    whole.strip_suffix("/index").unwrap_or(whole)
}

fn without_ending(path: &str) -> &str {
    ENDINGS.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_called_as_what_is_built_of_it_is_exported() {
        for (part, target, inner, expected) in [
            ("db", "./src/db/index.ts", "src/db", Some("db")),
            ("db", "./dist/db.js", "src/db", Some("db")),
            ("*", "./src/*.ts", "src/db/conn", Some("db/conn")),
            ("data/*.js", "./dist/esm/db/*.js", "src/db/conn", Some("data/conn.js")),
            ("db", "./src/other.ts", "src/db", None),
            ("db/*", "./src/db/*.ts", "src/log", None),
        ] {
            assert_eq!(exported_as(part, target, inner).as_deref(), expected, "{part} {target} {inner}");
        }
    }
}
