//! Commits that were made in no way that anybody knows, or by bringing branches together: what they hold was not held against the
//! tests before.

use serde::{Deserialize, Serialize};

/// A commit that nobody saw coming.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseen {
    /// Its name.
    pub commit: String,
    /// The commit that the work tree stood on before; empty if there was none.
    pub before: String,
    /// The call that was running, redacted; empty if none was.
    pub command: String,
    /// The name of the sources that it has made of two branches, where it is known how it came about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl Unseen {
    /// Who has made it, as far as that is known.
    pub fn by_whom(&self) -> String {
        if self.merged.is_some() {
            format!("`{}` has brought sources together that were not tested like this", self.command)
        } else if self.command.is_empty() {
            format!("commit {} was made while no call was seen to make it", self.short())
        } else {
            format!("`{}` has made commit {} unseen", self.command, self.short())
        }
    }

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

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::*;

    fn unseen(commit: &str, before: &str) -> Unseen {
        Unseen { commit: commit.into(), before: before.into(), command: "./x".into(), merged: None, at: 1 }
    }

    #[test]
    fn a_line_of_it_is_read_again_and_none_of_another_kind_is() {
        let line = serde_json::to_string(&Entry::Unseen(unseen("a", ""))).unwrap();
        assert!(line.starts_with(r#"{"kind":"unseen","commit":"a""#), "{line}");
        assert_eq!(serde_json::from_str::<Entry>(&line).unwrap(), Entry::Unseen(unseen("a", "")));
        assert!(serde_json::from_str::<Entry>(r#"{"kind":"of tomorrow","at":1}"#).is_err());
    }
}
