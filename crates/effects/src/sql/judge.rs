//! Statement by statement: which of them run, and what runs inside them.

use std::collections::HashMap;

use super::clause::{RUNS_ARGUMENT, RUNS_TEXT, extent};
use super::loss::{Altered, Before, lessened, loss};
use super::token::Token;
use super::{Statement, client, files, statements_at};

/// Statements that speak of others without running them.
const INERT: &[&str] = &["GRANT", "REVOKE", "COMMENT", "SHOW", "AUDIT", "HELP"];

/// Words that make a `CREATE` one of something that runs later, if at all.
const ROUTINES: &[&str] = &["FUNCTION", "PROCEDURE", "PROC", "TRIGGER", "EVENT", "PACKAGE", "RULE", "TASK"];

/// A text may be assigned again and again, each time with itself.
const LONGEST: usize = 16 * 1024;

/// What the tokens of a text do.
pub(super) fn judge(tokens: &[Token], depth: usize) -> Vec<Statement> {
    let mut judge = Judge::new(tokens, depth);
    for statement in split(tokens) {
        judge.statement(statement);
    }
    judge.found
}

struct Judge {
    depth: usize,
    /// How many bytes of text may still be run as SQL: text that runs itself often must not cost more than its length.
    budget: usize,
    found: Vec<Statement>,
    /// Texts that variables hold.
    assigned: HashMap<String, String>,
    /// What routines would do that the text creates.
    routines: HashMap<String, Vec<Statement>>,
}

impl Judge {
    fn new(tokens: &[Token], depth: usize) -> Self {
        const LEAST: usize = 16 * 1024;
        let quoted: usize = tokens
            .iter()
            .map(|token| match token {
                Token::Text(text) | Token::Name(text) => text.len(),
                Token::Word(_) | Token::Mark(_) | Token::End | Token::Client(..) => 0,
            })
            .sum();
        let budget = quoted.saturating_mul(2).saturating_add(LEAST);
        Self { depth, budget, found: Vec::new(), assigned: HashMap::new(), routines: HashMap::new() }
    }

    fn statement(&mut self, tokens: &[Token]) {
        for (index, token) in tokens.iter().enumerate() {
            if let Token::Client(name, argument) = token {
                self.found.extend(client::command(name, argument));
                if name.eq_ignore_ascii_case("gexec") {
                    // Its rows are run as statements.
                    self.run_text(tokens.get(..index).unwrap_or_default());
                }
            }
        }
        let start =
            tokens.iter().position(|token| !matches!(token, Token::Client(..))).unwrap_or(tokens.len());
        let tokens = tokens.get(start..).unwrap_or_default();
        let Some(first) = tokens.first() else { return };
        if first.is_one_of(INERT) {
            return;
        }
        if first.is_one_of(&["EXPLAIN", "DESCRIBE", "DESC"]) {
            return self.scan(explained(tokens));
        }
        if is_routine(tokens) {
            return self.routine(tokens);
        }
        self.assign(tokens);
        if first.is_word("DO") {
            self.run_text(tokens);
        }
        self.found.extend(files::copied(tokens));
        self.scan(tokens);
        self.calls(tokens);
    }

    /// Everything that happens in one statement: in brackets, in blocks, one behind the other.
    fn scan(&mut self, tokens: &[Token]) {
        /// Deeper brackets are not searched for a condition each: time stays linear.
        const MAX_BRACKETS: usize = 32;
        let mut before = Before::Nothing;
        let mut altered = Altered::Nothing;
        let mut brackets = 0_usize;
        for (index, token) in tokens.iter().enumerate() {
            let rest = tokens.get(index..).unwrap_or_default();
            match token {
                Token::Word(word) => {
                    let here = if brackets > MAX_BRACKETS { rest.get(..2).unwrap_or(rest) } else { rest };
                    self.found.extend(loss(here, before, altered));
                    self.found.extend(lessened(here, before, altered));
                    self.found.extend(files::touched(rest));
                    if token.is_one_of(RUNS_TEXT) {
                        self.run_text(extent(here));
                    } else if token.is_one_of(RUNS_ARGUMENT) {
                        // One of them is the address of a database: none is a part of the other.
                        for argument in extent(here) {
                            self.run_text(std::slice::from_ref(argument));
                        }
                    }
                    altered = altered.after(rest);
                    before = Before::of(word);
                }
                Token::Mark(';') => (before, altered) = (Before::Nothing, Altered::Nothing),
                Token::Mark(mark) => {
                    match mark {
                        '(' => brackets += 1,
                        ')' => brackets = brackets.saturating_sub(1),
                        _ => {}
                    }
                    before = Before::Other;
                }
                Token::Name(_) | Token::Text(_) => before = Before::Other,
                Token::End | Token::Client(..) => {}
            }
        }
    }

    /// Runs the texts in some tokens as SQL.
    fn run_text(&mut self, tokens: &[Token]) {
        let text = self.joined(tokens);
        if !text.is_empty() && text.len() <= self.budget {
            self.budget -= text.len();
            self.found.extend(statements_at(&text, self.depth + 1));
        }
    }

    /// The texts in some tokens in a row, with a name for whatever is unknown between them.
    fn joined(&self, tokens: &[Token]) -> String {
        const UNKNOWN: &str = " _ ";
        let mut text = String::new();
        let mut gap = false;
        for token in tokens {
            let piece = match token {
                Token::Text(piece) | Token::Name(piece) => piece,
                Token::Word(word) => match self.assigned.get(&word.to_ascii_lowercase()) {
                    Some(piece) if text.len() < LONGEST => piece,
                    Some(_) | None => {
                        gap = true;
                        continue;
                    }
                },
                Token::Mark(_) | Token::End | Token::Client(..) => continue,
            };
            if gap && !text.is_empty() {
                text.push_str(UNKNOWN);
            }
            gap = false;
            text.push_str(piece);
        }
        if gap && !text.is_empty() {
            text.push_str(UNKNOWN);
        }
        text
    }

    /// `SET @s = '…'`, `DECLARE @s text = '…'`, `s := '…'`.
    fn assign(&mut self, tokens: &[Token]) {
        let Some(sign) = tokens.iter().position(|token| *token == Token::Mark('=')) else { return };
        let declares = tokens.first().is_some_and(|first| first.is_word("DECLARE"));
        let name = if declares {
            tokens.get(1)
        } else {
            tokens.get(..sign).unwrap_or_default().iter().rev().find(|token| **token != Token::Mark(':'))
        };
        let text = self.joined(tokens.get(sign..).unwrap_or_default());
        if let (Some(Token::Word(name)), 1..LONGEST) = (name, text.len()) {
            self.assigned.insert(name.to_ascii_lowercase(), text);
        }
    }

    /// Remembers what a routine would do, should the text call it.
    fn routine(&mut self, tokens: &[Token]) {
        let Some(kind) = tokens.iter().position(|token| token.is_one_of(ROUTINES)) else { return };
        let body = tokens.get(kind + 1..).unwrap_or_default();
        let Some(open) = body.iter().position(|token| *token == Token::Mark('(')) else { return };
        let Some(Token::Word(name)) = body.get(open.saturating_sub(1)) else { return };
        let mut inside = Self::new(body, self.depth);
        inside.run_text(body);
        inside.scan(body);
        if !inside.found.is_empty() {
            self.routines.insert(name.to_ascii_lowercase(), inside.found);
        }
    }

    fn calls(&mut self, tokens: &[Token]) {
        if self.routines.is_empty() {
            return;
        }
        for token in tokens {
            if let Token::Word(word) = token {
                self.found.extend(self.routines.remove(&word.to_ascii_lowercase()).unwrap_or_default());
            }
        }
    }
}

/// What `EXPLAIN` runs: nothing, unless it is told to measure.
fn explained<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    const STATEMENTS: &[&str] =
        &["SELECT", "DELETE", "UPDATE", "INSERT", "WITH", "MERGE", "EXECUTE", "CREATE"];
    let start = tokens.iter().position(|token| token.is_one_of(STATEMENTS)).unwrap_or(tokens.len());
    let (options, statement) = tokens.split_at_checked(start).unwrap_or_default();
    let measures = options.iter().enumerate().any(|(index, option)| {
        let value = options.get(index + 1);
        option.is_one_of(&["ANALYZE", "ANALYSE"])
            && !value.is_some_and(|value| value.is_one_of(&["FALSE", "OFF", "0"]))
    });
    if measures { statement } else { &[] }
}

fn is_routine(tokens: &[Token]) -> bool {
    const FARTHEST: usize = 12;
    tokens.first().is_some_and(|first| first.is_one_of(&["CREATE", "ALTER"]))
        && tokens
            .iter()
            .take(FARTHEST)
            .take_while(|token| !token.is_one_of(&["TABLE", "VIEW", "DATABASE", "SCHEMA", "INDEX", "AS"]))
            .any(|token| token.is_one_of(ROUTINES))
}

/// The statements of a text. The body of a routine that stands in no quotes belongs to it, semicolons and all.
fn split<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut statements = Vec::new();
    let mut rest = tokens;
    // A body that never ends is none, and the next one is not searched for: time stays linear.
    let mut bodies = true;
    while !rest.is_empty() {
        let plain = rest.iter().position(|token| *token == Token::End).unwrap_or(rest.len());
        let is_created = bodies && is_routine(rest.get(..plain).unwrap_or_default());
        let end = match is_created.then(|| body_end(rest)) {
            Some(Some(end)) => end,
            Some(None) => {
                bodies = false;
                plain
            }
            None => plain,
        };
        statements.push(rest.get(..end).unwrap_or_default());
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    statements
}

/// Where a statement ends whose `BEGIN … END` holds others.
fn body_end(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut after_end = false;
    for (index, token) in tokens.iter().enumerate() {
        let ended = std::mem::take(&mut after_end);
        match token {
            Token::Word(_) if token.is_word("END") => {
                let next = tokens.get(index + 1);
                after_end = true;
                if !next.is_some_and(|next| next.is_one_of(&["IF", "LOOP", "WHILE", "REPEAT", "FOR"])) {
                    depth = depth.saturating_sub(1);
                }
            }
            Token::Word(_) if token.is_one_of(&["BEGIN", "CASE"]) && !ended => depth += 1,
            Token::End if depth == 0 => return Some(index),
            Token::Word(_)
            | Token::Name(_)
            | Token::Text(_)
            | Token::Mark(_)
            | Token::End
            | Token::Client(..) => {}
        }
    }
    (depth == 0).then_some(tokens.len())
}
