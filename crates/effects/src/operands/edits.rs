//! What a script of sed puts into the lines that come out, where the shell has put something into the script.

use crate::source::{Source, Sources};
use crate::value::{Piece, Value};

/// Variables that stand in the replacements and the lines of a script: `s/x/$TOKEN/`, `1i $TOKEN`. What is only looked for
/// is not put out: `s/$TOKEN/***/`.
pub(super) fn put_in(script: &Value) -> Sources {
    let mut before = String::new();
    let mut sources = Sources::NONE;
    for piece in script.pieces() {
        match piece {
            Piece::Hole(hole) | Piece::Filled(hole) if is_put_out_behind(&before) => {
                sources.add(&only_variables(&hole.sources));
                before.push('?');
            }
            Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_) => before.push('?'),
            Piece::Text(text) | Piece::Glob(text) => before.push_str(&text),
        }
    }
    sources
}

/// Of some sources those that are variables, one or all, or secrets by what they are.
pub(super) fn only_variables(sources: &Sources) -> Sources {
    let told = sources
        .iter()
        .filter(|source| matches!(source, Source::Variable(_) | Source::Environment | Source::Secret(_)));
    told.fold(Sources::NONE, |all, source| all.and(&Sources::from(source.clone())))
}

/// Whether what stands behind the beginning of a script comes out.
fn is_put_out_behind(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before);
    let command = line.trim_start_matches(|letter: char| letter.is_ascii_digit() || "$, ".contains(letter));
    if command.starts_with(['a', 'i', 'c'])
        && command.get(1..).is_some_and(|rest| rest.starts_with([' ', '\\']))
    {
        return true;
    }
    let mut letters = line.chars().peekable();
    // How many delimiters of a substitution have gone by, and which they are.
    let mut within: Option<(char, usize)> = None;
    while let Some(letter) = letters.next() {
        match within {
            None => {
                let delimiter = letters.peek().copied().filter(char::is_ascii_punctuation);
                if letter == 's'
                    && let Some(delimiter) = delimiter
                {
                    letters.next();
                    within = Some((delimiter, 1));
                }
            }
            Some(_) if letter == '\\' => {
                letters.next();
            }
            Some((delimiter, count)) if letter == delimiter => {
                within = (count < 2).then_some((delimiter, count + 1));
            }
            Some(_) => {}
        }
    }
    matches!(within, Some((_, 2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Hole;

    fn puts_out(before: &str, behind: &str) -> bool {
        let text = |text: &str| Piece::Text(text.to_owned());
        let script = Value::of(vec![text(before), Piece::Hole(Hole::variable("TOKEN")), text(behind)]);
        !put_in(&script).is_empty()
    }

    #[test]
    fn a_replacement_comes_out_and_what_is_looked_for_does_not() {
        for (before, behind) in [
            ("s/x/", "/"),
            ("s|x|a", "|g"),
            ("/y/s/x/", "/"),
            ("s/a/b/;s/x/", "/"),
            ("1i ", ""),
            ("$a\\", ""),
        ] {
            assert!(puts_out(before, behind), "{before}{behind}");
        }
        for (before, behind) in [("s/", "/***/g"), ("/", "/d"), ("s/a/b/;s/", "/c/"), ("s/a\\/", "/b/")] {
            assert!(!puts_out(before, behind), "{before}{behind}");
        }
    }
}
