//! Cursor is closed, so here is a stand-in for it that does as its page says (cursor.md): it reads `hooks.json`, runs what is
//! registered there as it stands, and makes of exit codes, answers, silence and delay what Cursor makes of them.

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
use std::time::Duration;

use serde_json::{Value, json};
use support::desk::{Desk, Line};

/// What becomes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    Runs,
    Asked,
    Blocked(String),
}

impl Fate {
    fn is_blocked(&self) -> bool {
        matches!(self, Self::Blocked(_))
    }
}

/// cursor.md §3: a payload comes on standard input, or as a here-document behind the command.
#[derive(Clone, Copy, Debug)]
enum Transport {
    Pipe,
    HereDocument,
}

/// The stand-in.
struct Cursor<'a> {
    desk: &'a Desk,
    transport: Transport,
}

/// cursor.md §2: the steps at which an answer decides.
const PERMISSION_STEPS: &[&str] = &[
    "beforeShellExecution",
    "beforeMCPExecution",
    "beforeReadFile",
    "beforeTabFileRead",
    "subagentStart",
    "preToolUse",
];

impl Cursor<'_> {
    /// cursor.md §1: the project's file and the person's, with the directory in which their hooks run. A file that is not
    /// valid counts for nothing.
    fn entries(&self, step: &str) -> Vec<(Value, PathBuf)> {
        let home = self.desk.machine.home().join(".cursor");
        let project = self.desk.machine.project();
        let mut found = Vec::new();
        for (file, directory) in
            [(project.join(".cursor/hooks.json"), project), (home.join("hooks.json"), home)]
        {
            let Ok(text) = std::fs::read_to_string(file) else { continue };
            let cut = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
            let text: Vec<String> = text.lines().map(cut).collect();
            let Ok(config) = serde_json::from_str::<Value>(&text.join("\n")) else { continue };
            if config["version"].is_number() {
                let entries = config["hooks"][step].as_array().cloned().unwrap_or_default();
                found.extend(entries.into_iter().map(|entry| (entry, directory.clone())));
            }
        }
        found
    }

    /// Asks all hooks of a step; cursor.md §6: deny before ask before allow.
    fn step(&self, step: &str, subject: &str, more: &Value) -> Fate {
        let mut fates = Vec::new();
        for (entry, directory) in self.entries(step) {
            if entry.get("matcher").is_none_or(|matcher| matches(matcher.as_str().unwrap(), subject)) {
                fates.push(self.hook(step, &entry, &directory, more));
            }
        }
        let blocked = fates.iter().find(|fate| fate.is_blocked()).cloned();
        blocked.unwrap_or_else(|| if fates.contains(&Fate::Asked) { Fate::Asked } else { Fate::Runs })
    }

    fn hook(&self, step: &str, entry: &Value, directory: &PathBuf, more: &Value) -> Fate {
        let root = self.desk.machine.project();
        let root = root.to_str().unwrap();
        let mut payload = json!({
            "conversation_id": "c", "generation_id": "g", "session_id": "c", "model": "m", "hook_event_name": step,
            "cursor_version": "3.1.0", "workspace_roots": [root], "user_email": null, "transcript_path": null,
        });
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let command = entry["command"].as_str().unwrap();
        let (text, input) = match self.transport {
            Transport::Pipe => (command.to_owned(), payload.to_string()),
            Transport::HereDocument => {
                (format!("{command} <<'CURSOR_HOOK_EOF'\n{payload}\nCURSOR_HOOK_EOF\n"), String::new())
            }
        };
        let variables =
            [("CURSOR_PROJECT_DIR", root), ("CURSOR_VERSION", "3.1.0"), ("CLAUDE_PROJECT_DIR", root)];
        let limit = Duration::from_secs_f64(entry["timeout"].as_f64().unwrap_or(60.0));
        let line = Line { shell: "/bin/sh", text: &text, directory, variables: &variables, limit };
        let closed = entry["failClosed"] == true;
        let failed = |why: &str| if closed { Fate::Blocked(why.to_owned()) } else { Fate::Runs };
        // cursor.md §5.
        let Some((code, stdout, stderr)) = self.desk.started(&line, &input) else {
            return failed("no answer in time");
        };
        match code {
            0 if stdout.trim().is_empty() => failed("an empty answer"),
            0 => match serde_json::from_str::<Value>(&stdout) {
                Ok(answer) => permission(step, &answer),
                Err(_) if PERMISSION_STEPS.contains(&step) => Fate::Blocked("an invalid answer".to_owned()),
                Err(_) => Fate::Runs,
            },
            2 => Fate::Blocked(if stdout.is_empty() { stderr } else { stdout }),
            _ => failed("the hook failed"),
        }
    }

    /// cursor.md §2: a shell call has two steps.
    fn shell(&self, command: &str) -> Fate {
        let input = json!({"command": command, "cwd": ""});
        let first = self.step(
            "preToolUse",
            "Shell",
            &json!({"tool_name": "Shell", "tool_input": input, "tool_use_id": "t"}),
        );
        if first.is_blocked() {
            return first;
        }
        let cwd = self.desk.machine.project();
        self.step("beforeShellExecution", command, &json!({"command": command, "cwd": cwd, "sandbox": false}))
    }

    fn write(&self, name: &str) -> Fate {
        let path = self.desk.machine.project().join(name);
        let input = json!({"file_path": path, "content": "TOKEN=x"});
        self.step(
            "preToolUse",
            "Write",
            &json!({"tool_name": "Write", "tool_input": input, "tool_use_id": "t"}),
        )
    }

    fn read(&self, name: &str) -> Fate {
        let path = self.desk.machine.project().join(name);
        self.step(
            "beforeReadFile",
            "Read",
            &json!({"file_path": path, "content": "TOKEN=x", "attachments": []}),
        )
    }
}

/// cursor.md §5: `permission`, and an `ask` only where it binds; where it is no valid answer, it blocks.
fn permission(step: &str, answer: &Value) -> Fate {
    match answer["permission"].as_str() {
        Some("deny") => Fate::Blocked(
            answer["agent_message"].as_str().or(answer["user_message"].as_str()).unwrap().to_owned(),
        ),
        Some("ask") if step == "beforeShellExecution" => Fate::Asked,
        Some("ask") if step == "beforeReadFile" => Fate::Blocked("an invalid answer".to_owned()),
        _ => Fate::Runs,
    }
}

/// An unanchored JavaScript regular expression; of those only what we register is known here.
fn matches(matcher: &str, subject: &str) -> bool {
    assert_eq!(matcher, "^(?!Shell$|MCP:)");
    subject != "Shell" && !subject.starts_with("MCP:")
}

fn registered(arguments: &[&str]) -> Desk {
    let desk = Desk::new();
    desk.fine(&[&["init", "--yes", "--host", "cursor"], arguments].concat());
    desk
}

#[test]
fn what_is_registered_guards_by_pipe_and_by_here_document() {
    for arguments in [&[][..], &["--user"]] {
        let desk = registered(arguments);
        for transport in [Transport::Pipe, Transport::HereDocument] {
            let cursor = Cursor { desk: &desk, transport };
            let Fate::Blocked(reason) = cursor.shell("rm -rf /") else { panic!("{transport:?}") };
            assert!(reason.contains("security/catastrophic-deletion"), "{reason}");
            assert_eq!(cursor.shell("rm -rf src"), Fate::Asked, "{transport:?}");
            // Under failClosed silence would block it.
            assert_eq!(cursor.shell("git status"), Fate::Runs, "{transport:?}");
            assert_eq!(cursor.shell("cargo build"), Fate::Runs, "{transport:?}");
            assert!(cursor.write(".env").is_blocked() && cursor.read(".env").is_blocked(), "{transport:?}");
            assert_eq!((cursor.write("src/a.rs"), cursor.read("README.md")), (Fate::Runs, Fate::Runs));
        }
    }
}

#[test]
fn without_hookward_a_project_is_open_unless_the_policy_closes_it() {
    let desk = registered(&[]);
    desk.machine.write("hookward.toml", "[registration]\nfail_closed = true\n");
    let open = Cursor { desk: &desk, transport: Transport::Pipe };
    std::fs::rename(desk.programs().join("hookward"), desk.programs().join("away")).unwrap();
    assert_eq!(open.shell("rm -rf /"), Fate::Runs, "a colleague without it is not locked out");
    std::fs::rename(desk.programs().join("away"), desk.programs().join("hookward")).unwrap();
    desk.fine(&["sync"]);
    assert_eq!(open.shell("git status"), Fate::Runs);
    std::fs::remove_file(desk.programs().join("hookward")).unwrap();
    assert!(open.shell("git status").is_blocked() && open.read("README.md").is_blocked());
}

#[test]
fn a_person_who_guards_all_projects_is_guarded_without_an_answer_too() {
    let desk = registered(&["--user"]);
    let cursor = Cursor { desk: &desk, transport: Transport::Pipe };
    let file = desk.machine.home().join(".cursor/hooks.json");
    let quick = std::fs::read_to_string(&file).unwrap().replace("\"timeout\": 5", "\"timeout\": 1");
    std::fs::write(&file, quick).unwrap();
    for (body, closes) in [
        ("exit 0", true),
        ("echo nonsense", true),
        ("exit 3", true),
        ("sleep 30", true),
        ("echo stop >&2; exit 2", true),
        ("echo '{\"permission\": \"allow\"}'", false),
    ] {
        desk.program("hookward", &format!("#!/bin/sh\ncat >/dev/null\n{body}\n"));
        assert_eq!(cursor.shell("git status").is_blocked(), closes, "{body}");
    }
}

#[test]
fn a_fault_of_our_own_is_an_answer_that_cursor_understands() {
    let desk = registered(&["--user"]);
    let cursor = Cursor { desk: &desk, transport: Transport::Pipe };
    desk.machine.write("hookward.toml", "colour = 1\n");
    assert!(cursor.shell("rm -rf /").is_blocked());
    assert_ne!(cursor.shell("cargo build"), Fate::Blocked("an invalid answer".to_owned()));
    assert_eq!(
        cursor.step("beforeShellExecution", "", &json!({})),
        cursor.step("beforeShellExecution", "", &json!({"command": 5}))
    );
    assert!(cursor.step("beforeShellExecution", "", &json!({})).is_blocked());
}
