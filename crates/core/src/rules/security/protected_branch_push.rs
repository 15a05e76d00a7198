//! Pushes to a protected branch.
//!
//! What: asks before a plain push to a branch that the policy protects (`security.protected_branches`; by default main,
//! master, production, release/*), by name, by `HEAD:main`, or because it is checked out.
//!
//! Why: what is pushed there is what others build on and what is deployed.
//!
//! Instead: push a branch of your own and open a pull request.

use hookward_effects::{Action, Git, Pushed};

use crate::rule::{Against, BEFORE, Case, Rule, asks, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/protected-branch-push",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("protected_branch_push.rs"),
    judge,
    examples: &[
        asks("git push origin main"),
        asks("git push origin HEAD:master"),
        asks("git push origin feature/x:release/2.0"),
        asks("git push origin HEAD:heads/main"),
        asks("git subtree push --prefix=dist origin main"),
        asks("git push --all"),
        asks("jj git push --bookmark main"),
        asks("jj git push -b exact:master --remote upstream"),
        asks("jj git push --named release/2.0=@-"),
        asks("sl push --to main"),
        passes("sl push --to feature/main"),
        passes("jj git push -b feature/main"),
        passes("jj git push -b main --dry-run"),
        passes("jj git push -c @-"),
        passes("git push -u origin feature/login"),
        passes("git push origin feature/main"),
        passes("git push --dry-run origin main"),
        passes("git push origin HEAD:tags/main"),
        passes("git subtree push --prefix=dist origin gh-pages"),
        passes("git subtree pull --prefix=dist origin main"),
        passes("git push"),
        passes("git push --tags"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Git(Git::Push(push)) = &effect.action else { continue };
        let protected = push.branches.iter().filter(|branch| branch.how == Pushed::Forward).find(|branch| {
            branch.name.as_deref().map_or(push.everything, |name| case.policy.is_protected_branch(name))
        });
        let Some(branch) = protected else { continue };
        let name = branch.name.as_deref().unwrap_or("every branch");
        findings.push(Finding {
            why: format!("it pushes to {name}, which is protected").into(),
            instead: "push a branch of your own and open a pull request: `git push -u origin feature/x`"
                .into(),
            ..Rule::objection(RULE.id, Decision::Ask, case, effect)
        });
    }
    findings
}
