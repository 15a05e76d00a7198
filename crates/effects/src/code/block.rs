//! Blocks, by indentation, by braces, or up to `end`; and the conditions before them.

use std::rc::Rc;

use super::cursor::Cursor;
use super::kind_test::Asks;
use super::machine::Machine;
use super::syntax::Layout;
use super::thing::Thing;
use super::token::{Bracket, Code, Gap, Kind, Token};

impl Machine<'_> {
    /// The block that begins here. In Python it is what is indented more than `column`.
    pub(super) fn block(&mut self, at: &mut Cursor, column: usize) -> Code {
        match self.dialect.syntax.layout {
            Layout::Indentation => {
                at.skip_sign(":");
                let lines = at.is_at_line();
                let rest = at.rest();
                let ends = |(index, token): (usize, &Token)| {
                    token.gap == Gap::Line && (!lines || token.column <= column) && (lines || index > 0)
                };
                let count = rest.iter().enumerate().position(ends).unwrap_or(rest.len());
                at.take(count)
            }
            Layout::Braces => {
                if let Some(block) = at.take_group(Bracket::Curly) {
                    return block;
                }
                let rest = at.rest();
                let ends = |token: &Token| token.is_sign(";") || token.group(Bracket::Curly).is_some();
                let count = rest.iter().position(ends).map_or(rest.len(), |end| end + 1);
                at.take(count)
            }
            Layout::End => {
                let count = before_end(at.rest());
                // What is not closed is looked through again by everything inside of it.
                self.spend(count / 4);
                let block = at.take(count);
                at.skip_name("end");
                block
            }
        }
    }

    /// What stands between a keyword and its block.
    pub(super) fn header(&mut self, at: &mut Cursor) -> Code {
        match self.dialect.syntax.layout {
            Layout::Indentation => {
                let rest = at.rest();
                let mut lambdas = 0_usize;
                let ends = rest.iter().position(|token| match &token.kind {
                    Kind::Name(name) if &**name == "lambda" => {
                        lambdas += 1;
                        false
                    }
                    Kind::Sign(":") if lambdas > 0 => {
                        lambdas -= 1;
                        false
                    }
                    Kind::Sign(":") => true,
                    _ => false,
                });
                let count = ends.unwrap_or(rest.len());
                at.take(count)
            }
            Layout::Braces => at.take_group(Bracket::Round).unwrap_or_else(|| Code::new(Vec::new())),
            Layout::End => at.take_until(|token| {
                token.gap == Gap::Line || token.is_sign(";") || token.is_name("then") || token.is_name("do")
            }),
        }
    }

    /// `if`, and whatever else asks before it runs a block.
    pub(super) fn condition(&mut self, at: &mut Cursor, column: usize) {
        at.advance();
        let header = self.header(at);
        self.run(&header);
        let block = self.block(at, column);
        let asks = if passes_over(&block) { Asks::to_pass_over(&header) } else { Asks::of(&header) };
        self.asked(asks);
        self.run_asked(asks, &block);
    }

    /// `else`, `try`, `do`: a block without a condition of its own.
    pub(super) fn unconditional(&mut self, at: &mut Cursor, column: usize) -> Option<Thing> {
        let opens = at.is_name("do") || at.is_name("begin");
        at.advance();
        match self.dialect.syntax.layout {
            // They stand inside of a block that goes on to its `end`.
            Layout::End if !opens => None,
            Layout::End | Layout::Indentation | Layout::Braces => {
                let is_file = opens && at.peek().is_some_and(|token| matches!(token.kind, Kind::Text(_)));
                if is_file {
                    let thing = self.expression(at);
                    self.imported_file(&thing);
                    return None;
                }
                let block = self.block(at, column);
                Some(self.run_branch(&block))
            }
        }
    }

    /// `with open(p) as f:`
    pub(super) fn with(&mut self, at: &mut Cursor, column: usize) {
        at.advance();
        let header = self.header(at);
        let only_group = header.tokens().first().and_then(|token| token.group(Bracket::Round)).cloned();
        let inner = only_group.filter(|_| header.tokens().len() == 1).unwrap_or(header);
        let mut clause = Cursor::new(&inner);
        while !clause.is_done() && self.spend(1) {
            let thing = self.expression(&mut clause);
            if clause.skip_name("as") {
                let targets = Self::targets(&clause.take_until(|token| token.is_sign(",")));
                self.bind(&targets, &thing);
            }
            clause.advance();
        }
        let block = self.block(at, column);
        self.run(&block);
    }

    pub(super) fn class(&mut self, at: &mut Cursor, column: usize) {
        at.advance();
        let header = match self.dialect.syntax.layout {
            Layout::Indentation => self.header(at),
            Layout::Braces => at.take_until(|token| token.group(Bracket::Curly).is_some()),
            Layout::End => at.take_until(|token| token.gap == Gap::Line || token.is_sign(";")),
        };
        let name = header.tokens().first().and_then(Token::name);
        self.classes.extend(name.map(|name| Rc::from(self.dialect.canonical(name))));
        let block = self.block(at, column);
        self.run(&block);
    }
}

/// How many tokens stand before the `end` that closes what is open here.
pub(super) fn before_end(tokens: &[Token]) -> usize {
    let mut open = 1_usize;
    let mut previous: Option<&Token> = None;
    let mut in_header = false;
    for (index, token) in tokens.iter().enumerate() {
        if token.gap == Gap::Line || token.is_sign(";") {
            in_header = false;
        }
        let starts = token.gap == Gap::Line || previous.is_none_or(begins_statement);
        if let Some(name) = token.name() {
            match &**name {
                "end" => {
                    open -= 1;
                    if open == 0 {
                        return index;
                    }
                }
                "do" if in_header => in_header = false,
                "def" | "class" | "module" | "begin" | "case" | "do" | "function" => open += 1,
                "if" | "unless" if starts => open += 1,
                "while" | "until" | "for" if starts => {
                    open += 1;
                    in_header = true;
                }
                _ => {}
            }
        }
        previous = Some(token);
    }
    tokens.len()
}

fn begins_statement(before: &Token) -> bool {
    match &before.kind {
        Kind::Sign(_) => true,
        Kind::Name(name) => matches!(&**name, "then" | "do" | "else" | "begin" | "ensure"),
        _ => false,
    }
}

/// Whether a block only goes on to the next round.
fn passes_over(block: &Code) -> bool {
    block.tokens().first().is_some_and(|token| token.is_name("continue") || token.is_name("next"))
}
