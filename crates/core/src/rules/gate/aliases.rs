//! Other names of a project's own modules: `paths` and `baseUrl` of the nearest `tsconfig.json`, `imports` of the nearest
//! `package.json`; and what names of any kind stand for, said as paths.

use std::borrow::Cow;

use hookward_effects::normalise;
use serde::Deserialize;
use serde_json::Value;

use super::below;
use super::modules::{Modules, around, told_targets};
use crate::rule::Case;
use crate::syntax::{Code, Found, Language, Naming};

/// Settings that name others are followed this far.
const MAX_EXTENDS: usize = 4;

#[derive(Deserialize, Default)]
struct Settings {
    #[serde(default)]
    extends: Value,
    #[serde(default, rename = "compilerOptions")]
    options: Options,
}

#[derive(Deserialize, Default)]
struct Options {
    #[serde(rename = "baseUrl")]
    base: Option<String>,
    #[serde(default)]
    paths: serde_json::Map<String, Value>,
}

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
pub(super) fn has_aliases(case: &Case, modules: &Modules, file: &str) -> bool {
    let is_set = |aliases: Aliases| !aliases.paths.is_empty() || aliases.base.is_some();
    let by_settings = || Aliases::nearest(case, file).is_some_and(is_set);
    (Language::of(file) == Some(Language::JavaScript) && by_settings()) || !modules.renamed(file).is_empty()
}

/// Patterns of names, each with the absolute paths or the packages that they stand for.
pub(super) struct Aliases {
    paths: Vec<(String, Vec<String>)>,
    base: Option<String>,
}

impl Aliases {
    pub(super) fn nearest(case: &Case, file: &str) -> Option<Self> {
        let by_settings = around(case, file).find_map(|directory| {
            let files = ["tsconfig.json", "jsconfig.json"].map(|name| format!("{directory}/{name}"));
            files.iter().find_map(|path| Self::read(case, path, MAX_EXTENDS))
        });
        let by_package = around(case, file).find_map(|directory| Self::of_package(case, directory));
        match (by_settings, by_package) {
            (Some(mut settings), Some(package)) => {
                settings.paths.extend(package.paths);
                Some(settings)
            }
            (one, other) => one.or(other),
        }
    }

    /// The names that begin with `#`, which a package has for itself.
    fn of_package(case: &Case, directory: &str) -> Option<Self> {
        let text = case.world.text(&format!("{directory}/package.json"))?;
        // Most packages have none.
        if !text.contains("\"#") {
            return Some(Self { paths: Vec::new(), base: None });
        }
        let manifest: Value = serde_json::from_str(&text).ok()?;
        let names = manifest.get("imports").and_then(Value::as_object).into_iter().flatten();
        let paths = names.map(|(name, target)| {
            let own = told_targets(target).into_iter().map(|target| {
                // Others are packages.
                if target.starts_with('.') { hookward_effects::normalise(&target, directory) } else { target }
            });
            (name.clone(), own.collect())
        });
        Some(Self { paths: paths.collect(), base: None })
    }

    fn read(case: &Case, path: &str, depth: usize) -> Option<Self> {
        let text = case.world.text(path)?;
        let settings: Settings = serde_json::from_str(&plain(&text)).ok()?;
        let directory = path.rsplit_once('/')?.0;
        let base = settings.options.base.map(|base| hookward_effects::normalise(&base, directory));
        let from = base.as_deref().unwrap_or(directory);
        let paths = settings.options.paths.into_iter().map(|(name, targets)| {
            let targets = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
            (name, targets.map(|target| hookward_effects::normalise(target, from)).collect())
        });
        let paths: Vec<(String, Vec<String>)> = paths.collect();
        if !paths.is_empty() || base.is_some() || depth == 0 {
            return Some(Self { paths, base });
        }
        let extended = match &settings.extends {
            Value::String(one) => Some(one.as_str()),
            Value::Array(several) => several.last().and_then(Value::as_str),
            _ => None,
        };
        let extended = extended.filter(|name| name.starts_with('.'))?;
        let extended = hookward_effects::normalise(extended, directory);
        let extended = format!("{}.json", extended.strip_suffix(".json").unwrap_or(&extended));
        Self::read(case, &extended, depth - 1)
    }

    /// The paths that a name may stand for, or the packages.
    pub(super) fn of(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (pattern, targets) in &self.paths {
            let filled = match pattern.split_once('*') {
                Some((start, end)) => name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)),
                None => (pattern == name).then_some(""),
            };
            found.extend(
                filled.into_iter().flat_map(|filled| targets.iter().map(|path| path.replace('*', filled))),
            );
        }
        found.extend(self.base.iter().map(|base| format!("{base}/{name}")));
        found
    }
}

/// JSON without the comments and the last commas that such files may have.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains("//") && !text.contains("/*") && !text.contains(',') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut quoted = false;
    while let Some(sign) = rest.chars().next() {
        let (own, after) = rest.split_at(sign.len_utf8());
        rest = after;
        if quoted && sign == '\\' {
            let next = rest.chars().next().map_or(0, char::len_utf8);
            let (escaped, after) = rest.split_at(next);
            out.push_str(own);
            out.push_str(escaped);
            rest = after;
            continue;
        }
        quoted ^= sign == '"';
        if quoted || sign != '/' {
            // A comma in front of a bracket is one too many.
            if !quoted && matches!(sign, '}' | ']') && out.trim_end().ends_with(',') {
                out.truncate(out.trim_end().len() - 1);
            }
            out.push_str(own);
        } else if let Some(after) = rest.strip_prefix('/') {
            rest = after.find('\n').and_then(|at| after.get(at..)).unwrap_or_default();
        } else if let Some(after) = rest.strip_prefix('*') {
            rest = after.find("*/").and_then(|at| after.get(at + 2..)).unwrap_or_default();
        } else {
            out.push_str(own);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_last_commas_are_no_trouble() {
        let text = "{ // a\n \"b\": \"c//d\\\"\", /* e */ \"f\": [1, 2,],\n}";
        let value: Value = serde_json::from_str(&plain(text)).unwrap();
        assert_eq!(value, serde_json::json!({"b": "c//d\"", "f": [1, 2]}));
    }

    #[test]
    fn a_name_stands_for_the_paths_of_its_pattern() {
        let paths = vec![
            ("@fn/*".to_owned(), vec!["/w/functions/*".to_owned()]),
            ("~log".to_owned(), vec!["/w/lib/log".to_owned()]),
        ];
        let aliases = Aliases { paths, base: Some("/w/src".to_owned()) };
        assert_eq!(aliases.of("@fn/a/handler"), ["/w/functions/a/handler", "/w/src/@fn/a/handler"]);
        assert_eq!(aliases.of("~log"), ["/w/lib/log", "/w/src/~log"]);
    }
}
