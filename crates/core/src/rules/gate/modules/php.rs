//! Classes of PHP, by what a `composer.json` says of where they are loaded from (PSR-4, PSR-0).

use hookward_effects::normalise;
use serde_json::Value;

use super::{Modules, Prefix, around};

const LOADED: &[&str] = &["autoload", "autoload-dev"];

/// The file of a class, or the directory of a namespace.
pub(super) fn paths(all: &Modules, from: &str, name: &str) -> Vec<String> {
    let name = name.trim_start_matches('\\');
    let stems = |found: Vec<(String, String)>| -> Vec<String> {
        let stem = |(directory, inner): (String, String)| normalise(&inner.replace('\\', "/"), &directory);
        found.into_iter().map(stem).collect()
    };
    let all_of_them = all.behind_prefixes(from, name, '\\', || known(all, from));
    let mut all_of_them: Vec<Vec<String>> = all_of_them.into_iter().map(stems).collect();
    // Composer goes on to shorter prefixes until there is such a file; what is not there yet belongs to the longest.
    let is_there = |stem: &String| all.is_file(&format!("{stem}.php"));
    let at = all_of_them.iter().position(|stems| stems.iter().any(is_there)).unwrap_or_default();
    let stems = if at < all_of_them.len() { all_of_them.swap_remove(at) } else { Vec::new() };
    stems.into_iter().flat_map(|stem| [format!("{stem}.php"), stem]).collect()
}

/// The classes that a file may hold, by where it lies.
pub(super) fn classes(all: &Modules, from: &str, path: &str) -> Vec<String> {
    let Some(stem) = path.strip_suffix(".php") else { return Vec::new() };
    let class = |prefix: Prefix| {
        let inner = stem.strip_prefix(prefix.directory.trim_end_matches('/'))?.strip_prefix('/')?;
        Some(format!("{}\\{}", prefix.name, inner.replace('/', "\\")).trim_start_matches('\\').to_owned())
    };
    known(all, from).into_iter().filter_map(class).collect()
}

/// The namespaces that manifests around a file name, and those of packages that these take from a path.
fn known(all: &Modules, from: &str) -> Vec<Prefix> {
    let mut found = Vec::new();
    for directory in around(all.case, from) {
        let Some(manifest) = all.json(format!("{directory}/composer.json")) else { continue };
        found.extend(loaded(&manifest, directory));
        let repositories = match manifest.get("repositories") {
            Some(Value::Array(list)) => list.iter().collect(),
            Some(Value::Object(table)) => table.values().collect(),
            _ => Vec::new(),
        };
        let is_path = |one: &&Value| one.get("type").and_then(Value::as_str) == Some("path");
        let urls = repositories.into_iter().filter(is_path).filter_map(|one| one.get("url")?.as_str());
        for url in urls {
            let glob = normalise(&format!("{url}/composer.json"), directory);
            for path in all.case.world.expand(&glob) {
                let package = path.strip_suffix("/composer.json").unwrap_or(&path).to_owned();
                found.extend(all.json(path).map(|manifest| loaded(&manifest, &package)).unwrap_or_default());
            }
        }
    }
    found
}

/// The namespaces that a manifest names, each with a directory that it may lie in.
fn loaded(manifest: &Value, directory: &str) -> Vec<Prefix> {
    let mut found = Vec::new();
    for (key, kind) in LOADED.iter().flat_map(|key| [(*key, "psr-4"), (*key, "psr-0")]) {
        let table = manifest.get(key).and_then(|loaded| loaded.get(kind)?.as_object());
        for (prefix, target) in table.into_iter().flatten() {
            let namespace = prefix.trim_matches('\\');
            let targets = match target {
                Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
                one => Vec::from_iter(one.as_str()),
            };
            // In the older form the directory holds the whole name again.
            let inner = if kind == "psr-0" { namespace.replace('\\', "/") } else { String::new() };
            found.extend(targets.iter().map(|target| Prefix {
                name: namespace.to_owned(),
                directory: normalise(&format!("./{target}/{inner}"), directory),
            }));
        }
    }
    found
}
