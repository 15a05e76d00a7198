//! Text to pipelines, and commands to words. Quotes and brackets hold together.

/// A word of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word<'t> {
    Bare(&'t str),
    /// Between double quotes: variables are live.
    Quoted(&'t str),
    /// Between single quotes.
    Raw(&'t str),
    /// `( … )`
    Group(&'t str),
    /// `{ … }`
    Block(&'t str),
}

/// The pipelines of a text, each with its commands.
pub(super) fn pipelines(text: &str) -> Vec<Vec<&str>> {
    let mut pipelines = Vec::new();
    let mut commands = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let next = skip(rest, character);
        if next > character.len_utf8() && !rest.starts_with('#') {
            at += next;
            continue;
        }
        let separator = match character {
            '#' => {
                commands.extend(text_between(text, start, at));
                at += rest.find('\n').unwrap_or(rest.len());
                start = at;
                continue;
            }
            ';' | '\n' => Some(1),
            '&' if rest.starts_with("&&") => Some(2),
            '|' if rest.starts_with("||") => Some(2),
            '|' => {
                commands.extend(text_between(text, start, at));
                at += 1;
                start = at;
                continue;
            }
            _ => None,
        };
        match separator {
            Some(length) => {
                commands.extend(text_between(text, start, at));
                pipelines.push(std::mem::take(&mut commands));
                at += length;
                start = at;
            }
            None => at += character.len_utf8(),
        }
    }
    commands.extend(text_between(text, start, text.len()));
    pipelines.push(commands);
    pipelines.retain(|commands| !commands.is_empty());
    pipelines
}

fn text_between(text: &str, from: usize, to: usize) -> Option<&str> {
    text.get(from..to).filter(|piece| !piece.trim().is_empty())
}

/// How many bytes hold together from here: a quoted text, brackets, an escaped character, or one character.
pub(super) fn skip(rest: &str, character: char) -> usize {
    match character {
        '`' => rest.chars().take(2).map(char::len_utf8).sum(),
        '\'' | '"' => quoted(rest, character),
        '(' | '{' | '[' => bracketed(rest),
        other => other.len_utf8(),
    }
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (offset, character) in rest.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if character == '`' && quote == '"' {
            escaped = true;
        } else if character == quote {
            return offset + 1;
        }
    }
    rest.len()
}

fn bracketed(rest: &str) -> usize {
    let mut open = 0_usize;
    let mut at = 0;
    while let Some(character) = rest.get(at..).and_then(|rest| rest.chars().next()) {
        let from = rest.get(at..).unwrap_or_default();
        match character {
            '(' | '{' | '[' => open += 1,
            ')' | '}' | ']' => {
                open -= 1;
                if open == 0 {
                    return at + 1;
                }
            }
            '\'' | '"' => {
                at += quoted(from, character);
                continue;
            }
            _ => {}
        }
        at += character.len_utf8();
    }
    rest.len()
}

/// The words of a command.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        if character.is_whitespace() || character == ',' {
            at += character.len_utf8();
            continue;
        }
        let length = match character {
            '\'' | '"' | '(' | '{' => skip(rest, character),
            _ => bare_length(rest),
        };
        let piece = rest.get(..length).unwrap_or(rest);
        let inner = piece.get(1..piece.len().saturating_sub(1)).unwrap_or_default();
        words.push(match character {
            '\'' => Word::Raw(inner),
            '"' => Word::Quoted(inner),
            '(' => Word::Group(inner),
            '{' => Word::Block(inner),
            _ => Word::Bare(piece),
        });
        at += length.max(1);
    }
    words
}

fn bare_length(rest: &str) -> usize {
    let mut at = 0;
    while let Some(character) = rest.get(at..).and_then(|rest| rest.chars().next()) {
        let ends = character.is_whitespace() || matches!(character, ',' | '{');
        if ends {
            break;
        }
        at += match character {
            '(' | '[' | '\'' | '"' | '`' => skip(rest.get(at..).unwrap_or_default(), character),
            other => other.len_utf8(),
        };
    }
    at.max(rest.chars().next().map_or(1, char::len_utf8))
}
