//! What only Python has.

use std::borrow::Cow;
use std::collections::HashSet;

use tree_sitter::Node;

use super::escapes::decoded;
use super::facts::{Facts, Use, line};
use super::names::Kind;
use super::shapes::{Shapes, as_spelled, part};
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
    choices: &[("conditional_expression", &["", "~"]), ("boolean_operator", &["left", "right"])],
    calls: &[("call", "function", "arguments")],
    methods: &[],
    parts: &["attribute"],
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
    declares: &[("function_definition", "name"), ("class_definition", "name"), ("assignment", "left")],
    scopes: &["function_definition", "class_definition", "lambda"],
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
    laid_out: as_spelled,
};

/// Calls that give the module that they are told.
const IMPORTERS: &[&str] =
    &["importlib.import_module", "importlib.__import__", "builtins.__import__", "__import__"];

/// Whether a name stands for something that is used: not for a member of something, nor for what gets that name there.
fn is_name_alone(node: Node) -> bool {
    let Some(parent) = node.parent() else { return false };
    let own = match parent.kind() {
        "attribute" => parent.child_by_field_name("attribute"),
        "keyword_argument" | "default_parameter" | "function_definition" | "class_definition" => {
            parent.child_by_field_name("name")
        }
        "dotted_name" | "aliased_import" | "parameters" | "lambda_parameters" | "typed_parameter" => {
            Some(node)
        }
        _ => None,
    };
    own != Some(node)
}

/// Names that a node gives to something.
fn bound(node: Node, facts: &mut Facts) {
    let targets: &[&str] = match node.kind() {
        "module" => {
            facts.bound = Some(HashSet::new());
            return;
        }
        "assignment" | "for_statement" | "for_in_clause" => &["left"],
        "function_definition" => &["name", "parameters"],
        "lambda" => &["parameters"],
        "named_expression" | "class_definition" => &["name"],
        "as_pattern" => &["alias"],
        _ => return,
    };
    let mut rest: Vec<Node> = targets.iter().filter_map(|name| node.child_by_field_name(name)).collect();
    while let Some(target) = rest.pop() {
        match target.kind() {
            "identifier" => {
                let name = facts.source(target).to_owned();
                facts.bound.get_or_insert_default().insert(name);
            }
            // An element or a member of something gives it no name.
            "attribute" | "subscript" => {}
            "default_parameter" | "typed_default_parameter" => {
                rest.extend(target.child_by_field_name("name"));
            }
            "typed_parameter" => rest.extend(part(target, "")),
            _ => {
                let mut cursor = target.walk();
                rest.extend(target.named_children(&mut cursor));
            }
        }
    }
}

fn take(node: Node, facts: &mut Facts) {
    bound(node, facts);
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
                // Of `a.b.c`, `a` and `a.b` are modules, too.
                let ends = module.match_indices('.').map(|(at, _)| at).chain([module.len()]);
                facts.modules.extend(ends.filter_map(|end| module.get(..end).map(str::to_owned)));
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
        // What is reached through a package is a module of it, or in one. The longest first: others are parts of it.
        "attribute" => {
            let start = Some(node.start_byte());
            if facts.path_at != start
                && let Some(path) = facts.path_of(node)
            {
                facts.path_at = start;
                facts.used(path, Use::Part, line(node));
            }
        }
        // A name that may come from where everything is imported.
        "identifier" if facts.names.has_everything() && is_name_alone(node) => {
            facts.used(facts.source(node).to_owned(), Use::Bare, line(node));
        }
        "module" => pass_docstring(node, facts),
        "function_definition" | "class_definition" => {
            if let Some(body) = node.child_by_field_name("body") {
                pass_docstring(body, facts);
            }
        }
        // `m = importlib.import_module("x")` is x.
        "assignment" | "named_expression" => {
            let name = node.child_by_field_name("left").or(node.child_by_field_name("name"));
            let value = node.child_by_field_name("right").or(node.child_by_field_name("value"));
            if let Some((name, text)) = name
                .filter(|name| name.kind() == "identifier")
                .zip(value.and_then(|value| facts.text_of(value)))
            {
                facts.constants.insert(facts.source(name).to_owned(), text);
            }
            // `cart.total = MagicMock()`
            let part = name.filter(|name| name.kind() == "attribute").and_then(|name| facts.path_of(name));
            let made = value.filter(|value| value.kind() == "call").and_then(|call| called(call, facts));
            if let Some((part, made)) = part.zip(made) {
                facts.replaced(made, part, line(node));
            }
            let told = value.filter(|value| value.kind() == "call").and_then(|call| imported(call, facts));
            if let Some((name, module)) = name.and_then(|name| facts.path_of(name)).zip(told) {
                facts.names.add(&name, module, Kind::Variable);
            }
        }
        // `importlib.import_module("x").y()` is x.y, `getattr(x, "y")()` too.
        "call" => {
            let Some(callee) = node.child_by_field_name("function") else { return };
            for module in told(node, facts) {
                facts.import(module, line(node));
            }
            // `MagicMock(spec=Cart)` stands in for it.
            let spec = SPECS.iter().find_map(|name| argument(node, usize::MAX, name, facts));
            let spec = spec.and_then(|spec| facts.path_of(spec));
            if let Some((spec, made)) = spec.zip(called(node, facts)) {
                facts.replaced(made, spec, line(node));
            }
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

/// Arguments that name what something stands in for.
const SPECS: &[&str] = &["spec", "spec_set", "wraps"];

/// What a call calls.
fn called(call: Node, facts: &Facts) -> Option<String> {
    call.child_by_field_name("function").and_then(|callee| facts.path_of(callee))
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
    let module = said(argument(call, 0, "name", facts).filter(|_| is_importer(call, facts))?, facts)?;
    let package = argument(call, 1, "package", facts).and_then(|package| said(package, facts));
    let Some(package) = package.filter(|_| module.starts_with('.')) else { return Some(module) };
    // `.db` of a package is in it, `..db` beside it.
    let name = module.trim_start_matches('.');
    let mut stem: Vec<&str> = package.split('.').collect();
    stem.truncate((stem.len() + 1).saturating_sub(module.len() - name.len()));
    stem.push(name);
    Some(stem.join("."))
}

fn is_importer(call: Node, facts: &Facts) -> bool {
    let name = call.child_by_field_name("function").and_then(|name| facts.path_of(name));
    let names = name.map(|name| facts.names.resolved(&name)).unwrap_or_default();
    names.iter().any(|name| matches!(name.rsplit('.').next(), Some("import_module" | "__import__")))
}

/// The modules that a call imports by more than the text that it is told first.
fn told(call: Node, facts: &Facts) -> Vec<String> {
    let first = argument(call, 0, "name", facts).filter(|_| is_importer(call, facts));
    let Some((first, module)) = first.zip(imported(call, facts)) else { return Vec::new() };
    let list = argument(call, 3, "fromlist", facts);
    let mut cursor = call.walk();
    let names = list.into_iter().flat_map(|list| list.named_children(&mut cursor).collect::<Vec<_>>());
    let names = names.filter_map(|name| facts.text_of(name)).map(|name| format!("{module}.{name}"));
    let mut modules: Vec<String> = names.collect();
    if facts.text_of(first).as_ref() != Some(&module) {
        modules.push(module);
    }
    modules
}

/// An argument, by its place or its name.
fn argument<'t>(call: Node<'t>, place: usize, name: &str, facts: &Facts) -> Option<Node<'t>> {
    let arguments = call.child_by_field_name("arguments")?;
    let mut cursor = arguments.walk();
    let all: Vec<Node> = arguments.named_children(&mut cursor).filter(|one| !one.is_extra()).collect();
    let is_it = |one: &&Node| {
        one.child_by_field_name("name").is_some_and(|own| facts.source(own) == name)
            && one.kind() == "keyword_argument"
    };
    let by_name = all.iter().find(is_it).and_then(|one| one.child_by_field_name("value"));
    by_name.or_else(|| all.get(place).copied().filter(|one| one.kind() != "keyword_argument"))
}

/// The text that something is, or stands for.
fn said(node: Node, facts: &Facts) -> Option<String> {
    facts.text_of(node).or_else(|| facts.constants.get(facts.source(node)).cloned())
}

/// The text that a module, a class or a function begins with speaks to readers.
fn pass_docstring(body: Node, facts: &mut Facts) {
    let first = part(body, "").filter(|first| first.kind() == "expression_statement");
    if let Some(text) = first.and_then(|first| part(first, "")).filter(|text| text.kind() == "string") {
        facts.pass_text(text);
    }
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
        "relative_import" => {
            let parts = node.named_children(&mut cursor).filter(|part| !part.is_error());
            parts.map(|part| plain(part, facts)).collect()
        }
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
