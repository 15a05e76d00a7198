//! Where data comes from: followed through variables, pipes and files, so that a rule can say what leaves or runs.

use crate::Place;

/// The most sources that are followed for one value.
const MAX_SOURCES: usize = 16;

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

    /// Adds other sources.
    pub fn add(&mut self, other: &Self) {
        for source in &other.0 {
            if self.0.len() < MAX_SOURCES && !self.0.contains(source) {
                self.0.push(source.clone());
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

    /// Whether it comes over the network.
    pub fn has_network(&self) -> bool {
        self.0.iter().any(|source| matches!(source, Source::Network(_)))
    }
}
