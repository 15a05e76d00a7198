//! The manifest that a manager of packages goes by: the nearest one, wherever below it is called, and what it has run where the
//! project is installed.

use hookward_shell::Span;

use super::build::content;
use crate::recipes;
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

/// The scripts that a project has run where it is installed, as its manifest on the disk says.
pub(super) fn installs(walk: &mut Walk, name: &str, verb: &str, span: Span, state: &State) {
    let mut inside = walk.copy(state);
    if state.written(&state.place(&Value::Known("package.json".to_owned()))).is_some() {
        return;
    }
    let Some(manifest) = nearest(walk, "package.json", &mut inside) else { return };
    let through = format!("{name} {verb}");
    if walk.through.contains(&through) {
        return;
    }
    for (_, text) in ["install", "prepare"].iter().flat_map(|script| recipes::package(&manifest, script)) {
        walk.within_file("package.json".to_owned(), text.len(), |walk| {
            let mut apart = walk.copy(&inside);
            walk.vouching(false, |walk| walk.nested(&text, span, &through, &mut apart));
        });
    }
}
