//! Every side effect, one file each. Nothing here decides.

mod checks;
mod disk;
mod file;
mod generated;
mod input;
mod journal;
mod leave;
mod ledger;
mod listing;
mod places;
mod policy;
mod receipts;
mod repository;
mod shell;
mod store;
mod tree;
mod trust;
mod workspace;

pub use checks::{run_checks, tell, wanted_checks};
pub use disk::Disk;
pub use file::{replace, write_new};
pub use input::{Input, MAX_INPUT, read_input};
pub use journal::Journal;
pub use leave::{Leave, LeaveFile};
pub use ledger::LedgerFile;
pub use listing::kept_root;
pub use places::Places;
pub use policy::{Loaded, MANAGED, PROJECT_FILE, load, policy_paths};
pub use receipts::{Before, Receipt, Receipts, digest};
pub use shell::{account_shell, has_terminal};
pub use store::{Entry, StateError, Store};
pub use tree::{Tree, TreeError, Trees};
pub use trust::Trust;
pub use workspace::{Git, Workspace};
