//! Whether an agent that says it is done means a part only: it names which one, or says that something is left.

use super::announcement::{DONE, clauses, is_negated, plain_words, sentence_ends};

/// What is done in parts. Not a task or a phase: that is what an agent was given, all of it.
const PARTS: &[&str] = &["step", "steps", "part", "parts", "stage", "stages", "half", "piece", "chunk"];

const ORDINALS: &[&str] = &["first", "second", "third", "fourth", "fifth", "1st", "2nd", "3rd", "4th", "5th"];

const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// How an agent says that something is left, word by word.
const LEFT: &[&str] = &[
    "more to come",
    "more to do",
    "more to follow",
    "more work",
    "to be continued",
    "to follow",
    "will follow",
    "still to be done",
    "still to be",
    "still to do",
    "still to come",
    "still open",
    "still missing",
    "still outstanding",
    "still need",
    "still needs",
    "still have to",
    "still has to",
    "still working",
    "still left",
    "left to do",
    "left to be done",
    "yet to be",
    "yet to do",
    "yet to come",
    "in progress",
    "remains to",
    "remain to",
    "remains open",
    "remain open",
    "what remains is",
];

/// Words that say so where a clause ends with them: `three steps remain`.
const LEFT_AT_THE_END: &[&str] = &["remaining", "remain", "remains", "todo"];

/// And where it begins with them, like a heading: `Remaining: the tests`.
const LEFT_AT_THE_START: &[&str] = &["remaining", "todo"];

/// What such a heading may say that it is nothing.
const NOTHING: &[&str] = &["none", "nothing", "no", "n/a", "0"];

/// Whether a clause that says something is done says it of a part: `done with step 1`, `the first part`, `2 of 5`.
pub(super) fn is_limited(clause: &str) -> bool {
    let words: Vec<String> = plain_words(clause).collect();
    let counted = |own: &[String]| match own {
        [some, of, all] if of == "of" => Some((number(some)?, number(all)?)),
        _ => None,
    };
    if let Some((some, all)) = words.windows(3).find_map(counted) {
        return some < all;
    }
    let is_part = |word: &String| PARTS.contains(&word.as_str());
    words.windows(2).any(|own| match own {
        [one, other] if is_part(one) => number(other).is_some(),
        [one, other] => ORDINALS.contains(&one.as_str()) && is_part(other),
        _ => false,
    })
}

/// Whether a text says that something is left to do.
pub(super) fn says_left(text: &str) -> bool {
    let mut start = 0;
    let mut ends: Vec<usize> = sentence_ends(text).collect();
    ends.push(text.len());
    ends.into_iter().any(|end| {
        let sentence = text.get(start..end).unwrap_or_default();
        start = end;
        let clauses: Vec<Vec<String>> =
            clauses(sentence).into_iter().map(|clause| plain_words(clause).collect()).collect();
        let is_nothing = |clause: Option<&Vec<String>>| {
            clause.and_then(|words| words.first()).is_some_and(|word| NOTHING.contains(&word.as_str()))
        };
        clauses.iter().enumerate().any(|(index, words)| leaves(words) && !is_nothing(clauses.get(index + 1)))
    })
}

/// Whether a clause says that something is left, and neither that it is not nor that it is done by now.
fn leaves(words: &[String]) -> bool {
    let is_at = |at: usize, phrase: &str| {
        let length = phrase.split(' ').count();
        words.get(at..at + length).is_some_and(|own| own.iter().eq(phrase.split(' ')))
    };
    let at = (0..words.len()).find_map(|at| {
        let found = LEFT.iter().find(|phrase| is_at(at, phrase));
        let word = words.get(at).map_or("", String::as_str);
        let ends = at + 1 == words.len() && LEFT_AT_THE_END.contains(&word);
        let begins = at == 0 && LEFT_AT_THE_START.contains(&word);
        found.map(|phrase| (at, at + phrase.split(' ').count())).or((ends || begins).then_some((at, at + 1)))
    });
    at.is_some_and(|(at, end)| {
        let before = words.get(..at).unwrap_or_default().join(" ");
        let behind = words.get(end..).unwrap_or_default();
        // `what was left to do is done`
        let is_done_now = behind.iter().any(|word| DONE.contains(&word.as_str()));
        !is_negated(&before) && !is_done_now
    })
}

fn number(word: &str) -> Option<usize> {
    word.parse().ok().or_else(|| Some(NUMBERS.iter().position(|own| *own == word)? + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_named_by_its_number_or_counted() {
        for said in [
            "done with step 1",
            "step two is done",
            "the first part is complete",
            "2 of 5 tasks are done",
            "three of five are implemented",
            "one half is done and the second half is started",
        ] {
            assert!(is_limited(said), "{said}");
        }
        for said in [
            "done with everything",
            "all 3 steps are done",
            "step 3 of 3 is done",
            "task 4 is implemented",
            "phase 2 is complete",
            "the last step is done",
            "the first of them is a cart",
        ] {
            assert!(!is_limited(said), "{said}");
        }
    }

    #[test]
    fn something_is_left_unless_it_is_nothing_or_done_by_now() {
        for said in [
            "more to come",
            "it is done. tests are still missing.",
            "still to do: the tests",
            "the cart is still to be done",
            "remaining: the tests",
            "two steps remaining",
            "step 2 remains",
            "the tests will follow",
            "- todo: the tests",
        ] {
            assert!(says_left(said), "{said}");
        }
        for said in [
            "nothing is left to do",
            "no more to come",
            "no steps remain",
            "remaining: none",
            "still to do: nothing",
            "what was left to do is done",
            "i have fixed the remaining tests",
            "all tests remain green",
            "there is a todo list in the app",
        ] {
            assert!(!says_left(said), "{said}");
        }
    }
}
