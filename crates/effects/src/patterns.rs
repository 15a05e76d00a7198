//! Shell patterns on known text: what `${x#pattern}` and `${x/pattern/new}` do.

use std::borrow::Cow;

/// Longer texts are not worked on: each start and end of a match is tried.
const MAX_TEXT: usize = 512;

/// Whether a pattern fits a whole text: `*`, `?`, `[…]` and escaped characters.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = spelled_out(pattern).chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match one(&pattern, p, text.get(t).copied()) {
            Some(next) => {
                p = next;
                t += 1;
            }
            None if pattern.get(p) == Some(&'*') => {
                star = Some((p + 1, t));
                p += 1;
            }
            None => match star {
                Some((after, from)) => {
                    p = after;
                    t = from + 1;
                    star = Some((after, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern.get(p..).unwrap_or_default().iter().all(|letter| *letter == '*')
}

/// A pattern whose sets have no names in them: `[[:digit:]]` is `[0-9]`, `[[=e=]]` and `[[.e.]]` are `[e]`. Characters that
/// no file of interest has in its name are left out.
pub(crate) fn spelled_out(pattern: &str) -> Cow<'_, str> {
    let is_named = |text: &str| ["[:", "[=", "[."].iter().any(|open| text.contains(open));
    if !is_named(pattern) {
        return Cow::Borrowed(pattern);
    }
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next() {
        let named = rest.strip_prefix('[').and_then(|inner| {
            let sign = inner.chars().next().filter(|sign| matches!(sign, ':' | '=' | '.'))?;
            let (name, after) = inner.get(1..)?.split_once(&format!("{sign}]"))?;
            // Outside of a set it is one itself: `[.env]`.
            let is_inside = out.rsplit_once('[').is_some_and(|(_, set)| !set.contains(']'));
            let set = if sign == ':' { set(name)? } else { name };
            is_inside.then_some((set, after))
        });
        match named {
            Some((set, after)) => {
                out.push_str(set);
                rest = after;
            }
            None => {
                out.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            }
        }
    }
    Cow::Owned(out)
}

/// What a named set holds.
fn set(name: &str) -> Option<&'static str> {
    Some(match name {
        "alpha" => "a-zA-Z",
        "digit" => "0-9",
        "alnum" => "a-zA-Z0-9",
        "word" => "a-zA-Z0-9_",
        "lower" => "a-z",
        "upper" => "A-Z",
        "xdigit" => "0-9a-fA-F",
        "punct" => "\"-/:-@^-`{-~",
        "graph" | "print" => "\"-~",
        "space" | "blank" | "cntrl" => " ",
        _ => return None,
    })
}

/// A text as a pattern that fits nothing else.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '*' | '?' | '[' | ']' | '\\' | '!' | '+' | '@' | '(' | ')' | '|') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Where the pattern goes on after it has taken one character, if it can.
fn one(pattern: &[char], at: usize, letter: Option<char>) -> Option<usize> {
    let letter = letter?;
    match pattern.get(at)? {
        '*' => None,
        '?' => Some(at + 1),
        '\\' => (pattern.get(at + 1) == Some(&letter)).then_some(at + 2),
        '[' => match class(pattern, at) {
            Some((end, fits)) => fits(letter).then_some(end),
            None => (letter == '[').then_some(at + 1),
        },
        own => (*own == letter).then_some(at + 1),
    }
}

/// `[abc]`, `[!a-z]`: where it ends and what it takes.
fn class(pattern: &[char], open: usize) -> Option<(usize, impl Fn(char) -> bool + '_)> {
    let negated = matches!(pattern.get(open + 1), Some('!' | '^'));
    let from = open + 1 + usize::from(negated);
    // A bracket right at the start stands for itself.
    let close = pattern.iter().skip(from + 1).position(|letter| *letter == ']')? + from + 1;
    let set = pattern.get(from..close)?;
    let takes = move |letter: char| {
        let mut rest = set.iter().peekable();
        let mut found = false;
        while let Some(first) = rest.next() {
            let mut ahead = rest.clone();
            match (ahead.next(), ahead.next()) {
                (Some('-'), Some(last)) => {
                    found |= (*first..=*last).contains(&letter);
                    rest.nth(1);
                }
                _ => found |= *first == letter,
            }
        }
        found != negated
    };
    Some((close + 1, takes))
}

/// `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`.
pub(crate) fn trim(text: &str, operator: &str, pattern: &str) -> Option<String> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let front = operator.starts_with('#');
    let part = |cut: usize| if front { text.get(..cut) } else { text.get(cut..) };
    let rest = |cut: usize| if front { text.get(cut..) } else { text.get(..cut) };
    let matches = |cut: &&usize| part(**cut).is_some_and(|part| fits(pattern, part));
    // The shortest match of `#` is the first cut that fits, and of `%` the last.
    let first = (operator.len() == 1) == front;
    let cut = if first { cuts.iter().find(matches) } else { cuts.iter().rev().find(matches) };
    cut.map_or(Some(text), |cut| rest(*cut)).map(str::to_owned)
}

/// `${x/p/new}` and its relatives.
pub(crate) fn replace(text: &str, operator: &str, pattern: &str, new: &str) -> Option<String> {
    if text.len() > MAX_TEXT || pattern.is_empty() {
        return (text.len() <= MAX_TEXT).then(|| text.to_owned());
    }
    if !pattern.contains(['*', '?', '[', '\\']) {
        return Some(match operator {
            "//" => text.replace(pattern, new),
            "/#" => text.strip_prefix(pattern).map_or_else(|| text.to_owned(), |rest| format!("{new}{rest}")),
            "/%" => text.strip_suffix(pattern).map_or_else(|| text.to_owned(), |rest| format!("{rest}{new}")),
            _ => text.replacen(pattern, new, 1),
        });
    }
    let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut out = String::new();
    let mut at = 0;
    while at < text.len() {
        let longest = cuts.iter().rev().filter(|end| **end > at).find(|end| {
            let anchored = match operator {
                "/#" => at == 0,
                "/%" => **end == text.len(),
                _ => true,
            };
            anchored && text.get(at..**end).is_some_and(|part| fits(pattern, part))
        });
        match longest {
            Some(end) => {
                out.push_str(new);
                at = *end;
                if operator != "//" {
                    break;
                }
            }
            None => {
                let letter = text.get(at..)?.chars().next()?;
                out.push(letter);
                at += letter.len_utf8();
            }
        }
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_in_bash() {
        for (pattern, text) in [
            ("*", ""),
            ("a*c", "abbc"),
            ("[a-c]?", "bx"),
            ("[!a]", "b"),
            ("\\*", "*"),
            ("/???/?m", "/bin/rm"),
            (".e[[:alpha:]]v", ".env"),
            ("[[:punct:]]env", ".env"),
            ("[![:digit:][:upper:]]nv", "env"),
            (".[[=e=]][[.n.]]v", ".env"),
            ("[.e]nv", ".nv"),
        ] {
            assert!(fits(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in
            [("a", "ab"), ("[!a]", "a"), ("?", ""), ("[", "x"), ("[[:digit:]]", "a"), ("[[:digit:]", "1")]
        {
            assert!(!fits(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn texts_are_trimmed_and_replaced_as_in_bash() {
        assert_eq!(trim("/a/b/c", "##", "*/").as_deref(), Some("c"));
        assert_eq!(trim("/a/b/c", "#", "*/").as_deref(), Some("a/b/c"));
        assert_eq!(trim("a.tar.gz", "%", ".*").as_deref(), Some("a.tar"));
        assert_eq!(trim("a.tar.gz", "%%", ".*").as_deref(), Some("a"));
        assert_eq!(trim("abc", "#", "x").as_deref(), Some("abc"));
        assert_eq!(replace("rXm", "/", "X", "").as_deref(), Some("rm"));
        assert_eq!(replace("aXbX", "//", "X", "-").as_deref(), Some("a-b-"));
        assert_eq!(replace("a1b2", "//", "[0-9]", "").as_deref(), Some("ab"));
    }
}
