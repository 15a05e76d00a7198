use super::*;
use crate::evidence::is_document;
use hookward_effects::{Call, Emptiness, Facts, Scene, facts};

fn found(text: &str) -> Facts {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    facts(&Call::shell(text), &scene)
}

fn last(facts: &Facts) -> GitWords<'_> {
    facts.commands.iter().rev().find_map(GitWords::of).unwrap()
}

#[test]
fn letters_count_up_to_one_that_has_a_value() {
    for all in ["-a -m x", "-am x", "-qam x", "--all -m x", "-m x -a", "-vaS -m x", "--no-all --all"] {
        assert!(last(&found(&format!("git commit {all}"))).takes_all(), "{all}");
    }
    for not in [
        "-mfeat",
        "-m'a fix'",
        "-F/tmp/a",
        "-CHEAD~a",
        "-m -a",
        "-uall -m x",
        "-Sabc -m x",
        "--amend",
        "-m x -- -a",
    ] {
        assert!(!last(&found(&format!("git commit {not}"))).takes_all(), "{not}");
    }
}

#[test]
fn an_add_that_tries_or_asks_puts_no_whole_file_into_the_index() {
    for whole in ["-A", "src", "-u", "-Av .", "-- src", "--all --verbose"] {
        assert!(last(&found(&format!("git add {whole}"))).adds_whole(), "{whole}");
    }
    for not in
        ["-n src", "--dry-run src", "--dry src", "--refresh src", "-N src", "-p", "-i", "-e", "-A ':!src'"]
    {
        assert!(!last(&found(&format!("git add {not}"))).adds_whole(), "{not}");
    }
}

#[test]
fn what_changes_the_index_by_itself_is_known() {
    for bent in [
        "update-index --cacheinfo 100644,abc,src/a.ts",
        "update-index --index-info",
        "update-index --force-remove src/a.ts",
        "read-tree HEAD~1",
        "reset HEAD~1 -- src",
        "reset",
        "reset src/a.ts",
        "reset -q HEAD~1 README.md",
        "restore --staged --source=HEAD~1 .",
        "restore -S src/a.ts",
        "rm --cached -q src/a.ts",
        "add -f dist/evil.ts",
        "add -Af",
        "apply --cached x.patch",
        "submodule update --remote",
    ] {
        assert!(last(&found(&format!("git {bent}"))).bends_index(is_document), "{bent}");
    }
    for not in [
        "update-index --refresh -q",
        "reset --soft HEAD~1",
        "reset README.md",
        "restore --staged README.md",
        "rm --cached docs/a.md",
        "add -A",
        "add -f docs/a.md",
        "submodule status",
        "commit -m x",
    ] {
        assert!(!last(&found(&format!("git {not}"))).bends_index(is_document), "{not}");
    }
}

#[test]
fn a_setting_is_harmless_if_it_changes_no_file() {
    for astray in [
        "--git-dir=/p/.git commit -m x",
        "--git-dir /p/.git --work-tree /p commit -m x",
        "-c core.worktree=/p commit -m x",
        "-ccore.worktree=/p commit -m x",
        "-c core.attributesFile=/p commit -m x",
        "-c filter.x.clean=cat commit -m x",
        "config core.worktree /p",
        "config set core.worktree /p",
        "config --local --add include.path /p",
        "config -f .git/config core.worktree /p",
    ] {
        assert!(last(&found(&format!("git {astray}"))).leads_astray().is_some(), "{astray}");
    }
    for not in [
        "-C web commit -m x",
        "-c user.name='A B' -c commit.gpgsign=false commit -m x",
        "--no-pager commit -m x",
        "config user.email a@b.c",
        "config core.worktree",
        "config --get core.worktree",
        "config --list",
    ] {
        assert_eq!(last(&found(&format!("git {not}"))).leads_astray(), None, "{not}");
    }
}
