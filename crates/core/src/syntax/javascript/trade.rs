//! What a file of JavaScript or TypeScript takes from other modules, and what it hands on: `import`, `export … from`,
//! `require`, `module.exports`.

mod walk;

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{
    ArrayExpressionElement, BindingPattern, Expression, MemberExpression, ObjectExpression,
    ObjectPropertyKind, Program, PropertyKey, VariableDeclarator,
};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;

use super::expression::asked;
use super::names::Names;
use crate::syntax::{Handed, Part, Taken, Trade};

/// The name of what a module gives without one.
const DEFAULT: &str = "default";

/// What a program takes and hands on; `line` gives the line of a place in its text.
pub(super) fn of(program: &Program, names: &Names, line: impl Fn(u32) -> usize) -> Trade {
    let mut trader = Trader {
        line,
        names,
        trade: Trade::default(),
        bound: HashMap::new(),
        uses: HashMap::new(),
        exports: Vec::new(),
        depth: 0,
        seen: HashSet::new(),
    };
    trader.visit_program(program);
    trader.finished()
}

struct Trader<'a, 'n, L> {
    line: L,
    names: &'n Names,
    trade: Trade,
    /// Names, each with what of another module it stands for.
    bound: HashMap<&'a str, Bound>,
    uses: HashMap<&'a str, Uses<'a>>,
    /// What others get, by the name that they know; `None` for all that it holds.
    exports: Vec<(Option<String>, Value<'a>)>,
    /// How many functions are around.
    depth: usize,
    /// Where modules are asked for of which it is known what is done with them.
    seen: HashSet<u32>,
}

struct Bound {
    part: Part,
    /// How many functions are around it.
    depth: usize,
    /// How a call of something in it begins.
    called: String,
    line: usize,
}

/// How a name is used.
#[derive(Default)]
struct Uses<'a> {
    times: usize,
    /// Of those, the times when it only gets another name.
    renamed: usize,
    /// Of those, the times when only a part of it is, which has this name.
    parts: Vec<&'a str>,
}

/// What an expression gives, as far as it is of another module.
enum Value<'a> {
    Module(String),
    Part(String, &'a str),
    /// What stands under a name, or a part of it.
    Name(&'a str, Option<&'a str>),
    /// Something of the file itself.
    Own,
}

impl<'a, L: Fn(u32) -> usize> Trader<'a, '_, L> {
    fn take(&mut self, part: Part, called: &str, at: u32) {
        let line = (self.line)(at);
        self.trade.taken.push(Taken { part, called: called.to_owned(), line });
    }

    fn bind(&mut self, name: &'a str, part: Part, called: &str, at: u32) {
        let (line, depth) = ((self.line)(at), self.depth);
        // What a function has for itself stands for the same name of the file nowhere else.
        if self.bound.get(name).is_none_or(|known| known.depth >= depth) {
            self.bound.insert(name, Bound { part, depth, called: called.to_owned(), line });
        }
    }

    /// A module as a value, of which nobody can tell what is used.
    fn take_whole(&mut self, module: Option<String>, at: u32) {
        if let Some(module) = module.filter(|_| self.seen.insert(at)) {
            self.take(Part { module, name: None }, "", at);
        }
    }

    fn used(&mut self, name: &'a str, part: &'a str) {
        self.uses.entry(name).or_default().parts.push(part);
    }

    /// `const { a: b } = require("m")`, `const m = await import("m")`.
    fn declared(&mut self, target: &BindingPattern<'a>, value: &Expression<'a>) {
        match (target, self.value_of(value)) {
            (BindingPattern::BindingIdentifier(own), Value::Module(module)) => {
                let own = own.name.as_str();
                self.bind(own, Part { module, name: None }, own, value.span().start);
                self.see(value);
            }
            (BindingPattern::BindingIdentifier(own), Value::Part(module, name)) => {
                let part = Part { module, name: Some(name.to_owned()) };
                self.bind(own.name.as_str(), part, "", value.span().start);
            }
            (BindingPattern::ObjectPattern(object), Value::Module(module)) if object.rest.is_none() => {
                for property in &object.properties {
                    let Some(name) = property.key.static_name() else { return };
                    let part = Part { module: module.clone(), name: Some(name.to_string()) };
                    self.take(part.clone(), &name, value.span().start);
                    if let Some(own) = property.value.get_binding_identifier() {
                        self.bind(own.name.as_str(), part, &name, value.span().start);
                    }
                }
                self.see(value);
            }
            // `const a = b.c`: another name for the same.
            (BindingPattern::BindingIdentifier(own), Value::Name(name, part)) => {
                if let Some(part) = self.standing_for(name, part) {
                    if part.name.is_none() {
                        self.uses.entry(name).or_default().renamed += 1;
                    }
                    let own = own.name.as_str();
                    self.bind(own, part, own, value.span().start);
                }
            }
            (BindingPattern::ObjectPattern(object), Value::Name(name, None)) if object.rest.is_none() => {
                for property in &object.properties {
                    if let PropertyKey::StaticIdentifier(key) = &property.key {
                        let key = key.name.as_str();
                        self.used(name, key);
                        let part = self.standing_for(name, Some(key));
                        if let Some((own, part)) = property.value.get_binding_identifier().zip(part) {
                            self.bind(own.name.as_str(), part, key, value.span().start);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// What a name stands for, or a part of that.
    fn standing_for(&self, name: &str, part: Option<&str>) -> Option<Part> {
        let bound = self.bound.get(name)?;
        Some(match (&bound.part.name, part) {
            (None, Some(part)) => Part { module: bound.part.module.clone(), name: Some(part.to_owned()) },
            (None, None) | (Some(_), _) => bound.part.clone(),
        })
    }

    /// What is asked for there is known by what becomes of it.
    fn see(&mut self, value: &Expression) {
        let value = asked(value);
        if self.names.required(value).is_some() {
            self.seen.insert(value.span().start);
        }
    }

    /// What an object gives to those that import it.
    fn export_entries(&mut self, object: &ObjectExpression<'a>) {
        for entry in &object.properties {
            match entry {
                ObjectPropertyKind::ObjectProperty(property) => {
                    if let Some(name) = property.key.static_name() {
                        self.export(Some(name.to_string()), &property.value);
                    }
                }
                ObjectPropertyKind::SpreadProperty(spread) => self.export(None, &spread.argument),
            }
        }
    }

    fn export(&mut self, name: Option<String>, value: &Expression<'a>) {
        // What lies in an object or a list is handed on with it.
        let inner: Vec<&Expression> = match value.get_inner_expression() {
            Expression::ObjectExpression(object) if name.is_some() => {
                let entries = object.properties.iter().filter_map(ObjectPropertyKind::as_property);
                entries.map(|entry| &entry.value).collect()
            }
            Expression::ArrayExpression(list) => {
                list.elements.iter().filter_map(ArrayExpressionElement::as_expression).collect()
            }
            _ => Vec::new(),
        };
        for inner in inner {
            let held = self.value_of(inner);
            self.exports.push((name.clone(), held));
        }
        self.see(value);
        let value = self.value_of(value);
        self.exports.push((name, value));
    }

    /// `exports.a = …`, `module.exports = …`.
    fn assigned(&mut self, target: &str, value: &Expression<'a>) {
        let name = match target.strip_prefix("module.").unwrap_or(target).strip_prefix("exports") {
            Some("") => None,
            Some(rest) => rest.strip_prefix('.').filter(|name| !name.contains('.')),
            None => return,
        };
        match (name, value.get_inner_expression()) {
            (Some(name), value) => self.export(Some(name.to_owned()), value),
            (None, Expression::ObjectExpression(object)) => self.export_entries(object),
            (None, value) => {
                self.export(None, value);
                let value = self.value_of(value);
                self.exports.push((Some(DEFAULT.to_owned()), value));
            }
        }
    }

    /// `export const a = b`, `export const { a } = b`.
    fn export_declared(&mut self, it: &VariableDeclarator<'a>) {
        match (&it.id, it.init.as_ref()) {
            (BindingPattern::BindingIdentifier(own), Some(value)) => {
                self.export(Some(own.name.to_string()), value);
            }
            (BindingPattern::ObjectPattern(object), Some(value)) => {
                for property in &object.properties {
                    let own = property.value.get_identifier_name();
                    let Some((own, key)) = own.zip(property.key.static_name()) else { continue };
                    let own = Some(own.to_string());
                    match self.value_of(value) {
                        Value::Module(module) => {
                            let part = Part { module, name: Some(key.to_string()) };
                            self.trade.handed.push(Handed { name: own, part });
                        }
                        Value::Name(name, None) => {
                            if let PropertyKey::StaticIdentifier(key) = &property.key {
                                self.exports.push((own, Value::Name(name, Some(key.name.as_str()))));
                            }
                        }
                        Value::Part(..) | Value::Name(_, Some(_)) | Value::Own => {
                            self.trade.made.extend(own);
                        }
                    }
                }
            }
            (target, _) => {
                self.trade.made.extend(target.get_identifier_name().map(|own| own.to_string()));
            }
        }
    }

    /// What an expression gives.
    fn value_of(&self, expression: &Expression<'a>) -> Value<'a> {
        // Of a part of a part, the first says where it comes from.
        let mut part = None;
        let mut next = asked(expression);
        loop {
            if let Some(module) = self.names.required(next) {
                return part
                    .map_or_else(|| Value::Module(module.clone()), |part| Value::Part(module.clone(), part));
            }
            if let Expression::Identifier(name) = next {
                return Value::Name(name.name.as_str(), part);
            }
            let Some(MemberExpression::StaticMemberExpression(member)) = next.as_member_expression() else {
                return Value::Own;
            };
            part = Some(member.property.name.as_str());
            next = asked(&member.object);
        }
    }

    fn finished(mut self) -> Trade {
        for (name, bound) in &self.bound {
            let is_whole = bound.part.name.is_none();
            // Without names of its own, a module may be what it gives by default.
            if !is_whole && bound.part.name.as_deref() != Some(DEFAULT) {
                continue;
            }
            let Some(uses) = self.uses.get(name) else { continue };
            for part in &uses.parts {
                let of = Part { module: bound.part.module.clone(), name: Some((*part).to_owned()) };
                let called = format!("{}.{part}", bound.called);
                self.trade.taken.push(Taken { part: of, called, line: bound.line });
            }
            if is_whole && uses.times > uses.parts.len() + uses.renamed {
                let (part, called) = (bound.part.clone(), bound.called.clone());
                self.trade.taken.push(Taken { part, called, line: bound.line });
            }
        }
        for (name, value) in std::mem::take(&mut self.exports) {
            let part = match value {
                Value::Module(module) => Some(Part { module, name: None }),
                Value::Part(module, part) => Some(Part { module, name: Some(part.to_owned()) }),
                Value::Name(own, of) => {
                    let is_outer = self.bound.get(own).is_some_and(|bound| bound.depth == 0);
                    self.standing_for(own, of).filter(|_| is_outer)
                }
                Value::Own => None,
            };
            match (name, part) {
                // What is not the whole of a module has no names that could be handed on.
                (None, part) => {
                    let whole = part.filter(|part| part.name.is_none());
                    self.trade.handed.extend(whole.map(|part| Handed { name: None, part }));
                }
                (name, Some(part)) => self.trade.handed.push(Handed { name, part }),
                (Some(name), None) => self.trade.made.push(name),
            }
        }
        self.trade.taken.sort_by(|one, other| {
            (one.line, &one.part.module, &one.part.name).cmp(&(
                other.line,
                &other.part.module,
                &other.part.name,
            ))
        });
        self.trade
    }
}

#[cfg(test)]
mod tests;
