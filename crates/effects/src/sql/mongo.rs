//! What a script for `mongosh` does to a database: the methods it calls, whatever they are called on.

use super::{Harm, Statement};
use crate::cursor::Cursor;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Text(String),
    Mark(char),
}

impl Token<'_> {
    fn name(&self) -> Option<&str> {
        match self {
            Self::Word(name) => Some(name),
            Self::Text(name) => Some(name),
            Self::Mark(_) => None,
        }
    }
}

/// What a script for `mongosh` or `mongo` does.
pub(crate) fn mongo(text: &str) -> Vec<Statement> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for index in 0..tokens.len() {
        let called = tokens.get(index..).and_then(call);
        found.extend(called.and_then(|(name, arguments)| harm(name, arguments)));
        let lessens = called.is_some_and(|(name, _)| LESSENING.contains(&name));
        let collection = tokens.get(..index).filter(|_| lessens).and_then(called_on);
        found.extend(collection.map(|name| {
            let what = format!("takes documents from {name}");
            Statement::new(Harm::Lessens(name.to_ascii_lowercase()), what)
        }));
    }
    found
}

/// Methods that take documents from a collection, some or all.
const LESSENING: &[&str] = &["drop", "deleteMany", "deleteOne", "remove", "findOneAndDelete"];

/// The collection that a method is called on: `db.users.`, `db.getCollection('users').`, `db['users'].`.
fn called_on<'t>(before: &'t [Token<'_>]) -> Option<&'t str> {
    match before {
        [.., name @ Token::Word(_), Token::Mark('.')]
        | [.., Token::Mark('('), name @ Token::Text(_), Token::Mark(')'), Token::Mark('.')]
        | [.., Token::Mark('['), name @ Token::Text(_), Token::Mark(']'), Token::Mark('.')] => name.name(),
        _ => None,
    }
}

/// The name and the arguments of a call: `.drop(…)`, `['drop'](…)`, `load(…)`.
fn call<'t>(tokens: &'t [Token<'_>]) -> Option<(&'t str, &'t [Token<'t>])> {
    match tokens {
        [Token::Word(name), Token::Mark('('), arguments @ ..] => Some((name, arguments)),
        [Token::Mark('['), Token::Text(name), Token::Mark(']'), Token::Mark('('), arguments @ ..] => {
            Some((name, arguments))
        }
        _ => None,
    }
}

fn harm(name: &str, arguments: &[Token]) -> Option<Statement> {
    let first = arguments.first();
    match name {
        "dropDatabase" => Some(Statement::new(Harm::Drop, "drops the database")),
        // Of a collection: none or options. Anything else is a function of the script's own.
        "drop" if matches!(first, Some(Token::Mark(')' | '{'))) => {
            Some(Statement::new(Harm::Drop, "drops a collection"))
        }
        "dropCollection" => Some(Statement::new(Harm::Drop, "drops a collection")),
        "deleteMany" | "remove" if is_every(arguments) => {
            Some(Statement::new(Harm::Lose, "deletes every document of a collection"))
        }
        "updateMany" | "replaceMany" if is_every(arguments) => {
            Some(Statement::new(Harm::Lose, "changes every document of a collection"))
        }
        "dropIndex" | "dropIndexes" | "dropUser" | "dropAllUsers" | "dropRole" | "dropAllRoles"
        | "dropView" => Some(Statement::new(Harm::Lose, "drops an index, a user or a role")),
        "runCommand" | "adminCommand" => command(arguments),
        "load" => Some(Statement::includes(first_text(arguments)?)),
        "execSync" | "exec" | "spawnSync" | "spawn" | "execFileSync" | "run" | "runProgram" => {
            Some(Statement::runs_shell(&texts(arguments)))
        }
        _ => None,
    }
    .filter(|found| found.harm != Harm::RunsShell(String::new()))
}

/// `runCommand({ drop: 'users' })`.
fn command(arguments: &[Token]) -> Option<Statement> {
    match arguments {
        [Token::Mark('{'), key, Token::Mark(':'), ..] => match key.name()? {
            "dropDatabase" => Some(Statement::new(Harm::Drop, "drops the database")),
            "drop" => Some(Statement::new(Harm::Drop, "drops a collection")),
            "dropIndexes" | "dropUser" | "dropAllUsersFromDatabase" | "dropRole" => {
                Some(Statement::new(Harm::Lose, "drops an index, a user or a role"))
            }
            _ => None,
        },
        [Token::Text(name), ..] if name == "dropDatabase" => {
            Some(Statement::new(Harm::Drop, "drops the database"))
        }
        _ => None,
    }
}

/// Whether a filter lets every document through: none, or an empty one.
fn is_every(arguments: &[Token]) -> bool {
    matches!(arguments, [Token::Mark(')'), ..] | [Token::Mark('{'), Token::Mark('}'), ..])
}

fn first_text<'t>(arguments: &'t [Token]) -> Option<&'t str> {
    match arguments.first()? {
        Token::Text(text) => Some(text),
        Token::Word(_) | Token::Mark(_) => None,
    }
}

/// The texts at the start of the arguments, as one command: `run('sh', '-c', …)`.
fn texts(arguments: &[Token]) -> String {
    let is_part = |token: &&Token| matches!(token, Token::Text(_) | Token::Mark(',' | '[' | ']'));
    let parts: Vec<&str> = arguments
        .iter()
        .take_while(is_part)
        .filter_map(|token| match token {
            Token::Text(text) => Some(text.as_str()),
            Token::Word(_) | Token::Mark(_) => None,
        })
        .collect();
    match parts.as_slice() {
        [shell, "-c", script, ..] if shell.ends_with("sh") => (*script).to_owned(),
        parts => parts.join(" "),
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut cursor = Cursor::new(text);
    let mut tokens = Vec::new();
    while let Some(next) = cursor.peek() {
        if cursor.eat("//") {
            cursor.take_line();
        } else if cursor.eat("/*") {
            if cursor.take_until("*/").is_none() {
                break;
            }
        } else if matches!(next, '\'' | '"' | '`') {
            tokens.push(Token::Text(quoted(&mut cursor, next)));
        } else if next.is_alphanumeric() || matches!(next, '_' | '$') {
            let is_word = |next: char| next.is_alphanumeric() || matches!(next, '_' | '$');
            tokens.push(Token::Word(cursor.take_while(is_word)));
        } else {
            cursor.bump();
            if !next.is_whitespace() {
                tokens.push(Token::Mark(next));
            }
        }
    }
    tokens
}

fn quoted(cursor: &mut Cursor, quote: char) -> String {
    let mut text = String::new();
    cursor.bump();
    while let Some(next) = cursor.bump() {
        match next {
            '\\' => text.extend(cursor.bump()),
            next if next == quote => break,
            next => text.push(next),
        }
    }
    text
}
