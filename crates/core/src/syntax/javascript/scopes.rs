//! What the names of a file are given, block by block: an inner name hides an outer one.

use std::collections::HashMap;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, AssignmentTargetProperty, BindingPattern,
    CallExpression, Expression, FormalParameters, ImportDeclarationSpecifier, Program, TSModuleReference,
    VariableDeclarationKind,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::exports::{Exported, exported};

/// A block, with the names that it declares.
#[derive(Default)]
struct Block<'a> {
    parent: usize,
    is_function: bool,
    names: HashMap<String, Vec<Given<'a>>>,
}

/// What a name is given.
#[derive(Clone)]
pub(super) enum Given<'a> {
    /// A module, or a part of it.
    Module(&'a str, Option<&'a str>),
    /// What an expression in a block gives; of that, the part at the end of these names.
    Value { value: &'a Expression<'a>, block: usize, parts: Vec<String> },
    /// A function that is made here.
    Function,
    /// Something that the file does not tell.
    Something,
}

/// Something that is called.
pub(super) struct Called<'a> {
    /// Where the call stands.
    pub(super) span: Span,
    pub(super) callee: &'a Expression<'a>,
    /// The block that it stands in.
    pub(super) block: usize,
}

/// All blocks of a file, what is called in them, and what others get of it.
pub(super) struct Scopes<'a> {
    blocks: Vec<Block<'a>>,
    now: usize,
    /// What names are given that are declared elsewhere.
    assigned: Vec<(usize, String, Given<'a>)>,
    /// Parameters that get what is waited for, by where they stand: `import("m").then((m) => …)`.
    awaited: HashMap<u32, (&'a Expression<'a>, usize)>,
    pub(super) calls: Vec<Called<'a>>,
    pub(super) exports: Vec<Exported<'a>>,
}

impl<'a> Scopes<'a> {
    pub(super) fn of(program: &Program<'a>) -> Self {
        let root = Block { is_function: true, ..Block::default() };
        let mut scopes = Self {
            blocks: vec![root],
            now: 0,
            assigned: Vec::new(),
            awaited: HashMap::new(),
            calls: Vec::new(),
            exports: Vec::new(),
        };
        scopes.visit_program(program);
        for (block, name, given) in std::mem::take(&mut scopes.assigned) {
            let block = scopes.declaring(block, &name).unwrap_or(0);
            scopes.give(block, &name, given);
        }
        scopes
    }

    /// What a name is given that stands in a block; nothing if no block around declares it.
    pub(super) fn given(&self, block: usize, name: &str) -> &[Given<'a>] {
        let declaring = self.declaring(block, name).and_then(|at| self.blocks.get(at));
        declaring.and_then(|block| block.names.get(name)).map_or(&[], Vec::as_slice)
    }

    /// Whether a block declares a name, or one around it.
    pub(super) fn declares(&self, block: usize, name: &str) -> bool {
        self.declaring(block, name).is_some()
    }

    fn declaring(&self, block: usize, name: &str) -> Option<usize> {
        let mut at = block;
        loop {
            let block = self.blocks.get(at)?;
            if block.names.contains_key(name) {
                return Some(at);
            }
            if at == 0 {
                return None;
            }
            at = block.parent;
        }
    }

    fn give(&mut self, block: usize, name: &str, given: Given<'a>) {
        if let Some(block) = self.blocks.get_mut(block) {
            block.names.entry(name.to_owned()).or_default().push(given);
        }
    }

    /// Declares a name that is given nothing yet.
    fn name(&mut self, block: usize, name: &str) {
        if let Some(block) = self.blocks.get_mut(block) {
            block.names.entry(name.to_owned()).or_default();
        }
    }

    /// The block of the function around, which has all that is declared by `var`.
    fn function(&self) -> usize {
        let mut at = self.now;
        while let Some(block) = self.blocks.get(at).filter(|block| !block.is_function) {
            at = block.parent;
        }
        at
    }

    fn value(&self, value: &'a Expression<'a>) -> Given<'a> {
        Given::Value { value, block: self.now, parts: Vec::new() }
    }

    /// What the names of a pattern get of a value.
    fn declare(&mut self, block: usize, pattern: &'a BindingPattern<'a>, given: &Given<'a>) {
        match pattern {
            BindingPattern::BindingIdentifier(own) => self.give(block, own.name.as_str(), given.clone()),
            BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    let part = property.key.static_name().map_or(Given::Something, |key| given.part(&key));
                    self.declare(block, &property.value, &part);
                }
                if let Some(rest) = &object.rest {
                    self.declare(block, &rest.argument, given);
                }
            }
            BindingPattern::ArrayPattern(list) => {
                for one in list.elements.iter().flatten() {
                    self.declare(block, one, &Given::Something);
                }
                if let Some(rest) = &list.rest {
                    self.declare(block, &rest.argument, &Given::Something);
                }
            }
            BindingPattern::AssignmentPattern(with_default) => {
                self.declare(block, &with_default.left, given);
                let default = self.value(&with_default.right);
                self.declare(block, &with_default.left, &default);
            }
        }
    }

    /// `a = b`, `({ a } = b)`, `this.a = b`.
    fn assign(&mut self, it: &'a AssignmentExpression<'a>) {
        let value = self.value(&it.right);
        match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(own) => {
                self.assigned.push((self.now, own.name.to_string(), value));
            }
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                for property in &object.properties {
                    let (own, part) = match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(one) => {
                            (Some(one.binding.name.to_string()), Some(one.binding.name.to_string()))
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(one) => {
                            let own = one.binding.identifier().map(|own| own.name.to_string());
                            (own, one.name.static_name().map(|name| name.to_string()))
                        }
                    };
                    if let Some((own, part)) = own.zip(part) {
                        self.assigned.push((self.now, own, value.part(&part)));
                    }
                }
            }
            target => {
                let Some(member) = target.as_member_expression() else { return };
                match member.object().get_inner_expression() {
                    Expression::ThisExpression(_) => {
                        if let Some(name) = member.static_property_name() {
                            self.give(0, &own_field(name), value);
                        }
                    }
                    // An object whose parts are changed later is not what it was made as.
                    Expression::Identifier(own) => {
                        self.assigned.push((self.now, own.name.to_string(), Given::Something));
                    }
                    _ => {}
                }
            }
        }
    }

    fn call(&mut self, it: &'a CallExpression<'a>) {
        self.calls.push(Called { span: it.span, callee: &it.callee, block: self.now });
        self.given_to(&it.arguments);
        let Some(member) = it.callee.as_member_expression() else { return };
        if member.static_property_name() != Some("then") {
            return;
        }
        let parameters = match it.arguments.first().and_then(Argument::as_expression) {
            Some(Expression::ArrowFunctionExpression(function)) => &function.params,
            Some(Expression::FunctionExpression(function)) => &function.params,
            _ => return,
        };
        if let Some(first) = parameters.items.first() {
            self.awaited.insert(first.span.start, (member.object(), self.now));
        }
    }

    /// Whatever a call is given by name may be called by it.
    fn given_to(&mut self, arguments: &'a [Argument<'a>]) {
        let values = arguments.iter().filter_map(Argument::as_expression);
        let is_named = |value: &&Expression| {
            matches!(value.get_inner_expression(), Expression::Identifier(_)) || value.is_member_expression()
        };
        let block = self.now;
        self.calls.extend(values.filter(is_named).map(|value| Called {
            span: value.span(),
            callee: value,
            block,
        }));
    }

    fn parameters(&mut self, it: &'a FormalParameters<'a>) {
        for one in &it.items {
            let given = self
                .awaited
                .remove(&one.span.start)
                .map_or(Given::Something, |(value, block)| Given::Value { value, block, parts: Vec::new() });
            self.declare(self.now, &one.pattern, &given);
            if let Some(default) = &one.initializer {
                let given = self.value(default);
                self.declare(self.now, &one.pattern, &given);
            }
        }
        if let Some(rest) = &it.rest {
            self.declare(self.now, &rest.rest.argument, &Given::Something);
        }
    }
}

impl Given<'_> {
    fn part(&self, name: &str) -> Self {
        match self {
            Self::Value { value, block, parts } => {
                let parts = parts.iter().cloned().chain([name.to_owned()]).collect();
                Self::Value { value, block: *block, parts }
            }
            Self::Module(..) | Self::Function | Self::Something => Self::Something,
        }
    }
}

/// The name under which the fields of whatever `this` is are kept: one thing too many is seen rather than one too few.
pub(super) fn own_field(name: &str) -> String {
    format!("this.{name}")
}

/// Whether something opens a block of names, and whether that is a function's.
fn opens(kind: &AstKind) -> Option<bool> {
    match kind {
        AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => Some(true),
        AstKind::BlockStatement(_)
        | AstKind::ForStatement(_)
        | AstKind::ForInStatement(_)
        | AstKind::ForOfStatement(_)
        | AstKind::CatchClause(_)
        | AstKind::SwitchStatement(_)
        | AstKind::TSModuleBlock(_) => Some(false),
        _ => None,
    }
}

impl<'a> Visit<'a> for Scopes<'a> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        self.exports.extend(exported(&kind));
        // A function's own name belongs to the block around it.
        match kind {
            AstKind::Function(it) => {
                if let Some(own) = it.id.as_ref().filter(|_| it.is_declaration()) {
                    self.give(self.now, own.name.as_str(), Given::Function);
                }
            }
            AstKind::Class(it) => {
                if let Some(own) = it.id.as_ref().filter(|_| it.is_declaration()) {
                    self.give(self.now, own.name.as_str(), Given::Something);
                }
            }
            _ => {}
        }
        if let Some(is_function) = opens(&kind) {
            self.blocks.push(Block { parent: self.now, is_function, names: HashMap::new() });
            self.now = self.blocks.len() - 1;
        }
        match kind {
            AstKind::ImportDeclaration(it) => {
                let module = it.source.value.as_str();
                for specifier in it.specifiers.iter().flatten() {
                    let part = match specifier {
                        ImportDeclarationSpecifier::ImportSpecifier(one) => {
                            Some(one.imported.name().as_str())
                        }
                        ImportDeclarationSpecifier::ImportDefaultSpecifier(_)
                        | ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
                    };
                    self.give(self.now, specifier.local().name.as_str(), Given::Module(module, part));
                }
            }
            AstKind::TSImportEqualsDeclaration(it) => {
                if let TSModuleReference::ExternalModuleReference(module) = &it.module_reference {
                    let given = Given::Module(module.expression.value.as_str(), None);
                    self.give(self.now, it.id.name.as_str(), given);
                }
            }
            AstKind::VariableDeclaration(it) => {
                let block = if it.kind == VariableDeclarationKind::Var { self.function() } else { self.now };
                for one in &it.declarations {
                    let given = one.init.as_ref().map(|value| self.value(value));
                    match (&one.id, given) {
                        // What it gets later, it is.
                        (BindingPattern::BindingIdentifier(own), None) => self.name(block, own.name.as_str()),
                        (pattern, given) => self.declare(block, pattern, &given.unwrap_or(Given::Something)),
                    }
                }
            }
            AstKind::FormalParameters(it) => self.parameters(it),
            AstKind::CatchParameter(it) => self.declare(self.now, &it.pattern, &Given::Something),
            AstKind::AssignmentExpression(it) => self.assign(it),
            AstKind::PropertyDefinition(it) => {
                if let Some((name, value)) = it.key.static_name().zip(it.value.as_ref()) {
                    let given = self.value(value);
                    self.give(0, &own_field(&name), given);
                }
            }
            AstKind::CallExpression(it) => self.call(it),
            AstKind::NewExpression(it) => {
                self.calls.push(Called { span: it.span, callee: &it.callee, block: self.now });
                self.given_to(&it.arguments);
            }
            AstKind::TaggedTemplateExpression(it) => {
                self.calls.push(Called { span: it.span, callee: &it.tag, block: self.now });
            }
            _ => {}
        }
    }

    fn leave_node(&mut self, kind: AstKind<'a>) {
        if opens(&kind).is_some() {
            self.now = self.blocks.get(self.now).map_or(0, |block| block.parent);
        }
    }
}
