//! What others get of a file by name: `export const a = …`, `export { a }`, `export default …`, `exports.a = …`.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentExpression, BindingPattern, Declaration, Expression, ObjectPropertyKind, PropertyKey,
};

use super::expression::path;

/// Something that others get.
pub(super) struct Exported<'a> {
    /// The name that they know.
    pub(super) name: &'a str,
    pub(super) value: Own<'a>,
}

/// What a file has for that name.
pub(super) enum Own<'a> {
    /// What stands under a name of its own.
    Name(&'a str),
    Value(&'a Expression<'a>),
}

/// The name of what is handed over without one.
const DEFAULT: &str = "default";

/// What others get by a node. What is handed on from another file is not the file's own.
pub(super) fn exported<'a>(node: &AstKind<'a>) -> Vec<Exported<'a>> {
    match node {
        AstKind::ExportDeclaration(it) => declared(&it.declaration),
        AstKind::ExportNamedDeclaration(it) => {
            let named = it.specifiers.iter().map(|one| {
                let value = Own::Name(one.local.name().as_str());
                Exported { name: one.exported.name().as_str(), value }
            });
            named.collect()
        }
        AstKind::ExportDefaultDeclaration(it) => it.declaration.as_expression().map_or_else(Vec::new, whole),
        AstKind::TSExportAssignment(it) => whole(&it.expression),
        AstKind::AssignmentExpression(it) => assigned(it),
        _ => Vec::new(),
    }
}

/// `export const a = …`, `export const { a } = …`.
fn declared<'a>(declaration: &'a Declaration<'a>) -> Vec<Exported<'a>> {
    let Declaration::VariableDeclaration(all) = declaration else { return Vec::new() };
    let names = all.declarations.iter().flat_map(|one| match &one.id {
        BindingPattern::BindingIdentifier(own) => vec![own.name.as_str()],
        BindingPattern::ObjectPattern(object) => {
            let own = object.properties.iter().filter_map(|one| one.value.get_binding_identifier());
            own.map(|own| own.name.as_str()).collect()
        }
        BindingPattern::ArrayPattern(_) | BindingPattern::AssignmentPattern(_) => Vec::new(),
    });
    names.map(|name| Exported { name, value: Own::Name(name) }).collect()
}

/// `exports.a = …`, `module.exports = …`.
fn assigned<'a>(it: &'a AssignmentExpression<'a>) -> Vec<Exported<'a>> {
    let Some(member) = it.left.as_member_expression() else { return Vec::new() };
    let Some(name) = member.static_property_name() else { return Vec::new() };
    match path(member.object()).as_deref() {
        Some("module") if name == "exports" => whole(&it.right),
        Some("exports" | "module.exports") => vec![Exported { name, value: Own::Value(&it.right) }],
        _ => Vec::new(),
    }
}

/// What is all that others get, and what it has if it is an object.
fn whole<'a>(value: &'a Expression<'a>) -> Vec<Exported<'a>> {
    let mut all = vec![Exported { name: DEFAULT, value: Own::Value(value) }];
    if let Expression::ObjectExpression(object) = value.get_inner_expression() {
        let entries = object.properties.iter().filter_map(ObjectPropertyKind::as_property);
        all.extend(entries.filter_map(|entry| match &entry.key {
            PropertyKey::StaticIdentifier(key) => {
                Some(Exported { name: key.name.as_str(), value: Own::Value(&entry.value) })
            }
            _ => None,
        }));
    }
    all
}
