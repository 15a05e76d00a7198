//! A regular expression as texts with stars that fit at least as much: enough to say that something cannot be meant.

use crate::knowledge::glob;

/// How an expression is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// `a\|b`: grep and git by themselves.
    Basic,
    /// `a|b`: `grep -E`, rg.
    Extended,
    /// `a\|b`, but `a+`: find by itself.
    Emacs,
    /// Nothing in it is special.
    Fixed,
}

/// What became of an expression.
pub(crate) struct Loosened {
    /// It fits nothing that none of these fits.
    pub(crate) globs: Vec<String>,
    /// Whether it fits all that they do.
    pub(crate) is_exact: bool,
}

/// More alternatives are one that fits everything.
const MAX_ALTERNATIVES: usize = 16;

/// Nor are groups in groups followed further.
const MAX_DEPTH: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Letter(char),
    Anything,
    Open,
    Close,
    Or,
    Start,
    End,
    /// What stands before it may be there any number of times, or not at all.
    Repeat,
    /// The same, but once at least.
    RepeatOnce,
    /// A place between letters.
    Between,
}

/// Whether an extended regular expression may fit a text, anywhere in it.
pub fn may_fit(expression: &str, text: &str) -> bool {
    loosened(expression, Flavour::Extended).globs.iter().any(|pattern| glob(pattern, text))
}

/// Loosens an expression.
pub(crate) fn loosened(expression: &str, flavour: Flavour) -> Loosened {
    let tokens = tokens(expression, flavour);
    let is_exact = tokens.iter().all(|token| match token {
        Token::Letter(letter) => *letter != '*',
        Token::Start | Token::End | Token::Or => true,
        Token::Anything | Token::Open | Token::Close | Token::Repeat | Token::RepeatOnce | Token::Between => {
            false
        }
    });
    let mut rest = tokens.as_slice();
    let globs = alternatives(&mut rest, 0).unwrap_or_else(|| vec!["*".to_owned()]);
    Loosened { globs, is_exact }
}

fn tokens(expression: &str, flavour: Flavour) -> Vec<Token> {
    if flavour == Flavour::Fixed {
        return expression.chars().map(Token::Letter).collect();
    }
    let mut tokens = Vec::new();
    let mut letters = expression.chars().peekable();
    while let Some(letter) = letters.next() {
        let (letter, escaped) = match letter {
            '\\' => (letters.next().unwrap_or('\\'), true),
            letter => (letter, false),
        };
        // Of the simple kind these mean something behind a backslash, of the other without it.
        let is_live = escaped == matches!(flavour, Flavour::Basic | Flavour::Emacs);
        let repeats = if flavour == Flavour::Emacs { !escaped } else { is_live };
        let token = match letter {
            '(' if is_live => Token::Open,
            ')' if is_live => Token::Close,
            '|' if is_live => Token::Or,
            '+' if repeats => Token::RepeatOnce,
            '?' if repeats => Token::Repeat,
            '{' if is_live => {
                letters.by_ref().find(|letter| *letter == '}');
                Token::Repeat
            }
            '*' if !escaped => Token::Repeat,
            '.' if !escaped => Token::Anything,
            '[' if !escaped => {
                letters.next_if(|letter| *letter == '^');
                letters.next_if(|letter| *letter == ']');
                letters.by_ref().find(|letter| *letter == ']');
                Token::Anything
            }
            '^' if !escaped => Token::Start,
            '$' if !escaped => Token::End,
            'b' | 'B' | '<' | '>' if escaped => Token::Between,
            letter if escaped && letter.is_ascii_alphanumeric() => Token::Anything,
            letter => Token::Letter(letter),
        };
        tokens.push(token);
    }
    tokens
}

/// What stands until the end, or until a group ends; `None` where that is too much.
fn alternatives(rest: &mut &[Token], depth: usize) -> Option<Vec<String>> {
    let mut all = Vec::new();
    loop {
        all.extend(sequence(rest, depth)?);
        match rest.split_first() {
            Some((Token::Or, after)) => *rest = after,
            Some(_) | None => break,
        }
    }
    (depth < MAX_DEPTH && all.len() <= MAX_ALTERNATIVES).then_some(all)
}

fn sequence(rest: &mut &[Token], depth: usize) -> Option<Vec<String>> {
    // Inside a group others say what stands before and behind.
    let open = |is_anchored: bool| if depth == 0 && !is_anchored { "*" } else { "" };
    let mut parts = vec![open(rest.first() == Some(&Token::Start)).to_owned()];
    let (mut is_first, mut is_last_anchored) = (true, false);
    while let Some((token, after)) = rest.split_first() {
        if matches!(token, Token::Or) || (matches!(token, Token::Close) && depth > 0) {
            break;
        }
        *rest = after;
        let more = match token {
            Token::Letter(letter) => vec![letter.to_string()],
            Token::Open => {
                let inside = alternatives(rest, depth + 1)?;
                if let Some((Token::Close, after)) = rest.split_first() {
                    *rest = after;
                }
                inside
            }
            // In the middle some take these for letters.
            Token::Start if !is_first => vec!["*".to_owned()],
            Token::End if !matches!(rest.first(), None | Some(Token::Or | Token::Close)) => {
                vec!["*".to_owned()]
            }
            Token::Anything => vec!["*".to_owned()],
            Token::Start
            | Token::End
            | Token::Between
            | Token::Close
            | Token::Or
            | Token::Repeat
            | Token::RepeatOnce => vec![String::new()],
        };
        is_first = false;
        is_last_anchored = matches!(token, Token::End);
        let more = match rest.split_first() {
            Some((Token::Repeat, after)) => {
                *rest = after;
                vec!["*".to_owned()]
            }
            Some((Token::RepeatOnce, after)) => {
                *rest = after;
                more.into_iter().map(|text| format!("{text}*")).collect()
            }
            Some(_) | None => more,
        };
        if parts.len().saturating_mul(more.len()) > MAX_ALTERNATIVES {
            return None;
        }
        parts = parts.iter().flat_map(|part| more.iter().map(move |text| format!("{part}{text}"))).collect();
    }
    for part in &mut parts {
        part.push_str(open(is_last_anchored));
    }
    Some(parts)
}
