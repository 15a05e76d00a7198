//! What a person has switched off for a time: one file in the state directory, where no agent may write. Most people have
//! none, and then it costs one look.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk::lies_outside;
use crate::file::{private_directory, replace};

/// What a person has switched off in a workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leave {
    /// The workspace's root.
    pub root: String,
    /// The rule; everything without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The session; all of them without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Since when, in milliseconds since 1970.
    pub at: u64,
    /// Until when.
    pub until: u64,
}

impl Leave {
    /// A pause lasts this long at most, in milliseconds.
    pub const LONGEST_PAUSE: u64 = 60 * 60 * 1000;

    /// A rule is skipped this long at most, in milliseconds.
    pub const LONGEST_SKIP: u64 = 24 * 60 * 60 * 1000;

    /// INVARIANT: whatever stands in the file, nothing is off for longer than a person can say.
    fn holds(&self, now: u64) -> bool {
        let longest = if self.rule.is_some() { Self::LONGEST_SKIP } else { Self::LONGEST_PAUSE };
        self.at <= now && now < self.until && self.until - self.at <= longest
    }
}

/// Where it is kept.
#[derive(Clone, Debug)]
pub struct LeaveFile {
    path: PathBuf,
}

impl LeaveFile {
    /// That of a state directory.
    pub fn in_state(state: &Path) -> Self {
        Self { path: state.join("leave.json") }
    }

    /// What is off now in the workspace with these roots, the first of which names it.
    pub fn of(&self, roots: &[String], now: u64) -> Vec<Leave> {
        let Ok(bytes) = std::fs::read(&self.path) else { return Vec::new() };
        // What an agent could have written is nobody's word.
        let is_safe = self.path.parent().is_some_and(|state| lies_outside(state, roots));
        let mut all: Vec<Leave> = serde_json::from_slice(&bytes).unwrap_or_default();
        all.retain(|leave| is_safe && roots.first() == Some(&leave.root) && leave.holds(now));
        all
    }

    /// Notes what is off from now on; what was said of the same before is replaced. One that is over at once ends it.
    pub fn set(&self, leave: Leave) -> io::Result<()> {
        let mut all: Vec<Leave> = std::fs::read(&self.path)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let is_same = |other: &Leave| {
            other.root == leave.root && other.rule == leave.rule && other.session == leave.session
        };
        all.retain(|other| other.until > leave.at && !is_same(other));
        if leave.until > leave.at {
            all.push(leave);
        }
        if let Some(state) = self.path.parent().filter(|state| !state.is_dir()) {
            private_directory(state)?;
        }
        replace(&self.path, &serde_json::to_vec(&all)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leave(root: &str, rule: Option<&str>, until: u64) -> Leave {
        Leave { root: root.into(), rule: rule.map(str::to_owned), session: None, at: 1_000, until }
    }

    #[test]
    fn what_is_off_is_off_in_its_workspace_for_its_time() {
        let state = tempfile::tempdir().unwrap();
        let file = LeaveFile::in_state(state.path());
        let off = |root: &str, now| file.of(&[root.to_owned()], now).len();
        assert_eq!(off("/w", 1_500), 0);
        file.set(leave("/w", None, 2_000)).unwrap();
        file.set(leave("/w", Some("gate/a"), 3_000)).unwrap();
        assert_eq!((off("/w", 1_500), off("/w", 2_500), off("/w", 3_500)), (2, 1, 0));
        assert_eq!((off("/other", 1_500), off("/w", 500)), (0, 0));
        file.set(leave("/w", None, 1_000)).unwrap();
        assert_eq!(off("/w", 1_500), 1);
    }

    #[test]
    fn nothing_is_off_for_longer_than_a_person_can_say() {
        let state = tempfile::tempdir().unwrap();
        let file = LeaveFile::in_state(state.path());
        file.set(leave("/w", None, 1_001 + Leave::LONGEST_PAUSE)).unwrap();
        assert_eq!(file.of(&["/w".to_owned()], 1_500), []);
        // Nor by what an agent could have written.
        file.set(leave("/w", None, 2_000)).unwrap();
        assert_eq!(file.of(&[state.path().to_string_lossy().into_owned()], 1_500), []);
    }
}
