//! git commands that exchange something with other repositories and with programs of their own.

use super::{Call, config};
use crate::packages;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// `clone`, `fetch`, `archive` and their like: what they run, read and write.
pub(super) fn exchange(walk: &mut Walk, name: &str, call: &Call, state: &mut State) {
    let span = call.span;
    let runs = ["--upload-pack", "-u", "--exec", "-x", "--extcmd", "--receive-pack"];
    let runs: &[&str] = if name == "clone" || name == "difftool" || name == "mergetool" {
        &runs
    } else {
        &["--upload-pack", "--exec", "-x", "--extcmd"]
    };
    for script in call.arguments.all_values(runs) {
        let mut apart = walk.copy(state);
        walk.shell_text(&script, span, "git", &mut apart);
    }
    for value in call.arguments.all_values(&["-c", "--config"]).into_iter().filter(|_| name == "clone") {
        let mut apart = walk.copy(state);
        config::once(walk, &value, span, &mut apart);
    }
    if name == "clone" {
        cloned(call, state);
    }
    if name == "archive" {
        let mut printed = Sources::from(Source::Repository);
        for file in call.arguments.operands.iter().skip(1) {
            let place = state.place(file);
            printed.add(&Sources::from(Source::File(place.clone())));
            walk.read(place, span);
        }
        if call.arguments.all_values(&["-o", "--output"]).is_empty() {
            walk.print(&Value::Unknown(printed), span);
        }
    }
    if name == "send-email" {
        for program in call.arguments.all_values(&["--smtp-server", "--sendmail-cmd"]) {
            if program.prefix().starts_with('/') {
                walk.detour(&program, span, state);
            }
        }
    }
    let written = match name {
        "archive" => call.arguments.all_values(&["-o", "--output"]),
        // A new directory beside the others is nobody's, but not one in which settings lie.
        "clone" => call
            .arguments
            .operands
            .get(1)
            .into_iter()
            .copied()
            .filter(|into| holds_settings(into))
            .cloned()
            .collect(),
        _ => Vec::new(),
    };
    for file in written {
        let place = state.place(&file);
        let from = if name == "archive" { Sources::from(Source::Repository) } else { Sources::NONE };
        walk.write(place, Value::Unknown(from), span, state);
    }
}

/// What is cloned from a host that is no usual forge, nobody here has read.
fn cloned(call: &Call, state: &mut State) {
    let mut operands = call.arguments.operands.iter();
    let Some(address) = operands.next() else { return };
    if packages::host(address).is_none_or(|host| packages::is_usual(&host)) {
        return;
    }
    let text = address.to_string();
    let name = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let name = Value::Known(name.strip_suffix(".git").unwrap_or(name).to_owned());
    let directory = operands.next().map_or(&name, |directory| *directory);
    state.fetch(&state.place(directory), &Sources::from(Source::Network(text.clone())));
}

/// Whether a directory is hidden, in a hidden one, or one of the system's.
fn holds_settings(directory: &Value) -> bool {
    let text = directory.to_string();
    let hidden = |part: &str| part.starts_with('.') && !matches!(part, "." | "..");
    text.split('/').any(hidden)
        || ["/etc", "/usr", "/bin", "/sbin", "/lib", "/boot"].iter().any(|start| text.starts_with(start))
}
