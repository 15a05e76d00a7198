//! What the disk says of a file or a directory: as long as it says the same, there is nothing new to be read.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// What has changed just now may change again without a trace: clocks of disks are coarse.
pub(super) const SETTLING: Duration = Duration::from_millis(50);

/// The same on a disk that counts in whole seconds.
const SETTLING_BY_SECONDS: Duration = Duration::from_secs(2);

const NANOSECONDS: i64 = 1_000_000_000;

/// What the disk says. Whoever may only write a file can set its time of modification, and not that of its change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    size: u64,
    /// In nanoseconds since 1970, as all times here.
    modified: i64,
    /// When it was last changed in any way, its times included; and which file it is.
    changed: i64,
    inode: u64,
}

impl Stamp {
    #[cfg(unix)]
    pub(super) fn of(found: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let at = |seconds: i64, rest: i64| seconds.saturating_mul(NANOSECONDS).saturating_add(rest);
        Self {
            size: found.len(),
            modified: at(found.mtime(), found.mtime_nsec()),
            changed: at(found.ctime(), found.ctime_nsec()),
            inode: found.ino(),
        }
    }

    /// The same, as the system itself says it, whose numbers are of other types on other systems.
    #[cfg(unix)]
    #[allow(clippy::useless_conversion, reason = "they are of these types on some")]
    pub(super) fn told(found: &rustix::fs::Stat) -> Self {
        let rest = |nanoseconds: u64| i64::try_from(nanoseconds).unwrap_or_default();
        let at = |seconds: i64, rest: i64| seconds.saturating_mul(NANOSECONDS).saturating_add(rest);
        let part = |part| u64::try_from(part).unwrap_or_default();
        Self {
            size: u64::try_from(found.st_size).unwrap_or_default(),
            modified: at(found.st_mtime.into(), rest(part(found.st_mtime_nsec))),
            changed: at(found.st_ctime.into(), rest(part(found.st_ctime_nsec))),
            inode: found.st_ino.into(),
        }
    }

    /// How long the file is.
    pub(super) fn size(self) -> u64 {
        self.size
    }

    /// Other systems do not tell when a file was changed but by its time, which can be set.
    #[cfg(not(unix))]
    pub(super) fn of(found: &Metadata) -> Self {
        let modified = found.modified().map_or(0, since_1970);
        Self { size: found.len(), modified, changed: 0, inode: 0 }
    }

    /// Whether a directory that has this stamp again has had no other entries meanwhile.
    pub(super) fn tells_of_entries(self) -> bool {
        self.changed != 0
    }

    /// When it was last changed, in nanoseconds since 1970.
    pub(super) fn changed(self) -> i64 {
        self.changed
    }

    /// The same in milliseconds.
    pub(super) fn changed_at(self) -> u64 {
        u64::try_from(self.changed / 1_000_000).unwrap_or_default()
    }

    /// Whether a file that was changed behind a moment says that it was not: its time of modification was set to one before. Both
    /// times of the file are by one clock, which may be another than ours.
    pub(super) fn is_dated_back(self, moment: i64) -> bool {
        let part = |whole: Duration| i64::try_from(whole.as_nanos()).unwrap_or(i64::MAX);
        let by_seconds = self.modified % NANOSECONDS == 0;
        let least = self.modified.saturating_add(if by_seconds { NANOSECONDS } else { part(SETTLING) });
        least < moment && least < self.changed
    }

    /// Whether it was changed so long before a moment that whatever has happened since has left another stamp.
    pub(super) fn is_settled_at(self, moment: SystemTime) -> bool {
        let by_seconds = self.changed % NANOSECONDS == 0 && self.tells_of_entries();
        let settling = if by_seconds { SETTLING_BY_SECONDS } else { SETTLING };
        moment
            .checked_sub(settling)
            .map(since_1970)
            .is_some_and(|then| self.changed < then && self.modified < then)
    }

    /// The same as bytes.
    pub(super) fn bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let parts = [
            self.size.to_le_bytes(),
            self.modified.to_le_bytes(),
            self.changed.to_le_bytes(),
            self.inode.to_le_bytes(),
        ];
        for (place, part) in bytes.chunks_exact_mut(8).zip(parts) {
            place.copy_from_slice(&part);
        }
        bytes
    }
}

pub(super) fn since_1970(moment: SystemTime) -> i64 {
    let since = moment.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_counts_in_seconds_is_waited_for_longer() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        let at = |changed: i64| Stamp { size: 1, modified: 1, changed, inode: 1 };
        assert!(at(999 * NANOSECONDS + 1).is_settled_at(now));
        assert!(!at(999 * NANOSECONDS).is_settled_at(now));
        assert!(at(997 * NANOSECONDS).is_settled_at(now));
        assert!(!at(1_000 * NANOSECONDS - 1).is_settled_at(now));
    }

    #[test]
    fn a_file_is_dated_back_if_both_clocks_say_so() {
        let second = |at: i64| at * NANOSECONDS;
        let at = |modified: i64, changed: i64| Stamp { size: 1, modified, changed, inode: 1 };
        let run = second(100) + 7;
        assert!(at(second(90) + 1, second(120)).is_dated_back(run));
        assert!(!at(second(110) + 1, second(120)).is_dated_back(run), "it was moved here");
        assert!(!at(second(90) + 1, second(90) + 2).is_dated_back(run), "the clock of the disk is behind");
        assert!(!at(second(100), second(120)).is_dated_back(run), "the disk counts in seconds");
        assert!(!at(second(90) + 1, 0).is_dated_back(run), "the system does not tell");
    }

    #[test]
    fn a_file_of_tomorrow_is_not_settled() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        let stamp = Stamp { size: 1, modified: 2_000 * NANOSECONDS, changed: 1, inode: 1 };
        assert!(!stamp.is_settled_at(now));
    }
}
