//! What counts as evidence of a run, with a real repository and the real binary: which run it was, and what could bend it;
//! and that nothing of it is lost by many at once, or by one that dies.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use support::{Machine, answer, decision, feed, stderr};

struct Repository {
    machine: Machine,
}

impl Repository {
    fn new() -> Self {
        let machine = Machine::new();
        machine.become_a_repository();
        let repository = Self { machine };
        repository.machine.write("hookward.toml", "[rules]\n\"gate/missing-evidence\" = \"enforce\"\n");
        // Of what only reads and prints, everybody sees that it tests nothing.
        repository.machine.write("Makefile", "test:\n\t@git check-ref-format a/b\n");
        repository.machine.write("src/a.ts", "export const a = 1;\n");
        repository.git(&["add", "-A"]);
        repository
    }

    /// One with a commit, all of whose tests were seen to pass.
    fn tested() -> Self {
        let repository = Self::new();
        repository.git(&["commit", "-q", "-m", "one"]);
        repository.test();
        assert_eq!(repository.objection(), "");
        repository
    }

    /// Tells of tests that pass.
    fn test(&self) {
        self.tell("PreToolUse", "make test", "tests");
        self.tell("PostToolUse", "make test", "tests");
    }

    fn git(&self, arguments: &[&str]) {
        self.machine.git(arguments);
    }

    fn tell(&self, event: &str, command: &str, id: &str) {
        let call = json!({
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id,
            "tool_response": {"stdout": ""},
        });
        self.machine.hook("claude", &self.machine.event(event, &call));
    }

    /// Why a commit is denied; empty if it is not.
    fn objection(&self) -> String {
        self.objection_to("git commit -m x")
    }

    fn objection_to(&self, command: &str) -> String {
        let output = self.machine.hook("claude", &self.machine.bash(command));
        let reason = answer(&output)["hookSpecificOutput"]["permissionDecisionReason"].to_string();
        if decision(&output) == "deny" { reason } else { String::new() }
    }

    fn ledger(&self) -> PathBuf {
        let mut files = std::fs::read_dir(self.machine.state().join("evidence")).unwrap().map(Result::unwrap);
        files.find(|file| file.path().extension().is_some_and(|end| end == "jsonl")).unwrap().path()
    }
}

#[test]
fn of_two_runs_at_once_each_is_known_by_its_own_name() {
    let repository = Repository::new();
    repository.tell("PreToolUse", "npm test", "first");
    // The first one still runs on what was there before this.
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.tell("PreToolUse", "npm test", "second");
    repository.tell("PostToolUse", "npm test", "first");
    assert!(repository.objection().contains("written while it ran"), "{}", repository.objection());
    repository.tell("PostToolUse", "npm test", "never-begun");
    assert!(repository.objection().contains("nobody saw it begin"), "{}", repository.objection());
    repository.git(&["add", "-A"]);
    repository.tell("PostToolUse", "npm test", "second");
    assert_eq!(repository.objection(), "");
}

#[test]
fn a_commit_in_another_work_tree_is_told_what_was_seen_there() {
    let repository = Repository::new();
    repository.git(&["commit", "-q", "-m", "one"]);
    let other = repository.machine.home().join("other");
    let place = other.to_str().unwrap();
    repository.git(&["worktree", "add", "-q", "-b", "other", place]);
    support::write(&other.join("src/a.ts"), "export const a = 2;\n");
    let tested = |command: &str, id: &str| {
        repository.tell("PreToolUse", command, id);
        repository.tell("PostToolUse", command, id);
    };
    let commits =
        [format!("git -C {place} commit -am x"), format!("cd {place} && git add -A && git commit -m x")];
    // What passed here says nothing of what lies there.
    tested("make test", "a");
    for commit in &commits {
        assert!(repository.objection_to(commit).contains("no run of the tests was seen"), "{commit}");
    }
    tested(&format!("cd {place} && make test"), "b");
    for commit in &commits {
        assert_eq!(repository.objection_to(commit), "", "{commit}");
    }
    let changed = format!("cd {place} && echo 3 > src/a.ts && git commit -am x");
    assert!(repository.objection_to(&changed).contains("may change the sources"), "{changed}");
    support::write(&other.join("src/a.ts"), "export const a = 3;\n");
    assert!(repository.objection_to(&commits[0]).contains("have changed since"));
}

#[test]
fn what_stands_in_front_of_any_commit_of_a_call_changes_no_source() {
    let repository = Repository::tested();
    for changed in [
        "git commit -am x; echo evil > src/a.ts; git commit -am y",
        "git commit -am x && python3 evil.py && git commit -am y",
        "for i in 1 2; do git commit -am x; cp evil.ts src/a.ts; done",
        "while true; do git commit -am x; cp evil.ts src/a.ts; done",
        "git commit -am x; git checkout other -- src/a.ts; git commit -am y",
        "git commit -am x && git cherry-pick abc",
        "git commit -am x && git merge other",
        "git merge other && git commit -am x",
        "bash -c 'git commit -am x; ./evil; git commit -am y'",
        "bash -c 'evil; git commit -am y'",
        "git commit -am x && evil | git commit -F -",
    ] {
        assert!(repository.objection_to(changed).contains("may change the sources"), "{changed}");
    }
    for usual in [
        "git commit -am x",
        "git add -A && git commit -m x && git push",
        "git add src && git commit -m x && git add -A && git commit -m y",
        "git commit -am x; echo evil > src/a.ts",
        "bash -c 'git commit -am x'",
        "git commit -am x && git log -1",
        "for i in 1 2; do git commit --allow-empty -m x; done",
    ] {
        assert_eq!(repository.objection_to(usual), "", "{usual}");
    }
}

#[test]
fn a_commit_of_another_repository_or_work_tree_is_told_nothing() {
    let repository = Repository::tested();
    for astray in [
        "git --git-dir=/p/.git --work-tree=/p commit -am x",
        "git --git-dir /p/.git --work-tree /p commit -am x",
        "git -C . --git-dir=/p/.git --work-tree=/p commit -am x",
        "git --work-tree=/tmp/evil commit -am x",
        "git -c core.worktree=/tmp/evil commit -am x",
        "git -ccore.worktree=/tmp/evil commit -am x",
        "git --work-tree=/tmp/evil add -A && git commit -m x",
        "git config core.worktree /tmp/evil && git commit -am x",
        "git -c core.attributesFile=/tmp/evil commit -am x",
        "bash -c 'git --work-tree=/tmp/evil commit -am x'",
    ] {
        let said = repository.objection_to(astray);
        assert!(said.contains("nobody can tell which sources it commits"), "{astray}: {said}");
    }
    for usual in [
        "git -C . commit -am x",
        "git -c user.name=a -c user.email=a@b.c commit -am x",
        "git -c commit.gpgsign=false commit -am x",
        "git config user.email a@b.c && git commit -am x",
        "git --git-dir=.git log -1 && git --no-pager commit -am x",
    ] {
        assert_eq!(repository.objection_to(usual), "", "{usual}");
    }
    // What was told git before counts as well.
    let elsewhere = repository.machine.home().join("elsewhere");
    support::write(&elsewhere.join("src/a.ts"), "export const a = 'evil';\n");
    repository.git(&["config", "core.worktree", elsewhere.to_str().unwrap()]);
    assert!(!repository.objection_to("git commit -am x").is_empty());
}

#[test]
fn what_is_staged_is_what_was_tested_unless_the_commit_takes_the_work_tree() {
    let repository = Repository::new();
    repository.git(&["commit", "-q", "-m", "one"]);
    repository.machine.write("src/a.ts", "export const a = 'evil';\n");
    repository.git(&["add", "-A"]);
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.test();
    for staged in [
        "git commit -m x",
        "git commit -mfeat",
        "git commit -m'a fix'",
        "git commit -F/tmp/a",
        "git commit -CHEAD~a",
        "git commit -m -a",
        "git commit -a --dry-run; git commit -m x",
        "git commit -m x; git commit -am y",
        "git commit -m x && git add src && git commit -m y",
        "git add -n src && git commit -m x",
        "git add --dry-run src && git commit -m x",
        "git add --refresh src && git commit -m x",
        "git add -N src && git commit -m x",
        "git add -p src && git commit -m x",
        "git add -i src && git commit -m x",
        "git add -e src && git commit -m x",
        "git add s && git commit -m x",
        "git add -A ':!src' && git commit -m x",
        "git add other && git commit -m x",
    ] {
        let said = repository.objection_to(staged);
        assert!(said.contains("another src/a.ts than the one that is staged"), "{staged}: {said}");
    }
    for taken in [
        "git commit -am x",
        "git commit -a -m x",
        "git commit --all -m x",
        "git add src && git commit -mfeat",
        "git add src/a.ts && git commit -m x",
        "git add src/*.ts && git commit -m x",
        "git add . && git commit -m x",
        "git add -u && git commit -m x",
        "git add -A && git commit -m x && git commit --amend --no-edit",
        "cd src && git add -A && git commit -m x",
        "cd src && git add a.ts && git commit -m x",
    ] {
        assert_eq!(repository.objection_to(taken), "", "{taken}");
    }
}

#[test]
fn an_index_that_is_changed_in_front_of_a_commit_holds_something_else_than_was_tested() {
    let repository = Repository::tested();
    for bent in [
        "git update-index --cacheinfo 100644,0123abc,src/a.ts",
        "git update-index --index-info < list",
        "git update-index --force-remove src/a.ts",
        "git read-tree HEAD~1",
        "git reset HEAD~1 -- src",
        "git reset src/a.ts",
        "git restore --staged --source=HEAD~1 .",
        "git restore --staged src/a.ts",
        "git rm --cached -q src/a.ts",
        "git add -f dist/evil.ts",
        "git submodule update --remote",
    ] {
        let said = repository.objection_to(&format!("{bent} && git commit -m x"));
        assert!(said.contains("changes the index"), "{bent}: {said}");
    }
    assert!(repository.objection_to("git commit-tree -m x abc").contains("nobody can tell"));
    for usual in [
        "git reset --soft HEAD~1 && git commit -m x",
        "git update-index --refresh; git commit -m x",
        "git add README.md && git commit -m x && git reset",
    ] {
        assert_eq!(repository.objection_to(usual), "", "{usual}");
    }
    // In a call of its own, what is staged is looked at.
    repository.git(&["rm", "-q", "--cached", "src/a.ts"]);
    assert!(repository.objection_to("git commit -m x").contains("another src/a.ts"));
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_to("git commit -m x"), "");
}

#[test]
fn what_says_how_the_tests_run_is_committed_with_what_they_ran_on() {
    for name in ["conftest.py", "pytest.ini", "vitest.config.ts", ".mvn/maven.config", "tests/conftest.py"] {
        let repository = Repository::tested();
        repository.machine.write("src/a.ts", "export const a = 2;\n");
        repository.machine.write(name, "x\n");
        repository.test();
        for without in ["git add src && git commit -m x", "git commit -am x", "git add -u && git commit -m x"]
        {
            let said = repository.objection_to(without);
            assert!(said.contains(&format!("the tests ran with {name}")), "{without}: {said}");
        }
        for with in [
            "git add -A && git commit -m x".to_owned(),
            format!("git add src {name} && git commit -m x"),
            format!("git add src && git commit -m x && git add {name} && git commit -m y"),
        ] {
            assert_eq!(repository.objection_to(&with), "", "{with}");
        }
        // One that is known, and was changed.
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "two"]);
        repository.machine.write(name, "y\n");
        repository.test();
        assert!(repository.objection_to("git add src && git commit -m x").contains(name), "{name}");
        assert_eq!(repository.objection_to("git commit -am x"), "");
    }
    // Sources and tests may be committed one after another.
    let repository = Repository::tested();
    for name in ["src/a.ts", "src/b.ts", "src/b.test.ts"] {
        repository.machine.write(name, "export const a = 2;\n");
    }
    repository.test();
    assert_eq!(repository.objection_to("git add src/a.ts && git commit -m x"), "");
}

#[test]
fn a_check_in_front_of_a_commit_leaves_what_was_tested() {
    let repository = Repository::new();
    let scripts = json!({"scripts": {
        "test": "vitest run",
        "lint": "tsc --noEmit && eslint .",
        "lint:fix": "eslint . --fix",
        "test:ci": "cp evil.ts src/a.ts && vitest run",
        "test:all": "python3 evil.py && vitest run",
        "pretest:unit": "node evil.js",
        "test:unit": "vitest run",
    }});
    repository.machine.write("package.json", &scripts.to_string());
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "one"]);
    let checks = [
        "npm test",
        "npm run lint",
        "npm run lint && npm test",
        "npm run lint -- --max-warnings 0",
        "cargo fmt --check && cargo test",
        "npx vitest run",
        "pytest -q",
        "make test",
    ];
    for check in checks {
        let said = repository.objection_to(&format!("{check} && git commit -am x"));
        assert!(said.contains("no run of the tests was seen"), "{check}: {said}");
    }
    repository.test();
    for check in checks {
        assert_eq!(repository.objection_to(&format!("{check} && git commit -am x")), "", "{check}");
    }
    for other in [
        "npm run lint:fix",
        "npm run lint -- --fix",
        "npm run test:ci",
        "npm run test:all",
        "npm run test:unit",
        "npm run unknown",
        "npm --prefix /tmp/evil test",
        "make test SHELL=./evil",
        "npx vitest run -u",
        "cargo fmt",
        "cargo clippy --fix --allow-dirty",
        "pytest evil.py",
        "python3 evil.py",
        "./evil",
        "cd /tmp && npx vitest run && cd -",
    ] {
        let said = repository.objection_to(&format!("{other} && git commit -am x"));
        assert!(said.contains("may change the sources"), "{other}: {said}");
    }
    // A runner that an agent has changed may do anything.
    repository.machine.write(".git/info/exclude", "node_modules/\n");
    repository.machine.write("node_modules/.bin/vitest", "#!/bin/sh\n");
    repository.tell("PreToolUse", "echo 'exit 0' > node_modules/.bin/vitest", "a");
    assert!(repository.objection_to("npm test && git commit -am x").contains("may change the sources"));
    assert_eq!(repository.objection_to("git commit -am x"), "");
}

#[test]
fn a_run_in_a_directory_is_a_part_unless_it_is_the_only_project() {
    let repository = Repository::new();
    let run = || {
        let mut run = repository.machine.command(&["run", "--", "make", "test"]);
        run.current_dir(repository.machine.project().join("web"));
        let said = stderr(&run.output().unwrap());
        assert!(said.contains("hookward: noted"), "{said}");
    };
    repository.machine.write("web/package.json", "{}");
    repository.machine.write("web/Makefile", "test:\n\t@git check-ref-format a/b\n");
    repository.machine.write("package.json", "{}");
    repository.git(&["add", "-A"]);
    run();
    assert!(repository.objection().contains("only a part"), "{}", repository.objection());
    repository.git(&["rm", "-q", "--cached", "package.json"]);
    std::fs::remove_file(repository.machine.project().join("package.json")).unwrap();
    run();
    assert_eq!(repository.objection(), "");
}

#[test]
fn a_run_in_a_container_is_none_and_the_denial_says_why_and_what_to_run() {
    for (command, wrapper, inner) in [
        ("docker compose run --rm web npm test", "docker", "npm test"),
        ("docker compose run app pytest", "docker", "pytest"),
        ("docker exec -it app npm test", "docker", "npm test"),
        ("docker-compose exec -T app pytest -q", "docker-compose", "pytest -q"),
        ("docker run --rm -v \"$PWD\":/app -w /app node:22 npm test", "docker", "npm test"),
        ("podman exec app sh -c 'go test ./...'", "podman", "go test ./..."),
        ("kubectl exec deploy/app -- npm test", "kubectl", "npm test"),
        ("timeout 60 ssh build cargo test", "ssh", "cargo test"),
    ] {
        let repository = Repository::new();
        repository.tell("PreToolUse", command, "a");
        repository.tell("PostToolUse", command, "a");
        let said = repository.objection();
        assert!(
            said.contains(&format!("`{inner}` ran, but {wrapper} ran it elsewhere")),
            "{command}: {said}"
        );
        assert!(said.contains(&format!("`hookward run -- {inner}`")), "{command}: {said}");
        // The way that is named is one.
        let call = format!("hookward run -- {inner}");
        assert_ne!(repository.machine.judge(&call), "deny", "{call}");
    }
}

#[test]
fn where_git_keeps_nothing_the_sources_are_looked_at_by_themselves() {
    for (kept, commit) in [(".jj", "jj commit -m x"), (".hg", "hg commit -m x"), ("lib", "gh pr merge 3")] {
        let repository = Repository::new();
        std::fs::remove_dir_all(repository.machine.project().join(".git")).unwrap();
        std::fs::create_dir_all(repository.machine.project().join(kept)).unwrap();
        assert!(repository.objection_to(commit).contains("no run of the tests"), "{commit}");
        repository.tell("PreToolUse", "npm test", "a");
        // What a run leaves behind is no source.
        repository.machine.write(".coverage", "x");
        repository.machine.write("coverage/index.html", "x");
        repository.machine.write("test.log", "x");
        repository.tell("PostToolUse", "npm test", "a");
        assert_eq!(repository.objection_to(commit), "", "{commit}");
        repository.machine.write("README.md", "other\n");
        assert_eq!(repository.objection_to(commit), "", "{commit}");
        repository.machine.write("src/a.ts", "export const a = 2;\n");
        assert!(repository.objection_to(commit).contains("have changed since"), "{commit}");
        // What is changed already is known only of git, so nothing is held up.
        repository.machine.write("hookward.toml", "[rules]\n\"gate/failing-tests\" = \"enforce\"\n");
        repository.tell("PreToolUse", "npm test", "b");
        repository.tell("PostToolUseFailure", "npm test", "b");
        for _ in 0..2 {
            assert_ne!(repository.machine.judge("echo x > src/a.ts"), "deny");
        }
    }
}

#[test]
fn a_home_that_is_a_repository_hides_nothing_of_a_folder_in_it() {
    let repository = Repository::new();
    std::fs::remove_dir_all(repository.machine.project().join(".git")).unwrap();
    let home = repository.machine.home();
    let made = std::process::Command::new("git").args(["init", "-q"]).arg(&home).output().unwrap();
    assert!(made.status.success());
    support::write(&home.join(".gitignore"), "*\n");
    repository.tell("PreToolUse", "npm test", "a");
    repository.tell("PostToolUse", "npm test", "a");
    assert_eq!(repository.objection_to("gh pr merge 3"), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    assert!(repository.objection_to("gh pr merge 3").contains("have changed since"));
}

/// What the person is told after a prompt.
fn prompted(repository: &Repository, more: &Value) -> String {
    let output = repository.machine.hook("claude", &repository.machine.event("UserPromptSubmit", more));
    answer(&output)["systemMessage"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_phrase_that_a_person_types_is_their_proof_until_a_source_changes() {
    let repository = Repository::new();
    let policy = "[rules]\n\"gate/unverified-work\" = \"enforce\"\n";
    let typed = json!({"prompt": "Tried it. Looks good, commit it", "source": "user"});
    repository.machine.write("hookward.toml", policy);
    assert_eq!(prompted(&repository, &typed), "", "no phrase is named: it is off");
    let phrases = "[gate.unverified-work]\nphrases = [\"verified\", \"looks good\"]\n";
    repository.machine.write("hookward.toml", &format!("{policy}{phrases}"));
    assert!(repository.objection().contains("“verified” in a prompt"), "{}", repository.objection());
    // What no person has typed, or not as a statement.
    for other in [
        json!({"prompt": "verified", "source": "schedule_wakeup"}),
        json!({"prompt": "verified", "source": "loop_wakeup"}),
        json!({"prompt": "verified", "source": "system"}),
        json!({"prompt": "verified", "source": "sdk"}),
        json!({"prompt": "verified", "source": null}),
        json!({"prompt": "verified", "source": "user", "agent_id": "a1", "agent_type": "x"}),
        json!({"prompt": "verified"}),
        json!({"prompt": "/ship verified", "source": "user"}),
        json!({"prompt": "is it verified?", "source": "user"}),
        json!({"prompt": "commit when verified", "source": "user"}),
        json!({"prompt": "<command-message>ship</command-message>\nverified", "source": "user"}),
    ] {
        prompted(&repository, &other);
        assert!(!repository.objection().is_empty(), "{other}");
    }
    let expansion = json!({"prompt": "verified", "expansion_type": "slash_command", "command_name": "ship"});
    repository.machine.hook("claude", &repository.machine.event("UserPromptExpansion", &expansion));
    assert!(!repository.objection().is_empty());
    let untold = prompted(&repository, &json!({"prompt": "verified"}));
    assert!(untold.contains("does not say who wrote it") && untold.contains("hookward verify"), "{untold}");
    let told = prompted(&repository, &typed);
    assert!(told.contains("looks good") && told.contains("pending"), "{told}");
    assert_eq!(repository.objection(), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    assert!(!repository.objection().is_empty());
    repository.machine.write("src/a.ts", "export const a = 1;\n");
    assert_eq!(repository.objection(), "", "these very sources were seen");
}

#[test]
fn a_prompt_of_which_nobody_says_who_wrote_it_counts_if_the_persons_own_policy_says_so() {
    let repository = Repository::new();
    let policy =
        "[rules]\n\"gate/unverified-work\" = \"enforce\"\n[gate.unverified-work]\nphrases = [\"verified\"]\n";
    let unsigned = "unsigned_prompts = true\n";
    repository.machine.write("hookward.toml", &format!("{policy}{unsigned}"));
    prompted(&repository, &json!({"prompt": "verified"}));
    assert!(!repository.objection().is_empty(), "a project does not loosen it");
    let own = repository.machine.user_policy();
    support::write(&own, &format!("[gate.unverified-work]\n{unsigned}"));
    prompted(&repository, &json!({"prompt": "verified", "source": "schedule_wakeup"}));
    prompted(&repository, &json!({"prompt": "verified", "permission_mode": "bypassPermissions"}));
    assert!(!repository.objection().is_empty());
    prompted(&repository, &json!({"prompt": "verified"}));
    assert_eq!(repository.objection(), "");
}

#[test]
fn a_program_that_an_agent_has_put_on_the_path_proves_nothing() {
    let repository = Repository::new();
    let tools = repository.machine.home().join("tools");
    std::fs::create_dir_all(&tools).unwrap();
    let path = format!("{}:/usr/bin:/bin", tools.display());
    let tell = |event: &str, call: &Value| {
        let mut hook = repository.machine.command(&["hook", "claude"]);
        hook.env("PATH", &path);
        feed(hook, &repository.machine.event(event, call))
    };
    let tested = |command: &str| {
        let call =
            json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": {"stdout": ""}});
        tell("PreToolUse", &call);
        tell("PostToolUse", &call);
        repository.objection()
    };
    let stub = |name: &str| {
        let file = tools.join(name);
        tell(
            "PreToolUse",
            &json!({"tool_name": "Write", "tool_input": {"file_path": file, "content": "#!/bin/sh\n"}}),
        );
        support::write(&file, "#!/bin/sh\n");
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    };
    // One that lay there before is a person's, and one of another name is none of a check's.
    support::write(&tools.join("pytest"), "#!/bin/sh\n");
    stub("mytool");
    assert_eq!(tested("pytest"), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.git(&["add", "-A"]);
    stub("pytest");
    assert!(tested("pytest").contains("an agent has written"), "{}", repository.objection());
    let mut run = repository.machine.command(&["run", "--", "pytest"]);
    run.env("PATH", &path);
    let said = stderr(&run.output().unwrap());
    assert!(said.contains("not noted: an agent has written"), "{said}");
    // What a check starts is looked for along the same way.
    assert_eq!(tested("make test"), "");
    repository.machine.write("src/a.ts", "export const a = 3;\n");
    repository.git(&["add", "-A"]);
    tell(
        "PreToolUse",
        &json!({"tool_name": "Bash", "tool_input": {"command": format!("cp /bin/true {}/sh", tools.display())}}),
    );
    support::write(&tools.join("sh"), "#!/bin/true\n");
    assert!(tested("make test").contains("an agent has written"), "{}", repository.objection());
}

#[test]
fn packages_that_an_agent_has_written_prove_nothing_until_they_are_installed_anew() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "node_modules/\n");
    let runner = "node_modules/.bin/vitest";
    repository.machine.write(runner, "#!/bin/sh\n");
    let mut calls = 0;
    let mut tested = |command: &str| {
        calls += 1;
        repository.machine.write("src/a.ts", &format!("export const a = {calls};\n"));
        repository.git(&["add", "-A"]);
        repository.tell("PreToolUse", command, &calls.to_string());
        repository.tell("PostToolUse", command, &calls.to_string());
        repository.objection()
    };
    assert_eq!(tested("npx vitest run"), "");
    // What tools keep there for themselves is no package.
    tested("echo x > node_modules/.cache/x");
    assert_eq!(tested("npx vitest run"), "");
    tested("echo 'exit 0' > node_modules/.bin/vitest");
    let said = tested("npx vitest run");
    assert!(said.contains("an agent has changed installed packages"), "{said}");
    assert!(tested("npm test").contains("install them anew"));
    let packages = repository.machine.project().join("node_modules");
    if packages.metadata().and_then(|packages| packages.created()).is_err() {
        return;
    }
    let anew = || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        std::fs::remove_dir_all(&packages).unwrap();
        repository.machine.write(runner, "#!/bin/sh\n");
    };
    anew();
    assert_eq!(tested("npx vitest run"), "");
    // Other packages in their place are no better; those of another work tree are.
    let elsewhere = repository.machine.home().join("fakes");
    support::write(&elsewhere.join("vitest/index.js"), "");
    repository.tell("PreToolUse", "rm -rf node_modules && mv ~/fakes node_modules", "moved");
    std::fs::remove_dir_all(&packages).unwrap();
    std::fs::rename(&elsewhere, &packages).unwrap();
    assert!(tested("npx vitest run").contains("install them anew"));
    anew();
    assert_eq!(tested("npx vitest run"), "");
    // Of a call that installs and then writes, the writing counts.
    let both = "rm -rf node_modules && npm ci && cp stub node_modules/.bin/vitest";
    repository.tell("PreToolUse", both, "both");
    anew();
    repository.tell("PostToolUse", both, "both");
    assert!(tested("npx vitest run").contains("install them anew"));
}

#[test]
fn a_program_that_the_command_brings_along_proves_nothing() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "fake/\n");
    repository.machine.write("fake/package.json", r#"{"name":"vitest","bin":"run.js"}"#);
    repository.machine.write("src/empty.py", "");
    let mut calls = 0;
    let mut tested = |command: &str| {
        calls += 1;
        repository.machine.write("src/a.ts", &format!("export const a = {calls};\n"));
        repository.git(&["add", "-A"]);
        repository.tell("PreToolUse", command, &calls.to_string());
        repository.tell("PostToolUse", command, &calls.to_string());
        repository.objection()
    };
    for brought in ["npx -p ./fake vitest run", "uv run --with ./fake pytest", "uvx --from ./fake pytest"] {
        let said = tested(brought);
        assert!(said.contains("./fake` chooses which program of that name runs"), "{brought}: {said}");
    }
    for usual in [
        "npx -y vitest@3 run",
        "uv run --with pytest-cov pytest",
        "PYTHONPATH=src pytest",
        "python -m pytest",
    ] {
        assert_eq!(tested(usual), "", "{usual}");
    }
    // What lies in front of the runner's own modules is loaded in their place.
    repository.machine.write("fake/pytest.py", "");
    let said = tested("PYTHONPATH=fake:src python -m pytest");
    assert!(
        said.contains("loaded in place of the runner's own") && said.contains("fake/pytest.py"),
        "{said}"
    );
    assert!(tested("PYTHONPATH=$(cat where) pytest").contains("PYTHONPATH may change what runs"));
    let mut run = repository.machine.command(&["run", "--", "python3", "-m", "unittest"]);
    run.current_dir(repository.machine.project());
    repository.machine.write("unittest/__init__.py", "");
    let said = stderr(&run.output().unwrap());
    assert!(said.contains("not noted: this file is loaded in place of the runner's own"), "{said}");
}

#[test]
fn what_a_run_leaves_behind_is_no_source_and_a_source_that_it_writes_is_named() {
    let repository = Repository::new();
    let run = |leaves: &[&str], calls: &str| {
        repository.tell("PreToolUse", "make test", calls);
        for file in leaves {
            repository.machine.write(file, calls);
        }
        repository.tell("PostToolUse", "make test", calls);
        repository.objection_to("git add -A && git commit -m x")
    };
    let reports =
        ["coverage.out", "app/__pycache__/a.cpython-312.pyc", "coverage/lcov-report/a.js", "junit.xml"];
    assert_eq!(run(&reports, "1"), "");
    assert_eq!(run(&reports, "2"), "");
    let said = run(&["src/made.ts"], "3");
    assert!(said.contains("sources were written while it ran (src/made.ts;"), "{said}");
}

#[test]
fn a_runner_of_another_kind_of_project_has_not_run_all_tests() {
    let repository = Repository::new();
    repository.machine.write("package.json", "{}");
    repository.git(&["add", "-A"]);
    for runner in ["python3 -m unittest", "rspec", "pytest"] {
        repository.tell("PreToolUse", runner, runner);
        repository.tell("PostToolUse", runner, runner);
        assert!(repository.objection().contains("only a part"), "{runner}: {}", repository.objection());
    }
    repository.tell("PreToolUse", "node --test", "node");
    repository.tell("PostToolUse", "node --test", "node");
    assert_eq!(repository.objection(), "");
}

#[test]
fn the_place_of_the_ledger_is_known_by_its_variable_too() {
    let machine = Machine::new();
    for command in [
        "cp x $XDG_STATE_HOME/hookward/evidence/a.jsonl",
        "echo '{}' >> \"${XDG_STATE_HOME}/hookward/evidence/a.jsonl\"",
        "rm -rf \"$XDG_STATE_HOME\"/hookward",
        "python3 -c \"import os; open(os.environ['XDG_STATE_HOME'] + '/hookward/evidence/a.jsonl', 'a')\"",
    ] {
        assert_eq!(machine.judge(command), "deny", "{command}");
    }
    assert_eq!(machine.judge("ls $XDG_STATE_HOME/other"), machine.judge("ls ~/.local/state/other"));
}

#[test]
fn an_ignored_file_that_decides_a_run_makes_it_stale() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "conftest.py\n*.log\n");
    repository.machine.write("conftest.py", "collect_ignore_glob = ['*']\n");
    repository.tell("PreToolUse", "pytest", "a");
    repository.tell("PostToolUse", "pytest", "a");
    assert_eq!(repository.objection(), "");
    repository.machine.write("out.log", "x\n");
    assert_eq!(repository.objection(), "");
    std::fs::remove_file(repository.machine.project().join("conftest.py")).unwrap();
    assert!(repository.objection().contains("have changed since"), "{}", repository.objection());
}

#[test]
fn a_run_is_not_noted_where_the_way_to_its_programs_is_bent() {
    let repository = Repository::new();
    let run = |path: &str| {
        let mut command = repository.machine.command(&["run", "--", "make", "test"]);
        command.env("PATH", path);
        stderr(&command.output().unwrap())
    };
    let project = repository.machine.project();
    repository.machine.write("stubs/.keep", "");
    repository.git(&["add", "-A"]);
    for bent in [format!("{}/stubs", project.display()), "stubs".to_owned(), "/dev/shm".to_owned()] {
        let said = run(&format!("{bent}:/usr/bin:/bin"));
        assert!(said.contains("not noted: PATH leads through"), "{bent}: {said}");
    }
    assert!(!repository.objection().is_empty());
    let said = run("/usr/bin:/bin");
    assert!(said.contains("noted: tests"), "{said}");
    assert_eq!(repository.objection(), "");
}

#[test]
fn two_hundred_events_of_one_session_at_once_leave_exact_counters() {
    const EVENTS: usize = 200;
    let machine = Machine::new();
    thread::scope(|scope| {
        for event in 0..EVENTS {
            let machine = &machine;
            scope.spawn(move || {
                let agent = format!("agent-{}", event % 4);
                let call = json!({
                    "tool_name": "Bash", "tool_input": {"command": "cat .env"}, "agent_id": agent, "agent_type": "x",
                });
                let output = machine.hook("claude", &machine.event("PreToolUse", &call));
                assert_eq!(decision(&output), "deny", "{output:?}");
            });
        }
    });
    assert_eq!(machine.journal().len(), EVENTS);
    let text = std::fs::read_to_string(machine.state().join("sessions/claude-s1")).unwrap();
    assert!(text.starts_with('='), "unsettled: {text}");
    let session: Value = serde_json::from_str(&text[1..]).unwrap();
    let strikes = session["strikes"].as_array().unwrap();
    assert_eq!(strikes.len(), 4, "{text}");
    for entry in strikes {
        let quarter = json!(EVENTS / 4);
        assert!(entry["count"] == quarter && entry["row"] == quarter, "{entry}");
    }
}

#[test]
fn the_ledger_survives_processes_that_are_killed_at_any_point() {
    const CALLS: u64 = 120;
    let repository = Repository::new();
    let killed = AtomicUsize::new(0);
    let whole = AtomicUsize::new(0);
    thread::scope(|scope| {
        for process in 0..4_u64 {
            let (repository, killed, whole) = (&repository, &killed, &whole);
            scope.spawn(move || {
                for call in 0..CALLS / 4 {
                    let event = json!({
                        "tool_name": "Bash", "tool_input": {"command": "npm test"},
                        "tool_use_id": format!("{process}-{call}"),
                    });
                    let mut command = repository.machine.command(&["hook", "claude"]);
                    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
                    let input = repository.machine.event("PreToolUse", &event);
                    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), &input);
                    // Spread over the life of a process, which starts git and reads the sources.
                    thread::sleep(Duration::from_micros((process * CALLS + call) * 7_919 % 60_000));
                    match child.try_wait().unwrap() {
                        None => killed.fetch_add(1, Ordering::Relaxed),
                        Some(_) => whole.fetch_add(1, Ordering::Relaxed),
                    };
                    let _ = child.kill();
                    child.wait().unwrap();
                }
            });
        }
    });
    assert!(killed.load(Ordering::Relaxed) > 0, "nobody was killed: the test proves nothing");
    // Whoever had time to answer has left a line, no line is torn, and what comes next is read.
    let text = std::fs::read_to_string(repository.ledger()).unwrap_or_default();
    let lines = text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count();
    assert!(lines >= whole.load(Ordering::Relaxed), "{lines} of {}", whole.load(Ordering::Relaxed));
    assert_eq!(lines, text.lines().count(), "{text}");
    repository.tell("PreToolUse", "npm test", "last");
    assert!(repository.objection().contains("no run of the tests"), "{}", repository.objection());
    repository.tell("PostToolUse", "npm test", "last");
    assert_eq!(repository.objection(), "");
    // And a line that a full disk has cut takes no other with it.
    std::fs::write(
        repository.ledger(),
        format!("{}{{\"kind\":\"che", std::fs::read_to_string(repository.ledger()).unwrap()),
    )
    .unwrap();
    assert_eq!(repository.objection(), "");
    let _ = feed(repository.machine.command(&["hook", "claude"]), &repository.machine.bash("npm test"));
    assert_eq!(repository.objection(), "");
}
