//! `git push`: which branches of the remote it changes, and how.

use super::Call;
use crate::effect::{Action, Deed, Git, Push, Pushed, PushedRef};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

pub(super) fn push(walk: &mut Walk, call: &Call, state: &mut State) {
    let given = &call.arguments;
    for script in given.all_values(&["--receive-pack", "--exec"]) {
        walk.shell_text(&script, call.span, "git push", &mut state.clone());
    }
    if given.has(&["--no-verify"]) {
        walk.deed(Deed::SkipHooks, "pushes without running the hooks", call.span);
    }
    if given.has(&["--dry-run"]) || given.has_letter("n") {
        return;
    }
    let lease = given.options().any(|word| word.starts_with("--force-with-l"));
    let plain_force = given.options().any(|word| {
        word == "--force"
            || (word.len() > 3 && "--force".starts_with(word))
            || (!word.starts_with("--") && word.contains('f'))
    });
    let how = match (given.has(&["--delete"]) || given.has_letter("d"), plain_force, lease) {
        (true, _, _) => Pushed::Deleted,
        (_, true, _) => Pushed::Forced,
        (_, _, true) => Pushed::Leased,
        _ => Pushed::Forward,
    };
    let mirror = given.has(&["--mirror", "--prune"]);
    let everything = mirror || given.has(&["--all", "--branches"]);
    let repository = call.repository.as_ref();
    let upstream = repository.and_then(|repository| repository.upstream.clone());
    let named = given.operands.first().copied().cloned().or_else(|| given.values("--repo").pop());
    let remote = match &named {
        Some(value) => value.known().map(str::to_owned),
        None => upstream.as_ref().map(|(_, remote)| remote.clone()).or_else(|| Some("origin".to_owned())),
    };
    let added = |name: &str| walk.remotes.iter().any(|remote| remote == name || remote == "*");
    let known_remote = match (&remote, repository) {
        (Some(name), Some(repository)) if !added(name) => {
            // A repository without any remote that is written down tells nothing.
            repository.remotes.contains(name) || (repository.remotes.is_empty() && is_name(name))
        }
        (Some(name), None) => !added(name) && is_name(name),
        (Some(_), Some(_)) | (None, _) => false,
    };
    let current = || {
        let own = repository.and_then(|repository| repository.branch.clone());
        // The text may have switched before.
        if let Some(branch) = state.alias_of("git-branch") {
            return Some(branch.to_owned());
        }
        upstream.as_ref().map(|(branch, _)| branch.clone()).or(own)
    };
    let refs = given.operands.get(1..).unwrap_or_default();
    let mut branches: Vec<PushedRef> = refs.iter().filter_map(|spec| pushed(spec, how, &current)).collect();
    if refs.is_empty() && !everything && !given.has(&["--tags"]) {
        branches.push(PushedRef { name: current(), how });
    }
    if everything {
        branches.push(PushedRef { name: None, how: if mirror { how.max(Pushed::Forced) } else { how } });
    }
    walk.effect(Action::Git(Git::Push(Push { remote, known_remote, branches, everything })), call.span);
}

/// What a refspec changes; `None` for a tag that is only added.
fn pushed(spec: &Value, how: Pushed, current: &dyn Fn() -> Option<String>) -> Option<PushedRef> {
    let Some(text) = spec.known() else {
        let forced = spec.prefix().starts_with('+');
        return Some(PushedRef { name: None, how: if forced { how.max(Pushed::Forced) } else { how } });
    };
    let (text, how) = match text.strip_prefix('+') {
        Some(rest) => (rest, how.max(Pushed::Forced)),
        None => (text, how),
    };
    let (source, target) = text.split_once(':').unwrap_or((text, text));
    let how = if source.is_empty() && text.contains(':') { Pushed::Deleted } else { how };
    let target = if target.is_empty() { source } else { target };
    if target.starts_with("refs/tags/") && how == Pushed::Forward {
        return None;
    }
    let name = match target.strip_prefix("refs/heads/").unwrap_or(target) {
        "HEAD" | "@" => current(),
        name => Some(name.to_owned()),
    };
    Some(PushedRef { name, how })
}

/// The name of a remote, and not an address.
fn is_name(remote: &str) -> bool {
    !remote.contains([':', '/'])
}
