//! What a file imports by names that are no paths, said as the paths that they stand for, and by every other name of these.

use hookward_effects::normalise;

use super::below;
use super::modules::Modules;
use crate::rule::Case;
use crate::syntax::{Code, Found, Language, Naming};

/// The code, with its imports by another name said as paths, too, if one of some patterns may mean a path.
pub(super) fn with_paths(
    case: &Case,
    modules: &Modules,
    file: &str,
    mut code: Code,
    patterns: &[&str],
) -> Code {
    add_packages(modules, file, &mut code);
    add_held(modules, file, &mut code);
    // What begins with dots names no package.
    if patterns.iter().any(|pattern| !pattern.starts_with('.')) {
        add_names(modules, file, &mut code);
    }
    let is_bare = |found: &&Found| !found.name.starts_with('.') && !found.name.starts_with("node:");
    if !code.imports.iter().any(|found| is_bare(&found)) {
        return code;
    }
    if !patterns.iter().any(|pattern| modules.may_be_a_path(file, pattern)) {
        return code;
    }
    let seen = |path: &String| seen_from(case, file, path);
    let more: Vec<Found> = code
        .imports
        .iter()
        .filter(is_bare)
        .flat_map(|found| {
            let paths = modules.paths(file, &found.name);
            // What is reached through an import is in the same place.
            let of = found.of.as_ref().and_then(|of| modules.paths(file, of).first().map(seen));
            let of = of.unwrap_or_else(|| found.name.clone());
            paths.into_iter().map(move |path| Found {
                name: seen(&path),
                of: Some(of.clone()),
                naming: Naming::Resolved,
                ..found.clone()
            })
        })
        .collect();
    code.imports.extend(more);
    code
}

/// Adds imports of packages that have another name here by their own.
fn add_packages(modules: &Modules, file: &str, code: &mut Code) {
    for (own, package) in modules.renamed(file) {
        let more: Vec<Found> = code
            .imports
            .iter()
            .filter_map(|found| {
                let rest = found.name.strip_prefix(&own)?;
                let is_it = rest.is_empty() || rest.starts_with("::");
                is_it.then(|| Found {
                    name: format!("{package}{rest}"),
                    of: Some(found.name.clone()),
                    naming: Naming::Resolved,
                    ..found.clone()
                })
            })
            .collect();
        code.imports.extend(more);
    }
}

/// Adds imports of what lies in the workspace by the names that its settings and packages give.
fn add_names(modules: &Modules, file: &str, code: &mut Code) {
    if Language::of(file) != Some(Language::JavaScript) {
        return;
    }
    let more = code.imports.iter().flat_map(|found| {
        let paths = modules.led_to(file, &found.name);
        let names = paths.into_iter().flat_map(|path| modules.names(file, &path));
        names.filter(|name| *name != found.name).map(|name| Found {
            name,
            of: Some(found.name.clone()),
            naming: Naming::Resolved,
            ..found.clone()
        })
    });
    let more: Vec<Found> = more.collect();
    code.imports.extend(more);
}

/// Adds what files hold that are loaded by their paths: `require __DIR__ . '/Conn.php'`.
fn add_held(modules: &Modules, file: &str, code: &mut Code) {
    let directory = file.rsplit_once('/').map_or("/", |(directory, _)| directory);
    let relative = code.imports.iter().filter(|found| found.name.starts_with('.'));
    let held = relative.flat_map(|found| {
        let names = modules.held_in(file, &normalise(&found.name, directory));
        names.into_iter().map(|name| Found {
            name,
            of: Some(found.name.clone()),
            naming: Naming::Resolved,
            ..found.clone()
        })
    });
    let held: Vec<Found> = held.collect();
    code.imports.extend(held);
}

/// A path as a file would name it: up to the root, and down again.
pub(super) fn seen_from(case: &Case, file: &str, path: &str) -> String {
    let up = "../".repeat(below(case, file).matches('/').count());
    let here = if up.is_empty() { "./" } else { &up };
    format!("{here}{}", below(case, path))
}

/// Whether modules may have other names in a file.
pub(super) fn has_aliases(modules: &Modules, file: &str) -> bool {
    (Language::of(file) == Some(Language::JavaScript) && !modules.aliases(file).is_empty())
        || !modules.renamed(file).is_empty()
}
