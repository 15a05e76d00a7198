//! Statements, one after the other. Keywords lead to blocks; everything else is an expression.

use std::rc::Rc;

use super::Language;
use super::cursor::Cursor;
use super::kind_test::Asks;
use super::machine::Machine;
use super::syntax::Layout;
use super::thing::Thing;
use super::token::{Bracket, Code, Gap, Kind, Token};

/// Names behind a statement that say when or how often it runs.
const MODIFIERS: &[&str] = &["if", "unless", "while", "until", "for", "foreach"];

impl Machine<'_> {
    /// Runs some code, and gives the value of its last expression.
    pub(super) fn run(&mut self, code: &Code) -> Thing {
        let mut last = Thing::unknown();
        if !self.enter() {
            return last;
        }
        if self.is(Language::Lisp) {
            last = self.lisp(code);
            self.leave();
            return last;
        }
        self.hoist(code);
        let mut at = Cursor::new(code);
        while !at.is_done() && self.spend(1) {
            let before = at.position();
            if let Some(thing) = self.statement(&mut at) {
                last = thing;
            }
            if at.position() == before {
                at.advance();
            }
        }
        self.leave();
        last
    }

    /// Runs a block that may not run.
    pub(super) fn run_branch(&mut self, code: &Code) -> Thing {
        self.branches += 1;
        let last = self.run(code);
        self.branches -= 1;
        last
    }

    /// Runs what stands behind a condition.
    pub(super) fn run_asked(&mut self, asks: Asks, code: &Code) -> Thing {
        let kinds = usize::from(asks != Asks::More);
        self.kinds_asked += kinds;
        let last = self.run_branch(code);
        self.kinds_asked -= kinds;
        last
    }

    fn statement(&mut self, at: &mut Cursor) -> Option<Thing> {
        let token = at.peek()?;
        let column = token.column;
        match &token.kind {
            Kind::Sign(";" | "," | ":") => {
                at.advance();
                None
            }
            Kind::TooDeep => {
                self.miss();
                at.advance();
                None
            }
            Kind::Group(Bracket::Curly, block) if self.dialect.syntax.layout != Layout::Indentation => {
                let block = block.clone();
                at.advance();
                Some(self.run_branch(&block))
            }
            Kind::Name(name) => {
                let name = Rc::clone(name);
                self.keyword(&name, column, at)
            }
            _ => Some(self.plain_statement(at)),
        }
    }

    fn keyword(&mut self, name: &str, column: usize, at: &mut Cursor) -> Option<Thing> {
        let indented = self.dialect.syntax.layout == Layout::Indentation;
        let ends = self.dialect.syntax.layout == Layout::End;
        let next_is_call = at.look(1).is_some_and(|token| token.group(Bracket::Round).is_some());
        match name {
            "import"
                if !next_is_call
                    && matches!(self.dialect.language, Language::Python | Language::JavaScript) =>
            {
                self.import(at);
                None
            }
            "from" if indented => {
                self.import_from(at);
                None
            }
            "use" | "no" | "package" | "namespace"
                if self.dialect.syntax.layout == Layout::Braces && !next_is_call =>
            {
                self.used_module(at);
                None
            }
            "def" | "function" | "sub" | "func" | "fun" | "defp" if self.is_definition(at) => {
                self.definition(at);
                None
            }
            "class" | "module" if at.look(1).is_some_and(|token| token.name().is_some()) => {
                self.class(at, column);
                None
            }
            "for" | "foreach" if name == "for" || !self.is(Language::Julia) => {
                self.for_loop(at, column);
                None
            }
            "while" | "until" => {
                self.while_loop(at, column);
                None
            }
            "loop" if ends || self.is(Language::Compiled) => {
                at.advance();
                self.endless(at, column);
                None
            }
            "if" | "elif" | "elseif" | "unless" | "switch" | "match" | "except" | "catch" => {
                self.condition(at, column);
                None
            }
            "elsif" | "else" | "try" | "finally" | "do" | "begin" | "BEGIN" | "END" | "ensure" | "rescue" => {
                self.unconditional(at, column)
            }
            "with" if indented => {
                self.with(at, column);
                None
            }
            "return" | "yield" => {
                at.advance();
                self.returning(at);
                None
            }
            "const" | "let" | "var" | "my" | "our" | "local" if !self.is(Language::Python) => {
                at.advance();
                self.declaration(at)
            }
            "static" | "global" | "public" | "private" | "protected" | "abstract" | "final" | "readonly"
                if !next_is_call =>
            {
                at.advance();
                None
            }
            "pass" | "break" | "continue" | "next" | "last" | "end" | "then" | "export" | "default"
            | "async" | "await" | "del" | "case" | "when" | "in" | "nonlocal" | "as" | "of" => {
                at.advance();
                self.passed_over(name, at);
                None
            }
            "raise" | "throw" if !self.is(Language::Ruby) => {
                at.advance();
                let ended = at.is_at_line() || at.is_done() || at.is_sign(";");
                if !ended {
                    let thing = self.expression(at);
                    self.show(&thing);
                }
                None
            }
            "assert" if indented => {
                at.advance();
                None
            }
            "print" | "printf" | "getline" if self.is(Language::Awk) => Some(self.awk_statement(name, at)),
            _ => Some(self.plain_statement(at)),
        }
    }

    /// Words that take something out of what a loop goes over: `next`, `next if CONDITION`.
    fn passed_over(&mut self, word: &str, at: &mut Cursor) {
        match word {
            "when" | "case" => self.tests += 1,
            "continue" | "next" if self.kinds_asked == 0 => {
                let modified = (at.is_name("if") || at.is_name("unless")) && !at.is_at_line();
                let asks = if modified {
                    at.advance();
                    let header = at.take_until(|token| token.is_sign(";") || token.gap == Gap::Line);
                    self.run(&header);
                    Asks::to_pass_over(&header)
                } else {
                    Asks::More
                };
                self.asked(asks);
            }
            _ => {}
        }
    }

    /// An expression, with what may stand behind it.
    fn plain_statement(&mut self, at: &mut Cursor) -> Thing {
        match self.dialect.language {
            Language::Perl | Language::Ruby => {
                let (found, looked_at) = modifier(at.rest());
                if !self.spend(looked_at / 4) {
                    return Thing::unknown();
                }
                match found {
                    Some(count) => self.modified(at, count),
                    None => self.expression(at),
                }
            }
            Language::Python => match unpacking(at.rest()) {
                Some(count) => {
                    let targets = Self::targets(&at.take(count));
                    at.skip_sign("=");
                    let things = self.expression_list(at);
                    self.bind(&targets, &things);
                    things
                }
                None => {
                    self.skip_annotation(at);
                    self.expression(at)
                }
            },
            Language::JavaScript
            | Language::Php
            | Language::Awk
            | Language::Lua
            | Language::R
            | Language::Julia
            | Language::Elixir
            | Language::Jvm
            | Language::Octave
            | Language::Erlang
            | Language::Haskell
            | Language::Nim => self.expression(at),
            Language::Compiled => match unpacking(at.rest()) {
                // `value, err := call()`: what else a call gives says only whether it went well.
                Some(count) => {
                    let targets = Self::targets(&at.take(count));
                    at.advance();
                    let thing = self.expression_list(at);
                    if let Some(first) = targets.first() {
                        self.assign(first, thing.clone());
                    }
                    thing
                }
                None => self.expression(at),
            },
            Language::AppleScript
            | Language::PowerShell
            | Language::Cmd
            | Language::Lisp
            | Language::Tcl
            | Language::M4 => Thing::unknown(),
        }
    }

    /// `x: str = …` is `x = …`.
    fn skip_annotation(&mut self, at: &mut Cursor) {
        let annotated = at.peek().is_some_and(|token| token.name().is_some())
            && at.look(1).is_some_and(|token| token.is_sign(":"));
        let Some(name) = at.peek().and_then(Token::name).filter(|_| annotated).cloned() else { return };
        let rest = at.rest();
        let end = rest.iter().skip(1).position(|token| token.gap == Gap::Line || token.is_sign(";"));
        let line = rest.get(..end.map_or(rest.len(), |end| end + 1)).unwrap_or_default();
        let equals = line.iter().position(|token| token.is_sign("="));
        if !self.spend(line.len() / 4) {
            return;
        }
        if let Some(equals) = equals {
            at.take(equals + 1);
            let thing = self.expression_list(at);
            self.assign(&name, thing);
        }
    }

    /// `STATEMENT if CONDITION`, `STATEMENT for LIST`.
    fn modified(&mut self, at: &mut Cursor, count: usize) -> Thing {
        let body = at.take(count);
        let word = at.peek().and_then(Token::name).cloned();
        at.advance();
        let header = at.take_until(|token| token.is_sign(";") || token.gap == Gap::Line);
        match word.as_deref() {
            Some("for" | "foreach") => {
                let list = self.arguments(&header).into_list();
                let mut given = Thing::unknown();
                for element in list.rounds() {
                    self.begin_loop(&["$_".into()], &element);
                    given = self.run_branch(&body);
                }
                given
            }
            Some("while" | "until") => {
                let endless = usize::from(super::loops::is_endless(&header));
                self.loops += endless;
                let topic = self.run(&header);
                if super::loops::reads_lines(&header) {
                    self.begin_loop(&["$_".into()], &topic);
                }
                let last = self.run_branch(&body);
                self.loops -= endless;
                last
            }
            _ => {
                let asks = Asks::of(&header);
                self.asked(asks);
                self.run(&header);
                self.run_asked(asks, &body)
            }
        }
    }

    /// What stands behind `const`, `my` and their like.
    fn declaration(&mut self, at: &mut Cursor) -> Option<Thing> {
        let Kind::Group(bracket, pattern) = at.kind()? else {
            if self.is(Language::JavaScript) {
                self.skip_annotation(at);
            }
            return Some(self.plain_statement(at));
        };
        at.advance();
        if at.is_sign(":") {
            at.take_until(|token| token.is_sign("=") || token.is_sign(";"));
        }
        if !at.skip_sign("=") {
            return None;
        }
        let thing = self.expression(at);
        match bracket {
            Bracket::Curly => self.bind_members(&pattern, &thing),
            Bracket::Round | Bracket::Square => {
                let targets = Self::targets(&pattern);
                self.bind(&targets, &thing);
            }
        }
        Some(thing)
    }

    fn returning(&mut self, at: &mut Cursor) {
        let ended = at.is_at_line() || at.is_done() || at.is_sign(";");
        let thing = if ended { Thing::named("None") } else { self.expression_list(at) };
        if let Some(returned) = self.returned.last_mut() {
            *returned = Some(match returned.take() {
                Some(before) => before.either(&thing),
                None => thing,
            });
        }
    }

    /// Expressions with commas between them, as one list; a single one is itself.
    pub(super) fn expression_list(&mut self, at: &mut Cursor) -> Thing {
        let first = self.expression(at);
        if !at.is_sign(",") {
            return first;
        }
        let mut things = vec![first];
        while at.skip_sign(",") && !at.is_done() && !at.is_at_line() {
            things.push(self.expression(at));
        }
        Thing::list(things)
    }
}

/// Where a modifier stands in the statement that begins here, and how many tokens that took.
fn modifier(tokens: &[Token]) -> (Option<usize>, usize) {
    let mut previous: Option<&Token> = None;
    for (index, token) in tokens.iter().enumerate() {
        let ends = token.is_sign(";") || (index > 0 && token.gap == Gap::Line);
        let blocks =
            token.is_name("do") || token.group(Bracket::Curly).is_some_and(|_| token.gap == Gap::Line);
        if ends || blocks {
            return (None, index);
        }
        let after_operand = previous.is_some_and(|token| !matches!(token.kind, Kind::Sign(_)));
        if after_operand && token.name().is_some_and(|name| MODIFIERS.contains(&&**name)) {
            return (Some(index), index);
        }
        previous = Some(token);
    }
    (None, tokens.len())
}

/// How many tokens stand before the `=` of `a, b = …`.
fn unpacking(tokens: &[Token]) -> Option<usize> {
    // Only a statement can begin so: behind a comma it is the rest of one that does not.
    let mut commas = 0;
    for (index, token) in tokens.iter().enumerate() {
        match &token.kind {
            Kind::Sign(",") => commas += 1,
            Kind::Sign("=" | ":=") if commas > 0 => return Some(index),
            Kind::Sign("*") => {}
            Kind::Name(_) | Kind::Group(Bracket::Round | Bracket::Square, _)
                if index == 0 || token.gap != Gap::Line => {}
            _ => return None,
        }
        if index > 16 {
            return None;
        }
    }
    None
}
