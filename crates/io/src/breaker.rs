//! A breaker for each tool of a project: one that has failed three times in a row rests; then it may try once more.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hookward_core::toolchain::How;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::file::{private_directory, replace};
use crate::trust::hex;

/// Failures in a row that open it.
const MOST: u32 = 3;

/// How long a tool rests.
const REST: Duration = Duration::from_mins(5);

/// The breaker of a tool.
pub(crate) struct Breaker {
    path: PathBuf,
    count: Count,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Count {
    failures: u32,
    /// When it last failed, in seconds since 1970.
    at: u64,
}

impl Breaker {
    pub(crate) fn of(state: &Path, root: &str, service: &str, tool: &str) -> Self {
        let name = hex(&Sha256::digest(format!("{root}\0{service}\0{tool}").as_bytes()));
        let path = state.join("breakers").join(name);
        let count = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Self { path, count: count.unwrap_or_default() }
    }

    /// Whether the tool is to rest. When it has rested it may try once: that it fails again opens it at once.
    pub(crate) fn is_open(&self) -> bool {
        self.count.failures >= MOST && now().saturating_sub(self.count.at) < REST.as_secs()
    }

    /// Notes how a tool has ended, and says so if it rests now. What cannot be noted only lets it run again.
    pub(crate) fn noted(self, how: How) -> How {
        let failed = match &how {
            How::Broken(_) | How::TimedOut => true,
            How::Passed
            | How::Changed
            | How::Problems
            | How::Missing
            | How::Resting
            | How::Busy
            | How::Late
            | How::Unchecked
            | How::Refused(_) => false,
        };
        let failures = if failed { self.count.failures.saturating_add(1) } else { 0 };
        if failures != self.count.failures {
            let text = serde_json::to_vec(&Count { failures, at: now() }).unwrap_or_default();
            let folder = self.path.parent().map_or(Ok(()), private_directory);
            let _ = folder.and_then(|()| replace(&self.path, &text));
        }
        let why = match how {
            How::Broken(why) if failures == MOST => why,
            How::TimedOut if failures == MOST => "no answer within its limit".to_owned(),
            how => return how,
        };
        How::Broken(format!("{why}; the third time, so it rests for {} minutes", REST.as_secs() / 60))
    }
}

fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_has_rested_may_try_once_and_a_success_closes_it() {
        let state = tempfile::tempdir().unwrap();
        let breaker = || Breaker::of(state.path(), "/w", "lint", "t");
        for _ in 0..3 {
            assert!(!breaker().is_open());
            breaker().noted(How::TimedOut);
        }
        assert!(breaker().is_open());
        assert!(!Breaker::of(state.path(), "/w", "lint", "other").is_open());
        // Time passes.
        let rested = Count { failures: 3, at: now() - REST.as_secs() };
        replace(&breaker().path, &serde_json::to_vec(&rested).unwrap()).unwrap();
        assert!(!breaker().is_open());
        breaker().noted(How::TimedOut);
        assert!(breaker().is_open(), "it failed again");
        replace(&breaker().path, &serde_json::to_vec(&rested).unwrap()).unwrap();
        breaker().noted(How::Problems);
        breaker().noted(How::TimedOut);
        assert!(!breaker().is_open(), "it had worked in between");
    }
}
