//! Substitutions that `perl -pi -e` and `ruby -pi -e` make in every line of a file, said in the words of sed: as much of their
//! expressions as means the same there.
// INVARIANT: what may mean something else is not said at all.

use std::iter::Peekable;
use std::str::Chars;

use crate::code::Language;
use crate::value::Value;

/// Stands between the parts of a substitution: no text of a program holds it.
const DELIMITER: char = '\u{1}';

/// The words with which sed does to a file what these options and this code do; `None` if that may be something else.
pub(super) fn as_sed(language: Language, options: &[Value]) -> Option<Vec<String>> {
    let code = code(options)?;
    let steps = match language {
        Language::Perl => of_perl(code)?,
        Language::Ruby => vec![of_ruby(code)?],
        _ => return None,
    };
    Some(vec!["-E".to_owned(), "-e".to_owned(), steps.join("\n")])
}

/// The code behind `-p`, `-i` and `-e`, however they are joined; `None` if there is any other option.
fn code(options: &[Value]) -> Option<&str> {
    let mut by_line = false;
    let mut words = options.iter();
    while let Some(word) = words.next() {
        let mut letters = word.known()?.strip_prefix('-')?;
        while let Some(letter) = letters.chars().next() {
            letters = letters.get(1..)?;
            match letter {
                'p' => by_line = true,
                'w' => {}
                // What stands behind it is the ending of a copy.
                'i' => letters = "",
                'e' => {
                    let code = if letters.is_empty() { words.next()?.known()? } else { letters };
                    return words.next().is_none().then_some(code).filter(|_| by_line);
                }
                _ => return None,
            }
        }
    }
    None
}

/// `s/a/b/g; s{c}{d}`.
fn of_perl(code: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = code.trim();
    while !rest.is_empty() {
        let after = rest.strip_prefix('s')?;
        let open =
            after.chars().next().filter(|sign| sign.is_ascii_punctuation() && !"'\\_$?".contains(*sign))?;
        let close = closing(open);
        let (pattern, after) = up_to(after.get(1..)?, close)?;
        let after = if close == open { after } else { after.trim_start().strip_prefix(open)? };
        let (replacement, after) = up_to(after, close)?;
        let end = after.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(after.len());
        let (flags, after) = after.split_at_checked(end)?;
        let replacement = replaced(replacement, |sign| "/|#,!{}".contains(sign) || sign == close)?;
        found.push(step(&expression(pattern, Some(close))?, &replacement, flags)?);
        rest = match after.trim_start() {
            "" => "",
            more => more.strip_prefix(';')?.trim_start(),
        };
    }
    (!found.is_empty()).then_some(found)
}

fn closing(open: char) -> char {
    match open {
        '{' => '}',
        '(' => ')',
        '[' => ']',
        '<' => '>',
        other => other,
    }
}

/// `$_.gsub!(/a/, 'b')`, `sub(/a/) …` is not one.
fn of_ruby(code: &str) -> Option<String> {
    let call = code.trim().strip_prefix("$_.").unwrap_or(code.trim());
    let (name, rest) = call.split_once('(')?;
    let flags = match name.trim_end_matches('!') {
        "gsub" => "g",
        "sub" => "",
        _ => return None,
    };
    let (pattern, rest) = up_to(rest.trim_start().strip_prefix('/')?, '/')?;
    let (more, rest) = rest.split_once(',')?;
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|sign| matches!(sign, '\'' | '"'))?;
    let (replacement, rest) = up_to(rest.get(1..)?, quote)?;
    // What a text spells by a backslash depends on its quotes.
    let is_plain = !replacement.contains(['\\', '#', '$', '@']);
    let replacement = replaced(replacement, |_| false).filter(|_| is_plain && rest.trim() == ")")?;
    step(&expression(pattern, Some('/'))?, &replacement, &format!("{flags}{}", more.trim()))
}

/// A text up to a sign that no backslash stands before, and what stands behind that.
fn up_to(text: &str, end: char) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, sign) in text.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            sign if sign == end => return Some((text.get(..at)?, text.get(at + sign.len_utf8()..)?)),
            _ => {}
        }
    }
    None
}

fn step(pattern: &str, replacement: &str, flags: &str) -> Option<String> {
    let flags: String = flags
        .chars()
        .map(|flag| match flag {
            'g' => Some('g'),
            'i' => Some('I'),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let is_plain = |text: &str| !text.contains([DELIMITER, '\n']);
    (is_plain(pattern) && is_plain(replacement))
        .then(|| format!("s{DELIMITER}{pattern}{DELIMITER}{replacement}{DELIMITER}{flags}"))
}

/// What a part of an expression may be.
struct Atom {
    /// Whether it may be the end of a line, which sed does not see.
    may_end: bool,
    /// Whether it must be there, and is no end of a line.
    holds: bool,
}

/// An expression for sed. Where one thing is repeated, both take as much as there is; of several, or of alternatives, each takes
/// another part.
fn expression(pattern: &str, delimiter: Option<char>) -> Option<String> {
    let mut out = String::new();
    let mut atoms: Vec<Atom> = Vec::new();
    let mut repeats = 0;
    let mut after_atom = false;
    let mut signs = pattern.chars().peekable();
    while let Some(sign) = signs.next() {
        let plain = Atom { may_end: false, holds: true };
        match sign {
            '\\' => {
                let next = signs.next()?;
                match next {
                    'd' => out.push_str("[0-9]"),
                    'w' | 'b' | 's' => out.extend(['\\', next]),
                    't' => out.push('\t'),
                    // It only kept the sign from ending the expression.
                    next if Some(next) == delimiter && !"|{}()[]+*?.^$".contains(next) => out.push(next),
                    next if next.is_ascii_punctuation() => out.push_str(&literal(next)),
                    _ => return None,
                }
                match next {
                    'b' => after_atom = false,
                    's' => {
                        atoms.push(Atom { may_end: true, holds: false });
                        after_atom = true;
                    }
                    _ => {
                        atoms.push(plain);
                        after_atom = true;
                    }
                }
            }
            '[' => {
                let mut class = String::new();
                loop {
                    match signs.next()? {
                        ']' if !class.is_empty() && class != "^" => break,
                        '\\' | '[' | '$' | '@' => return None,
                        inner => class.push(inner),
                    }
                }
                let negated = class.starts_with('^');
                out.extend(["[", &class, "]"]);
                atoms.push(Atom { may_end: negated, holds: !negated });
                after_atom = true;
            }
            '*' | '+' | '?' if after_atom => {
                repeats += 1;
                out.push(sign);
                if sign != '+' {
                    atoms.last_mut()?.holds = false;
                }
                after_atom = false;
            }
            // A group of its own is no more than what it holds.
            '(' if signs.peek() != Some(&'?') => {
                out.push(sign);
                after_atom = false;
            }
            ')' => {
                out.push(sign);
                after_atom = false;
                if matches!(signs.peek(), Some('*' | '+' | '?' | '{')) {
                    return None;
                }
            }
            '^' if atoms.is_empty() => out.push(sign),
            '$' if signs.peek().is_none() => out.push(sign),
            '.' => {
                out.push(sign);
                atoms.push(plain);
                after_atom = true;
            }
            '*' | '+' | '?' | '(' | '|' | '{' | '}' | '^' | '$' | ']' | '@' => return None,
            other => {
                out.push(other);
                atoms.push(plain);
                after_atom = true;
            }
        }
    }
    let last = atoms.iter().rposition(|atom| atom.holds)?;
    let may_end = atoms.iter().skip(last).any(|atom| atom.may_end);
    (repeats < 2 && !may_end).then_some(out)
}

/// A sign that stands for itself.
fn literal(sign: char) -> String {
    if ".[]*+?(){}|^$\\".contains(sign) { format!("\\{sign}") } else { sign.to_string() }
}

/// Whether what stands behind a variable of Perl's belongs to it: another digit, or which part of it is meant.
fn goes_on(behind: &Peekable<Chars>) -> bool {
    let mut behind = behind.clone();
    match behind.next() {
        Some('[' | '{') => true,
        Some('-') => behind.next() == Some('>'),
        next => next.is_some_and(|next| next.is_ascii_digit()),
    }
}

/// What takes the place of what fits; `escapes` says before which signs a backslash means nothing else.
fn replaced(text: &str, escapes: impl Fn(char) -> bool) -> Option<String> {
    let mut out = String::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => match signs.next()? {
                '\\' => out.push_str("\\\\"),
                't' => out.push('\t'),
                digit @ '1'..='9' => out.extend(['\\', digit]),
                next @ ('$' | '@' | '.' | '-' | '"' | '\'' | '(' | ')' | '[' | ']') => out.push(next),
                next if escapes(next) => out.push(next),
                _ => return None,
            },
            '$' => match signs.next()? {
                digit @ '1'..='9' if !goes_on(&signs) => {
                    out.extend(['\\', digit]);
                }
                '&' if !goes_on(&signs) => out.push('&'),
                _ => return None,
            },
            // A list of Perl's would be put in.
            '@' => return None,
            '&' => out.push_str("\\&"),
            other => out.push(other),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(language: Language, options: &[&str], text: &str) -> Option<String> {
        let options: Vec<Value> = options.iter().map(|word| Value::Known((*word).to_owned())).collect();
        crate::sed::edited(&as_sed(language, &options)?, text)
    }

    #[test]
    fn a_plain_substitution_is_the_same_in_both() {
        for (options, text, expected) in [
            (&["-pi", "-e", "s/a/b/"][..], "aa\na\n", "ba\nb\n"),
            (&["-i", "-pe", "s/a/b/g"], "aa\n", "bb\n"),
            (&["-i.bak", "-pe", "s/A/b/gi"], "aA\n", "bb\n"),
            (&["-p", "-i", "-w", "-e", "s/a/b/; s|c/d|e&f|;"], "a c/d\n", "b e&f\n"),
            (&["-pi", "-e", "s{x(\\w+)y}{$1-\\1}"], "xaby\n", "ab-ab\n"),
            (&["-pi", "-e", "s/from '\\.\\/a'/from '..\\/b'/"], "from './a'\n", "from '../b'\n"),
            (&["-pi", "-e", "s#@app/log#../load/handler#"], "'@app/log'\n", "'../load/handler'\n"),
            (&["-pi", "-e", "s/\"[^\"]*\"/x/"], "\"ab\" \"c\"\n", "x \"c\"\n"),
            (&["-pi", "-e", "s/\\d+$/n/"], "a12\n", "an\n"),
            (&["-pi", "-e", "s/a.c/<$&>/"], "abc\n", "<abc>\n"),
        ] {
            // `@` begins a list in an expression of Perl's.
            let is_list = options.iter().any(|word| word.contains("#@"));
            let made = made(Language::Perl, options, text);
            assert_eq!(made.as_deref(), Some(expected).filter(|_| !is_list), "{options:?}");
        }
        let ruby = |code: &str| made(Language::Ruby, &["-pi", "-e", code], "a.a\n");
        assert_eq!(ruby("$_.gsub!(/a/, 'b')").as_deref(), Some("b.b\n"));
        assert_eq!(ruby("sub(/a\\./, \"c\")").as_deref(), Some("ca\n"));
    }

    #[test]
    fn what_may_mean_something_else_is_not_said() {
        for code in [
            "s/a/b/e",
            "s/a|ab/c/",
            "s/a*b*/c/",
            "s/(ab)+/c/",
            "s/a+?/c/",
            "s/a\\s*$//",
            "s/[^a]$//",
            "s/$x/b/",
            "s/a/$x/",
            "s/a/@x/",
            "s/a/@{[]}/",
            "s/(a)/$1[0]/",
            "s/(a)/$1{b}/",
            "s/(a)/$1->[0]/",
            "s/(?i)a/b/",
            "s/a{2}/b/",
            "s/a/\\Ub/",
            "s/a/b/ if /c/",
            "print; s/a/b/",
            "y/a/b/",
            "s'a'b'",
        ] {
            assert_eq!(made(Language::Perl, &["-pi", "-e", code], "a\n"), None, "{code}");
        }
        for options in
            [&["-pie", "s/a/b/"][..], &["-ni", "-e", "s/a/b/"], &["-0777", "-pi", "-e", "s/a/b/"], &["-pi"]]
        {
            assert_eq!(made(Language::Perl, options, "a\n"), None, "{options:?}");
        }
        for code in ["gsub(/a/) { |x| x }", "gsub(/a/, '\\\\1')", "gsub(/a/, \"#{1}\")", "gsub('a', 'b')"] {
            assert_eq!(made(Language::Ruby, &["-pi", "-e", code], "a\n"), None, "{code}");
        }
    }
}
