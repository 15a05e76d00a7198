//! The manifest that a manager of packages goes by: the nearest one, wherever below it is called.

use super::build::content;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// The nearest manifest of this name, in the directory or above it, as far as the workspace reaches: its scripts run where it
/// lies.
pub(super) fn nearest(walk: &mut Walk, manifest: &str, state: &mut State) -> Option<String> {
    let file = Value::Known(manifest.to_owned());
    let found = content(walk, &file, state);
    let own = state.cwd.clone();
    let is_inside = |directory: &str| {
        let roots = state.scene.roots.iter();
        roots.filter_map(|root| directory.strip_prefix(root.as_str())).any(|rest| rest.starts_with('/'))
    };
    let Some(mut directory) = own.known().filter(|own| found.is_none() && is_inside(own)) else {
        return found;
    };
    // Whatever the text has written there is nearer.
    if state.written(&state.place(&file)).is_some() {
        return found;
    }
    let mut above = Vec::new();
    while is_inside(directory) {
        directory = directory.rsplit_once('/')?.0;
        above.push(directory);
    }
    for directory in above {
        state.cwd = Value::Known(directory.to_owned());
        if let Some(text) = content(walk, &file, state) {
            return Some(text);
        }
    }
    state.cwd = own;
    None
}
