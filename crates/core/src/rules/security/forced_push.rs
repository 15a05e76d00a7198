//! Pushes by force, or deletes a branch of a remote.
//!
//! What: denies a forced push to a protected branch, with a lease too, and its deletion, in every spelling: `-f`, `+ref`,
//! `:branch`, `--delete`, `--mirror`, or a request to the forge itself. Asks about a forced push elsewhere
//! (`rewrite/force-with-lease` proposes a lease) and about the deletion of any other branch. `git push -f` alone is
//! judged by the branch that it would push. Free: a push with a lease to a branch that is not protected.
//!
//! Why: what others have pushed is overwritten, and they learn of it when their work is gone.
//!
//! Instead: push with a lease to a branch of your own, and open a pull request.

use hookward_effects::{Action, Git, Push, Pushed, PushedRef};

use crate::rule::{Against, BEFORE, Case, Rule, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/forced-push",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("forced_push.rs"),
    judge,
    examples: &[
        denies("git push origin +refs/heads/*:refs/heads/*"),
        denies("git push --force origin main"),
        denies("git push -fu origin master"),
        denies("git push origin +HEAD:refs/heads/main"),
        denies("git push origin :main"),
        denies("git push origin +HEAD:heads/main"),
        denies("git push -d origin heads/main"),
        denies("git push --delete origin release/1.2"),
        denies("git push --mirror origin"),
        denies("git push --force-with-lease origin main"),
        denies("git config remote.origin.mirror true && git push"),
        denies("git -c remote.origin.push=+refs/heads/main push origin"),
        denies("git push origin '+refs/heads/*'"),
        denies("git push -f origin \"$(git branch --show-current):main\""),
        denies("gh api -X DELETE repos/o/r/git/refs/heads/main"),
        denies("gh api --method PATCH repos/o/r/git/refs/heads/main -f sha=abc -F force=true"),
        denies("curl -X DELETE https://gitlab.com/api/v4/projects/1/repository/branches/main"),
        asks("gh api -X DELETE repos/o/r/git/refs/heads/feature/login"),
        passes("gh api repos/o/r/git/refs/heads/main"),
        passes("git config remote.origin.prune true && git push"),
        asks("git push --force origin feature/login"),
        asks("git push -f"),
        asks("git push origin :feature/login"),
        passes("git push --force-with-lease origin feature/login"),
        passes("git push origin feature/main"),
        passes("git push --dry-run --force origin main"),
        passes("git commit -m 'never git push --force origin main'"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Git(Git::Push(push)) = &effect.action else { continue };
        let judged = push.branches.iter().filter_map(|branch| Some((objection(case, branch, push)?, branch)));
        let Some((decision, branch)) = judged.max_by_key(|(decision, _)| *decision) else { continue };
        let name = match branch.name.as_deref() {
            Some(name) => name,
            None if push.everything => "every branch",
            None => "whatever branch that is",
        };
        let (deed, instead) = match branch.how {
            Pushed::Deleted => {
                ("deletes", "leave it; if it should go, tell the person which branch, and why")
            }
            Pushed::Forward | Pushed::Leased | Pushed::Forced => (
                "overwrites",
                "push with a lease to a branch of your own: `git push --force-with-lease origin feature/x`",
            ),
        };
        findings.push(Finding {
            why: format!("it {deed} {name} at the remote").into(),
            instead: instead.into(),
            ..Rule::objection(RULE.id, decision, case, effect)
        });
    }
    findings
}

fn objection(case: &Case, branch: &PushedRef, push: &Push) -> Option<Decision> {
    let protected =
        branch.name.as_deref().map_or(push.everything, |name| case.policy.is_protected_branch(name));
    match (branch.how, protected) {
        (Pushed::Forward, _) | (Pushed::Leased, false) => None,
        (Pushed::Leased | Pushed::Forced | Pushed::Deleted, true) => Some(Decision::Deny),
        (Pushed::Forced | Pushed::Deleted, false) => Some(Decision::Ask),
    }
}
