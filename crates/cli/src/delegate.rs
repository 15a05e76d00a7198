//! The program that Amp runs by its name and without arguments (amp.md, A): a link beside `hookward`. A project's settings
//! are committed, so that they can name no path: the link belongs to the machine, and stays when one project is left.

use std::path::{Path, PathBuf};

use hookward_hosts::registration::AMP_DELEGATE;
use hookward_io::{Before, Receipt, Receipts};

use crate::registrations::on_path;

/// The link, if it was not there and could be made.
pub(crate) fn provide(receipts: Option<&Receipts>) -> Option<PathBuf> {
    if on_path(AMP_DELEGATE).is_some() {
        return None;
    }
    let program = on_path("hookward").filter(|path| path.is_absolute())?;
    let path = program.with_file_name(AMP_DELEGATE);
    link(&path).ok()?;
    if let Some(receipts) = receipts {
        // Without it nobody takes the link away again.
        let _ = receipts.note(&Receipt { path: path.clone(), before: Before::Absent, ..Receipt::default() });
    }
    Some(path)
}

/// The link, if it is one that was made here.
pub(crate) fn found(receipts: Option<&Receipts>) -> Option<PathBuf> {
    let path = on_path(AMP_DELEGATE)?;
    let is_link = std::fs::read_link(&path).is_ok_and(|target| target == Path::new("hookward"));
    (is_link && receipts?.find(&path).is_some()).then_some(path)
}

/// Takes it away.
pub(crate) fn withdraw(path: &Path, receipts: Option<&Receipts>) -> std::io::Result<()> {
    std::fs::remove_file(path)?;
    if let Some(receipts) = receipts {
        receipts.forget(path);
    }
    Ok(())
}

#[cfg(unix)]
fn link(path: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink("hookward", path)
}

#[cfg(not(unix))]
fn link(_: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
