//! Masks secrets in text that is kept or shown. No regular expressions: it runs on every event.

use std::borrow::Cow;

use crate::tokens::{MASK, is_token, tokens_of};

/// Parts of names whose values are secret: `DB_PASSWORD=…`, `--api-key …`, `Authorization: …`.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "api_key",
    "api-key",
    "apikey",
    "private_key",
    "access_key",
    "credential",
    "authorization",
    "bearer",
    "cookie",
];

/// Names that are secret only as a whole last part: `DB_PASS`, not `compass`.
const ENDINGS: &[&str] = &["pass", "pwd", "auth", "key"];

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
    let before = at.checked_sub(1).and_then(|last| text.as_bytes().get(last));
    if before.is_some_and(|before| is_token(char::from(*before))) {
        return None;
    }
    for token in tokens_of(rest) {
        if let Some(tail) = rest.strip_prefix(token.start) {
            // The parts of a JSON web token are joined by dots.
            let len = tail.find(|character| !(is_token(character) || character == '.')).unwrap_or(tail.len());
            if len >= token.least {
                return Some((0, token.start.len() + len));
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
    named(rest).or_else(|| short_option(text, at, rest)).or_else(|| in_address(rest))
}

/// `name=value`, `name: value`, `--name value`.
fn named(rest: &str) -> Option<(usize, usize)> {
    let len = rest.bytes().position(|byte| !is_token(char::from(byte)))?;
    let (name, tail) = rest.split_at(len);
    let is_secret = || {
        let last = name.rsplit(['_', '-']).next().unwrap_or(name);
        NAMES.iter().any(|secret| contains_ignoring_case(name, secret))
            || ENDINGS.iter().any(|ending| last.eq_ignore_ascii_case(ending))
    };
    if !(3..=64).contains(&len) {
        return None;
    }
    let separator = tail.trim_start_matches(['"', '\'']);
    let spaced = separator.trim_start_matches(' ');
    let value = match spaced.chars().next()? {
        '=' | ':' => spaced.get(1..)?.trim_start_matches(' '),
        _ if (name.starts_with("--") || name.eq_ignore_ascii_case("bearer"))
            && spaced.len() < separator.len() =>
        {
            spaced
        }
        _ => return None,
    };
    if !is_secret() {
        return None;
    }
    // `Authorization: Bearer x`: the scheme stays, what follows it goes.
    let scheme = |value: &str| {
        let (scheme, rest) = value.split_once(' ')?;
        let known = ["bearer", "basic", "token", "digest"];
        let scheme = scheme.trim_start_matches(['"', '\'']);
        known.iter().any(|known| scheme.eq_ignore_ascii_case(known)).then_some(rest.len())
    };
    let value = scheme(value).and_then(|length| value.get(value.len() - length..)).unwrap_or(value);
    masked(rest, value)
}

/// `-u user:password` of curl, `-ppassword` of mysql, `-p password` of sshpass.
fn short_option(text: &str, at: usize, rest: &str) -> Option<(usize, usize)> {
    let before = text.get(..at).unwrap_or_default();
    if let Some(value) = rest.strip_prefix("-u ") {
        let word = value.get(..value.find(' ').unwrap_or(value.len()))?;
        return masked(rest, value.get(word.find(':')? + 1..)?);
    }
    let value = rest.strip_prefix("-p").filter(|value| !value.is_empty())?;
    let glued = ["mysql", "mariadb"].iter().any(|program| before.contains(program));
    match value.strip_prefix(' ') {
        Some(value) if before.contains("sshpass") => masked(rest, value),
        None if glued => masked(rest, value),
        Some(_) | None => None,
    }
}

/// The part of `value`, which ends `rest`, that is the secret: to the closing quote, or to the end of the word.
fn masked(rest: &str, value: &str) -> Option<(usize, usize)> {
    let value = value.strip_prefix("$'").map_or(value, |_| value.get(1..).unwrap_or(value));
    let (value, end) = match value.chars().next()? {
        quote @ ('"' | '\'') => {
            let inner = value.get(1..)?;
            // Between single quotes a dollar is a dollar.
            if quote == '"' && inner.starts_with('$') {
                return None;
            }
            (inner, inner.find(quote).unwrap_or(inner.len()))
        }
        // A reference to a variable is not the secret itself.
        '$' => return None,
        _ => (value, value.find([' ', '"', '\'', '\n', ';', '&', '|', ',', '}', ')']).unwrap_or(value.len())),
    };
    (end > 0).then_some((rest.len() - value.len(), end))
}

/// `https://user:password@host`, `https://token@host`.
fn in_address(rest: &str) -> Option<(usize, usize)> {
    let scheme = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric())?;
    let tail = rest.get(scheme..)?.strip_prefix("://")?;
    let authority = tail.get(..tail.find(['/', ' ', '"', '\'', '\n']).unwrap_or(tail.len()))?;
    let user = authority.get(..authority.rfind('@')?)?;
    match user.find(':') {
        Some(colon) => Some((scheme + 3 + colon + 1, user.len() - colon - 1)),
        None if user.len() >= 8 => Some((scheme + 3, user.len())),
        None => None,
    }
}

fn contains_ignoring_case(text: &str, lower: &str) -> bool {
    text.as_bytes().windows(lower.len()).any(|window| window.eq_ignore_ascii_case(lower.as_bytes()))
}

/// The bytes to the start of the next word.
fn next_word(rest: &str) -> usize {
    let is_token = |byte: &u8| is_token(char::from(*byte));
    let word = rest.as_bytes().iter().take_while(|byte| is_token(byte)).count();
    let gap = rest.as_bytes().iter().skip(word).take_while(|byte| !is_token(byte)).count();
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
            ("PASSWORD='correct horse; battery' x", "PASSWORD='[redacted]' x"),
            ("PASSWORD='$ecret123'", "PASSWORD='[redacted]'"),
            ("PASSWORD=\"$OTHER\"", "PASSWORD=\"$OTHER\""),
            ("password = \"x\"", "password = \"[redacted]\""),
            ("DB_PASS=x compass=north", "DB_PASS=[redacted] compass=north"),
            ("mysql -u me -phunter2 db", "mysql -u me -p[redacted] db"),
            ("curl -u me:hunter2 https://x", "curl -u me:[redacted] https://x"),
            ("sshpass -p hunter2 ssh x", "sshpass -p [redacted] ssh x"),
            ("mkdir -p src/a", "mkdir -p src/a"),
            ("token: Token abc", "token: Token [redacted]"),
            ("say Bearer abc.def", "say Bearer [redacted]"),
            ("STRIPE_KEY=x monkey=y", "STRIPE_KEY=[redacted] monkey=y"),
            ("DB_PASSWORD=$'x y'", "DB_PASSWORD=$'[redacted]'"),
            ("echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-nature", "echo [redacted]"),
            ("-H 'Cookie: session=abc'", "-H 'Cookie: [redacted]'"),
            (
                "git clone https://0123456789abcdef0123456789abcdef01234567@github.com/x",
                "git clone https://[redacted]@github.com/x",
            ),
            ("ä password=x ü", "ä password=[redacted] ü"),
            ("x -----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY----- y", "x [redacted] y"),
        ] {
            assert_eq!(redact(text), expected, "{text}");
        }
    }
}
