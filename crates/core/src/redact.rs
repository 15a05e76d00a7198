//! Masks secrets in text that is kept or shown. No regular expressions: it runs on every event.

use std::borrow::Cow;

const MASK: &str = "[redacted]";

/// How well-known tokens begin, and how many characters must follow for it to be one.
const TOKENS: &[(&str, usize)] = &[
    ("ghp_", 20),
    ("gho_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("sk-ant-", 16),
    ("sk-proj-", 16),
    ("sk-", 24),
    ("sk_live_", 16),
    ("pk_live_", 16),
    ("rk_live_", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xoxa-", 16),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("npm_", 30),
    ("pypi-", 30),
    ("dop_v1_", 30),
    ("hf_", 30),
    ("eyJ", 40),
];

/// Parts of names whose values are secret: `DB_PASSWORD=…`, `--api-key …`, `Authorization: …`.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "secret",
    "token",
    "api_key",
    "api-key",
    "apikey",
    "private_key",
    "authorization",
    "bearer",
];

/// The text with every secret that it holds masked.
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut out: Option<String> = None;
    let mut copied = 0;
    let mut at = 0;
    while at < text.len() {
        let Some(rest) = text.get(at..) else {
            at += 1;
            continue;
        };
        match secret_at(text, at, rest) {
            Some((skip, len)) if len > 0 => {
                let out = out.get_or_insert_with(String::new);
                out.push_str(text.get(copied..at + skip).unwrap_or_default());
                out.push_str(MASK);
                at += skip + len;
                copied = at;
            }
            _ => at += next_word(rest),
        }
    }
    match out {
        Some(mut out) => {
            out.push_str(text.get(copied..).unwrap_or_default());
            Cow::Owned(out)
        }
        None => Cow::Borrowed(text),
    }
}

/// A secret that starts at this word: how many bytes to keep and how many to mask.
fn secret_at(text: &str, at: usize, rest: &str) -> Option<(usize, usize)> {
    let word =
        text.get(..at).and_then(|before| before.chars().next_back()).is_none_or(|before| !is_token(before));
    if !word {
        return None;
    }
    for (start, least) in TOKENS {
        if let Some(tail) = rest.strip_prefix(start) {
            let len = tail.find(|character| !is_token(character)).unwrap_or(tail.len());
            if len >= *least {
                return Some((0, start.len() + len));
            }
        }
    }
    if rest.starts_with("-----BEGIN") && rest.lines().next().is_some_and(|line| line.contains("PRIVATE KEY"))
    {
        let end = rest.find("-----END").and_then(|end| rest.get(end + 8..).map(|tail| (end, tail)));
        let len = end.map_or(rest.len(), |(end, tail)| {
            end + 8 + tail.find("-----").map_or(tail.len(), |close| close + 5)
        });
        return Some((0, len));
    }
    named(rest).or_else(|| in_address(rest))
}

/// `name=value`, `name: value`, `--name value`.
fn named(rest: &str) -> Option<(usize, usize)> {
    let len =
        rest.find(|character: char| !(character.is_ascii_alphanumeric() || "_-".contains(character)))?;
    let (name, tail) = rest.split_at(len);
    if !(3..=64).contains(&len) || !NAMES.iter().any(|secret| contains_ignoring_case(name, secret)) {
        return None;
    }
    let separator = tail.trim_start_matches(['"', '\'']);
    let is_option = name.starts_with("--");
    let value = match separator.chars().next()? {
        '=' | ':' => separator.get(1..)?.trim_start_matches([' ', '"', '\'']),
        ' ' if is_option => separator.trim_start_matches([' ', '"', '\'']),
        _ => return None,
    };
    // `Authorization: Bearer x`: the scheme stays, what follows it goes.
    let value = ["Bearer ", "bearer ", "Basic ", "basic ", "token "]
        .iter()
        .find_map(|scheme| value.strip_prefix(scheme))
        .unwrap_or(value);
    let len = value.find([' ', '"', '\'', '\n', ';', '&', '|', ',', '}']).unwrap_or(value.len());
    // A reference to a variable is not the secret itself.
    if value.starts_with('$') {
        return None;
    }
    Some((rest.len() - value.len(), len))
}

/// `https://user:password@host`: the password.
fn in_address(rest: &str) -> Option<(usize, usize)> {
    let scheme = rest.find(|character: char| !character.is_ascii_alphanumeric())?;
    if !rest.get(scheme..)?.starts_with("://") {
        return None;
    }
    let tail = rest.get(scheme + 3..)?;
    let authority = tail.get(..tail.find(['/', ' ', '"', '\'', '\n']).unwrap_or(tail.len()))?;
    let at = authority.rfind('@')?;
    let colon = authority.get(..at)?.find(':')?;
    Some((scheme + 3 + colon + 1, at - colon - 1))
}

fn contains_ignoring_case(text: &str, lower: &str) -> bool {
    text.as_bytes().windows(lower.len()).any(|window| window.eq_ignore_ascii_case(lower.as_bytes()))
}

fn is_token(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// The bytes to the start of the next word.
fn next_word(rest: &str) -> usize {
    let word = rest.find(|character| !is_token(character)).unwrap_or(rest.len());
    let gap = rest.get(word..).map_or(0, |tail| tail.find(is_token).unwrap_or(tail.len()));
    (word + gap).max(rest.chars().next().map_or(1, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::redact;

    #[test]
    fn tokens_and_named_values_are_masked_and_the_rest_stays() {
        for (text, expected) in [
            ("git status", "git status"),
            ("export DB_PASSWORD=hunter2; ls", "export DB_PASSWORD=[redacted]; ls"),
            ("mysql --password hunter2 -e x", "mysql --password [redacted] -e x"),
            ("curl -H \"Authorization: Bearer abc.def\" x", "curl -H \"Authorization: Bearer [redacted]\" x"),
            ("echo ghp_0123456789abcdefghijABCDEFGHIJ012345", "echo [redacted]"),
            ("git clone https://me:s3cret@host/x.git", "git clone https://me:[redacted]@host/x.git"),
            ("echo $API_TOKEN", "echo $API_TOKEN"),
            ("API_TOKEN=$OTHER ls", "API_TOKEN=$OTHER ls"),
            ("grep token src", "grep token src"),
            ("{\"api_key\": \"abc\"}", "{\"api_key\": \"[redacted]\"}"),
            ("ä password=x ü", "ä password=[redacted] ü"),
            ("x -----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY----- y", "x [redacted] y"),
        ] {
            assert_eq!(redact(text), expected, "{text}");
        }
    }
}
