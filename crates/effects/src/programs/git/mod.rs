//! git: what its commands do to work, history and what others see. Options before the subcommand, aliases and
//! configuration that runs programs are followed.

mod clients;
mod commit;
mod config;
mod exchange;
mod look;
mod names;
mod push;
mod refs;
mod shown;
mod work;

pub(super) use clients::{is_client, run_by_client};
pub(super) use look::path;
pub(crate) use names::is_own;
use names::{is_silent, valued};
pub(super) use shown::filled;

use hookward_shell::Span;

use crate::builtins::directory;
use crate::commands::Outcome;
use crate::effect::{Action, Brought, Deed, Depth, Git, Standing};
use crate::operands::searched;
use crate::programs::Arguments;
use crate::programs::files::Reversed;
use crate::programs::{TAKEN_BACK, clones};
use crate::scene::Repository;
use crate::source::{Direction, Source, Sources};
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
    let mut plain = true;
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
            let command = std::iter::once(Value::Known(program)).chain(words.iter().cloned()).collect();
            walk.command(command, span, &mut here);
            return Outcome::Peeled;
        }
    }
    let bare = rest.first() == Some(first);
    let mut call =
        Call { arguments: Arguments::of(words, valued(name)), words, span, repository, plain, bare };
    let before = walk.captured_pieces();
    if work::takes_a_stash(name, &call) {
        walk.deed(Deed::Merge, "takes a stash for a commit", span);
    }
    let standing = subcommand(walk, name, &mut call, &mut here);
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

fn subcommand(walk: &mut Walk, name: &str, call: &mut Call, state: &mut State) -> Standing {
    let span = call.span;
    let skips =
        |call: &Call, short: &str| call.arguments.has(&["--no-verify"]) || call.arguments.has_letter(short);
    // What is kept for others to read is as good as shown.
    if matches!(name, "branch" | "commit" | "commit-tree" | "merge" | "notes" | "stash" | "tag") {
        let names = call.arguments.operands.iter().filter(|_| matches!(name, "branch" | "tag"));
        let mut sources = names.fold(Sources::NONE, |all, word| all.and(&word.sources()));
        for message in call.arguments.all_values(&["-m", "--message", "--author"]) {
            sources.add(&message.sources());
        }
        if !sources.is_empty() {
            walk.print(&Value::Unknown(sources), span);
        }
    }
    match name {
        "checkout" => work::checkout(walk, call, state),
        "restore" => work::restore(walk, call, state),
        "switch" => {
            work::switched(call, state);
            work::switch(walk, call);
            work::brought(walk, call, &call.arguments.operands);
        }
        "reset" => work::reset(walk, call),
        "clean" => work::clean(walk, call, state),
        "stash" => {
            let is_named = matches!(call.arguments.first(), Some("push" | "save"));
            // Without a word for it, what stands behind the mark is pushed.
            let paths = match call.arguments.before_mark {
                Some(0) => call.arguments.operands.clone(),
                Some(_) | None if is_named => call.arguments.operands.get(1..).unwrap_or_default().to_vec(),
                Some(_) | None => Vec::new(),
            };
            put_back(walk, &paths, span, state);
            if matches!(call.arguments.first(), Some("pop" | "apply" | "branch")) {
                walk.effect(Action::Git(Git::Bring(Brought::Changes)), span);
            }
            if call.arguments.first() == Some("show") {
                shown::read_shown(walk, name, call.arguments.operands.get(1..), call, state);
            }
            return work::stash(walk, call);
        }
        "read-tree" if call.arguments.has(&["--reset"]) || call.arguments.has_letter("u") => {
            walk.effect(Action::Git(Git::Discard("puts another tree in place of the work tree")), span);
        }
        "checkout-index" if call.arguments.has_letter("f") || call.arguments.has(&["--force"]) => {
            walk.effect(Action::Git(Git::Discard("puts the index in place of the work tree")), span);
        }
        "reflog" | "gc" | "prune" | "update-ref" | "symbolic-ref" => {
            let forgets = refs::forget(walk, name, call, state);
            return forgets.unwrap_or_else(|| look::look(walk, name, call, state));
        }
        "push" | "send-pack" => {
            push::push(walk, call, state);
            commit::merges(walk, name, call, span);
        }
        "branch" => return refs::branch(walk, call, state),
        "tag" => {
            read_file(walk, call, &["-F", "--file"], state);
            return refs::tag(walk, call);
        }
        "filter-branch" | "filter-repo" if !call.arguments.has(&["--analyze", "--dry-run"]) => {
            walk.effect(Action::Git(Git::Rewrite("rewrites the history of whole branches")), span);
            refs::filters(walk, call, state);
        }
        "fetch" | "pull" if refs::fetches_over(&call.arguments) => {
            walk.effect(Action::Git(Git::Rewrite("moves a branch by force")), span);
        }
        "apply" | "am" => {
            if skips(call, "") {
                walk.deed(Deed::SkipHooks, "applies patches without running the hooks", span);
            }
            let reverse = call.arguments.has_letter("R") || call.arguments.has(&["--reverse"]);
            // A patch that the text itself has made is one of what was just changed.
            let made = call.arguments.operands.iter().all(|word| state.written(&state.place(word)).is_some());
            let direction = if reverse { Direction::Backward } else { Direction::Forward };
            let fed = || call.arguments.operands.iter().all(|word| word.known() == Some("-"));
            let given =
                call.arguments.operands.iter().map(|word| state.content(&state.place(word)).sources());
            let mut given = given.chain(Some(state.stdin.sources()).filter(|_| fed()));
            let takes_back = given.any(|sources| sources.take_back(direction));
            // What is only taken from the index is still in the work tree.
            let only_looks = call.arguments.has(&["--check", "--stat", "--numstat", "--summary", "--cached"])
                && !call.arguments.has(&["--apply", "--index"]);
            if takes_back && !only_looks {
                walk.effect(Action::Git(Git::Discard(TAKEN_BACK)), span);
            } else if reverse && made && !only_looks {
                walk.effect(Action::Git(Git::Drop("changes that a patch takes back".to_owned())), span);
            }
            shown::read_shown(walk, name, Some(&call.arguments.operands), call, state);
            // A dash is what it is fed.
            let files = call.arguments.operands.iter().filter(|word| word.known() != Some("-"));
            let files: Vec<Value> = files.map(|word| (*word).clone()).collect();
            let is_tried = call.arguments.has(&["--check", "--stat", "--numstat", "--summary"])
                && !call.arguments.has(&["--apply"]);
            let is_over =
                call.arguments.has(&["--abort", "--quit", "--skip", "--show-current-patch", "--continue"]);
            if !is_tried && !is_over {
                let reversed = if reverse { Reversed::Yes } else { Reversed::No };
                let within = call.arguments.all_values(&["--directory"]).pop();
                walk.patched(&files, within.as_ref(), reversed, span, state);
            }
            if name == "am" && !call.arguments.has(&["--abort", "--quit", "--skip", "--show-current-patch"]) {
                walk.deed(Deed::Merge, "commits patches", span);
            }
        }
        "quiltimport" if !call.arguments.is_tried("n") => {
            walk.deed(Deed::Merge, "commits patches", span);
        }
        "commit-tree" => {
            walk.deed(Deed::Commit, "makes a commit of a tree", span);
            read_file(walk, call, &["-F", "--file"], state);
        }
        // A window in which one commit is made.
        "citool" | "gui"
            if (name == "citool" || call.arguments.first() == Some("citool"))
                && !call.arguments.has(&["--nocommit"]) =>
        {
            walk.deed(Deed::Commit, "makes a commit", span);
        }
        "replace" | "fast-import" => {
            walk.effect(Action::Git(Git::Rewrite("rewrites history")), span);
            if name == "fast-import" {
                walk.deed(Deed::Commit, "makes commits of a stream", span);
            }
        }
        "commit" => {
            let skips = skips(call, "") || call.arguments.has_letter_before('n', commit::VALUED);
            if skips && !call.arguments.is_tried("") {
                walk.deed(Deed::SkipHooks, "commits without running the hooks", span);
            }
            if !call.arguments.is_tried("") {
                let added = commit::added(walk, call, state);
                walk.effect(Action::Git(Git::Commit(added)), span);
            }
            read_file(walk, call, &["-F", "--file", "-t", "--template"], state);
        }
        "merge" | "pull" | "cherry-pick" | "revert" | "rebase" => {
            if skips(call, "") {
                walk.deed(Deed::SkipHooks, "goes on without running the hooks", span);
            }
            commit::merges(walk, name, call, span);
            commit::brings(walk, name, call, span);
            // From a remote that the text itself has added, anything may come.
            let remote = call.arguments.first().filter(|_| name == "pull");
            if let Some(remote) = remote.filter(|remote| walk.remotes.iter().any(|added| added == remote)) {
                let from = Sources::from(Source::Cloned(remote.to_owned()));
                state.fetch(&state.place(&Value::Known(".".to_owned())), &from);
            }
            if name == "merge" {
                read_file(walk, call, &["-F", "--file"], state);
            }
            for script in
                call.arguments.all_values(&["-x", "--exec"]).into_iter().filter(|_| name == "rebase")
            {
                let mut apart = walk.copy(state);
                walk.shell_text(&script, span, "git rebase --exec", &mut apart);
            }
        }
        "worktree" => return work::worktree(walk, call, state),
        "lfs" => refs::large_files(walk, call),
        "rm" if !call.arguments.has(&["--cached"]) && !call.arguments.is_tried("n") => {
            // Without force git itself refuses to lose what was not committed.
            let force = call.arguments.has_letter("f") || call.arguments.has(&["--force"]);
            let recursive = call.arguments.has_letter("r");
            let tree = recursive && force;
            for operand in &call.arguments.operands {
                let mut place = state.place(&look::path(operand));
                // Each file in it that was committed.
                if recursive {
                    place.found.extend(searched(&look::path(operand), state));
                }
                walk.effect(Action::Delete(place, if tree { Depth::Tree } else { Depth::One }), span);
            }
        }
        "mv" => {
            let words: Vec<Value> = call.arguments.operands.iter().map(|word| look::path(word)).collect();
            walk.moves(&words.iter().collect::<Vec<_>>(), span, state);
        }
        "merge-file" if !call.arguments.has(&["--stdout"]) && !call.arguments.has_letter("p") => {
            let standing = look::look(walk, name, call, state);
            if let Some(file) = call.arguments.operands.first() {
                let place = state.place(file);
                walk.write(place, Value::unknown(), span, state);
            }
            return standing;
        }
        "add" | "stage" => {
            let all = call.arguments.has(&["--all", "--update"]) || call.arguments.has_letter("A");
            if call.arguments.operands.is_empty() && (all || call.arguments.has_letter("u")) {
                walk.effect(Action::Git(Git::Stage(state.place(&Value::Known(".".to_owned())))), span);
            }
            for operand in &call.arguments.operands {
                walk.effect(Action::Git(Git::Stage(state.place(&look::path(operand)))), span);
            }
        }
        "config" => return config::command(walk, call, state),
        "remote" => return refs::remote(walk, call),
        "submodule" => {
            let forced = call.arguments.has_letter("f") || call.arguments.has(&["--force"]);
            // Before they are first there, there is nothing to lose; one by its name is a decision.
            let loses = match call.arguments.first() {
                Some("update") => !call.arguments.has(&["--init"]),
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
                let at =
                    call.words.iter().position(|word| word.known() == Some("foreach")).map_or(0, |at| at + 1);
                let behind = call.words.get(at..).unwrap_or_default().iter();
                let words: Vec<Value> =
                    behind.skip_while(|word| word.prefix().starts_with("--")).cloned().collect();
                let mut apart = walk.copy(state);
                walk.shell_text(&crate::builtins::joined(&words), span, "git submodule foreach", &mut apart);
            }
        }
        "bisect" if call.arguments.first() == Some("run") => {
            let at = call.words.iter().position(|word| word.known() == Some("run")).map_or(0, |at| at + 1);
            let command = call.words.get(at..).unwrap_or_default().to_vec();
            walk.peel("git bisect run", |walk| {
                let mut apart = walk.copy(state);
                walk.command(command, span, &mut apart);
            });
        }
        "clone" | "fetch" | "ls-remote" | "fetch-pack" | "archive" | "difftool" | "mergetool"
        | "send-email" => {
            exchange::exchange(walk, name, call, state);
            commit::merges(walk, name, call, span);
        }
        "format-patch" => {
            for into in call.arguments.all_values(&["-o", "--output-directory"]) {
                let place = state.place(&into);
                walk.write(place, Value::unknown(), span, state);
            }
            shown::read_shown(walk, name, Some(&call.arguments.operands), call, state);
        }
        // A change that git no longer sees is one that nobody is shown.
        "update-index" if call.arguments.has(&["--assume-unchanged", "--skip-worktree"]) => {
            put_back(walk, &call.arguments.operands, span, state);
        }
        // What is packed is what was committed, and a file of it by its name.
        "bundle" if call.arguments.first() == Some("create") => {
            let packed = Value::Unknown(Sources::from(Source::Repository));
            match call.arguments.operands.get(1) {
                Some(file) if file.known() == Some("-") => walk.print(&packed, span),
                Some(file) => {
                    let place = state.place(file);
                    walk.write(place, packed, span, state);
                }
                None => {}
            }
        }
        "hash-object" if call.arguments.has_letter("w") => {
            for file in &call.arguments.operands {
                walk.read(state.place(file), span);
            }
        }
        "daemon" => walk.deed(Deed::Publish, "lets others fetch what was committed", span),
        "annex" if call.arguments.has(&["--force"]) => {
            walk.effect(Action::Git(Git::Forget("deletes large files without a look at the remote")), span);
        }
        "secret" if matches!(call.arguments.first(), Some("reveal" | "cat")) => {
            walk.print(&Value::Unknown(Sources::from(Source::Secret("files that were encrypted"))), span);
        }
        "notes" => read_file(walk, call, &["-F", "--file"], state),
        "for-each-repo" => {
            let words: Vec<Value> = call.arguments.operands.iter().map(|word| (*word).clone()).collect();
            let at = call.words.iter().position(|word| words.first().is_some_and(|first| first == word));
            let rest = at.and_then(|at| call.words.get(at..)).unwrap_or_default().to_vec();
            run(walk, &rest, span, state);
        }
        helper if helper.starts_with("credential-") && call.arguments.first() == Some("get") => {
            walk.print(&Value::Unknown(Sources::from(Source::Secret("stored credentials"))), span);
        }
        "credential" if call.arguments.first() == Some("fill") => {
            walk.print(
                &Value::Unknown(crate::Sources::from(crate::Source::Secret("stored credentials"))),
                span,
            );
        }
        _ => return look::look(walk, name, call, state),
    }
    Standing::Known
}

/// Files that are from here on as they were committed, or count as such.
fn put_back(walk: &mut Walk, paths: &[&Value], span: Span, state: &State) {
    for path in paths {
        let place = state.place(&look::path(path));
        let content = Value::Unknown(crate::Sources::from(crate::Source::Repository));
        walk.effect_told(Action::Write(place, content), crate::Told::Committed, span);
    }
}

fn read_file(walk: &mut Walk, call: &Call, names: &[&str], state: &State) {
    for file in call.arguments.all_values(names) {
        if file.known() != Some("-") {
            walk.read(state.place(&file), call.span);
        }
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
