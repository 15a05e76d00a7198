//! Commits what no person has seen work.
//!
//! What: denies a commit of sources until a person has said, with `hookward verify` at a terminal, that they saw these
//! very sources work. Any change of a source returns it to pending. Free: commits of documents alone.
//!
//! A prompt says it too, if the policy names words for it: `[gate.unverified-work] phrases = ["verified", "looks good"]`. A
//! part of a sentence must begin with them, in upper or lower case, and be no question: “Looks good, commit it”, but not
//! “commit it when it looks good” or “not verified”. Nothing behind them may take it back: “looks good but the total is wrong”
//! leaves the work pending, and so does any other *but*, *except*, *not* or *fix* there. It must be typed by a person, in the
//! main session, be short (300 letters) and no slash command: hosts hand on what such a command stands for as if it had been
//! typed.
//!
//! Only some hosts say who wrote a prompt: Claude Code by its field `source`, where it has one (schedules, loops, notices and
//! `claude -p` are marked there), Qwen Code by repeating what was typed. Of all other prompts nobody can tell whether a
//! person, a schedule or another program wrote them: they do not count, which is said, unless the person's own policy has
//! `unsigned_prompts = true`; that lets whoever can start the host with a prompt give the proof.
//!
//! Why: tests say that the code does what somebody thought of; whether the feature works, a person sees.
//!
//! Instead: ask the person to try it and to run `hookward verify`.

use super::commits;
use crate::rule::{Against, BEFORE, Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/unverified-work",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("unverified_work.rs"),
    judge,
    examples: &[
        denies("git commit -m x"),
        denies("git add -A && git commit -m x"),
        passes("git add -A"),
        passes("grep -r 'git commit' docs"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let Some(effect) = commits::commit(case).filter(|effect| {
        !case.ledger.is_proven()
            || commits::is_made_elsewhere(case)
            || commits::may_change_before(case, effect)
            || commits::led_astray(case, effect).is_some()
            || commits::bends_index(case, effect)
    }) else {
        return Vec::new();
    };
    let typed = match case.policy.proof.phrases.first() {
        Some(phrase) => format!(", or with “{phrase}” in a prompt of their own"),
        None => String::new(),
    };
    vec![Finding {
        why: "no person has said that these sources were seen to work".into(),
        instead: format!("ask the person to try it, and to say so with hookward verify at a terminal{typed}")
            .into(),
        ..Rule::objection(RULE.id, Decision::Deny, case, effect)
    }]
}
