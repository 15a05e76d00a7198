//! Commands to a database's client: `psql`, `mysql`, `sqlite3`, `sqlplus`, `sqlcmd`. They run shells and open files.

use super::{Harm, Statement};

/// What one command does.
pub(super) fn command(name: &str, argument: &str) -> Vec<Statement> {
    if let Some(dotted) = name.strip_prefix('.').filter(|dotted| !dotted.is_empty()) {
        return dot_command(dotted, argument).into_iter().collect();
    }
    let file = first_word(argument);
    let mut found: Vec<Statement> = match name {
        "!" => {
            // `!sh ls` (beeline), `!!ls` (sqlcmd).
            let command = argument.trim_start_matches('!').trim_start();
            vec![Statement::runs_shell(command.strip_prefix("sh ").unwrap_or(command))]
        }
        "system" | "pager" | "P" => vec![Statement::runs_shell(argument.trim_end_matches(';'))],
        "host" => vec![Statement::runs_shell(argument)],
        "i" | "ir" | "include" | "include_relative" | "source" | "." | "@" | ":r" => {
            vec![Statement::includes(file.trim_start_matches('@').trim_end_matches(';'))]
        }
        "o" | "out" | "g" | "gx" | "w" | "write" | "s" => vec![written(argument)],
        "tee" | "T" => vec![Statement::writes(file.trim_end_matches(';'))],
        "lo_import" => vec![Statement::reads(file)],
        "lo_export" => {
            let (_, file) = argument.split_once(char::is_whitespace).unwrap_or_default();
            vec![Statement::writes(first_word(file.trim_start()))]
        }
        "copy" => copy(argument).into_iter().collect(),
        _ => Vec::new(),
    };
    found.retain(|statement| match &statement.harm {
        Harm::RunsShell(what)
        | Harm::FeedsShell(what)
        | Harm::ReadsFile(what)
        | Harm::WritesFile(what)
        | Harm::Includes(what) => !what.is_empty(),
        Harm::Drop | Harm::Lose | Harm::Lessens(_) => true,
    });
    if !matches!(name, "!" | "system" | "host" | "copy") {
        // psql runs what stands in backquotes.
        found.extend(argument.split('`').skip(1).step_by(2).map(Statement::runs_shell));
    }
    found
}

/// `\o file`, `\o |command`.
fn written(argument: &str) -> Statement {
    match first_character_stripped(argument) {
        Some(command) => Statement::feeds_shell(command),
        None => Statement::writes(first_word(argument)),
    }
}

/// What follows the bar, if one comes first: `| less`, `"|less"`.
fn first_character_stripped(argument: &str) -> Option<&str> {
    let open = argument.trim_start_matches(['"', '\'']);
    open.strip_prefix('|').map(|command| command.trim_end_matches(['"', '\'']).trim())
}

/// `\copy t to program 'command'`; the file may stand without quotes.
fn copy(argument: &str) -> Option<Statement> {
    let mut file: Option<fn(&str) -> Statement> = None;
    let mut program: fn(&str) -> Statement = Statement::runs_shell;
    let mut brackets = 0_usize;
    let mut rest = argument.trim_start();
    while !rest.is_empty() {
        let word = first_word(rest);
        let is_quoted = rest.starts_with(['\'', '"']);
        let after = rest.get(word.len() + if is_quoted { 2 } else { 0 }..).unwrap_or_default().trim_start();
        let is = |words: &[&str]| !is_quoted && words.iter().any(|this| this.eq_ignore_ascii_case(word));
        match file {
            None if brackets == 0 && is(&["to"]) => {
                file = Some(Statement::writes);
                program = Statement::feeds_shell;
            }
            None if brackets == 0 && is(&["from"]) => file = Some(Statement::reads),
            None => {
                brackets = (brackets + word.matches('(').count()).saturating_sub(word.matches(')').count());
            }
            Some(_) if is(&["program"]) => return Some(program(first_word(after))),
            Some(_) if is(&["stdin", "stdout", "pstdin", "pstdout"]) => return None,
            Some(file) => return Some(file(word)),
        }
        rest = after;
    }
    None
}

/// `.shell ls`, `.read file`: `SQLite` takes any beginning of a name that no other command has.
fn dot_command(name: &str, argument: &str) -> Option<Statement> {
    let is = |full: &str, least: usize| name.len() >= least && full.starts_with(name);
    let file = argument
        .split_whitespace()
        .find(|word| !word.starts_with('-'))
        .and_then(|word| argument.get(argument.find(word)?..))
        .map(first_word)
        .filter(|file| !file.is_empty())?;
    let piped = first_character_stripped(argument);
    if is("shell", 2) || is("system", 2) {
        Some(Statement::runs_shell(argument))
    } else if let Some(command) = piped.filter(|_| is("output", 1) || is("once", 2)) {
        Some(Statement::feeds_shell(command))
    } else if let Some(command) = piped.filter(|_| is("read", 3) || is("import", 1)) {
        Some(Statement::runs_shell(command))
    } else if is("read", 3) {
        Some(Statement::includes(file))
    } else if is("import", 1) {
        Some(Statement::reads(file))
    } else if is("restore", 3) {
        Some(Statement::new(Harm::Lose, "overwrites the database with a backup"))
    } else if (is("output", 1) || is("log", 3)) && matches!(file, "stdout" | "stderr" | "off" | "on") {
        None
    } else if is("output", 1)
        || is("once", 2)
        || is("backup", 1)
        || is("save", 2)
        || is("clone", 2)
        || is("log", 3)
    {
        Some(Statement::writes(argument.split_whitespace().next_back().map_or(file, unquoted)))
    } else {
        None
    }
}

/// The first word, or what stands in the quotes at the start.
fn first_word(text: &str) -> &str {
    match text.chars().next() {
        Some(quote @ ('\'' | '"')) => {
            text.get(1..).and_then(|rest| rest.split(quote).next()).unwrap_or_default()
        }
        Some(_) | None => text.split_whitespace().next().unwrap_or_default(),
    }
}

fn unquoted(word: &str) -> &str {
    word.trim_matches(['"', '\''])
}
