//! Secrets that have no form of their own: a value that looks like chance behind a name that says what it is. What is
//! certain by its form stands in `tokens.rs`.

use crate::evidence::is_code_by_name;
use crate::secrets::is_secret_name;
use crate::text::clip;

/// A value that is shorter is a word or one of an example, and a longer one is data.
const LEAST: usize = 16;
const MOST: usize = 200;

/// The sign, blanks and quotes around a value.
const ROOM: usize = 32;

/// How often digits and letters take turns in a value of chance, at least: names have their number at one end.
const TURNS: usize = 4;

/// So many small letters in a row are a word.
const WORD: usize = 6;

/// Whether a text gives a value of chance to something that is secret by its name, as a file of that name would: code has its
/// values in quotes, settings need none.
pub(crate) fn gives_a_secret(text: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let in_quotes = is_code_by_name(name) && !name.ends_with("sh");
    let signs = text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'=' | b':')).map(|(at, _)| at);
    signs.filter_map(|at| text.split_at_checked(at)).any(|(before, behind)| {
        value(behind, in_quotes).is_some_and(is_chance) && name_before(before).is_some_and(says_secret)
    })
}

/// The value behind a sign.
fn value(behind: &str, in_quotes: bool) -> Option<&str> {
    // INVARIANT: what is looked at behind each sign is bounded, so that the time is linear.
    let rest = clip(behind, MOST + ROOM).trim_start_matches([':', '=', '>']).trim_start_matches([' ', '\t']);
    match rest.chars().next()? {
        quote @ ('"' | '\'' | '`') => rest.get(1..)?.split([quote, '\n']).next(),
        _ if in_quotes => None,
        _ => rest.split([' ', '\t', '\r', '\n', ',', ';', '"', '\'']).next(),
    }
}

/// The name in front of a sign; of what has a type, in front of that.
fn name_before(before: &str) -> Option<&str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let last = |text: &'_ str| text.trim_end().trim_end_matches(['"', '\'', ']', '?', '!', '`', ':']).len();
    let before = before.get(..last(before))?;
    let start = before.rfind(|letter| !is_name(letter)).map_or(0, |at| at + 1);
    let name = before.get(start..)?;
    if matches!(name, "string" | "str" | "String") {
        let typed =
            before.get(..start)?.trim_end().trim_end_matches('&').trim_end().strip_suffix(':')?.trim_end();
        let start = typed.rfind(|letter| !is_name(letter)).map_or(0, |at| at + 1);
        return typed.get(start..);
    }
    Some(name)
}

/// Whether a name says that its value is a secret itself, and not something about one.
fn says_secret(name: &str) -> bool {
    const ABOUT: &[&str] = &[
        "HASH",
        "DIGEST",
        "CHECKSUM",
        "INTEGRITY",
        "FINGERPRINT",
        "LABEL",
        "PLACEHOLDER",
        "MESSAGE",
        "HINT",
        "ERROR",
        "TITLE",
        "TEXT",
        "PATTERN",
        "REGEX",
        "SELECTOR",
        "ID",
        "IDS",
        "FIELD",
        "INPUT",
        "PREFIX",
        "VERSION",
        "SALT",
        "REF",
        "ARN",
        "CSRF",
        "PAGE",
        "CURSOR",
        "NEXT",
        "SYNC",
    ];
    const KEYS: &[&str] = &["API", "SECRET", "ACCESS", "PRIVATE", "AUTH", "ENCRYPTION", "SIGNING", "MASTER"];
    let mut words = String::with_capacity(name.len() + 4);
    let mut was_small = false;
    for letter in name.chars() {
        if was_small && letter.is_ascii_uppercase() {
            words.push('_');
        }
        was_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        words.push(letter.to_ascii_uppercase());
    }
    let parts = || words.split(['_', '-']);
    let is_one = |part: &str| {
        matches!(part, "SECRET" | "PASSWORD" | "PASSWD" | "PASSPHRASE" | "PWD" | "TOKEN" | "APIKEY")
    };
    let is_key = || parts().next_back() == Some("KEY") && parts().any(|part| KEYS.contains(&part));
    is_secret_name(&words) && (parts().any(is_one) || is_key()) && !parts().any(|part| ABOUT.contains(&part))
}

/// Whether a value looks like chance: letters of both sizes and digits without order, and no word that says what it is for.
fn is_chance(value: &str) -> bool {
    const PLACEHOLDERS: &[&str] = &[
        "example",
        "change",
        "your",
        "placeholder",
        "dummy",
        "sample",
        "fake",
        "mock",
        "test",
        "xxx",
        "todo",
        "insecure",
        "redacted",
        "secret",
        "password",
        "token",
        "demo",
        "123456",
        "abcdef",
        "default",
    ];
    if !(LEAST..=MOST).contains(&value.len()) || !value.bytes().all(|byte| byte.is_ascii_graphic()) {
        return false;
    }
    let has = |is: fn(&u8) -> bool| value.as_bytes().iter().any(is);
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
    // A path, an address, a reference, a call, a template, a hash.
    let is_something = value.starts_with(['/', '.', '$', '@', '%', '~', '<', '#'])
        || value.starts_with("sha")
        || value.contains("://")
        || value.contains(['{', '}', '<', '>', '[', ']', '(', '\\', '"', '|'])
        || value.matches('/').count() > 1 && !value.contains(['+', '='])
        || value.matches('.').count() > 1;
    if !is_mixed || is_something {
        return false;
    }
    let letters_and_digits = || value.bytes().filter(u8::is_ascii_alphanumeric);
    let turns = letters_and_digits()
        .zip(letters_and_digits().skip(1))
        .filter(|(one, other)| one.is_ascii_digit() != other.is_ascii_digit())
        .count();
    let longest =
        value.split(|letter: char| !letter.is_ascii_lowercase()).map(str::len).max().unwrap_or_default();
    let lower = value.to_ascii_lowercase();
    turns >= TURNS && longest < WORD && !PLACEHOLDERS.iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_chance_behind_the_name_of_a_secret_is_one() {
        for (path, text) in [
            ("config/app.yml", "db:\n  password: Zk93kdLq0Xw8vTqP\n"),
            ("config/app.yml", "api_key: \"Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s\""),
            ("config/settings.ini", "API_KEY=Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s"),
            ("config/app.json", "{\"clientSecret\": \"Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s\"}"),
            ("src/index.ts", "const apiKey = \"Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s\";"),
            ("src/index.ts", "const apiKey: string = 'Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s';"),
            ("src/app.py", "DB_PASSWORD = \"Zk93kdLq0Xw8vTqP\"\n"),
            ("src/app.rb", "  :password => 'Zk93kdLq0Xw8vTqP',"),
            ("src/a.go", "accessToken := \"Zk93kdLq0Xw8vTqP+/45abC=\""),
            ("deploy.sh", "export DB_PASSWORD=Zk93kdLq0Xw8vTqP"),
        ] {
            assert!(gives_a_secret(text, path), "{path}: {text}");
        }
    }

    #[test]
    fn signs_without_end_cost_no_more_than_their_length() {
        for text in ["=", "= ", "a=", "a:\"", "password=Zk93kdLq0Xw8vTq("] {
            assert!(!gives_a_secret(&text.repeat(60_000), "a.yml"), "{text}");
        }
    }

    #[test]
    fn what_only_looks_so_is_none() {
        for (path, text) in [
            ("src/a.ts", "const apiKey = process.env.API_KEY_2_V3_X4;"),
            ("src/a.ts", "const password = getPassword2FromV3Store4();"),
            ("src/a.ts", "password: \"Please enter your password\","),
            ("src/a.ts", "const token = `${PREFIX_1}Zk93kdLq0Xw8vTqP`;"),
            ("src/a.py", "SECRET_KEY = os.environ[\"SECRET_KEY_2A3b4C5d6\"]"),
            ("a.yml", "api_key: your-api-key-1A2b3C4d5E"),
            ("a.yml", "password: ${DB_PASSWORD_1a2B3c4D}"),
            ("a.yml", "password: changeme1A2b3C4d5E6f"),
            ("a.yml", "token: 123e4567-e89b-12d3-a456-426614174000"),
            ("a.yml", "token: 3f786850e387550fdab836ed7e6dc881de23001b"),
            ("a.yml", "secret: /run/secrets/A1b2C3d4E5f6"),
            (
                "a.json",
                "\"integrity\": \"sha512-9NdGZQzLxGwhAEXEQ0xEq2h1hLQGlEvz2hSLWVfW0P6pWGJqnBkPBkQ4nX==\"",
            ),
            ("a.json", "\"passwordHash\": \"Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s\""),
            ("a.json", "\"nextPageToken\": \"Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s\""),
            ("a.json", "\"key\": \"Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s\""),
            ("a.json", "\"id\": \"Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s\""),
            ("a.yml", "secretName: My2Kube3Name4Of5Secret6x"),
            ("a.yml", "password_url: https://a.example/Zk93kdLq0Xw8vTqP"),
            ("a.ts", "if (token === \"userTokenFromV2Api3And4\") {}"),
            ("a.ts", "token: Zk93kdLq0Xw8vTqP,"),
        ] {
            assert!(!gives_a_secret(text, path), "{path}: {text}");
        }
    }
}
