//! Merges that need no tests in front of them: they bring nothing but documents, or lead to sources that were seen to pass.

use std::path::Path;

use hookward_core::evidence::{Check, Ledger, directory_of, is_document};
use hookward_effects::{Action, Brought, Command, Deed, Effect, Facts, Git, Standing, Value};
use hookward_io::{
    Foreseen, LedgerFile, commit_of, fork_of, is_merge, is_within, names_between, parent_of, standing_on,
};

use crate::situation::Situation;

impl Situation {
    /// Whether all that a call merges in a work tree is free in that way.
    pub(crate) fn joins_known(&self, facts: &Facts, root: &Path) -> bool {
        let Some(file) = self.ledger_at(root) else { return false };
        let mut merges = facts.effects.iter().enumerate().filter(|(_, effect)| is_merge_of_branches(effect));
        let is_free = |(at, merge): (usize, &Effect)| {
            let Some(stands) = self.stands_on(root, facts, at) else { return false };
            let of_it = facts.effects.iter().filter(|effect| effect.span == merge.span);
            let mut brought = of_it.filter_map(|effect| match &effect.action {
                Action::Git(Git::Bring(brought)) => Some(brought),
                _ => None,
            });
            match brought.next() {
                Some(Brought::Joined(names)) => is_known(root, &file, &stands, names),
                Some(Brought::Picked(names)) => names.iter().all(|name| changes_documents(root, name)),
                Some(
                    Brought::Commit
                    | Brought::Followed
                    | Brought::Switched(_)
                    | Brought::Moved
                    | Brought::Changes,
                )
                | None => false,
            }
        };
        merges.next().is_some_and(is_free) && merges.all(is_free)
    }

    /// The commit that a merge comes to: what is checked out, or what the call itself has gone to in front of it. `None` if
    /// anything else happens there that could give a name to another commit.
    fn stands_on(&self, root: &Path, facts: &Facts, merge: usize) -> Option<String> {
        let own = facts.effects.get(merge)?.span;
        if facts.rounds.iter().any(|round| round.effects.contains(&merge)) {
            return None;
        }
        let mut stands = standing_on(root)?;
        let mut in_front = facts.effects.iter().take(merge);
        let switch = match in_front.find(|effect| !matches!(effect.action, Action::Read(..))) {
            Some(Effect { action: Action::Git(Git::Bring(Brought::Switched(name))), span, .. }) => {
                stands = commit_of(root, &format!("refs/heads/{name}"))?;
                *span
            }
            Some(_) => return None,
            None => None,
        };
        if in_front.any(|effect| !matches!(effect.action, Action::Read(..))) {
            return None;
        }
        let is_harmless = |command: &Command| {
            let is_here =
                || directory_of(command).and_then(|at| self.work_tree(&at)).as_deref() == Some(root);
            let name = command.words.first().and_then(Value::known);
            match command.standing {
                Standing::ReadOnly | Standing::SafeSubcommand => true,
                // Whoever could not go there does not merge either.
                _ if Some(command.span) == switch => command.decides && is_here(),
                _ => name == Some("cd"),
            }
        };
        let mut commands = facts.commands.iter().filter(|command| command.preceding <= merge);
        commands.all(|command| Some(command.span) == own || is_harmless(command)).then_some(stands)
    }
}

fn is_merge_of_branches(effect: &Effect) -> bool {
    matches!(effect.action, Action::Deed(Deed::Merge, _))
}

/// Whether some branches bring a commit nothing but documents, or lead it to sources that were seen to pass.
fn is_known(root: &Path, file: &LedgerFile, stands: &str, names: &[String]) -> bool {
    let commits: Option<Vec<String>> = names.iter().map(|name| commit_of(root, name)).collect();
    let Some(commits) = commits else { return false };
    let brings_documents = |commit: &String| {
        let fork = fork_of(root, stands, commit);
        fork.and_then(|fork| names_between(root, &fork, commit)).is_some_and(|names| are_documents(&names))
    };
    commits.iter().all(brings_documents)
        || matches!(commits.as_slice(), [commit] if is_within(root, stands, commit) && is_tested(file, commit))
}

/// Whether all tests were seen to pass on the sources as a commit has them.
fn is_tested(file: &LedgerFile, commit: &str) -> bool {
    let (Some(Foreseen { tree, projects }), Ok(entries)) = (file.foresee(commit), file.entries()) else {
        return false;
    };
    let ledger = Ledger { entries, tree: Some(tree), projects, ..Ledger::default() };
    ledger.has_passed(Check::Tests)
}

/// Whether a commit changes nothing but documents.
fn changes_documents(root: &Path, name: &str) -> bool {
    let commit = commit_of(root, name).filter(|commit| !is_merge(root, commit));
    let names = commit.and_then(|commit| names_between(root, &parent_of(root, &commit), &commit));
    names.is_some_and(|names| are_documents(&names))
}

/// What brings nothing at all is judged like any other: it shows what the gate says.
fn are_documents(names: &[String]) -> bool {
    !names.is_empty() && names.iter().all(|name| is_document(name))
}
