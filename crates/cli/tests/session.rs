//! The life of a session through the real binary and a real repository: what the model is told, when, and what is kept.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

#[path = "session/ending.rs"]
mod ending;
mod support;

use std::process::Command;

use serde_json::{Value, json};
use support::{Machine, answer, stderr, stdout};

struct Project {
    machine: Machine,
}

impl Project {
    /// A repository with one commit, on a branch.
    fn new(policy: &str) -> Self {
        let machine = Machine::new();
        std::fs::remove_dir_all(machine.project().join(".git")).unwrap();
        let project = Self { machine };
        project.machine.write("hookward.toml", policy);
        project.machine.write("src/api/cart.ts", "export const cart = 1;\n");
        project.machine.write("docs/api.md", "# The API\n");
        project.git(&["init", "-q", "-b", "feature/x"]);
        project.git(&["add", "-A"]);
        project.commit("first");
        project
    }

    fn git(&self, arguments: &[&str]) {
        let done = Command::new("git").args(arguments).current_dir(self.machine.project()).output().unwrap();
        assert!(done.status.success(), "git {arguments:?}: {}", stderr(&done));
    }

    fn commit(&self, message: &str) {
        self.git(&[
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b.c",
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            message,
        ]);
    }

    /// The answer of Claude Code's hook.
    fn tell(&self, event: &str, more: &Value) -> Value {
        let output = self.machine.hook("claude", &self.machine.event(event, more));
        assert!(output.status.success(), "{event}: {}{}", stdout(&output), stderr(&output));
        answer(&output)
    }

    /// What the model reads on an event.
    fn context(&self, event: &str, more: &Value) -> String {
        let answer = self.tell(event, more);
        answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
    }

    fn prompt(&self, text: &str) -> String {
        self.context("UserPromptSubmit", &json!({ "prompt": text }))
    }

    fn start(&self, source: &str) -> String {
        self.context("SessionStart", &json!({ "source": source }))
    }

    /// What the person sees at a stop.
    fn stop(&self, said: &str) -> String {
        let answer = self.tell("Stop", &json!({"stop_hook_active": false, "last_assistant_message": said}));
        assert_eq!(answer["decision"], Value::Null, "{answer}");
        answer["systemMessage"].as_str().unwrap_or_default().to_owned()
    }

    /// A file that an agent writes: the call happens, and then it is told.
    fn write(&self, path: &str, text: &str, agent: Option<(&str, &str)>) -> String {
        self.machine.write(path, text);
        let file = self.machine.project().join(path);
        let mut call = json!({
            "tool_name": "Write", "tool_input": {"file_path": file, "content": text}, "tool_response": {},
        });
        if let Some((id, role)) = agent {
            call["agent_id"] = json!(id);
            call["agent_type"] = json!(role);
        }
        self.context("PostToolUse", &call)
    }

    /// A subagent that stops: what it is told if it is held, and what the person sees.
    fn subagent_stops(&self, role: &str, said: &str) -> (String, String) {
        let answer = self.tell(
            "SubagentStop",
            &json!({
                "agent_id": "a1", "agent_type": role, "stop_hook_active": false, "last_assistant_message": said,
            }),
        );
        let text = |key: &str| answer[key].as_str().unwrap_or_default().to_owned();
        (text("reason"), text("systemMessage"))
    }

    fn trust(&self) {
        let hookward = env!("CARGO_BIN_EXE_hookward");
        let command = format!("(sleep 0.3; echo yes; sleep 0.3) | script -qec '{hookward} trust' /dev/null");
        let done = Command::new("sh")
            .args(["-c", &command])
            .current_dir(self.machine.project())
            .env("HOME", self.machine.home())
            .output()
            .unwrap();
        assert!(stdout(&done).contains("Trusted."), "{}", stdout(&done));
    }

    fn text(&self, path: &str) -> String {
        std::fs::read_to_string(self.machine.project().join(path)).unwrap_or_default()
    }
}

#[test]
fn a_session_starts_with_what_there_is_to_know_and_nothing_else() {
    let project = Project::new("");
    let said = project.start("startup");
    assert_eq!(said, "[feedback/session-context] branch feature/x, nothing to commit");
    project.machine.write("src/api/cart.ts", "export const cart = 2;\n");
    project.machine.write("AGENTS.md", "# Rules\n");
    project.machine.write(".cursor/rules/general.mdc", "x\n");
    project.machine.write("docs/plan.md", "# Plan\n- [x] the shop\n- [ ] the cart\n");
    project.git(&["worktree", "add", "-q", "../side", "-b", "side"]);
    let said = project.start("startup");
    for part in [
        "branch feature/x, 4 files not committed: src/api/cart.ts, .cursor/, AGENTS.md, docs/plan.md",
        "other work trees: ",
        "/side (side)",
        "rules of the project: .cursor/rules/general.mdc, AGENTS.md",
        "[feedback/plan-context] docs/plan.md (1 of 2 done), next: the cart",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    project.machine.write("hookward.toml", "[feedback]\nstart = [\"AGENTS.md\", \".env\", \"none.md\"]\n");
    project.machine.write(".env", "TOKEN=x\n");
    assert!(project.start("startup").contains("  AGENTS.md:\n    # Rules\n"), "{}", project.start("startup"));
    assert!(!project.start("startup").contains("TOKEN"));
    // A long file keeps nothing else from being told.
    project.machine.write("AGENTS.md", &format!("{}\n", "a long line of rules, ".repeat(10)).repeat(40));
    let said = project.start("startup");
    assert!(said.contains("  AGENTS.md:\n    a long line") && said.contains("next: the cart"), "{said}");
    project.machine.write("hookward.toml", "[rules]\n\"feedback/session-context\" = \"off\"\n");
    assert!(!project.start("startup").contains("session-context"));
    project.machine.write("hookward.toml", "[feedback]\nbudget = 160\n");
    let said = project.start("startup");
    assert!(
        said.chars().count() <= 162 && said.contains("branch feature/x") && said.ends_with('…'),
        "{said}"
    );
}

#[test]
fn where_there_is_nothing_to_know_a_session_starts_in_silence() {
    let machine = Machine::new();
    // In no repository at all: these tests may run in a folder of one.
    let nowhere = tempfile::tempdir().unwrap();
    let start = machine.event("SessionStart", &json!({"source": "startup", "cwd": nowhere.path()}));
    assert_eq!(stdout(&machine.hook("claude", &start)), "");
}

#[test]
fn evidence_is_told_at_the_start_where_a_gate_asks_for_it() {
    let project = Project::new("[rules]\n\"gate/missing-evidence\" = \"enforce\"\n");
    let call = json!({
        "tool_name": "Bash", "tool_input": {"command": "npm test"}, "tool_use_id": "t", "tool_response": {"stdout": ""},
    });
    project.tell("PreToolUse", &call);
    project.tell("PostToolUse", &call);
    let said = project.start("resume");
    assert!(said.contains("last seen: tests passed on these sources (npm test)"), "{said}");
    project.machine.write("src/api/cart.ts", "export const cart = 3;\n");
    let said = project.start("resume");
    assert!(said.contains("tests passed before the last changes"), "{said}");
}

#[test]
fn the_next_item_of_the_plan_is_told_when_it_is_another() {
    let project = Project::new("");
    assert_eq!(project.prompt("go on"), "");
    project.machine.write("plan.md", "- [ ] the cart\n- [ ] the shop\n");
    let next = "[feedback/plan-context] plan.md (0 of 2 done), next: the cart";
    assert_eq!(project.prompt("go on"), next);
    assert_eq!(project.prompt("go on"), "");
    project.machine.write("plan.md", "- [x] the cart\n- [ ] the shop\n");
    assert_eq!(project.prompt("go on"), "[feedback/plan-context] plan.md (1 of 2 done), next: the shop");
    project.machine.write("plan.md", "- [x] the cart\n- [x] the shop\n");
    assert_eq!(project.prompt("go on"), "");
}

#[test]
fn a_prompt_brings_along_what_the_policy_says_of_its_words() {
    let project = Project::new(
        "[[feedback.context]]\nwhen = [\"deploy\", \"部署\"]\ntext = \"Deploy with make ship.\"\nevery = 3\n\
         [[feedback.context]]\nwhen = [\"the api\"]\nfile = \"docs/api.md\"\n\
         [[feedback.context]]\nwhen = [\"secrets\"]\nfile = \".env\"\n",
    );
    project.machine.write(".env", "TOKEN=x\n");
    assert_eq!(project.prompt("what was redeployed?"), "");
    let said = "[feedback/prompt-context] on `deploy`:\n  Deploy with make ship.";
    assert_eq!(project.prompt("DEPLOY it now"), said);
    assert_eq!(project.prompt("deploy it again"), "");
    assert_eq!(project.prompt("and again, deploy"), "");
    assert!(project.prompt("请部署到生产").contains("make ship"), "three prompts later it is told again");
    assert!(project.prompt("change the API").ends_with("from docs/api.md:\n  # The API"));
    assert_eq!(project.prompt("show the secrets"), "", "a file of secrets is never told");
}

#[test]
fn corrections_become_lessons_and_lessons_rules() {
    let project = Project::new("");
    project.prompt("No, don't use npm here, use pnpm.");
    assert_eq!(project.text("docs/lessons.md"), "", "nobody has named a file");
    project.machine.write("hookward.toml", "[feedback.lessons]\nfile = \"docs/lessons.md\"\n");
    assert_eq!(project.prompt("why don't you use pnpm?"), "");
    let said = project.prompt("No, don't use npm here, use pnpm.");
    assert!(said.contains("a lesson, kept in docs/lessons.md: No, don't use npm here"), "{said}");
    assert!(project.text("docs/lessons.md").contains(" · 1× · No, don't use npm here, use pnpm\n"));
    let said = project.prompt("I told you: use pnpm, don't use npm!");
    assert!(said.contains("is a rule of docs/lessons.md now"), "{said}");
    let text = project.text("docs/lessons.md");
    assert!(text.contains("## Rules\n- 2× · No, don't use npm here, use pnpm\n"), "{text}");
    assert!(project.start("startup").contains("a rule of docs/lessons.md: No, don't use npm here, use pnpm"));
    project.machine.write("hookward.toml", "[feedback.lessons]\nfile = \"../lessons.md\"\n");
    project.prompt("never use npm");
    assert!(!project.machine.home().join("lessons.md").exists());
}

#[test]
fn a_document_that_tells_of_changed_code_is_asked_for_once() {
    let policy = "[[feedback.docs]]\ncode = \"src/api/**\"\ndocuments = \"docs/api.md\"\nafter = 2\n\
                  [rules]\n\"feedback/types\" = \"off\"\n";
    let project = Project::new(policy);
    let reminder = "src/api/** was changed and docs/api.md was not";
    assert_eq!(project.write("src/api/cart.ts", "export const cart = 2;\n", None), "");
    let said = project.write("src/other.ts", "export {};\n", None);
    assert!(said.contains(reminder) && said.contains("src/api/cart.ts"), "{said}");
    assert_eq!(project.write("src/api/shop.ts", "export {};\n", None), "");
    assert_eq!(project.stop("done"), "");
    // In another project the stop comes first; what the person was told there, the model is told at the next prompt.
    let project = Project::new(policy);
    project.write("src/api/cart.ts", "export const cart = 2;\n", None);
    assert!(project.stop("done").contains(reminder));
    assert!(project.prompt("go on").contains(reminder));
    assert_eq!(project.prompt("go on"), "");
    // Who has written the document needs no reminder.
    let project = Project::new(policy);
    project.write("docs/api.md", "# The API\nmore\n", None);
    project.write("src/api/cart.ts", "export const cart = 2;\n", None);
    assert_eq!(project.stop("done"), "");
}

#[test]
fn a_large_change_is_worth_a_review_and_a_talk_is_not() {
    let project = Project::new("[feedback.review]\nlines = 20\n");
    let long = "export const a = 1;\n".repeat(30);
    project.machine.write("src/long.ts", &long);
    assert_eq!(project.stop("we only talked"), "");
    project.write("src/long.ts", &long, None);
    let said = project.stop("done");
    assert!(said.contains("a large change, 1 file and 30 lines"), "{said}");
    assert!(project.prompt("go on").contains("a large change"));
    project.write("src/long.ts", &long, None);
    assert_eq!(project.stop("done"), "", "it is said once");
}

#[test]
fn what_was_worked_on_is_told_after_a_compaction_once() {
    let project = Project::new("");
    project.machine.write("plan.md", "- [ ] the cart\n");
    assert!(project.machine.run(&["story", "set", "ST-7"]).status.success());
    let start = json!({"tool_name": "Task", "tool_input": {"subagent_type": "planner", "description": "plan the carts", "prompt": "x"}});
    project.tell("PreToolUse", &start);
    project.tell("SubagentStart", &json!({"agent_id": "a1", "agent_type": "planner"}));
    project.write("src/api/cart.ts", "export const cart = 2;\n", Some(("a1", "planner")));
    project.tell("PreCompact", &json!({"trigger": "auto", "custom_instructions": ""}));
    let saved = std::fs::read_dir(project.machine.state().join("saved")).unwrap().count();
    assert_eq!(saved, 1);
    assert!(!project.start("startup").contains("feedback/compaction"), "this is another conversation");
    let said = project.start("compact");
    for part in [
        "active agent: planner",
        "its task: planner: plan the carts",
        "story: ST-7",
        "plan: plan.md (0 of 1 done), next: the cart",
        "changed in this session: src/api/cart.ts",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert!(!project.start("compact").contains("feedback/compaction"), "it was removed");
}

#[test]
fn subagents_are_told_what_was_worked_on_before_a_compaction_until_the_agent_stops() {
    let project = Project::new("");
    let task = json!({"tool_name": "Task", "tool_input": {"subagent_type": "planner", "description": "plan the carts", "prompt": "x"}});
    let starts = || project.context("SubagentStart", &json!({"agent_id": "a2", "agent_type": "coder"}));
    project.tell("PreToolUse", &task);
    project.write("src/api/cart.ts", "export const cart = 2;\n", None);
    assert!(!starts().contains("before the conversation"), "there was no compaction");
    project.tell("PreCompact", &json!({"trigger": "auto", "custom_instructions": ""}));
    let is_told = |said: &str| {
        said.contains("task given before the conversation was compacted: planner: plan the carts")
            && said.contains("changed in this session: src/api/cart.ts")
    };
    assert!(is_told(&starts()), "a host may not tell that the session goes on");
    project.start("compact");
    assert!(is_told(&starts()) && is_told(&starts()), "each of them begins with nothing");
    project.stop("done");
    assert!(!starts().contains("before the conversation"), "it is over");
}

const AGENTS: &str = r#"
[agents.planner]
memory = ".claude/agent-memory/planner/"
text = "Plans only; no code."
must_write = ["plan.md"]
must_not_write = ["src/**"]
must_say = ["plan written"]
[agents.unit-testing-agent]
"#;

#[test]
fn a_subagent_is_told_what_it_needs_and_an_unknown_one_is_named() {
    let project = Project::new(AGENTS);
    project
        .machine
        .write("composer.json", r#"{"require": {"php": ">=8.3", "drupal/core-recommended": "^11.1"}}"#);
    project.machine.write("plan.md", "- [ ] the cart\n");
    let said = project.context("SubagentStart", &json!({"agent_id": "a1", "agent_type": "planner"}));
    for part in [
        "[feedback/subagent-context] Plans only; no code.",
        "what was learned before: .claude/agent-memory/planner/",
        "branch: feature/x",
        "next: the cart",
        "made of: Drupal ^11.1, PHP >=8.3",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let said = project.context("SubagentStart", &json!({"agent_id": "a2", "agent_type": "plannner"}));
    assert!(said.contains("no agent is named plannner here; is planner meant?"), "{said}");
}
