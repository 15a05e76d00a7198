//! Brace expansion: `{a,b}c` is `ac bc` before anything else happens to a word.

use hookward_shell::{Part, Span};

/// More words than this are not followed.
const MAX_WORDS: usize = 256;

/// Nor are words with more braces.
const MAX_BRACES: usize = 64;

/// A character that may be live, or a part that stands as it is.
#[derive(Clone)]
enum Atom<'p> {
    Live(char),
    Part(&'p Part),
}

/// What braces make of a word.
pub(crate) enum Expanded {
    /// There are none.
    Same,
    /// These words.
    Words(Vec<Vec<Part>>),
    /// More than what is followed.
    TooMany,
}

/// Expands the braces in a word's parts.
pub(crate) fn expand(parts: &[Part]) -> Expanded {
    let live = |part: &Part| match part {
        Part::Bare { text, .. } => text.matches('{').count(),
        _ => 0,
    };
    let braces: usize = parts.iter().map(live).sum();
    if braces == 0 {
        return Expanded::Same;
    }
    if braces > MAX_BRACES {
        return Expanded::TooMany;
    }
    let mut atoms = Vec::new();
    for part in parts {
        match part {
            Part::Bare { text, .. } => atoms.extend(text.chars().map(Atom::Live)),
            part => atoms.push(Atom::Part(part)),
        }
    }
    match alternatives(&atoms) {
        Some(words) if words.len() == 1 && !has_pair(&atoms) => Expanded::Same,
        Some(words) => Expanded::Words(words.iter().map(|word| parts_of(word)).collect()),
        None => Expanded::TooMany,
    }
}

fn has_pair(atoms: &[Atom]) -> bool {
    (0..atoms.len()).any(|open| pair(atoms, open).is_some())
}

/// The words that atoms expand to; `None` if there are too many.
fn alternatives<'p>(atoms: &[Atom<'p>]) -> Option<Vec<Vec<Atom<'p>>>> {
    let Some((open, close, choices)) = (0..atoms.len()).find_map(|open| {
        let (close, choices) = pair(atoms, open)?;
        Some((open, close, choices))
    }) else {
        return Some(vec![atoms.to_vec()]);
    };
    let before = atoms.get(..open)?;
    let after = alternatives(atoms.get(close + 1..)?)?;
    let mut words = Vec::new();
    for choice in choices {
        for middle in alternatives(&choice)? {
            for rest in &after {
                if words.len() >= MAX_WORDS {
                    return None;
                }
                words.push(before.iter().chain(&middle).chain(rest).cloned().collect());
            }
        }
    }
    Some(words)
}

/// If a brace at `open` begins an expansion: where it ends, and its choices.
fn pair<'p>(atoms: &[Atom<'p>], open: usize) -> Option<(usize, Vec<Vec<Atom<'p>>>)> {
    let Some(Atom::Live('{')) = atoms.get(open) else { return None };
    let mut depth = 0_usize;
    let mut commas = Vec::new();
    for (at, atom) in atoms.iter().enumerate().skip(open) {
        match atom {
            Atom::Live('{') => depth += 1,
            Atom::Live(',') if depth == 1 => commas.push(at),
            Atom::Live('}') => {
                depth -= 1;
                if depth == 0 {
                    let choices = choices(atoms, open, at, &commas)?;
                    return Some((at, choices));
                }
            }
            Atom::Live(_) | Atom::Part(_) => {}
        }
    }
    None
}

fn choices<'p>(
    atoms: &[Atom<'p>],
    open: usize,
    close: usize,
    commas: &[usize],
) -> Option<Vec<Vec<Atom<'p>>>> {
    let between = |from: usize, to: usize| atoms.get(from + 1..to).map(<[Atom]>::to_vec);
    if commas.is_empty() {
        return sequence(atoms.get(open + 1..close)?);
    }
    let mut edges = vec![open];
    edges.extend(commas);
    edges.push(close);
    edges.windows(2).map(|edge| between(*edge.first()?, *edge.last()?)).collect()
}

/// `1..5`, `a..e`, `1..9..2`.
fn sequence<'p>(atoms: &[Atom<'p>]) -> Option<Vec<Vec<Atom<'p>>>> {
    let text: Option<String> = atoms
        .iter()
        .map(|atom| match atom {
            Atom::Live(letter) => Some(*letter),
            Atom::Part(_) => None,
        })
        .collect();
    let text = text?;
    let mut ends = text.split("..");
    let (from, to, step) = (ends.next()?, ends.next()?, ends.next());
    if ends.next().is_some() {
        return None;
    }
    let step = step.map_or(Some(1), |step| step.parse::<i64>().ok())?.unsigned_abs().max(1);
    let ends_of = [from, to];
    let single =
        |text: &str| text.chars().next().filter(|letter| text.len() == 1 && letter.is_ascii_alphabetic());
    let letters = |number: i64| u32::try_from(number).ok().and_then(char::from_u32);
    let (from, to, alphabetic) = match (from.parse::<i64>(), to.parse::<i64>(), single(from), single(to)) {
        (Ok(from), Ok(to), _, _) => (from, to, false),
        (_, _, Some(from), Some(to)) => (i64::from(u32::from(from)), i64::from(u32::from(to)), true),
        _ => return None,
    };
    // `{01..10}`: all are as wide as the wider of the ends.
    let width = if alphabetic { 0 } else { padding(ends_of) };
    let count = from.abs_diff(to) / step + 1;
    let shown = usize::try_from(count).unwrap_or(usize::MAX).min(MAX_WORDS + 1);
    let step = i64::try_from(step).ok()?;
    let numbers =
        (0..i64::try_from(shown).ok()?).map(|n| if from <= to { from + n * step } else { from - n * step });
    numbers
        .map(|number| {
            let text = if alphabetic { letters(number)?.to_string() } else { format!("{number:0width$}") };
            Some(text.chars().map(Atom::Live).collect())
        })
        .collect()
}

/// How wide the numbers between two ends are, if one of them begins with a nought.
fn padding(ends: [&str; 2]) -> usize {
    let padded = |end: &&str| {
        let digits = end.trim_start_matches(['-', '+']);
        digits.len() > 1 && digits.starts_with('0')
    };
    if ends.iter().any(padded) { ends.iter().map(|end| end.len()).max().unwrap_or_default() } else { 0 }
}

fn parts_of(atoms: &[Atom]) -> Vec<Part> {
    let mut parts = Vec::new();
    for atom in atoms {
        match (parts.last_mut(), atom) {
            (Some(Part::Bare { text, .. }), Atom::Live(letter)) => text.push(*letter),
            (_, Atom::Live(letter)) => {
                parts.push(Part::Bare { text: letter.to_string(), span: Span::default() });
            }
            (_, Atom::Part(part)) => parts.push((*part).clone()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let parts = [Part::Bare { text: text.to_owned(), span: Span::default() }];
        let show = |parts: &[Part]| {
            parts
                .iter()
                .map(|part| if let Part::Bare { text, .. } = part { text.as_str() } else { "" })
                .collect()
        };
        match expand(&parts) {
            Expanded::Same => vec![text.to_owned()],
            Expanded::Words(words) => words.iter().map(|word| show(word)).collect(),
            Expanded::TooMany => vec!["…".to_owned()],
        }
    }

    #[test]
    fn braces_expand_as_in_bash() {
        assert_eq!(words("{rm,-rf,/}"), ["rm", "-rf", "/"]);
        assert_eq!(words("a{b,c{d,e}}f"), ["abf", "acdf", "acef"]);
        assert_eq!(words("{1..3}{a..b}"), ["1a", "1b", "2a", "2b", "3a", "3b"]);
        assert_eq!(words("{5..1..2}"), ["5", "3", "1"]);
        assert_eq!(words("{,x}y"), ["y", "xy"]);
        assert_eq!(words("{}"), ["{}"]);
        assert_eq!(words("{a}"), ["{a}"]);
        assert_eq!(words("{a,b"), ["{a,b"]);
        assert_eq!(words("stash@{2}"), ["stash@{2}"]);
    }

    #[test]
    fn products_without_end_are_not_followed() {
        assert_eq!(words("{1..100000}"), ["…"]);
        assert_eq!(words(&"{a,b}".repeat(20)), ["…"]);
        assert_eq!(words(&"{".repeat(100_000)), ["…"]);
    }
}
