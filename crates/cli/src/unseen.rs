//! Commits that are made while a call runs, in no way that anybody knows: a program that nobody can look into, git under
//! another name, a library of a language that is not read. They cannot be held against the tests before they are there, so that
//! they are looked for afterwards.

use std::path::{Path, PathBuf};

use hookward_core::evidence::{Entry, Ledger, Settled, Unseen};
use hookward_core::{Event, Moment, redact};
use hookward_effects::{Action, Call, Command, Deed, Effect, Facts, Git, Pushed, PushedRef};
use hookward_hosts::call_id;
use hookward_io::{
    Git as Repository, LedgerFile, Stood, descends_from, is_in_a_branch, is_within, standing_on,
    was_made_since,
};

use crate::situation::Situation;

const RULE: &str = "gate/missing-evidence";

/// Calls that a host makes at once begin within that time, in milliseconds. Of others that have not ended nobody can tell whether
/// they run, or whether a person did not let them.
const AT_ONCE: u64 = 2000;

/// A call is told of so many work trees at most.
const MAX_TREES: usize = 4;

/// Whether a call makes or brings commits in a way that is known: it was judged by that.
fn explains(facts: &Facts) -> bool {
    facts.effects.iter().any(|effect| {
        matches!(
            effect.action,
            Action::Git(Git::Commit(_) | Git::Bring(_) | Git::Rewrite(_))
                | Action::Deed(Deed::Merge | Deed::Commit, _)
        )
    })
}

/// A commit that nobody saw coming, and whether the work tree stands on it.
pub(crate) struct Held {
    pub(crate) unseen: Unseen,
    pub(crate) is_here: bool,
}

/// Whether a push may be of another branch than the one that is checked out.
fn may_take_another(effect: &Effect, branch: Option<&str>) -> bool {
    let Action::Git(Git::Push(push)) = &effect.action else { return false };
    let is_other = |pushed: &PushedRef| pushed.how != Pushed::Deleted && pushed.name.as_deref() != branch;
    push.everything || push.branches.iter().any(is_other)
}

/// Whether a push is among what a call does.
pub(crate) fn is_push(effect: &Effect) -> bool {
    matches!(effect.action, Action::Git(Git::Push(_)))
}

/// Whether a tool may run a program.
fn may_run(call: &Call) -> bool {
    matches!(call, Call::Shell { .. } | Call::Mcp { .. })
}

impl Situation {
    /// The work trees that a call is about: the one that it is made in, and those that it goes to.
    fn trees_of(&self, event: &Event, facts: &Facts) -> Vec<PathBuf> {
        let mut trees: Vec<PathBuf> = self.work_tree(&event.cwd).into_iter().collect();
        let elsewhere = |command: &&Command| command.cwd.as_ref().is_some_and(|cwd| *cwd != event.cwd);
        for command in facts.commands.iter().filter(elsewhere) {
            let tree = command.cwd.as_deref().and_then(|cwd| self.work_tree(cwd));
            trees.extend(tree.filter(|tree| !trees.contains(tree)));
        }
        trees.truncate(MAX_TREES);
        trees
    }

    /// Notes where the work tree stands before a call that may run anything.
    pub(crate) fn note_head(&self, event: &Event, facts: &Facts, payload: &[u8], at: u64) {
        let Moment::BeforeTool(call) = &event.moment else { return };
        if !may_run(call) || !self.policy.is_on(RULE, event.role()) {
            return;
        }
        let explains = explains(facts);
        for root in self.trees_of(event, facts) {
            let (Some(file), Some(head)) = (self.ledger_at(&root), standing_on(&root)) else { continue };
            let (id, text) = (call_id(payload), redact(&call.subject()).into_owned());
            let _ = file.note_head(&Stood { id, text, head, explains, ended: false, at });
        }
    }

    /// Looks whether a commit was made while a call ran that nothing explains, and notes it. What comes of it is told at once.
    pub(crate) fn find_unseen(&self, event: &Event, payload: &[u8], at: u64) {
        let (Moment::AfterTool { call, .. } | Moment::AfterFailure { call, .. }) = &event.moment else {
            return;
        };
        if !may_run(call) || !self.policy.is_on(RULE, event.role()) {
            return;
        }
        let (id, text) = (call_id(payload), redact(&call.subject()).into_owned());
        let is_it = |stood: &Stood| stood.id == id && stood.text == text;
        let other = self.trees_of(event, &self.facts_if_elsewhere(event, call));
        for root in other {
            let Some(file) = self.ledger_at(&root) else { continue };
            let heads = file.heads();
            let begun = heads.iter().rev().find(|stood| is_it(stood) && !stood.ended);
            let (Some(begun), Some(head)) = (begun, standing_on(&root)) else { continue };
            if begun.explains {
                follow_unseen(&root, &file, begun, &head);
                let _ = file.note_head(&Stood { ended: true, head, at, ..begun.clone() });
                continue;
            }
            // What another call does at the same time, this one has not done.
            let explained = || heads.iter().any(|other| other.explains && runs_beside(other, begun, &heads));
            if head.is_empty() || head == begun.head || explained() || !was_made_since(&root, &head, begun.at)
            {
                continue;
            }
            let before = begun.head.clone();
            let unseen = Unseen { commit: head, before, command: text.clone(), at };
            let _ = file.append(&Entry::Unseen(unseen.clone()));
            let _ = self.seen.set(Ledger { held: Some(unseen), ..Ledger::default() });
        }
    }

    /// What a call does, if its text may lead to another work tree.
    fn facts_if_elsewhere(&self, event: &Event, call: &Call) -> Facts {
        match call {
            Call::Shell { command, .. } if command.contains("cd ") || command.contains("-C") => {
                self.facts_of(call, &event.cwd)
            }
            _ => Facts::default(),
        }
    }

    /// A commit that nobody saw coming, and that a push may take along: the work tree stands on it, or another branch holds it
    /// and may be meant.
    pub(crate) fn held(&self, ledger: &Ledger, cwd: &str, facts: &Facts) -> Option<Held> {
        let mut unsettled = ledger.unsettled().peekable();
        unsettled.peek()?;
        let root = self.work_tree(cwd)?;
        let branch = Repository::find(&root).and_then(|git| git.branch);
        let is_other = facts.effects.iter().any(|effect| may_take_another(effect, branch.as_deref()));
        unsettled.find_map(|unseen| {
            let is_here = descends_from(&root, &unseen.commit);
            let is_meant = is_here || (is_other && is_in_a_branch(&root, &unseen.commit));
            is_meant.then(|| Held { unseen: unseen.clone(), is_here })
        })
    }

    /// Notes that such a commit may be pushed: what it holds was seen to pass.
    pub(crate) fn note_settled(&self, event: &Event, facts: &Facts, at: u64) {
        let held = self.seen.get().and_then(|ledger| ledger.held.as_ref());
        let Some(held) = held.filter(|_| matches!(event.moment, Moment::BeforeTool(_))) else { return };
        if facts.effects.iter().any(is_push)
            && let Some(file) = self.ledger_file(&event.cwd)
        {
            let _ = file.append(&Entry::Settled(Settled { commit: held.commit.clone(), at }));
        }
    }
}

/// A commit that nobody saw coming stays one if a known call makes it anew: a rebase gives it another name.
fn follow_unseen(root: &Path, file: &LedgerFile, begun: &Stood, head: &str) {
    if begun.head == head {
        return;
    }
    let ledger = Ledger { entries: file.entries().unwrap_or_default(), ..Ledger::default() };
    let was_on_it = |unseen: &&Unseen| is_within(root, &unseen.commit, &begun.head);
    // Where the work tree stands on it still, it is held as it is; in front of it, it was taken back.
    let is_other =
        |unseen: &&Unseen| !is_within(root, &unseen.commit, head) && !is_within(root, head, &unseen.commit);
    if let Some(unseen) = ledger.unsettled().filter(was_on_it).find(is_other) {
        let renamed = Unseen { commit: head.to_owned(), ..unseen.clone() };
        let _ = file.append(&Entry::Unseen(renamed));
    }
}

/// Whether a call runs, or may still run, at the same time as another.
fn runs_beside(other: &Stood, begun: &Stood, heads: &[Stood]) -> bool {
    let is_same = |stood: &&Stood| stood.id == other.id && stood.text == other.text && stood.at >= other.at;
    let end = heads.iter().filter(is_same).find(|stood| stood.ended).map(|stood| stood.at);
    match end {
        Some(end) => end >= begun.at,
        None => other.at >= begun.at || begun.at.saturating_sub(other.at) < AT_ONCE,
    }
}
