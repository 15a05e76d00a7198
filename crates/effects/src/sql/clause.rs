//! Which rows a `DELETE` or an `UPDATE` means: those that a condition picks, or all of them.

use super::token::Token;

/// Words that start the next statement where none of them is separated from the last.
const STARTERS: &[&str] = &["SELECT", "INSERT", "DELETE", "UPDATE", "DROP", "TRUNCATE", "GO"];

/// Words that run what follows as SQL, put together.
pub(super) const RUNS_TEXT: &[&str] = &["EXEC", "EXECUTE", "PREPARE", "SP_EXECUTESQL"];

/// Functions that run one of their arguments as SQL.
pub(super) const RUNS_ARGUMENT: &[&str] = &["DBLINK", "DBLINK_EXEC", "QUERY_TO_XML", "OPENQUERY"];

/// Words that end a condition.
const TAILS: &[&str] = &["RETURNING", "LIMIT", "ORDER", "OPTION", "SETTINGS", "ALLOW", "UNION"];

/// The rows that are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    Some,
    All,
}

/// The tokens of one statement: from its first word to where it ends, or the bracket it stands in does.
pub(super) fn extent<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut depth = 0_usize;
    let end = tokens.iter().enumerate().position(|(index, token)| match token {
        Token::End | Token::Mark(';') => true,
        Token::Mark('(') => {
            depth += 1;
            false
        }
        Token::Mark(')') if depth == 0 => true,
        Token::Mark(')') => {
            depth -= 1;
            false
        }
        Token::Word(_) => {
            index > 0
                && depth == 0
                && ([STARTERS, RUNS_TEXT, RUNS_ARGUMENT].iter().any(|words| token.is_one_of(words)))
        }
        Token::Name(_) | Token::Text(_) | Token::Mark(_) | Token::Client(..) => false,
    });
    tokens.get(..end.unwrap_or(tokens.len())).unwrap_or_default()
}

/// Which rows a statement means.
pub(super) fn rows(statement: &[Token]) -> Rows {
    match position(statement, &["WHERE"]).and_then(|at| statement.get(at + 1..)) {
        Some(condition) => {
            let end = position(condition, TAILS).unwrap_or(condition.len());
            if holds_always(condition.get(..end).unwrap_or_default(), 0) { Rows::All } else { Rows::Some }
        }
        None => Rows::All,
    }
}

/// Where one of some words stands, outside of brackets.
pub(super) fn position(tokens: &[Token], words: &[&str]) -> Option<usize> {
    let mut depth = 0_usize;
    tokens.iter().position(|token| {
        match token {
            Token::Mark('(') => depth += 1,
            Token::Mark(')') => depth = depth.saturating_sub(1),
            Token::Word(_) => return depth == 0 && token.is_one_of(words),
            Token::Name(_) | Token::Text(_) | Token::Mark(_) | Token::End | Token::Client(..) => {}
        }
        false
    })
}

/// Whether a condition is true of every row, on the face of it: `1=1`, `true`, `id = id`, `x = 3 OR 1`.
fn holds_always(condition: &[Token], depth: usize) -> bool {
    const MAX_DEPTH: usize = 8;
    if depth > MAX_DEPTH {
        return false;
    }
    split(condition, "OR")
        .into_iter()
        .any(|part| split(part, "AND").into_iter().all(|fact| is_truism(fact, depth)))
}

fn is_truism(fact: &[Token], depth: usize) -> bool {
    match fact {
        [] => false,
        [Token::Mark('('), inner @ .., Token::Mark(')')] => holds_always(inner, depth + 1),
        [not, Token::Word(word)] if not.is_word("NOT") => {
            word.eq_ignore_ascii_case("false") || word.bytes().all(|digit| digit == b'0')
        }
        [Token::Word(word)] => {
            word.eq_ignore_ascii_case("true")
                || word.bytes().all(|digit| digit.is_ascii_digit()) && word.bytes().any(|digit| digit != b'0')
        }
        [left, Token::Mark('<'), Token::Mark('>'), right]
        | [left, Token::Mark('!'), Token::Mark('='), right] => {
            is_literal(left) && is_literal(right) && left != right
        }
        [Token::Word(left), Token::Mark(mark @ ('<' | '>')), Token::Word(right)] => {
            match (left.parse::<u64>(), right.parse::<u64>(), mark) {
                (Ok(left), Ok(right), '<') => left < right,
                (Ok(left), Ok(right), _) => left > right,
                (Err(_), _, _) | (_, Err(_), _) => false,
            }
        }
        _ => {
            let doubled = |token: &&Token| matches!(token, Token::Mark('=' | '<' | '>'));
            let signs = fact.iter().filter(doubled).count();
            let side = fact.len().saturating_sub(signs) / 2;
            let equal = fact.get(..side) == fact.get(fact.len().saturating_sub(side)..);
            let between = fact.get(side..fact.len().saturating_sub(side)).unwrap_or_default();
            let is_equation = between.iter().all(|token| doubled(&token))
                && between.contains(&Token::Mark('='))
                || matches!(between, [like] if like.is_word("LIKE"));
            side > 0 && equal && is_equation
        }
    }
}

fn is_literal(token: &Token) -> bool {
    match token {
        Token::Text(_) => true,
        Token::Word(word) => word.bytes().all(|digit| digit.is_ascii_digit()),
        Token::Name(_) | Token::Mark(_) | Token::End | Token::Client(..) => false,
    }
}

/// The parts between a word that stands outside of brackets.
fn split<'t, 'a>(tokens: &'t [Token<'a>], word: &str) -> Vec<&'t [Token<'a>]> {
    let mut parts = Vec::new();
    let mut rest = tokens;
    while let Some(at) = position(rest, &[word]) {
        parts.push(rest.get(..at).unwrap_or_default());
        rest = rest.get(at + 1..).unwrap_or_default();
    }
    parts.push(rest);
    parts
}
