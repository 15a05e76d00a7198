//! Kiro is closed, so here is a stand-in for it that does as its page says (kiro.md): an agent of CLI 2 with its hooks, and the
//! hook files of the newer editor and CLI 3. It runs what is registered as it stands.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::time::Duration;

use serde_json::{Value, json};
use support::desk::{Desk, Line};

/// What becomes of a call or a prompt, and what the model reads.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fate {
    blocked: bool,
    read: String,
}

/// Which of the generations. The pages of the last two differ on what a hook that fails does before a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kiro {
    Cli2,
    Cli3,
    Editor,
}

const ALL: [Kiro; 3] = [Kiro::Cli2, Kiro::Cli3, Kiro::Editor];

/// A hook as it is registered.
struct Hook {
    matcher: Option<String>,
    command: String,
    limit: Duration,
}

impl Kiro {
    /// kiro.md, A: the hooks of the agent that is run; C: all hook files together.
    fn hooks(self, desk: &Desk, event: &str) -> Vec<Hook> {
        let file = |path: &str| -> Value { serde_json::from_str(&desk.project(path)).unwrap() };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        match self {
            Self::Cli2 => {
                let agent = file(".kiro/agents/hookward.json");
                let hooks = agent["hooks"][event].as_array().cloned().unwrap_or_default();
                let hook = |hook: &Value| Hook {
                    matcher: text(&hook["matcher"]),
                    command: text(&hook["command"]).unwrap(),
                    limit: Duration::from_millis(hook["timeout_ms"].as_u64().unwrap_or(30_000)),
                };
                hooks.iter().map(hook).collect()
            }
            Self::Cli3 | Self::Editor => {
                let config = file(".kiro/hooks/hookward.json");
                assert_eq!(config["version"], "v1");
                let hooks = config["hooks"].as_array().unwrap();
                let hook = |hook: &Value| Hook {
                    matcher: text(&hook["matcher"]),
                    command: text(&hook["action"]["command"]).unwrap(),
                    limit: Duration::from_secs(hook["timeout"].as_u64().unwrap_or(60)),
                };
                hooks.iter().filter(|hook| hook["trigger"] == event).map(hook).collect()
            }
        }
    }

    /// The name of an event.
    fn name(self, event: &'static str) -> &'static str {
        match (self, event) {
            (Self::Cli2, "PreToolUse") => "preToolUse",
            (Self::Cli2, "SessionStart") => "agentSpawn",
            (Self::Cli2, "UserPromptSubmit") => "userPromptSubmit",
            (_, event) => event,
        }
    }

    fn event(self, desk: &Desk, event: &'static str, more: &Value) -> Fate {
        let root = desk.machine.project();
        let name = self.name(event);
        let mut payload = json!({"hook_event_name": name, "cwd": root});
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut fate = Fate { blocked: false, read: String::new() };
        for hook in self.hooks(desk, name) {
            // A glob in one generation, a regular expression in the other; ours take every tool.
            assert!(matches!(hook.matcher.as_deref(), None | Some("*" | ".*")), "{:?}", hook.matcher);
            let line = Line {
                shell: "/bin/bash",
                text: &hook.command,
                directory: &root,
                variables: &[],
                limit: hook.limit,
            };
            // A hook that takes too long counts for nothing.
            let Some((code, stdout, stderr)) = desk.started(&line, &payload.to_string()) else { continue };
            let before_tool = event == "PreToolUse";
            match code {
                0 if before_tool && self == Self::Cli2 => {}
                0 => fate.read.push_str(&stdout),
                2 if before_tool || (event == "UserPromptSubmit" && self != Self::Cli2) => {
                    fate.blocked = true;
                    fate.read.push_str(&stderr);
                }
                _ => fate.blocked |= before_tool && self == Self::Editor,
            }
        }
        fate
    }

    fn shell(self, desk: &Desk, command: &str) -> Fate {
        self.event(
            desk,
            "PreToolUse",
            &json!({"tool_name": "execute_bash", "tool_input": {"command": command}}),
        )
    }

    /// kiro.md: the tools of the generations differ.
    fn write(self, desk: &Desk, path: &str) -> Fate {
        let (tool, input) = match self {
            Self::Cli2 => ("fs_write", json!({"command": "create", "path": path, "file_text": "x"})),
            Self::Cli3 => ("write", json!({"path": path, "content": "x"})),
            Self::Editor => ("fs_write", json!({"path": path, "text": "x"})),
        };
        self.event(desk, "PreToolUse", &json!({"session_id": "s", "tool_name": tool, "tool_input": input}))
    }

    fn read(self, desk: &Desk, path: &str) -> Fate {
        let (tool, input) = match self {
            Self::Cli2 => ("fs_read", json!({"operations": [{"mode": "Line", "path": path}]})),
            Self::Cli3 | Self::Editor => ("read_file", json!({"path": path})),
        };
        self.event(desk, "PreToolUse", &json!({"session_id": "s", "tool_name": tool, "tool_input": input}))
    }
}

fn registered() -> Desk {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "kiro"]);
    desk
}

#[test]
fn what_is_registered_guards_in_every_generation() {
    let desk = registered();
    for kiro in ALL {
        let dangerous = kiro.shell(&desk, "rm -rf /");
        assert!(
            dangerous.blocked && dangerous.read.contains("security/catastrophic-deletion"),
            "{kiro:?}: {dangerous:?}"
        );
        // It has no way to ask, and the model is told why.
        let doubtful = kiro.shell(&desk, "rm -rf src");
        assert!(
            doubtful.blocked && doubtful.read.contains("security/recursive-deletion"),
            "{kiro:?}: {doubtful:?}"
        );
        let nothing = Fate { blocked: false, read: String::new() };
        assert_eq!(kiro.shell(&desk, "git status"), nothing, "{kiro:?}");
        assert_eq!(kiro.write(&desk, "src/a.rs"), nothing, "{kiro:?}");
        assert_eq!(kiro.read(&desk, "src/a.rs"), nothing, "{kiro:?}");
        assert!(kiro.write(&desk, ".env").blocked && kiro.read(&desk, ".env").blocked, "{kiro:?}");
    }
}

#[test]
fn without_hookward_nobody_is_locked_out_and_it_is_said_where_it_can_be() {
    let desk = registered();
    std::fs::remove_file(desk.programs().join("hookward")).unwrap();
    for kiro in ALL {
        assert!(!kiro.shell(&desk, "git status").blocked, "{kiro:?}");
        assert!(!kiro.event(&desk, "UserPromptSubmit", &json!({"prompt": "x"})).blocked, "{kiro:?}");
        let start = kiro.event(&desk, "SessionStart", &json!({}));
        assert!(start.read.contains("nothing is guarded here"), "{kiro:?}: {start:?}");
    }
}

#[test]
fn where_the_policy_closes_kiro_does_as_far_as_it_can() {
    let desk = registered();
    desk.machine.write("hookward.toml", "[registration]\nfail_closed = true\n");
    desk.fine(&["sync"]);
    for kiro in ALL {
        assert!(!kiro.shell(&desk, "git status").blocked, "{kiro:?}");
    }
    std::fs::remove_file(desk.programs().join("hookward")).unwrap();
    let blocked = ALL.map(|kiro| kiro.shell(&desk, "git status").blocked);
    // The command lines only warn, whatever is registered.
    assert_eq!(blocked, [false, false, true]);
}

#[test]
fn what_is_said_at_the_start_reaches_the_model() {
    let desk = registered();
    let policy = "[[hook]]\non = \"session-start\"\ncategory = \"feedback\"\nrun = \"echo remember-the-milestone; exit 2\"\n";
    support::write(&desk.machine.user_policy(), policy);
    for kiro in ALL {
        let fate = kiro.event(&desk, "SessionStart", &json!({"session_id": "s"}));
        assert!(fate.read.contains("remember-the-milestone") && !fate.blocked, "{kiro:?}: {fate:?}");
    }
}

#[test]
fn our_own_limit_ends_before_kiros() {
    let desk = registered();
    for kiro in ALL {
        for hook in kiro.hooks(&desk, kiro.name("PreToolUse")) {
            assert!(hook.limit >= Duration::from_secs(5), "{kiro:?}: {:?}", hook.limit);
        }
    }
    // And what takes longer counts for nothing.
    let quick = desk.project(".kiro/agents/hookward.json").replace("5000", "300");
    desk.machine.write(".kiro/agents/hookward.json", &quick);
    desk.program("hookward", "#!/bin/sh\nsleep 30\nexit 2\n");
    assert!(!Kiro::Cli2.shell(&desk, "rm -rf /").blocked);
}
