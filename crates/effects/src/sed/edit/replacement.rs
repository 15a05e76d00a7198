//! What `s` puts in the place of a match.

use crate::sed::regex::Places;

/// A part of a replacement.
pub(super) enum Part {
    Text(String),
    /// What the match, or one of its groups, is.
    Group(usize),
    Capitals(Capitals),
}

/// How letters are written from there on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Capitals {
    AsTheyAre,
    All,
    None,
    /// Only the next one.
    Next,
    NextSmall,
}

/// The parts of a replacement; nothing if it has more than is followed.
pub(super) fn parts(replacement: &str, groups: usize) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = replacement.chars();
    while let Some(next) = rest.next() {
        let part = match next {
            '&' => Part::Group(0),
            '\\' => match rest.next()? {
                digit @ '0'..='9' => Part::Group(
                    digit.to_digit(10).map(|group| group as usize).filter(|group| *group <= groups)?,
                ),
                'U' => Part::Capitals(Capitals::All),
                'L' => Part::Capitals(Capitals::None),
                'E' => Part::Capitals(Capitals::AsTheyAre),
                'u' => Part::Capitals(Capitals::Next),
                'l' => Part::Capitals(Capitals::NextSmall),
                'x' => {
                    let digits: String = [rest.next()?, rest.next()?].iter().collect();
                    text.push(char::from(u8::from_str_radix(&digits, 16).ok().filter(u8::is_ascii)?));
                    continue;
                }
                other => {
                    text.push(escaped(other)?);
                    continue;
                }
            },
            next => {
                text.push(next);
                continue;
            }
        };
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut text)));
        }
        parts.push(part);
    }
    parts.push(Part::Text(text));
    Some(parts)
}

/// What a sign stands for behind a backslash, where it is nothing else.
pub(super) fn escaped(sign: char) -> Option<char> {
    Some(match sign {
        'n' | '\n' => '\n',
        't' => '\t',
        'r' => '\r',
        'f' => '\u{c}',
        'v' => '\u{b}',
        'a' => '\u{7}',
        sign if sign.is_alphanumeric() => return None,
        sign => sign,
    })
}

/// Adds what a match becomes.
pub(super) fn fill(parts: &[Part], text: &str, places: &Places, output: &mut String) {
    let (mut all, mut next) = (Capitals::AsTheyAre, Capitals::AsTheyAre);
    for part in parts {
        let added = match part {
            Part::Text(text) => text.as_str(),
            Part::Group(group) => {
                let place = places.get(*group).copied().flatten();
                place.and_then(|(start, end)| text.get(start..end)).unwrap_or_default()
            }
            Part::Capitals(one @ (Capitals::Next | Capitals::NextSmall)) => {
                next = *one;
                continue;
            }
            Part::Capitals(every) => {
                (all, next) = (*every, Capitals::AsTheyAre);
                continue;
            }
        };
        for sign in added.chars() {
            let capitals = if next == Capitals::AsTheyAre { all } else { next };
            next = Capitals::AsTheyAre;
            match capitals {
                Capitals::All | Capitals::Next => output.extend(sign.to_uppercase()),
                Capitals::None | Capitals::NextSmall => output.extend(sign.to_lowercase()),
                Capitals::AsTheyAre => output.push(sign),
            }
        }
    }
}
