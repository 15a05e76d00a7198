//! Whether a person says in a prompt that they have seen the work. A word that merely occurs says nothing: “not verified”,
//! “commit it when it looks good”. So a part of a sentence must begin with it, and the sentence must not ask.

/// A longer text is one that was pasted, or that the host has made of a short one: hosts hand on what a slash command stands
/// for as if it had been typed.
const MAX_TYPED: usize = 300;

/// The first of these phrases that a text says.
pub fn said<'p>(phrases: &'p [String], text: &str) -> Option<&'p str> {
    let text = text.trim();
    // Slash commands, commands for the shell, notes, and what programs put between tags.
    if text.len() > MAX_TYPED
        || text.starts_with(['/', '!', '#'])
        || text.lines().any(|line| line.trim_start().starts_with('<'))
    {
        return None;
    }
    let text = folded(text);
    let says = |phrase: &&String| {
        let phrase = folded(phrase.trim());
        !phrase.is_empty() && sentences(&text).any(|sentence| begins_a_part(sentence, &phrase))
    };
    phrases.iter().find(says).map(String::as_str)
}

/// One blank between words, and no difference between upper and lower case.
fn folded(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n").to_lowercase()
}

/// Sentences that do not ask.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '!', '?', '\n']).filter(|sentence| !sentence.ends_with('?'))
}

/// Whether one of a sentence's parts begins with a phrase, as whole words.
fn begins_a_part(sentence: &str, phrase: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '\'' | '’' | '/');
    sentence.split([',', ';', ':', '–', '—', '(']).any(|part| {
        let part = part.trim_start_matches(|letter: char| !is_word(letter) || letter == '-');
        part.strip_prefix(phrase).is_some_and(|rest| !rest.starts_with(is_word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(text: &str) -> bool {
        said(&["verified".to_owned(), "Looks  good".to_owned()], text).is_some()
    }

    #[test]
    fn a_part_of_a_sentence_that_begins_with_the_words_says_it() {
        for text in [
            "verified",
            "Verified!",
            "LOOKS GOOD",
            "ok, looks good to me, commit it",
            "I tried it. Looks good.",
            "Tried it\nlooks   good\n",
            "great – verified (on my phone)",
            "- verified",
            "“Looks good”",
        ] {
            assert!(says(text), "{text}");
        }
    }

    #[test]
    fn words_that_merely_occur_say_nothing() {
        for text in [
            "",
            "not verified",
            "commit it when it looks good",
            "is it verified?",
            "Verified? Then commit.",
            "looks good?",
            "verified-by: me",
            "verified/unverified",
            "unverified",
            "looks goodish",
            "/commit verified",
            "!echo verified",
            "# verified",
            "<task-notification>\nverified\n</task-notification>",
            "read this:\n<output>\nverified\n</output>",
        ] {
            assert!(!says(text), "{text}");
        }
        assert!(!says(&format!("Verified. {}", "And so on. ".repeat(30))));
        assert_eq!(said(&[String::new(), " ".to_owned()], "anything"), None);
        assert_eq!(said(&[], "verified"), None);
    }
}
