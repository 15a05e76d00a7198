//! What edits make of a file, as the tools of agents do them.

use hookward_effects::{Position, Replacement};

use super::{UNFIT, UNREAD, UNTOLD};
use crate::syntax::{is_notebook, with_cell};

/// What edits make of what a file holds; of nothing, if there is no file.
pub(super) fn edited(path: &str, now: Option<&str>, edits: &[Replacement]) -> Result<String, &'static str> {
    if edits.iter().any(|edit| edit.position == Position::Untold) {
        return Err(UNTOLD);
    }
    let Some(now) = now else {
        // An edit of nothing creates the file.
        let creates = edits.iter().all(|edit| edit.old.is_empty());
        return if creates { Ok(edits.iter().map(|edit| edit.new.as_str()).collect()) } else { Err(UNREAD) };
    };
    let of_cells = is_notebook(path);
    let apply = |text: String, edit: &Replacement| {
        // A tool for notebooks tells the cell that it writes, and nothing else.
        if of_cells && edit.old.is_empty() && edit.position == Position::Old {
            return with_cell(&text, &edit.new, edit.cell.as_ref());
        }
        let ended =
            || text.ends_with('\n').then_some(()).map_or_else(|| Some(format!("{text}\n")), |()| None);
        // Lines of a patch end, also where the last one of the file does not.
        edit.applied(&text).or_else(|| edit.applied(&ended()?))
    };
    edits.iter().try_fold(now.to_owned(), apply).ok_or(UNFIT)
}
