//! What each of git's commands does, one by one; what takes more than a few lines stands in a file of its own.

use hookward_shell::Span;

use super::super::clones;
use super::{
    Call, commit, config, exchange, index, look, moving, patching, push, refs, run, shown, staging, work,
};
use crate::effect::{Action, Brought, Deed, Depth, Git, Standing};
use crate::operands::searched;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

pub(super) fn subcommand(walk: &mut Walk, name: &str, call: &mut Call, state: &mut State) -> Standing {
    let span = call.span;
    if matches!(name, "commit" | "merge" | "cherry-pick" | "revert" | "rebase" | "am") {
        clones::written_to(walk, span, state);
    }
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
            work::takes_ignored_files(walk, call, state);
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
        "checkout-index" => {
            if call.arguments.has_letter("f") || call.arguments.has(&["--force"]) {
                walk.effect(Action::Git(Git::Discard("puts the index in place of the work tree")), span);
            }
            index::checkout_index(walk, call, state);
            return look::look(walk, name, call, state);
        }
        "reflog" | "gc" | "maintenance" | "prune" | "repack" | "update-ref" | "symbolic-ref" => {
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
        "apply" | "am" => patching::apply(walk, name, call, state),
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
        // What stands in for others is only listed.
        "replace" if call.arguments.operands.is_empty() || call.arguments.has(&["-l", "--list"]) => {}
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
        "init" => {
            exchange::templates(walk, call, state);
            if let Some(into) = call.arguments.operands.first() {
                clones::made(walk, into, span, state);
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
                walk.delete(place, if tree { Depth::Tree } else { Depth::One }, span, state);
            }
        }
        "mv" => moving::moved(walk, call, state),
        "merge-file" if !call.arguments.has(&["--stdout"]) && !call.arguments.has_letter("p") => {
            let standing = look::look(walk, name, call, state);
            if let Some(file) = call.arguments.operands.first() {
                let place = state.place(file);
                walk.write(place, Value::unknown(), span, state);
            }
            return standing;
        }
        "add" | "stage" => staging::added(walk, &call.arguments, span, state),
        "update-index" if call.arguments.has(&["--add"]) => {
            for operand in &call.arguments.operands {
                walk.effect(Action::Git(Git::Stage(state.place(operand))), span);
            }
        }
        "config" => return config::command(walk, call, state),
        "remote" => return refs::remote(walk, call),
        "submodule" => exchange::submodule(walk, call, state),
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
fn put_back(walk: &mut Walk, paths: &[&Value], span: Span, state: &mut State) {
    for path in paths {
        let place = state.place(&look::path(path));
        let content = Value::Unknown(crate::Sources::from(crate::Source::Repository));
        walk.change(Action::Write(place, content), crate::Told::Committed, span, state);
    }
}

fn read_file(walk: &mut Walk, call: &Call, names: &[&str], state: &State) {
    for file in call.arguments.all_values(names) {
        if file.known() != Some("-") {
            walk.read(state.place(&file), call.span);
        }
    }
}
