//! Imports, calls and texts of a file from its syntax tree.
//!
//! What a language has in common with others (paths of names, texts, calls, what holds what) is data: its `Shapes`. What
//! is its own, above all its imports, is a function over nodes. No walk goes down by recursion.

mod declared;
mod escapes;
mod facts;
mod go;
mod java;
mod names;
mod php;
mod python;
mod rust;
mod shapes;
mod words;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tree_sitter::{Node, ParseOptions, Parser, Tree, TreeCursor};

pub(super) use self::declared::only_declares;
use self::facts::Facts;
use self::shapes::Shapes;
use super::{Code, Found, Language, Literal, MAX_LENGTH, statements};

/// What a parser may do before it gives up: this, and more for every byte. Sources need less than a tenth of it.
const STEPS: usize = 2_000;
const BYTES_PER_STEP: usize = 8;

/// Nor may it take longer: some steps over a broken text cost as much as the text is long. A whole file takes a tenth.
const DEADLINE: Duration = Duration::from_secs(2);

/// A language that is read by its tree.
struct Grammar {
    language: fn() -> tree_sitter::Language,
    shapes: &'static Shapes,
    /// Takes in what only this language has.
    take: fn(Node, &mut Facts),
    /// Takes in what is known only when all names are.
    finish: fn(&mut Code),
    /// The text as the language reads it, before anything else.
    prepare: fn(&str) -> Cow<str>,
}

fn grammar(language: Language) -> Option<&'static Grammar> {
    match language {
        Language::Python => Some(&python::GRAMMAR),
        Language::Go => Some(&go::GRAMMAR),
        Language::Rust => Some(&rust::GRAMMAR),
        Language::Java => Some(&java::GRAMMAR),
        Language::Php => Some(&php::GRAMMAR),
        Language::JavaScript | Language::Kotlin => None,
    }
}

/// What a file holds; `None` if there is no grammar for its language.
pub(super) fn read(language: Language, path: &str, text: &str) -> Option<Result<Code, &'static str>> {
    grammar(language).map(|grammar| {
        if text.len() > MAX_LENGTH {
            return Err("it is too long to be read");
        }
        let text = &*(grammar.prepare)(text);
        let tree = parsed(grammar, text)?;
        let (mut code, end) = walked(grammar, path, text, &tree).ok_or("it holds too much to be read")?;
        // Nobody passes by breaking the syntax: what the tree may have lost, the words still say.
        if tree.root_node().has_error() {
            add_missed(&mut code, statements::read(language, text.get(..end).unwrap_or(text)));
        }
        Ok(code)
    })
}

fn parsed(grammar: &Grammar, text: &str) -> Result<Tree, &'static str> {
    let mut parser = Parser::new();
    parser.set_language(&(grammar.language)()).map_err(|_| "its grammar cannot be used")?;
    let mut steps = STEPS + text.len() / BYTES_PER_STEP;
    let start = Instant::now();
    let mut go_on = |_: &_| match steps.checked_sub(1) {
        Some(rest) if start.elapsed() < DEADLINE => {
            steps = rest;
            ControlFlow::Continue(())
        }
        Some(_) | None => ControlFlow::Break(()),
    };
    let bytes = text.as_bytes();
    let mut from = |at: usize, _| bytes.get(at..).unwrap_or_default();
    let options = ParseOptions::new().progress_callback(&mut go_on);
    parser.parse_with_options(&mut from, None, Some(options)).ok_or("it takes too long to read")
}

/// What a tree says, and where the program ends.
fn walked(grammar: &Grammar, path: &str, text: &str, tree: &Tree) -> Option<(Code, usize)> {
    let mut facts = Facts::new(text, path, grammar.shapes);
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_named() {
            facts.take(node);
            (grammar.take)(node, &mut facts);
        }
        let end = facts.end;
        if end.is_none() && (cursor.goto_first_child() || goes_on(&mut cursor)) {
            continue;
        }
        let mut code = facts.resolved()?;
        (grammar.finish)(&mut code);
        return Some((code, end.unwrap_or(text.len())));
    }
}

/// Goes on to what follows a node, of whatever holds it.
fn goes_on(cursor: &mut TreeCursor) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

/// Modules that calls import by the text that they are told.
fn add_told(code: &mut Code, imports: impl Fn(&str) -> bool) {
    let told = code.calls.iter().filter(|call| imports(&call.name));
    let told: BTreeSet<(usize, String)> =
        told.filter_map(|call| Some((call.line, call.argument.clone()?))).collect();
    let found = told.into_iter().map(|(line, name)| Found { name, line, ..Found::default() });
    code.imports.extend(found);
}

/// What the words of a broken file say and its tree does not. What both say is there once: a file that breaks for a while
/// has not more than before.
fn add_missed(code: &mut Code, words: Code) {
    fn last(name: &str) -> &str {
        name.rsplit(['.', ':', '\\', '/']).next().unwrap_or_default()
    }
    let known: HashSet<&str> = code.imports.iter().map(|own| own.name.as_str()).collect();
    let imports = words.imports.into_iter().filter(|one| !known.contains(one.name.as_str()));
    let imports: Vec<Found> = imports.collect();
    let known: HashSet<(usize, &str)> = code.calls.iter().map(|own| (own.line, last(&own.name))).collect();
    let calls = words.calls.into_iter().filter(|one| !known.contains(&(one.line, last(&one.name))));
    let calls: Vec<Found> = calls.collect();
    let held = |one: &Literal| (one.text.clone(), one.holder.clone());
    let known = code.literals.iter().flat_map(|own| [held(own), (own.text.clone(), None)]);
    let known: HashSet<(String, Option<String>)> = known.collect();
    let literals = words.literals.into_iter().filter(|one| !known.contains(&held(one)));
    let literals: Vec<Literal> = literals.collect();
    code.imports.extend(imports);
    code.calls.extend(calls);
    code.literals.extend(literals);
}

#[cfg(test)]
mod tests;
