//! The walk over a program.

use oxc_ast::ast::{
    Argument, AssignmentExpression, CallExpression, Declaration, ExportAllDeclaration, ExportDeclaration,
    ExportDefaultDeclaration, ExportFromDeclaration, ExportNamedDeclaration, Expression, ExpressionStatement,
    FunctionBody, IdentifierReference, ImportDeclaration, ImportDeclarationSpecifier, ImportExpression,
    JSXMemberExpression, JSXMemberExpressionObject, MemberExpression, ModuleExportName, TSExportAssignment,
    TSImportEqualsDeclaration, TSImportType, TSImportTypeQualifier, TSModuleReference, TSQualifiedName,
    TSTypeName, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::{DEFAULT, Trader, Value};
use crate::syntax::javascript::expression::path;
use crate::syntax::{Handed, Part};

impl<'a, L: Fn(u32) -> usize> Visit<'a> for Trader<'a, '_, L> {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        let module = it.source.value.as_str();
        for specifier in it.specifiers.iter().flatten() {
            let own = specifier.local().name.as_str();
            let (name, called) = match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one) => {
                    (Some(one.imported.name().to_string()), None)
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => (Some(DEFAULT.to_owned()), None),
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => (None, Some(own)),
            };
            let called = called.or(name.as_deref().filter(|name| *name != DEFAULT)).unwrap_or(own).to_owned();
            let part = Part { module: module.to_owned(), name };
            if part.name.is_some() {
                self.take(part.clone(), &called, it.span.start);
            }
            self.bind(own, part, &called, it.span.start);
        }
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        if let TSModuleReference::ExternalModuleReference(module) = &it.module_reference {
            let (own, module) = (it.id.name.as_str(), module.expression.value.to_string());
            self.bind(own, Part { module, name: None }, own, it.span.start);
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        for one in &it.specifiers {
            let part = Part { module: it.source.value.to_string(), name: Some(one.local.name().to_string()) };
            self.take(part.clone(), "", it.span.start);
            self.trade.handed.push(Handed { name: Some(one.exported.name().to_string()), part });
        }
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        let part = Part { module: it.source.value.to_string(), name: None };
        self.take(part.clone(), "", it.span.start);
        let name = it.exported.as_ref().map(|name| name.name().to_string());
        self.trade.handed.push(Handed { name, part });
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        for one in &it.specifiers {
            if let ModuleExportName::IdentifierReference(own) = &one.local {
                let value = Value::Name(own.name.as_str(), None);
                self.exports.push((Some(one.exported.name().to_string()), value));
            }
        }
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        if let Declaration::VariableDeclaration(all) = &it.declaration {
            for one in &all.declarations {
                self.export_declared(one);
            }
        } else {
            self.trade.made.extend(it.declaration.id().map(|own| own.name.to_string()));
        }
        walk::walk_export_declaration(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        match it.declaration.as_expression() {
            Some(value) => {
                if let Expression::ObjectExpression(object) = value.get_inner_expression() {
                    self.export_entries(object);
                }
                self.export(Some(DEFAULT.to_owned()), value);
            }
            None => self.trade.made.push(DEFAULT.to_owned()),
        }
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.depth += 1;
        walk::walk_function_body(self, it);
        self.depth -= 1;
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some(value) = &it.init {
            self.declared(&it.id, value);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let target = it.left.as_member_expression().and_then(member_path);
        if let Some(target) = target {
            self.assigned(&target, &it.right);
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.assigned("module.exports", &it.expression);
        walk::walk_ts_export_assignment(self, it);
    }

    /// Nothing is taken by `require("m");` alone.
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.see(&it.expression);
        walk::walk_expression_statement(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let given = || it.arguments.iter().filter_map(Argument::as_expression);
        let is_exports =
            |one: &Expression| matches!(path(one).as_deref(), Some("exports" | "module.exports"));
        // `Object.assign(exports, require("m"))`, and what compilers make of `export *`.
        let hands_on = matches!(path(&it.callee).as_deref(), Some("Object.assign"))
            || path(&it.callee).is_some_and(|name| name.ends_with("__exportStar"));
        if hands_on && given().any(is_exports) {
            for value in given().filter(|one| !is_exports(one)) {
                match value.get_inner_expression() {
                    Expression::ObjectExpression(object) => self.export_entries(object),
                    value => self.export(None, value),
                }
            }
        }
        let first = it.arguments.first().and_then(Argument::as_expression);
        if self.names.loads(&it.callee) {
            self.take_whole(first.and_then(|first| self.names.module_of(first)), it.span.start);
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.take_whole(self.names.module_of(&it.source), it.span.start);
        walk::walk_import_expression(self, it);
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        if let Some(part) = it.static_property_name() {
            let waits = matches!(part, "then" | "catch" | "finally");
            match self.value_of(it.object()) {
                Value::Module(module) if !waits => {
                    let name = Some(part.to_string());
                    self.see(it.object());
                    self.take(Part { module, name }, &format!("require.{part}"), it.span().start);
                }
                Value::Name(name, None) => self.used(name, part),
                Value::Module(_) | Value::Part(..) | Value::Name(_, Some(_)) | Value::Own => {}
            }
        }
        walk::walk_member_expression(self, it);
    }

    fn visit_ts_qualified_name(&mut self, it: &TSQualifiedName<'a>) {
        if let TSTypeName::IdentifierReference(name) = &it.left {
            self.used(name.name.as_str(), it.right.name.as_str());
        }
        walk::walk_ts_qualified_name(self, it);
    }

    fn visit_jsx_member_expression(&mut self, it: &JSXMemberExpression<'a>) {
        if let JSXMemberExpressionObject::IdentifierReference(name) = &it.object {
            self.used(name.name.as_str(), it.property.name.as_str());
        }
        walk::walk_jsx_member_expression(self, it);
    }

    fn visit_ts_import_type(&mut self, it: &TSImportType<'a>) {
        let mut name = it.qualifier.as_ref();
        while let Some(TSImportTypeQualifier::QualifiedName(longer)) = name {
            name = Some(&longer.left);
        }
        let name = match name {
            Some(TSImportTypeQualifier::Identifier(name)) => Some(name.name.to_string()),
            Some(TSImportTypeQualifier::QualifiedName(_)) | None => None,
        };
        self.take(Part { module: it.source.value.to_string(), name }, "", it.span.start);
        walk::walk_ts_import_type(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.uses.entry(it.name.as_str()).or_default().times += 1;
    }
}

/// `module.exports.a` of what is assigned to.
fn member_path(member: &MemberExpression) -> Option<String> {
    let of = path(member.object())?;
    Some(format!("{of}.{}", member.static_property_name()?))
}
