//! Whether the commits that have come to a work tree are accounted for: by the call that has just ended, by what they hold, or
//! by tests that have passed on them.

use std::path::Path;

use hookward_core::evidence::{Check, Ledger, is_document};
use hookward_effects::{Staged, World};
use hookward_io::{
    Disk, Joins, Known, LedgerFile, MANY, New, Stood, commit_of, is_within, names_between, parent_of,
    standing_on, unlike_since,
};

/// A work tree, and what is known of its commits.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'a> {
    pub(crate) root: &'a Path,
    pub(crate) file: &'a LedgerFile,
    pub(crate) known: &'a Known,
}

/// What becomes of the commits of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// All that they descend from is accounted for, and so are they.
    Known,
    /// They are explained, but stand upon others that are not.
    UponUnknown,
    /// Nothing explains them.
    Unexplained,
}

impl Tree<'_> {
    /// Some hosts do not say when a call ends: then the next one does. And what people do between calls may be of a kind that
    /// needs no call to explain it.
    pub(crate) fn close_last(self, head: &str) {
        let Some(last) = self.file.last_head() else { return };
        let explains = last.explains.filter(|_| !last.ended);
        let branch = last.branch.filter(|_| !last.ended);
        let last = Stood { explains, branch, ..last };
        self.look_at_left(&last, head);
        if last.head != head {
            self.look(&last, head);
        }
    }

    /// A call may commit on one branch and go on to another.
    pub(crate) fn look_at_left(self, begun: &Stood, head: &str) {
        let name = begun.branch.as_ref().map(|branch| format!("refs/heads/{branch}"));
        let left = name.and_then(|name| commit_of(self.root, &name));
        if let Some(left) = left.filter(|left| left != head && *left != begun.head) {
            self.look(begun, &left);
        }
    }

    /// Looks at what has come since a call began; what is accounted for is noted.
    pub(crate) fn look(self, begun: &Stood, tip: &str) -> Look {
        let Some(unknown) = self.known.unknown(&[tip]).filter(|_| !tip.is_empty()) else {
            return Look::Known;
        };
        if unknown.is_empty() {
            return Look::Known;
        }
        let before = match begun.head.as_str() {
            "" => Vec::new(),
            head => self.known.unknown(&[head]).unwrap_or_default(),
        };
        let is_explained = self.explains(begun, tip);
        if is_explained && before.is_empty() {
            let _ = self.known.add([tip]);
            return Look::Known;
        }
        if self.was_tested(&unknown, tip) {
            // What it descends from was not, by itself.
            let _ = self.known.report(unknown.iter().skip(1).map(String::as_str));
            let _ = self.known.add([tip]);
            return Look::Known;
        }
        if is_explained { Look::UponUnknown } else { Look::Unexplained }
    }

    /// Whether what a call does in a known way is all that has happened to the commits. Documents, and what has only got another
    /// name by a rebase, need none.
    fn explains(self, begun: &Stood, tip: &str) -> bool {
        let Some(New { plain, merges }) = self.known.new_beside(&begun.head, tip) else { return false };
        if merges.is_empty() && self.only_documents(&plain) {
            return true;
        }
        let Some(explains) = begun.explains else { return false };
        let (plain, merges) = (plain.len(), merges.len());
        // Of two that can commit, nobody knows which one has.
        let is_sure = explains.alone || explains.is_allowed;
        match explains.commits {
            Some(0) => plain == 0 && merges <= 1,
            Some(commits) => {
                is_sure && plain + merges <= commits + usize::from(explains.joins != Joins::Nothing)
            }
            None => is_sure || plain == 0,
        }
    }

    /// The name of sources that a call has made of branches which were tested apart, if they were not seen to pass together. What a
    /// person has let through is theirs.
    pub(crate) fn untested_of_branches(self, begun: &Stood, head: &str) -> Option<String> {
        let explains = begun.explains.filter(|explains| !explains.is_allowed)?;
        let is_new = match explains.joins {
            Joins::Nothing | Joins::Elsewhere => false,
            // Who goes back, or to what a remote has, brings nothing new.
            Joins::Other => !is_within(self.root, head, &begun.head) && self.known.is_only_here(head),
            Joins::Branches => true,
        };
        let is_moved = head != begun.head && !begun.head.is_empty() && is_new;
        let brings_code = || {
            let names = names_between(self.root, &begun.head, head);
            names.is_none_or(|names| names.iter().any(|name| !is_document(name)))
        };
        if !is_moved || !brings_code() {
            return None;
        }
        let made = self.file.tree().ok()?;
        (!self.is_tested(&made)).then_some(made)
    }

    /// Whether all tests were seen to pass on sources of this name.
    pub(crate) fn is_tested(self, tree: &str) -> bool {
        let ledger = self.file.read().map(|known| Ledger { tree: Some(tree.to_owned()), ..known });
        ledger.is_ok_and(|ledger| ledger.has_passed(Check::Tests))
    }

    /// Whether each of these commits holds nothing but documents.
    pub(crate) fn only_documents(self, commits: &[String]) -> bool {
        let holds_code = |commit: &String| {
            let names = names_between(self.root, &parent_of(self.root, commit), commit);
            names.is_none_or(|names| !names.iter().all(|name| is_document(name)))
        };
        commits.len() < MANY && !commits.iter().any(holds_code)
    }

    /// Whether all tests were seen to pass on what a commit holds, which must be the one that is checked out.
    fn was_tested(self, unknown: &[String], tip: &str) -> bool {
        let is_fresh = || self.file.read().is_ok_and(|seen| seen.has_passed(Check::Tests));
        standing_on(self.root).as_deref() == Some(tip) && is_fresh() && self.left(unknown).is_none()
    }

    /// A source that lies there otherwise than these commits have it, the newest of which is checked out.
    pub(crate) fn left(self, unknown: &[String]) -> Option<String> {
        let changed = Disk::default().staged(&self.root.to_string_lossy(), Staged::Everything);
        let changed = changed.into_iter().map(|file| file.path);
        // Git can be told to overlook a file.
        let before = unknown.last().map(|oldest| parent_of(self.root, oldest)).unwrap_or_default();
        let hidden = unlike_since(self.root, &before).unwrap_or_default();
        changed.chain(hidden).find(|path| !is_document(path))
    }
}
