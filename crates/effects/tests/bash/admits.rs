//! Whether a derived command, with all that is open in it, stands for words that a program really got.

use hookward_effects::{Piece, Value};

/// Between words that one open piece stands for.
const BETWEEN: char = '\u{1f}';

/// Whether the derived words may be these.
pub(crate) fn command(derived: &[Value], real: &[String]) -> bool {
    let Some((first, rest)) = derived.split_first() else { return real.is_empty() };
    // An unquoted expansion may be several words, or none.
    let most = if first.is_open() || matches!(first, Value::Pattern(_)) { real.len() } else { 1 };
    (0..=most.min(real.len())).any(|count| value(first, &real[..count]) && command(rest, &real[count..]))
}

fn value(derived: &Value, real: &[String]) -> bool {
    match derived {
        Value::Known(text) => matches!(real, [word] if is_same(text, word)),
        // A single one may be another too.
        Value::Few(texts) if texts.len() == 1 => true,
        Value::Few(texts) => match real {
            // One of a list that may be shorter.
            [] => true,
            [word] => texts.iter().any(|text| text == word || squeezed(text) == squeezed(word)),
            _ => false,
        },
        Value::Pattern(_) if real.is_empty() => true,
        Value::Pattern(parts) => {
            let joined: Vec<char> = real.join(&BETWEEN.to_string()).chars().collect();
            pieces(parts, &joined)
        }
        Value::Unknown(_) => true,
    }
}

/// Whether two words are the same; a process substitution may have another number.
pub(crate) fn is_same(derived: &str, real: &str) -> bool {
    let is_process = |word: &str| word.strip_prefix("/dev/fd/").is_some_and(|it| it.parse::<u32>().is_ok());
    derived == real || (is_process(derived) && is_process(real))
}

/// Without the blanks that words leave behind which are nothing.
fn squeezed(text: &str) -> Vec<&str> {
    text.split([' ', '\n']).filter(|word| !word.is_empty()).collect()
}

fn pieces(parts: &[Piece], text: &[char]) -> bool {
    let Some((first, rest)) = parts.split_first() else { return text.is_empty() };
    // A hole that is nothing takes the blank beside it along.
    if let (Piece::Hole(_), [Piece::Text(after), more @ ..]) = (first, rest)
        && let Some(after) = after.strip_prefix([' ', '\n', ','])
    {
        let shorter: Vec<Piece> =
            std::iter::once(Piece::Text(after.to_owned())).chain(more.iter().cloned()).collect();
        if pieces(&shorter, text) {
            return true;
        }
    }
    let may_be_nothing = |piece: &Piece| match piece {
        Piece::Hole(_) => true,
        Piece::OneOf(texts) => texts.iter().any(String::is_empty),
        Piece::Text(_) | Piece::Glob(_) | Piece::Filled(_) => false,
    };
    if let (Piece::Text(before), [piece, more @ ..]) = (first, rest)
        && may_be_nothing(piece)
        && let Some(before) = before.strip_suffix([' ', '\n', ','])
    {
        let shorter: Vec<Piece> =
            std::iter::once(Piece::Text(before.to_owned())).chain(more.iter().cloned()).collect();
        if pieces(&shorter, text) {
            return true;
        }
    }
    let after = |prefix: &str| {
        let prefix: Vec<char> = prefix.chars().collect();
        text.starts_with(&prefix) && pieces(rest, &text[prefix.len()..])
    };
    let anything = |least: usize| (least..=text.len()).any(|at| pieces(rest, &text[at..]));
    match first {
        Piece::Text(prefix) => after(prefix),
        Piece::Hole(_) => anything(0),
        Piece::Filled(_) => anything(1),
        Piece::OneOf(texts) => (texts.len() == 1 && anything(0)) || texts.iter().any(|text| after(text)),
        Piece::Glob(pattern) => (0..=text.len()).any(|at| {
            let pattern: Vec<char> = pattern.chars().collect();
            // Each file that it names is a word.
            (glob(&pattern, &text[..at]) || text[..at].contains(&BETWEEN)) && pieces(rest, &text[at..])
        }),
    }
}

fn glob(pattern: &[char], text: &[char]) -> bool {
    match pattern {
        [] => text.is_empty(),
        ['*', rest @ ..] => (0..=text.len()).any(|at| glob(rest, &text[at..])),
        ['?', rest @ ..] => !text.is_empty() && glob(rest, &text[1..]),
        // What a class or a group takes is not checked here.
        ['[' | '+' | '@' | '!', ..] => true,
        ['\\', letter, rest @ ..] | [letter, rest @ ..] => {
            text.first() == Some(letter) && glob(rest, &text[1..])
        }
    }
}
