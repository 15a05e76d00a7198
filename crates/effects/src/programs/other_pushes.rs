//! `jj git push`, `sl push`: which branches of the remote they move. The remote's name is one that the repository knows,
//! since neither takes an address there.

use hookward_shell::Span;

use super::arguments::Arguments;
use crate::effect::{Action, Git, Push, Pushed, PushedRef};
use crate::value::Value;
use crate::walk::Walk;

const VALUED: &[&str] = &[
    "-R",
    "--repository",
    "--config",
    "--remote",
    "-b",
    "--bookmark",
    "--branch",
    "-r",
    "--revision",
    "--revisions",
    "-c",
    "--change",
    "--named",
    "--to",
];

pub(super) fn push(walk: &mut Walk, name: &str, rest: &[Value], span: Span) {
    let given = Arguments::of(rest, VALUED);
    let asked = given.operands.iter().map(|word| word.known());
    let (verbs, options): (&[&str], &[&str]) = match name {
        "jj" => (&["git", "push"], &["-b", "--bookmark", "--branch"]),
        _ => (&["push"], &["--to"]),
    };
    if !verbs.iter().map(|verb| Some(*verb)).eq(asked.take(verbs.len())) || given.has(&["--dry-run"]) {
        return;
    }
    let written = given.all_values(options);
    // `--named branch=revision` makes the branch.
    let made = given.all_values(&["--named"]).into_iter();
    let made = made.filter_map(|made| Some(made.known()?.split_once('=')?.0.to_owned()));
    let names: Vec<String> =
        written.iter().flat_map(Value::texts).map(|name| exact(name).to_owned()).chain(made).collect();
    if names.is_empty() {
        return;
    }
    let everything = names.iter().any(|name| name.contains('*') || name.contains(':'));
    let branches =
        names.into_iter().map(|name| PushedRef { name: Some(name), how: Pushed::Forward }).collect();
    let remote = given.all_values(&["--remote"]).pop();
    let remote = remote.as_ref().map_or(Some("origin"), Value::known).map(str::to_owned);
    let push = Push { remote, known_remote: true, branches, everything, takes: None };
    walk.effect(Action::Git(Git::Push(push)), span);
}

/// A name without the word that says how it is compared, or where it is.
fn exact(name: &str) -> &str {
    name.strip_prefix("exact:").or_else(|| name.strip_prefix("remote/")).unwrap_or(name)
}
