//! Words of SQL that destroy: `DROP`, `TRUNCATE`, `DELETE` and `UPDATE` of every row, `ALTER … DROP`.

use super::clause::{Rows, extent, position, rows};
use super::token::Token;
use super::{Harm, Statement, shown};

/// What is lost with them is data.
const DATA: &[&str] = &[
    "TABLE",
    "TABLES",
    "DATABASE",
    "SCHEMA",
    "KEYSPACE",
    "COLLECTION",
    "TABLESPACE",
    "CATALOG",
    "COLUMNFAMILY",
    "MEASUREMENT",
    "SERIES",
    "BUCKET",
    "NAMESPACE",
    "GRAPH",
    "SHARD",
    // All that a role has made: `DROP OWNED BY app`.
    "OWNED",
];

/// What is lost with them can be made again, or lets nobody in any more.
const REST: &[&str] = &[
    "INDEX",
    "VIEW",
    "FUNCTION",
    "PROCEDURE",
    "PROC",
    "ROUTINE",
    "TRIGGER",
    "SEQUENCE",
    "TYPE",
    "DOMAIN",
    "ROLE",
    "USER",
    "LOGIN",
    "EXTENSION",
    "LANGUAGE",
    "POLICY",
    "RULE",
    "SERVER",
    "EVENT",
    "AGGREGATE",
    "OPERATOR",
    "CAST",
    "COLLATION",
    "PUBLICATION",
    "SUBSCRIPTION",
    "SYNONYM",
    "PACKAGE",
    "STAGE",
    "STREAM",
    "TASK",
    "DICTIONARY",
    "CONSTRAINT",
];

/// Words between `DROP` and what is dropped.
const MODIFIERS: &[&str] =
    &["MATERIALIZED", "FOREIGN", "EXTERNAL", "UNIQUE", "PUBLIC", "TRANSIENT", "VIRTUAL"];

/// Words between the kind and the name.
const BEFORE_NAME: &[&str] = &[
    "IF",
    "EXISTS",
    "CONCURRENTLY",
    "ONLY",
    "FROM",
    "TABLE",
    "COLUMN",
    "LOW_PRIORITY",
    "QUICK",
    "IGNORE",
    "BY",
    "OR",
    "REPLACE",
    "ABORT",
    "FAIL",
    "ROLLBACK",
];

/// What stands before a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing, or something after which a statement starts.
    Nothing,
    /// A word that makes the next one a part of something else: `ON DELETE`, `FOR UPDATE`.
    Binding,
    Other,
}

impl Before {
    pub(super) fn of(word: &str) -> Self {
        let is = |words: &[&str]| words.iter().any(|this| this.eq_ignore_ascii_case(word));
        if is(&["BEGIN", "THEN", "ELSE", "LOOP", "DO", "ATOMIC"]) {
            Self::Nothing
        } else if is(&["ON", "FOR", "KEY", "BEFORE", "AFTER", "OR", "OF"]) {
            Self::Binding
        } else {
            Self::Other
        }
    }
}

/// What is being altered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Altered {
    Nothing,
    /// A table, or something else that a part can be dropped from.
    Table,
    /// A list of tables: taking one from it loses nothing.
    List,
}

impl Altered {
    pub(super) fn after(self, tokens: &[Token]) -> Self {
        match tokens {
            [alter, kind, ..] if alter.is_word("ALTER") => {
                if kind.is_one_of(&["PUBLICATION", "SUBSCRIPTION", "EXTENSION"]) {
                    Self::List
                } else if kind.is_word("COLUMN") {
                    self
                } else {
                    Self::Table
                }
            }
            _ => self,
        }
    }
}

/// What the first of some tokens loses, if it starts something that does.
pub(super) fn loss(tokens: &[Token], before: Before, altered: Altered) -> Option<Statement> {
    let first = tokens.first()?;
    if before == Before::Binding {
        None
    } else if first.is_word("DROP") {
        match altered {
            Altered::Nothing => dropped(tokens, before),
            Altered::Table => taken_out(tokens),
            Altered::List => None,
        }
    } else if first.is_word("TRUNCATE") {
        truncated(tokens, before)
    } else if first.is_word("DELETE") {
        deleted(tokens, before, altered)
    } else if first.is_word("UPDATE") {
        updated(tokens, altered)
    } else if first.is_word("REMOVE") && before == Before::Nothing {
        removed(tokens)
    } else if first.is_word("MATCH") && before == Before::Nothing {
        detached(tokens)
    } else {
        None
    }
}

/// The table that rows go from by what the first of some tokens starts, be they some or all.
pub(super) fn lessened(tokens: &[Token], before: Before, altered: Altered) -> Option<Statement> {
    let (first, rest) = tokens.split_first()?;
    if before == Before::Binding || altered != Altered::Nothing {
        return None;
    }
    let named = if first.is_word("DROP") {
        rest.split_first()
            .filter(|(kind, _)| kind.is_one_of(&["TABLE", "COLLECTION"]))
            .map(|(_, named)| named)
    } else if first.is_word("TRUNCATE") {
        Some(rest).filter(|_| before == Before::Nothing)
    } else if first.is_word("DELETE") {
        rest.split_first().filter(|(from, _)| from.is_word("FROM")).map(|(_, named)| named)
    } else {
        None
    }?;
    let name = name(named);
    let table = name.rsplit('.').next().unwrap_or(&name).to_ascii_lowercase();
    let lessens = || Statement::new(Harm::Lessens(table.clone()), format!("takes rows from {table}"));
    (!table.is_empty()).then(lessens)
}

fn dropped(tokens: &[Token], before: Before) -> Option<Statement> {
    let rest = tokens.get(1..)?;
    let modifiers = rest.iter().take_while(|token| token.is_one_of(MODIFIERS)).count();
    let is_foreign = modifiers > 0;
    let rest = rest.get(modifiers..)?;
    let kind = rest.first()?;
    let named = rest.get(1..)?;
    let word = match kind {
        Token::Word(word) => word.to_ascii_lowercase(),
        Token::Name(_) | Token::Text(_) | Token::Mark(_) | Token::End | Token::Client(..) => String::new(),
    };
    if kind.is_one_of(DATA) && !is_foreign {
        let gone = name(named);
        // The rest of a text that breaks off here would be an error.
        if named.is_empty() || is_temporary(named) {
            return None;
        }
        return Some(Statement::new(Harm::Drop, with_name(&format!("drops the {word}"), &gone)));
    }
    if kind.is_one_of(REST) || kind.is_one_of(DATA) {
        return Some(Statement::new(Harm::Lose, with_name(&format!("drops the {word}"), &name(named))));
    }
    let harmless = kind.is_one_of(&["TEMPORARY", "TEMP", "PREPARE", "STATISTICS"]);
    (before == Before::Nothing && !harmless)
        .then(|| Statement::new(Harm::Lose, "drops something from a database"))
}

/// `ALTER TABLE … DROP …`.
fn taken_out(tokens: &[Token]) -> Option<Statement> {
    let rest = tokens.get(1..)?;
    let first = rest.first()?;
    if first.is_one_of(&["DEFAULT", "NOT", "IDENTITY", "EXPRESSION"]) {
        None
    } else if first.is_one_of(DATA) {
        dropped(tokens, Before::Nothing)
    } else if first.is_one_of(&["PARTITION", "PART"]) {
        Some(Statement::new(Harm::Drop, "drops a partition with its rows"))
    } else if first.is_one_of(&["CONSTRAINT", "INDEX", "KEY", "PRIMARY", "FOREIGN", "CHECK"]) {
        Some(Statement::new(Harm::Lose, "drops a constraint or an index"))
    } else {
        Some(Statement::new(Harm::Lose, with_name("drops the column", &name(rest))))
    }
}

fn truncated(tokens: &[Token], before: Before) -> Option<Statement> {
    let rest = tokens.get(1..)?;
    let next = rest.first()?;
    let is_explicit = next.is_one_of(&["TABLE", "DATABASE", "PARTITION"]);
    let is_function = *next == Token::Mark('(');
    let starts = before == Before::Nothing && !is_function;
    let named = if is_explicit { rest.get(1..)? } else { rest };
    if named.is_empty() || is_temporary(named) || !(is_explicit || starts) {
        return None;
    }
    Some(Statement::new(Harm::Drop, with_name("empties the table", &name(named))))
}

fn deleted(tokens: &[Token], before: Before, altered: Altered) -> Option<Statement> {
    let next = tokens.get(1)?;
    let is_mutation = altered == Altered::Table && next.is_word("WHERE");
    let starts = before == Before::Nothing && matches!(next, Token::Word(_) | Token::Name(_));
    if !(next.is_word("FROM") || starts || is_mutation) {
        return None;
    }
    let statement = extent(tokens);
    let named = position(statement, &["FROM"]).and_then(|at| statement.get(at + 1..));
    let name = name(named.or(statement.get(1..)).unwrap_or_default());
    let what =
        if name.is_empty() { "deletes every row".to_owned() } else { format!("deletes every row of {name}") };
    all_rows(statement, what)
}

fn updated(tokens: &[Token], altered: Altered) -> Option<Statement> {
    let statement = extent(tokens);
    let next = statement.get(1)?;
    let sets = position(statement, &["SET"]).is_some_and(|at| at > 1);
    let is_mutation = altered == Altered::Table && position(statement, &["WHERE"]).is_some();
    if next.is_word("SET") || !(sets || is_mutation) {
        return None;
    }
    let name = name(statement.get(1..)?);
    let what =
        if name.is_empty() { "changes every row".to_owned() } else { format!("changes every row of {name}") };
    all_rows(statement, what)
}

/// `REMOVE TABLE x` of `SurrealDB`.
fn removed(tokens: &[Token]) -> Option<Statement> {
    let [_, kind @ Token::Word(word), named @ ..] = tokens else { return None };
    (kind.is_one_of(DATA) && !named.is_empty()).then(|| {
        let what = format!("removes the {}", word.to_ascii_lowercase());
        Statement::new(Harm::Drop, with_name(&what, &name(named)))
    })
}

/// `MATCH (n) DETACH DELETE n` of a graph: a pattern without a label or a condition fits every node.
fn detached(tokens: &[Token]) -> Option<Statement> {
    let [_, Token::Mark('('), Token::Word(_), Token::Mark(')'), rest @ ..] = tokens else { return None };
    let until = rest.iter().position(|token| token.is_word("DELETE"))?;
    let between = rest.get(..until)?;
    let narrowed =
        between.iter().any(|token| token.is_one_of(&["WHERE", "LIMIT"]) || *token == Token::Mark(':'));
    (!narrowed).then(|| Statement::new(Harm::Drop, "deletes every node of a graph"))
}

fn all_rows(statement: &[Token], what: String) -> Option<Statement> {
    match rows(statement) {
        Rows::All => Some(Statement::new(Harm::Lose, what)),
        Rows::Some => None,
    }
}

/// Tables that only this session has.
fn is_temporary(named: &[Token]) -> bool {
    let start = named.iter().take_while(|token| token.is_one_of(BEFORE_NAME)).count();
    match named.get(start..) {
        Some([Token::Mark('#'), ..]) => true,
        Some([schema, Token::Mark('.'), ..]) => schema.is_one_of(&["TEMP", "PG_TEMP", "TEMPDB"]),
        Some(_) | None => false,
    }
}

/// The name at the start of some tokens: `public.users`.
fn name(tokens: &[Token]) -> String {
    let start = tokens.iter().take_while(|token| token.is_one_of(BEFORE_NAME)).count();
    let mut name = String::new();
    let mut expects_part = true;
    for token in tokens.get(start..).unwrap_or_default() {
        match token {
            Token::Word(part) if expects_part => name.push_str(part),
            Token::Name(part) if expects_part => name.push_str(part),
            Token::Mark('.') if !expects_part => name.push('.'),
            Token::Word(_)
            | Token::Name(_)
            | Token::Text(_)
            | Token::Mark(_)
            | Token::End
            | Token::Client(..) => break,
        }
        expects_part = !expects_part;
    }
    shown(&name)
}

fn with_name(what: &str, name: &str) -> String {
    if name.is_empty() { what.to_owned() } else { format!("{what} {name}") }
}
