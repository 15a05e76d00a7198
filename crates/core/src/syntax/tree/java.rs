//! What only Java has.

use std::borrow::Cow;

use tree_sitter::Node;

use super::facts::{Facts, Use, line};
use super::names::Kind;
use super::shapes::{Shapes, as_it_stands, part, without_indent};
use super::{Grammar, add_told};
use crate::syntax::renamed::of_java;
use crate::syntax::statements::STAND_INS;
use crate::syntax::{Code, Found};

pub(super) static GRAMMAR: Grammar =
    Grammar { language: || tree_sitter_java::LANGUAGE.into(), shapes: &SHAPES, take, finish, prepare };

static SHAPES: Shapes = Shapes {
    names: &["identifier", "type_identifier", "this", "super"],
    members: &[
        ("method_invocation", "object", "name"),
        ("field_access", "object", "field"),
        ("scoped_identifier", "scope", "name"),
        ("scoped_type_identifier", "", "~"),
        ("method_reference", "", "~"),
    ],
    through: &[
        ("array_access", "array"),
        ("cast_expression", "type"),
        ("generic_type", ""),
        ("array_type", "element"),
        ("annotated_type", "~"),
        ("class_literal", ""),
    ],
    wraps: &[("parenthesized_expression", "")],
    choices: &[("ternary_expression", &["consequence", "alternative"])],
    calls: &[
        ("method_invocation", ".", "arguments"),
        ("method_reference", ".", "#argument_list"),
        ("object_creation_expression", "type", "arguments"),
        ("annotation", "name", "arguments"),
        ("marker_annotation", "name", "arguments"),
    ],
    methods: &[],
    parts: &["method_invocation", "method_reference"],
    held: &[
        ("variable_declarator", "name", "value"),
        ("assignment_expression", "left", "right"),
        ("element_value_pair", "key", "value"),
    ],
    binds: &["variable_declarator", "assignment_expression"],
    typed: &[("formal_parameter", "name", "type"), ("resource", "name", "type")],
    declares: &[],
    scopes: &[],
    lists: &[],
    elements: &[],
    tables: &[],
    texts: &["string_literal"],
    contents: &["string_fragment", "multiline_string_fragment"],
    frames: &[],
    rows: &[],
    sums: &[("binary_expression", "+")],
    separator: ".",
    unescape: as_it_stands,
    laid_out,
};

/// Calls that give the class that they are told.
const IMPORTERS: &[&str] = &["forName", "loadClass"];

/// Letters may be written by their numbers anywhere, not only in texts. Lines stay where they are.
fn prepare(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let digits = after.trim_start_matches('u');
        let number = digits.get(..4).filter(|_| digits.len() < after.len());
        let sign = number.and_then(|number| u32::from_str_radix(number, 16).ok()).and_then(char::from_u32);
        match sign.filter(|sign| !matches!(sign, '\n' | '\r')) {
            Some(sign) => {
                out.push(sign);
                rest = digits.get(4..).unwrap_or_default();
            }
            None => {
                // `\\u0041` is a backslash and five letters.
                let own = after.chars().next().map_or(0, char::len_utf8);
                out.push('\\');
                out.push_str(after.get(..own).unwrap_or_default());
                rest = after.get(own..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn take(node: Node, facts: &mut Facts) {
    match node.kind() {
        "import_declaration" => {
            facts.passed = node.end_byte();
            let Some(name) = part(node, "").and_then(|name| facts.path_of(name)) else { return };
            if part(node, "#asterisk").is_some() {
                facts.import(format!("{name}.*"), line(node));
                facts.names.add_everything_of(name);
            } else {
                let own = name.rsplit('.').next().unwrap_or_default();
                facts.names.add(own, name.clone(), Kind::Import);
                facts.import(name, line(node));
            }
        }
        "formal_parameter" => {
            let of = node.child_by_field_name("type").and_then(|of| facts.path_of(of));
            if let Some((line, of)) = stands_in(node, facts).zip(of) {
                facts.called(Found { name: "mock".to_owned(), line, of: Some(of), ..Found::default() });
            }
        }
        "package_declaration" => facts.passed = node.end_byte(),
        "local_variable_declaration" | "field_declaration" => {
            let Some(of) = node.child_by_field_name("type").and_then(|of| facts.path_of(of)) else { return };
            let mut cursor = node.walk();
            for declared in node.children_by_field_name("declarator", &mut cursor) {
                let Some(name) = declared.child_by_field_name("name") else { continue };
                let name = facts.source(name);
                facts.names.add(name, of.clone(), Kind::Variable);
                facts.names.add(&format!("this.{name}"), of.clone(), Kind::Variable);
                inferred(declared, &of, facts);
            }
            if let Some(line) = stands_in(node, facts) {
                facts.called(Found { name: "mock".to_owned(), line, of: Some(of), ..Found::default() });
            }
        }
        "annotation" | "marker_annotation" => {
            if let Some(path) = node.child_by_field_name("name").and_then(|name| facts.path_of(name)) {
                used(&path, line(node), facts);
            }
        }
        "type_identifier"
        | "scoped_type_identifier"
        | "method_invocation"
        | "field_access"
        | "method_reference"
            if node.start_byte() >= facts.passed =>
        {
            if node.kind() == "scoped_type_identifier" {
                facts.passed = node.end_byte();
            }
            if let Some(path) = facts.path_of(node) {
                used(&path, line(node), facts);
            }
        }
        _ => {}
    }
}

/// A text block begins in its second line, without the space that all of its lines have, the last one too.
fn laid_out(_: Node, source: &str, spelled: String) -> String {
    let block = source.strip_prefix("\"\"\"").and_then(|_| spelled.split_once('\n'));
    let Some((_, block)) = block.filter(|(opening, _)| opening.trim().is_empty()) else { return spelled };
    let space = |line: &str| line.len() - line.trim_start().len();
    let last = block.rsplit('\n').next().map(space);
    let lines = block.split('\n').filter(|line| !line.trim().is_empty()).map(space);
    let block = without_indent(block, lines.chain(last).min().unwrap_or(0));
    block.split('\n').map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// `Cart c = Mockito.mock()`: what is given nothing makes what is declared.
fn inferred(declared: Node, of: &str, facts: &mut Facts) {
    let call = declared.child_by_field_name("value").filter(|value| value.kind() == "method_invocation");
    let Some(call) = call.filter(|call| part(*call, "arguments").is_some_and(|all| part(all, "").is_none()))
    else {
        return;
    };
    if let Some(name) = facts.path_of(call) {
        facts.called(Found { name, line: line(call), of: Some(of.to_owned()), ..Found::default() });
    }
}

/// The line of an annotation that puts something in the place of a field's class.
fn stands_in(field: Node, facts: &Facts) -> Option<usize> {
    let modifiers = part(field, "#modifiers")?;
    let mut cursor = modifiers.walk();
    let mut names = modifiers.named_children(&mut cursor).filter_map(|one| one.child_by_field_name("name"));
    let own =
        |name: &Node| facts.source(*name).rsplit('.').next().is_some_and(|name| STAND_INS.contains(&name));
    names.find(own).map(line)
}

/// A class that is used by its whole name, or by its own.
fn used(path: &str, line: usize, facts: &mut Facts) {
    let is_class = |name: &str| name.starts_with(char::is_uppercase);
    let names: Vec<&str> = path.split('.').collect();
    let Some(at) = names.iter().position(|name| is_class(name)) else { return };
    let whole = names.get(..=at).unwrap_or_default().join(".");
    facts.used(whole, if at == 0 { Use::Bare } else { Use::Whole }, line);
}

fn finish(code: &mut Code) {
    let is_told = |name: &str| name.rsplit('.').next().is_some_and(|name| IMPORTERS.contains(&name));
    add_told(code, is_told);
    for call in &mut code.calls {
        call.maker = of_java(&call.name).unwrap_or_default();
    }
}
