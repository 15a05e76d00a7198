//! Functions of the text itself: found before anything runs, followed when they are called.

use std::cell::Cell;
use std::rc::Rc;

use super::cursor::Cursor;
use super::machine::Machine;
use super::syntax::Layout;
use super::thing::{Function, Gives, Parameter, Takes, Thing};
use super::token::{Bracket, Code, Gap, Kind, Token};
use super::{Language, Step};

/// Functions that call functions that call functions: deeper calls are not followed.
const MAX_CALLS: usize = 6;

impl Machine<'_> {
    /// Finds the functions of a block, which may be called before they are defined.
    pub(super) fn hoist(&mut self, code: &Code) {
        let defines = |token: &Token| {
            token
                .name()
                .is_some_and(|name| matches!(&**name, "def" | "function" | "sub" | "func" | "fun" | "defp"))
        };
        if !code.tokens().iter().any(defines) || !self.spend(code.tokens().len() / 8) {
            return;
        }
        // By indentation, what stands further in belongs to a block of its own.
        let indented = self.dialect.syntax.layout == Layout::Indentation;
        let outer = code.tokens().first().map_or(0, |token| token.column);
        let mut at = Cursor::new(code);
        while let Some(token) = at.peek() {
            let here = !indented || token.column <= outer;
            let named = here && defines(token) && self.is_definition(&at);
            if !named {
                at.advance();
                continue;
            }
            if let Some(function) = self.definition(&mut at) {
                if let Some(name) = &function.name {
                    self.warn_of_a_bomb(name, &function.body);
                    self.variables.insert(Rc::clone(name), Thing::Function(Rc::clone(&function)));
                }
                self.functions.push(function);
            }
        }
    }

    /// Whether the name of a function follows. In Groovy `def x = 1` is a variable.
    pub(super) fn is_definition(&self, at: &Cursor) -> bool {
        let named = at.look(1).is_some_and(|next| next.name().is_some());
        let bracketed = at.look(2).is_some_and(|next| next.group(Bracket::Round).is_some());
        named && (bracketed || !self.is(Language::Jvm))
    }

    /// The function that is defined here; the cursor stands behind it.
    pub(super) fn definition(&mut self, at: &mut Cursor) -> Option<Rc<Function>> {
        let column = at.peek()?.column;
        at.advance();
        let mut name = at.peek().and_then(Token::name).cloned();
        if name.is_some() {
            at.advance();
        }
        // `def self.run`
        while at.is_sign(".") || at.is_sign(":") && self.is(Language::Lua) {
            at.advance();
            name = at.peek().and_then(Token::name).cloned().or(name);
            at.advance();
        }
        let parameters = at.take_group(Bracket::Round).map(|group| self.parameters(&group));
        let body = match self.dialect.syntax.layout {
            Layout::Indentation => {
                self.header(at);
                self.block(at, column)
            }
            Layout::Braces => {
                at.take_until(|token| token.group(Bracket::Curly).is_some() || token.is_sign(";"));
                at.take_group(Bracket::Curly)?
            }
            Layout::End => self.block(at, column),
        };
        let parameters = parameters.unwrap_or_default();
        Some(Rc::new(Function {
            name,
            parameters,
            body,
            gives: Gives::Returned,
            is_called: Cell::new(false),
        }))
    }

    /// What stands between the brackets of a function.
    fn parameters(&self, code: &Code) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        let mut at = Cursor::new(code);
        while !at.is_done() {
            let part = at.take_until(|token| token.is_sign(","));
            at.advance();
            let count = part.tokens().len();
            let equals = part.tokens().iter().position(|token| token.is_sign("="));
            let default = equals.map(|equals| part.part(equals + 1, count));
            let pattern = part.tokens().first().and_then(|token| token.group(Bracket::Curly)).cloned();
            if let Some(pattern) = pattern.filter(|_| self.is(Language::JavaScript)) {
                let takes = Takes::One;
                parameters.push(Parameter { name: "{}".into(), pattern: Some(pattern), default, takes });
                continue;
            }
            let is_rest = |token: &Token| token.is_sign("...") || token.is_sign("*");
            let takes = if part.tokens().first().is_some_and(is_rest) { Takes::Rest } else { Takes::One };
            let named = Self::targets(&part).into_iter().map(Parameter::named);
            parameters.extend(named.map(|parameter| Parameter { takes, ..parameter }));
            if let Some(last) = parameters.last_mut().filter(|_| default.is_some()) {
                last.default = default;
            }
        }
        parameters
    }

    /// A function without a name, if one stands here: `lambda x: …`, `(a, b) => …`, `function () {…}`, `sub {…}`.
    pub(super) fn anonymous(&mut self, at: &mut Cursor) -> Option<Thing> {
        let token = at.peek()?;
        if let Some(name) = token.name() {
            match (&**name, self.dialect.language) {
                ("lambda", Language::Python) => {
                    at.advance();
                    let parameters = self.parameters(&at.take_until(|token| token.is_sign(":")));
                    at.skip_sign(":");
                    return Some(self.expression_function(parameters, at));
                }
                ("lambda" | "proc", Language::Ruby) => {
                    at.advance();
                    at.skip_name("do");
                    let body = at.take_group(Bracket::Curly)?;
                    return Some(block_function(&body));
                }
                ("sub", Language::Perl) => {
                    let body = at.look(1)?.group(Bracket::Curly)?.clone();
                    at.advance();
                    at.advance();
                    return Some(function(Vec::new(), body, Gives::Returned));
                }
                ("function" | "fn", Language::JavaScript | Language::Php)
                | ("function", Language::Lua | Language::R | Language::Julia) => {
                    return self.function_literal(at);
                }
                ("async", Language::JavaScript) => {
                    let is_function = at.look(1).is_some_and(|next| {
                        next.is_name("function")
                            || next.group(Bracket::Round).is_some()
                            || is_arrow(at.look(2))
                    });
                    if !is_function || at.look(1).is_some_and(|next| next.gap == Gap::Line) {
                        return None;
                    }
                    at.advance();
                    return self.anonymous(at);
                }
                _ => {}
            }
        }
        if self.is(Language::Ruby) && token.is_sign("->") {
            at.advance();
            let parameters = at.take_group(Bracket::Round).map(|group| self.parameters(&group));
            let body = at.take_group(Bracket::Curly)?;
            return Some(function(parameters.unwrap_or_default(), body, Gives::Returned));
        }
        if !self.is(Language::JavaScript) || !is_arrow(at.look(1)) {
            return None;
        }
        let parameters = match &token.kind {
            Kind::Name(name) => vec![Parameter::named(Rc::clone(name))],
            Kind::Group(Bracket::Round, inner) => self.parameters(inner),
            _ => return None,
        };
        at.advance();
        at.advance();
        match at.take_group(Bracket::Curly) {
            Some(body) => Some(function(parameters, body, Gives::Returned)),
            None => Some(self.expression_function(parameters, at)),
        }
    }

    /// `function (a) {…}`, `fn($x) => …`
    fn function_literal(&mut self, at: &mut Cursor) -> Option<Thing> {
        at.advance();
        at.skip_sign("*");
        let name = at.peek().and_then(Token::name).cloned();
        if name.is_some() {
            at.advance();
        }
        let parameters = self.parameters(&at.take_group(Bracket::Round)?);
        if at.skip_sign("=>") {
            return Some(self.expression_function(parameters, at));
        }
        if self.dialect.syntax.layout == Layout::End {
            let body = self.block(at, 0);
            return Some(function(parameters, body, Gives::Returned));
        }
        if self.is(Language::R) && at.peek().is_some_and(|token| token.group(Bracket::Curly).is_none()) {
            return Some(self.expression_function(parameters, at));
        }
        at.take_until(|token| token.group(Bracket::Curly).is_some() || token.is_sign(";"));
        let body = at.take_group(Bracket::Curly)?;
        if let Some(name) = name {
            self.warn_of_a_bomb(&name, &body);
        }
        Some(function(parameters, body, Gives::Returned))
    }

    /// Nobody defines such a function without calling it.
    fn warn_of_a_bomb(&mut self, name: &str, body: &Code) {
        if self.multiplies(name, body) {
            self.emit(Step::Exhaust("starts itself again and again"));
        }
    }

    /// A function that is one expression, up to a comma or the end of its statement.
    fn expression_function(&mut self, parameters: Vec<Parameter>, at: &mut Cursor) -> Thing {
        let rest = at.rest();
        let ends = |(index, token): (usize, &Token)| {
            let starts_line =
                token.gap == Gap::Line && index > 0 && !token.is_sign(".") && !token.is_sign("?.");
            starts_line || token.is_sign(",") || token.is_sign(";")
        };
        let count = rest.iter().enumerate().position(ends).unwrap_or(rest.len());
        self.spend(count / 4);
        function(parameters, at.take(count), Gives::Expression)
    }

    /// What a function of the text does with some arguments.
    pub(super) fn invoke(&mut self, called: &Rc<Function>, arguments: Vec<Thing>) -> Thing {
        // What calls itself has been looked into; what stands too deep is looked into by itself.
        let again = self.calling.iter().any(|function| Rc::ptr_eq(function, called));
        if again || self.calling.len() >= MAX_CALLS || self.is_deep() {
            return Thing::list(arguments).derived();
        }
        called.is_called.set(true);
        if !self.spend(2) || !self.enter() {
            return Thing::unknown();
        }
        self.calling.push(Rc::clone(called));
        let is_test = usize::from(called.name.as_deref().is_some_and(super::hint::is_test));
        self.tested += is_test;
        let branches = std::mem::take(&mut self.branches);
        let every = self.is(Language::Perl).then(|| Rc::from("@_"));
        let names: Vec<Rc<str>> =
            called.parameters.iter().map(|parameter| Rc::clone(&parameter.name)).chain(every).collect();
        let hidden: Vec<Option<Thing>> = names.iter().map(|name| self.variables.get(name).cloned()).collect();
        for (index, parameter) in called.parameters.iter().enumerate() {
            let argument = match (parameter.takes, arguments.get(index), &parameter.default) {
                (Takes::Rest, _, _) => Thing::list(arguments.get(index..).unwrap_or_default().to_vec()),
                (Takes::One, Some(argument), _) => argument.clone(),
                (Takes::One, None, Some(default)) => self.expression(&mut Cursor::new(default)),
                (Takes::One, None, None) => Thing::unknown(),
            };
            match &parameter.pattern {
                Some(pattern) => self.bind_members(pattern, &argument),
                None => {
                    self.variables.insert(Rc::clone(&parameter.name), argument);
                }
            }
        }
        if self.is(Language::Perl) {
            self.variables.insert("@_".into(), Thing::list(arguments));
        }
        self.returned.push(None);
        let last = match called.gives {
            Gives::Expression => self.expression(&mut Cursor::new(&called.body)),
            Gives::Returned => self.run(&called.body),
        };
        let returned = self.returned.pop().flatten();
        for (name, old) in names.into_iter().zip(hidden) {
            match old {
                Some(old) => self.variables.insert(name, old),
                None => self.variables.remove(&name),
            };
        }
        self.branches = branches;
        self.calling.pop();
        self.tested -= is_test;
        self.leave();
        returned.unwrap_or(last)
    }
}

fn is_arrow(token: Option<&Token>) -> bool {
    token.is_some_and(|token| token.is_sign("=>"))
}

fn function(parameters: Vec<Parameter>, body: Code, gives: Gives) -> Thing {
    Thing::Function(Rc::new(Function { name: None, parameters, body, gives, is_called: Cell::new(false) }))
}

/// A block that is given to a call: `{ |x| … }`.
pub(super) fn block_function(block: &Code) -> Thing {
    let tokens = block.tokens();
    let count = tokens.len();
    let bar = |token: &Token| token.is_sign("|");
    if !tokens.first().is_some_and(bar) {
        return function(vec![Parameter::named("$_".into())], block.clone(), Gives::Returned);
    }
    let end = tokens.iter().skip(1).position(bar).map_or(count, |offset| offset + 1);
    let parameters = Machine::targets(&block.part(1, end)).into_iter().map(Parameter::named).collect();
    function(parameters, block.part(end + 1, count), Gives::Returned)
}
