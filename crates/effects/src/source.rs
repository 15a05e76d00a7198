//! Where data comes from: followed through variables, pipes and files, so that a rule can say what leaves or runs.

use std::fmt;
use std::sync::Arc;

use crate::Place;
use crate::found::Found;

/// The most sources that are followed for one value.
const MAX_SOURCES: usize = 32;

/// Where a piece of data comes from, if it is not written in the text itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The content of files.
    File(Place),
    /// A variable that the text does not set.
    Variable(String),
    /// All variables at once: `env`, `export -p`.
    Environment,
    /// The network; from this address, as far as it is known.
    Network(String),
    /// A program whose output is a secret: `gh auth token`. What it is.
    Secret(&'static str),
    /// Names of the machine and its user: harmless on a screen, telling in a request.
    Machine,
    /// Something that was decoded, decrypted or unpacked: what it says, nobody can see.
    Encoded,
    /// Bytes that are no text, but are known: what unpacks them says what they say.
    Packed(Arc<[u8]>),
    /// A stream without end: `yes`, `/dev/zero`.
    Endless,
    /// What was committed.
    Repository,
    /// A patch of what was changed and not committed.
    Changes(Direction),
    /// Names of files that were changed or made and not committed, as git lists them.
    Uncommitted,
    /// Names of all that a program looks after on this machine, whoever has made it: `docker ps -aq`.
    Inventory,
    /// Names of files, as a search gives them.
    Names(Found),
    /// A repository that the text has cloned from a usual forge.
    Cloned(String),
    /// The text itself, where it makes more than is followed.
    Unfollowed,
}

/// Which way a patch leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From what was committed to what it is now.
    Forward,
    /// Back to what was committed.
    Backward,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(place) => f.write_str(&place.written),
            Self::Variable(name) => write!(f, "${name}"),
            Self::Environment => f.write_str("every variable"),
            Self::Network(address) => write!(f, "what {address} answers"),
            Self::Secret(what) => f.write_str(what),
            Self::Machine => f.write_str("names of the machine"),
            Self::Encoded | Self::Packed(_) => f.write_str("something decoded"),
            Self::Endless => f.write_str("something without end"),
            Self::Repository => f.write_str("what was committed"),
            Self::Changes(_) => f.write_str("what was changed"),
            Self::Uncommitted => f.write_str("names of changed files"),
            Self::Inventory => f.write_str("names of all there is"),
            Self::Names(_) => f.write_str("names of files"),
            Self::Cloned(address) => write!(f, "the repository {address}"),
            Self::Unfollowed => f.write_str("more than is followed"),
        }
    }
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Bytes stand beside the word for them.
        let told = self.0.iter().filter(|source| !matches!(source, Source::Packed(_)));
        for (index, source) in told.enumerate() {
            write!(f, "{}{source}", if index > 0 { " and " } else { "" })?;
        }
        Ok(())
    }
}

/// Everywhere that a value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Nowhere but the text.
    pub const NONE: Self = Self(Vec::new());

    /// From one source.
    pub fn from(source: Source) -> Self {
        Self(vec![source])
    }

    /// From bytes that are no text.
    pub(crate) fn packed(bytes: Vec<u8>) -> Self {
        Self(vec![Source::Encoded, Source::Packed(bytes.into())])
    }

    /// The bytes, where nothing else is in it.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self.0.as_slice() {
            [Source::Encoded, Source::Packed(bytes)] => Some(bytes),
            _ => None,
        }
    }

    /// Adds other sources.
    pub fn add(&mut self, other: &Self) {
        for source in &other.0 {
            if self.0.contains(source) {
                continue;
            }
            if self.0.len() < MAX_SOURCES {
                self.0.push(source.clone());
            } else if let Some(last) = self.0.last_mut() {
                // Who knows what else there is.
                *last = Source::Unfollowed;
            }
        }
    }

    /// With others.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.add(other);
        self
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter()
    }

    /// Without what has no end: somebody has cut it off.
    #[must_use]
    pub fn cut(mut self) -> Self {
        self.0.retain(|source| *source != Source::Endless);
        self
    }

    /// Whether it has no end.
    pub fn is_endless(&self) -> bool {
        self.0.contains(&Source::Endless)
    }

    /// Whether applying it that way takes back what was changed and not committed.
    pub(crate) fn take_back(&self, applied: Direction) -> bool {
        self.0.iter().any(|source| match source {
            Source::Changes(leads) => *leads != applied,
            Source::File(_)
            | Source::Variable(_)
            | Source::Environment
            | Source::Network(_)
            | Source::Secret(_)
            | Source::Machine
            | Source::Encoded
            | Source::Packed(_)
            | Source::Endless
            | Source::Repository
            | Source::Uncommitted
            | Source::Inventory
            | Source::Names(_)
            | Source::Cloned(_)
            | Source::Unfollowed => false,
        })
    }

    /// Names of files that are in it.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Found> {
        self.0.iter().filter_map(|source| match source {
            Source::Names(found) => Some(found),
            _ => None,
        })
    }

    /// Whether it was cloned by the text.
    pub(crate) fn has_clone(&self) -> bool {
        self.0.iter().any(|source| matches!(source, Source::Cloned(_)))
    }

    /// Whether it is names of files that were not committed.
    pub(crate) fn lists_uncommitted(&self) -> bool {
        self.0.contains(&Source::Uncommitted)
    }

    /// Whether it is names of all that a program looks after.
    pub(crate) fn list_all(&self) -> bool {
        self.0.contains(&Source::Inventory)
    }

    /// Without those names: somebody has picked some.
    #[must_use]
    pub(crate) fn picked(mut self) -> Self {
        self.0.retain(|source| *source != Source::Inventory);
        self
    }

    /// Whether it comes over the network.
    pub fn has_network(&self) -> bool {
        self.0.iter().any(|source| matches!(source, Source::Network(_)))
    }
}
