//! Commits that are made while a call runs, in no way that anybody could see before: they are found when it ends.

use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use crate::Repository;
use crate::support::{copy_program, stdout};

impl Repository {
    /// One with a commit, all of whose tests were seen to pass, and of which nobody has asked anything.
    pub(crate) fn committed() -> Self {
        let repository = Self::new();
        repository.git(&["commit", "-q", "-m", "one"]);
        repository.test();
        repository
    }

    /// A copy of git under another name, where no program is looked for.
    fn other_git(&self) -> PathBuf {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|file| file.is_file());
        let other = self.machine.home().join("made/tool");
        copy_program(&found.unwrap().canonicalize().unwrap(), &other);
        other
    }

    /// Plays a call: what is asked before it, what it does, and what is said after it.
    pub(crate) fn play(&self, command: &str, id: &str, does: impl FnOnce(&Self)) -> String {
        self.tell("PreToolUse", command, id);
        does(self);
        let call = json!({
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id,
            "tool_response": {"stdout": ""},
        });
        let output = self.machine.hook("claude", &self.machine.event("PostToolUse", &call));
        stdout(&output)
    }

    /// Commits a source as a program does that nobody can look into.
    pub(crate) fn commit_unseen(&self) {
        self.commit_as("export const a = 'untested';\n");
    }

    pub(crate) fn commit_as(&self, text: &str) {
        self.machine.write("src/a.ts", text);
        let done = Command::new(self.other_git())
            .args(["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-a", "-m", "x"])
            .current_dir(self.machine.project())
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn a_commit_that_nobody_saw_coming_is_told_of_and_not_pushed() {
    let repository = Repository::committed();
    assert_eq!(repository.objection_to("git push"), "");
    let told = repository.play("./release", "a", Repository::commit_unseen);
    assert!(told.contains("in a way that nobody can hold against the tests"), "{told}");
    assert!(told.contains("git reset --soft"), "{told}");
    for push in [
        "git push",
        "git push origin feature/x",
        "bash -c 'git push'",
        "cd /tmp; cd -; git push",
        "git -C . push",
        "gh pr create --fill",
        "gt submit",
    ] {
        let said = repository.objection_to(push);
        assert!(said.contains("`./release` has made commit"), "{push}: {said}");
    }
    assert!(repository.objection_to("git commit --allow-empty -m x").contains("have changed since"));
    // Said once: the next call has not made it.
    assert!(!repository.play("ls -la", "b", |_| ()).contains("nobody can hold"));
    assert!(!repository.play("./other", "c", |_| ()).contains("nobody can hold"));
    repository.test();
    assert_eq!(repository.objection_to("git push"), "");
    // That is settled, whatever is written later.
    repository.machine.write("src/a.ts", "export const a = 3;\n");
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn what_is_tested_is_what_was_committed_unseen() {
    let repository = Repository::committed();
    repository.play("./release", "a", Repository::commit_unseen);
    repository.machine.write("src/a.ts", "export const a = 1;\n");
    repository.test();
    assert!(repository.objection_to("git push").contains("the tests ran with another src/a.ts"));
    repository.git(&["commit", "-q", "-a", "-m", "y"]);
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn what_is_taken_back_is_held_against_nobody() {
    let repository = Repository::committed();
    repository.play("./release", "a", Repository::commit_unseen);
    assert!(!repository.objection_to("git push").is_empty());
    repository.git(&["reset", "-q", "--soft", "HEAD~1"]);
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn a_date_that_was_made_up_hides_nothing() {
    let repository = Repository::committed();
    let told = repository.play("./release", "a", |repository| {
        repository.machine.write("src/a.ts", "export const a = 2;\n");
        let done = Command::new(repository.other_git())
            .args(["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-a", "-m", "x"])
            .env("GIT_COMMITTER_DATE", "2020-01-01T00:00:00Z")
            .env("GIT_AUTHOR_DATE", "2020-01-01T00:00:00Z")
            .current_dir(repository.machine.project())
            .output()
            .unwrap();
        assert!(done.status.success());
    });
    assert!(told.contains("nobody can hold against the tests"), "{told}");
}

#[test]
fn going_to_another_commit_is_no_new_one() {
    let repository = Repository::committed();
    repository.git(&["branch", "other"]);
    repository.git(&["commit", "-q", "--allow-empty", "-m", "two"]);
    // By whatever way.
    for (id, command) in [("a", "git switch other"), ("b", "./go-elsewhere")] {
        let told = repository.play(command, id, |repository| repository.git(&["switch", "-q", "other"]));
        assert!(!told.contains("nobody can hold"), "{command}: {told}");
        repository.git(&["switch", "-q", "-"]);
    }
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn what_nobody_was_seen_to_commit_is_told_of_only_when_it_would_be_pushed() {
    let repository = Repository::committed();
    // A person, or a program that an earlier call has left in the background: nothing tells them apart.
    repository.play("nohup ./release &", "a", |_| ());
    repository.commit_unseen();
    let told = repository.play("./build", "b", |_| ());
    assert!(!told.contains("nobody can hold"), "{told}");
    let said = repository.objection_to("git push");
    assert!(said.contains("was made while no call was seen to make it"), "{said}");
    repository.test();
    assert_eq!(repository.objection_to("git push"), "");
    // What was tested before somebody commits it needs no second run.
    repository.machine.write("src/a.ts", "export const a = 'tested';\n");
    repository.test();
    repository.git(&["commit", "-q", "-a", "-m", "x"]);
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn documents_and_other_names_of_what_is_known_need_no_tests() {
    let repository = Repository::committed();
    let documents = |repository: &Repository| {
        repository.machine.write("README.md", "more\n");
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "documents"]);
    };
    let told = repository.play("./build", "a", documents);
    assert!(!told.contains("nobody can hold"), "{told}");
    repository.machine.write("src/a.ts", "export const a = 'mine';\n");
    repository.test();
    repository.play("git commit -am x", "b", |repository| repository.git(&["commit", "-q", "-a", "-m", "x"]));
    // A person puts it upon another commit.
    let rebase = |repository: &Repository| {
        repository.git(&["switch", "-q", "-c", "base", "HEAD~1"]);
        repository.machine.write("notes.md", "some\n");
        repository.git(&["add", "notes.md"]);
        repository.git(&["commit", "-q", "-m", "documents"]);
        repository.git(&["switch", "-q", "-"]);
        repository.git(&["rebase", "-q", "base"]);
        repository.git(&["branch", "-q", "-D", "base"]);
    };
    rebase(&repository);
    repository.machine.write("src/a.ts", "export const a = 'later';\n");
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn a_commit_upon_one_that_nobody_saw_does_not_hide_it() {
    let repository = Repository::committed();
    let known = |repository: &Repository| {
        repository.machine.write("README.md", "more\n");
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "documents"]);
    };
    // In the same call, before it, and beside it.
    let told = repository.play("git commit -am x && ./release", "a", |repository| {
        known(repository);
        repository.commit_unseen();
    });
    assert!(told.contains("nobody can hold against the tests"), "{told}");
    assert!(!repository.objection_to("git push").is_empty());
    repository.test();
    assert_eq!(repository.objection_to("git push"), "");
    repository.machine.write("src/a.ts", "export const a = 7;\n");
    repository.git(&["commit", "-q", "-a", "-m", "by nobody"]);
    repository.play("git commit -m documents", "b", |repository| {
        repository.machine.write("README.md", "yet more\n");
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "documents"]);
    });
    assert!(repository.objection_to("git push").contains("no run of the tests was seen"));
}

#[test]
fn a_known_commit_that_fails_does_not_stand_for_another() {
    let repository = Repository::committed();
    let told = repository.play("git commit -m x; ./release", "a", Repository::commit_unseen);
    assert!(told.contains("nobody can hold against the tests"), "{told}");
    repository.test();
    let told = repository.play("git cherry-pick main; ./release", "c", |repository| {
        repository.commit_as("export const a = 'third';\n");
    });
    assert!(told.contains("nobody can hold against the tests"), "{told}");
    let told = repository.play("git switch main; ./release", "b", |repository| {
        repository.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
        repository.commit_as("export const a = 'other';\n");
    });
    assert!(told.contains("nobody can hold against the tests"), "{told}");
}

#[test]
fn a_branch_that_is_not_checked_out_is_looked_at_when_it_is_pushed() {
    let repository = Repository::committed();
    let told = repository.play("./release", "a", |repository| {
        repository.git(&["switch", "-q", "-c", "hidden"]);
        repository.commit_unseen();
        repository.git(&["switch", "-q", "-"]);
    });
    assert!(!told.contains("nobody can hold"), "{told}");
    for push in
        ["git push origin hidden", "git push --all", "git push origin hidden:main", "git push origin $x"]
    {
        assert!(!repository.objection_to(push).is_empty(), "{push}");
    }
    repository.git(&["tag", "v1", "HEAD"]);
    for push in ["git push", "git push origin v1", "git push origin HEAD", "git push origin :hidden"] {
        assert_eq!(repository.objection_to(push), "", "{push}");
    }
    repository.git(&["tag", "v2", "hidden"]);
    for push in ["git push origin v2", "git push --tags", "git push origin refs/tags/v2"] {
        assert!(!repository.objection_to(push).is_empty(), "{push}");
    }
}

#[test]
fn work_trees_share_what_is_known() {
    let repository = Repository::committed();
    let other = repository.machine.home().join("other");
    repository.git(&["worktree", "add", "-q", "-b", "other", other.to_str().unwrap()]);
    let there = other.to_str().unwrap();
    // A known commit there is known here.
    let tests = format!("cd {there} && make test");
    repository.play(&tests, "tests", |_| ());
    repository.play(&format!("git -C {there} commit --allow-empty -m x"), "a", |repository| {
        repository.git(&["-C", there, "commit", "-q", "--allow-empty", "-m", "x"]);
    });
    assert_eq!(repository.objection_to("git push origin other"), "");
    repository.play(&format!("cd {there} && ./release"), "b", |repository| {
        crate::support::write(&other.join("src/a.ts"), "export const a = 'there';\n");
        repository.git(&["-C", there, "commit", "-q", "-a", "-m", "y"]);
    });
    for push in ["git push origin other".to_owned(), format!("git -C {there} push")] {
        assert!(!repository.objection_to(&push).is_empty(), "{push}");
    }
}

#[test]
fn a_rebase_upon_what_was_fetched_makes_nothing_new() {
    let repository = Repository::committed();
    let clone = repository.machine.home().join("clone");
    let (from, to) = (repository.machine.project(), clone.to_str().unwrap().to_owned());
    repository.git(&["clone", "-q", from.to_str().unwrap(), &to]);
    repository.git(&["-C", &to, "commit", "-q", "--allow-empty", "-m", "elsewhere"]);
    repository.git(&["remote", "add", "origin", &to]);
    repository.machine.write("src/a.ts", "export const a = 'mine';\n");
    repository.test();
    repository
        .play("git commit -am mine", "a", |repository| repository.git(&["commit", "-q", "-a", "-m", "x"]));
    let pull = |repository: &Repository, how: &str| repository.git(&["pull", "-q", how, "origin", "HEAD"]);
    let told = repository.play("git pull --rebase && npm install", "b", |it| pull(it, "--rebase"));
    assert!(!told.contains("nobody can hold"), "{told}");
    repository.machine.write("src/a.ts", "export const a = 'later';\n");
    assert_eq!(repository.objection_to("git push"), "");
    repository.git(&["checkout", "-q", "--", "."]);
    repository.git(&["-C", &to, "commit", "-q", "--allow-empty", "-m", "again"]);
    let told = repository.play("git pull && npm install", "c", |it| pull(it, "--no-rebase"));
    assert!(!told.contains("nobody can hold"), "{told}");
    repository.machine.write("src/a.ts", "export const a = 'later';\n");
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn where_the_host_does_not_say_that_a_call_ends_the_next_one_does() {
    let repository = Repository::committed();
    repository.machine.write("src/a.ts", "export const a = 'mine';\n");
    repository.test();
    repository.tell("PreToolUse", "git commit -am x", "a");
    repository.git(&["commit", "-q", "-a", "-m", "x"]);
    repository.tell("PreToolUse", "./build", "b");
    repository.machine.write("src/a.ts", "export const a = 'later';\n");
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn what_is_known_explains_itself_and_what_runs_beside_it() {
    let repository = Repository::committed();
    let commit = |repository: &Repository| repository.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
    for (id, command) in [("a", "git commit --allow-empty -m x"), ("d", "npm version patch")] {
        let told = repository.play(command, id, commit);
        assert!(!told.contains("nobody can hold"), "{command}: {told}");
    }
    // One call commits in a known way while another runs.
    let told = repository.play("./build", "e", |repository| {
        let told = repository.play("git commit --allow-empty -m x", "f", commit);
        assert!(!told.contains("nobody can hold"), "{told}");
    });
    assert!(!told.contains("nobody can hold"), "{told}");
    // One that has ended before says nothing of what comes later.
    let told = repository.play("./build", "g", Repository::commit_unseen);
    assert!(told.contains("nobody can hold"), "{told}");
}

#[test]
fn what_was_fetched_is_of_somebody_else() {
    let repository = Repository::committed();
    let clone = repository.machine.home().join("clone");
    let (from, to) = (repository.machine.project(), clone.to_str().unwrap().to_owned());
    repository.git(&["clone", "-q", from.to_str().unwrap(), &to]);
    repository.git(&["-C", &to, "commit", "-q", "--allow-empty", "-m", "elsewhere"]);
    // Commits are dated by whole seconds.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let told = repository.play("./update", "a", |repository| {
        repository.git(&["fetch", "-q", &to]);
        repository.git(&["merge", "-q", "--ff-only", "FETCH_HEAD"]);
    });
    assert!(!told.contains("nobody can hold"), "{told}");
}

#[test]
fn a_tool_of_a_server_is_looked_at_too_and_so_is_a_linked_work_tree() {
    let repository = Repository::committed();
    let other = repository.machine.home().join("other");
    repository.git(&["worktree", "add", "-q", "-b", "other", other.to_str().unwrap()]);
    let told = repository.play(&format!("cd {} && ./release", other.display()), "a", |repository| {
        crate::support::write(&other.join("src/a.ts"), "export const a = 'there';\n");
        repository.git(&["-C", other.to_str().unwrap(), "commit", "-q", "-a", "-m", "x"]);
    });
    assert!(told.contains("nobody can hold"), "{told}");
    let call = json!({
        "tool_name": "mcp__deploy__release", "tool_input": {"kind": "patch"}, "tool_use_id": "b",
        "tool_response": {"stdout": ""},
    });
    repository.machine.hook("claude", &repository.machine.event("PreToolUse", &call));
    repository.commit_unseen();
    let output = repository.machine.hook("claude", &repository.machine.event("PostToolUse", &call));
    let told = stdout(&output);
    assert!(told.contains("nobody can hold"), "{told}");
}

#[test]
fn where_the_gate_is_off_nothing_is_noted() {
    let repository = Repository::committed();
    repository.machine.write("hookward.toml", "");
    let noted = || {
        let heads = repository.ledger().with_extension("heads");
        std::fs::read_to_string(heads).unwrap_or_default()
    };
    let before = noted();
    let told = repository.play("./release", "a", Repository::commit_unseen);
    assert!(!told.contains("nobody can hold"), "{told}");
    assert_eq!(noted(), before);
}

#[test]
fn git_under_another_name_is_git_in_later_calls_too() {
    let repository = Repository::committed();
    let other = repository.other_git();
    let by_link = repository.machine.project().join("gg");
    std::os::unix::fs::symlink("/usr/bin/git", &by_link).unwrap();
    let linked = repository.machine.home().join("made/hard");
    std::fs::hard_link(&other, &linked).unwrap();
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    for program in [other.to_str().unwrap(), linked.to_str().unwrap(), "./gg"] {
        let said = repository.objection_to(&format!("{program} commit -am x"));
        assert!(said.contains("the sources have changed since"), "{program}: {said}");
        assert_eq!(repository.objection_to(&format!("{program} status")), "", "{program}");
    }
}

#[test]
fn a_branch_that_holds_such_a_commit_is_not_pushed_from_another() {
    let repository = Repository::committed();
    repository.git(&["switch", "-q", "-c", "topic"]);
    repository.play("./release", "a", Repository::commit_unseen);
    repository.git(&["switch", "-q", "-c", "clean", "HEAD~1"]);
    for push in ["git push origin topic", "git push --all", "git push origin topic:main"] {
        assert!(repository.objection_to(push).contains("has made commit"), "{push}");
    }
    for push in ["git push origin clean", "git push -u origin clean", "git push origin --delete topic"] {
        assert!(!repository.objection_to(push).contains("has made commit"), "{push}");
    }
}

#[test]
fn a_commit_that_nobody_saw_coming_stays_one_under_another_name() {
    let repository = Repository::committed();
    repository.play("./release", "a", Repository::commit_unseen);
    assert!(!repository.objection_to("git push").is_empty());
    // As a rebase does that finds something new upstream.
    repository.play("git pull --rebase", "b", |repository| {
        repository.git(&["commit", "-q", "--amend", "-m", "another name"]);
    });
    assert!(!repository.objection_to("git push").is_empty());
    repository.test();
    assert_eq!(repository.objection_to("git push"), "");
}
