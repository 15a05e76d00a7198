//! Characters that a text spells by their numbers.

/// The signs that stand for others behind a backslash, in most languages.
const SIGNS: &[(char, char)] =
    &[('n', '\n'), ('t', '\t'), ('r', '\r'), ('\\', '\\'), ('"', '"'), ('\'', '\'')];

/// A text without its escapes. One that is unknown stays as it is, as Python and PHP have it.
pub(super) fn decoded(content: &str) -> String {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let (said, length) = escape(after);
        match said {
            Some(Said::Sign(sign)) => out.push(sign),
            Some(Said::Nothing) => {}
            None => out.push('\\'),
        }
        rest = after.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

enum Said {
    Sign(char),
    Nothing,
}

/// What stands behind a backslash, and how long it is.
fn escape(after: &str) -> (Option<Said>, usize) {
    let Some(first) = after.chars().next() else { return (None, 0) };
    if let Some((_, sign)) = SIGNS.iter().find(|(own, _)| *own == first) {
        return (Some(Said::Sign(*sign)), first.len_utf8());
    }
    let number = |start: usize, longest: usize, radix: u32| {
        let digits = after.get(start..).unwrap_or_default();
        let length = digits.chars().take(longest).take_while(|digit| digit.is_digit(radix)).count();
        let value = u32::from_str_radix(digits.get(..length)?, radix).ok()?;
        Some((char::from_u32(value)?, start + length))
    };
    let found = match first {
        // A line that goes on.
        '\n' => return (Some(Said::Nothing), 1),
        'x' => number(1, 2, 16),
        'u' if after.starts_with("u{") => number(2, 6, 16).map(|(sign, end)| (sign, end + 1)),
        // Java's may repeat the letter.
        'u' => number(after.len() - after.trim_start_matches('u').len(), 4, 16),
        'U' => number(1, 8, 16),
        '0'..='7' => number(0, 3, 8),
        _ => None,
    };
    found.map_or((None, 0), |(sign, length)| (Some(Said::Sign(sign)), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_by_their_numbers_are_characters() {
        for (content, text) in [
            (r"b\x6fto", "boto"),
            (r"b\u006fto\u{33}", "boto3"),
            (r"\U00000062oto", "boto"),
            (r"\142oto", "boto"),
            (r"a\n\\n\'", "a\n\\n'"),
            (r"App\Models\", r"App\Models\"),
            ("bo\\\nto", "boto"),
            (r"\x", r"\x"),
            (r"\ud800", r"\ud800"),
            (r"\é", r"\é"),
        ] {
            assert_eq!(decoded(content), text, "{content}");
        }
    }
}
