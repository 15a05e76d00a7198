//! What only Python has.

use std::borrow::Cow;

use tree_sitter::Node;

use super::escapes::decoded;
use super::facts::{Facts, line};
use super::names::Kind;
use super::shapes::Shapes;
use super::{Grammar, add_told};
use crate::syntax::Code;

pub(super) static GRAMMAR: Grammar = Grammar {
    language: || tree_sitter_python::LANGUAGE.into(),
    shapes: &SHAPES,
    take,
    finish,
    prepare: |text| Cow::Borrowed(text),
};

static SHAPES: Shapes = Shapes {
    names: &["identifier"],
    members: &[("attribute", "object", "attribute")],
    through: &[
        ("subscript", "value"),
        ("await", ""),
        ("as_pattern", ""),
        ("as_pattern_target", ""),
        ("type", ""),
        ("generic_type", ""),
        ("interpolation", ""),
    ],
    wraps: &[("parenthesized_expression", ""), ("keyword_argument", "value")],
    calls: &[("call", "function", "arguments")],
    held: &[
        ("assignment", "left", "right"),
        ("augmented_assignment", "left", "right"),
        ("named_expression", "name", "value"),
        ("keyword_argument", "name", "value"),
        ("default_parameter", "name", "value"),
        ("typed_default_parameter", "name", "value"),
        ("pair", "key", "value"),
    ],
    binds: &["assignment", "named_expression"],
    typed: &[
        ("typed_parameter", "", "type"),
        ("typed_default_parameter", "name", "type"),
        ("assignment", "left", "type"),
    ],
    lists: &["pattern_list", "tuple_pattern", "expression_list", "tuple"],
    elements: &[("subscript", "subscript")],
    tables: &["dictionary"],
    texts: &["string"],
    contents: &["string_content"],
    frames: &["string_start", "string_end"],
    rows: &["concatenated_string"],
    sums: &[("binary_operator", "+")],
    separator: ".",
    unescape,
};

/// Calls that give the module that they are told.
const IMPORTERS: &[&str] =
    &["importlib.import_module", "importlib.__import__", "builtins.__import__", "__import__"];

fn take(node: Node, facts: &mut Facts) {
    match node.kind() {
        "import_statement" => {
            for (module, own) in named(node, facts) {
                // `import a.b` makes a known, which is a.
                match own {
                    Some(own) => facts.names.add(&own, module.clone(), Kind::Import),
                    None => {
                        let first = module.split('.').next().unwrap_or_default().to_owned();
                        facts.names.add(&first, first.clone(), Kind::Import);
                    }
                }
                facts.import(module, line(node));
            }
        }
        "import_from_statement" => {
            let Some(module) = node.child_by_field_name("module_name") else { return };
            let module = plain(module, facts);
            facts.import(module.clone(), line(node));
            let dot = if module.ends_with('.') { "" } else { "." };
            for (name, own) in named(node, facts) {
                // What is imported may be a module too.
                let whole = format!("{module}{dot}{name}");
                facts.names.add(own.as_deref().unwrap_or(&name), whole.clone(), Kind::Import);
                facts.import(whole, line(node));
            }
            let mut cursor = node.walk();
            if node.named_children(&mut cursor).any(|part| part.kind() == "wildcard_import") {
                facts.names.add_everything_of(module);
            }
        }
        // `m = importlib.import_module("x")` is x.
        "assignment" | "named_expression" => {
            let name = node.child_by_field_name("left").or(node.child_by_field_name("name"));
            let value = node.child_by_field_name("right").or(node.child_by_field_name("value"));
            let told = value.filter(|value| value.kind() == "call").and_then(|call| imported(call, facts));
            if let Some((name, module)) = name.and_then(|name| facts.path_of(name)).zip(told) {
                facts.names.add(&name, module, Kind::Variable);
            }
        }
        // `importlib.import_module("x").y()` is x.y, `getattr(x, "y")()` too.
        "call" => {
            let Some(callee) = node.child_by_field_name("function") else { return };
            let inner = callee.child_by_field_name("object").filter(|inner| inner.kind() == "call");
            let module = inner.and_then(|inner| imported(inner, facts));
            let name = match (module, callee.child_by_field_name("attribute")) {
                (Some(module), Some(name)) => format!("{module}.{}", facts.source(name)),
                _ => match picked(callee, facts) {
                    Some(name) => name,
                    None => return,
                },
            };
            facts.call(name, callee.end_position().row + 1, None);
        }
        // `with a.b() as c`
        "as_pattern" => {
            let own = node.child_by_field_name("alias").and_then(|alias| facts.path_of(alias));
            if let Some((own, of)) = own.zip(facts.path_of(node)) {
                facts.names.add(&own, of, Kind::Variable);
            }
        }
        // A decorator is called with what it stands above.
        "decorator" => {
            let of = node.named_child(0).filter(|of| of.kind() != "call");
            if let Some(name) = of.and_then(|of| facts.path_of(of)) {
                facts.call(name, line(node), None);
            }
        }
        "exec_statement" => facts.call("exec".to_owned(), line(node), node.child_by_field_name("code")),
        _ => {}
    }
}

fn finish(code: &mut Code) {
    add_told(code, |name| IMPORTERS.contains(&name));
}

/// The names of an import, each with what it is called here.
fn named(node: Node, facts: &Facts) -> Vec<(String, Option<String>)> {
    let mut cursor = node.walk();
    let names = node.children_by_field_name("name", &mut cursor);
    let names = names.map(|name| match name.kind() {
        "aliased_import" => {
            let of = |field: &str| name.child_by_field_name(field).map(|part| plain(part, facts));
            (of("name").unwrap_or_default(), of("alias"))
        }
        _ => (plain(name, facts), None),
    });
    names.collect()
}

/// The module that a call imports by a text.
fn imported(call: Node, facts: &Facts) -> Option<String> {
    let name = facts.path_of(call.child_by_field_name("function")?)?;
    let is_it = matches!(name.rsplit('.').next(), Some("import_module" | "__import__"));
    let first = call.child_by_field_name("arguments")?.named_child(0).filter(|_| is_it)?;
    facts.text_of(first)
}

/// The path that `getattr(x, "y")` picks.
fn picked(callee: Node, facts: &Facts) -> Option<String> {
    let name = callee.child_by_field_name("function").filter(|name| facts.source(*name) == "getattr")?;
    let arguments = name.next_named_sibling()?;
    let of = arguments.named_child(0).and_then(|of| facts.path_of(of))?;
    let part = arguments.named_child(1).and_then(|part| facts.text_of(part))?;
    Some(format!("{of}.{part}"))
}

/// The name of a module or of a thing in it: spaces, breaks and what is broken may stand between its parts.
fn plain(node: Node, facts: &Facts) -> String {
    let mut cursor = node.walk();
    match node.kind() {
        "identifier" => facts.source(node).to_owned(),
        // Dots, and a name or none.
        "relative_import" => node.named_children(&mut cursor).map(|part| plain(part, facts)).collect(),
        "import_prefix" => facts.source(node).chars().filter(|sign| *sign == '.').collect(),
        _ => {
            let names = node.named_children(&mut cursor).filter(|name| name.kind() == "identifier");
            names.map(|name| facts.source(name)).collect::<Vec<_>>().join(".")
        }
    }
}

/// Raw texts have no escapes.
fn unescape(before: &str, content: &str) -> String {
    let prefix = before.split(['"', '\'']).next().unwrap_or_default();
    if prefix.contains(['r', 'R']) { content.to_owned() } else { decoded(content) }
}
