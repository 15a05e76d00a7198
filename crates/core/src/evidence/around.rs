//! What a run that has failed names beside what fails: the files on the way to it, and what it says is not there. Whoever mends it
//! writes these.

use std::collections::BTreeSet;

use super::failing::{MAX_FILES, is_named_by, places_in};
use super::is_code_by_name;
use crate::toolchain::{is_foreign, telling};

/// How a name that is missing stands for a file.
#[derive(Clone, Copy)]
enum Name {
    /// As a path, from the file that asks for it if one is named: `./tax`.
    Path,
    /// As a module, with dots between its parts: `shop.models`.
    Dots,
    /// As a class, whose file is called like it: `App\Discount`.
    Class,
    /// As the package that stands in front: `tax.Rate`.
    Qualifier,
}

/// What runtimes, compilers and bundlers say in front of a name that they cannot find.
const MISSING: &[(&str, Name)] = &[
    // node, Jest, tsc
    ("Cannot find module ", Name::Path),
    // Vite, Vitest, webpack, esbuild
    ("Failed to resolve import ", Name::Path),
    ("Failed to load url ", Name::Path),
    ("Can't resolve ", Name::Path),
    ("Could not resolve ", Name::Path),
    // Ruby, PHP
    ("cannot load such file -- ", Name::Path),
    ("Failed opening required ", Name::Path),
    // Go: a package lies in the directory that its path ends with.
    ("provides package ", Name::Path),
    ("cannot find package ", Name::Path),
    ("undefined: ", Name::Qualifier),
    // Python
    ("No module named ", Name::Dots),
    ("cannot import name ", Name::Dots),
    // Java, Kotlin, C#, Ruby
    ("symbol: class ", Name::Class),
    ("symbol: variable ", Name::Class),
    ("nresolved reference ", Name::Class),
    ("nresolved reference: ", Name::Class),
    ("type or namespace name ", Name::Class),
    ("uninitialized constant ", Name::Class),
];

/// What Go, Java and PHP say behind one.
const NOT_THERE: &[(&str, Name)] = &[
    (" is not in std", Name::Path),
    (" is not in GOROOT", Name::Path),
    (" does not exist", Name::Dots),
    (" not found", Name::Class),
];

/// How Rust says that it cannot find what stands in that line in quotes.
const UNKNOWN_NAMES: &[&str] = &["cannot find ", "could not find ", "unresolved import "];

/// The files that an output names on the way to what fails, and the names of those that it misses, as paths without an ending.
pub(super) fn around(output: &str) -> Vec<String> {
    let told = telling(output);
    let on_the_way = told.iter().flat_map(|line| places_in(line)).map(|(file, _)| file.to_owned());
    let missing = output.lines().flat_map(missing);
    let found = on_the_way.chain(missing).filter(|file| !is_foreign(file));
    let found: BTreeSet<String> = found.collect();
    found.into_iter().take(MAX_FILES).collect()
}

/// Whether a file, by its path from the root, is one that was named so: it itself, whatever its ending is, or its package.
pub(crate) fn is_around(file: &str, told: &str) -> bool {
    let (directory, _) = file.rsplit_once('/').unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    is_named_by(file, told)
        || is_named_by(stem, told)
        || (!directory.is_empty() && is_named_by(directory, told))
}

/// What a line says is not there.
fn missing(line: &str) -> Vec<String> {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let in_front = NOT_THERE.iter().filter_map(|(sign, how)| {
        let name = line.split_once(sign)?.0.rsplit(' ').next()?;
        Some(how.files(name.trim_matches(['"', '\'']), ""))
    });
    let behind = MISSING.iter().filter_map(|(sign, how)| {
        let (name, rest) = quoted(line.split_once(sign)?.1)?;
        Some(how.files(name, rest))
    });
    let is_rust = UNKNOWN_NAMES.iter().any(|sign| line.contains(sign));
    let names = line.split('`').skip(1).step_by(2).filter(|_| is_rust).flat_map(last_names);
    in_front.chain(behind).flatten().chain(names).filter(|path| !path.is_empty()).collect()
}

/// The names of a path that may be files: of `crate::cart::total` the last two.
fn last_names(path: &str) -> impl Iterator<Item = String> {
    let names = path.rsplit("::").filter(|own| !["crate", "self", "super"].contains(own));
    names.take(2).filter(|own| is_word(own)).map(str::to_owned)
}

/// The name that a text begins with, in quotes or without, and what stands behind it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|first| ['\'', '"', '`', '\u{2018}'].contains(first));
    match quote {
        Some(quote) => {
            let closing = if quote == '\u{2018}' { '\u{2019}' } else { quote };
            text.get(quote.len_utf8()..)?.split_once(closing)
        }
        None => {
            let end = text.find([' ', ',', ';', ')']).unwrap_or(text.len());
            text.split_at_checked(end)
        }
    }
    .filter(|(name, _)| !name.is_empty())
}

impl Name {
    /// The paths that it may stand for, by what is said behind it.
    fn files(self, name: &str, behind: &str) -> Vec<String> {
        match self {
            Self::Path => vec![without_ending(&joined(name, asking(behind)))],
            Self::Dots => {
                let module = asking(behind).filter(|module| !module.contains('/'));
                let whole = module.map_or_else(|| name.to_owned(), |module| format!("{module}.{name}"));
                vec![whole.replace('.', "/")]
            }
            Self::Class => {
                let class = name.rsplit(['\\', '.', ':']).next().unwrap_or(name);
                let is_class = is_word(class) && class.starts_with(|c: char| c.is_uppercase());
                if is_class { vec![class.to_owned(), in_snake_case(class)] } else { Vec::new() }
            }
            Self::Qualifier => {
                let package = name.split_once('.').map(|(package, _)| package);
                package.filter(|own| is_word(own)).into_iter().map(str::to_owned).collect()
            }
        }
    }
}

/// The file that asks for what is missing: `from 'src/a.ts'`, `imported from /w/a.js`, `(resolved id: …) in /w/a.js`.
fn asking(behind: &str) -> Option<&str> {
    let (_, file) = ["from ", " in "].iter().find_map(|word| behind.split_once(word))?;
    quoted(file).map(|(file, _)| file.trim_end_matches('.'))
}

/// A path as it is seen from the file that asks for it; if nobody knows which that is, by what it ends with.
fn joined(path: &str, from: Option<&str>) -> String {
    let path = path.trim_start_matches("file://");
    let is_relative = path.starts_with("./") || path.starts_with("../");
    match from.and_then(|from| from.rsplit_once('/')).filter(|_| is_relative) {
        Some((directory, _)) => {
            let whole = hookward_effects::normalise(path, &format!("/{directory}"));
            whole.trim_start_matches('/').to_owned()
        }
        None => path.trim_start_matches(['.', '/']).to_owned(),
    }
}

/// Sources may be named by what is made of them: `./a.js` for a.ts.
fn without_ending(path: &str) -> String {
    let stem = path.rsplit_once('.').filter(|_| is_code_by_name(path)).map(|(stem, _)| stem);
    stem.unwrap_or(path).to_owned()
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// Ruby calls the file of `ShopCart` so: `shop_cart`.
fn in_snake_case(class: &str) -> String {
    let mut snake = String::with_capacity(class.len() + 4);
    for letter in class.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests;
