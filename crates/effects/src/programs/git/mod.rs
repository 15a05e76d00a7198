//! git: what its commands do to work, history and what others see. Options before the subcommand, aliases and
//! configuration that runs programs are followed.

mod clients;
mod commit;
mod config;
mod exchange;
mod index;
mod look;
mod moving;
mod names;
mod patching;
mod push;
mod refs;
mod shown;
mod staging;
mod subcommand;
mod work;

pub(super) use clients::{is_client, run_by_client};
pub(crate) use index::{Bent, shown};
pub(super) use look::path;
pub(crate) use names::is_own;
use names::{is_silent, valued};
pub(super) use shown::filled;
use subcommand::subcommand;

use hookward_shell::Span;

use crate::builtins::directory;
use crate::commands::Outcome;
use crate::effect::{Action, Deed, Standing};
use crate::programs::Arguments;
use crate::scene::Repository;
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

/// Options before the subcommand that take a value.
const GLOBAL: &[&str] =
    &["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--exec-path", "--super-prefix"];

/// A `git` with its options, before its subcommand is looked at.
pub(super) struct Call<'w> {
    /// What stands behind the subcommand.
    arguments: Arguments<'w>,
    words: &'w [Value],
    span: Span,
    repository: Option<Repository>,
    /// Whether no option stood before the subcommand that can change what runs.
    plain: bool,
    /// Whether none stood there at all.
    bare: bool,
    /// Whether they lead to a repository that is not the one around.
    elsewhere: bool,
}

/// Commands whose next word says what they do.
const NESTED: &[&str] =
    &["bisect", "bundle", "config", "lfs", "notes", "reflog", "remote", "stash", "submodule", "worktree"];

/// Whether what stands at a place would name what git does: nothing but options, and a command that has commands, is
/// before it.
pub(crate) fn leads_to(words: &[Value], at: usize) -> bool {
    let mut index = 0;
    let mut nested = false;
    while index < at {
        let Some(word) = words.get(index) else { return false };
        let text = word.prefix();
        if text.starts_with('-') {
            index += 1 + usize::from(!nested && GLOBAL.contains(&text));
            continue;
        }
        if !matches!(word, Value::Unknown(_)) {
            if nested || !NESTED.contains(&text) {
                return false;
            }
            nested = true;
        }
        index += 1;
    }
    index == at
}

/// Runs `git` with these words.
pub(super) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let mut words = rest;
    let mut here = walk.copy(state);
    config::from_environment(walk, span, &mut here);
    let (mut plain, mut elsewhere) = (true, false);
    while let Some((word, after)) = words.split_first() {
        let text = word.prefix();
        if !text.starts_with('-') {
            break;
        }
        plain &= matches!(text, "--no-pager" | "--no-optional-locks" | "-C");
        let (name, glued) = match text.strip_prefix("-c").filter(|glued| !glued.is_empty()) {
            // `-calias.x=…`: glued to its letter.
            Some(_) => {
                config::once(walk, &tail(word, 2), span, &mut here);
                plain = false;
                words = after;
                continue;
            }
            None => text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value))),
        };
        let (value, next) = match (GLOBAL.contains(&name), glued) {
            (true, None) => (after.first().cloned(), after.get(1..).unwrap_or_default()),
            (_, Some(_)) => (Some(tail(word, name.len() + 1)), after),
            (false, None) => (None, after),
        };
        match (name, value) {
            ("--git-dir", _) => elsewhere = true,
            ("-C" | "--work-tree", Some(value)) => here.cwd = directory(&value, &here.cwd),
            ("-c", Some(value)) => config::once(walk, &value, span, &mut here),
            ("--config-env", Some(value)) => config::from_variable(walk, &value, span, &mut here),
            ("--exec-path", Some(value)) => {
                walk.obeyed_variable("GIT_EXEC_PATH", &value, span, &mut here);
                walk.effect(Action::Environment("GIT_EXEC_PATH".to_owned(), value), span);
            }
            _ => {}
        }
        words = next;
    }
    let Some((first, words)) = words.split_first() else {
        let asks = matches!(rest, [word] if matches!(word.known(), Some("--version" | "--help" | "-v")));
        return Outcome::Done(if asks { Standing::ReadOnly } else { Standing::Known });
    };
    for word in rest {
        transport(walk, word, span, &mut here);
    }
    let Some(name) = first.known() else {
        return Outcome::Done(Standing::Unknown);
    };
    // Git's own manual, or what a command itself says of its options.
    if is_own(name) && matches!(words, [word] if matches!(word.known(), Some("--help" | "-h"))) {
        return Outcome::Done(Standing::ReadOnly);
    }
    if walk.is_captured() && names::is_of_branch(name, words) {
        let cwd = here.cwd.known().filter(|_| state.alias_of("git-branch").is_none());
        let repository = cwd.and_then(|cwd| here.scene.world.repository(cwd));
        if let Some(branch) = repository.and_then(|repository| repository.branch) {
            walk.print(&Value::Known(format!("{branch}\n")), span);
            return Outcome::Done(Standing::ReadOnly);
        }
    }
    // Its files are read only where they say something: for a push, an upstream, a work tree, a branch that gets
    // another's name, and for what may be an alias.
    let asked = matches!(name, "push" | "pull" | "rebase" | "send-pack" | "worktree")
        || (name == "branch" && refs::renames(words))
        || !is_own(name);
    let repository = here.cwd.known().filter(|_| asked).and_then(|cwd| here.scene.world.repository(cwd));
    let aliases = aliases(name, &here, repository.as_ref());
    if !aliases.is_empty() {
        for text in &aliases {
            aliased(walk, name, text, words, span, &here);
        }
        return Outcome::Peeled;
    }
    // A command that is none of git's own is a program on the PATH: `git flow` is `git-flow`.
    if !is_own(name) {
        let program = format!("git-{name}");
        if let Some(written) = crate::scripts::written_program(&program, &here) {
            walk.program_file(&written, words, span, &mut here);
        } else if crate::knowledge::program(&program).is_some() {
            if name == "subtree" {
                push::subtree(walk, words, repository, span, &mut here);
            }
            let command = std::iter::once(Value::Known(program)).chain(words.iter().cloned()).collect();
            walk.command(command, span, &mut here);
            return Outcome::Peeled;
        }
    }
    let bare = rest.first() == Some(first);
    let mut call = Call {
        arguments: Arguments::of(words, valued(name)),
        words,
        span,
        repository,
        plain,
        bare,
        elsewhere,
    };
    let before = walk.captured_pieces();
    if work::takes_a_stash(name, &call) {
        walk.deed(Deed::Merge, "takes a stash for a commit", span);
    }
    let standing = subcommand(walk, name, &mut call, &mut here);
    index::bend(walk, name, &call, &here);
    if walk.captured_pieces() == before && !is_silent(name) {
        // What it prints nobody knows; that is not the same as nothing.
        walk.print(&Value::unknown(), span);
    }
    state.keep_files(&here);
    state.keep_aliases(&here);
    Outcome::Done(standing)
}

/// Aliases of the text, of the options or of the repository.
fn aliases(name: &str, state: &State, repository: Option<&Repository>) -> Vec<String> {
    let told = state.alias_of(&format!("git {name}"));
    let mut texts = told.map(|told| told.all.clone()).unwrap_or_default();
    if told.is_none_or(|told| told.perhaps) {
        let known = |(own, _): &&(String, String)| own.eq_ignore_ascii_case(name);
        let own = repository.and_then(|repository| repository.aliases.iter().find(known));
        texts.extend(own.map(|(_, text)| text.clone()));
    }
    texts
}

/// What an alias stands for, which may be another one.
fn aliased(walk: &mut Walk, name: &str, text: &str, words: &[Value], span: Span, state: &State) {
    let mut once = walk.copy(state);
    // INVARIANT: it is not looked up in itself, so that a circle of them ends.
    once.unalias(&format!("git {name}"));
    let more = crate::commands::quoted(words);
    let script = match text.strip_prefix('!') {
        Some(script) => format!("{script} {more}"),
        None => format!("git {text} {more}"),
    };
    walk.nested(&script, span, "git alias", &mut once);
}

/// `ext::sh -c …` as an address runs that.
fn transport(walk: &mut Walk, word: &Value, span: Span, state: &mut State) {
    let text = word.to_string();
    if let Some(script) = text.strip_prefix("ext::") {
        // A blank behind a percent sign belongs to the word.
        let script = script.replace("% ", "\0");
        let words = script.split(' ').map(|word| Value::Known(word.replace('\0', " "))).collect();
        walk.peel("git ext::", |walk| walk.command(words, span, state));
    }
}

/// A value without its first bytes.
pub(crate) fn tail(value: &Value, length: usize) -> Value {
    match value {
        Value::Known(text) => Value::Known(text.get(length..).unwrap_or_default().to_owned()),
        Value::Pattern(pieces) => {
            let mut pieces = pieces.clone();
            if let Some(Piece::Text(text)) = pieces.first_mut() {
                *text = text.get(length..).unwrap_or_default().to_owned();
            }
            Value::of(pieces)
        }
        Value::Few(texts) => Value::Few(texts.map(|text| text.get(length..).unwrap_or_default().to_owned())),
        Value::Unknown(sources) => Value::Unknown(sources.clone()),
    }
}
