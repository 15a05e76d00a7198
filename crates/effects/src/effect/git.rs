//! What git does to a repository and its remotes.

use std::fmt;

use crate::{Added, Place};

/// What git does beyond reading and committing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Git {
    /// Uncommitted work is lost, all of it or whatever lies below a directory; the words say how.
    Discard(&'static str),
    /// What was never committed is deleted, in these places only: `git clean -fdx node_modules`.
    Clean(Vec<Place>),
    /// Commits become unreachable or unrecoverable; the words say how.
    Forget(&'static str),
    /// One thing is dropped that can seldom be had again: a stash, a branch; the words say what.
    Drop(String),
    /// History is rewritten or a ref moved by force.
    Rewrite(&'static str),
    /// A work tree is removed, by force.
    RemoveWorktree(String),
    /// A work tree is removed, if nothing is lost by it; from inside a linked work tree. The main one.
    LeaveWorktree(String),
    /// Refs are pushed.
    Push(Push),
    /// A file is put into the index, to be committed.
    Stage(Place),
    /// A commit is made; what it adds, as far as that is known.
    Commit(Vec<Added>),
    /// The work tree gets what lies elsewhere in the repository.
    Bring(Brought),
}

/// What a work tree gets from elsewhere in its repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brought {
    /// It is as another commit has it, which nobody can name: `git switch -c a b`.
    Commit,
    /// What its branch follows comes to it: `git pull`, `git rebase`.
    Followed,
    /// It is as this commit has it: `git switch main`.
    Switched(String),
    /// Its branch is put elsewhere, and it along with that: `git reset --keep other`.
    Moved,
    /// What these hold comes to what is there: `git merge feature`, `git rebase main`.
    Joined(Vec<String>),
    /// What these commits change is made here, too, or taken back: `git cherry-pick`, `git revert`.
    Picked(Vec<String>),
    /// Changes that no commit of this branch holds: `git stash pop`, `git cherry-pick -n`.
    Changes,
}

/// A push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    /// The remote, as written or by default; `None` if it is not known.
    pub remote: Option<String>,
    /// Whether the repository knows that remote.
    pub known_remote: bool,
    /// The branches it changes at the remote; empty if they are not known.
    pub branches: Vec<PushedRef>,
    /// Whether it pushes whatever there is: `--all`, `--mirror`.
    pub everything: bool,
    /// What it takes along, as `git rev-list` is told it: names of commits, `--branches`; `None` if that is not known.
    pub takes: Option<Vec<String>>,
}

/// What becomes of a branch at a remote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushedRef {
    /// Its name there; `None` if that is not known.
    pub name: Option<String>,
    /// How.
    pub how: Pushed,
}

/// How a ref is pushed. Ordered by how much it can lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pushed {
    /// Forward only.
    Forward,
    /// By force, if the remote is as it was last seen.
    Leased,
    /// By force.
    Forced,
    /// It is deleted.
    Deleted,
}

impl fmt::Display for Git {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discard(what) | Self::Forget(what) | Self::Rewrite(what) => f.write_str(what),
            Self::Drop(what) => write!(f, "drops {what}"),
            Self::RemoveWorktree(path) => write!(f, "removes the work tree {path}"),
            Self::Clean(_) => f.write_str("deletes files that were never committed"),
            Self::LeaveWorktree(_) => f.write_str("removes a work tree from inside another"),
            Self::Push(push) => {
                let remote = push.remote.as_deref().unwrap_or("?");
                write!(f, "pushes to {remote}")?;
                for branch in &push.branches {
                    let name = branch.name.as_deref().unwrap_or("?");
                    let how = match branch.how {
                        Pushed::Forward => "",
                        Pushed::Leased => " with a lease",
                        Pushed::Forced => " by force",
                        Pushed::Deleted => " as deleted",
                    };
                    write!(f, " {name}{how}")?;
                }
                Ok(())
            }
            Self::Stage(_) => f.write_str("stages"),
            Self::Commit(_) => f.write_str("commits"),
            Self::Bring(Brought::Joined(names)) => write!(f, "joins {} to the work tree", names.join(", ")),
            Self::Bring(Brought::Picked(names)) => write!(f, "does {} in the work tree", names.join(", ")),
            Self::Bring(Brought::Followed) => {
                f.write_str("brings what the branch follows into the work tree")
            }
            Self::Bring(Brought::Commit | Brought::Switched(_) | Brought::Moved) => {
                f.write_str("puts another commit into the work tree")
            }
            Self::Bring(Brought::Changes) => f.write_str("brings changes from elsewhere in the repository"),
        }
    }
}
