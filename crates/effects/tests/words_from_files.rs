//! Words that are only in a file when the shell runs: which command they make, and which one of Hookward's.
//! The working directory is `/w`, the home `/home/me`.

use hookward_effects::{Action, Call, Deed, Kind, Repository, Scene, World, facts};

/// A few files of text, and nothing else.
struct Files;

const FILES: &[(&str, &str)] = &[
    ("/w/rm.txt", "rm -rf /\n"),
    ("/w/several.txt", "ls\nrm -rf /\n"),
    ("/w/broken.txt", "rm\n  -rf\n/\n"),
    ("/w/path.txt", "./run.sh\n"),
    ("/w/run.sh", "#!/bin/sh\nrm -rf /\n"),
    ("/w/prog.txt", "hookward\n"),
    ("/w/sub.txt", "verify\n"),
    ("/w/notes.txt", "To remove everything, say rm -rf / and wait.\n"),
    ("/w/package.json", "{\"name\": \"x\", \"bin\": \"rm -rf /\"}\n"),
    ("/w/app.pid", "4711\n"),
    ("/w/python.txt", "/usr/bin/python3\n"),
    ("/w/reset.txt", "reset --hard\n"),
    ("/w/status.txt", "status --short\n"),
    ("/w/tree.txt", "-rf /\n"),
    ("/w/message.txt", "reset --hard is bad\n"),
];

impl World for Files {
    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn kind(&self, path: &str) -> Kind {
        if FILES.iter().any(|(file, _)| *file == path) { Kind::File } else { Kind::Nothing }
    }

    fn text(&self, path: &str) -> Option<String> {
        FILES.iter().find(|(file, _)| *file == path).map(|(_, text)| (*text).to_owned())
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

fn effects(command: &str) -> Vec<Action> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Files };
    facts(&Call::shell(command), &scene).effects.into_iter().map(|effect| effect.action).collect()
}

fn deletes_everything(command: &str) -> bool {
    let is_root = |action: &Action| matches!(action, Action::Delete(place, _) if place.spots.iter().any(|spot| spot.path == "/"));
    effects(command).iter().any(is_root)
}

fn impersonates(command: &str) -> bool {
    effects(command).iter().any(|action| matches!(action, Action::Deed(Deed::Impersonate, _)))
}

#[test]
fn a_command_that_a_file_says_is_looked_at() {
    for command in [
        "$(cat rm.txt)",
        "`cat rm.txt`",
        "$(<rm.txt)",
        "sudo $(cat rm.txt)",
        "c=$(cat rm.txt); $c",
        "read -r c < rm.txt; $c",
        "$(cat broken.txt)",
        "$(tail -n 1 several.txt)",
        "$(cat path.txt)",
        "bash -c '$(cat rm.txt)'",
        "if true; then $(cat rm.txt); fi",
    ] {
        assert!(deletes_everything(command), "{command}: {:?}", effects(command));
    }
}

#[test]
fn words_that_a_file_says_behind_a_program_are_what_it_is_told() {
    let loses_work = |command: &str| {
        effects(command).iter().any(|action| matches!(action, Action::Git(hookward_effects::Git::Discard(_))))
    };
    for command in ["git $(cat reset.txt)", "git --no-pager $(<reset.txt)", "read -r a < reset.txt; git $a"] {
        assert!(loses_work(command), "{command}");
    }
    for command in ["git $(cat status.txt)", "git commit -m \"$(cat message.txt)\"", "echo $(cat reset.txt)"]
    {
        assert!(!loses_work(command), "{command}");
    }
    assert!(deletes_everything("rm $(cat tree.txt)"));
    assert!(!deletes_everything("rm $(cat app.pid)"));
}

#[test]
fn what_a_file_says_is_no_command_where_it_does_not_begin_like_one() {
    for command in [
        "$(cat notes.txt)",
        "$(jq -r .bin package.json) x",
        "echo $(cat rm.txt)",
        "kill $(cat app.pid)",
        "$(cat python.txt) x.py",
        "$(cat missing.txt)",
        "git commit -m \"$(cat rm.txt)\"",
    ] {
        assert!(!deletes_everything(command), "{command}: {:?}", effects(command));
    }
}

#[test]
fn a_command_of_hookward_that_is_not_known_beforehand_is_a_persons() {
    for command in [
        "hookward $(cat sub.txt)",
        "hookward `cat sub.txt` < x.json",
        "hookward $(cat missing.txt)",
        "hookward $A",
        "hookward \"$A\" 10m",
        "hookward \"${a[0]}\"",
        "hookward ${A:-status}",
        "hookward ver*",
        "hookward v$A",
        "read a < sub.txt; hookward $a",
        "while read -r l; do hookward $l; done < sub.txt",
        "xargs -a sub.txt -o hookward",
        "cat sub.txt | xargs hookward",
        "find . -name verify -exec hookward {} \\;",
        "script -qec 'hookward $(cat sub.txt)' /dev/null",
        "$(cat prog.txt) verify",
        "$(cat prog.txt) $(cat sub.txt)",
        "f() { hookward $1; [ -n \"$2\" ] || f verify x; }; f status",
        "bash -c 'hookward \"$@\"' _ $(cat sub.txt)",
        "python3 -c \"import subprocess; subprocess.run(['hookward', open('sub.txt').read().strip()])\"",
        "node -e \"require('child_process').execFileSync('hookward',[require('fs').readFileSync('sub.txt','utf8').trim()])\"",
        "perl -e 'exec \"hookward\", `cat sub.txt`'",
        "ruby -e 'exec \"hookward\", File.read(\"sub.txt\").strip'",
    ] {
        assert!(impersonates(command), "{command}: {:?}", effects(command));
    }
}

#[test]
fn a_command_of_hookward_that_is_known_may_have_any_words_behind_it() {
    for command in [
        "hookward status",
        "hookward check \"$(cat rm.txt)\"",
        "hookward log -n $N",
        "hookward rules \"$rule\"",
        "hookward",
        "hookward --version",
        "for c in status log; do hookward $c; done",
        "hookward trust --list",
        "hookward run -- $RUNNER test",
        "hw() { hookward \"$@\"; }",
        "hw() { hookward \"$@\"; }; hw status",
    ] {
        assert!(!impersonates(command), "{command}: {:?}", effects(command));
    }
}
