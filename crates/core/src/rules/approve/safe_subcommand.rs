//! Only looks, by a subcommand and options that are known to.
//!
//! What: approves commands of programs that can do anything, used so that they only look at the workspace: `git log`,
//! `git branch -vv`, `npm ls`, `docker ps`, `kubectl get pods`. Every other command of the text must be safe as well,
//! every substitution and every redirection too. Whatever is not known stays with the host.
//!
//! Why: a person who is asked about `git diff` twenty times a day stops reading the questions.
//!
//! Instead: nothing; whatever is not approved is left to the host.

use hookward_effects::Standing;

use super::read_only::only_looks;
use crate::rule::{Against, BEFORE, Case, Rule, approves, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "approve/safe-subcommand",
    category: Category::Approve,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("safe_subcommand.rs"),
    judge,
    examples: &[
        approves("git status"),
        approves("git log --oneline -5 && git diff --stat | head -20"),
        approves("git branch -a"),
        approves("git remote -v"),
        approves("git stash list"),
        approves("cd src && git show HEAD --stat"),
        approves("npm ls --depth=0"),
        approves("kubectl get pods -n web"),
        approves("kubectl get pods -A -o wide"),
        approves("git describe --tags --always"),
        approves("hookward status --json"),
        approves("hookward facts; hookward blocked"),
        approves("hookward log -n 20 --would-deny"),
        approves("hookward rules gate/untested-code"),
        approves("hookward explain 'rm -rf /'"),
        passes("hookward doctor"),
        passes("hookward log --follow"),
        passes("hookward rules new gate/x"),
        passes("hookward report --out a.html"),
        passes("hookward story set x"),
        passes("hookward check --file ../../x"),
        passes("kubectl get pods -o yaml"),
        passes("kubectl get pods -o wide -o yaml"),
        passes("kubectl get secrets"),
        passes("npm run build"),
        passes("docker logs api"),
        passes("git push"),
        passes("git status -s\r\n"),
        passes("git branch new"),
        passes("git -c core.pager=./x log"),
        passes("git log; npm test"),
        passes("git diff --output=x"),
        passes("ls"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let by_subcommand =
        case.facts.commands.iter().any(|command| command.standing == Standing::SafeSubcommand);
    if !by_subcommand || !only_looks(case) {
        return Vec::new();
    }
    vec![Finding {
        why: "it only looks, with these subcommands and options".into(),
        ..Rule::finding(RULE.id, Decision::Approve, case, None)
    }]
}
