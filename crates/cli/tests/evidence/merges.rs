//! What becomes of branches that were tested apart is held against the tests before it is pushed.

use serde_json::json;

use crate::Repository;
use crate::support::answer;

impl Repository {
    /// One on a tested branch, beside another with a commit of this file.
    fn beside(file: &str) -> Self {
        let repository = Self::committed();
        repository.git(&["switch", "-q", "-c", "other"]);
        repository.machine.write(file, "export const b = 2;\n");
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "other"]);
        repository.git(&["switch", "-q", "-"]);
        repository.machine.write("src/c.ts", "export const c = 3;\n");
        repository.test();
        assert_eq!(repository.objection_to("git add -A && git commit -m c"), "");
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "c"]);
        repository.test();
        repository
    }

    /// One with a commit on the branch `base`, whose tests nobody has seen.
    fn untested() -> Self {
        let repository = Self::new();
        repository.git(&["commit", "-q", "-m", "one"]);
        repository.git(&["branch", "-q", "-M", "base"]);
        repository
    }

    /// Plays a call of git, and gives what is said when it has ended.
    fn brings(&self, command: &str) -> String {
        assert_eq!(self.objection_to(command), "", "{command}");
        self.tell("PreToolUse", command, command);
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        self.git(&words);
        let call = json!({
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": command,
            "tool_response": {"stdout": ""},
        });
        let output = self.machine.hook("claude", &self.machine.event("PostToolUse", &call));
        if output.stdout.is_empty() { String::new() } else { answer(&output).to_string() }
    }
}

#[test]
fn what_a_merge_makes_is_pushed_once_it_was_tested() {
    for merge in [
        "git merge --no-ff -m m other",
        "git merge -m m other",
        "git rebase other",
        "git cherry-pick other",
        "git pull -q . other --no-rebase --no-edit",
    ] {
        let repository = Repository::beside("src/b.ts");
        let said = repository.brings(merge);
        assert!(said.contains("was not tested like this"), "{merge}: {said}");
        let held = repository.objection_to("git push");
        assert!(held.contains("brought sources together that were not tested"), "{merge}: {held}");
        repository.test();
        assert_eq!(repository.objection_to("git push"), "", "{merge}");
        // What is written behind it is not pushed.
        repository.machine.write("src/c.ts", "export const c = 4;\n");
        assert_eq!(repository.objection_to("git push"), "", "{merge}");
    }
}

#[test]
fn what_lay_there_before_is_held_as_well_where_it_is_only_gone_to() {
    let repository = Repository::beside("src/b.ts");
    repository.git(&["branch", "-q", "ahead"]);
    repository.git(&["switch", "-q", "ahead"]);
    repository.git(&["merge", "-q", "--no-edit", "other"]);
    repository.git(&["switch", "-q", "-"]);
    repository.test();
    let said = repository.brings("git merge --ff-only ahead");
    assert!(said.contains("was not tested like this"), "{said}");
    assert!(repository.objection_to("git push").contains("gate/missing-evidence"));
}

#[test]
fn documents_and_what_was_tested_already_need_no_second_run() {
    let repository = Repository::beside("docs/b.md");
    assert_eq!(repository.brings("git merge --no-ff -m m other"), "");
    assert_eq!(repository.objection_to("git push"), "");
    // The branch holds all of this one, and was tested.
    let repository = Repository::beside("src/b.ts");
    repository.git(&["switch", "-q", "other"]);
    repository.git(&["merge", "-q", "--no-edit", "-"]);
    repository.test();
    repository.git(&["switch", "-q", "-"]);
    repository.test();
    assert_eq!(repository.brings("git merge --ff-only other"), "");
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn what_was_tested_on_its_own_branch_may_be_gone_to() {
    for words in [
        "git merge feature",
        "git merge --ff-only feature",
        "git merge --no-ff -m m feature",
        "git rebase feature",
    ] {
        let repository = Repository::untested();
        repository.git(&["switch", "-q", "-c", "feature"]);
        repository.machine.write("src/b.ts", "export const b = 2;\n");
        repository.machine.write("logo.png", "\u{89}PNG\0");
        repository.machine.write("run.sh", "exit 0\n");
        repository.git(&["add", "-A"]);
        repository.git(&["update-index", "--chmod=+x", "run.sh"]);
        repository.git(&["checkout", "-q", "run.sh"]);
        repository.test();
        assert_eq!(repository.objection_to("git commit -m b"), "");
        repository.git(&["commit", "-q", "-m", "b"]);
        // In one call with the way there, and in one of its own.
        assert_eq!(repository.objection_to(&format!("git switch base && {words}")), "", "{words}");
        assert_eq!(
            repository.objection_to(&format!("git checkout -q base && git status && {words}")),
            "",
            "{words}"
        );
        repository.git(&["switch", "-q", "base"]);
        assert_eq!(repository.brings(words), "", "{words}");
        assert_eq!(repository.objection_to("git push"), "", "{words}");
    }
}

#[test]
fn what_was_not_tested_like_this_is_no_such_branch() {
    let repository = Repository::untested();
    repository.git(&["switch", "-q", "-c", "feature"]);
    repository.machine.write("src/b.ts", "export const b = 2;\n");
    repository.git(&["add", "-A"]);
    repository.test();
    repository.git(&["commit", "-q", "-m", "b"]);
    repository.machine.write("src/b.ts", "export const b = 3;\n");
    repository.git(&["commit", "-q", "-am", "changed"]);
    repository.git(&["switch", "-q", "base"]);
    assert!(repository.objection_to("git merge feature").contains("gate/missing-evidence"));
    // The commit before was.
    assert_eq!(repository.objection_to("git merge feature~1"), "");
    for other in [
        "git merge -s ours feature~1",
        "echo 1 > src/b.ts && git merge feature~1",
        "git merge feature~1 && git commit --amend --no-edit",
        "git switch -c other feature && git merge feature~1",
        "gh pr merge 12",
        "git merge feature~1 && gh pr merge 12",
        "git branch -f feature~1 feature; git merge feature~1",
        "git tag -f t feature && git merge feature~1",
        "git fetch origin && git merge feature~1",
        "git switch base; git merge feature~1",
        "git -C / switch base && git merge feature~1",
    ] {
        assert!(repository.objection_to(other).contains("gate/missing-evidence"), "{other}");
    }
    // Once this branch holds something else, what comes of both was not tested.
    repository.machine.write("src/c.ts", "export const c = 3;\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "c"]);
    assert!(repository.objection_to("git merge feature~1").contains("gate/missing-evidence"));
}

#[test]
fn documents_alone_may_come_to_what_was_never_tested() {
    let repository = Repository::untested();
    repository.git(&["switch", "-q", "-c", "docs"]);
    repository.machine.write("docs/b.md", "# b\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "b"]);
    repository.git(&["switch", "-q", "base"]);
    repository.machine.write("src/c.ts", "export const c = 3;\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "c"]);
    for words in ["git merge docs", "git rebase docs", "git cherry-pick docs", "git pull . docs"] {
        assert_eq!(repository.objection_to(words), "", "{words}");
    }
    repository.git(&["switch", "-q", "docs"]);
    assert_eq!(repository.objection_to("git revert --no-edit HEAD"), "");
    assert!(repository.objection_to("git cherry-pick base").contains("gate/missing-evidence"));
    assert!(repository.objection_to("git merge base").contains("gate/missing-evidence"));
}

#[test]
fn a_branch_that_is_put_onto_another_is_held_like_one_that_is_merged() {
    let repository = Repository::untested();
    repository.git(&["switch", "-q", "-c", "other"]);
    repository.machine.write("src/b.ts", "export const b = 2;\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "b"]);
    repository.git(&["switch", "-q", "base"]);
    repository.test();
    let said = repository.brings("git reset -q --keep other");
    assert!(said.contains("was not tested like this"), "{said}");
    assert!(repository.objection_to("git push").contains("gate/missing-evidence"));
    // Who only goes back brings nothing new.
    repository.test();
    assert_eq!(repository.brings("git reset -q --keep HEAD~1"), "");
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn own_commits_that_a_pull_has_put_onto_those_of_others_are_tested_before_they_are_pushed() {
    for (pull, file, is_held) in [
        ("git pull -q --rebase", "src/b.ts", true),
        ("git pull -q --no-rebase --no-edit", "src/b.ts", true),
        ("git pull -q --rebase", "docs/b.md", false),
    ] {
        let repository = Repository::untested();
        let (here, remote) =
            (repository.machine.project(), repository.machine.project().join("../remote.git"));
        let remote = remote.to_str().unwrap();
        let here = here.to_str().unwrap();
        repository.git(&["clone", "-q", "--bare", here, remote]);
        repository.git(&["remote", "add", "origin", remote]);
        repository.git(&["fetch", "-q", "origin"]);
        repository.git(&["branch", "-q", "-u", "origin/base"]);
        repository.git(&["config", "user.name", "a"]);
        repository.git(&["config", "user.email", "a@b.c"]);
        // Another person's commit, which comes to the remote from elsewhere.
        let other = format!("{here}/../other");
        repository.git(&["clone", "-q", remote, &other]);
        repository.machine.write(&format!("../other/{file}"), "export const b = 2;\n");
        repository.git(&["-C", &other, "add", "-A"]);
        repository.git(&["-C", &other, "commit", "-q", "-m", "b"]);
        repository.git(&["-C", &other, "push", "-q"]);
        repository.machine.write("src/c.ts", "export const c = 3;\n");
        repository.git(&["add", "-A"]);
        repository.test();
        assert_eq!(repository.brings("git commit -q -m c"), "");
        let said = repository.brings(pull);
        assert_eq!(said.contains("was not tested like this"), is_held, "{pull}: {said}");
        assert_eq!(!repository.objection_to("git push").is_empty(), is_held, "{pull}");
        repository.test();
        assert_eq!(repository.objection_to("git push"), "", "{pull}");
    }
}

#[test]
fn what_is_only_fetched_and_gone_to_is_free() {
    let repository = Repository::untested();
    let remote = repository.machine.project().join("../remote.git");
    let here = repository.machine.project();
    repository.machine.write("src/b.ts", "export const b = 2;\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "b"]);
    repository.git(&["clone", "-q", "--bare", here.to_str().unwrap(), remote.to_str().unwrap()]);
    repository.git(&["remote", "add", "origin", remote.to_str().unwrap()]);
    repository.git(&["reset", "-q", "--hard", "HEAD~1"]);
    repository.git(&["fetch", "-q", "origin"]);
    repository.git(&["branch", "-q", "-u", "origin/base"]);
    repository.test();
    assert_eq!(repository.brings("git pull -q"), "");
    assert_eq!(repository.objection_to("git push"), "");
}
