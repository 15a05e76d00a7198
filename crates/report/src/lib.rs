//! The journal, read: as rows of a log, as figures, as a page.

mod gather;
#[cfg(feature = "index")]
mod index;
mod log;
pub mod numbers;
mod page;
mod snapshots;
mod stats;
mod sums;
mod tally;

pub use gather::{GatherError, Gatherer, Progress, Rebuild};
pub use log::{Filter, Row, SHORT, local_time};
pub use page::{Blocked, Setting, page};
pub use snapshots::{SnapshotError, Snapshots, tidy};
pub use stats::{QUANTILES, Stats};
pub use sums::{Denial, Key, Kind, MAIN, Sums, Wanted, day_of};
pub use tally::{CHARACTERS_PER_TOKEN, Histogram, Tally};
