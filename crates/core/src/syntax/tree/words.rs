//! The words that a macro of Rust is given: the paths among them, and the texts that it puts together.

use crate::syntax::Language;
use crate::syntax::scanner::{Kind, Token, tokens};

/// The words of a text; what `concat!` is given is one text.
pub(super) fn of(text: &str) -> Vec<Token> {
    let all = tokens(Language::Rust, text);
    let mut words: Vec<Token> = Vec::with_capacity(all.len());
    let mut rest = all.into_iter();
    while let Some(token) = rest.next() {
        let opens = ['(', '[', '{'].iter().any(|sign| token.is(*sign));
        let joins = opens
            && words.last().is_some_and(|sign| sign.is('!'))
            && words.iter().rev().nth(1).and_then(Token::word) == Some("concat");
        words.push(token);
        if joins {
            let (joined, close) = joined(&mut rest);
            words.extend(joined);
            words.extend(close);
        }
    }
    words
}

/// What stands up to the closing bracket as one text, and the bracket. What is no text is filled in.
fn joined(rest: &mut impl Iterator<Item = Token>) -> (Option<Token>, Option<Token>) {
    let mut whole: Option<Token> = None;
    let mut text = String::new();
    let (mut depth, mut fills) = (0_usize, false);
    for token in rest {
        let is_one_of = |signs: &[char]| signs.iter().any(|sign| token.is(*sign));
        if depth == 0 && is_one_of(&[')', ']', '}']) {
            let whole = whole.map(|first| Token { kind: Kind::Text(text), ..first });
            return (whole, Some(token));
        }
        if is_one_of(&['(', '[', '{']) {
            depth += 1;
        } else if is_one_of(&[')', ']', '}']) {
            depth -= 1;
        }
        match token.text().filter(|_| depth == 0) {
            Some(part) => {
                text.push_str(part);
                whole.get_or_insert(token);
                fills = false;
            }
            None if depth == 0 && token.is(',') => fills = false,
            None if !fills => {
                text.push_str("{}");
                fills = true;
            }
            None => {}
        }
    }
    (whole.map(|first| Token { kind: Kind::Text(text), ..first }), None)
}

/// Paths of several names, each with its line. One that begins with a variable of the macro is none.
pub(super) fn paths(words: &[Token]) -> Vec<(Vec<String>, usize)> {
    let is_sign = |at: usize, sign: char| words.get(at).is_some_and(|token| token.is(sign));
    let joins = |at: usize| is_sign(at, ':') && is_sign(at + 1, ':');
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = words.get(at) {
        // `<T as A>::b` goes on with a part of something else.
        let goes_on = at.checked_sub(3).is_some_and(|before| is_sign(before, '>') && joins(before + 1));
        let start = at;
        at += 1;
        let Some(name) = first.word().filter(|_| !goes_on) else { continue };
        let mut names = vec![if name == "$crate" { "crate" } else { name }.to_owned()];
        while joins(at)
            && let Some(name) = words.get(at + 2).and_then(Token::word)
        {
            names.push(name.to_owned());
            at += 3;
        }
        let is_path = at > start + 1 && !names.iter().any(|name| name.starts_with('$'));
        if is_path {
            found.push((names, first.line));
        }
    }
    found
}

/// A text whose lines go on behind a backslash, at the first sign of the next.
pub(super) fn continued(text: &str) -> String {
    let mut parts = text.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |whole, part| whole + part.trim_start())
}
