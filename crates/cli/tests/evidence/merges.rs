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
