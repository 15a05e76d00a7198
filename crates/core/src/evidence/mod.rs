//! What was seen to hold of a project: which checks ran, on which sources, and how they ended. It is observed, never told:
//! no file that an agent can write counts.

mod brought;
mod covered;
mod crates;
mod deciding;
mod documents;
mod doubt;
mod families;
mod goals;
mod kinds;
mod known;
mod ledger;
mod left_behind;
mod members;
mod named;
mod observed;
mod options;
mod phrases;
mod projects;
mod runners;
mod strangers;
mod tasks;
mod unseen;
mod untouched;
mod variables;
mod wrappers;

pub use covered::{Covered, Files, covered};
pub(crate) use deciding::sets_up_a_run;
pub use deciding::{bends_a_run, decides_a_run, is_at_home, is_of_settings};
pub(crate) use documents::CODE;
pub use documents::{is_code_by_name, is_document};
pub use doubt::Doubt;
pub(crate) use kinds::manifests;
pub use kinds::{Kind, is_of_one_package};
pub use ledger::{Begun, Doubted, Entry, Evidence, Ledger, Outcome, Proof, Standing, Wrote};
pub use left_behind::is_left_by_a_run;
pub use named::{Depth, Manager, Named, Path, Rooted, Scripts};
pub use observed::{Observed, Status, observe};
pub use phrases::said;
pub use projects::{Project, directory_of, projects};
pub use runners::{Check, Scope};
pub use strangers::is_stranger;
pub use unseen::{Settled, Unseen};
pub(crate) use untouched::may_change;
