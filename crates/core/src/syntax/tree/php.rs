//! What only PHP has.

use std::borrow::Cow;

use tree_sitter::Node;

use super::Grammar;
use super::facts::{Facts, Use, line};
use super::names::Kind;
use super::shapes::{Shapes, as_it_stands, part, without_indent};

pub(super) static GRAMMAR: Grammar = Grammar {
    language: || tree_sitter_php::LANGUAGE_PHP.into(),
    shapes: &SHAPES,
    take,
    finish: |_| {},
    prepare: |text| Cow::Borrowed(text),
};

static SHAPES: Shapes = Shapes {
    names: &["name", "qualified_name", "relative_name", "namespace_name", "variable_name", "relative_scope"],
    members: &[
        ("member_access_expression", "object", "name"),
        ("nullsafe_member_access_expression", "object", "name"),
        ("scoped_property_access_expression", "scope", "name"),
        ("member_call_expression", "object", "name"),
        ("nullsafe_member_call_expression", "object", "name"),
        ("scoped_call_expression", "scope", "name"),
    ],
    through: &[
        ("subscript_expression", ""),
        ("class_constant_access_expression", ""),
        ("cast_expression", "value"),
        ("clone_expression", ""),
        ("named_type", ""),
        ("optional_type", ""),
    ],
    wraps: &[("parenthesized_expression", ""), ("argument", "~"), ("heredoc", "value"), ("nowdoc", "value")],
    choices: &[
        ("conditional_expression", &["body", "alternative"]),
        ("binary_expression", &["left", "right"]),
    ],
    calls: &[
        ("function_call_expression", "function", "arguments"),
        ("member_call_expression", ".", "arguments"),
        ("nullsafe_member_call_expression", ".", "arguments"),
        ("scoped_call_expression", ".", "arguments"),
        ("object_creation_expression", "", "#arguments"),
        ("attribute", "", "parameters"),
    ],
    methods: &["member_call_expression", "nullsafe_member_call_expression"],
    parts: &[],
    held: &[
        ("assignment_expression", "left", "right"),
        ("augmented_assignment_expression", "left", "right"),
        ("property_element", "name", "default_value"),
        ("simple_parameter", "name", "default_value"),
        ("property_promotion_parameter", "name", "default_value"),
        ("const_element", "", "~"),
        ("array_element_initializer", "", "~"),
        ("argument", "name", "~"),
    ],
    binds: &["assignment_expression"],
    typed: &[("simple_parameter", "name", "type"), ("property_promotion_parameter", "name", "type")],
    declares: &[],
    scopes: &[],
    lists: &[],
    elements: &[("subscript_expression", "~")],
    tables: &["array_creation_expression"],
    texts: &["string", "encapsed_string", "heredoc_body", "nowdoc_body", "shell_command_expression"],
    contents: &["string_content", "nowdoc_string"],
    frames: &[],
    rows: &[],
    sums: &[("binary_expression", ".")],
    separator: "\\",
    unescape: as_it_stands,
    laid_out,
};

fn take(node: Node, facts: &mut Facts) {
    match node.kind() {
        "namespace_use_declaration" => {
            facts.passed = node.end_byte();
            let stem = part(node, "#namespace_name").map(|stem| facts.source(stem)).unwrap_or_default();
            let body = node.child_by_field_name("body").unwrap_or(node);
            let mut cursor = body.walk();
            for clause in body.named_children(&mut cursor).filter(|one| one.kind() == "namespace_use_clause")
            {
                let Some(name) = part(clause, "").map(|name| facts.source(name)) else { continue };
                let name = format!("{stem}\\{name}").trim_matches('\\').to_owned();
                let own = clause.child_by_field_name("alias").map(|own| facts.source(own));
                let own = own.or(name.rsplit('\\').next()).unwrap_or_default();
                facts.names.add(own, name.replace('\\', "."), Kind::Import);
                facts.import(name, line(clause));
            }
        }
        "namespace_definition" => {
            let name = node.child_by_field_name("name");
            facts.namespace = name.map(|name| facts.source(name).replace('\\', ".")).unwrap_or_default();
            facts.passed = name.map_or(facts.passed, |name| name.end_byte());
        }
        // A trait of a class.
        "use_declaration" => {
            let mut cursor = node.walk();
            let names = node.named_children(&mut cursor).filter_map(|name| facts.path_of(name));
            for name in names.collect::<Vec<_>>() {
                for name in facts.names.resolved(&name) {
                    facts.import(name.trim_start_matches('.').replace('.', "\\"), line(node));
                }
            }
        }
        "qualified_name" | "relative_name" if node.start_byte() >= facts.passed => {
            let path = facts.name(node).replace('\\', ".");
            let first = path.split('.').next().unwrap_or_default();
            let own = first.eq_ignore_ascii_case("namespace").then(|| path.get(first.len()..)).flatten();
            // One that no import explains is of the namespace.
            let (path, by) = match own {
                Some(own) => (within(&facts.namespace, own), Use::Whole),
                None if first.is_empty() => (path, Use::Whole),
                None if facts.names.knows(first) => (path, Use::Part),
                None => (within(&facts.namespace, &path), Use::Whole),
            };
            facts.used(path, by, line(node));
        }
        "require_expression"
        | "require_once_expression"
        | "include_expression"
        | "include_once_expression" => {
            let Some(value) = part(node, "") else { return };
            for name in included(value, facts) {
                facts.import(name, line(node));
            }
        }
        // `$f = 'exec'`: a name that is a text can be called as well.
        "assignment_expression" => {
            let value = node.child_by_field_name("right").and_then(|value| facts.text_of(value));
            let is_name = |text: &String| {
                text.chars().all(|sign| sign.is_alphanumeric() || "_\\:".contains(sign)) && !text.is_empty()
            };
            let name = node.child_by_field_name("left").and_then(|name| facts.path_of(name));
            if let Some((name, of)) = name.zip(value.filter(is_name)) {
                facts.names.add(&name, of.replace("::", ".").replace('\\', "."), Kind::Variable);
            }
        }
        "function_call_expression" => {
            let name = node.child_by_field_name("function").map(|name| facts.source(name));
            // What stands behind it is data.
            if name.is_some_and(|name| name.eq_ignore_ascii_case("__halt_compiler")) {
                facts.end = Some(node.end_byte());
            }
            let first = part(node, "arguments").and_then(|all| part(all, ""));
            if let Some(called) = first.and_then(|first| facts.text_of(first))
                && matches!(name, Some("call_user_func" | "call_user_func_array" | "array_map"))
            {
                facts.call(called.replace("::", "."), line(node), None);
            }
        }
        // `new $cls`, `$cls::open()`
        "object_creation_expression" | "scoped_call_expression" => {
            let Some(of) = part(node, "").filter(|of| of.kind() == "variable_name") else { return };
            for class in facts.names.resolved(facts.source(of)) {
                if class.contains('.') && !class.starts_with('$') {
                    facts.import(class.trim_start_matches('.').replace('.', "\\"), line(node));
                }
            }
        }
        // A class that a call is told by a text: `$container->get('App\Db')`, `call_user_func(['App\Db', 'open'])`.
        "argument" => {
            let value = part(node, "~").map(|value| match value.kind() {
                "array_creation_expression" => {
                    part(value, "").and_then(|first| part(first, "")).unwrap_or(value)
                }
                _ => value,
            });
            if let Some(class) = value.and_then(|value| facts.text_of(value)).and_then(|text| class_of(&text))
            {
                facts.import(class, line(node));
            }
        }
        "property_declaration" => {
            let Some(of) = node.child_by_field_name("type").and_then(|of| facts.path_of(of)) else { return };
            let mut cursor = node.walk();
            for one in node.named_children(&mut cursor).filter(|one| one.kind() == "property_element") {
                let Some(name) = one.child_by_field_name("name") else { continue };
                own_field(facts.source(name), of.clone(), facts);
            }
        }
        "property_promotion_parameter" => {
            let of = node.child_by_field_name("type").and_then(|of| facts.path_of(of));
            if let Some((name, of)) = node.child_by_field_name("name").zip(of) {
                own_field(facts.source(name), of, facts);
            }
        }
        "shell_command_expression" => facts.call("shell_exec".to_owned(), line(node), Some(node)),
        _ => {}
    }
}

/// The class that a text names, with its namespace and nothing else but a method: `App\Db::open`.
fn class_of(text: &str) -> Option<String> {
    let plain = text.replace("\\\\", "\\");
    let class = plain.split("::").next().unwrap_or_default().trim_start_matches('\\');
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_uppercase())
            && part.chars().all(|sign| sign.is_alphanumeric() || sign == '_')
    };
    (class.contains('\\') && class.split('\\').all(is_name)).then(|| class.to_owned())
}

/// A whole path, of a namespace or of none.
fn within(namespace: &str, path: &str) -> String {
    let path = path.trim_start_matches('.');
    if namespace.is_empty() { format!(".{path}") } else { format!(".{namespace}.{path}") }
}

/// What stands between `<<<` and its end has no more space before its lines than that end has.
fn laid_out(node: Node, _: &str, spelled: String) -> String {
    let end = node.parent().and_then(|whole| whole.child_by_field_name("end_tag"));
    let indent = end.filter(|_| matches!(node.kind(), "heredoc_body" | "nowdoc_body"));
    match indent.map(|end| end.start_position().column) {
        Some(indent) if indent > 0 => without_indent(&spelled, indent),
        Some(_) | None => spelled,
    }
}

fn own_field(name: &str, of: String, facts: &mut Facts) {
    facts.names.add(&format!("$this.{}", name.trim_start_matches('$')), of, Kind::Variable);
}

/// The most directories upwards that are followed.
const MAX_LEVELS: usize = 64;

/// The files that an expression names. What is relative to the file's own directory begins with a dot.
fn included(value: Node, facts: &Facts) -> Vec<String> {
    let Some(text) = facts.text_of(value) else { return Vec::new() };
    let Some((_, rest)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) else {
        // Without a directory it may lie beside the file, too.
        let is_bare = !text.starts_with(['/', '.']);
        let beside = is_bare.then(|| format!("./{text}"));
        return [text].into_iter().chain(beside).collect();
    };
    // `dirname(__DIR__, 2) . '/x.php'`
    let source = facts.source(value);
    let start = source.split(['\'', '"']).next().unwrap_or_default();
    let level = |call: &str| {
        let told = call.split(',').nth(1).map(|level| level.trim().trim_end_matches([')', '.', ' ']));
        told.and_then(|level| level.parse().ok()).unwrap_or(1).min(MAX_LEVELS)
    };
    let levels: usize = start.split("dirname").skip(1).take(MAX_LEVELS).map(level).sum();
    let up = if start.contains("__DIR__") {
        levels
    } else if start.contains("__FILE__") && levels > 0 {
        levels - 1
    } else {
        return vec![rest.to_owned()];
    };
    vec![format!("./{}{}", "../".repeat(up.min(MAX_LEVELS)), rest.trim_start_matches('/'))]
}
