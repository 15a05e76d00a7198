//! What edits make of a file, as the tools of agents do them.

use hookward_effects::{Position, Replacement};

use super::held::Held;
use super::placing::{brought, placed};
use super::{UNFIT, UNREAD, UNTOLD};
use crate::syntax::{is_notebook, with_cell};

/// What edits make of what a file holds; of nothing, if there is no file.
pub(super) fn edited(path: &str, now: Option<&str>, edits: &[Replacement]) -> Result<Held, &'static str> {
    if edits.iter().any(|edit| edit.position == Position::Untold) {
        return Err(UNTOLD);
    }
    let Some(now) = now else {
        // An edit of nothing creates the file.
        let creates = edits.iter().all(|edit| edit.old.is_empty());
        let text = || edits.iter().map(|edit| edit.new.as_str()).collect::<String>();
        return if creates { Ok(Held::Text(text().into())) } else { Err(UNREAD) };
    };
    let of_cells = is_notebook(path);
    let (mut text, mut fits) = (now.to_owned(), true);
    for edit in edits {
        // A tool for notebooks tells the cell that it writes, and nothing else.
        text = if of_cells && edit.old.is_empty() && edit.position == Position::Old {
            with_cell(&text, &edit.new, edit.cell.as_ref()).ok_or(UNFIT)?
        } else if let Some(text) = applied(&text, edit).or_else(|| placed(&text, edit)) {
            text
        } else {
            fits = false;
            brought(&text, edit)
        };
    }
    Ok(if fits { Held::Text(text.into()) } else { Held::Unplaced(text.into()) })
}

fn applied(text: &str, edit: &Replacement) -> Option<String> {
    // Lines of a patch end, also where the last one of the file does not.
    let ended = || (!text.ends_with('\n')).then(|| format!("{text}\n"));
    edit.applied(text).or_else(|| edit.applied(&ended()?))
}
