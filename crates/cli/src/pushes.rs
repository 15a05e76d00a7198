//! What a push would take along that nobody has held against the tests.

use std::path::PathBuf;

use hookward_core::evidence::{Entry, Unseen, directory_of};
use hookward_core::{Event, Moment};
use hookward_effects::{Action, Command, Deed, Effect, Facts, Git, Standing, Value};
use hookward_io::{Known, commit_of, parent_of, says_what_is_pushed, standing_on};

use crate::accounts::Tree;
use crate::situation::{Situation, now};

/// What a push may take whose words nobody can read.
const ANYTHING: &[&str] = &["--branches", "--tags", "--reflog", "HEAD"];

/// Commands of git that make a name stand for another commit.
#[rustfmt::skip]
const MOVES: &[&str] = &[
    "reset", "switch", "checkout", "branch", "tag", "update-ref", "symbolic-ref", "worktree", "stash", "rebase", "fetch", "merge",
    "cherry-pick",
];

/// A commit that nobody saw coming and that a push would take along.
pub(crate) struct Held {
    pub(crate) unseen: Unseen,
    /// The work tree that it is pushed from.
    pub(crate) root: PathBuf,
    /// Whether that stands on just what would be pushed.
    pub(crate) is_here: bool,
    /// A source that lies there otherwise.
    pub(crate) left: Option<String>,
}

/// Commits that are not accounted for, of a repository that a call pushes from.
#[derive(Debug)]
pub(crate) struct Unaccounted {
    known: Known,
    commits: Vec<String>,
}

/// What a push takes along, as `git rev-list` is told it; `None` if nobody can read that.
fn taken(effect: &Effect) -> Option<Vec<String>> {
    match &effect.action {
        Action::Git(Git::Push(push)) => push.takes.clone(),
        Action::Deed(Deed::PushAll, _) => Some(vec!["--branches".to_owned(), "HEAD".to_owned()]),
        _ => Some(vec!["HEAD".to_owned()]),
    }
}

/// What the words of git name that stand in front of a push and move something; `None` if nobody can read them.
fn moved_in_front(facts: &Facts, at: usize) -> Option<Vec<String>> {
    let is_moving = |command: &&Command| {
        let name = command.words.first().map_or("", Value::prefix);
        let moves = command.words.iter().filter_map(Value::known).any(|word| MOVES.contains(&word));
        name.rsplit('/').next() == Some("git") && moves && command.standing != Standing::ReadOnly
    };
    let in_front = facts.commands.iter().filter(|command| command.preceding <= at).filter(is_moving);
    let mut names = Vec::new();
    for command in in_front {
        for word in command.words.iter().skip(1) {
            names.push(word.known()?.to_owned());
        }
    }
    Some(names)
}

fn anything() -> Vec<String> {
    ANYTHING.iter().map(|name| (*name).to_owned()).collect()
}

impl Situation {
    /// The work trees that the pushes of a call are made in. A directory that nobody can read is taken for the one that the call
    /// is made in.
    fn pushes<'f>(&self, event: &Event, facts: &'f Facts) -> Vec<(PathBuf, usize, &'f Effect)> {
        let mut found: Vec<(PathBuf, usize, &Effect)> = Vec::new();
        for (at, effect) in facts.effects.iter().enumerate().filter(|(_, effect)| effect.is_push()) {
            let own = facts.commands.iter().filter(|command| Some(command.span) == effect.span);
            let mut places: Vec<String> = own.filter_map(directory_of).collect();
            if places.is_empty() {
                places.push(event.cwd.clone());
            }
            let home = self.places.as_ref().map(|places| places.home.display().to_string());
            let is_exempt = |root: &PathBuf| {
                root.to_str().is_some_and(|root| self.policy.is_exempt(root, home.as_deref()))
            };
            for root in
                places.iter().filter_map(|place| self.work_tree(place)).filter(|root| !is_exempt(root))
            {
                if !found.iter().any(|(known, other, _)| *known == root && *other == at) {
                    found.push((root, at, effect));
                }
            }
        }
        found
    }

    /// A commit that a push would take along, and that nobody saw coming.
    pub(crate) fn held(&self, event: &Event, facts: &Facts) -> Option<Held> {
        let pushes = self.pushes(event, facts).into_iter();
        pushes.into_iter().find_map(|(root, at, effect)| {
            let names = taken(effect).unwrap_or_else(anything);
            let moved = moved_in_front(facts, at).filter(|_| !names.is_empty());
            self.held_at(&event.session, root, names, moved)
        })
    }

    fn held_at(
        &self,
        session: &str,
        root: PathBuf,
        mut names: Vec<String>,
        moved: Option<Vec<String>>,
    ) -> Option<Held> {
        if names.is_empty() {
            return None;
        }
        let (file, known) = (self.ledger_at(&root)?, self.known_at(&root)?);
        known.begin(session, now()).ok()?;
        // Where git's files do not say it, no push is of what was tested.
        let head = standing_on(&root).unwrap_or_default();
        let tree = Tree { root: &root, file: &file, known: &known };
        tree.close_last(&head);
        match moved {
            Some(moved) => names.extend(moved.into_iter().filter_map(|name| commit_of(&root, &name))),
            None => names.extend(anything()),
        }
        if says_what_is_pushed(&root) {
            names.push("--branches".to_owned());
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        // What git does not know by its name may be any of them.
        let mut unknown = known.unknown(&names).or_else(|| known.unknown(ANYTHING))?;
        if unknown.is_empty() {
            let tips = names.iter().filter(|name| !name.starts_with("--"));
            let tips = tips.filter_map(|name| commit_of(&root, name)).filter(|tip| *tip != head);
            unknown.extend(tips.filter(|tip| known.is_reported(tip)).take(1));
        }
        if unknown.is_empty() || tree.only_documents(&unknown) {
            let unseen = untested_of_branches(tree, &names, &head)?;
            let is_here = unseen.commit == head;
            return Some(Held { unseen, root, is_here, left: None });
        }
        let _ = known.report(unknown.iter().map(String::as_str));
        let entries = file.entries().unwrap_or_default();
        let told = entries.into_iter().rev().find_map(|entry| match entry {
            Entry::Unseen(unseen) if unknown.contains(&unseen.commit) => Some(unseen),
            _ => None,
        });
        let unseen = told.or_else(|| {
            let commit = unknown.last()?.clone();
            let before = parent_of(&root, &commit);
            Some(Unseen { commit, before, command: String::new(), merged: None, at: 0 })
        })?;
        let is_head = |name: &&str| name.starts_with("--") || commit_of(&root, name).as_ref() == Some(&head);
        let is_here = names.iter().all(is_head) && known.unknown(&["HEAD"]).as_ref() == Some(&unknown);
        let left = is_here.then(|| tree.left(&unknown)).flatten();
        let _ = self.unaccounted.set(Unaccounted { known, commits: unknown });
        Some(Held { unseen, root, is_here, left })
    }

    /// Notes that what a push takes along is accounted for: it was seen to pass, or a person has let it through.
    pub(crate) fn note_settled(&self, event: &Event) {
        if matches!(event.moment, Moment::BeforeTool(_))
            && let Some(Unaccounted { known, commits }) = self.unaccounted.get()
        {
            let _ = known.add(commits.iter().map(String::as_str));
        }
    }
}

/// What a push would take along that a call has made of branches which were tested apart. Whatever is committed behind it was held
/// against the tests.
fn untested_of_branches(tree: Tree<'_>, names: &[&str], head: &str) -> Option<Unseen> {
    let is_taken = |commit: &String| {
        let is_it = |name: &&str| commit_of(tree.root, name).as_ref() == Some(commit);
        // Of many branches, the one that is checked out counts: it was gone to last.
        names.iter().any(|name| if name.starts_with("--") { commit == head } else { is_it(name) })
    };
    let entries = tree.file.entries().unwrap_or_default().into_iter().rev();
    let mut merged = entries.filter_map(|entry| match entry {
        Entry::Unseen(unseen) if unseen.merged.is_some() => Some(unseen),
        _ => None,
    });
    let found = merged.find(|unseen| is_taken(&unseen.commit))?;
    let is_tested = found.merged.as_ref().is_some_and(|made| tree.is_tested(made));
    (!is_tested).then_some(found)
}
