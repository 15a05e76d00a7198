//! git: what its commands do to work, history and what others see. Options before the subcommand, aliases and
//! configuration that runs programs are followed.

mod config;
mod look;
mod push;
mod work;

use hookward_shell::Span;

use crate::builtins::directory;
use crate::commands::Outcome;
use crate::effect::{Action, Deed, Depth, Git, Standing};
use crate::packages;
use crate::programs::Arguments;
use crate::scene::{Repository, Staged};
use crate::source::{Source, Sources};
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

/// Runs `git` with these words.
pub(super) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let mut words = rest;
    let mut here = walk.copy(state);
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
            ("-c" | "--config-env", Some(value)) => config::once(walk, &value, span, &mut here),
            ("--exec-path", Some(value)) => {
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
    // Its files are read only where they say something: for a push, a work tree, and for what may be an alias.
    let asked = matches!(name, "push" | "send-pack" | "worktree") || !is_own(name);
    let repository = here.cwd.known().filter(|_| asked).and_then(|cwd| here.scene.world.repository(cwd));
    let aliases = aliases(name, &here, repository.as_ref());
    if !aliases.is_empty() {
        for text in &aliases {
            aliased(walk, text, words, span, &here);
        }
        return Outcome::Peeled;
    }
    let bare = rest.first() == Some(first);
    let mut call =
        Call { arguments: Arguments::of(words, valued(name)), words, span, repository, plain, bare };
    let before = walk.captured_pieces();
    let standing = subcommand(walk, name, &mut call, &mut here);
    if walk.captured_pieces() == before && !is_silent(name) {
        // What it prints nobody knows; that is not the same as nothing.
        walk.print(&Value::unknown(), span);
    }
    state.keep_files(&here);
    state.keep_aliases(&here);
    Outcome::Done(standing)
}

/// Commands of git's own, which no alias can take the place of.
pub(super) fn is_own(name: &str) -> bool {
    const OWN: &[&str] = &[
        "add",
        "am",
        "apply",
        "archive",
        "bisect",
        "blame",
        "branch",
        "bundle",
        "cat-file",
        "check-ignore",
        "checkout",
        "cherry",
        "cherry-pick",
        "clean",
        "clone",
        "commit",
        "config",
        "count-objects",
        "describe",
        "diff",
        "difftool",
        "fetch",
        "filter-branch",
        "for-each-ref",
        "format-patch",
        "fsck",
        "gc",
        "grep",
        "help",
        "init",
        "log",
        "ls-files",
        "ls-remote",
        "ls-tree",
        "merge",
        "merge-base",
        "mergetool",
        "mv",
        "name-rev",
        "notes",
        "prune",
        "pull",
        "push",
        "range-diff",
        "read-tree",
        "rebase",
        "reflog",
        "remote",
        "repack",
        "reset",
        "restore",
        "rev-list",
        "rev-parse",
        "revert",
        "rm",
        "shortlog",
        "show",
        "show-branch",
        "show-ref",
        "sparse-checkout",
        "stash",
        "status",
        "submodule",
        "switch",
        "symbolic-ref",
        "tag",
        "update-index",
        "update-ref",
        "var",
        "version",
        "whatchanged",
        "worktree",
        "write-tree",
    ];
    OWN.contains(&name)
}

/// Commands that put nothing out: what they are asked for is done or it is not.
fn is_silent(name: &str) -> bool {
    matches!(name, "add" | "rm" | "mv" | "config" | "init" | "update-index" | "update-ref" | "read-tree")
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

fn aliased(walk: &mut Walk, text: &str, words: &[Value], span: Span, state: &State) {
    let mut once = walk.copy(state);
    once.forget_git_aliases();
    let more = crate::commands::quoted(words);
    let script = match text.strip_prefix('!') {
        Some(script) => format!("{script} {more}"),
        None => format!("git {text} {more}"),
    };
    walk.nested(&script, span, "git alias", &mut once);
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

fn valued(subcommand: &str) -> &'static [&'static str] {
    match subcommand {
        "commit" | "tag" | "notes" | "merge" => &[
            "-m",
            "-F",
            "-C",
            "-c",
            "-t",
            "-u",
            "--message",
            "--file",
            "--author",
            "--date",
            "--template",
            "-S",
            "-s",
            "-X",
        ],
        "push" => &["-o", "--push-option", "--repo", "--receive-pack", "--exec"],
        "clone" => &[
            "-b",
            "-o",
            "-u",
            "-c",
            "-j",
            "--branch",
            "--origin",
            "--upload-pack",
            "--config",
            "--depth",
            "--reference",
            "--template",
            "--separate-git-dir",
        ],
        "fetch" | "pull" | "ls-remote" => &["--upload-pack", "--depth", "-j", "-o", "-s", "-X", "--exec"],
        "grep" => &["-e", "-f", "-A", "-B", "-C", "-m"],
        "rebase" => &["-x", "--exec", "--onto", "-s", "-X"],
        "checkout" | "switch" => &["-b", "-B", "-c", "-C", "--orphan", "--conflict", "--pathspec-from-file"],
        "restore" => &["-s", "--source", "--pathspec-from-file"],
        "reset" | "rm" | "add" => &["--pathspec-from-file"],
        "stash" => &["-m", "--message"],
        "worktree" => &["-b", "-B", "--reason"],
        "difftool" | "mergetool" => &["-x", "--extcmd", "-t", "--tool"],
        "clean" => &["-e", "--exclude"],
        "config" => &["-f", "--file", "--blob", "--type", "--default"],
        "archive" => &["-o", "--output", "--format", "--prefix", "--remote", "--exec"],
        "format-patch" => &["-o", "--output-directory"],
        "bundle" | "log" | "diff" | "show" => {
            &["-n", "-S", "-G", "-L", "--output", "--author", "--since", "--until", "--grep"]
        }
        _ => &[],
    }
}

fn subcommand(walk: &mut Walk, name: &str, call: &mut Call, state: &mut State) -> Standing {
    let span = call.span;
    let skips =
        |call: &Call, short: &str| call.arguments.has(&["--no-verify"]) || call.arguments.has_letter(short);
    match name {
        "checkout" => work::checkout(walk, call, state),
        "restore" => work::restore(walk, call, state),
        "switch" => {
            work::switched(call, state);
            work::switch(walk, call);
        }
        "reset" => work::reset(walk, call),
        "clean" => work::clean(walk, call, state),
        "stash" => {
            if matches!(call.arguments.first(), Some("push" | "save")) {
                let paths = call.arguments.operands.get(1..).unwrap_or_default().to_vec();
                put_back(walk, &paths, span, state);
            }
            return work::stash(walk, call);
        }
        "read-tree" if call.arguments.has(&["--reset"]) || call.arguments.has_letter("u") => {
            walk.effect(Action::Git(Git::Discard("puts another tree in place of the work tree")), span);
        }
        "checkout-index" if call.arguments.has_letter("f") || call.arguments.has(&["--force"]) => {
            walk.effect(Action::Git(Git::Discard("puts the index in place of the work tree")), span);
        }
        "reflog" if call.arguments.first() == Some("expire") || call.arguments.first() == Some("delete") => {
            if !call.arguments.has(&["--dry-run"]) && !call.arguments.has_letter("n") {
                walk.effect(
                    Action::Git(Git::Forget("deletes the log by which lost commits are found again")),
                    span,
                );
            }
        }
        "gc" if config::expires_at_once(state)
            || call
                .arguments
                .values("--prune")
                .iter()
                .any(|value| !matches!(value.known(), Some("2.weeks.ago" | "never"))) =>
        {
            walk.effect(Action::Git(Git::Forget("deletes every commit that no branch reaches")), span);
        }
        "prune" if !call.arguments.has(&["--dry-run"]) && !call.arguments.has_letter("n") => {
            walk.effect(Action::Git(Git::Forget("deletes every commit that no branch reaches")), span);
        }
        "push" | "send-pack" => push::push(walk, call, state),
        "branch" => return branch(walk, call),
        "tag" => return tag(walk, call),
        "update-ref" => {
            let deed = if call.arguments.has_letter("d") || call.arguments.has(&["--delete"]) {
                Git::Drop(format!("the ref {}", call.arguments.shown(0)))
            } else {
                Git::Rewrite("moves a ref without a check")
            };
            walk.effect(Action::Git(deed), span);
        }
        "symbolic-ref" if call.arguments.has_letter("d") || call.arguments.has(&["--delete"]) => {
            walk.effect(Action::Git(Git::Drop(format!("the ref {}", call.arguments.shown(0)))), span);
        }
        "symbolic-ref" if call.arguments.operands.len() > 1 => {
            walk.effect(Action::Git(Git::Rewrite("moves a ref without a check")), span);
        }
        "filter-branch" | "filter-repo" if !call.arguments.has(&["--analyze", "--dry-run"]) => {
            walk.effect(Action::Git(Git::Rewrite("rewrites the history of whole branches")), span);
        }
        "fetch"
            if call.arguments.operands.iter().any(|spec| {
                let forced = spec.prefix().starts_with('+')
                    || call.arguments.has_letter("f")
                    || call.arguments.has(&["--force"]);
                // Of `src:dst` it is the branch here that moves; an address has a colon too.
                let moves = spec.prefix().rsplit_once(':').is_some_and(|(_, own)| !own.starts_with("//"));
                forced && moves && !spec.prefix().contains("refs/remotes/") && !spec.prefix().contains('@')
            }) =>
        {
            walk.effect(Action::Git(Git::Rewrite("moves a branch by force")), span);
        }
        "apply" | "am" => {
            if skips(call, "") {
                walk.deed(Deed::SkipHooks, "applies patches without running the hooks", span);
            }
            let reverse = call.arguments.has_letter("R") || call.arguments.has(&["--reverse"]);
            // A patch that the text itself has made is one of what was just changed.
            let made = call.arguments.operands.iter().all(|word| state.written(&state.place(word)).is_some());
            if reverse && made && !call.arguments.has(&["--check"]) {
                walk.effect(Action::Git(Git::Drop("changes that a patch takes back".to_owned())), span);
            }
            let files: Vec<Value> = call.arguments.operands.iter().map(|word| (*word).clone()).collect();
            walk.patched(&files, span, state);
        }
        "replace" | "fast-import" => walk.effect(Action::Git(Git::Rewrite("rewrites history")), span),
        "commit" => {
            if skips(call, "n") && !call.arguments.has(&["--dry-run"]) {
                walk.deed(Deed::SkipHooks, "commits without running the hooks", span);
            }
            let all = call.arguments.has(&["--all"]) || call.arguments.has_letter("a");
            let stages = |effect: &crate::Effect| matches!(effect.action, Action::Git(Git::Stage(_)));
            let what = if walk.facts.effects.iter().any(stages) {
                Staged::Everything
            } else if all || !call.arguments.operands.is_empty() {
                Staged::Tracked
            } else {
                Staged::Index
            };
            let added = state.cwd.known().map_or_else(Vec::new, |cwd| state.scene.world.staged(cwd, what));
            walk.effect(Action::Git(Git::Commit(added)), span);
            read_file(walk, call, &["-F", "--file"], state);
        }
        "merge" | "pull" | "cherry-pick" | "revert" | "rebase" => {
            if skips(call, "") {
                walk.deed(Deed::SkipHooks, "goes on without running the hooks", span);
            }
            for script in
                call.arguments.all_values(&["-x", "--exec"]).into_iter().filter(|_| name == "rebase")
            {
                let mut apart = walk.copy(state);
                walk.shell_text(&script, span, "git rebase --exec", &mut apart);
            }
        }
        "worktree" => return work::worktree(walk, call),
        "rm" if !call.arguments.has(&["--cached", "--dry-run"]) && !call.arguments.has_letter("n") => {
            // Without force git itself refuses to lose what was not committed.
            let force = call.arguments.has_letter("f") || call.arguments.has(&["--force"]);
            let tree = call.arguments.has_letter("r") && force;
            for operand in &call.arguments.operands {
                let place = state.place(&look::path(operand));
                walk.effect(Action::Delete(place, if tree { Depth::Tree } else { Depth::One }), span);
            }
        }
        "mv" => walk.moves(&call.arguments.operands, span, state),
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
        "remote" => return remote(walk, call),
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
            for value in
                call.arguments.all_values(&["-c", "--config"]).into_iter().filter(|_| name == "clone")
            {
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
                walk.write(place, Value::unknown(), span, state);
            }
        }
        "format-patch" => {
            for into in call.arguments.all_values(&["-o", "--output-directory"]) {
                let place = state.place(&into);
                walk.write(place, Value::unknown(), span, state);
            }
        }
        // A change that git no longer sees is one that nobody is shown.
        "update-index" if call.arguments.has(&["--assume-unchanged", "--skip-worktree"]) => {
            put_back(walk, &call.arguments.operands, span, state);
        }
        // What is packed is what was committed, and a file of it by its name.
        "bundle" if call.arguments.operands.get(1).and_then(|word| word.known()) == Some("-") => {
            walk.print(&Value::Unknown(Sources::from(Source::Repository)), span);
        }
        "hash-object" if call.arguments.has_letter("w") => {
            for file in &call.arguments.operands {
                walk.read(state.place(file), span);
            }
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

/// Whether a directory is hidden, in a hidden one, or one of the system's.
fn holds_settings(directory: &Value) -> bool {
    let text = directory.to_string();
    let hidden = |part: &str| part.starts_with('.') && !matches!(part, "." | "..");
    text.split('/').any(hidden)
        || ["/etc", "/usr", "/bin", "/sbin", "/lib", "/boot"].iter().any(|start| text.starts_with(start))
}

/// Files that are from here on as they were committed, or count as such.
fn put_back(walk: &mut Walk, paths: &[&Value], span: Span, state: &State) {
    for path in paths {
        let place = state.place(&look::path(path));
        let content = Value::Unknown(crate::Sources::from(crate::Source::Repository));
        walk.effect(Action::Write(place, content), span);
    }
}

fn branch(walk: &mut Walk, call: &Call) -> Standing {
    let given = &call.arguments;
    let forced = given.has(&["--force"]) || given.has_letter("f");
    let deletes = given.has(&["--delete"]) || given.has_letter("d");
    if given.has_letter("D") || (deletes && forced) {
        for index in 0..given.operands.len().max(1) {
            walk.effect(Action::Git(Git::Drop(format!("the branch {}", given.shown(index)))), call.span);
        }
    } else if !deletes && (forced || given.has_letter("C")) {
        walk.effect(Action::Git(Git::Rewrite("moves a branch by force")), call.span);
    }
    look::standing(
        call,
        look::lists_only(
            given,
            &[
                "-a",
                "-r",
                "-v",
                "-vv",
                "-l",
                "--all",
                "--list",
                "--merged",
                "--no-merged",
                "--show-current",
                "--contains",
                "--format",
                "--sort",
                "--remotes",
                "--verbose",
                "--no-color",
                "--column",
            ],
        ),
    )
}

fn tag(walk: &mut Walk, call: &Call) -> Standing {
    let given = &call.arguments;
    if given.has_letter("f") || given.has(&["--force"]) {
        walk.effect(Action::Git(Git::Rewrite("moves a tag by force")), call.span);
    }
    let lists = given.operands.is_empty() || given.has_letter("l") || given.has(&["--list"]);
    look::standing(
        call,
        lists
            && look::lists_only(
                given,
                &["-l", "-n", "--list", "--sort", "--format", "--contains", "--points-at", "--merged"],
            ),
    )
}

fn remote(walk: &mut Walk, call: &Call) -> Standing {
    let given = &call.arguments;
    if matches!(given.first(), Some("add" | "set-url"))
        && let Some(name) = given.operands.get(1).and_then(|name| name.known())
    {
        walk.remotes.push(name.to_owned());
    }
    let lists = given.operands.is_empty() || given.first() == Some("get-url");
    look::standing(call, lists && look::lists_only(given, &["-v", "--verbose"]))
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
