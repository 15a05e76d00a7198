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

use token::Reading;

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
