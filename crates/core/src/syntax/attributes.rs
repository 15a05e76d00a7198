//! Tests in a file of Rust, by its attributes.

use std::ops::RangeInclusive;

use super::Language;
use super::scanner::{Kind, Token, tokens};
use crate::digest;

/// The longest attribute, in words and signs: one that does not end costs no more than that.
const MAX_ATTRIBUTE: usize = 256;

/// So many places are tried at which tests may have been taken away.
const MAX_DROPS: usize = 8;

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

    /// Whether its tests are those of another, or what is left of them when some that stand together are taken away as a whole.
    pub(crate) fn only_drops_tests_of(&self, before: &Self) -> bool {
        let Some(gone) = before.tests.len().checked_sub(self.tests.len()) else { return false };
        let alike = self.tests.iter().zip(&before.tests).take_while(|(own, other)| own == other).count();
        let is_left = |from: usize| {
            let (kept, behind) = (before.tests.get(..from), before.tests.get(from + gone..));
            kept.zip(behind).is_some_and(|(kept, behind)| self.tests.iter().eq(kept.iter().chain(behind)))
        };
        let begins = |from: &usize| matches!(before.tests.get(*from), Some(Kind::Sign('#')));
        // Two tests begin alike, so that the first of them may seem to end with the beginning of the other.
        gone == 0 && is_left(0) || (0..=alike).rev().filter(begins).take(MAX_DROPS).any(is_left)
    }

    /// Whether a line, from 1, is one of a test.
    pub(crate) fn is_test(&self, line: usize) -> bool {
        self.lines.iter().any(|own| own.contains(&line))
    }

    /// A name for the tests as they are written; `None` if there are none.
    pub(crate) fn name_of_tests(&self) -> Option<String> {
        let written = self.tests.iter().map(|kind| match kind {
            Kind::Word(word) => format!("word {word}"),
            Kind::Text(text) => format!("text {text}"),
            Kind::Sign(sign) => format!("sign {sign}"),
        });
        (!self.tests.is_empty()).then(|| digest::name_of(written))
    }
}

/// Whether a file of Rust has tests in it: a function that is one (`#[test]`, `#[tokio::test]`), or a module that is there for
/// tests only; not in a comment or a text. What else is there for tests only, an import or a helper, tests nothing.
pub(crate) fn has_inline_tests(text: &str) -> bool {
    // Cheap, and without it there is none.
    if !["test", "quickcheck"].iter().any(|word| text.contains(word)) {
        return false;
    }
    let tokens = tokens(Language::Rust, text);
    (0..tokens.len()).any(|at| {
        let rest = tokens.get(at..).unwrap_or_default();
        attributes(rest)
            .next()
            .is_some_and(|first| is_test(first) || (is_for_tests_only(first) && is_module(rest)))
    })
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
    is_test(attribute) || is_for_tests_only(attribute)
}

/// Whether an attribute makes a test of a function, by the last name of its path: `#[tokio::test]`, `#[rstest]`, `#[wasm_bindgen_test]`.
fn is_test(attribute: &[Token]) -> bool {
    let path = attribute.iter().skip(2).take_while(|token| token.is(':') || token.word().is_some());
    path.filter_map(Token::word).last().is_some_and(|name| {
        name.ends_with("_test")
            || matches!(
                name,
                "test" | "rstest" | "gtest" | "proptest" | "quickcheck" | "test_case" | "test_matrix"
            )
    })
}

/// Whether an attribute leaves something out of everything but tests: `#[cfg(all(test, unix))]`, and not `#[cfg(any(test, unix))]`.
fn is_for_tests_only(attribute: &[Token]) -> bool {
    let [_, _, name, condition @ ..] = attribute else { return false };
    name.word() == Some("cfg") && parts(condition).first().is_some_and(|condition| means_test(condition, 0))
}

/// Nobody nests conditions deeper.
const MAX_NESTING: usize = 16;

/// Whether a condition only holds in tests.
fn means_test(condition: &[Token], depth: usize) -> bool {
    let [name, inner @ ..] = condition else { return false };
    let each = || parts(inner).into_iter().map(|part| depth < MAX_NESTING && means_test(part, depth + 1));
    match (name.word(), inner) {
        (Some("test"), []) => true,
        (Some("all"), _) => each().any(|own| own),
        (Some("any"), _) => each().len() > 0 && each().all(|own| own),
        (Some(_) | None, _) => false,
    }
}

/// What stands in a group between its commas.
fn parts(tokens: &[Token]) -> Vec<&[Token]> {
    let inner = group(tokens).and_then(|length| tokens.get(1..length.checked_sub(1)?)).unwrap_or_default();
    let mut all = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(token) = inner.get(at) {
        if token.is(',') {
            all.push(inner.get(start..at).unwrap_or_default());
            start = at + 1;
        }
        // Commas of an inner group are its own.
        let is_open = matches!(token.kind, Kind::Sign('(' | '[' | '{'));
        let length = if is_open { group(inner.get(at..).unwrap_or_default()) } else { None };
        at += length.unwrap_or(1);
    }
    all.push(inner.get(start..).unwrap_or_default());
    all.retain(|part| !part.is_empty());
    all
}

/// Whether an item, with its attributes, is a module.
fn is_module(tokens: &[Token]) -> bool {
    let front: usize = attributes(tokens).map(<[Token]>::len).sum();
    let rest = tokens.get(front..).unwrap_or_default();
    let word = |at: usize| rest.get(at).and_then(Token::word);
    match (word(0), rest.get(1)) {
        (Some("mod"), _) => true,
        (Some("pub"), Some(open)) if open.is('(') => {
            let length = group(rest.get(1..).unwrap_or_default()).unwrap_or(0);
            word(1 + length) == Some("mod")
        }
        (Some("pub"), _) => word(1) == Some("mod"),
        (Some(_) | None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_are_taken_away_as_a_whole_leave_the_others_as_they_were() {
        let own = |inner: &str| Parted::of(&format!("fn f() {{}}\n#[cfg(test)]\nmod tests {{ {inner} }}"));
        let (a, b) = ("#[test] fn a() { assert!(!f()) }", "#[test] fn b() { assert!(f()) }");
        let before = own(&format!("{a} {b}"));
        for left in [format!("{a} {b}"), a.to_owned(), b.to_owned(), String::new()] {
            assert!(own(&left).only_drops_tests_of(&before), "{left}");
        }
        assert!(Parted::of("fn f() {}").only_drops_tests_of(&before));
        for other in [format!("{a} {b} {b}"), a.replace('!', ""), format!("{a} {}", b.replace("f()", "true"))]
        {
            assert!(!own(&other).only_drops_tests_of(&before), "{other}");
        }
    }

    #[test]
    fn a_test_is_an_attribute_and_not_its_letters() {
        for text in [
            "#[cfg(test)]\nmod tests {}",
            "#[ test ]\nfn a() {}",
            "#[tokio::test(flavor = \"x\")]\nasync fn a() {}",
            "#[cfg(all(test, unix))]\nmod tests {}",
            "#[rstest]\nfn a() {} // test",
            "#[cfg(any(all(test, unix), all(test, windows)))]\npub(crate) mod tests;",
            "#[cfg(test)]\n#[path = \"a_tests.rs\"]\nmod tests;",
            "#[wasm_bindgen_test]\nfn a() {}",
            "proptest! { #[test] fn a(b in 0..9) {} }",
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
            "#[cfg(any(test, unix))]\nmod a {}",
            "#[cfg(any(test, feature = \"fake\"))]\npub fn fake() {}",
            "#[cfg(all(not(test), unix))]\nmod a {}",
            "#[cfg(test)]\nuse a::B;\nfn f() {}",
            "#[cfg(test)]\nfn helper() {}",
            "#[cfg(feature = \"test\")]\nmod a {}",
            "#[cfg(test)] use a::b; mod c {}",
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
