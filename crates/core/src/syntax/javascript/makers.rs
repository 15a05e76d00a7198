//! Where what a file calls comes from: a part of a module, whatever the file calls it, or something that it makes itself.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{Argument, CallExpression, Expression, ObjectExpression, ObjectPropertyKind, Program};
use oxc_span::Span;

use super::exports::{Exported, Own};
use super::expression::path;
use super::names::Names;
use super::scopes::{Called, Given, Scopes, own_field};
use crate::syntax::{Free, Maker, module_path};

/// What is looked at for one call; a name may stand for many.
const MAX_STEPS: usize = 200;

/// How deep in an object something is looked for that it hands on.
const MAX_WITHIN: usize = 4;

/// Where the calls of a program come from, by where they stand; those that it does not tell are left out.
pub(super) fn of(program: &Program, names: &Names) -> Origins {
    let scopes = Scopes::of(program);
    let tracer = Tracer { scopes: &scopes, names, steps: Cell::new(0) };
    let maker = |thing: Thing| match thing {
        Thing::Of(path) => Some(Maker::Module(path)),
        Thing::Function => Some(Maker::File),
        Thing::Free(..) | Thing::Object(..) | Thing::Unknown => None,
    };
    let calls = scopes.calls.iter().filter_map(|call| {
        tracer.steps.set(MAX_STEPS);
        Some((call.span, maker(tracer.called(call.callee, call.block))?))
    });
    let makers = calls.collect();
    let is_undeclared = |call: &&Called| match first_name(call.callee) {
        Some(name) => !scopes.declares(call.block, name),
        None => false,
    };
    let undeclared = scopes.calls.iter().filter(is_undeclared).map(|call| call.span).collect();
    let free = scopes.exports.iter().flat_map(|exported| tracer.free(exported)).collect();
    Origins { makers, undeclared, free }
}

/// Where the things come from that a program calls or gives to a call.
pub(super) struct Origins {
    /// By where they stand.
    pub(super) makers: HashMap<Span, Maker>,
    /// Those that no block declares: the language's own, or of the page.
    pub(super) undeclared: HashSet<Span>,
    /// What it hands on that no module makes.
    pub(super) free: Vec<Free>,
}

/// The name that an expression begins with, if it is nothing but names.
fn first_name<'e>(expression: &'e Expression) -> Option<&'e str> {
    let mut next = expression.get_inner_expression();
    loop {
        match next {
            Expression::Identifier(own) => return Some(own.name.as_str()),
            other => next = other.as_member_expression()?.object().get_inner_expression(),
        }
    }
}

/// What an expression is.
enum Thing<'a> {
    /// A module, or a part of it: `child_process.exec`.
    Of(String),
    /// Something that the file does not declare, or a part of it: `console.log`.
    Free(String),
    /// A function that the file makes.
    Function,
    /// An object that it makes, in a block.
    Object(&'a ObjectExpression<'a>, usize),
    Unknown,
}

struct Tracer<'s, 'a> {
    scopes: &'s Scopes<'a>,
    names: &'s Names,
    /// What may still be looked at.
    steps: Cell<usize>,
}

impl<'a> Tracer<'_, 'a> {
    /// What others get of what no module makes, and by which names.
    fn free(&self, exported: &Exported<'a>) -> Vec<Free> {
        self.steps.set(MAX_STEPS);
        let thing = match exported.value {
            Own::Name(own) => self.named(own, 0),
            Own::Value(value) => self.thing(value, 0),
        };
        let mut found = Vec::new();
        self.free_within(thing, exported.name, &mut Vec::new(), &mut found);
        found
    }

    fn free_within(&self, thing: Thing<'a>, name: &str, within: &mut Vec<String>, found: &mut Vec<Free>) {
        match thing {
            Thing::Free(path) => {
                found.push(Free { name: name.to_owned(), within: within.clone(), path });
            }
            Thing::Object(object, block) if within.len() < MAX_WITHIN => {
                for entry in object.properties.iter().filter_map(ObjectPropertyKind::as_property) {
                    let Some(key) = entry.key.static_name() else { continue };
                    within.push(key.to_string());
                    self.free_within(self.thing(&entry.value, block), name, within, found);
                    within.pop();
                }
            }
            Thing::Of(_) | Thing::Object(..) | Thing::Function | Thing::Unknown => {}
        }
    }

    /// What is called, also by `exec.call(…)`.
    fn called(&self, callee: &'a Expression<'a>, block: usize) -> Thing<'a> {
        if let Some(member) = callee.get_inner_expression().as_member_expression()
            && let Some("call" | "apply" | "bind") = member.static_property_name()
        {
            return self.thing(member.object(), block);
        }
        self.thing(callee, block)
    }

    fn thing(&self, expression: &'a Expression<'a>, block: usize) -> Thing<'a> {
        let Some(left) = self.steps.get().checked_sub(1) else { return Thing::Unknown };
        self.steps.set(left);
        let expression = expression.get_inner_expression();
        if let Some(module) = self.names.required(expression) {
            return Thing::Of(module_path(&module));
        }
        match expression {
            Expression::Identifier(own) => self.named(own.name.as_str(), block),
            Expression::AwaitExpression(it) => self.thing(&it.argument, block),
            Expression::SequenceExpression(it) => {
                it.expressions.last().map_or(Thing::Unknown, |last| self.thing(last, block))
            }
            Expression::ConditionalExpression(it) => {
                either(self.thing(&it.consequent, block), self.thing(&it.alternate, block))
            }
            Expression::LogicalExpression(it) => {
                either(self.thing(&it.left, block), self.thing(&it.right, block))
            }
            Expression::AssignmentExpression(it) => self.thing(&it.right, block),
            Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => Thing::Function,
            Expression::ObjectExpression(object) => Thing::Object(object, block),
            // `new Client().send`, `client().send`: by what they are made of.
            Expression::NewExpression(it) => of_module(self.thing(&it.callee, block)),
            Expression::CallExpression(it) => self.given_by(it, block),
            Expression::ChainExpression(it) => match it.expression.as_member_expression() {
                Some(member) => self.part(member.object(), member.static_property_name(), block),
                None => Thing::Unknown,
            },
            other => match other.as_member_expression() {
                Some(member) => self.part(member.object(), member.static_property_name(), block),
                None => Thing::Unknown,
            },
        }
    }

    /// What a call gives: it is known by what is called, unless that makes something of a function.
    fn given_by(&self, it: &'a CallExpression<'a>, block: usize) -> Thing<'a> {
        let wraps = path(&it.callee).is_some_and(|name| name.rsplit('.').next() == Some("promisify"));
        let member = it.callee.get_inner_expression().as_member_expression();
        let bound = member.filter(|member| member.static_property_name() == Some("bind"));
        match (bound, it.arguments.first().and_then(Argument::as_expression)) {
            (Some(bound), _) => self.thing(bound.object(), block),
            (None, Some(first)) if wraps => self.thing(first, block),
            (None, _) => of_module(self.called(&it.callee, block)),
        }
    }

    fn part(&self, whole: &'a Expression<'a>, name: Option<&str>, block: usize) -> Thing<'a> {
        let Some(name) = name else { return Thing::Unknown };
        if matches!(whole.get_inner_expression(), Expression::ThisExpression(_)) {
            return self.declared(&own_field(name), 0);
        }
        self.part_of(self.thing(whole, block), name)
    }

    fn part_of(&self, whole: Thing<'a>, name: &str) -> Thing<'a> {
        match whole {
            // Without names of its own, a module may be what it gives by default.
            Thing::Of(path) if name == "default" => Thing::Of(path),
            Thing::Of(path) => Thing::Of(format!("{path}.{name}")),
            Thing::Free(path) => Thing::Free(format!("{path}.{name}")),
            Thing::Object(object, block) => {
                let parts = object.properties.iter().filter_map(|entry| match entry {
                    ObjectPropertyKind::ObjectProperty(it) => {
                        let is_it = it.key.static_name().is_some_and(|key| key == name);
                        is_it.then(|| self.thing(&it.value, block))
                    }
                    ObjectPropertyKind::SpreadProperty(it) => {
                        Some(self.part_of(self.thing(&it.argument, block), name))
                    }
                });
                parts.reduce(either).unwrap_or(Thing::Unknown)
            }
            Thing::Function | Thing::Unknown => Thing::Unknown,
        }
    }

    /// What a name stands for in a block: a module, if it may be one; something of the file only if it is nothing else.
    fn named(&self, name: &str, block: usize) -> Thing<'a> {
        if self.scopes.declares(block, name) {
            self.declared(name, block)
        } else {
            Thing::Free(name.to_owned())
        }
    }

    fn declared(&self, name: &str, block: usize) -> Thing<'a> {
        let all = self.scopes.given(block, name).iter().map(|given| match given {
            Given::Module(module, part) => {
                part.iter().fold(Thing::Of(module_path(module)), |whole, part| self.part_of(whole, part))
            }
            Given::Value { value, block, parts } => {
                let whole = self.thing(value, *block);
                parts.iter().fold(whole, |whole, part| self.part_of(whole, part))
            }
            Given::Function => Thing::Function,
            Given::Something => Thing::Unknown,
        });
        all.reduce(either).unwrap_or(Thing::Unknown)
    }
}

/// One of two: a module's, if either is, else what the file does not declare; a function of the file only if both are.
fn either<'a>(one: Thing<'a>, other: Thing<'a>) -> Thing<'a> {
    match (one, other) {
        (Thing::Of(path), _) | (_, Thing::Of(path)) => Thing::Of(path),
        (Thing::Free(path), _) | (_, Thing::Free(path)) => Thing::Free(path),
        (Thing::Function, Thing::Function) => Thing::Function,
        _ => Thing::Unknown,
    }
}

/// What something of a module makes is known by it; what the file's own functions give, nobody knows.
fn of_module(thing: Thing) -> Thing {
    match thing {
        Thing::Of(path) => Thing::Of(path),
        Thing::Free(_) | Thing::Function | Thing::Object(..) | Thing::Unknown => Thing::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::javascript::read;
    use crate::syntax::{Found, Maker};

    fn makers(text: &str) -> Vec<Maker> {
        let calls = read("a.ts", text).map(|code| code.calls).unwrap_or_default();
        calls.into_iter().map(|Found { maker, .. }| maker).collect()
    }

    #[test]
    fn a_part_of_a_module_is_known_by_whatever_name() {
        for text in [
            "import { exec } from 'child_process'; exec('x')",
            "import { exec as e } from 'node:child_process'; e('x')",
            "import * as cp from 'child_process'; cp.exec('x')",
            "import cp from 'child_process'; cp.exec('x')",
            "import { default as cp } from 'child_process'; cp.exec('x')",
            "import * as cp from 'child_process'; cp.default.exec('x')",
            "import cp = require('child_process'); cp.exec('x')",
            "const child_process = require('child_process'); child_process.exec('x')",
            "const cp = require('child_process'); cp?.exec?.('x')",
            "const cp = require('child_process'); cp['exec']('x')",
            "const cp = require('child_process'); cp.exec.call(null, 'x')",
            "const { exec } = require('child_process'); exec('x')",
            "const { exec: e } = require('child_process'); e('x')",
            "const { exec: e = f } = require('child_process'); e('x')",
            "const { ...cp } = require('child_process'); cp.exec('x')",
            "const e = require('child_process').exec; e('x')",
            "require('child_process').exec('x')",
            "(await import('child_process')).exec('x')",
            "const { exec } = await import('node:child_process'); exec('x')",
            "import('child_process').then(({ exec }) => exec('x'))",
            "import('child_process').then(function (cp) { cp.exec('x') })",
            "let cp; cp = require('child_process'); cp.exec('x')",
            "let exec; ({ exec } = require('child_process')); exec('x')",
            "let e; ({ exec: e } = require('child_process')); e('x')",
            "function f() { g(); var e = require('child_process').exec; } function g() {} e();\n\
             import { exec } from 'child_process'; exec('x')",
            "{ var e = require('child_process').exec; } e('x')",
            "import { exec } from 'child_process'; const run = promisify(exec); run('x')",
            "import { exec } from 'child_process'; const run = exec.bind(null); run('x')",
            "import { exec } from 'child_process'; const o = { run: exec }; o.run('x')",
            "import cp from 'child_process'; const o = { ...cp }; o.exec('x')",
            "import cp from 'child_process'; const o = { cp }; o.cp.exec('x')",
            "import cp from 'child_process'; (c ? cp : d).exec('x')",
            "import cp from 'child_process'; const run = d || cp.exec; run('x')",
            "import cp from 'child_process'; class A { cp = cp; f() { this.cp.exec('x') } }",
            "import cp from 'child_process'; class A { constructor() { this.p = cp } f() { this.p.exec() } }",
            "import cp from 'child_process'; function f(run = cp.exec) { run('x') }",
            "import { exec } from 'child_process'; function f() { exec('x') } function g(exec) {}",
        ] {
            let expected = Maker::Module("child_process.exec".to_owned());
            assert!(makers(text).contains(&expected), "{text}: {:?}", makers(text));
        }
        let made = makers("import AWS from 'aws-sdk'; const l = new AWS.Lambda({}); l.invoke()");
        assert!(made.contains(&Maker::Module("aws-sdk.Lambda.invoke".to_owned())), "{made:?}");
    }

    #[test]
    fn what_a_file_makes_itself_is_of_no_module() {
        for (text, expected) in [
            ("function exec() {} exec('x')", Maker::File),
            ("exec('x'); function exec() {}", Maker::File),
            ("const exec = () => {}; exec('x')", Maker::File),
            ("const child_process = { exec() {} }; child_process.exec('x')", Maker::File),
            ("const fs = { rm: function () {} }; fs.rm()", Maker::File),
            ("import { exec } from 'child_process'; { const exec = () => {}; exec('x') }", Maker::File),
            // What comes from elsewhere, or may have been changed, is not known.
            ("import { exec } from 'child_process'; function f(exec) { exec('x') }", Maker::Unknown),
            ("import { e } from 'm'; for (const e of all) e()", Maker::Unknown),
            ("import { e } from 'm'; try {} catch (e) { e() }", Maker::Unknown),
            ("exec('x')", Maker::Unknown),
            ("const fs = { rm() {} }; fs.rm = other; fs.rm()", Maker::Unknown),
            ("let run = () => {}; run = other; run()", Maker::Unknown),
            ("const run = c ? () => {} : other; run()", Maker::Unknown),
            ("const a = b, b = a; a()", Maker::Unknown),
        ] {
            assert_eq!(makers(text), [expected], "{text}");
        }
        let made = makers("function get() { return require('fs') } const fs = get(); fs.rm()");
        assert_eq!(made.last(), Some(&Maker::Unknown), "{made:?}");
    }

    #[test]
    fn names_that_stand_for_more_and_more_come_to_an_end() {
        let doubled: Vec<String> =
            (1..200).map(|n| format!("const m{n} = c ? m{} : m{};", n - 1, n - 1)).collect();
        assert_eq!(makers(&format!("{} m199()", doubled.concat())), [Maker::Unknown]);
    }
}
