//! Removes a work tree from the main one.
//!
//! What: changes `git worktree remove …`, given inside a linked work tree, so that git runs in the main work tree, with
//! the path as it was meant. Where the shell stands in what is removed, it goes to the main work tree first (`cd … &&`), so
//! that what follows has a directory; else it stays where it is (`git -C …`).
//!
//! Why: a shell whose own directory was removed fails at every command that follows.
//!
//! Instead: nothing; the rewritten command is what is meant.
//!
//! Given: the workspace is a work tree that is linked to `/home/dev/main`.

use hookward_effects::{Action, Call, Git, Span, normalise, plain_words};

use crate::rewrite::{Edit, quoted};
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
        approves("test -f keep || git worktree remove ."),
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
        let is_meant =
            |cwd: &&str| cwd != main && name == "git" && path != "remove" && !path.starts_with('-');
        let Some(cwd) = cwd.filter(is_meant) else { continue };
        let at = |inner: &Span| Span::new(inner.start + span.start, inner.end + span.start);
        let removed = normalise(path, cwd);
        let stands_there =
            cwd.strip_prefix(&removed).is_some_and(|below| below.is_empty() || below.starts_with('/'));
        let mut edits = vec![Edit { span: at(path_span), text: quoted(&removed) }];
        if stands_there {
            let (opening, closing) = if is_a_step(case, span) { ("", "") } else { ("{ ", "; }") };
            let go = format!("{opening}cd {} && git", quoted(main));
            edits.push(Edit { span: at(git), text: go });
            edits.push(Edit { span: Span::new(span.end, span.end), text: closing.to_owned() });
        } else {
            edits.push(Edit { span: at(git), text: format!("git -C {}", quoted(main)) });
        }
        findings.push(Finding {
            why: "a work tree is removed from the main one, or the shell loses its directory".into(),
            ..Rule::rewriting(RULE.id, case, span, edits)
        });
    }
    findings
}

/// Whether two commands in the place of one are the same step of a text: not behind `||`, `|` or `!`, which would mean the
/// first of them alone.
fn is_a_step(case: &Case, span: Span) -> bool {
    let Some(Call::Shell { command, .. }) = case.event.moment.call() else { return false };
    let before = command.get(..span.start).unwrap_or_default();
    let steps = before.trim_end_matches([' ', '\t']);
    steps.is_empty() || steps.ends_with([';', '\n']) || steps.ends_with("&&")
}
