//! Names of a file that stand for a text, or for what loads modules: `const name = "m"`, `const load = createRequire(…)`.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{
    Argument, AssignmentExpression, BinaryOperator, BindingPattern, Expression, ImportDeclaration,
    ImportDeclarationSpecifier, Program, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};

use super::expression::{is_loader, is_loader_name, makes_loader};

/// Texts that names are put together to are not followed further than this.
const MAX_TEXT: usize = 1_000;

#[derive(Default)]
pub(super) struct Names {
    /// What names stand for; nothing if that is not always the same.
    texts: HashMap<String, Option<String>>,
    /// Names by which modules are loaded.
    loaders: HashSet<String>,
    /// Other names of what makes such a loader.
    makers: HashSet<String>,
}

impl Names {
    pub(super) fn of(program: &Program) -> Self {
        let mut names = Self::default();
        names.visit_program(program);
        names
    }

    /// The module that `require("m")`, `import("m")` or another loader gives.
    pub(super) fn required(&self, expression: &Expression) -> Option<String> {
        match expression {
            Expression::CallExpression(call) if self.loads(&call.callee) => {
                call.arguments.first().and_then(Argument::as_expression).and_then(|of| self.module_of(of))
            }
            Expression::ImportExpression(import) => self.module_of(&import.source),
            _ => None,
        }
    }

    /// Whether what is called gives the module that it is told.
    pub(super) fn loads(&self, callee: &Expression) -> bool {
        match callee.get_inner_expression() {
            Expression::Identifier(own) if self.loaders.contains(own.name.as_str()) => true,
            Expression::CallExpression(_) => self.makes_loader(callee),
            callee => is_loader(callee),
        }
    }

    /// `createRequire(import.meta.url)`, by whatever name.
    pub(super) fn makes_loader(&self, expression: &Expression) -> bool {
        let Expression::CallExpression(call) = expression.get_inner_expression() else { return false };
        match call.callee.get_inner_expression() {
            Expression::Identifier(own) if self.makers.contains(own.name.as_str()) => true,
            callee => makes_loader(callee),
        }
    }

    /// A module's name, if it is known from the file; also within `import("m")`.
    pub(super) fn module_of(&self, expression: &Expression) -> Option<String> {
        match expression.get_inner_expression() {
            Expression::ImportExpression(import) => self.module_of(&import.source),
            _ => self.text(expression),
        }
    }

    fn text(&self, expression: &Expression) -> Option<String> {
        let text = match expression.get_inner_expression() {
            Expression::StringLiteral(text) => text.value.to_string(),
            Expression::TemplateLiteral(template) => {
                let mut text = String::new();
                let mut filled = template.expressions.iter();
                for part in &template.quasis {
                    text.push_str(part.value.cooked.as_ref().unwrap_or(&part.value.raw).as_str());
                    if let Some(expression) = filled.next() {
                        text.push_str(&self.text(expression)?);
                    }
                }
                text
            }
            Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
                self.text(&sum.left)? + &self.text(&sum.right)?
            }
            Expression::Identifier(own) => self.texts.get(own.name.as_str())?.clone()?,
            _ => return None,
        };
        (text.len() <= MAX_TEXT).then_some(text)
    }

    fn stands_for(&mut self, own: &str, value: &Expression) {
        let text = self.text(value);
        let known = self.texts.entry(own.to_owned()).or_insert_with(|| text.clone());
        if *known != text {
            *known = None;
        }
        // A loader by another name, as it is or as it was made.
        let is_loader =
            !matches!(value.get_inner_expression(), Expression::CallExpression(_)) && self.loads(value);
        if is_loader || self.makes_loader(value) {
            self.loaders.insert(own.to_owned());
        }
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        for specifier in it.specifiers.iter().flatten() {
            if let ImportDeclarationSpecifier::ImportSpecifier(one) = specifier
                && one.imported.name() == "createRequire"
            {
                self.makers.insert(one.local.name.to_string());
            }
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        match (&it.id, &it.init) {
            (BindingPattern::BindingIdentifier(own), Some(value)) => {
                self.stands_for(own.name.as_str(), value);
            }
            (BindingPattern::ObjectPattern(object), Some(_)) => {
                for property in &object.properties {
                    let own = property.value.get_identifier_name();
                    let Some((own, key)) = own.zip(property.key.static_name()) else { continue };
                    if key == "createRequire" {
                        self.makers.insert(own.to_string());
                    } else if is_loader_name(&key) {
                        self.loaders.insert(own.to_string());
                    }
                }
            }
            _ => {}
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let Some(own) = it.left.get_identifier_name() {
            self.stands_for(own, &it.right);
        }
        walk::walk_assignment_expression(self, it);
    }
}
