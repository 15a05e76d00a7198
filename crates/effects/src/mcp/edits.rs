//! What a tool of a server replaces in a file.

use super::folded;
use crate::call::{Argument, Replacement};

/// What a tool replaces that is told the old and the new texts, as the usual server for files is (`edit_file`). `None` if they
/// do not come in pairs, or if something else is told that may go into the file.
pub(super) fn told(arguments: &[Argument]) -> Option<Vec<Replacement>> {
    let (mut old, mut new): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for argument in arguments {
        match &*folded(&argument.name) {
            "oldtext" | "oldstring" | "oldstr" => old.push(&argument.value),
            "newtext" | "newstring" | "newstr" => new.push(&argument.value),
            "path" | "file" | "filepath" | "filename" | "absolutepath" | "relativepath" => {}
            _ => return None,
        }
    }
    let edit = |(old, new): (&str, &str)| Replacement {
        old: old.to_owned(),
        new: new.to_owned(),
        ..Replacement::default()
    };
    let is_whole = !old.is_empty() && old.len() == new.len();
    is_whole.then(|| old.into_iter().zip(new).map(edit).collect())
}
