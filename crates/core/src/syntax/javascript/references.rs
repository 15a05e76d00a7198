//! Modules that are named where no import stands, for a bundler or a worker to load: `new URL("./x", import.meta.url)`,
//! `import.meta.glob("./x/*")`, `require.context("./x")`; and imports of which nothing is left when the program runs.

use oxc_ast::ast::{
    Argument, CallExpression, Expression, ImportDeclaration, ImportDeclarationSpecifier, ImportOrExportKind,
    NewExpression,
};

use super::expression::path;
use super::names::Names;
use crate::syntax::Lasts;

/// What a bundler is told to load, in a call.
pub(super) fn gathered(call: &CallExpression, names: &Names) -> Vec<String> {
    let callee = call.callee.get_inner_expression();
    let by_glob = callee.as_member_expression().is_some_and(|member| {
        matches!(member.static_property_name(), Some("glob" | "globEager")) && is_import_meta(member.object())
    });
    if !by_glob && path(callee).as_deref() != Some("require.context") {
        return Vec::new();
    }
    let told: Vec<String> = match call.arguments.first().and_then(Argument::as_expression) {
        Some(Expression::ArrayExpression(all)) => {
            all.elements.iter().filter_map(|element| names.module_of(element.as_expression()?)).collect()
        }
        Some(one) => names.module_of(one).into_iter().collect(),
        None => Vec::new(),
    };
    // What begins with a slash lies below the root; what is left out is not loaded.
    let loaded = told.into_iter().filter(|pattern| !pattern.starts_with('!'));
    loaded.map(|pattern| pattern.trim_start_matches('/').to_owned()).collect()
}

/// What is meant by where it lies, seen from the file: a worker, or anything else that is loaded from there.
pub(super) fn beside(new: &NewExpression, names: &Names) -> Option<String> {
    let given = |at: usize| new.arguments.get(at).and_then(Argument::as_expression);
    match path(&new.callee)?.as_str() {
        "URL" => {
            let member = given(1)?.get_inner_expression().as_member_expression()?;
            let is_here = member.static_property_name() == Some("url") && is_import_meta(member.object());
            names.module_of(given(0)?).filter(|_| is_here)
        }
        "Worker" | "SharedWorker" => names.module_of(given(0)?).filter(|name| name.starts_with('.')),
        _ => None,
    }
}

pub(super) fn is_import_meta(expression: &Expression) -> bool {
    matches!(expression.get_inner_expression(), Expression::ImportMeta(_))
}

/// Whether anything is left of an import when the types are gone.
pub(super) fn lasts(import: &ImportDeclaration) -> Lasts {
    let is_of_types = |specifier: &ImportDeclarationSpecifier| match specifier {
        ImportDeclarationSpecifier::ImportSpecifier(one) => one.import_kind.is_type(),
        ImportDeclarationSpecifier::ImportDefaultSpecifier(_)
        | ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => false,
    };
    // Without names it is there for what it does.
    let named = import.specifiers.as_ref().filter(|all| !all.is_empty());
    if named.is_some_and(|all| all.iter().all(is_of_types)) {
        Lasts::ForTypesOnly
    } else {
        of_kind(import.import_kind)
    }
}

pub(super) fn of_kind(kind: ImportOrExportKind) -> Lasts {
    if kind.is_type() { Lasts::ForTypesOnly } else { Lasts::ToTheRun }
}
