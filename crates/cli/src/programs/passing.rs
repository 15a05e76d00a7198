//! Files that were there only while a check ran: the same text has written them, and taken them away. The sources do not show it.

use std::path::Path;

use hookward_core::evidence::{Doubt, Meanwhile, Observed, decides_a_run, is_at_home, is_code_by_name};
use hookward_io::{LedgerFile, is_ignored};

use super::{launchers, packages_of};

/// Why a run tells nothing: something that it may have loaded, or tested, was not as it is now.
pub(crate) fn passing((root, file): (&Path, &LedgerFile), seen: &Observed) -> Option<Doubt> {
    let is_one = |(path, how): &&(String, Meanwhile)| {
        let path = Path::new(path);
        match how {
            Meanwhile::Put => !path.exists() && (is_setting(path, root) || is_loaded(path, root)),
            Meanwhile::Cleared => !path.exists() && is_setting(path, root),
            // Of a directory that was put back, no file tells that it was away.
            Meanwhile::Taken => path.is_dir() && holds_sources(path, root, file),
        }
    };
    seen.meanwhile.iter().find(is_one).map(|(path, _)| Doubt::Meanwhile(path.clone()))
}

/// Whether a file says how runs go, in the work tree, above it, or in the home.
fn is_setting(path: &Path, root: &Path) -> bool {
    let text = path.to_string_lossy();
    let is_around =
        path.parent().is_some_and(|directory| directory.starts_with(root) || root.starts_with(directory));
    is_at_home(&text) || (is_around && decides_a_run(&text))
}

/// Whether a file is code of the work tree, a program, or of an installed package.
fn is_loaded(path: &Path, root: &Path) -> bool {
    let is_code = || path.starts_with(root) && is_code_by_name(&path.to_string_lossy()) && !is_ignored(path);
    launchers::is_one(path) || packages_of(path).is_some() || is_code()
}

fn holds_sources(directory: &Path, root: &Path, file: &LedgerFile) -> bool {
    let below = directory.strip_prefix(root).ok();
    below.is_some_and(|below| file.names().iter().any(|name| Path::new(name).starts_with(below)))
}
