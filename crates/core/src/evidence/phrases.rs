//! Whether a person says in a prompt that they have seen the work. A word that merely occurs says nothing: “not verified”,
//! “commit it when it looks good”. So a part of a sentence must begin with it, the sentence must not ask, and neither it nor
//! what comes behind it may take anything back: “looks good but the total is wrong”.

/// A longer text is one that was pasted, or that the host has made of a short one: hosts hand on what a slash command stands
/// for as if it had been typed.
const MAX_TYPED: usize = 300;

/// Words by which people take back a part of what they say, or want something else first. Who has no reservation can say so
/// without them; who is misheard as having one says it again, and nothing is committed unseen.
const RESERVATIONS: &[&str] = &[
    "but", "except", "however", "although", "though", "unless", "until", "if", "when", "once", "almost",
    "nearly", "not", "no", "nope", "never", "cannot", // “doesn’t”
    "t", "without", "should", "wrong", "broken", "breaks", "fails", "failing", "bug", "bugs", "error",
    "errors", "missing", "still", "yet", "fix", "aber", "nicht", "nein", "kein", "keine", "außer", "wenn",
    "falsch", "mais", "pas", "non", "sauf", "pero", "excepto", "salvo",
];

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
        !phrase.is_empty()
            && sentences(&text).any(|(at, sentence)| {
                let from_here = text.get(at..).unwrap_or_default();
                begins_a_part(sentence, &phrase) && !has_a_reservation(&from_here.replace(&phrase, " "))
            })
    };
    phrases.iter().find(says).map(String::as_str)
}

/// One blank between words, and no difference between upper and lower case.
fn folded(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n").to_lowercase()
}

/// Sentences that do not ask, and where they begin.
fn sentences(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let all = text.split_inclusive(['.', '!', '?', '\n']).scan(0, |at, sentence| {
        let start = *at;
        *at += sentence.len();
        Some((start, sentence))
    });
    all.filter(|(_, sentence)| !sentence.ends_with('?'))
}

fn has_a_reservation(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| RESERVATIONS.contains(&word))
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
            "looks good, you can commit it",
            "The total was not right before. Now it looks different. Looks good.",
        ] {
            assert!(says(text), "{text}");
        }
    }

    #[test]
    fn what_is_taken_back_says_nothing() {
        for text in [
            "looks good but the total is wrong, fix it",
            "Looks good except for the button",
            "verified: no",
            "verified. But the footer is gone",
            "looks good, though I have not tried the export",
            "Looks good. The login doesn't work, though.",
            "verified, once the tests pass commit it",
            "looks good, aber der Preis ist falsch",
        ] {
            assert!(!says(text), "{text}");
        }
        assert!(said(&["no objections".to_owned()], "No objections, commit it").is_some());
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
