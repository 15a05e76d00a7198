//! What is a secret beyond doubt: a token of a known form, or a private key. Placeholders, examples and names are none.
//! No regular expressions: it runs on every event.

use std::ops::Range;

use crate::text::clip;
use crate::web_token;

/// What stands in the place of a secret.
pub(crate) const MASK: &str = "[redacted]";

/// The form of a well-known token.
pub(crate) struct Token {
    /// How it begins.
    pub(crate) start: &'static str,
    /// How many characters must follow.
    pub(crate) least: usize,
    body: Body,
}

/// What follows the beginning of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    /// Letters and digits, and `-` and `_` among them.
    Mixed,
    /// One long row of letters and digits: with this beginning there are names, too, `npm_config_cache`, `sk-fading-circle`.
    Row,
    /// One row of capitals and digits.
    Capitals,
    /// The first of three parts, which say themselves what they are.
    Parts,
    /// It may be public, or one of an example: nothing is certain.
    Doubtful,
}

const fn token(start: &'static str, least: usize, body: Body) -> Token {
    Token { start, least, body }
}

/// Sorted by their first letters.
const TOKENS: &[Token] = &[
    token("AKIA", 16, Body::Capitals),
    token("ASIA", 16, Body::Capitals),
    token("AIza", 30, Body::Mixed),
    token("AGE-SECRET-KEY-1", 50, Body::Capitals),
    token("ATATT3", 60, Body::Mixed),
    token("ATCTT3", 60, Body::Mixed),
    token("GOCSPX-", 24, Body::Mixed),
    token("NRAK-", 27, Body::Capitals),
    token("PMAK-", 24, Body::Mixed),
    token("SG.", 20, Body::Mixed),
    token("dop_v1_", 30, Body::Row),
    token("dckr_pat_", 20, Body::Mixed),
    token("eyJ", 16, Body::Parts),
    token("figd_", 36, Body::Mixed),
    token("ghp_", 20, Body::Mixed),
    token("gho_", 20, Body::Mixed),
    token("ghs_", 20, Body::Mixed),
    token("ghu_", 20, Body::Mixed),
    token("ghr_", 20, Body::Mixed),
    token("github_pat_", 20, Body::Mixed),
    token("glpat-", 16, Body::Mixed),
    token("gldt-", 16, Body::Mixed),
    token("glrt-", 16, Body::Mixed),
    token("glptt-", 16, Body::Mixed),
    token("gloas-", 16, Body::Mixed),
    token("gsk_", 40, Body::Row),
    token("glsa_", 30, Body::Row),
    token("glc_", 40, Body::Row),
    token("hf_", 30, Body::Row),
    token("hvs.", 24, Body::Mixed),
    token("lin_api_", 30, Body::Row),
    token("npm_", 30, Body::Row),
    token("nfp_", 30, Body::Row),
    token("ntn_", 40, Body::Row),
    token("pk_live_", 16, Body::Doubtful),
    token("pypi-", 30, Body::Row),
    token("pscale_tkn_", 30, Body::Mixed),
    token("pscale_pw_", 30, Body::Mixed),
    token("pplx-", 40, Body::Row),
    token("rk_live_", 16, Body::Mixed),
    token("rubygems_", 40, Body::Row),
    token("r8_", 36, Body::Row),
    token("sk-ant-", 16, Body::Mixed),
    token("sk-proj-", 16, Body::Mixed),
    token("sk-", 24, Body::Row),
    token("sk_live_", 16, Body::Mixed),
    token("sntrys_", 40, Body::Row),
    token("sntryu_", 40, Body::Row),
    token("shpat_", 30, Body::Row),
    token("shpss_", 30, Body::Row),
    token("shpca_", 30, Body::Row),
    token("shppa_", 30, Body::Row),
    token("sbp_", 36, Body::Row),
    token("sb_secret_", 20, Body::Mixed),
    token("sq0atp-", 20, Body::Mixed),
    token("sq0csp-", 20, Body::Mixed),
    token("tskey-", 20, Body::Mixed),
    token("whsec_", 30, Body::Row),
    token("xoxb-", 16, Body::Mixed),
    token("xoxp-", 16, Body::Mixed),
    token("xoxa-", 16, Body::Mixed),
    token("xoxr-", 16, Body::Mixed),
    token("xoxs-", 16, Body::Mixed),
    token("xapp-1-", 30, Body::Mixed),
    token("xai-", 60, Body::Row),
    token("ya29.", 40, Body::Mixed),
];

/// Where in the list the tokens stand that begin with a letter.
#[allow(clippy::indexing_slicing, reason = "it is made while compiling, and has a place for every byte")]
const INITIALS: [(u8, u8); 256] = {
    let mut initials = [(0, 0); 256];
    let mut tokens = TOKENS;
    let mut at = 0;
    while let [token, rest @ ..] = tokens {
        if let [initial, ..] = token.start.as_bytes() {
            let (from, to) = initials[*initial as usize];
            assert!(to == 0 || to == at, "they are sorted by their first letters");
            initials[*initial as usize] = (if to == 0 { at } else { from }, at + 1);
        }
        at += 1;
        tokens = rest;
    }
    initials
};

/// The tokens that begin with a letter.
fn beginning_with(initial: u8) -> &'static [Token] {
    let (from, to) = INITIALS.get(usize::from(initial)).copied().unwrap_or_default();
    TOKENS.get(usize::from(from)..usize::from(to)).unwrap_or_default()
}

/// The tokens that a text may begin with, by its first letters: most words begin with others.
pub(crate) fn tokens_of(text: &str) -> impl Iterator<Item = &'static Token> {
    let first = text.as_bytes().first_chunk::<3>();
    let tokens = first.map(|[initial, ..]| beginning_with(*initial)).unwrap_or_default();
    tokens.iter().filter(move |token| token.start.as_bytes().first_chunk() == first)
}

/// What kind of secret a text holds beyond doubt.
pub(crate) fn recognised(text: &str) -> Option<&'static str> {
    if !has_long_word(text) {
        return None;
    }
    if next_token(text, 0).is_some() {
        return Some(A_TOKEN);
    }
    if assigned(text).next().is_some() {
        return Some(A_PASSWORD);
    }
    next_key_body(text, 0).map(|_| A_KEY)
}

const A_TOKEN: &str = "a key or token";
const A_KEY: &str = "a private key";
const A_PASSWORD: &str = "a password or secret key";

/// The text without the secrets that it holds beyond doubt, and of what kind the first of them is. `None` if it holds none.
/// Of a private key the lines around it stay: they tell what was there.
pub(crate) fn masked(text: &str) -> Option<(String, &'static str)> {
    if !has_long_word(text) {
        return None;
    }
    let mut places = Vec::new();
    places.extend(every(|from| next_token(text, from)).map(|place| (place, A_TOKEN)));
    places.extend(assigned(text).map(|place| (place, A_PASSWORD)));
    places.extend(every(|from| next_key_body(text, from)).map(|place| (place, A_KEY)));
    places.sort_by_key(|(place, _)| place.start);
    let (_, kind) = places.first()?;
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    // What lies inside of another is masked with that.
    for (place, _) in &places {
        if let Some(kept) = text.get(copied..place.start) {
            out.push_str(kept);
            out.push_str(MASK);
            copied = place.end;
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Some((out, kind))
}

/// All places, one behind the other.
fn every(next: impl Fn(usize) -> Option<Range<usize>>) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || next(from).inspect(|place| from = place.end))
}

/// The next token from here on.
fn next_token(text: &str, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        if !beginning_with(*byte).is_empty()
            && begins_a_word(bytes, at)
            && let Some(end) = text.get(at..).and_then(token_length).map(|length| at + length)
        {
            return Some(at..end);
        }
        at += 1;
    }
    None
}

/// The secrets that are such by what stands before them: the secret key of AWS behind its name, and the password in the
/// address of a server that is elsewhere. Those of one kind stand in their order.
fn assigned(text: &str) -> impl Iterator<Item = Range<usize>> {
    let keys = NAMES_OF_AWS.iter().flat_map(|name| behind(text, name, aws_key));
    keys.chain(behind(text, "://", password))
}

/// Names of the key of AWS that has no form of its own.
const NAMES_OF_AWS: &[&str] =
    &["SECRET_ACCESS_KEY", "secret_access_key", "secretAccessKey", "SecretAccessKey"];

/// The places behind a mark at which a secret lies.
fn behind(
    text: &str,
    mark: &str,
    secret: fn(&str) -> Option<Range<usize>>,
) -> impl Iterator<Item = Range<usize>> {
    let behind = text.match_indices(mark).map(|(at, mark)| at + mark.len());
    behind.filter_map(move |at| secret(text.get(at..)?).map(|place| at + place.start..at + place.end))
}

/// `="…"`, `: …`: forty letters of base64.
fn aws_key(rest: &str) -> Option<Range<usize>> {
    let start = rest.find(|letter: char| !matches!(letter, '=' | ':' | ' ' | '"' | '\''))?;
    let value = clip(rest.get(start..)?, AWS_KEY + 1);
    let length = value.find(|letter| !is_base64(letter)).unwrap_or(value.len());
    let is_one = start > 0 && length == AWS_KEY && is_random(value.get(..length)?);
    is_one.then_some(start..start + length)
}

const AWS_KEY: usize = 40;

/// `user:password@host`, where that is no example, and not a server of this machine or of a set of containers.
fn password(rest: &str) -> Option<Range<usize>> {
    let authority = rest.get(
        ..rest
            .find(|letter: char| letter.is_whitespace() || "/'\"?#<>`".contains(letter))
            .unwrap_or(rest.len()),
    )?;
    let (user, host) = authority.rsplit_once('@')?;
    let (name, password) = user.split_once(':')?;
    let host = host.split([':', ',']).next().unwrap_or(host);
    let is_elsewhere =
        host.contains('.') && !host.starts_with("127.") && !host.split('.').any(|part| part == "example");
    let is_one = is_elsewhere
        && password.len() >= PASSWORD
        && is_random(password)
        && !password.contains(['$', '{', '*', '%']);
    is_one.then(|| name.len() + 1..user.len())
}

/// A password that is shorter is one of an example, more often than not.
const PASSWORD: usize = 10;

/// Whether no word goes on here. What is behind `\n` in a text that spells out its ends of lines is a new word.
fn begins_a_word(bytes: &[u8], at: usize) -> bool {
    match bytes.get(..at).unwrap_or_default() {
        [.., b'\\', b'n' | b'r' | b't'] | [] => true,
        [.., before] => !is_token(char::from(*before)),
    }
}

/// How long the token is with which a text begins.
fn token_length(rest: &str) -> Option<usize> {
    tokens_of(rest).find_map(|token| {
        let tail = rest.strip_prefix(token.start)?;
        if token.body == Body::Parts {
            return web_token::length(rest);
        }
        let body = tail.get(..tail.find(|letter| !is_token(letter)).unwrap_or(tail.len()))?;
        let is_one = body.len() >= token.least
            && is_random(body)
            && match token.body {
                Body::Mixed => true,
                Body::Row => body.split(['-', '_']).any(|row| row.len() >= ROW && is_random(row)),
                Body::Capitals => body.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()),
                Body::Parts | Body::Doubtful => false,
            };
        is_one.then_some(token.start.len() + body.len())
    })
}

/// No word of a name is this long and has digits in it.
const ROW: usize = 20;

/// How the first line of a private key ends, and the most that it can be long.
const KEYS: &[&str] = &["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"];
const MARKER: usize = 80;

/// The longest key that is used has half of this.
const LONGEST_KEY: usize = 16_000;

/// The first line of a private key, from here on: its place without what is around it.
fn next_key(text: &str, from: usize) -> Option<Range<usize>> {
    let mut at = from;
    loop {
        let start = at + text.get(at..)?.find("-----BEGIN")?;
        let line = clip(text.get(start..)?, MARKER).lines().next().unwrap_or_default();
        if let Some(end) = KEYS.iter().find_map(|key| Some(line.find(key)? + key.len())) {
            return Some(start..start + end);
        }
        at = start + "-----BEGIN".len();
    }
}

/// What lies between the first and the last line of the next private key that is one: code that only speaks of such lines
/// has none between them.
fn next_key_body(text: &str, from: usize) -> Option<Range<usize>> {
    let mut at = from;
    loop {
        let start = next_key(text, at)?.end;
        let rest = clip(text.get(start..)?, LONGEST_KEY);
        let head = clip(rest, HEADERS);
        let rows = head.split(END).next().unwrap_or(head).split(|letter: char| !is_base64(letter));
        if rows.filter(|row| is_of_a_key(row)).map(str::len).sum::<usize>() >= KEY_BODY {
            return Some(start..start + rest.find(END).unwrap_or_else(|| cut_off(rest)));
        }
        at = start;
    }
}

/// How much of a text still belongs to a key whose last line is not there.
fn cut_off(rest: &str) -> usize {
    let is_of_a_key = |line: &&str| {
        let line = line.trim_ascii();
        // What is around the key in its own file, or ends of lines that are spelled out.
        line.contains(": ") || line.chars().all(|letter| is_base64(letter) || letter == '\\')
    };
    rest.split_inclusive('\n').take_while(is_of_a_key).map(str::len).sum()
}

/// Letters at random, in both cases: no path of a file, and no sum in hexadecimal.
fn is_of_a_key(row: &str) -> bool {
    let has = |part: &str, is: fn(&u8) -> bool| part.as_bytes().iter().any(is);
    row.split('/').any(|part| {
        let in_both_cases = has(part, u8::is_ascii_uppercase) && has(part, u8::is_ascii_lowercase);
        part.len() >= ROW && in_both_cases && is_random(part)
    })
}

fn is_base64(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/' | '=')
}

/// By then its first row has begun, also behind the headers of a key that is locked.
const HEADERS: usize = 300;

/// Lines of a key have 64 letters, or 70; what shows how one begins, `MIIEvQIBADANBgkqhkiG9w0BAQ...`, has fewer.
const KEY_BODY: usize = 40;

/// How the last line of a key begins.
const END: &str = "-----END";

/// Whether there is a word as long as a token at all, a key between its lines, or an address with somebody in it.
fn has_long_word(text: &str) -> bool {
    const LONG: usize = 20;
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut rest = text.as_bytes();
    // Looked at from behind, a text of short words is passed over a word at a time.
    while let Some(start) = rest.get(..LONG) {
        let Some(gap) = start.iter().rposition(|byte| !is_of_word(byte)) else { return true };
        rest = rest.get(gap + 1..).unwrap_or_default();
    }
    text.contains("-----BEGIN") || (text.contains('@') && text.contains("://"))
}

/// Whether a token could be a real one: not `xxxx`, not `EXAMPLE`, not a word.
fn is_random(token: &str) -> bool {
    let mut letters: Vec<char> = token.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let digits = token.chars().any(|letter| letter.is_ascii_digit());
    digits && letters.len() >= 8 && !token.to_ascii_uppercase().contains("EXAMPLE")
}

/// Whether a character may stand in a token.
pub(crate) fn is_token(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_long_from_twenty_letters_on_wherever_it_stands() {
        let word = "a1_-".repeat(5);
        for (before, behind) in [("", ""), ("x ", ""), ("", " x"), ("some words of ", " and others")] {
            assert!(has_long_word(&format!("{before}{word}{behind}")), "{before}{behind}");
            assert!(!has_long_word(&format!("{before}{}{behind}", &word[1..])), "{before}{behind}");
        }
        assert!(!has_long_word("ein längerer Satz, übersetzt und äußerst gewöhnlich"));
    }

    #[test]
    fn marks_without_end_cost_no_more_than_their_length() {
        // Were each of them followed to the end, this would take hours.
        for mark in ["secretAccessKey", "secretAccessKey=", "://a:b@c.d", "-----BEGIN PRIVATE KEY-----"] {
            assert_eq!(masked(&mark.repeat(60_000)), None, "{mark}");
        }
        let found = "postgres://app:S3cr3tP4ssw0rd@db.acme.io/app ";
        let (text, _) = masked(&found.repeat(20_000)).unwrap();
        assert_eq!(text.matches(MASK).count(), 20_000);
    }

    #[test]
    fn tokens_and_private_keys_are_masked_wherever_they_stand() {
        for (text, expected) in [
            ("token: ghp_0123456789abcdefghijABCDEFGHIJ012345\n", "token: [redacted]\n"),
            ("AWS_ACCESS_KEY_ID=AKIAQ3EGRTZ7KLMNOP42", "AWS_ACCESS_KEY_ID=[redacted]"),
            (r#"{"a":"x\nglpat-0123456789abcdefABCD"}"#, r#"{"a":"x\n[redacted]"}"#),
            ("sk-abcdefghij0123456789ABCDEFGHIJ0123456789 ü", "[redacted] ü"),
            ("a npm_0123456789abcdefghijABCDEFGHIJ012345 b", "a [redacted] b"),
            (
                "AWS_SECRET_ACCESS_KEY=aK3jd82JdkQ0zZ9xLmNp4RsTuVwXyZ12/45abc+E",
                "AWS_SECRET_ACCESS_KEY=[redacted]",
            ),
            ("secretAccessKey: 'aK3jd82JdkQ0zZ9xLmNp4RsTuVwXyZ12/45abc+E'", "secretAccessKey: '[redacted]'"),
            (
                "postgres://app:S3cr3tP4ssw0rd@db.acme.io:5432/app",
                "postgres://app:[redacted]@db.acme.io:5432/app",
            ),
            ("SG.abcdefgh1234567890ABCDEF.x", "[redacted].x"),
            ("xoxb-123456789012-abcdefghijkl, sk-ant-api03-0123456789abcdef", "[redacted], [redacted]"),
        ] {
            assert_eq!(masked(text).map(|(text, _)| text).as_deref(), Some(expected), "{text}");
        }
        let key =
            |body: &str| format!("x\n-----BEGIN RSA PRIVATE KEY-----{body}-----END RSA PRIVATE KEY----- y");
        let body = "\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MvXk\nAB==\n";
        assert_eq!(masked(&key(body)), Some((key(MASK), A_KEY)));
        let cut = format!("-----BEGIN PRIVATE KEY-----{body}and more");
        assert_eq!(masked(&cut), Some((format!("-----BEGIN PRIVATE KEY-----{MASK}and more"), A_KEY)));
    }

    #[test]
    fn a_key_is_one_by_what_is_between_its_lines_however_that_is_laid_out() {
        for text in [
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIHcHbQpzGKV9PBbBclGyZkXfTC+H68CZKrF3+6UduSwq\n-----END PRIVATE KEY-----",
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n",
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MvXk\n",
            "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\nlQOYBFrD2kEBCADc7v1Jm8l0y4xqS3nGkXWb0q2Tt5uO9pLh6YdVfRz1aCeK\n",
            r#""-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MvXk\n""#,
            r#""-----BEGIN PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEA0Z3VS5JJ" + "cds3xfnygWyF8PbnGy0AHB7MvXk""#,
            "+-----BEGIN EC PRIVATE KEY-----\n+MHcCAQEEIIGlRW0p3nHkXWb0q2Tt5uO9pLh6YdVfRz1aCeKoAoGCCqGSM49\n",
        ] {
            assert_eq!(recognised(text), Some(A_KEY), "{text}");
            assert!(masked(text).is_some(), "{text}");
        }
    }

    #[test]
    fn ordinary_output_is_no_secret() {
        for text in [
            "commit 3f786850e387550fdab836ed7e6dc881de23001b",
            "sha512-9NdGZQzLxGwhAEXEQ0xEq2h1hLQGlEvz2hSLWVfW0P6pWGJqnBkPBkQ4nX1vVY8Q9kC0wJ3gX5a8U7bC2vQ1Ag==",
            "id: 123e4567-e89b-12d3-a456-426614174000",
            "npm_package_devDependencies_babel_preset_es2015_loose_1",
            "npm_config_user_agent=npm/10.8.2 node/v20.20.2 linux x64",
            "sk-fading-circle-12-with-a-very-long-name-0",
            "sk-1234-fix-the-login-page-of-the-shop",
            "hf_transformers_model_loader_v2_with_cache",
            "pypi-publish-workflow-2024-release-candidate",
            "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "AKIAIOSFODNN7EXAMPLE",
            "ASIA-PACIFIC-REGION-2024-NORTHEAST-1",
            "-----BEGIN CERTIFICATE-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MvXk\n-----END CERTIFICATE-----",
            r#"if text.contains("-----BEGIN RSA PRIVATE KEY-----") { "-----END RSA PRIVATE KEY-----" }"#,
            "grep -rn -- '-----BEGIN RSA PRIVATE KEY-----' services/payments2/src/internal/authentication/keys",
            "git log -S'-----BEGIN PRIVATE KEY-----' 3f786850e387550fdab836ed7e6dc881de23001b",
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END [A-Z ]*PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ...\n-----END PRIVATE KEY-----",
            "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBFrD2kEBCADc7v1Jm8l0y4xqS3nGkXWb0q2Tt5uO9pLh6YdVfRz1aCeK\n",
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE5cM6vN0QmSf0J1n2X3Y4Z5a6B7c8D9e0F1 dev@example.com",
            "pk_live_0123456789abcdefghij",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            "token: string, password: hunter2",
            "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "aws_secret_access_key = ${{ secrets.AWS_SECRET_ACCESS_KEY }} aK3jd82JdkQ0zZ9xLmNp4RsTuVwXyZ12345abcDE",
            "postgres://postgres:postgres@localhost:5432/app_test_database_1",
            "postgres://app:S3cr3tP4ssw0rd@db:5432/app",
            "postgres://user:S3cr3tP4ssw0rd@db.example.com/app",
            "https://user:${GITHUB_TOKEN_12345}@github.com/acme/app.git",
            "git clone ssh://git@github.com:acme/app-with-a-long-name-12345.git",
        ] {
            assert_eq!(masked(text), None, "{text}");
            assert_eq!(recognised(text), None, "{text}");
        }
    }
}
