//! Whether what a file imports may lead to something, by the letters of the files on the way: cheap, so that most files are
//! never parsed.
// INVARIANT: yes wherever following by name would find it. What these few signs do not explain counts as a yes.

use std::collections::HashSet;
use std::rc::Rc;

use super::aliases::seen_from;
use super::below;
use super::modules::Modules;
use super::re_exports::{MAX_DEPTH, MAX_FILES};
use crate::policy::{Meant, Trait, imports};
use crate::rule::Case;
use crate::syntax::{Language, Part};

/// Whether a file with such a text may come by one of these through files of the workspace.
pub(super) fn may_lead_to(case: &Case, modules: &Modules, file: &str, text: &str, traits: &[&Trait]) -> bool {
    let Some(language) = Language::of(file) else { return false };
    let mut seen = HashSet::from([file.to_owned()]);
    let mut level: Vec<(String, Rc<str>)> = vec![(file.to_owned(), Rc::from(text))];
    for _ in 0..MAX_DEPTH {
        let mut next = Vec::new();
        for (from, text) in level {
            let Some(named) = named(language, &text) else { return true };
            for module in named {
                // Which name of it is meant does not matter here.
                let Some(place) = modules.place(&from, &Part { module, name: None }) else { continue };
                if !seen.insert(place.file.clone()) {
                    continue;
                }
                if seen.len() > MAX_FILES {
                    return true;
                }
                let Some(text) = modules.text(&place.file) else { continue };
                if !may_hand_on(language, &text) {
                    continue;
                }
                let may_be = |one: &&Trait| match one {
                    // What the file does not write itself is not meant.
                    Trait::Import(_, Meant::Written) => false,
                    Trait::Import(pattern, Meant::AnyName) => {
                        one.may_be_in(&text, below(case, &place.file))
                            || may_lie_at(case, modules, (file, &place.file), &text, pattern)
                    }
                    Trait::Call(_) | Trait::Literal { .. } => one.may_be_in(&text, below(case, &place.file)),
                };
                if traits.iter().any(may_be) {
                    return true;
                }
                next.push((place.file, text));
            }
        }
        level = next;
    }
    !level.is_empty()
}

/// Whether a file with such a text may import something by another name that a pattern means: where it lies, or as it is
/// called by the file that is judged.
pub(super) fn may_lie_at(
    case: &Case,
    modules: &Modules,
    (judged, file): (&str, &str),
    text: &str,
    pattern: &str,
) -> bool {
    let may_be_a_path = modules.may_be_a_path(file, pattern);
    let is_there = |path: &String| imports(pattern, &seen_from(case, file, path), below(case, file));
    match Language::of(file) {
        Some(language @ Language::JavaScript) => {
            // What begins with dots is no name of anything.
            if pattern.starts_with('.') && !may_be_a_path {
                return false;
            }
            let Some(named) = named(language, text) else { return true };
            let is_called = |path: &String| {
                !pattern.starts_with('.')
                    && modules
                        .names(judged, path)
                        .iter()
                        .any(|name| imports(pattern, name, below(case, file)))
            };
            named.iter().any(|module| {
                let paths = modules.led_to(file, module);
                paths.iter().any(|path| (may_be_a_path && is_there(path)) || is_called(path))
            })
        }
        Some(language @ (Language::Python | Language::Rust)) => {
            may_be_a_path && {
                let Some(named) = named(language, text) else { return true };
                named.iter().any(|module| modules.paths(file, module).iter().any(is_there))
            }
        }
        // What their letters say of names that need no import is for a parser.
        Some(Language::Go | Language::Java | Language::Kotlin | Language::Php) => may_be_a_path,
        None => false,
    }
}

/// Whether a file may have a name for others, its own or one that it hands on.
pub(super) fn may_have(language: Language, text: &str, name: &str) -> bool {
    let by_any_name: &[&str] = match language {
        Language::JavaScript => &["export *", "export*", "exports", "...", "export =", "/*"],
        Language::Python => &["import *", "import*"],
        Language::Rust => &["::*", ":: *"],
        Language::Go | Language::Java | Language::Kotlin | Language::Php => return true,
    };
    text.contains(name) || text.contains('\\') || by_any_name.iter().any(|sign| text.contains(sign))
}

/// Whether a file may hand on something that it has not made.
pub(super) fn may_hand_on(language: Language, text: &str) -> bool {
    match language {
        Language::JavaScript => {
            text.contains("exports")
                || text.match_indices("export").any(|(at, word)| {
                    text.get(at + word.len()..).is_some_and(|rest| hands_on(rest.trim_start()))
                })
        }
        Language::Python => text.contains("import") || text.contains('='),
        Language::Rust => text.contains("use") || text.contains("type"),
        Language::Go | Language::Java | Language::Kotlin | Language::Php => false,
    }
}

/// Whether what stands behind `export` may be something of another module: not a declaration with a body of its own.
fn hands_on(rest: &str) -> bool {
    const OWN: &[&str] =
        &["function", "class", "async", "abstract", "interface", "enum", "declare", "namespace"];
    let word = |text: &str| -> String {
        text.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect()
    };
    let first = word(rest);
    let behind = rest.get(first.len()..).unwrap_or_default().trim_start();
    match first.as_str() {
        own if OWN.contains(&own) => false,
        "default" => !OWN.contains(&word(behind).as_str()),
        "const" | "let" | "var" => may_rename(behind),
        _ => true,
    }
}

/// Whether a declaration may give another name to something: `a = b.c`. What is called, computed or spelled out is new.
fn may_rename(declaration: &str) -> bool {
    if declaration.starts_with(['{', '[']) {
        return true;
    }
    let Some((name, value)) = declaration.split_once('=') else { return false };
    // A type may hold the sign, too.
    if name.contains(['{', '(', '<']) {
        return true;
    }
    let value = value.trim_start();
    let end =
        value.find(|sign: char| !(sign.is_alphanumeric() || "_$.".contains(sign))).unwrap_or(value.len());
    let (names, behind) = value.split_at(end);
    let is_spelled_out = names.is_empty() && behind.starts_with(['\'', '"', '`', '-', '!']);
    let is_number = names.starts_with(|sign: char| sign.is_ascii_digit());
    // An arrow's parameters stand in brackets as well.
    let is_arrow = behind.starts_with('(')
        && behind.find(')').and_then(|at| behind.get(at + 1..)).is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with("=>") || rest.starts_with(':')
        });
    let is_function = matches!(names, "async" | "function" | "class" | "new" | "true" | "false" | "null");
    // What is bound to something is the same function still.
    let may_be_same = names == "require" || names.rsplit('.').next() == Some("bind");
    let is_called = !names.is_empty() && !may_be_same && behind.trim_start().starts_with(['(', '`']);
    // There may be another one behind what is plain.
    if is_spelled_out || is_number {
        let line = value.split([';', '\n']).next().unwrap_or_default();
        return line.split(',').skip(1).any(may_rename);
    }
    !((names.is_empty() && is_arrow) || is_function || is_called)
}

/// The modules that a text names to import them; `None` if that cannot be told by its letters.
fn named(language: Language, text: &str) -> Option<Vec<String>> {
    match language {
        Language::JavaScript => named_in_script(text),
        Language::Python => named_in_python(text),
        Language::Rust => named_in_rust(text),
        Language::Go | Language::Java | Language::Kotlin | Language::Php => Some(Vec::new()),
    }
}

/// Whatever stands in quotes and may be a module: a path, or what stands behind `from`, `import` or a bracket.
fn named_in_script(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for (at, quote) in text.match_indices(['\'', '"', '`']) {
        let before = text.get(..at).unwrap_or_default().trim_end_matches([' ', '\t']);
        let Some((module, _)) = text.get(at + quote.len()..).and_then(|rest| rest.split_once(quote)) else {
            continue;
        };
        let is_imported = ["from", "import", "(", "*/", "\n"].iter().any(|sign| before.ends_with(sign));
        if module.contains('\n') || !(is_imported || module.starts_with(['.', '#'])) {
            continue;
        }
        // Letters by their numbers are for a parser.
        if module.contains('\\') {
            return None;
        }
        found.push(module.to_owned());
    }
    Some(found)
}

/// `import a.b as c, d`, `from .a import b`: the modules, and what may be a module in them.
fn named_in_python(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| line.contains("import")) {
        // What goes on in the next line, or stands in a text, is for a parser.
        if line.contains(['\\', '\'', '"']) {
            return None;
        }
        for statement in line.split([';', ':']) {
            let words: Vec<&str> = statement.split_whitespace().collect();
            let plain = |word: &&str| word.trim_matches(['(', ')', ',']).to_owned();
            match words.as_slice() {
                ["from", module, "import", names @ ..] => {
                    found.push((*module).to_owned());
                    let dot = if module.ends_with('.') { "" } else { "." };
                    found.extend(names.iter().map(|name| format!("{module}{dot}{}", plain(name))));
                }
                ["import", names @ ..] => found.extend(names.iter().map(plain)),
                _ if statement.contains("import") && !statement.trim_start().starts_with('#') => return None,
                _ => {}
            }
        }
    }
    // Names in brackets may be modules, and stand in lines of their own.
    if text.contains("import (") || text.contains("import(") {
        return None;
    }
    Some(found)
}

/// More paths than that are for a parser.
const MAX_JOINED: usize = 1_000;

/// Paths, wherever they stand. Trees of them in trees are for a parser, and so are spaces in them.
fn named_in_rust(text: &str) -> Option<Vec<String>> {
    // Nor are other names of modules followed here.
    if [" ::", ":: ", "::\n", "\n::", "/::", "::/", " as "].iter().any(|apart| text.contains(apart)) {
        return None;
    }
    let is_path = |sign: char| sign.is_alphanumeric() || "_:#".contains(sign);
    let paths = text.split(|sign: char| !is_path(sign)).filter(|path| path.contains("::"));
    let mut found: Vec<String> = paths.map(|path| path.trim_matches(':').to_owned()).collect();
    for (at, sign) in text.match_indices("::{") {
        let before = text.get(..at)?;
        let stem = before.get(before.trim_end_matches(is_path).len()..)?.trim_start_matches(':');
        let (tree, _) = text.get(at + sign.len()..)?.split_once('}')?;
        if tree.contains('{') {
            return None;
        }
        let names = tree.split(',').filter_map(|one| one.split_whitespace().next());
        found.extend(names.map(|name| format!("{stem}::{name}")));
    }
    // A path may begin with what another one ends with: `use crate::a;`, then `a::b::c`.
    let joined: Vec<String> = found
        .iter()
        .filter_map(|path| path.split_once("::"))
        .flat_map(|(first, rest)| {
            let ends = |other: &&String| other.rsplit("::").next() == Some(first) && other.contains("::");
            found.iter().filter(ends).map(move |other| format!("{other}::{rest}"))
        })
        .take(MAX_JOINED)
        .collect();
    if joined.len() == MAX_JOINED {
        return None;
    }
    found.extend(joined);
    // In a module within the file, what lies above may be the file itself.
    let inner: Vec<String> = found
        .iter()
        .filter_map(|path| path.strip_prefix("super::"))
        .map(|rest| format!("self::{rest}"))
        .collect();
    found.extend(inner);
    found.sort_unstable();
    found.dedup();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_something_of_its_own_is_told_from_what_hands_on() {
        for text in [
            "export { a } from './b';",
            "export * from './b';",
            "export default a;",
            "export const a = b;",
            "export const a = b.c as D;",
            "export const a: T = b",
            "export const { a } = b;",
            "export const a = (b);",
            "export const a = { b };",
            "export const a = [b];",
            "export const a: { b: 1 } = c;",
            "export const a = require('./b');",
            "export = a;",
            "export type A = B;",
            "export import a = b.c;",
            "module.exports = require('./b');",
            "export /* a */ { b };",
        ] {
            assert!(may_hand_on(Language::JavaScript, text), "{text}");
        }
        for text in [
            "export const a = 1, b = 'x';",
            "export const a = 'b';",
            "export const a = () => b;",
            "export const a = (b: number, c: string): string => { return c; };",
            "export const a = async (b) => c;",
            "export const a = make(b);",
            "export const a = `b`;",
            "export const a = new B();",
            "export function a() { return b; }",
            "export default function () {}",
            "export async function a() {}",
            "export class A extends B {}",
            "import { b } from './b'; b();",
        ] {
            assert!(!may_hand_on(Language::JavaScript, text), "{text}");
        }
    }

    #[test]
    fn modules_are_named_in_every_usual_spelling() {
        let script = "import a from './a';\nimport './b'; export * from \"./c\"; const d = require( './d' );\n\
                      const e = await import(`./e`); // don't\nimport f from /* g */ './f'; const h = './h';";
        assert_eq!(named_in_script(script).unwrap(), ["./a", "./b", "./c", "./d", "./e", "./f", "./h"]);
        assert_eq!(named_in_script("import a from // b\n 'c'").unwrap(), ["c"]);
        assert_eq!(named_in_script("import a from './\\u0062'"), None);
        let python = "import a.b as c, d\nfrom .e import f, g as h\nif x: from . import i\n# import j\n";
        let found = named_in_python(python).unwrap();
        for expected in ["a.b", "d", ".e", ".e.f", ".e.g", ".i"] {
            assert!(found.iter().any(|name| name == expected), "{expected} in {found:?}");
        }
        for unclear in ["from a import (\n  b)", "from \\\n a import b", "x = 'import a'"] {
            assert_eq!(named_in_python(unclear), None, "{unclear}");
        }
        let rust = "use crate::a::B;\nuse super::c::{D, e::F, self};\nfn f() { h::i::<J>(); }\nuse k::*;";
        let found = named_in_rust(rust).unwrap();
        for expected in ["crate::a::B", "super::c::D", "super::c::e::F", "self::c::D", "h::i", "k"] {
            assert!(found.iter().any(|name| name == expected), "{expected} in {found:?}");
        }
        assert_eq!(named_in_rust("use a::{b::{c}, d};"), None);
        assert_eq!(named_in_rust("use a :: b;"), None);
    }
}
