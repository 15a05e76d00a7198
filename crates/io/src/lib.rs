//! Every side effect, one file each. Nothing here decides.

mod checks;
mod disk;
mod file;
mod generated;
mod input;
mod journal;
mod leave;
mod ledger;
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
pub use disk::{Disk, lies_outside};
pub use file::{locked_within, private_directory, private_options, replace, replace_private, write_new};
pub use input::{Input, MAX_INPUT, read_input};
pub use journal::{Appended, Journal, Part, Place, Records};
pub use leave::{Leave, LeaveFile};
pub use ledger::LedgerFile;
pub use places::Places;
pub use policy::{Loaded, MANAGED, PROJECT_FILE, load, policy_paths};
pub use receipts::{Before, Receipt, Receipts, digest};
pub use shell::{account_shell, has_terminal};
pub use store::{Entry, StateError, Store};
pub use tree::{Tree, TreeError, Trees};
pub use trust::Trust;
pub use workspace::{Git, Workspace};
