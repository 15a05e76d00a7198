//! Sizes as programs write them: `500G`, `1TiB`, `4k`.

/// Nobody writes more than this by chance: a disk is to be filled.
pub(crate) const TOO_MUCH: u64 = 50 << 30;

/// How many bytes a text says, if it is a size.
pub(crate) fn bytes(text: &str) -> Option<u64> {
    let text = text.trim_start_matches(['+', '<', '>', '/', '%', '=']);
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: u64 = number.parse().ok()?;
    let power = match unit.trim_end_matches(['b', 'B']).trim_end_matches('i') {
        "" => 0,
        "k" | "K" => 1,
        "m" | "M" => 2,
        "g" | "G" => 3,
        "t" | "T" => 4,
        "p" | "P" => 5,
        "e" | "E" => 6,
        _ => return None,
    };
    Some(number.saturating_mul(1 << (10 * power)))
}

/// Whether a text says a size that only fills a disk.
pub(crate) fn is_too_much(text: &str) -> bool {
    bytes(text).is_some_and(|bytes| bytes > TOO_MUCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_every_unit_and_nothing_else_is() {
        assert_eq!(bytes("512"), Some(512));
        assert_eq!(bytes("4k"), Some(4096));
        assert_eq!(bytes("+1MiB"), Some(1 << 20));
        assert_eq!(bytes("2GB"), Some(2 << 30));
        assert_eq!(bytes("99999E"), Some(u64::MAX));
        for text in ["", "x", "-5", "5x", "G"] {
            assert_eq!(bytes(text), None, "{text}");
        }
        assert!(is_too_much("1T") && is_too_much("51G") && !is_too_much("50G"));
    }
}
