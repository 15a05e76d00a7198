//! Files and programs that a database itself opens: `COPY … TO PROGRAM`, `LOAD_FILE`, `INTO OUTFILE`, `xp_cmdshell`.

use super::Statement;
use super::clause::position;
use super::token::Token;

/// Functions whose first argument is a file that is read.
const READERS: &[&str] = &[
    "LOAD_FILE",
    "PG_READ_FILE",
    "PG_READ_BINARY_FILE",
    "READFILE",
    "LO_IMPORT",
    "READ_TEXT",
    "READ_BLOB",
    "READ_CSV",
    "READ_CSV_AUTO",
    "READ_JSON",
    "READ_JSON_AUTO",
    "READ_PARQUET",
    "INFILE",
];

/// Functions and clauses whose first text is a file that is written.
const WRITERS: &[&str] = &["WRITEFILE", "LO_EXPORT", "OUTFILE", "DUMPFILE", "ATTACH", "DISK"];

/// Functions whose first text is run by a shell.
const SHELLS: &[&str] = &["XP_CMDSHELL", "SYS_EXEC", "SYS_EVAL"];

/// What the first of some tokens opens or runs.
pub(super) fn touched(tokens: &[Token]) -> Option<Statement> {
    /// `lo_export(123, 'file')`, `ATTACH DATABASE 'file'`, `TO DISK = N'file'`.
    const FARTHEST: usize = 5;
    let first = tokens.first()?;
    let named = [READERS, WRITERS, SHELLS].iter().position(|words| first.is_one_of(words));
    let text = || {
        tokens.iter().take(FARTHEST).skip(1).find_map(|token| match token {
            Token::Text(text) => Some(text.as_str()),
            Token::Word(_) | Token::Name(_) | Token::Mark(_) | Token::End | Token::Client(..) => None,
        })
    };
    match (named, tokens) {
        (Some(0), _) => text().map(Statement::reads),
        (Some(1), _) => text().map(Statement::writes),
        (Some(_), _) => text().map(Statement::runs_shell),
        (None, [from, program, Token::Text(command), ..])
            if from.is_word("FROM") && program.is_word("PROGRAM") =>
        {
            Some(Statement::runs_shell(command))
        }
        (None, [to, program, Token::Text(command), ..]) if to.is_word("TO") && program.is_word("PROGRAM") => {
            Some(Statement::feeds_shell(command))
        }
        (None, [vacuum, into, Token::Text(file), ..]) if vacuum.is_word("VACUUM") && into.is_word("INTO") => {
            Some(Statement::writes(file))
        }
        (None, _) => None,
    }
}

/// `COPY t TO 'file'`, `COPY t FROM 'file'`.
pub(super) fn copied(tokens: &[Token]) -> Option<Statement> {
    if !tokens.first()?.is_word("COPY") {
        return None;
    }
    let at = position(tokens, &["TO", "FROM"])?;
    match tokens.get(at..)? {
        [to, Token::Text(file), ..] if to.is_word("TO") => Some(Statement::writes(file)),
        [_, Token::Text(file), ..] => Some(Statement::reads(file)),
        _ => None,
    }
}
