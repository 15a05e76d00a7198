//! Names of a file that stand for a text, or for what loads modules: `const name = "m"`, `const load = createRequire(…)`; and texts as
//! they are put together of such names.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{
    Argument, AssignmentExpression, BinaryOperator, BindingPattern, CallExpression, Declaration, Expression,
    FormalParameter, ImportDeclaration, ImportDeclarationSpecifier, Program, TemplateLiteral,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};

use super::expression::{given, given_by, hole, is_loader, is_loader_name, makes_loader, path};

/// Texts that names are put together to are not followed further than this.
const MAX_TEXT: usize = 1_000;

#[derive(Default)]
pub(super) struct Names {
    /// What names stand for; nothing if that is not always the same.
    texts: HashMap<String, Option<String>>,
    /// The same with what is filled in, in braces.
    forms: HashMap<String, Option<String>>,
    /// What functions give, in the same way.
    gives: HashMap<String, Option<String>>,
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

    /// One of the modules in a directory that is known: what is filled in stands in braces.
    pub(super) fn module_in(&self, expression: &Expression) -> Option<String> {
        let form = self.form(expression)?;
        let directory = form.split('{').next().unwrap_or_default();
        directory.trim_start_matches(['.', '/']).contains('/').then_some(form)
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

    /// A text with what is filled in, in braces; names of the file that stand for a text are that text.
    pub(super) fn form(&self, expression: &Expression) -> Option<String> {
        let form = match expression.get_inner_expression() {
            Expression::StringLiteral(text) => text.value.to_string(),
            Expression::TemplateLiteral(text) => self.template(text),
            Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
                let (left, right) = (self.form(&sum.left), self.form(&sum.right));
                if left.is_none() && right.is_none() {
                    return None;
                }
                left.unwrap_or_else(|| hole(&sum.left)) + &right.unwrap_or_else(|| hole(&sum.right))
            }
            Expression::CallExpression(call) => self.given_form(call)?,
            named => self.forms.get(&path(named)?)?.clone()?,
        };
        (form.len() <= MAX_TEXT).then_some(form)
    }

    /// The same of a template.
    pub(super) fn template(&self, literal: &TemplateLiteral) -> String {
        let mut text = String::new();
        let mut filled = literal.expressions.iter();
        for part in &literal.quasis {
            text.push_str(part.value.cooked.as_ref().unwrap_or(&part.value.raw).as_str());
            text.extend(filled.next().map(|one| self.form(one).unwrap_or_else(|| hole(one))));
        }
        text
    }

    /// What a call makes of texts: `"A#".concat(id)`, `["A", id].join("#")`, `String(a)`, a function of the file.
    fn given_form(&self, call: &CallExpression) -> Option<String> {
        let shown = |one: &Expression| self.form(one).unwrap_or_else(|| hole(one));
        let mut arguments = call.arguments.iter().filter_map(Argument::as_expression);
        let callee = call.callee.get_inner_expression();
        if let Some(member) = callee.as_member_expression() {
            match (member.static_property_name(), member.object().get_inner_expression()) {
                (Some("concat"), of) if !matches!(of, Expression::ArrayExpression(_)) => {
                    let first = self.form(of)?;
                    return Some(arguments.fold(first, |text, one| text + &shown(one)));
                }
                (Some("join"), Expression::ArrayExpression(list)) => {
                    let between = arguments.next().and_then(|one| self.text(one))?;
                    let parts: Option<Vec<&Expression>> =
                        list.elements.iter().map(|element| element.as_expression()).collect();
                    return Some(parts?.into_iter().map(shown).collect::<Vec<_>>().join(&between));
                }
                _ => {}
            }
        }
        match path(callee)?.as_str() {
            "String" => self.form(arguments.next()?),
            own => self.gives.get(own)?.clone(),
        }
    }

    fn stands_for(&mut self, own: &str, value: &Expression) {
        let text = self.text(value);
        keep(&mut self.texts, own, text);
        self.has_form(own, value);
        // Parts of an object are named with it.
        if let Expression::ObjectExpression(object) = value.get_inner_expression() {
            for part in object.properties.iter().filter_map(|property| property.as_property()) {
                if let Some(name) = part.key.static_name() {
                    self.has_form(&format!("{own}.{name}"), &part.value);
                }
            }
        }
        // A loader by another name, as it is or as it was made.
        let is_loader =
            !matches!(value.get_inner_expression(), Expression::CallExpression(_)) && self.loads(value);
        if is_loader || self.makes_loader(value) {
            self.loaders.insert(own.to_owned());
        }
    }
}

impl Names {
    fn has_form(&mut self, own: &str, value: &Expression) {
        let form = self.form(value);
        keep(&mut self.forms, own, form);
        let given = given(value).and_then(|given| self.form(given));
        keep(&mut self.gives, own, given);
    }
}

/// Notes what a name stands for; nothing if that is not always the same.
fn keep(all: &mut HashMap<String, Option<String>>, own: &str, form: Option<String>) {
    match all.entry(own.to_owned()) {
        Entry::Occupied(mut known) if *known.get() != form => {
            known.insert(None);
        }
        Entry::Occupied(_) => {}
        Entry::Vacant(place) => {
            place.insert(form);
        }
    }
}

impl<'a> Visit<'a> for Names {
    /// What a function is told may be anything.
    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if let Some(own) = it.pattern.get_identifier_name() {
            keep(&mut self.texts, own.as_str(), None);
            keep(&mut self.forms, own.as_str(), None);
            keep(&mut self.gives, own.as_str(), None);
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_declaration(&mut self, it: &Declaration<'a>) {
        if let Declaration::FunctionDeclaration(it) = it
            && let Some((own, body)) = it.id.as_ref().zip(it.body.as_deref())
        {
            let form = given_by(body).and_then(|given| self.form(given));
            keep(&mut self.gives, own.name.as_str(), form);
        }
        walk::walk_declaration(self, it);
    }

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
