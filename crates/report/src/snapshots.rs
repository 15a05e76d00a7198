//! What is kept of files of the journal that were dropped: their sums, day by day. Nothing of an event itself is in them.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hookward_core::policy::Retention;
use hookward_io::{Journal, Part, replace_private};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::sums::{Key, Sums};
use crate::tally::Tally;

/// The file in the state directory.
const NAME: &str = "snapshots.json";

/// How long another process that drops files is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file that was put aside is kept this long, whatever the policy says, in milliseconds: a process that had opened it before
/// may still write to it.
const STILL_WRITTEN_TO: u64 = 60 * 60 * 1000;

/// So many names of files are kept: a reader may have opened one of them a moment ago.
const MAX_COVERED: usize = 256;

/// Why older figures are not there.
#[derive(Debug, thiserror::Error)]
#[error(
    "{path} cannot be used: {error}; without it, figures of days that the journal no longer has are lost"
)]
pub struct SnapshotError {
    path: PathBuf,
    error: io::Error,
}

/// What is kept of files that were dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshots {
    /// The files whose sums these are. One that is still there is not to be counted, and can be deleted.
    pub covers: Vec<String>,
    /// Lines that could not be read.
    #[serde(default)]
    pub unreadable: u64,
    /// The sums.
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Cell {
    #[serde(flatten)]
    key: Key,
    tally: Tally,
}

impl Snapshots {
    /// What is kept in a state directory.
    pub fn read(state: &Path) -> Result<Self, SnapshotError> {
        let path = state.join(NAME);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(SnapshotError { path, error }),
        };
        serde_json::from_slice(&bytes).map_err(|error| SnapshotError { path, error: error.into() })
    }

    /// As sums.
    pub fn sums(&self) -> Sums {
        let mut sums = Sums { unreadable: self.unreadable, ..Sums::default() };
        for cell in &self.cells {
            sums.cells.entry(cell.key.clone()).or_default().add(&cell.tally);
        }
        sums
    }

    /// The name of what is in them: the same as long as nothing changes.
    #[cfg(feature = "index")]
    pub(crate) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    fn write(&self, state: &Path) -> io::Result<()> {
        replace_private(&state.join(NAME), &serde_json::to_vec(self)?)
    }
}

/// Drops the files of the journal that are too old, or too much; their sums are kept. Gives back how many were dropped.
///
/// INVARIANT: the sums are on the disk before a file goes, and name it. A process that dies in between leaves a file that
/// nobody counts, and the next one deletes it.
pub fn tidy(
    journal: &Journal,
    retention: Retention,
    zone: &TimeZone,
    now: u64,
) -> Result<usize, Box<dyn std::error::Error>> {
    let Some(_lock) = journal.lock(PATIENCE)? else { return Ok(0) };
    let mut snapshots = Snapshots::read(journal.state())?;
    let parts = journal.parts()?;
    let mut total: u64 = parts.iter().map(|part| part.length).sum();
    let mut dropped: Vec<String> =
        parts.iter().map(|part| part.name.clone()).filter(|name| snapshots.covers.contains(name)).collect();
    let mut sums = snapshots.sums();
    let before = snapshots.covers.len();
    for part in parts.into_iter().filter(|part| !dropped.contains(&part.name)).collect::<Vec<Part>>() {
        let Some(time) = part.time else { continue };
        let age = now.saturating_sub(time);
        let is_surplus = age > retention.keep_ms() || total > retention.max_bytes();
        if age <= STILL_WRITTEN_TO || !is_surplus {
            continue;
        }
        total -= part.length;
        let name = part.name.clone();
        let mut records = part.whole_records(0);
        for record in records.by_ref() {
            sums.fold(&record, zone);
        }
        sums.unreadable += records.unreadable as u64;
        snapshots.covers.push(name.clone());
        dropped.push(name);
    }
    if snapshots.covers.len() > before {
        let surplus = snapshots.covers.len().saturating_sub(MAX_COVERED).min(before);
        snapshots.covers.drain(..surplus);
        snapshots.unreadable = sums.unreadable;
        snapshots.cells = sums.cells.into_iter().map(|(key, tally)| Cell { key, tally }).collect();
        snapshots.write(journal.state())?;
    }
    for name in &dropped {
        std::fs::remove_file(journal.state().join(name))?;
    }
    Ok(dropped.len())
}
