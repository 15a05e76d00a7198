//! What an agent's last words announce: a handoff, the next agent, a phase that is complete, or that it is done. A mention is
//! none: what is negated, asked, conditional or quoted was not announced. That is decided clause by clause.

use super::partial::{is_limited, says_left};
use crate::text::line;

/// A text whose dashes, apostrophes and blanks are the plain ones.
pub(super) fn normalised(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{2019}' | '\u{2bc}' => '\'',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        '\u{ff1f}' => '?',
        other => other,
    };
    text.chars().map(plain).collect()
}

/// Words before a name that are none.
const DETERMINERS: &[&str] = &[
    "the", "a", "an", "this", "that", "our", "your", "my", "its", "each", "every", "any", "some", "one",
    "no", "another", "same", "other",
];

/// `Use the X subagent to …`, with an article or without: who, and what for.
pub(super) fn named_next(said: &str) -> Option<(String, String)> {
    let words: Vec<(usize, &str)> = words(said).collect();
    let is_determiner = |word: &str| DETERMINERS.contains(&bare(word).to_lowercase().as_str());
    for (index, (at, verb)) in words.iter().enumerate() {
        if !bare(verb).eq_ignore_ascii_case("use") {
            continue;
        }
        // `I did use it`: that is over.
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        if before.is_some_and(|(_, word)| bare(word).eq_ignore_ascii_case("did")) {
            continue;
        }
        let rest = words.get(index + 1..).unwrap_or_default();
        let rest = match rest {
            [(_, first), rest @ ..] if is_determiner(first) => rest,
            rest => rest,
        };
        let [(_, name), (_, kind), (_, to), rest @ ..] = rest else { continue };
        let is_it = matches!(bare(kind).to_ascii_lowercase().as_str(), "subagent" | "sub-agent")
            && to.eq_ignore_ascii_case("to");
        let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
        let is_name = !name.is_empty() && !is_determiner(name);
        if !is_it || !is_name || is_quoted(said, *at) || !is_meant(said, *at, *at) {
            continue;
        }
        let rest = rest.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(" ");
        let task = rest.split(". ").next().unwrap_or_default().trim_end_matches(['.', '*', '`', '"']);
        return Some((name.to_owned(), line(task, 120)));
    }
    None
}

/// Whether a word by which an agent says that its work is ready stands in a text.
pub(super) fn has_token(token: &str, said: &str) -> bool {
    let is_said = |at: usize| is_meant(said, at, at) && !is_taken_back(said, at + token.len());
    !token.is_empty() && said.match_indices(token).any(|(at, _)| is_said(at))
}

/// Whether a marker stands in a line of a text, `*` for anything.
pub(super) fn has_marker(marker: &str, said: &str) -> bool {
    let marker = marker.to_uppercase();
    let parts: Vec<&str> = marker.split('*').map(str::trim).filter(|part| !part.is_empty()).collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    said.to_uppercase().lines().any(|text| {
        text.match_indices(first).any(|(at, _)| {
            let end = parts
                .iter()
                .try_fold(at, |from, part| Some(from + text.get(from..)?.find(part)? + part.len()));
            end.is_some_and(|end| is_meant(text, at, end) && is_reached(text, end - last.len(), end))
        })
    })
}

/// How an agent says that it is done.
pub(super) const DONE: &[&str] =
    &["done", "complete", "completed", "finished", "implemented", "in place", "all set", "good to go"];

/// Whether a text's last paragraph says that the work is done.
pub(super) fn says_done(said: &str) -> bool {
    let text = crate::text::last_paragraph(said).to_lowercase();
    let is_word = |at: usize, word: &str| {
        let touches = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
        let (before, after) = (text.get(..at), text.get(at + word.len()..));
        !touches(before.and_then(|text| text.chars().next_back()))
            && !touches(after.and_then(|text| text.chars().next()))
    };
    DONE.iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let end = at + word.len();
            is_word(at, word)
                && is_meant(&text, at, end)
                && is_reached(&text, at, end)
                && !is_limited(clause_at(&text, at))
        })
    }) && !says_left(&text)
}

/// The clause that a place of a text lies in.
fn clause_at(text: &str, at: usize) -> &str {
    let (before, behind) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = sentence_ends(before).last().unwrap_or(0);
    let start = at - clauses(before.get(start..).unwrap_or_default()).pop().map_or(0, str::len);
    let close = sentence_ends(behind).next().unwrap_or(behind.len());
    let end = at + clauses(behind.get(..close).unwrap_or_default()).first().map_or(0, |own| own.len());
    text.get(start..end).unwrap_or_default()
}

/// Words that take back what follows in their clause.
const NEGATIONS: &[&str] = &[
    "not",
    "never",
    "no",
    "nothing",
    "none",
    "nobody",
    "neither",
    "nor",
    "cannot",
    "without",
    "avoid",
    "until",
    "before",
    "than",
    "unable",
    "impossible",
    "premature",
    "refuse",
    "refuses",
    "refused",
    "refusing",
    "decline",
    "declined",
    "withhold",
    "withholding",
    "withheld",
    "almost",
    "nearly",
    "partly",
    "partially",
    "hardly",
    "barely",
];

/// Words that do so side by side.
const NEGATING_PAIRS: &[[&str; 2]] =
    &[["far", "from"], ["half", "of"], ["part", "of"], ["some", "of"], ["most", "of"], ["as", "soon"]];

/// Words that make a sentence depend on something.
const CONDITIONS: &[&str] = &["if", "unless", "whether"];

/// Words that make a clause wait for something, where they begin it.
const TIMES: &[&str] = &["when", "whenever", "once", "until"];

/// Words by which a clause speaks of what is to come.
const FUTURE: &[&str] = &["will", "shall", "would", "i'll", "we'll", "it'll"];

/// Words behind a state or a word that say it is not there yet.
const POSTPONED: &[&str] =
    &["withheld", "pending", "omitted", "postponed", "deferred", "tomorrow", "later", "soon", "eventually"];

/// Verbs that leave open whether what they speak of comes to pass.
const MODALS: &[&str] = &[
    "be", "get", "to", "will", "shall", "would", "should", "must", "can", "could", "may", "might", "i'll",
    "we'll",
];

/// Whether what stands at a place of a text is said, and neither negated nor asked nor made to depend on something.
fn is_meant(text: &str, at: usize, end: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let start = sentence_ends(before).last().unwrap_or(0);
    let behind = text.get(end..).unwrap_or_default();
    let close = sentence_ends(behind).next().map_or(text.len(), |close| end + close);
    let (Some(sentence), Some(led)) = (text.get(start..close), text.get(start..end)) else { return true };
    if sentence.trim_end().trim_end_matches(['*', '_', '"', ')']).ends_with('?') {
        return false;
    }
    let mut clauses = clauses(led);
    let own = clauses.pop().unwrap_or_default();
    // `Do not, whatever happens, use it`: what was begun before a comma goes on behind it.
    let is_open = |clause: &str| plain_words(clause).last().is_some_and(|word| is_negation(&word));
    let waits = |clause: &str| plain_words(clause).next().is_some_and(|word| TIMES.contains(&word.as_str()));
    let is_to_come = || plain_words(own).any(|word| FUTURE.contains(&word.as_str()));
    let depends = plain_words(led).any(|word| CONDITIONS.contains(&word.as_str()))
        || waits(own)
        || (clauses.iter().any(|clause| waits(clause)) && is_to_come());
    !depends && !is_negated(own) && !clauses.iter().any(|clause| is_open(clause))
}

/// Whether a clause takes back what it leads to.
pub(super) fn is_negated(clause: &str) -> bool {
    let words: Vec<String> = plain_words(clause).collect();
    let is_pair = |pair: &[String]| NEGATING_PAIRS.iter().any(|own| own[..] == *pair);
    words.iter().any(|word| is_negation(word)) || words.windows(2).any(is_pair)
}

/// Whether a state that is named at a place of a text is there already: `is done`, and not `has to be done`.
fn is_reached(text: &str, at: usize, end: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let start = sentence_ends(before).last().unwrap_or(0);
    let own = clauses(before.get(start..).unwrap_or_default()).pop().unwrap_or_default();
    let before: Vec<String> = plain_words(own).collect();
    // `will be fully done`
    let verb = before.iter().rev().find(|word| !word.ends_with("ly"));
    !verb.is_some_and(|verb| MODALS.contains(&verb.as_str())) && !is_taken_back(text, end)
}

/// Whether what follows a place of a text takes back what ends there: `TOKEN withheld`, `TOKEN when the tests pass`.
fn is_taken_back(text: &str, end: usize) -> bool {
    let behind = text.get(end..).unwrap_or_default();
    let close = sentence_ends(behind).next().unwrap_or(behind.len());
    let clauses = clauses(behind.get(..close).unwrap_or_default());
    let words: Vec<String> = clauses.first().into_iter().flat_map(|own| plain_words(own)).take(3).collect();
    let waits = |word: &String| [TIMES, CONDITIONS].iter().any(|own| own.contains(&word.as_str()));
    let is_denied =
        |word: &String| matches!(word.as_str(), "not" | "never" | "cannot") || word.ends_with("n't");
    words.iter().any(|word| POSTPONED.contains(&word.as_str()))
        || words.first().is_some_and(waits)
        || words.iter().take(2).any(is_denied)
}

fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't")
}

/// The words of a text, in lower case and without what is around them.
pub(super) fn plain_words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(|word| bare(word).to_lowercase()).filter(|word| !word.is_empty())
}

/// A word without its markup.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The words of a text, each with its place.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive(char::is_whitespace).filter_map(move |piece| {
        let at = next;
        next += piece.len();
        let word = piece.trim_end();
        (!word.is_empty()).then_some((at, word))
    })
}

/// Where sentences end: behind a full stop, question mark or exclamation mark before a blank, and at the end of a line.
pub(super) fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
    let mut letters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while let Some((at, letter)) = letters.next() {
            let is_last = letters
                .peek()
                .is_none_or(|(_, next)| next.is_whitespace() || matches!(next, '*' | '"' | ')'));
            if letter == '\n' || (matches!(letter, '.' | '!' | '?' | '。') && is_last) {
                return Some(at + letter.len_utf8());
            }
        }
        None
    })
}

/// The clauses of a sentence.
pub(super) fn clauses(sentence: &str) -> Vec<&str> {
    let mut clauses = vec![sentence];
    for sign in [",", ";", ":", " - ", " but ", " so ", " then "] {
        clauses = clauses.into_iter().flat_map(|clause| clause.split(sign)).collect();
    }
    clauses
}

/// Whether a place of a text lies within quotes: a fence, a quoted line, or signs of quotation in its paragraph.
fn is_quoted(text: &str, at: usize) -> bool {
    // A sign that stands right before a word belongs to it.
    let first = text.get(at..).unwrap_or_default();
    let at = at + first.find(char::is_alphanumeric).unwrap_or(0);
    let before = text.get(..at).unwrap_or_default();
    let fences = before.lines().filter(|line| line.trim_start().starts_with("```")).count();
    let own_line = before.rsplit('\n').next().unwrap_or_default();
    let paragraph = before.rsplit("\n\n").next().unwrap_or_default();
    let count = |sign: char| paragraph.matches(sign).count();
    let in_code = fences % 2 == 0 && own_line.matches('`').count() % 2 == 1;
    fences % 2 == 1
        || own_line.trim_start().starts_with('>')
        || in_code
        || count('"') % 2 == 1
        || count('“') > count('”')
        || count('«') > count('»')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_agent_is_named_in_any_way_of_writing() {
        for (said, name, task) in [
            ("Use the unit-testing-agent subagent to test the cart.", "unit-testing-agent", "test the cart"),
            (
                "done.\n**Use the unit\u{2011}testing\u{2013}agent subagent to test it. Then stop.**",
                "unit-testing-agent",
                "test it",
            ),
            ("use the `checker` sub\u{2010}agent to look", "checker", "look"),
            ("It is not tested yet. Next, use the checker subagent to look", "checker", "look"),
            ("Do not stop here, but use the checker subagent to look.", "checker", "look"),
            ("Do not use the tester subagent to test; use the checker subagent to look.", "checker", "look"),
            ("- Nothing is left.\n- Please use the checker subagent to look", "checker", "look"),
            ("He said \"done\". You should now use the checker subagent to look", "checker", "look"),
            ("Is that all? Use the checker subagent to look", "checker", "look"),
            ("use tester subagent to test it", "tester", "test it"),
            ("You should use our checker subagent to look", "checker", "look"),
            ("Once it is reviewed, use the checker subagent to look", "checker", "look"),
        ] {
            assert_eq!(named_next(&normalised(said)), Some((name.to_owned(), task.to_owned())), "{said}");
        }
    }

    #[test]
    fn what_is_negated_asked_conditional_or_quoted_names_nobody() {
        for said in [
            "I use the cart to test",
            "Use the checker to look",
            "use the subagent to look",
            "use this subagent to look",
            "I did use the tester subagent to test it.",
            "I refuse to use the tester subagent to test it.",
            "When the build is green use the tester subagent to test it.",
            "",
            "Do not use the tester subagent to test it.",
            "Don\u{2019}t use the tester subagent to test it.",
            "Never use the tester subagent to test it.",
            "There is no need to use the tester subagent to test it.",
            "You should not, whatever happens, use the tester subagent to test it.",
            "I did it by hand rather than use the tester subagent to test it.",
            "Should I use the tester subagent to test it?",
            "Shall we **use the tester subagent to test it**?",
            "If the build is red, use the tester subagent to find out.",
            "The rules say \"Use the tester subagent to test it\" at the end.",
            "They say “use the tester subagent to test it”.",
            "Write `Use the tester subagent to test it` when you are ready.",
            "> Use the tester subagent to test it",
            "For example:\n```\nUse the tester subagent to test it\n```\n",
        ] {
            assert_eq!(named_next(&normalised(said)), None, "{said}");
        }
    }

    #[test]
    fn a_phase_is_complete_by_a_line_that_says_so() {
        for said in ["## Orchestration status: all COMPLETED", "orchestration STATUS - completed"] {
            assert!(has_marker("ORCHESTRATION STATUS*COMPLETED", said), "{said}");
        }
        for said in [
            "ORCHESTRATION STATUS: open\nCOMPLETED",
            "COMPLETED ORCHESTRATION STATUS",
            "ORCHESTRATION STATUS: not COMPLETED",
            "ORCHESTRATION STATUS: is it COMPLETED?",
            "ORCHESTRATION STATUS: will be COMPLETED",
            "",
        ] {
            assert!(!has_marker("ORCHESTRATION STATUS*COMPLETED", said), "{said}");
        }
        assert!(!has_marker("*", "anything"));
        assert!(has_marker(
            "PHASE*HAS BEEN COMPLETED",
            "In no time phase 1, and phase 2 has been completed."
        ));
    }

    #[test]
    fn a_token_counts_unless_it_is_negated() {
        for said in [
            "READY_X",
            "all green, READY_X",
            "It is not perfect.\n`READY_X`",
            "When I ran it, all passed: READY_X",
        ] {
            assert!(has_token("READY_X", said), "{said}");
        }
        for said in [
            "I do not say READY_X yet",
            "Can I say READY_X?",
            "When the tests pass I will write READY_X",
            "Once the tests pass, I'll write READY_X",
            "I say READY_X when the tests pass",
            "As soon as the tests pass I will write READY_X",
            "`READY_X` withheld",
            "READY_X is not given",
            "I am unable to declare READY_X",
            "",
        ] {
            assert!(!has_token("READY_X", said), "{said}");
        }
        assert!(!has_token("", "anything"));
    }

    #[test]
    fn an_agent_says_that_it_is_done_in_its_last_words() {
        for said in [
            "The cart is done.",
            "I looked.\n\nAll of it is implemented, tests pass.",
            "Implementation complete",
            "So far all of it is done without errors",
            "Everything has been implemented as asked",
            "That is all I had to. My part is done",
            "Step 3 of 3 is done.",
            "Task 4 is implemented, nothing is left to do.",
            "All remaining steps are done.",
        ] {
            assert!(says_done(said), "{said}");
        }
        for said in [
            "The cart is not done.",
            "It was done.\n\nNow there is a new error.",
            "Is it done?",
            "Condone it, it is well-done",
            "I stop until the build is done",
            "It will be done tomorrow",
            "It is almost done",
            "The cart is far from done",
            "The cart has to be done",
            "It should be fully implemented first",
            "Once the cart is done",
            "Half of it is done; the rest is missing",
            "done with step 1, more to come",
            "Step 1 is done.",
            "I am done with the first part of it",
            "2 of 5 endpoints are implemented",
            "The cart is done. The tests are still missing.",
            "The cart is done\n**Remaining:** the tests",
            "",
        ] {
            assert!(!says_done(said), "{said}");
        }
    }
}
