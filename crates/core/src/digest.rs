//! Short names for texts that are kept: the same in every version of Hookward, whichever compiler has made it.

use sha2::{Digest, Sha256};

/// A name for some texts, which are told apart from the same letters in other texts: 16 hexadecimal digits.
pub(crate) fn name_of(texts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    format!("{:016x}", number_of(texts))
}

/// The same as a number, of which JSON keeps every digit.
pub(crate) fn small_number_of(text: &str) -> u64 {
    number_of([text]) >> 32
}

fn number_of(texts: impl IntoIterator<Item = impl AsRef<str>>) -> u64 {
    let mut hash = Sha256::new();
    for text in texts {
        let text = text.as_ref();
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    let bytes = hash.finalize();
    bytes.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_for_ever_and_texts_are_told_apart() {
        assert_eq!(name_of(["a"]), "3b196fd4907bedf5");
        assert_ne!(name_of(["ab", "c"]), name_of(["a", "bc"]));
        assert_ne!(small_number_of("a"), small_number_of("b"));
        assert!(small_number_of("a") < 1 << 32);
    }
}
