//! Whether a file only declares what others do something with: types without methods that do anything, constants, exceptions, names
//! that are handed on. What may stand in such a file is listed for each language; whatever else there is makes it code.

use tree_sitter::{Node, TreeCursor};

use super::{Language, MAX_LENGTH, goes_on, grammar, parsed};

/// What a node is in a file of declarations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It declares something, and holds nothing that may do anything.
    Declares,
    /// It declares something; what it holds is looked at.
    Holds,
    /// It declares nothing by itself; what it holds is looked at.
    Joins,
    /// It neither declares nor does anything.
    Idle,
    /// It does something.
    Acts,
}

/// A node of a text.
struct Held<'t> {
    node: Node<'t>,
    text: &'t str,
}

impl<'t> Held<'t> {
    fn says(&self, node: Node) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// Whether it has a body in which something stands.
    fn does_something(&self) -> bool {
        self.node.child_by_field_name("body").is_some_and(|body| body.named_child_count() > 0)
    }

    fn has_body(&self) -> bool {
        self.node.child_by_field_name("body").is_some()
    }

    /// The last name of what is called: `TypeVar` of `typing.TypeVar("T")`.
    fn called(&self) -> &'t str {
        self.node.child_by_field_name("function").map_or("", |own| self.says(own))
    }
}

/// Whether a file only declares; `None` if there is no grammar for its language.
pub(in crate::syntax) fn only_declares(language: Language, text: &str) -> Option<bool> {
    let part_of: fn(&Held) -> Part = match language {
        Language::Rust => of_rust,
        Language::Go => of_go,
        Language::Java => of_java,
        Language::Python => of_python,
        Language::Php => of_php,
        Language::JavaScript | Language::Kotlin => return None,
    };
    if text.len() > MAX_LENGTH {
        return Some(false);
    }
    let grammar = grammar(language)?;
    let text = &*(grammar.prepare)(text);
    let tree = parsed(grammar, text).ok()?;
    Some(!tree.root_node().has_error() && walked(&mut tree.walk(), text, part_of))
}

fn walked<'t>(cursor: &mut TreeCursor<'t>, text: &'t str, part_of: fn(&Held) -> Part) -> bool {
    let mut declares = false;
    loop {
        let node = cursor.node();
        let is_name = cursor.field_name().is_some_and(|field| NAMES.contains(&field));
        let part = if !node.is_named() || node.is_extra() || is_name {
            Part::Idle
        } else {
            part_of(&Held { node, text })
        };
        let goes_in = match part {
            Part::Acts => return false,
            Part::Declares | Part::Holds => {
                declares = true;
                part == Part::Holds
            }
            Part::Joins => true,
            Part::Idle => false,
        };
        if goes_in && cursor.goto_first_child() {
            continue;
        }
        if !goes_on(cursor) {
            return declares;
        }
    }
}

/// Names by which a node holds names and types alone.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "name", "type", "type_parameters", "bounds", "trait", "return_type", "superclass", "superclasses", "interfaces", "parameters",
    "permits", "left",
];

fn of_rust(held: &Held) -> Part {
    match held.node.kind() {
        "use_declaration" | "mod_item" if is_handed_on(held) => Part::Declares,
        "struct_item"
        | "enum_item"
        | "union_item"
        | "type_item"
        | "associated_type"
        | "foreign_mod_item"
        | "function_signature_item" => Part::Declares,
        "trait_item" | "const_item" | "static_item" => Part::Holds,
        "use_declaration"
        | "extern_crate_declaration"
        | "attribute_item"
        | "inner_attribute_item"
        | "visibility_modifier"
        | "where_clause"
        | "mutable_specifier"
        | "shebang"
        | "empty_statement" => Part::Idle,
        // What a constant is made of, is made when it is compiled.
        "mod_item"
        | "impl_item"
        | "source_file"
        | "declaration_list"
        | "array_expression"
        | "tuple_expression"
        | "reference_expression"
        | "struct_expression"
        | "field_initializer_list"
        | "field_initializer"
        | "unary_expression"
        | "binary_expression"
        | "type_cast_expression"
        | "call_expression"
        | "arguments"
        | "parenthesized_expression" => Part::Joins,
        kind if kind.ends_with("_literal") => Part::Idle,
        "identifier" | "scoped_identifier" | "field_identifier" | "type_identifier" | "lifetime" | "self"
        | "generic_function" => Part::Idle,
        _ => Part::Acts,
    }
}

/// `pub use`, or a module that lies in a file of its own.
fn is_handed_on(held: &Held) -> bool {
    match held.node.kind() {
        "mod_item" => !held.has_body(),
        _ => held.says(held.node).starts_with("pub"),
    }
}

fn of_go(held: &Held) -> Part {
    const MAKERS: &[&str] = &["errors.New", "fmt.Errorf"];
    match held.node.kind() {
        "type_declaration" | "const_declaration" => Part::Declares,
        "var_declaration" => Part::Holds,
        "call_expression" if MAKERS.contains(&held.called()) => Part::Joins,
        // `var _ Store = (*Shelf)(nil)`
        "call_expression" if held.called().starts_with("(*") => Part::Idle,
        "source_file"
        | "var_spec"
        | "var_spec_list"
        | "expression_list"
        | "argument_list"
        | "composite_literal"
        | "literal_value"
        | "literal_element"
        | "keyed_element"
        | "unary_expression"
        | "binary_expression"
        | "parenthesized_expression" => Part::Joins,
        "package_clause"
        | "import_declaration"
        | "comment"
        | "identifier"
        | "selector_expression"
        | "nil"
        | "true"
        | "false"
        | "field_identifier"
        | "type_identifier" => Part::Idle,
        kind if kind.ends_with("_literal") && kind != "func_literal" => Part::Idle,
        _ => Part::Acts,
    }
}

fn of_java(held: &Held) -> Part {
    match held.node.kind() {
        "annotation_type_declaration" => Part::Declares,
        "interface_declaration" | "record_declaration" | "enum_declaration" | "class_declaration" => {
            Part::Holds
        }
        // Of an interface, or abstract.
        "method_declaration" if !held.has_body() => Part::Idle,
        "program"
        | "interface_body"
        | "class_body"
        | "enum_body"
        | "enum_constant"
        | "enum_body_declarations"
        | "constant_declaration"
        | "field_declaration"
        | "variable_declarator"
        | "constructor_declaration"
        | "constructor_body"
        | "explicit_constructor_invocation"
        | "argument_list"
        | "array_initializer"
        | "unary_expression"
        | "binary_expression"
        | "parenthesized_expression" => Part::Joins,
        "package_declaration"
        | "import_declaration"
        | "modifiers"
        | "formal_parameters"
        | "throws"
        | "extends_interfaces"
        | "super_interfaces"
        | "superclass"
        | "type_parameters"
        | "permits"
        | "identifier"
        | "field_access"
        | "class_literal"
        | "this"
        | "super"
        | "true"
        | "false"
        | "dimensions" => Part::Idle,
        kind if kind.ends_with("_literal") || kind.ends_with("comment") => Part::Idle,
        _ => Part::Acts,
    }
}

fn of_python(held: &Held) -> Part {
    /// What only makes types, and fields of them.
    const MAKERS: &[&str] = &[
        "TypeVar",
        "NewType",
        "ParamSpec",
        "TypeVarTuple",
        "namedtuple",
        "NamedTuple",
        "TypedDict",
        "field",
        "Field",
        "auto",
    ];
    match held.node.kind() {
        "class_definition" | "type_alias_statement" => Part::Holds,
        // Of a protocol, or abstract: it says nothing but what it is for.
        "function_definition" if is_in_class(held.node) => Part::Joins,
        "if_statement" if is_for_types(held) => Part::Joins,
        "call" if MAKERS.contains(&held.called().rsplit('.').next().unwrap_or_default()) => Part::Joins,
        "module"
        | "block"
        | "decorated_definition"
        | "expression_statement"
        | "assignment"
        | "list"
        | "tuple"
        | "dictionary"
        | "set"
        | "pair"
        | "unary_operator"
        | "binary_operator"
        | "argument_list"
        | "keyword_argument"
        | "parenthesized_expression"
        | "expression_list" => Part::Joins,
        // A name that stands for itself as a statement does nothing, but neither does it declare anything.
        "identifier" if held.node.parent().is_some_and(|parent| parent.kind() == "expression_statement") => {
            Part::Acts
        }
        "import_statement"
        | "import_from_statement"
        | "future_import_statement"
        | "comment"
        | "decorator"
        | "string"
        | "concatenated_string"
        | "integer"
        | "float"
        | "true"
        | "false"
        | "none"
        | "ellipsis"
        | "identifier"
        | "attribute"
        | "subscript"
        | "pass_statement"
        | "type"
        | "generic_type" => Part::Idle,
        _ => Part::Acts,
    }
}

/// Whether a function stands in a class, and not in another function.
fn is_in_class(node: Node) -> bool {
    let mut around = std::iter::successors(node.parent(), Node::parent);
    around
        .find(|own| matches!(own.kind(), "class_definition" | "function_definition"))
        .is_some_and(|own| own.kind() == "class_definition")
}

/// `if TYPE_CHECKING:`
fn is_for_types(held: &Held) -> bool {
    let condition = held.node.child_by_field_name("condition").map_or("", |own| held.says(own));
    condition.rsplit('.').next() == Some("TYPE_CHECKING")
}

fn of_php(held: &Held) -> Part {
    match held.node.kind() {
        "interface_declaration" => Part::Declares,
        "enum_declaration" | "class_declaration" | "trait_declaration" => Part::Holds,
        "method_declaration" if !held.does_something() => Part::Idle,
        "program"
        | "namespace_definition"
        | "declaration_list"
        | "enum_declaration_list"
        | "property_declaration" => Part::Joins,
        // Of a namespace.
        "compound_statement" if is_of_namespace(held.node) => Part::Joins,
        "php_tag"
        | "php_end_tag"
        | "namespace_use_declaration"
        | "namespace_name"
        | "comment"
        | "declare_statement"
        | "enum_case"
        | "const_declaration"
        | "property_element"
        | "use_declaration"
        | "base_clause"
        | "class_interface_clause"
        | "attribute_list"
        | "union_type"
        | "optional_type"
        | "primitive_type"
        | "named_type"
        | "empty_statement" => Part::Idle,
        kind if kind.ends_with("_modifier") => Part::Idle,
        _ => Part::Acts,
    }
}

fn is_of_namespace(node: Node) -> bool {
    node.parent().is_some_and(|parent| parent.kind() == "namespace_definition")
}
