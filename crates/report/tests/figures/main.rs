//! Figures: counted by hand, the same by the index and by the files, whatever happens to either in between.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod counted;
mod desk;
mod dropped;
#[cfg(feature = "index")]
mod index;
mod shown;
