//! The figures of the journal: from the index where there is one, else from the files themselves. Both give the same.

use std::io;
use std::path::PathBuf;

use hookward_io::{Journal, Part};
use jiff::tz::TimeZone;

use crate::snapshots::{SnapshotError, Snapshots};
use crate::sums::{Sums, Wanted};

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum GatherError {
    /// The journal cannot be read.
    #[error("the journal cannot be read: {0}")]
    Journal(#[from] io::Error),
    /// What was kept of older files cannot be read.
    #[error(transparent)]
    Snapshots(#[from] SnapshotError),
    /// The index fails, and not because it is damaged.
    #[cfg(feature = "index")]
    #[error("the index cannot be used: {0}")]
    Index(#[from] rusqlite::Error),
}

/// Where figures come from.
#[derive(Clone, Debug)]
pub struct Gatherer {
    /// The journal.
    pub journal: Journal,
    /// Where the index is kept; `None` for none.
    pub index: Option<PathBuf>,
    /// The zone that days are of.
    pub zone: TimeZone,
}

/// How far the reading has come: bytes that were read, and bytes in all.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// What becomes of an index that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rebuild {
    /// It is made anew if it does not fit.
    IfNeeded,
    /// It is made anew.
    Always,
}

impl Gatherer {
    /// The sums that are wanted.
    pub fn sums(&self, wanted: &Wanted, rebuild: Rebuild, progress: Progress) -> Result<Sums, GatherError> {
        #[cfg(feature = "index")]
        if let Some(path) = &self.index {
            // Without the index it takes longer, and nothing else.
            if let Ok(Some(sums)) = crate::index::sums(path, self, wanted, rebuild, progress) {
                return Ok(sums);
            }
        }
        #[cfg(not(feature = "index"))]
        let _ = rebuild;
        self.sums_of_the_files(wanted, progress)
    }

    /// The sums that are wanted, of the files themselves.
    pub fn sums_of_the_files(&self, wanted: &Wanted, progress: Progress) -> Result<Sums, GatherError> {
        let (parts, snapshots) = self.open()?;
        let total = parts.iter().map(|part| part.length).sum();
        let mut sums = snapshots.sums();
        let mut done = 0;
        for part in parts {
            let length = part.length;
            let mut records = part.whole_records(0);
            for record in records.by_ref() {
                sums.fold(&record, &self.zone);
            }
            sums.unreadable += records.unreadable as u64;
            done += length;
            progress(done, total);
        }
        sums.keep(wanted);
        sums.denials.sort_unstable();
        Ok(sums)
    }

    /// The files that count, and what was kept of those that were dropped.
    pub(crate) fn open(&self) -> Result<(Vec<Part>, Snapshots), GatherError> {
        // INVARIANT: in this order. A file that is dropped meanwhile is either one that is open and not told of by the
        // snapshots, or the other way round.
        let mut parts = self.journal.parts()?;
        let snapshots = Snapshots::read(self.journal.state())?;
        parts.retain(|part| !snapshots.covers.contains(&part.name));
        Ok((parts, snapshots))
    }
}
