//! Removes a work tree from the main one.
//!
//! What: changes `git worktree remove …`, given inside a linked work tree, so that git runs in the main work tree, with
//! the path as it was meant.
//!
//! Why: a shell whose own directory was removed fails at every command that follows.
//!
//! Instead: nothing; the rewritten command is what is meant.
//!
//! Given: the workspace is a work tree that is linked to `/home/dev/main`.

use hookward_effects::{Action, Git, Span, normalise, plain_words};

use crate::rewrite::Edit;
use crate::rule::{Against, BEFORE, Case, Rule, approves, passes};
use crate::verdict::{Category, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "rewrite/worktree-remove",
    category: Category::Rewrite,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("worktree_remove.rs"),
    judge,
    examples: &[
        approves("git worktree remove ../wt"),
        approves("npm test && git worktree remove ."),
        passes("git worktree list"),
        passes("git worktree prune"),
        passes("cd ../main && git -C . worktree remove ../wt"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let (Action::Git(Git::LeaveWorktree(main)), Some(span)) = (&effect.action, effect.span) else {
            continue;
        };
        let words = plain_words(&case.text(Some(span)));
        let [(git, name), .., (path_span, path)] = words.as_slice() else { continue };
        // In a row of commands another directory may hold by then.
        let cwd = case
            .facts
            .commands
            .iter()
            .find(|command| command.span == span)
            .and_then(|command| command.cwd.as_deref());
        let Some(cwd) = cwd.filter(|_| name == "git" && path != "remove" && !path.starts_with('-')) else {
            continue;
        };
        let at = |inner: &Span| Span::new(inner.start + span.start, inner.end + span.start);
        let edits = vec![
            Edit { span: at(git), text: format!("git -C {}", quoted(main)) },
            Edit { span: at(path_span), text: quoted(&normalise(path, cwd)) },
        ];
        findings.push(Finding {
            why: "a work tree is removed from the main one, or the shell loses its directory".into(),
            ..Rule::rewriting(RULE.id, case, span, edits)
        });
    }
    findings
}

fn quoted(path: &str) -> String {
    let plain = path.chars().all(|letter| letter.is_alphanumeric() || "/._-+@".contains(letter));
    if plain { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}
