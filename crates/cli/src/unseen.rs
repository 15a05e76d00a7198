//! Commits that are made in no way that anybody knows: by a program that nobody can look into, git under another name, a
//! library of a language that is not read, while a call runs or behind its back. They cannot be held against the tests before
//! they are there, so that they are looked for afterwards: when a call ends, and before they leave the machine.

use std::path::{Path, PathBuf};

use hookward_core::evidence::{Entry, Ledger, Own, Status, Unseen, directory_of, observe};
use hookward_core::{Event, Moment, redact};
use hookward_effects::{Action, Brought, Call, Deed, Effect, Facts, Git, Standing};
use hookward_hosts::call_id;
use hookward_io::{Explains, Joins, Known, Stood, branch_of, standing_on, was_made_since};

use crate::accounts::{Look, Tree};
use crate::situation::Situation;

const RULE: &str = "gate/missing-evidence";

/// Calls that a host makes at once begin within that time, in milliseconds. Of others that have not ended nobody can tell whether
/// they run, or whether a person did not let them.
const AT_ONCE: u64 = 2000;

/// A call is told of so many work trees at most.
const MAX_TREES: usize = 4;

/// What a call does to commits in a way that is known.
fn explains(facts: &Facts) -> Option<Explains> {
    let is_repeated = |at: usize| facts.rounds.iter().any(|round| round.effects.contains(&at));
    let mut explains = Explains { commits: Some(0), ..Explains::default() };
    let mut is_any = false;
    for (at, effect) in facts.effects.iter().enumerate() {
        let own = match effect.action {
            Action::Git(Git::Bring(ref brought)) => {
                let joins = match brought {
                    Brought::Moved | Brought::Followed => Joins::Other,
                    Brought::Commit
                    | Brought::Switched(_)
                    | Brought::Joined(_)
                    | Brought::Picked(_)
                    | Brought::Changes => Joins::Elsewhere,
                };
                explains.joins = explains.joins.max(joins);
                Some(0)
            }
            Action::Git(Git::Commit(_)) if !is_repeated(at) => Some(1),
            Action::Git(Git::Commit(_) | Git::Rewrite(_)) | Action::Deed(Deed::Merge | Deed::Commit, _) => {
                None
            }
            _ => continue,
        };
        is_any = true;
        if matches!(effect.action, Action::Deed(Deed::Merge, _)) {
            explains.joins = Joins::Branches;
        }
        explains.commits = explains.commits.zip(own).map(|(all, own)| all + own);
    }
    let is_open = |effect: &Effect| matches!(effect.action, Action::Run(_) | Action::Opaque(_));
    let knows_all = facts.commands.iter().all(|command| command.standing != Standing::Unknown);
    // What is in front of a commit cannot have changed what it commits: it was judged by that.
    explains.alone = knows_all && !facts.effects.iter().any(is_open);
    is_any.then_some(explains)
}

/// Whether a tool may run a program.
fn may_run(call: &Call) -> bool {
    matches!(call, Call::Shell { .. } | Call::Mcp { .. })
}

impl Situation {
    /// The work trees that a call is about: the one that it is made in, and those that it goes to.
    fn trees_of(&self, event: &Event, facts: &Facts) -> Vec<PathBuf> {
        let mut trees: Vec<PathBuf> = self.work_tree(&event.cwd).into_iter().collect();
        for directory in facts.commands.iter().filter_map(directory_of).filter(|place| *place != event.cwd) {
            let tree = self.work_tree(&directory);
            trees.extend(tree.filter(|tree| !trees.contains(tree)));
        }
        trees.truncate(MAX_TREES);
        trees
    }

    /// The commits of a work tree's repository that are accounted for.
    pub(crate) fn known_at(&self, root: &Path) -> Option<Known> {
        Known::of(&self.places.as_ref()?.state, root)
    }

    /// Notes where the work tree stands before a call that may run anything. What people have done since the last call is looked
    /// at before sources are written, too: then it is still known whether that was tested.
    pub(crate) fn note_head(&self, event: &Event, facts: &Facts, beginning: Beginning<'_>) {
        let Moment::BeforeTool(call) = &event.moment else { return };
        let writes = || facts.effects.iter().any(|effect| matches!(effect.action, Action::Write(..)));
        if !self.policy.is_on(RULE, event.role()) || !(may_run(call) || writes()) {
            return;
        }
        let Beginning { payload, is_allowed, at } = beginning;
        let explains = explains(facts).map(|known| Explains { is_allowed, ..known });
        for root in self.trees_of(event, facts) {
            let (Some(file), Some(head)) = (self.ledger_at(&root), standing_on(&root)) else { continue };
            if let Some(known) = self.known_at(&root) {
                let _ = known.begin(&event.session, at);
                Tree { root: &root, file: &file, known: &known }.close_last(&head);
            }
            if may_run(call) {
                let (id, text) = (call_id(payload), redact(&call.subject()).into_owned());
                let branch = explains.and_then(|_| branch_of(&root));
                let _ = file.note_head(&Stood { id, text, head, branch, explains, ended: false, at });
            }
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
        let has_failed = matches!(event.moment, Moment::AfterFailure { .. });
        let (id, text) = (call_id(payload), redact(&call.subject()).into_owned());
        let is_it = |stood: &Stood| stood.id == id && stood.text == text;
        let other = self.trees_of(event, &self.facts_if_elsewhere(event, call));
        for root in other {
            let (Some(file), Some(known)) = (self.ledger_at(&root), self.known_at(&root)) else { continue };
            let heads = file.heads();
            let begun = heads.iter().rev().find(|stood| is_it(stood) && !stood.ended);
            let (Some(begun), Some(head)) = (begun, standing_on(&root)) else { continue };
            if begun.explains.is_some() {
                let _ = file.note_head(&Stood { ended: true, head: head.clone(), at, ..begun.clone() });
            }
            let begun = if has_failed { begun.failed() } else { begun.clone() };
            let tree = Tree { root: &root, file: &file, known: &known };
            tree.look_at_left(&begun, &head);
            if ["fetch", "pull", "checkout"].iter().any(|word| text.contains(word)) {
                let _ = known.keep_fetched();
            }
            if head == begun.head {
                continue;
            }
            if tree.look(&begun, &head) != Look::Unexplained {
                if let Some(made) = tree.untested_of_branches(&begun, &head) {
                    let (commit, before) = (head.clone(), begun.head.clone());
                    let merged = Unseen { commit, before, command: text.clone(), merged: Some(made), at };
                    let _ = file.append(&Entry::Unseen(merged.clone()));
                    let _ = self.seen.set(Ledger { held: Some(merged), ..Ledger::default() });
                }
                continue;
            }
            // What another call does that has not ended is looked at when that ends; and one that lay there before was
            // only gone to. A check that has just passed is noted after this.
            let is_others = |other: &Stood| other.explains.is_some() && may_run_beside(other, &begun, &heads);
            if (begun.explains.is_none() && heads.iter().any(is_others))
                || !was_made_since(&root, &head, begun.at)
                || !observe(&self.facts_of(call, &event.cwd), Status::Untold, Own::NONE).is_empty()
            {
                continue;
            }
            let _ = known.report([head.as_str()]);
            let unseen = Unseen { commit: head, before: begun.head, command: text.clone(), merged: None, at };
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
}

/// What is known when a call begins.
#[derive(Clone, Copy)]
pub(crate) struct Beginning<'a> {
    pub(crate) payload: &'a [u8],
    /// Whether a person has let it through.
    pub(crate) is_allowed: bool,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// Whether a call may still run that has begun when another one did, or later.
fn may_run_beside(other: &Stood, begun: &Stood, heads: &[Stood]) -> bool {
    let is_same = |stood: &&Stood| stood.id == other.id && stood.text == other.text && stood.at >= other.at;
    let has_ended = heads.iter().filter(is_same).any(|stood| stood.ended);
    !has_ended && (other.at >= begun.at || begun.at.saturating_sub(other.at) < AT_ONCE)
}
