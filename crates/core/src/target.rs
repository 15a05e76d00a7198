//! What a finding is about: a file, a table, a branch, by a name that every tool would use.

use hookward_effects::{Action, Deed, Effect, Git, Place, Push, Pushed, Reach, Spot};
use serde::{Deserialize, Serialize};

use crate::verdict::Decision;

/// What a denied call was about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The absolute path of a file or directory, or the name of a table or a branch; a commit has none.
    pub name: String,
    /// What would have happened to it.
    pub deed: TargetDeed,
}

/// What would have happened to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetDeed {
    /// A file would have been read.
    Read,
    /// A file or directory would have been changed or deleted.
    Change,
    /// A table would have lost rows.
    Lessen,
    /// A branch of a remote would have been overwritten or deleted.
    Overwrite,
    /// A commit would have been made, in whatever words.
    Commit,
}

impl TargetDeed {
    /// What must have been decided for the refusal to stick. Where a rule asks about a table or a branch and nobody is
    /// there to answer, the narrower way to the same one is what it proposes: a condition, a lease.
    pub(crate) fn sticks(self) -> Decision {
        match self {
            Self::Read | Self::Change | Self::Commit => Decision::Ask,
            Self::Lessen | Self::Overwrite => Decision::Deny,
        }
    }
}

impl Target {
    /// What an action happens to, as far as it has a name that another tool would use too.
    pub(crate) fn of(action: &Action) -> Vec<Self> {
        match action {
            Action::Read(place) | Action::Search(place) | Action::Hand(place) => {
                Self::spots(place, TargetDeed::Read, |_| true)
            }
            Action::Write(place, _) | Action::Delete(place, _) | Action::Permit(place, _) => {
                Self::spots(place, TargetDeed::Change, |_| true)
            }
            Action::Lessen(table) => vec![Self { name: table.clone(), deed: TargetDeed::Lessen }],
            Action::Git(Git::Push(push)) => overwritten(push)
                .map(|branch| Self { name: branch.to_owned(), deed: TargetDeed::Overwrite })
                .collect(),
            Action::Git(Git::Commit(_))
            | Action::Deed(Deed::Commit | Deed::Merge | Deed::CommitElsewhere, _) => {
                vec![Self { name: String::new(), deed: TargetDeed::Commit }]
            }
            Action::Git(_)
            | Action::List(_)
            | Action::Own(..)
            | Action::Print(_)
            | Action::Send { .. }
            | Action::Receive(_)
            | Action::Run(_)
            | Action::Kill(_)
            | Action::Environment(..)
            | Action::Deed(..)
            | Action::Opaque(_) => Vec::new(),
        }
    }

    /// Of all that a place may name, what is meant: a word may stand for several files.
    pub(crate) fn spots(place: &Place, deed: TargetDeed, is_meant: impl Fn(&Spot) -> bool) -> Vec<Self> {
        let named = place.spots.iter().filter(|spot| spot.reach == Reach::Itself && !spot.if_empty);
        named.filter(|spot| is_meant(spot)).map(|spot| Self { name: spot.path.clone(), deed }).collect()
    }

    /// What a tool other than a shell reaches.
    pub(crate) fn of_a_whole_call(effects: &[Effect]) -> Vec<Self> {
        let whole = effects.iter().filter(|effect| effect.span.is_none());
        whole.flat_map(|effect| Self::of(&effect.action)).collect()
    }
}

/// The branches that a push overwrites or deletes.
fn overwritten(push: &Push) -> impl Iterator<Item = &str> {
    let branches = push.branches.iter().filter(|branch| match branch.how {
        Pushed::Forward => false,
        Pushed::Leased | Pushed::Forced | Pushed::Deleted => true,
    });
    branches.filter_map(|branch| branch.name.as_deref())
}
