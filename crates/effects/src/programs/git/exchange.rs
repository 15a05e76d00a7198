//! git commands that exchange something with other repositories and with programs of their own.

use super::super::clones;
use super::{Call, config, shown};
use crate::effect::{Action, Deed, Git, Purpose};
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Piece, Value};
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
        templates(walk, call, state);
        if let Some(address) = call.arguments.operands.first() {
            clones::cloned(walk, address, call.arguments.operands.get(1).copied(), span, state);
        }
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
        mailed(walk, call, state);
    }
    for address in &call.arguments.operands {
        logs_in(walk, address, call);
    }
    if name == "difftool" {
        shown::read_shown(walk, name, Some(&call.arguments.operands), call, state);
    }
    for file in call.arguments.all_values(&["-o", "--output"]).into_iter().filter(|_| name == "archive") {
        let place = state.place(&file);
        walk.write(place, Value::Unknown(Sources::from(Source::Repository)), span, state);
    }
}

/// `https://$TOKEN@host/…`: what stands before the host goes there.
fn logs_in(walk: &mut Walk, address: &Value, call: &Call) {
    let pieces = address.pieces();
    let Some(Piece::Text(last)) = pieces.last() else { return };
    let data = address.sources();
    if let Some((_, host)) =
        last.rsplit_once('@').filter(|_| address.prefix().contains("://") && !data.is_empty())
    {
        let target = Value::Known(format!("https://{host}"));
        walk.effect(Action::Send { data, target, purpose: Purpose::Credential }, call.span);
    }
}

/// `--template`: its hooks are the new repository's, and of a clone they run at once. An empty one keeps hooks out.
pub(super) fn templates(walk: &mut Walk, call: &Call, state: &State) {
    for directory in call.arguments.all_values(&["--template"]) {
        if directory.known() == Some("") {
            continue;
        }
        walk.deed(Deed::Persist, "plants the hooks of a template in a repository", call.span);
        let hook = directory.join(&Value::Known("/hooks/post-checkout".to_owned()));
        let place = state.place(&hook);
        if state.written(&place).is_some() {
            let mut apart = walk.copy(state);
            walk.shell_file(&place, "git clone", call.span, &mut apart);
        }
    }
}

/// `send-email`: commits leave the machine, by a program that an option may name.
fn mailed(walk: &mut Walk, call: &Call, state: &mut State) {
    let given = &call.arguments;
    let server = given.all_values(&["--smtp-server"]).into_iter();
    let programs = server.filter(|server| server.prefix().starts_with('/'));
    for program in
        programs.chain(given.all_values(&["--sendmail-cmd", "--to-cmd", "--cc-cmd", "--header-cmd"]))
    {
        walk.detour(&program, call.span, state);
    }
    if !given.has(&["--dry-run", "--dump-aliases"]) {
        let target = given.all_values(&["--to"]).pop().unwrap_or_else(Value::unknown);
        let data = Sources::from(Source::Repository);
        walk.effect(Action::Send { data, target, purpose: Purpose::Content }, call.span);
    }
}

/// `git submodule`: what it throws away, brings here, and runs in each.
pub(super) fn submodule(walk: &mut Walk, call: &Call, state: &mut State) {
    let span = call.span;
    let forced = call.arguments.has_letter("f") || call.arguments.has(&["--force"]);
    // With `--init` those that are there lose as much. One that goes by its name is a decision.
    let loses = match call.arguments.first() {
        Some("update") => true,
        Some("deinit") => {
            call.arguments.has(&["--all"])
                || call.arguments.operands.get(1).is_some_and(|path| path.known() == Some("."))
        }
        _ => false,
    };
    if forced && loses {
        let what = "throws away what was not committed in the submodules";
        walk.effect(Action::Git(Git::Discard(what)), span);
    }
    if let (Some("add"), Some(address)) = (call.arguments.first(), call.arguments.operands.get(1)) {
        clones::arrived(address, call.arguments.operands.get(2).copied(), state);
    }
    if call.arguments.first() == Some("foreach") {
        let at = call.words.iter().position(|word| word.known() == Some("foreach")).map_or(0, |at| at + 1);
        let behind = call.words.get(at..).unwrap_or_default().iter();
        let words: Vec<Value> = behind.skip_while(|word| word.prefix().starts_with("--")).cloned().collect();
        let mut apart = walk.copy(state);
        walk.shell_text(&crate::builtins::joined(&words), span, "git submodule foreach", &mut apart);
    }
}
