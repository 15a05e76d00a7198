//! Tests in a file of Rust, by its attributes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;

use super::Language;
use super::scanner::{Kind, Token, tokens};

/// The longest attribute, in words and signs: one that does not end costs no more than that.
const MAX_ATTRIBUTE: usize = 256;

/// A file of Rust, parted into its tests and the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parted {
    code: Vec<Kind>,
    tests: Vec<Kind>,
    /// The lines in which tests stand.
    lines: Vec<RangeInclusive<usize>>,
}

impl Parted {
    /// Parts a text by its attributes: what follows `#[test]` or `#[cfg(test)]`, up to its end.
    pub(crate) fn of(text: &str) -> Self {
        let tokens = tokens(Language::Rust, text);
        let mut parted = Self::default();
        let mut rest = tokens.as_slice();
        while let Some(first) = rest.first() {
            let is_test = attributes(rest).any(is_of_tests);
            let taken = if is_test { item(rest) } else { attributes(rest).map(<[Token]>::len).sum() };
            let (own, behind) = rest.split_at_checked(taken.max(1)).unwrap_or((rest, &[]));
            let kinds = own.iter().map(|token| token.kind.clone());
            if is_test {
                parted.tests.extend(kinds);
                parted.lines.push(first.line..=own.last().unwrap_or(first).line);
            } else {
                parted.code.extend(kinds);
            }
            rest = behind;
        }
        parted
    }

    /// Whether two have the same code, whatever their tests and comments are.
    pub(crate) fn is_same_code(&self, other: &Self) -> bool {
        self.code == other.code
    }

    /// Whether a line, from 1, is one of a test.
    pub(crate) fn is_test(&self, line: usize) -> bool {
        self.lines.iter().any(|own| own.contains(&line))
    }

    /// A name for the tests as they are written; `None` if there are none.
    pub(crate) fn name_of_tests(&self) -> Option<String> {
        let mut hasher = DefaultHasher::new();
        self.tests.hash(&mut hasher);
        (!self.tests.is_empty()).then(|| format!("{:016x}", hasher.finish()))
    }
}

/// Whether a file of Rust has tests in it: `#[test]`, `#[tokio::test]`, `#[cfg(all(test, unix))]`; not in a comment or a text.
pub(crate) fn has_inline_tests(text: &str) -> bool {
    // Cheap, and without it there is none.
    if !text.contains("test") {
        return false;
    }
    let tokens = tokens(Language::Rust, text);
    (0..tokens.len())
        .any(|at| attributes(tokens.get(at..).unwrap_or_default()).next().is_some_and(is_of_tests))
}

/// The attributes with which some tokens begin, each with its brackets.
fn attributes(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    let mut rest = tokens;
    std::iter::from_fn(move || {
        let [hash, open, ..] = rest else { return None };
        if !hash.is('#') || !open.is('[') {
            return None;
        }
        let inner = rest.get(1..rest.len().min(MAX_ATTRIBUTE))?;
        let (own, behind) = rest.split_at_checked(1 + group(inner)?)?;
        rest = behind;
        Some(own)
    })
}

/// How many tokens a group has that begins with its bracket; `None` if it does not end.
fn group(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign('(' | '[' | '{') => depth += 1,
            Kind::Sign(')' | ']' | '}') => depth = depth.checked_sub(1)?,
            Kind::Sign(_) | Kind::Word(_) | Kind::Text(_) => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// How many tokens an item has, with its attributes: up to its block or its semicolon, or to the end of what it stands in.
fn item(tokens: &[Token]) -> usize {
    let mut at: usize = attributes(tokens).map(<[Token]>::len).sum();
    while let Some(token) = tokens.get(at) {
        match token.kind {
            Kind::Sign(';') => return at + 1,
            Kind::Sign(')' | ']' | '}') => return at,
            Kind::Sign(open @ ('(' | '[' | '{')) => {
                let Some(length) = group(tokens.get(at..).unwrap_or_default()) else { return tokens.len() };
                at += length;
                if open == '{' {
                    return at;
                }
            }
            Kind::Sign(_) | Kind::Word(_) | Kind::Text(_) => at += 1,
        }
    }
    at
}

/// Whether an attribute says that what follows is a test, or is there for tests only.
fn is_of_tests(attribute: &[Token]) -> bool {
    let [_, _, name, ..] = attribute else { return false };
    let inner = attribute.get(2..).unwrap_or_default();
    let says = |word: &str| inner.iter().any(|token| token.word() == Some(word));
    match name.word() {
        Some("cfg") => says("test") && !says("not"),
        Some("rstest" | "test_case") => true,
        // `#[cfg_attr(test, …)]` makes none.
        Some("cfg_attr" | "doc" | "allow" | "expect") | None => false,
        Some(_) => inner.iter().take_while(|token| !token.is('(')).any(|token| token.word() == Some("test")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_an_attribute_and_not_its_letters() {
        for text in [
            "#[cfg(test)]\nmod tests {}",
            "#[ test ]\nfn a() {}",
            "#[tokio::test(flavor = \"x\")]\nasync fn a() {}",
            "#[cfg(all(test, unix))]\nmod tests {}",
            "#[rstest]\nfn a() {} // test",
        ] {
            assert!(has_inline_tests(text), "{text}");
        }
        for text in [
            "// #[test]\nfn a() {}",
            "const A: &str = \"#[cfg(test)]\";",
            "const A: &str = r#\"\n#[test]\n\"#;",
            "#[cfg(not(test))]\nfn a() {}",
            "#[cfg_attr(test, derive(Debug))]\nstruct A;",
            "fn test() {}",
        ] {
            assert!(!has_inline_tests(text), "{text}");
        }
    }
    #[test]
    fn tests_are_told_from_the_code_around_them() {
        let text = "use a::B;\n#[cfg(test)]\nuse c::D;\npub fn f<A, B>() -> [u8; 2] { #[cfg(test)] g(); [1, 2] }\n\
                    #[allow(x)]\n#[test]\n#[ignore = \"}\"]\nfn t() {\n  f();\n}\n#[cfg(test)]\nmod tests {\n  // }\n  fn u() {}\n}\nfn h() {}\n";
        let parted = Parted::of(text);
        let tests: Vec<usize> = (1..=18).filter(|line| parted.is_test(*line)).collect();
        assert_eq!(tests, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let bare = Parted::of("use a::B; pub fn f<A, B>() -> [u8; 2] { [1, 2] } /* x */ fn h() {}");
        assert!(parted.is_same_code(&bare));
        assert!(
            !parted.is_same_code(&Parted::of("use a::B; pub fn f<A, B>() -> [u8; 2] { [1, 3] } fn h() {}"))
        );
        assert_eq!((bare.name_of_tests(), Parted::of("").name_of_tests()), (None, None));
    }

    #[test]
    fn tests_have_a_name_as_long_as_they_say_the_same() {
        let named = |text: &str| Parted::of(text).name_of_tests();
        let own = named("fn f() {}\n#[test]\nfn t() { f(); }");
        assert!(own.is_some());
        assert_eq!(own, named("fn f() { 1; }\n// why\n#[test] fn t() {\n    f();\n}"));
        assert_ne!(own, named("fn f() {}\n#[test]\nfn t() { g(); }"));
        // What does not end goes on to the end.
        assert!(Parted::of("#[test]\nfn t() { f(;\nfn g() {}").is_test(3));
        assert!(!Parted::of("#[test\nfn t() {}").is_test(1));
    }
}
