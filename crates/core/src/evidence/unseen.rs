//! Commits that were made while a call ran, and in no way that anybody knows: nothing was held against the tests.

use serde::{Deserialize, Serialize};

use super::{Entry, Ledger};

/// A commit that nobody saw coming.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseen {
    /// Its name.
    pub commit: String,
    /// The commit that the work tree stood on before; empty if there was none.
    pub before: String,
    /// The call that was running, redacted.
    pub command: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Such a commit holds what was seen to pass all tests since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Its name.
    pub commit: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl Unseen {
    /// Its name, in short.
    pub fn short(&self) -> &str {
        self.commit.get(..10).unwrap_or(&self.commit)
    }

    /// The command that takes it back and leaves what it holds.
    pub fn way_back(&self) -> String {
        if self.before.is_empty() {
            "git update-ref -d HEAD".to_owned()
        } else {
            format!("git reset --soft {}", self.before.get(..10).unwrap_or(&self.before))
        }
    }
}

impl Ledger {
    /// Commits that nobody saw coming, and that nothing has settled since.
    pub fn unsettled(&self) -> impl Iterator<Item = &Unseen> {
        self.entries.iter().enumerate().filter_map(|(at, entry)| {
            let Entry::Unseen(unseen) = entry else { return None };
            let mut behind = self.entries.iter().skip(at);
            let is_settled =
                |entry: &Entry| matches!(entry, Entry::Settled(own) if own.commit == unseen.commit);
            (!behind.any(is_settled)).then_some(unseen)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unseen(commit: &str, before: &str) -> Unseen {
        Unseen { commit: commit.into(), before: before.into(), command: "./x".into(), at: 1 }
    }

    #[test]
    fn what_is_settled_is_held_against_nobody() {
        let settled = |commit: &str| Entry::Settled(Settled { commit: commit.into(), at: 2 });
        let entries = vec![Entry::Unseen(unseen("a", "")), Entry::Unseen(unseen("b", "a")), settled("a")];
        let ledger = Ledger { entries, ..Ledger::default() };
        let left: Vec<&str> = ledger.unsettled().map(|unseen| unseen.commit.as_str()).collect();
        assert_eq!(left, ["b"]);
    }

    #[test]
    fn a_line_of_it_is_read_again_and_none_of_another_kind_is() {
        let line = serde_json::to_string(&Entry::Unseen(unseen("a", ""))).unwrap();
        assert!(line.starts_with(r#"{"kind":"unseen","commit":"a""#), "{line}");
        assert_eq!(serde_json::from_str::<Entry>(&line).unwrap(), Entry::Unseen(unseen("a", "")));
        assert!(serde_json::from_str::<Entry>(r#"{"kind":"of tomorrow","at":1}"#).is_err());
    }
}
