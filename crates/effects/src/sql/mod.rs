//! What text does to a database, and what it makes the database's client do to the machine.

mod clause;
mod client;
mod files;
mod judge;
mod loss;
mod mongo;
mod redis;
#[cfg(test)]
mod tests;
mod token;

use std::collections::HashSet;

pub(crate) use mongo::mongo;
pub(crate) use redis::{redis, redis_lines};

use token::{Reading, Token};

use crate::value::{Hole, Piece, Value};

/// Code inside code is read this deep: SQL that runs SQL that runs SQL.
const MAX_DEPTH: usize = 3;

/// Something harmful that a text does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Statement {
    pub(crate) harm: Harm,
    /// In words that follow "it": "drops the table users".
    pub(crate) what: String,
}

/// What a statement does that may matter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Harm {
    /// Data is destroyed for good.
    Drop,
    /// Data, or part of how it is kept, may be lost.
    Lose,
    /// Rows of this table go, some or all of them.
    Lessens(String),
    /// The client or the server runs this shell text.
    RunsShell(String),
    /// It does, and feeds it the rows of an answer.
    FeedsShell(String),
    /// A file is read.
    ReadsFile(String),
    /// A file is written.
    WritesFile(String),
    /// A file is read and run, in the same language.
    Includes(String),
}

impl Statement {
    fn new(harm: Harm, what: impl Into<String>) -> Self {
        Self { harm, what: what.into() }
    }

    fn runs_shell(command: &str) -> Self {
        Self::new(Harm::RunsShell(command.to_owned()), "runs a shell command")
    }

    fn feeds_shell(command: &str) -> Self {
        Self::new(Harm::FeedsShell(command.to_owned()), "feeds a shell command")
    }

    fn reads(file: &str) -> Self {
        Self::new(Harm::ReadsFile(file.to_owned()), format!("reads {}", shown(file)))
    }

    fn writes(file: &str) -> Self {
        Self::new(Harm::WritesFile(file.to_owned()), format!("writes {}", shown(file)))
    }

    fn includes(file: &str) -> Self {
        Self::new(Harm::Includes(file.to_owned()), format!("runs {}", shown(file)))
    }
}

/// What SQL text does, in any dialect, with the commands of the usual clients.
pub(crate) fn statements(text: &str) -> Vec<Statement> {
    statements_at(text, 0)
}

/// A row that a query prints, if it puts texts of its own into it: `SELECT 'DROP TABLE ' || name || ';' FROM …`.
pub(crate) fn row(text: &str) -> Option<Value> {
    let tokens = token::tokens(text, Reading::Standard);
    let start = tokens.iter().position(|token| token.is_word("SELECT"))?;
    let rest = tokens.get(start + 1..)?;
    let end = rest.iter().position(|token| token.is_word("FROM")).unwrap_or(rest.len());
    let listed = rest.get(..end)?;
    if !listed.iter().any(|token| matches!(token, Token::Text(_))) {
        return None;
    }
    let piece = |token: &Token| match token {
        Token::Text(text) => Some(Piece::Text(text.clone())),
        Token::Word(name) => Some(Piece::Hole(Hole::new(*name))),
        Token::Name(name) => Some(Piece::Hole(Hole::new(name.as_str()))),
        Token::Mark(_) | Token::End | Token::Client(..) => None,
    };
    let pieces = listed.iter().filter_map(piece).chain([Piece::Text("\n".to_owned())]);
    Some(Value::of(pieces.collect()))
}

fn statements_at(text: &str, depth: usize) -> Vec<Statement> {
    let mut found = Vec::new();
    if depth > MAX_DEPTH {
        return found;
    }
    for reading in Reading::of(text) {
        found.extend(judge::judge(&token::tokens(text, *reading), depth));
    }
    let mut seen = HashSet::new();
    found.retain(|statement| seen.insert(statement.clone()));
    found
}

/// A name or path that is short enough to be shown.
fn shown(name: &str) -> String {
    const LONGEST: usize = 60;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name.to_owned(),
    }
}
