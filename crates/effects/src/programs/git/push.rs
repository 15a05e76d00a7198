//! `git push`: which branches of the remote it changes, and how.

use hookward_shell::Span;

use super::names::valued;
use super::{Arguments, Call, config};
use crate::effect::{Action, Deed, Git, Push, Pushed, PushedRef};
use crate::scene::Repository;
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

pub(super) fn push(walk: &mut Walk, call: &Call, state: &mut State) {
    let given = &call.arguments;
    for script in given.all_values(&["--receive-pack", "--exec"]) {
        let mut apart = walk.copy(state);
        walk.shell_text(&script, call.span, "git push", &mut apart);
    }
    if given.has(&["--no-verify"]) {
        walk.deed(Deed::SkipHooks, "pushes without running the hooks", call.span);
    }
    if given.is_tried("n") {
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
    let repository = call.repository.as_ref();
    let upstream = repository.and_then(|repository| repository.upstream.clone());
    let named = given.operands.first().copied().cloned().or_else(|| given.values("--repo").pop());
    let own = checked_out(repository, state);
    let told = || own.iter().find_map(|branch| config::pushed_to(branch.as_deref(), state));
    let remote = match &named {
        Some(value) => value.known().map(str::to_owned),
        None if told().is_some() => told(),
        None => upstream.as_ref().map(|(_, remote)| remote.clone()).or_else(|| Some("origin".to_owned())),
    };
    let mirror = given.has(&["--mirror", "--prune"])
        || remote.as_deref().is_some_and(|remote| config::remote_says(remote, "mirror", "true", state));
    let everything = mirror || given.has(&["--all", "--branches"]);
    let known_remote = is_known(walk, remote.as_ref(), repository);
    let refs = given.operands.get(1..).unwrap_or_default();
    let mut pushed = Pushes { how, own: &own, branches: Vec::new(), everything, takes: Some(Vec::new()) };
    let named = [(mirror, "--all"), (everything, "--branches"), (given.has(&["--tags"]), "--tags")];
    for (_, name) in named.iter().filter(|(is_said, _)| *is_said) {
        pushed.take(name, how);
    }
    for spec in refs {
        pushed.value(spec);
    }
    let only_tags = given.has(&["--tags"]) && !given.has(&["--no-tags"]);
    if refs.is_empty() && !everything && !only_tags {
        let upstream = upstream.as_ref().map(|(branch, _)| branch.as_str());
        pushed.by_default(remote.as_deref(), upstream, repository, state);
    }
    // Tags that others have fetched get another meaning.
    if given.has(&["--tags"]) && how != Pushed::Forward {
        pushed.branches.push(PushedRef { name: None, how });
    }
    if mirror {
        pushed.how = how.max(Pushed::Forced);
    }
    let Pushes { branches, everything, takes, .. } = pushed.finished();
    let push = Push { remote, known_remote, branches, everything, takes };
    walk.effect(Action::Git(Git::Push(push)), call.span);
}

/// Whether the repository knows a remote.
fn is_known(walk: &Walk, remote: Option<&String>, repository: Option<&Repository>) -> bool {
    let added = |name: &str| walk.remotes.iter().any(|remote| remote == name || remote == "*");
    match (remote, repository) {
        (Some(name), Some(repository)) if !added(name) => {
            // A repository without any remote that is written down tells nothing.
            repository.remotes.contains(name) || (repository.remotes.is_empty() && is_name(name))
        }
        (Some(name), None) => !added(name) && is_name(name),
        (Some(_), Some(_)) | (None, _) => false,
    }
}

/// `git subtree push --prefix lib remote branch`: the history of a directory goes to that branch.
pub(super) fn subtree(
    walk: &mut Walk,
    words: &[Value],
    repository: Option<Repository>,
    span: Span,
    state: &mut State,
) {
    let given = Arguments::of(words, valued("subtree"));
    if given.first() == Some("push") {
        let words: Vec<Value> = given.operands.iter().skip(1).map(|word| (*word).clone()).collect();
        let arguments = Arguments::of(&words, &[]);
        let call =
            Call { arguments, words: &words, span, repository, plain: false, bare: false, elsewhere: false };
        push(walk, &call, state);
    }
}

/// `git lfs push remote branch`: large files go there, and no branch moves. One that the repository knows has them by
/// each push.
pub(super) fn large_files(walk: &mut Walk, call: &Call) {
    let remote = call.arguments.operands.get(1).and_then(|word| word.known()).map(str::to_owned);
    if !call.arguments.is_tried("d") && !is_known(walk, remote.as_ref(), call.repository.as_ref()) {
        let push = Push {
            remote,
            known_remote: false,
            branches: Vec::new(),
            everything: false,
            takes: Some(Vec::new()),
        };
        walk.effect(Action::Git(Git::Push(push)), call.span);
    }
}

/// The branch that is checked out; one of several, if the text may have switched before.
fn checked_out(repository: Option<&Repository>, state: &State) -> Vec<Option<String>> {
    let switched = state.alias_of("git-branch");
    let mut all: Vec<Option<String>> =
        switched.map(|to| to.all.iter().cloned().map(Some).collect()).unwrap_or_default();
    if switched.is_none_or(|to| to.perhaps) {
        all.push(repository.and_then(|repository| repository.branch.clone()));
    }
    all
}

/// What a push changes, as far as it is read.
struct Pushes<'a> {
    how: Pushed,
    /// The branch that is checked out, or may be.
    own: &'a [Option<String>],
    branches: Vec<PushedRef>,
    everything: bool,
    /// What it takes along, as `git rev-list` is told it; `None` if that is not known.
    takes: Option<Vec<String>>,
}

impl Pushes<'_> {
    fn take(&mut self, name: &str, how: Pushed) {
        if let Some(takes) = self.takes.as_mut().filter(|_| how != Pushed::Deleted) {
            takes.push(name.to_owned());
        }
    }

    fn take_own(&mut self, how: Pushed) {
        for name in self.own {
            self.take(name.as_deref().unwrap_or("HEAD"), how);
        }
    }

    fn value(&mut self, spec: &Value) {
        for text in spec.texts() {
            self.spec(text);
        }
        // No file is called like a pattern of refs, so that the shell leaves it as it is: `+refs/heads/*:refs/heads/*`.
        let is_as_written = |piece: &Piece| matches!(piece, Piece::Text(_) | Piece::Glob(_));
        let is_pattern = spec.texts().is_empty() && spec.pieces().iter().all(is_as_written);
        if is_pattern {
            self.spec(&spec.to_string());
        } else if spec.texts().is_empty() {
            self.takes = None;
            let forced = spec.prefix().starts_with('+');
            let how = if forced { self.how.max(Pushed::Forced) } else { self.how };
            self.branches.push(PushedRef { name: written_target(spec), how });
        }
    }

    fn spec(&mut self, text: &str) {
        let (text, how) = match text.strip_prefix('+') {
            Some(rest) => (rest, self.how.max(Pushed::Forced)),
            None => (text, self.how),
        };
        let (source, target) = text.split_once(':').unwrap_or((text, text));
        // `:` alone is every branch that is there too, and so is a pattern.
        if text == ":" || target.contains('*') || source.contains('*') {
            let tags = target.starts_with("refs/tags/");
            self.take("--all", how);
            if !tags || how != Pushed::Forward {
                self.everything |= !tags;
                self.branches.push(PushedRef { name: None, how });
            }
            return;
        }
        let how = if source.is_empty() && text.contains(':') { Pushed::Deleted } else { how };
        match source {
            "HEAD" | "@" => self.take_own(how),
            name => self.take(name, how),
        }
        let target = if target.is_empty() { source } else { target };
        let target = below_refs(target);
        // A tag that is only added.
        if target.starts_with("tags/") && how == Pushed::Forward {
            return;
        }
        match target.strip_prefix("heads/").unwrap_or(target) {
            "HEAD" | "@" => self.name_own(how),
            name => self.branches.push(PushedRef { name: Some(name.to_owned()), how }),
        }
    }

    fn name_own(&mut self, how: Pushed) {
        self.branches.extend(self.own.iter().map(|name| PushedRef { name: name.clone(), how }));
    }

    /// What is pushed if nothing is said: what the configuration says.
    fn by_default(
        &mut self,
        remote: Option<&str>,
        upstream: Option<&str>,
        repository: Option<&Repository>,
        state: &State,
    ) {
        let how = self.how;
        let told = remote.and_then(|remote| state.alias_of(&config::remote_key(remote, "push")));
        if let Some(told) = told {
            let specs = told.all.clone();
            return specs.iter().for_each(|spec| self.spec(spec));
        }
        let specs: Vec<&str> = repository
            .iter()
            .flat_map(|repository| &repository.pushes)
            .filter(|(to, _)| Some(to.as_str()) == remote)
            .map(|(_, spec)| spec.as_str())
            .collect();
        if !specs.is_empty() {
            return specs.into_iter().for_each(|spec| self.spec(spec));
        }
        let told = state.alias_of("git-config push.default");
        let mut ways: Vec<&str> =
            told.map(|told| told.all.iter().map(String::as_str).collect()).unwrap_or_default();
        if told.is_none_or(|told| told.perhaps) {
            let own = repository.and_then(|repository| repository.push_default.as_deref());
            ways.push(own.unwrap_or("simple"));
        }
        let switched = state.alias_of("git-branch").is_some();
        for way in ways {
            match (way, upstream) {
                ("nothing", _) => {}
                ("matching", _) => {
                    self.everything = true;
                    self.take("--branches", how);
                    self.branches.push(PushedRef { name: None, how });
                }
                // What it does with a branch of another name, versions of git do not agree on.
                ("upstream" | "tracking" | "simple", Some(upstream)) if !switched => {
                    self.take_own(how);
                    self.branches.push(PushedRef { name: Some(upstream.to_owned()), how });
                }
                _ => {
                    self.take_own(how);
                    self.name_own(how);
                }
            }
        }
    }

    /// With everything that is pushed by an option.
    fn finished(mut self) -> Self {
        if self.everything && self.branches.iter().all(|branch| branch.name.is_some()) {
            self.branches.push(PushedRef { name: None, how: self.how });
        }
        self
    }
}

/// The branch that a push goes to, where only what is pushed is unknown: `$(git branch --show-current):main`.
fn written_target(spec: &Value) -> Option<String> {
    let pieces = spec.pieces();
    let Some(Piece::Text(last)) = pieces.last() else { return None };
    let (_, target) = last.rsplit_once(':')?;
    let target = below_refs(target);
    let name = target.strip_prefix("heads/").unwrap_or(target);
    (!name.is_empty() && !name.contains('*')).then(|| name.to_owned())
}

/// Git looks for a name below `refs` before it takes it for that of a branch: `heads/main` is `refs/heads/main`.
fn below_refs(name: &str) -> &str {
    name.strip_prefix("refs/").unwrap_or(name)
}

/// The name of a remote, and not an address.
fn is_name(remote: &str) -> bool {
    !remote.contains([':', '/'])
}
