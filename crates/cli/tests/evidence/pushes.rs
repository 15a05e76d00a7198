//! What a push would take along is held against the tests, in whichever words it is told.

use serde_json::json;

use crate::Repository;
use crate::support::write;

impl Repository {
    /// One with a commit on another branch that nobody was seen to make, and a tag on one that no branch holds.
    fn with_hidden_commits() -> Self {
        let repository = Self::committed();
        for (branch, text) in [("tagged", "export const a = 'tagged';\n"), ("y", "export const a = 'y';\n")] {
            repository.git(&["switch", "-q", "-c", branch]);
            repository.commit_as(text);
            repository.git(&["switch", "-q", "-"]);
        }
        repository.git(&["tag", "v9", "tagged"]);
        repository.git(&["branch", "-q", "-D", "tagged"]);
        repository
    }

    fn is_held(&self, push: &str) -> bool {
        self.objection_to(push).contains("gate/missing-evidence")
    }
}

#[test]
fn what_a_text_moves_in_front_of_a_push_is_taken_along() {
    let repository = Repository::with_hidden_commits();
    assert_eq!(repository.objection_to("git push"), "");
    for push in [
        "git reset --soft y && git push",
        "git switch y && git push",
        "git switch -c new v9 && git push -u origin new",
        "git branch n v9 && git push origin n",
        "git tag t2 v9 && git push origin t2",
        "git push origin $(git rev-parse v9):refs/heads/z",
        "git push origin v9",
        "git push --tags --no-tags origin y",
        "git push origin $x",
    ] {
        assert!(repository.is_held(push), "{push}");
    }
    // The branch that is checked out is known by more than its name.
    for push in [
        "git push origin $(git branch --show-current)",
        "git push -u origin \"$(git rev-parse --abbrev-ref HEAD)\"",
        "git push && git switch y",
        "git fetch origin && git push",
    ] {
        assert_eq!(repository.objection_to(push), "", "{push}");
    }
}

#[test]
fn each_push_of_a_call_is_held_against_its_own_work_tree() {
    let repository = Repository::with_hidden_commits();
    let other = repository.machine.home().join("other");
    let there = other.to_str().unwrap();
    repository.git(&["worktree", "add", "-q", there, "y"]);
    for push in [
        format!("git push origin feature/x; git -C {there} push"),
        format!("cd {there} && git push"),
        "git -C $SOMEWHERE push origin y".to_owned(),
        "for d in *; do git -C $d push origin y; done".to_owned(),
    ] {
        assert!(repository.is_held(&push), "{push}");
    }
    // Tests that pass with another file than is committed there say nothing.
    write(&other.join("src/a.ts"), "export const a = 1;\n");
    let tests = format!("cd {there} && make test");
    repository.play(&tests, "tests", |_| ());
    assert!(repository.is_held(&format!("cd {there} && git push origin y")));
}

#[test]
fn a_program_in_front_of_a_push_may_commit() {
    let repository = Repository::committed();
    for push in ["./release && git push", "git commit --allow-empty -m x; ./release; git push origin HEAD"] {
        assert!(repository.objection_to(push).contains("may commit what nobody has tested"), "{push}");
    }
    for push in ["make test && git push", "git push && ./release", "npm ci && git push"] {
        assert_eq!(repository.objection_to(push), "", "{push}");
    }
}

#[test]
fn what_is_taken_back_in_the_same_breath_is_not_pushed_by_itself() {
    let repository = Repository::committed();
    repository.play("./tool", "a", |repository| {
        repository.commit_as("export const a = 'broken';\n");
        repository.git(&["revert", "--no-edit", "HEAD"]);
    });
    assert!(repository.is_held("git push origin HEAD~1:refs/heads/z"));
    assert_eq!(repository.objection_to("git push"), "", "what it holds was tested");
}

#[test]
fn a_remote_on_this_machine_makes_nothing_known() {
    let repository = Repository::with_hidden_commits();
    repository.play("git remote add me . && git fetch me", "a", |repository| {
        repository.git(&["remote", "add", "me", "."]);
        repository.git(&["fetch", "-q", "me"]);
    });
    assert!(repository.is_held("git push origin y"));
    let clone = repository.machine.home().join("clone");
    let there = clone.to_str().unwrap();
    repository.git(&["clone", "-q", "-b", "y", ".", there]);
    assert!(repository.is_held(&format!("git -C {there} push origin HEAD:refs/heads/z")));
}

#[test]
fn git_may_be_told_to_overlook_a_file_and_nobody_else_is() {
    let repository = Repository::committed();
    let told = repository.play("./tool", "a", |repository| {
        repository.commit_unseen();
        repository.git(&["update-index", "--skip-worktree", "src/a.ts"]);
        repository.machine.write("src/a.ts", "export const a = 1;\n");
    });
    assert!(told.contains("nobody can hold"), "{told}");
    repository.test();
    assert!(repository.objection_to("git push").contains("the tests ran with another src/a.ts"));
}

#[test]
fn a_question_settles_nothing() {
    let repository = Repository::committed();
    repository.play("./tool", "a", Repository::commit_unseen);
    let policy = "[rules]\n\"gate/missing-evidence\" = \"ask\"\n";
    write(&repository.machine.user_policy(), policy);
    repository.machine.write("hookward.toml", policy);
    let asked =
        || crate::support::decision(&repository.machine.hook("claude", &repository.machine.bash("git push")));
    assert_eq!((asked(), asked()), ("ask".into(), "ask".into()));
}

#[test]
fn nobody_is_accused_of_what_a_person_has_done() {
    let repository = Repository::committed();
    repository.play("./build", "a", |_| ());
    repository.commit_unseen();
    // A commit of documents upon it.
    let told = repository.play("git commit -m documents README.md", "b", |repository| {
        repository.machine.write("README.md", "more\n");
        repository.git(&["add", "README.md"]);
        repository.git(&["commit", "-q", "-m", "documents", "README.md"]);
    });
    assert!(!told.contains("nobody can hold"), "{told}");
    let said = repository.objection_to("git push");
    assert!(said.contains("was made while no call was seen to make it"), "{said}");
    // The very run that tests it.
    let told = repository.play("make test", "c", |repository| repository.commit_as("export const a = 5;\n"));
    assert!(!told.contains("nobody can hold"), "{told}");
}

#[test]
fn what_was_tested_is_known_before_more_is_written() {
    let repository = Repository::committed();
    repository.machine.write("src/a.ts", "export const a = 'tested';\n");
    repository.test();
    repository.git(&["commit", "-q", "-a", "-m", "by a person"]);
    let path = repository.machine.project().join("src/a.ts");
    let call =
        json!({"tool_name": "Write", "tool_input": {"file_path": path, "content": "export const a = 9;\n"}});
    repository.machine.hook("claude", &repository.machine.event("PreToolUse", &call));
    repository.machine.write("src/a.ts", "export const a = 9;\n");
    assert_eq!(repository.objection_to("git push"), "");
}

#[test]
fn a_call_may_commit_and_go_on_to_another_branch() {
    for ends in [true, false] {
        let repository = Repository::committed();
        repository.git(&["branch", "base"]);
        repository.machine.write("src/a.ts", "export const a = 'mine';\n");
        repository.test();
        let command = "git commit -am x && git switch base";
        repository.tell("PreToolUse", command, "a");
        repository.git(&["commit", "-q", "-a", "-m", "x"]);
        repository.git(&["switch", "-q", "base"]);
        if ends {
            repository.tell("PostToolUse", command, "a");
        }
        assert_eq!(repository.objection_to("git push origin feature/x"), "", "{ends}");
    }
}

#[test]
fn a_commit_that_has_failed_explains_none() {
    let repository = Repository::committed();
    let call = json!({
        "tool_name": "Bash", "tool_input": {"command": "git commit -m x"}, "tool_use_id": "a",
        "error": "exit 1",
    });
    repository.tell("PreToolUse", "git commit -m x", "a");
    repository.commit_unseen();
    repository.machine.hook("claude", &repository.machine.event("PostToolUseFailure", &call));
    assert!(repository.is_held("git push"));
}
