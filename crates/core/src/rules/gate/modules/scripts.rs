//! Modules of JavaScript and TypeScript.

use hookward_effects::normalise;

use super::packages::{self, Package};
use super::{Modules, directory};
use crate::syntax::Language;

/// Endings of files that may be left out, in the order in which they are tried.
const ENDINGS: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];

/// The file that a module is.
pub(super) fn file(all: &Modules, from: &str, module: &str) -> Option<String> {
    if module.starts_with('.') {
        return file_of(all, &normalise(module, directory(from)));
    }
    paths(all, from, module).iter().find_map(|path| file_of(all, path))
}

/// What a name that is no path stands for: by the project's settings, or as a package of the workspace.
pub(super) fn paths(all: &Modules, from: &str, module: &str) -> Vec<String> {
    let mut found = Vec::new();
    for target in all.aliases(from).of(module) {
        // A package may call another one by a name of its own: `#db`.
        if target.starts_with('/') {
            found.push(normalise(&target, "/"));
        } else {
            found.extend(packages::paths(all, from, &target));
        }
    }
    found.extend(packages::paths(all, from, module));
    found
}

/// The file that a path stands for: itself, one with an ending, or what a directory begins with.
fn file_of(all: &Modules, path: &str) -> Option<String> {
    file_at(all, path).or_else(|| {
        let package = Package::at(all, path)?;
        package.targets("").iter().find_map(|path| file_at(all, path))
    })
}

/// The same without asking a manifest what a directory begins with.
pub(super) fn file_at(all: &Modules, path: &str) -> Option<String> {
    if Language::of(path) == Some(Language::JavaScript) && all.is_file(path) {
        return Some(path.to_owned());
    }
    // Sources may be named by what is made of them: `./a.js` for a.ts.
    let made = [".d.ts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs"];
    let plain = made.iter().find_map(|ending| path.strip_suffix(ending));
    let stems = [Some(path.to_owned()), plain.map(str::to_owned), Some(format!("{path}/index"))];
    let mut files = stems
        .into_iter()
        .flatten()
        .flat_map(|stem| ENDINGS.iter().map(move |ending| format!("{stem}.{ending}")).collect::<Vec<_>>());
    files.find(|file| all.is_file(file))
}
