//! What a source file imports, calls and spells out: as much of its syntax as rules about architecture look at.

mod attributes;
mod component;
mod javascript;
mod maker;
mod notebook;
mod renamed;
mod scanner;
mod script_words;
mod statements;
mod trade;
#[cfg(feature = "grammars")]
mod tree;

pub(crate) use attributes::{Parted, has_inline_tests};
pub(crate) use javascript::{Spelled, spelled};
pub(crate) use maker::{Maker, module_path, without_node};
pub(crate) use notebook::{is_notebook, with_cell};
pub(crate) use trade::{Free, Handed, Part, Taken, Trade};

/// What was found in a file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Code {
    /// Modules that it imports, in whatever form.
    pub(crate) imports: Vec<Found>,
    /// What it calls or constructs, by its path: `lambda.invoke`. Other names of the same are resolved.
    pub(crate) calls: Vec<Found>,
    /// Texts that it spells out; what is filled in stands in braces: `USER#{id}`.
    pub(crate) literals: Vec<Literal>,
    /// Whether names that differ in capitals are the same.
    pub(crate) spelling: Spelling,
    /// What is put in the place of something else: by what makes it (`jest.fn`), and what stood there (`of`).
    pub(crate) replaced: Vec<Found>,
    /// What it takes from other modules, and hands on.
    pub(crate) trade: Trade,
}

/// When two names are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Spelling {
    /// If they are written the same.
    #[default]
    Exact,
    /// If they are, but for capitals: PHP's classes and functions.
    AnyCase,
}

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Found {
    /// The module or the path.
    pub(crate) name: String,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// The first argument of a call, if it is a text.
    pub(crate) argument: Option<String>,
    /// The module that the first argument of a call was imported from; of what is used through an import, that import.
    pub(crate) of: Option<String>,
    /// By which import it is called; of JavaScript.
    pub(crate) through: Option<Through>,
    /// Where what is called comes from.
    pub(crate) maker: Maker,
    /// Whose name it is.
    pub(crate) naming: Naming,
    /// Of an import: how long there is one.
    pub(crate) lasts: Lasts,
    /// Of a call: what is called.
    pub(crate) callee: Callee,
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Callee {
    /// A function or a class: by its own name, or as a part of a module.
    #[default]
    Function,
    /// A method of some object.
    Method,
    /// A function that is not called here, but given to somebody who may: `map(eval, all)`.
    HandedOn,
}

/// Whether a name is that of a class, as they are written.
pub(crate) fn names_class(name: &str) -> bool {
    name.rsplit('.').next().is_some_and(|own| own.starts_with(char::is_uppercase))
}

/// Whether the path of something that no module makes is that of a method: `runner.eval`, and not `window.eval`.
pub(crate) fn names_method(path: &str) -> bool {
    let of = path.rsplit_once('.').map(|(of, _)| of);
    of.is_some_and(|of| !statements::GLOBALS.contains(&of)) && !names_class(path)
}

/// How long an import is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Lasts {
    /// It is there when the program runs.
    #[default]
    ToTheRun,
    /// It is gone with the types: `import type`.
    ForTypesOnly,
}

/// Whose name for something it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Naming {
    /// The file's own.
    #[default]
    Written,
    /// What that stands for: a path, or where it is made.
    Resolved,
}

/// An import that something is called by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Through {
    /// What the file calls it.
    pub(crate) own: String,
    /// The module, as the file names it.
    pub(crate) module: String,
}

/// A text that a file spells out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// The text.
    pub(crate) text: String,
    /// The property or variable that it is the value of.
    pub(crate) holder: Option<String>,
    /// Its line, from 1.
    pub(crate) line: usize,
}

/// A language whose imports are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// JavaScript and TypeScript: a real parser.
    JavaScript,
    /// Python.
    Python,
    /// Go.
    Go,
    /// Rust.
    Rust,
    /// Java.
    Java,
    /// Kotlin and Scala, which read like Java.
    Kotlin,
    /// PHP.
    Php,
}

impl Language {
    /// The language of a file, by its name.
    pub(crate) fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            // Of a component, what stands in its scripts.
            "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" | "vue" | "svelte" => {
                Some(Self::JavaScript)
            }
            // What a notebook really holds, the notebook says.
            "py" | "pyi" | "ipynb" => Some(Self::Python),
            "go" => Some(Self::Go),
            "rs" => Some(Self::Rust),
            "java" => Some(Self::Java),
            "kt" | "kts" | "scala" => Some(Self::Kotlin),
            "php" => Some(Self::Php),
            _ => None,
        }
    }

    /// Whether a file is of one of them, by its name.
    pub(crate) fn is_one_of(path: &str) -> bool {
        Self::of(path).is_some()
    }
}

/// Longer files are not read by a parser.
const MAX_LENGTH: usize = 512 * 1024;

/// What a file holds; why not, if it cannot be read.
pub(crate) fn read(path: &str, text: &str) -> Result<Code, &'static str> {
    if is_notebook(path) {
        return match notebook::code(text) {
            Some((Some(language), code)) => read_as(language, "cells.ts", &code),
            Some((None, _)) => Ok(Code::default()),
            None => Err("it is no notebook that can be read"),
        };
    }
    if component::is_component(path) {
        return read_as(Language::JavaScript, "script.ts", &component::scripts(text));
    }
    match Language::of(path) {
        Some(language) => read_as(language, path, text),
        None => Err("its language is not one that is read"),
    }
}

/// What a file holds, also if it breaks its syntax for a while: then what its words say.
pub(crate) fn read_broken(path: &str, text: &str) -> Result<Code, &'static str> {
    read(path, text).or_else(|why| match Language::of(path) {
        Some(Language::JavaScript) if why == javascript::BROKEN => {
            let scripts = component::is_component(path).then(|| component::scripts(text));
            Ok(statements::read(Language::JavaScript, scripts.as_deref().unwrap_or(text)))
        }
        Some(_) | None => Err(why),
    })
}

/// Whether nothing is in a file but declarations: types without methods that do anything, constants, names that are handed on.
pub(crate) fn only_declares(path: &str, text: &str) -> bool {
    if is_notebook(path) || component::is_component(path) {
        return false;
    }
    match Language::of(path) {
        Some(Language::JavaScript) => javascript::only_declares(path, text),
        #[cfg(feature = "grammars")]
        Some(language) => tree::only_declares(language, text).unwrap_or(false),
        #[cfg(not(feature = "grammars"))]
        Some(_) => false,
        None => false,
    }
}

/// By a parser, if there is one; else by words.
fn read_as(language: Language, path: &str, text: &str) -> Result<Code, &'static str> {
    if language == Language::JavaScript {
        return javascript::read(path, text);
    }
    let mut code = by_tree(language, path, text).unwrap_or_else(|| Ok(statements::read(language, text)))?;
    if language == Language::Php {
        code.spelling = Spelling::AnyCase;
    }
    Ok(code)
}

/// How the languages besides JavaScript and TypeScript are read here.
#[must_use]
pub const fn reading() -> &'static str {
    if cfg!(feature = "grammars") { "syntax trees" } else { "words" }
}

/// By its tree, if this build has a grammar of its language.
#[cfg(feature = "grammars")]
fn by_tree(language: Language, path: &str, text: &str) -> Option<Result<Code, &'static str>> {
    tree::read(language, path, text)
}

#[cfg(not(feature = "grammars"))]
fn by_tree(_: Language, _: &str, _: &str) -> Option<Result<Code, &'static str>> {
    None
}
