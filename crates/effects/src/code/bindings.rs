//! Names and what they are bound to: assignments, unpacking, imports.

use std::rc::Rc;

use super::arguments::Arguments;
use super::cursor::Cursor;
use super::machine::Machine;
use super::member::UNKNOWN_KEY;
use super::thing::Thing;
use super::token::{Bracket, Code, Kind, Token};
use super::{Language, Step};
use crate::value::Value;

/// Words before a name that say nothing of its value.
const DECLARING: &[&str] = &["const", "let", "var", "my", "our", "local", "state", "await", "async", "type"];

impl Machine<'_> {
    /// Binds a name. In a block that may not run, the old value stays possible.
    pub(super) fn assign(&mut self, place: &Rc<str>, thing: Thing) {
        let is_array = place.starts_with('@') && self.is(Language::Perl);
        let thing = match thing {
            Thing::List(_) => thing,
            single if is_array => Thing::list(vec![single]),
            other => other,
        };
        let thing = match self.variables.get(place) {
            Some(old) if self.branches > 0 => old.either(&thing),
            Some(_) | None => thing,
        };
        self.variables.insert(Rc::clone(place), thing);
    }

    /// Changes the list or table that an assigned element belongs to.
    pub(super) fn assign_inside(&mut self, place: &str, thing: &Thing) {
        let Some((base, key)) = place.rsplit_once('.') else { return };
        let changed = match self.variables.get(base) {
            Some(Thing::List(things)) => {
                let index = key.parse::<usize>().ok().filter(|index| *index < things.len());
                let mut things = (**things).clone();
                match index.and_then(|index| things.get_mut(index)) {
                    Some(slot) => {
                        *slot = thing.clone();
                        Thing::list(things)
                    }
                    None => Thing::unknown(),
                }
            }
            Some(Thing::Table(entries)) if key != UNKNOWN_KEY => {
                let mut entries = (**entries).clone();
                entries.push((key.to_owned(), thing.clone()));
                Thing::Table(Rc::new(entries))
            }
            Some(Thing::Table(_)) => Thing::unknown(),
            Some(_) | None => return,
        };
        if self.spend(1) {
            self.variables.insert(base.into(), changed);
        }
    }

    /// Binds several names to what one thing holds.
    pub(super) fn bind(&mut self, targets: &[Rc<str>], thing: &Thing) {
        match (targets, thing) {
            ([], _) => {}
            ([target], Thing::List(things)) if self.is(Language::Perl) && !target.starts_with(['@', '%']) => {
                let first = things.first().cloned().unwrap_or_else(Thing::unknown);
                self.assign(target, first);
            }
            ([target], thing) => self.assign(target, thing.clone()),
            (targets, Thing::List(things)) => {
                for (index, target) in targets.iter().enumerate() {
                    let part = things.get(index).cloned().unwrap_or_else(Thing::unknown);
                    // `first, *others = words`: else there would be one name for each.
                    let takes_all = self.is(Language::Python) && index + 1 == targets.len();
                    let part = match things.get(index..) {
                        Some(others) if takes_all && others.len() > 1 => Thing::list(others.to_vec()),
                        Some(_) | None => part,
                    };
                    self.assign(target, part);
                }
            }
            // A list takes all that is left.
            ([target, ..], thing) if target.starts_with('@') => self.assign(target, thing.clone()),
            (targets, thing) => {
                for target in targets {
                    self.assign(target, thing.derived());
                }
            }
        }
    }

    /// Binds the names of `{a: b, c}` to the members of a thing.
    pub(super) fn bind_members(&mut self, pattern: &Code, thing: &Thing) {
        let mut at = Cursor::new(pattern);
        while let Some(token) = at.peek() {
            let key = match &token.kind {
                Kind::Name(name) => Rc::clone(name),
                _ => {
                    at.advance();
                    continue;
                }
            };
            at.advance();
            let renamed = at.skip_sign(":") || at.skip_name("as");
            let target = at.peek().filter(|_| renamed).and_then(Token::name).cloned();
            let member = self.member(thing, &key, None);
            match at.peek().filter(|_| renamed).and_then(|token| token.group(Bracket::Curly)).cloned() {
                Some(inner) if self.enter() => {
                    self.bind_members(&inner, &member);
                    self.leave();
                }
                Some(_) | None => self.assign(&target.unwrap_or(key), member),
            }
            at.take_until(|token| token.is_sign(","));
        }
    }

    /// The names that some tokens bind.
    pub(super) fn targets(code: &Code) -> Vec<Rc<str>> {
        let mut names = Vec::new();
        collect_targets(code, &mut names, 0);
        names
    }

    /// `import os as o, sys` · `import fs from 'fs'` · `import {a as b} from 'x'`
    pub(super) fn import(&mut self, at: &mut Cursor) {
        at.advance();
        if self.is(Language::Python) {
            while let Some(module) = dotted(at) {
                self.written_module(&module);
                let (place, thing) = match at.skip_name("as").then(|| dotted(at)).flatten() {
                    Some(alias) => (alias, self.module(&module)),
                    None => {
                        let root = module.split('.').next().unwrap_or(&module);
                        (root.into(), self.module(root))
                    }
                };
                self.variables.insert(place, thing);
                if !at.skip_sign(",") {
                    break;
                }
            }
            return;
        }
        let clause = at.take_until(|token| token.is_name("from") || matches!(token.kind, Kind::Text(_)));
        at.skip_name("from");
        let thing = self.expression(at);
        let module = self.imported(&thing);
        let mut at = Cursor::new(&clause);
        while let Some(token) = at.peek() {
            if let Some(pattern) = token.group(Bracket::Curly).cloned() {
                self.bind_members(&pattern, &module);
            } else if let Some(name) = token.name().filter(|name| !DECLARING.contains(&&***name)).cloned()
                && &*name != "as"
            {
                self.variables.insert(name, module.clone());
            }
            at.advance();
        }
    }

    /// `from shutil import rmtree as r`
    pub(super) fn import_from(&mut self, at: &mut Cursor) {
        at.advance();
        let Some(module) = dotted(at) else { return };
        if !at.skip_name("import") {
            return;
        }
        self.written_module(&module);
        if at.skip_sign("*") {
            self.stars.push(module);
            return;
        }
        let names = match at.take_group(Bracket::Round) {
            Some(inside) => inside,
            None => at.take_until(|token| token.is_sign(";") || token.gap == super::token::Gap::Line),
        };
        let from = module;
        let module = self.module(&from);
        let mut at = Cursor::new(&names);
        while let Some(name) = dotted(&mut at) {
            self.written_submodule(&from, &name);
            let member = self.member(&module, &name, None);
            let alias = at.skip_name("as").then(|| dotted(&mut at)).flatten();
            self.variables.insert(alias.unwrap_or(name), member);
            at.skip_sign(",");
        }
    }

    /// The module that an expression names; a file of the same language runs when it is imported.
    pub(super) fn imported(&mut self, thing: &Thing) -> Thing {
        let datum = thing.datum();
        match datum.text() {
            Some(text) if text.starts_with(['.', '/']) && is_json(text) => {
                self.read_file(&Arguments::of([thing.clone()]))
            }
            Some(text) if text.starts_with(['.', '/']) || text.starts_with("file:") => {
                let path = text.strip_prefix("file://").unwrap_or(text);
                self.emit(Step::Import(Value::Known(path.to_owned())));
                Thing::unknown()
            }
            Some(text) if text.contains("://") || text.starts_with("data:") => {
                self.import_remote(&datum.value);
                Thing::unknown()
            }
            Some(text) => self.required(text),
            None => Thing::of(datum.derived()),
        }
    }

    pub(super) fn module(&self, name: &str) -> Thing {
        let name = name.strip_prefix("node:").unwrap_or(name).replace(['/'], ".");
        Thing::named(&self.dialect.canonical(&name))
    }
}

fn is_json(path: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|extension| extension == "json")
}

/// A name with dots, if one stands here.
fn dotted(at: &mut Cursor) -> Option<Rc<str>> {
    let mut name = at.peek()?.name()?.to_string();
    at.advance();
    while at.is_sign(".") {
        let Some(part) = at.look(1).and_then(Token::name) else { break };
        name.push('.');
        name.push_str(part);
        at.advance();
        at.advance();
    }
    Some(name.into())
}

fn collect_targets(code: &Code, names: &mut Vec<Rc<str>>, depth: usize) {
    let mut in_default = false;
    for token in code.tokens() {
        match &token.kind {
            Kind::Sign(",") => in_default = false,
            Kind::Sign("=" | ":") => in_default = true,
            _ if in_default => {}
            Kind::Name(name) if !DECLARING.contains(&&**name) => names.push(Rc::clone(name)),
            Kind::Variable(sigil, name) => names.push(variable_key(*sigil, name)),
            Kind::Group(_, inner) if depth < 4 => collect_targets(inner, names, depth + 1),
            _ => {}
        }
    }
}

/// The name under which a variable with a sigil is kept.
pub(super) fn variable_key(sigil: char, name: &str) -> Rc<str> {
    format!("{sigil}{name}").into()
}
