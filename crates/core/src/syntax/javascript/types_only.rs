//! Files of TypeScript that declare types and nothing else.

use oxc_ast::ast::{Declaration, Program, Statement};

use super::parsed;

/// Whether a file only declares types, so that nothing of it is left when the program runs, or hands on what other files make; the
/// values of an `enum` alone are left.
pub(crate) fn only_declares(path: &str, text: &str) -> bool {
    let is_told = |program: &Program| {
        // Imports and names that are handed on declare nothing by themselves.
        let joins = |statement: &Statement| {
            matches!(statement, Statement::ImportDeclaration(_) | Statement::ExportNamedDeclaration(_))
        };
        program.body.iter().all(declares) && !program.body.iter().all(joins)
    };
    parsed(path, text, is_told).unwrap_or(false)
}

fn declares(statement: &Statement) -> bool {
    match statement {
        Statement::TSInterfaceDeclaration(_)
        | Statement::TSTypeAliasDeclaration(_)
        | Statement::TSEnumDeclaration(_)
        | Statement::TSGlobalDeclaration(_)
        // Whatever it names, the file declares or imports.
        | Statement::ExportNamedDeclaration(_)
        | Statement::ExportFromDeclaration(_)
        | Statement::ExportAllDeclaration(_) => true,
        Statement::ImportDeclaration(import) => import.specifiers.as_ref().is_some_and(|all| !all.is_empty()),
        Statement::ExportDeclaration(export) => only_of_types(&export.declaration),
        statement => statement.as_declaration().is_some_and(only_of_types),
    }
}

fn only_of_types(declaration: &Declaration) -> bool {
    declaration.declare()
        || matches!(
            declaration,
            Declaration::TSInterfaceDeclaration(_)
                | Declaration::TSTypeAliasDeclaration(_)
                | Declaration::TSEnumDeclaration(_)
        )
}
