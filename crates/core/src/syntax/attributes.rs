//! Tests in a file of Rust, by its attributes.

use super::Language;
use super::scanner::tokens;

/// The longest attribute that is looked at, in words and signs.
const MAX_ATTRIBUTE: usize = 64;

/// Whether a file of Rust has tests in it: `#[test]`, `#[tokio::test]`, `#[cfg(all(test, unix))]`; not in a comment or a text.
pub(crate) fn has_inline_tests(text: &str) -> bool {
    // Cheap, and without it there is none.
    if !text.contains("test") {
        return false;
    }
    let tokens = tokens(Language::Rust, text);
    tokens.windows(3).enumerate().any(|(at, start)| {
        let [hash, open, name] = start else { return false };
        if !hash.is('#') || !open.is('[') {
            return false;
        }
        let inner = tokens.get(at + 2..tokens.len().min(at + MAX_ATTRIBUTE)).unwrap_or_default();
        let end = inner.iter().position(|token| token.is(']')).unwrap_or(inner.len());
        let inner = inner.get(..end).unwrap_or_default();
        let says = |word: &str| inner.iter().any(|token| token.word() == Some(word));
        match name.word() {
            Some("cfg") => says("test") && !says("not"),
            Some("rstest" | "test_case") => true,
            // `#[cfg_attr(test, …)]` makes none.
            Some("cfg_attr" | "doc" | "allow" | "expect") | None => false,
            Some(_) => {
                inner.iter().take_while(|token| !token.is('(')).any(|token| token.word() == Some("test"))
            }
        }
    })
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
}
