//! What only Go has.

use std::borrow::Cow;
use std::collections::HashMap;

use tree_sitter::Node;

use super::Grammar;
use super::facts::{Facts, line};
use super::names::Kind;
use super::shapes::{Shapes, as_it_stands, as_spelled};
use crate::syntax::{Code, Found, Maker};

/// The most packages of one name that a file imports.
const MAX_SAME: usize = 8;

pub(super) static GRAMMAR: Grammar = Grammar {
    language: || tree_sitter_go::LANGUAGE.into(),
    shapes: &SHAPES,
    take,
    finish,
    prepare: |text| Cow::Borrowed(text),
};

static SHAPES: Shapes = Shapes {
    names: &["identifier", "type_identifier", "package_identifier", "field_identifier"],
    members: &[("selector_expression", "operand", "field"), ("qualified_type", "package", "name")],
    through: &[
        ("index_expression", "operand"),
        ("slice_expression", "operand"),
        ("type_assertion_expression", "type"),
        ("type_conversion_expression", "type"),
        ("type_instantiation_expression", "type"),
        ("pointer_type", ""),
        ("generic_type", "type"),
    ],
    wraps: &[("parenthesized_expression", ""), ("literal_element", ""), ("unary_expression", "operand")],
    choices: &[],
    calls: &[
        ("call_expression", "function", "arguments"),
        ("composite_literal", "type", "#arguments"),
        ("type_conversion_expression", "type", "#arguments"),
    ],
    methods: &[],
    parts: &["selector_expression"],
    held: &[
        ("assignment_statement", "left", "right"),
        ("short_var_declaration", "left", "right"),
        ("var_spec", "name", "value"),
        ("const_spec", "name", "value"),
        ("keyed_element", "key", "value"),
    ],
    binds: &["assignment_statement", "short_var_declaration", "var_spec"],
    typed: &[("parameter_declaration", "name", "type"), ("var_spec", "name", "type")],
    declares: &[],
    scopes: &[],
    lists: &["expression_list"],
    elements: &[("index_expression", "index")],
    tables: &[],
    texts: &["interpreted_string_literal", "raw_string_literal"],
    contents: &["interpreted_string_literal_content", "raw_string_literal_content"],
    frames: &[],
    rows: &[],
    sums: &[("binary_expression", "+")],
    separator: ".",
    unescape: as_it_stands,
    laid_out: as_spelled,
};

fn take(node: Node, facts: &mut Facts) {
    if node.kind() != "import_spec" {
        return;
    }
    let Some(module) = node.child_by_field_name("path").and_then(|path| facts.text_of(path)) else { return };
    let package = package(&module).to_owned();
    facts.modules.insert(package.clone());
    match node.child_by_field_name("name") {
        Some(name) if name.kind() == "dot" => facts.names.add_everything_of(package),
        Some(name) => facts.names.add(facts.source(name), package, Kind::Import),
        None => {}
    }
    facts.import(module, line(node));
}

/// Calls are known by the name of a package; its whole path says which one that is.
fn finish(code: &mut Code) {
    let mut modules: HashMap<&str, Vec<String>> = HashMap::new();
    for import in &code.imports {
        modules.entry(package(&import.name)).or_default().push(import.name.replace('/', "."));
    }
    let mut more = Vec::new();
    for call in &mut code.calls {
        let first = call.name.split('.').next().unwrap_or_default();
        let rest = call.name.get(first.len()..).unwrap_or_default();
        let mut makers = modules.get(first).into_iter().flatten();
        let whole = |module: &String| Maker::Module(format!("{module}{rest}"));
        let known = makers.next().map(whole);
        // Packages of one name are told apart by nothing here.
        more.extend(makers.take(MAX_SAME).map(|module| Found { maker: whole(module), ..call.clone() }));
        call.maker = known.unwrap_or_default();
    }
    code.calls.extend(more);
}

/// The name that a module goes by, if nothing else is said: its last part, but for a version.
fn package(module: &str) -> &str {
    let is_version = |part: &str| {
        part.strip_prefix('v').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut parts = module.rsplit('/');
    let last = parts.next().unwrap_or_default();
    let last = if is_version(last) { parts.next().unwrap_or(last) } else { last };
    match last.rsplit_once('.') {
        Some((name, version)) if is_version(version) => name,
        _ => last,
    }
}
