//! Text within a budget, never cut inside a character.

/// The longest prefix of `text` that has at most `max` bytes and ends between two characters.
pub fn clip(text: &str, max: usize) -> &str {
    text.get(..text.floor_char_boundary(max)).unwrap_or(text)
}

/// One line of at most `max` characters: line breaks become spaces, and what is left out shows as `…`.
pub fn line(text: &str, max: usize) -> String {
    let mut line = String::new();
    let mut left = max;
    for character in text.chars() {
        let character = if character.is_control() { ' ' } else { character };
        if left <= 1 {
            // The last place holds either the last character or the sign that there are more.
            let more = text.chars().nth(max).is_some();
            line.push(if more { '…' } else { character });
            break;
        }
        line.push(character);
        left -= 1;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_never_longer_than_its_budget_and_never_cuts_a_character() {
        assert_eq!(line("äöü", 3), "äöü");
        assert_eq!(line("äöüß", 3), "äö…");
        assert_eq!(line("a\nb", 9), "a b");
        assert_eq!(clip("aä", 2), "a");
        assert_eq!(clip("aä", 3), "aä");
        assert_eq!(line("", 3), "");
    }
}
