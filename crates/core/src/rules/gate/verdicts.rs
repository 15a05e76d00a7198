//! What the review of a plan has come to, as its text says it: `Verdict: APPROVE`.

use crate::text::prose;

const APPROVING: &[&str] = &["APPROVE", "APPROVED", "APPROVES"];

/// How words begin that object, or approve under a condition.
#[rustfmt::skip]
const OBJECTING: &[&str] = &["REJECT", "DISAPPROV", "REVISE", "REVISION", "CONDITION", "DECLINE", "BLOCKED"];
const HINDERING: &[&str] = &["NOT", "NEVER", "CANNOT", "DON", "ISN", "BUT", "AFTER", "IF", "ONCE", "UNLESS"];

/// Whether the last verdict of a plan approves it (`true`), or objects; `None` if there is none, or one that says neither.
pub(super) fn last_verdict(text: &str) -> Option<bool> {
    let lines: Vec<&str> = prose(text).collect();
    let last = lines.iter().rev().find_map(|line| stated(&line.to_uppercase()).map(|words| judged(&words)));
    last.flatten()
}

/// The words behind `Verdict:`, `**Verdict** (second round):` or `| Verdict |`.
fn stated(line: &str) -> Option<Vec<String>> {
    let rest = line.split_once("VERDICT")?.1.trim_start_matches(['*', '_', '`', ' ']);
    let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
    let rest = rest.trim_start_matches(['*', '_', '`', ' ']);
    let rest = rest.strip_prefix([':', '-', '=', '|', '\u{2013}', '\u{2014}'])?;
    let words: Vec<String> =
        rest.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    (!words.is_empty()).then_some(words)
}

/// Whether words approve (`true`), or object; `None` if they do neither.
fn judged(words: &[String]) -> Option<bool> {
    let objects = words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", String::as_str);
        let wants_changes = word.starts_with("CHANGE") && !["NO", "WITHOUT"].contains(&before);
        wants_changes
            || HINDERING.contains(&word.as_str())
            || OBJECTING.iter().any(|start| word.starts_with(start))
    });
    let approves = words.iter().any(|word| APPROVING.contains(&word.as_str()));
    if objects { Some(false) } else { approves.then_some(true) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_review_counts() {
        assert_eq!(last_verdict("Verdict: REJECT\n**Verdict:** APPROVE\n"), Some(true));
        assert_eq!(last_verdict("Verdict: APPROVE\nVerdict: REQUEST CHANGES\n"), Some(false));
        assert_eq!(last_verdict("approve of this\n"), None);
    }

    #[test]
    fn only_a_whole_word_approves() {
        for said in [
            "Verdict: APPROVE",
            "**Verdict**: approved.",
            "## Verdict: ✅ APPROVED, no changes needed",
            "| Verdict | APPROVE |",
            "Verdict (round 2) - APPROVE",
        ] {
            assert_eq!(last_verdict(said), Some(true), "{said}");
        }
        for said in [
            "Verdict: NOT APPROVED",
            "Verdict: DISAPPROVED",
            "Verdict: NEEDS CHANGES",
            "Verdict: REVISE",
            "**Verdict:** REJECTED",
            "Verdict: CHANGES REQUESTED",
            "Verdict: APPROVE | REJECT",
            "Verdict: approved if the tests pass",
        ] {
            assert_eq!(last_verdict(said), Some(false), "{said}");
        }
        for said in ["Verdict: pending", "```\nVerdict: APPROVE\n```", "<!-- Verdict: APPROVE -->"] {
            assert_eq!(last_verdict(said), None, "{said}");
        }
    }
}
