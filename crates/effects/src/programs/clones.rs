//! Repositories that the text brings here: what lies in them, nobody here has read.

use hookward_shell::Span;

use crate::effect::{Action, Told};
use crate::packages;
use crate::path::{Place, Spot};
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
    let is_below = |path: &str, root: &String| {
        path.strip_prefix(root.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_ours = |spot: &Spot| state.scene.roots.iter().any(|root| is_below(&spot.path, root));
    if place.spots.iter().all(is_ours) {
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
