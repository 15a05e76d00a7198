//! Commits that are made in no way that anybody knows: by a program that nobody can look into, git under another name, a
//! library of a language that is not read, while a call runs or behind its back. They cannot be held against the tests before
//! they are there, so that they are looked for afterwards: when a call ends, and before they leave the machine.

use std::path::{Path, PathBuf};

use hookward_core::evidence::{self, Check, Entry, Ledger, Unseen, directory_of, is_document};
use hookward_core::{Event, Moment, redact};
use hookward_effects::{Action, Call, Deed, Effect, Facts, Git, Staged, Standing, World};
use hookward_hosts::call_id;
use hookward_io::{
    Disk, Explains, Known, LedgerFile, New, Stood, names_between, parent_of, standing_on, was_made_since,
};

use crate::situation::{Situation, now};

const RULE: &str = "gate/missing-evidence";

/// Calls that a host makes at once begin within that time, in milliseconds. Of others that have not ended nobody can tell whether
/// they run, or whether a person did not let them.
const AT_ONCE: u64 = 2000;

/// A call is told of so many work trees at most.
const MAX_TREES: usize = 4;

/// What a call does to commits in a way that is known.
fn explains(facts: &Facts, is_allowed: bool) -> Option<Explains> {
    let is_repeated = |at: usize| facts.rounds.iter().any(|round| round.effects.contains(&at));
    let mut explains = Explains { commits: Some(0), is_allowed, ..Explains::default() };
    let mut is_any = false;
    for (at, effect) in facts.effects.iter().enumerate() {
        let own = match effect.action {
            Action::Git(Git::Bring(_)) => {
                explains.brings = true;
                Some(0)
            }
            Action::Git(Git::Commit(_)) if !is_repeated(at) => Some(1),
            Action::Git(Git::Commit(_) | Git::Rewrite(_)) | Action::Deed(Deed::Merge | Deed::Commit, _) => {
                None
            }
            _ => continue,
        };
        is_any = true;
        explains.commits = explains.commits.zip(own).map(|(all, own)| all + own);
    }
    let is_open = |effect: &Effect| matches!(effect.action, Action::Run(_) | Action::Opaque(_));
    let knows_all = facts.commands.iter().all(|command| command.standing != Standing::Unknown);
    // What is in front of a commit cannot have changed what it commits: it was judged by that.
    explains.alone = knows_all && !facts.effects.iter().any(is_open);
    is_any.then_some(explains)
}

/// A commit that nobody saw coming and that a push would take along, and whether the work tree stands on just that.
pub(crate) struct Held {
    pub(crate) unseen: Unseen,
    pub(crate) is_here: bool,
}

/// What the pushes of a call take along, as `git rev-list` is told it.
fn taken(facts: &Facts) -> Vec<&str> {
    let mut taken = Vec::new();
    for effect in &facts.effects {
        match &effect.action {
            Action::Git(Git::Push(push)) => match &push.takes {
                Some(names) => taken.extend(names.iter().map(String::as_str)),
                None => taken.push("--branches"),
            },
            Action::Deed(Deed::Push, _) => taken.push("HEAD"),
            _ => {}
        }
    }
    taken
}

/// Whether a push is among what a call does.
pub(crate) fn is_push(effect: &Effect) -> bool {
    matches!(effect.action, Action::Git(Git::Push(_)) | Action::Deed(Deed::Push, _))
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
    fn known_at(&self, root: &Path) -> Option<Known> {
        Known::of(&self.places.as_ref()?.state, root)
    }

    /// Notes where the work tree stands before a call that may run anything.
    pub(crate) fn note_head(&self, event: &Event, facts: &Facts, beginning: Beginning<'_>) {
        let Moment::BeforeTool(call) = &event.moment else { return };
        if !may_run(call) || !self.policy.is_on(RULE, event.role()) {
            return;
        }
        let Beginning { payload, is_allowed, at } = beginning;
        let explains = explains(facts, is_allowed);
        for root in self.trees_of(event, facts) {
            let (Some(file), Some(head)) = (self.ledger_at(&root), standing_on(&root)) else { continue };
            if let Some(known) = self.known_at(&root) {
                let _ = known.begin(&event.session, at);
                let tree = Tree { root: &root, file: &file, known: &known };
                tree.close_last(&head);
            }
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
            let (Some(file), Some(known)) = (self.ledger_at(&root), self.known_at(&root)) else { continue };
            let heads = file.heads();
            let begun = heads.iter().rev().find(|stood| is_it(stood) && !stood.ended);
            let (Some(begun), Some(head)) = (begun, standing_on(&root)) else { continue };
            if begun.explains.is_some() {
                let _ = file.note_head(&Stood { ended: true, head: head.clone(), at, ..begun.clone() });
            }
            let tree = Tree { root: &root, file: &file, known: &known };
            if head == begun.head || tree.is_accounted_for(begun, &head) {
                continue;
            }
            // What another call does that has not ended is looked at when that ends; and one that lay there before was
            // only gone to.
            let is_others = |other: &Stood| other.explains.is_some() && may_run_beside(other, begun, &heads);
            if (begun.explains.is_none() && heads.iter().any(is_others))
                || !was_made_since(&root, &head, begun.at)
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

    /// A commit that a push would take along, and that nobody saw coming.
    pub(crate) fn held(&self, event: &Event, cwd: &str, facts: &Facts) -> Option<Held> {
        let taken = taken(facts);
        let root = self.work_tree(cwd).filter(|_| !taken.is_empty())?;
        let (file, known) = (self.ledger_at(&root)?, self.known_at(&root)?);
        known.begin(&event.session, now()).ok()?;
        let head = standing_on(&root)?;
        Tree { root: &root, file: &file, known: &known }.close_last(&head);
        // What git does not know by its name may be any of them.
        let unknown = known.unknown(&taken).or_else(|| known.unknown(&["--branches"]))?;
        let holds_code = |commit: &String| {
            let before = parent_of(&root, commit);
            names_between(&root, &before, commit)
                .is_none_or(|names| !names.iter().all(|name| is_document(name)))
        };
        if !unknown.iter().any(holds_code) {
            return None;
        }
        let (newest, oldest) = (unknown.first()?, unknown.last()?);
        let entries = file.entries().unwrap_or_default();
        let told = entries.into_iter().rev().find_map(|entry| match entry {
            Entry::Unseen(unseen) if unknown.contains(&unseen.commit) => Some(unseen),
            _ => None,
        });
        let unseen = told.unwrap_or_else(|| Unseen {
            commit: oldest.clone(),
            before: parent_of(&root, oldest),
            command: String::new(),
            at: 0,
        });
        let is_here = *newest == head && known.unknown(&["HEAD"]).is_some_and(|here| here == unknown);
        Some(Held { unseen, is_here })
    }

    /// Notes that what a push takes along is accounted for: it was seen to pass, or a person has let it through.
    pub(crate) fn note_settled(&self, event: &Event, facts: &Facts) {
        let is_held = self.seen.get().is_some_and(|ledger| ledger.held.is_some());
        let is_asked = matches!(event.moment, Moment::BeforeTool(_)) && is_held;
        let Some(cwd) = is_asked.then(|| self.told_of(event, facts)).flatten() else { return };
        let known = self.work_tree(&cwd).and_then(|root| self.known_at(&root));
        if let Some(known) = known {
            let settled = known.unknown(&taken(facts)).unwrap_or_default();
            let _ = known.add(settled.iter().map(String::as_str));
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

/// A work tree, and what is known of its commits.
#[derive(Clone, Copy)]
struct Tree<'a> {
    root: &'a Path,
    file: &'a LedgerFile,
    known: &'a Known,
}

impl Tree<'_> {
    /// Some hosts do not say when a call ends: then the next one does. And what people do between calls may be of a kind that
    /// needs no call to explain it.
    fn close_last(self, head: &str) {
        if let Some(last) = self.file.last_head().filter(|last| last.head != head) {
            let explains = last.explains.filter(|_| !last.ended);
            self.is_accounted_for(&Stood { explains, ..last }, head);
        }
    }

    /// Whether everything that a commit holds is accounted for at the end of a call; notes it if the call itself does that.
    fn is_accounted_for(self, begun: &Stood, head: &str) -> bool {
        let Some(unknown) = self.known.unknown(&[head]).filter(|_| !head.is_empty()) else { return true };
        if unknown.is_empty() {
            return true;
        }
        // What was not accounted for before is not so by a commit upon it.
        let was_clean = begun.head.is_empty()
            || self.known.unknown(&[&begun.head]).is_some_and(|before| before.is_empty());
        let by_itself = || self.holds_only_documents(&begun.head, head) || self.explains(begun, head);
        let is_explained = (was_clean && by_itself()) || self.was_tested();
        if is_explained {
            let _ = self.known.add([head]);
        }
        is_explained
    }

    /// Whether what a call does in a known way is all that has happened to the commits. What has only got another name by a
    /// rebase needs none.
    fn explains(self, begun: &Stood, head: &str) -> bool {
        let Some(new) = self.known.new_beside(&begun.head, head) else { return false };
        let Some(explains) = begun.explains.filter(|_| new != New::default()) else {
            return new == New::default();
        };
        // Of two that can commit, nobody knows which one has.
        let is_sure = explains.alone || explains.is_allowed;
        match explains.commits {
            Some(0) => new.plain == 0 && new.merges <= 1,
            Some(commits) => is_sure && new.plain + new.merges <= commits + usize::from(explains.brings),
            None => is_sure || new.plain == 0,
        }
    }

    fn holds_only_documents(self, before: &str, head: &str) -> bool {
        names_between(self.root, before, head).is_some_and(|names| names.iter().all(|name| is_document(name)))
    }

    /// Whether what is committed was seen to pass.
    fn was_tested(self) -> bool {
        let left = || Disk.staged(&self.root.to_string_lossy(), Staged::Everything);
        self.file.read().is_ok_and(|seen| matches!(seen.standing(Check::Tests), evidence::Standing::Fresh(_)))
            && left().iter().all(|file| is_document(&file.path))
    }
}

/// Whether a call may still run that has begun when another one did, or later.
fn may_run_beside(other: &Stood, begun: &Stood, heads: &[Stood]) -> bool {
    let is_same = |stood: &&Stood| stood.id == other.id && stood.text == other.text && stood.at >= other.at;
    let has_ended = heads.iter().filter(is_same).any(|stood| stood.ended);
    !has_ended && (other.at >= begun.at || begun.at.saturating_sub(other.at) < AT_ONCE)
}
