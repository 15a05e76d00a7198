//! What only Rust has.

use std::borrow::Cow;

use tree_sitter::Node;

use super::Grammar;
use super::facts::{Facts, Use, line};
use super::names::Kind;
use super::shapes::{Shapes, as_spelled, named, part};
use super::words;
use crate::syntax::{Found, Language, Literal, statements};

pub(super) static GRAMMAR: Grammar = Grammar {
    language: || tree_sitter_rust::LANGUAGE.into(),
    shapes: &SHAPES,
    take,
    finish: |_| {},
    prepare: |text| Cow::Borrowed(text),
};

static SHAPES: Shapes = Shapes {
    names: &["identifier", "type_identifier", "field_identifier", "self", "crate", "super", "primitive_type"],
    members: &[
        ("scoped_identifier", "path", "name"),
        ("scoped_type_identifier", "path", "name"),
        ("field_expression", "value", "field"),
    ],
    through: &[
        ("await_expression", ""),
        ("try_expression", ""),
        ("index_expression", ""),
        ("unary_expression", ""),
        ("type_cast_expression", "value"),
        ("generic_function", "function"),
        ("generic_type", "type"),
        ("reference_type", "type"),
        ("bracketed_type", ""),
        ("qualified_type", "type"),
        ("dynamic_type", "trait"),
        ("macro_invocation", "macro"),
    ],
    wraps: &[("parenthesized_expression", ""), ("reference_expression", "value")],
    choices: &[
        ("if_expression", &["consequence", "alternative"]),
        ("block", &["~"]),
        ("else_clause", &["~"]),
    ],
    calls: &[("call_expression", "function", "arguments"), ("struct_expression", "name", "#arguments")],
    methods: &[],
    parts: &["field_expression"],
    held: &[
        ("let_declaration", "pattern", "value"),
        ("assignment_expression", "left", "right"),
        ("compound_assignment_expr", "left", "right"),
        ("field_initializer", "field", "value"),
        ("const_item", "name", "value"),
        ("static_item", "name", "value"),
    ],
    binds: &["let_declaration", "assignment_expression", "const_item", "static_item"],
    typed: &[
        ("parameter", "pattern", "type"),
        ("let_declaration", "pattern", "type"),
        ("type_item", "name", "type"),
    ],
    declares: &[
        ("function_item", "name"),
        ("struct_item", "name"),
        ("enum_item", "name"),
        ("union_item", "name"),
        ("trait_item", "name"),
        ("type_item", "name"),
        ("const_item", "name"),
        ("static_item", "name"),
        ("mod_item", "name"),
        ("macro_definition", "name"),
    ],
    scopes: &["function_item", "closure_expression", "impl_item", "trait_item"],
    lists: &[],
    elements: &[],
    tables: &[],
    texts: &["string_literal", "raw_string_literal"],
    contents: &["string_content"],
    frames: &[],
    rows: &[],
    sums: &[("binary_expression", "+")],
    separator: "::",
    unescape,
    laid_out: as_spelled,
};

fn take(node: Node, facts: &mut Facts) {
    let start = node.start_byte();
    match node.kind() {
        "use_declaration" => {
            facts.passed = node.end_byte();
            let Some(tree) = node.child_by_field_name("argument") else { return };
            match spread(tree, facts) {
                Some(all) => {
                    for (path, own) in all {
                        imported(&path, own.as_deref(), line(node), facts);
                    }
                }
                None => facts.overflows = true,
            }
        }
        "extern_crate_declaration" => {
            let called = |field: &str| node.child_by_field_name(field).map(|name| named(facts.source(name)));
            let Some(name) = called("name") else { return };
            let own = called("alias").unwrap_or(name);
            facts.names.add(own, name.to_owned(), Kind::Import);
            facts.import(name, line(node));
        }
        "mod_item" => {
            let name = node.child_by_field_name("name").map(|name| named(facts.source(name)));
            let Some(name) = name else { return };
            match node.child_by_field_name("body") {
                Some(_) => facts.within.push((node.end_byte(), name.to_owned())),
                None => imported(&["self".to_owned(), name.to_owned()], None, line(node), facts),
            }
        }
        "attribute_item" | "inner_attribute_item" => {
            let Some(attribute) = part(node, "#attribute") else { return };
            match part(attribute, "").map(|name| facts.source(name)) {
                // `#[path = "../x.rs"] mod x;`
                Some("path") => {
                    let value = attribute.child_by_field_name("value");
                    if let Some(module) = value.and_then(|value| facts.text_of(value)) {
                        facts.import(relative(&module), line(node));
                    }
                }
                // What is said to a reader is no text of the program.
                Some("doc") => facts.passed = node.end_byte(),
                Some(_) | None => {}
            }
        }
        "macro_invocation" if start >= facts.passed => {
            let holder = facts.take_holder(start);
            tokens(node, holder, facts);
        }
        "token_tree" if start >= facts.passed => tokens(node, None, facts),
        // `pub type A = b::C;`
        "type_item" => {
            let named = |field: &str| node.child_by_field_name(field).and_then(|part| facts.path_of(part));
            if facts.is_seen_outside() {
                facts.renamed.extend(named("name").zip(named("type")));
            }
        }
        // The outermost first: what it begins with is a part of it.
        "scoped_identifier" | "scoped_type_identifier" if start >= facts.passed => {
            let Some(path) = facts.path_of(node) else { return };
            used(path.split('.').map(str::to_owned).collect(), line(node), facts);
        }
        // A type that may come from where everything is imported; the end of a path does not.
        "type_identifier" if start >= facts.passed && facts.names.has_everything() => {
            let is_end = node.parent().is_some_and(|whole| whole.kind() == "scoped_type_identifier");
            if !is_end {
                facts.used(named(facts.source(node)).to_owned(), Use::Bare, line(node));
            }
        }
        _ => {}
    }
}

/// A path that is used: a whole one, or one that begins with the name of an import. A type's own name is neither.
fn used(names: Vec<String>, line: usize, facts: &mut Facts) {
    let Some(first) = names.first().cloned() else { return };
    let is_type = first.starts_with(char::is_uppercase);
    // Either may come from where everything is imported.
    if facts.names.has_everything() && !matches!(first.as_str(), "crate" | "self" | "super") {
        facts.used(if is_type { first } else { names.join(".") }, Use::Bare, line);
    }
    if is_type {
        return;
    }
    let path = absolute(&names, facts).unwrap_or(names).join(".");
    facts.used(path.clone(), Use::Part, line);
    facts.used(path, Use::Whole, line);
}

/// The paths of a `use`, each with the name that it goes by; `*` for everything in it. `None` if it is too deep.
fn spread(tree: Node, facts: &Facts) -> Option<Vec<(Vec<String>, Option<String>)>> {
    let names = |node: Node| -> Vec<String> {
        facts.path_of(node).map(|path| path.split('.').map(str::to_owned).collect()).unwrap_or_default()
    };
    let mut found = Vec::new();
    let mut rest: Vec<(Vec<String>, Node)> = vec![(Vec::new(), tree)];
    while let Some((stem, node)) = rest.pop() {
        let joined = |more: Option<Node>| {
            let more = more.map(&names).unwrap_or_default();
            // `a::{self}` is a.
            let more = if stem.is_empty() || more != ["self"] { more } else { Vec::new() };
            stem.iter().cloned().chain(more).collect::<Vec<String>>()
        };
        match node.kind() {
            "scoped_use_list" | "use_list" => {
                let stem = joined(node.child_by_field_name("path"));
                let list = node.child_by_field_name("list").unwrap_or(node);
                let mut cursor = list.walk();
                let mut each: Vec<Node> =
                    list.named_children(&mut cursor).filter(|one| !one.is_extra()).collect();
                each.reverse();
                rest.extend(each.into_iter().map(|one| (stem.clone(), one)));
            }
            "use_as_clause" => {
                let own = node.child_by_field_name("alias").map(|own| named(facts.source(own)).to_owned());
                found.push((joined(node.child_by_field_name("path")), own));
            }
            "use_wildcard" => {
                let mut path = joined(part(node, ""));
                path.push("*".to_owned());
                found.push((path, None));
            }
            _ => found.push((joined(Some(node)), None)),
        }
        // Nobody nests them deeper; each level costs as much as all above it.
        if stem.len() > MAX_STEM {
            return None;
        }
    }
    Some(found)
}

/// The longest path of a `use` that is followed.
const MAX_STEM: usize = 256;

/// An import as it stands, and seen from the root of the crate.
fn imported(path: &[String], own: Option<&str>, line: usize, facts: &mut Facts) {
    let whole = absolute(path, facts);
    let known = whole.as_deref().unwrap_or(path);
    match known.split_last() {
        Some((last, stem)) if last == "*" => facts.names.add_everything_of(stem.join(".")),
        Some((last, _)) => facts.names.add(own.unwrap_or(last), known.join("."), Kind::Import),
        None => return,
    }
    facts.import(path.join("::"), line);
    if let Some(whole) = whole {
        facts.import(whole.join("::"), line);
    }
}

/// A path that begins with `self` or `super`, from the root of the crate.
fn absolute(path: &[String], facts: &Facts) -> Option<Vec<String>> {
    if !matches!(path.first().map(String::as_str), Some("self" | "super")) {
        return None;
    }
    let mut module = module(facts.path)?;
    module.extend(facts.within.iter().map(|(_, name)| name.clone()));
    let mut rest = path;
    while let Some((first, more)) = rest.split_first() {
        match first.as_str() {
            "self" => {}
            "super" => {
                module.pop()?;
            }
            _ => break,
        }
        rest = more;
    }
    Some(["crate".to_owned()].into_iter().chain(module).chain(rest.iter().cloned()).collect())
}

/// The module that a file is, by its path.
fn module(path: &str) -> Option<Vec<String>> {
    let inner = match path.rfind("/src/") {
        Some(at) => path.get(at + "/src/".len()..)?,
        None => path.strip_prefix("src/")?,
    };
    let mut names: Vec<String> = inner.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    let is_root = names.len() == 1 && names.first().is_some_and(|name| name == "lib" || name == "main");
    if is_root || names.last().is_some_and(|name| name == "mod") {
        names.pop();
    }
    Some(names)
}

/// What a macro is given is only words: what they call, import and spell out.
fn tokens(node: Node, mut holder: Option<String>, facts: &mut Facts) {
    facts.passed = node.end_byte();
    let before = node.start_position().row;
    let given = words::of(facts.source(node));
    for (names, line) in words::paths(&given) {
        used(names, before + line, facts);
    }
    let said = statements::of_words(Language::Rust, &given);
    for import in said.imports {
        let path: Vec<String> = import.name.split("::").map(str::to_owned).collect();
        imported(&path, None, before + import.line, facts);
    }
    for call in said.calls {
        if call.name == "include"
            && let Some(file) = &call.argument
        {
            facts.import(relative(file), before + call.line);
        }
        facts.called(Found { line: before + call.line, ..call });
    }
    for one in said.literals {
        let text = super::escapes::decoded(&words::continued(&one.text));
        facts.spelled(Literal {
            text,
            line: before + one.line,
            holder: one.holder.or_else(|| holder.take()),
        });
    }
}

/// A line that goes on does so at its first sign.
fn unescape(before: &str, content: &str) -> String {
    let is_continued = before.ends_with("\\\n") || before.ends_with("\\\r\n");
    (if is_continued { content.trim_start() } else { content }).to_owned()
}

/// A file, from the directory of the one that names it.
fn relative(file: &str) -> String {
    if file.starts_with(['/', '.']) { file.to_owned() } else { format!("./{file}") }
}
