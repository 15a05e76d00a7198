//! Repositories that the text brings here: what lies in them, nobody here has read.

use hookward_shell::Span;

use crate::effect::{Action, Told};
use crate::packages;
use crate::path::Place;
use crate::programs::Arguments;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Programs that clone, the words with which they do, and where a short name is at home.
const CLONERS: &[(&str, &[&str], &str)] = &[
    ("gh", &["repo", "clone"], "https://github.com/"),
    ("glab", &["repo", "clone"], "https://gitlab.com/"),
    ("hg", &["clone"], ""),
    ("svn", &["checkout"], ""),
    ("svn", &["co"], ""),
    ("svn", &["export"], ""),
    ("jj", &["git", "clone"], ""),
    ("degit", &[], "https://github.com/"),
    ("tiged", &[], "https://github.com/"),
];

/// Remembers what a program clones that is not git.
pub(super) fn run(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &mut State) {
    if matches!(name, "gh" | "glab") {
        released(walk, rest, span, state);
    }
    let words: Vec<&Value> = rest.iter().filter(|word| !word.prefix().starts_with('-')).collect();
    let clones = |(cloner, asked, _): &&(&str, &[&str], &str)| {
        *cloner == name
            && asked.iter().zip(&words).filter(|(asked, word)| word.known() == Some(**asked)).count()
                == asked.len()
    };
    let Some((_, asked, home)) = CLONERS.iter().find(clones) else { return };
    let Some(address) = words.get(asked.len()) else { return };
    let is_short = !address.prefix().contains(':');
    let address = if is_short { Value::Known((*home).to_owned()).join(address) } else { (*address).clone() };
    cloned(walk, &address, words.get(asked.len() + 1).copied(), span, state);
}

/// Options of a download of a release that have a value.
const OF_A_RELEASE: &[&str] = &[
    "-p",
    "--pattern",
    "-D",
    "--dir",
    "-O",
    "--output",
    "-A",
    "--archive",
    "-R",
    "--repo",
    "-n",
    "--asset-name",
];

/// Files of a release, by their names or by what they are called there: nobody here has read them.
fn released(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) {
    let given = Arguments::of(rest, OF_A_RELEASE);
    if (given.first(), given.operands.get(1).and_then(|word| word.known()))
        != (Some("release"), Some("download"))
    {
        return;
    }
    let at =
        given.all_values(&["-R", "--repo"]).pop().map_or_else(|| "a release".to_owned(), |at| at.to_string());
    let from = Sources::from(Source::Network(at));
    let names = given.all_values(&["-p", "--pattern", "-n", "--asset-name"]);
    let is_plain = |name: &Value| name.known().is_some_and(|text| !text.contains(['*', '?', '[']));
    let directory = given.all_values(&["-D", "--dir"]).pop();
    let within = |name: &Value| match &directory {
        Some(directory) => directory.join(&Value::Known("/".to_owned())).join(name),
        None => name.clone(),
    };
    let output = given.all_values(&["-O", "--output"]).pop().filter(|file| file.known() != Some("-"));
    let files: Vec<Value> = match output {
        Some(file) => vec![file],
        None => names.iter().filter(|name| is_plain(name)).map(within).collect(),
    };
    for file in &files {
        let place = state.place(file);
        walk.write(place, Value::Unknown(from.clone()), span, state);
    }
    // What a pattern fits has its form: `sh *.sh` behind `-p '*.sh'`.
    for pattern in names.iter().filter(|name| !is_plain(name)).filter_map(Value::known) {
        let place = state.place(&within(&Value::Known(pattern.replace(['*', '?'], "x"))));
        state.store_perhaps(&place, &Value::Unknown(from.clone()));
    }
    if files.is_empty() || !names.iter().all(is_plain) {
        let into = directory.unwrap_or_else(|| Value::Known(".".to_owned()));
        let place = state.place(&into);
        state.fetch(&place, &from);
        made(walk, &into, span, state);
    }
}

/// A repository gets another commit, which may be one outside of the workspace that has nothing to do with it.
pub(super) fn written_to(walk: &mut Walk, span: Span, state: &mut State) {
    let (world, roots) = (state.scene.world, state.scene.roots);
    let Some(cwd) = state.cwd.known().filter(|cwd| !roots.is_empty() && !is_ours(cwd, roots)) else { return };
    let main_of = |directory: &str| world.repository(directory).and_then(|repository| repository.main);
    let is_a_work_tree = main_of(cwd).is_some_and(|main| is_ours(&main, roots));
    if is_a_work_tree || roots.iter().filter_map(|root| main_of(root)).any(|main| is_ours(cwd, &[main])) {
        return;
    }
    let place = state.place(&Value::Known(".".to_owned()));
    walk.change(Action::Write(place, Value::unknown()), Told::Folder, span, state);
}

/// Whether a path is one of some roots or lies in one.
fn is_ours(path: &str, roots: &[String]) -> bool {
    roots.iter().any(|root| {
        path.strip_prefix(root.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// A repository is put into a directory, which has its name unless it is given another.
pub(super) fn cloned(
    walk: &mut Walk,
    address: &Value,
    directory: Option<&Value>,
    span: Span,
    state: &mut State,
) {
    arrived(address, directory, state);
    let named = own_name(address);
    made(walk, directory.unwrap_or(&named), span, state);
}

/// A directory is made for a repository: outside of the workspace it is as any other that is made there.
pub(super) fn made(walk: &mut Walk, directory: &Value, span: Span, state: &mut State) {
    let place = state.place(directory);
    if place.spots.iter().all(|spot| is_ours(&spot.path, state.scene.roots)) {
        return filled(walk, directory, span, state);
    }
    walk.change(Action::Write(place, Value::unknown()), Told::Folder, span, state);
}

/// A new directory beside the others is nobody's, but not one in which settings or installed packages lie.
pub(super) fn filled(walk: &mut Walk, into: &Value, span: Span, state: &mut State) {
    let place = state.place(into);
    let is_package = |part: &str| matches!(part, "node_modules" | "site-packages" | "dist-packages");
    let is_of_packages = place.spots.iter().any(|spot| spot.path.split('/').any(is_package));
    if is_of_packages || holds_settings(&place) {
        walk.write(place, Value::unknown(), span, state);
    }
}

/// Whether a directory is hidden, in a hidden one, or one of the system's.
fn holds_settings(place: &Place) -> bool {
    let hidden = |part: &str| part.starts_with('.') && !matches!(part, "." | "..");
    let is_of_the_system = |text: &str| {
        ["/etc", "/usr", "/bin", "/sbin", "/lib", "/boot", "/opt"].iter().any(|start| text.starts_with(start))
    };
    place.written.split('/').any(hidden) || is_of_the_system(&place.written)
}

/// A repository lies in a directory from here on, which has its name unless it is given another.
pub(super) fn arrived(address: &Value, directory: Option<&Value>, state: &mut State) {
    let named = own_name(address);
    let place = state.place(directory.unwrap_or(&named));
    state.fetch(&place, &from(address));
}

/// The name that a repository has at its address.
fn own_name(address: &Value) -> Value {
    let text = address.to_string();
    let name = text.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or_default();
    Value::Known(name.strip_suffix(".git").unwrap_or(name).to_owned())
}

/// Where a repository comes from, as far as that matters for what it runs.
pub(super) fn from(address: &Value) -> Sources {
    let text = address.to_string();
    let by_login = || text.split_once(':').filter(|(host, _)| host.contains('@') && !host.contains('/'));
    match packages::host(address).or_else(|| by_login().map(|(host, _)| host.to_owned())) {
        // A repository of this machine.
        None => Sources::NONE,
        Some(host) if packages::is_usual(host.rsplit('@').next().unwrap_or(&host)) => {
            Sources::from(Source::Cloned(text))
        }
        Some(_) => Sources::from(Source::Network(text)),
    }
}
