//! Keeps temporary files in the project.
//!
//! What: where a policy asks for it (`"rewrite/project-tmp" = "enforce"`), a command that writes below `/tmp/` writes
//! below the workspace's own `tmp/` instead; every mention of the same file in the command is changed with it. Off by
//! default.
//!
//! Why: what lies in the project is seen, is cleaned up with it, and does not meet the files of other sessions.
//!
//! Instead: nothing; the rewritten command is what is meant. The directory `tmp` has to exist.

use hookward_effects::{Action, Call, Span};

use crate::rewrite::Edit;
use crate::rule::{Against, BEFORE, Case, Rule, approves, passes};
use crate::verdict::{Category, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "rewrite/project-tmp",
    category: Category::Rewrite,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("project_tmp.rs"),
    judge,
    examples: &[
        approves("npm test > /tmp/test.log 2>&1; tail -20 /tmp/test.log"),
        approves("curl -o '/tmp/spec.json' http://localhost:3000"),
        passes("cat /tmp/test.log"),
        approves("echo x > /tmp/a; cat /tmp/abc"),
        passes("echo /tmp/x > notes.md"),
        passes("echo x > src/tmp/y"),
    ],
};

const HERE: &str = "/tmp/";

fn judge(case: &Case) -> Vec<Finding> {
    let (Some(Call::Shell { command, .. }), Some(root)) =
        (case.event.moment.call(), case.ground.roots.first())
    else {
        return Vec::new();
    };
    // A root that needs quotes cannot be put into any word.
    if !root.chars().all(|letter| letter.is_alphanumeric() || "/._-+@".contains(letter)) {
        return Vec::new();
    }
    let written: Vec<&str> = case
        .facts
        .effects
        .iter()
        .filter_map(|effect| match &effect.action {
            Action::Write(place, _) if place.written.starts_with(HERE) && effect.script.is_none() => {
                Some(place.written.as_str())
            }
            _ => None,
        })
        .collect();
    let mut edits = Vec::new();
    for (at, _) in command.match_indices(HERE) {
        let names_it = |path: &&str| {
            let behind = command.get(at..).and_then(|rest| rest.strip_prefix(*path));
            behind.is_some_and(|rest| rest.chars().next().is_none_or(|next| " \t\n'\";&|)<>".contains(next)))
        };
        let begins = command
            .get(..at)
            .and_then(|before| before.chars().next_back())
            .is_none_or(|before| " \t\n'\"=<>(;&|@:".contains(before));
        if begins && written.iter().any(names_it) {
            edits.push(Edit { span: Span::new(at, at + HERE.len()), text: format!("{root}/tmp/") });
        }
    }
    let Some(first) = edits.first() else { return Vec::new() };
    let span = first.span;
    vec![Finding {
        why: "temporary files belong into the project's own tmp".into(),
        ..Rule::rewriting(RULE.id, case, span, edits)
    }]
}
