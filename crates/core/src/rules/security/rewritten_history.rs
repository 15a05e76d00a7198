//! Rewrites history, or moves a ref by force.
//!
//! What: asks before `git filter-branch`, `git filter-repo`, `git update-ref`, a branch or tag moved by force. Free:
//! rebase, amend, revert, cherry-pick, which git itself lets you undo.
//!
//! Why: commits that others have, or that only this ref kept, are not where they were.
//!
//! Instead: make a new commit that says what changed.

use hookward_effects::{Action, Git};

use crate::rule::{Against, BEFORE, Case, Rule, asks, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/rewritten-history",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("rewritten_history.rs"),
    judge,
    examples: &[
        asks("git filter-branch --force --index-filter x HEAD"),
        asks("git replace a b"),
        passes("git replace -l"),
        asks("git filter-repo --path secrets --invert-paths"),
        asks("git update-ref refs/heads/main HEAD~3"),
        asks("git branch -f main HEAD~3"),
        asks("git tag -f v1.0"),
        asks("git checkout -B main origin/main"),
        passes("git rebase main"),
        passes("git commit --amend --no-edit"),
        passes("git tag v1.0"),
        passes("git branch -m new-name"),
        passes("git revert --no-edit HEAD"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let rewrites = case.facts.effects.iter().filter_map(|effect| match &effect.action {
        Action::Git(Git::Rewrite(what)) => Some((effect, what)),
        _ => None,
    });
    rewrites
        .map(|(effect, what)| Finding {
            why: format!("it {what}").into(),
            instead: "make a new commit that says what changed: `git revert --no-edit HEAD`".into(),
            ..Rule::objection(RULE.id, Decision::Ask, case, effect)
        })
        .collect()
}
