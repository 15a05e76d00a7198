//! Loses work that was not committed, or that nothing reaches any more.
//!
//! What: denies every spelling of losing uncommitted or unreachable work: `git reset --hard`, `git clean -fd`,
//! `git checkout .`, `git restore .`, a forced switch, `git stash clear`, reflog expire, gc --prune=now. Asks about what is
//! dropped one by one: `git branch -D`, `git stash drop`, a work tree removed by force. Free: what can be undone — dry
//! runs, `--soft`, `restore --staged`, one named file.
//!
//! Why: git keeps what was committed and nothing else, and an agent seldom knows whose changes those are.
//!
//! Instead: stash it, so that it can be had again.

use std::borrow::Cow;

use hookward_effects::{Action, Git};

use crate::rule::{Case, Rule, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/discarded-work",
    category: Category::Security,
    source: include_str!("discarded_work.rs"),
    judge,
    examples: &[
        denies("git reset --hard"),
        denies("git reset HEAD~3 --har"),
        denies("git checkout ."),
        denies("git checkout HEAD -- :/"),
        denies("git restore --worktree --staged :/"),
        denies("git clean -xdf"),
        denies("git switch -f main"),
        denies("git stash clear"),
        denies("git reflog expire --expire=now --all"),
        denies("git gc --prune=now"),
        denies("git -c alias.x='reset --hard' x"),
        denies("git config alias.wipe '!git clean -fdx' && git wipe"),
        denies("git read-tree -u --reset HEAD"),
        asks("git branch -D feature/login"),
        asks("git stash drop stash@{2}"),
        asks("git worktree remove --force ../wt"),
        passes("git reset --soft HEAD~1"),
        passes("git restore --staged ."),
        passes("git restore src/app.ts"),
        passes("git checkout main"),
        passes("git checkout -b feature/x"),
        passes("git clean -nfd"),
        passes("git branch -d merged"),
        passes("git stash && git stash pop"),
        passes("git gc --auto"),
        passes("git log --grep='reset --hard'"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Git(git) = &effect.action else { continue };
        // A repository for a try, in a temporary directory, is there to be thrown away.
        let runs = case.facts.commands.iter().find(|command| Some(command.span) == effect.span);
        if runs.and_then(|command| command.cwd.as_deref()).is_some_and(|cwd| case.ground.is_temporary(cwd)) {
            continue;
        }
        let (decision, why): (Decision, Cow<'static, str>) = match git {
            Git::Discard(what) | Git::Forget(what) => (Decision::Deny, format!("it {what}").into()),
            Git::Drop(what) => (Decision::Ask, format!("it drops {what} for good").into()),
            Git::RemoveWorktree(path) => (
                Decision::Ask,
                format!("it removes the work tree {path} with what was not committed there").into(),
            ),
            Git::Rewrite(_) | Git::LeaveWorktree(_) | Git::Push(_) | Git::Stage(_) | Git::Commit(_) => {
                continue;
            }
        };
        findings.push(Finding {
            why,
            instead: "put it aside, where it can be had again: `git stash push -u -m wip`".into(),
            ..Rule::finding(RULE.id, decision, case, effect.span)
        });
    }
    findings
}
