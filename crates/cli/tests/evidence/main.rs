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

#[path = "../support/mod.rs"]
mod support;

mod built;
mod caches;
mod commits;
mod entered;
mod launchers;
mod meanwhile;
mod merges;
mod origins;
mod packages;
mod people;
mod programs;
mod pushes;
mod reliability;
mod settings;
mod sources;
mod taken;
mod told;
mod unseen;
mod wrapped;

use std::path::PathBuf;

use serde_json::json;
use support::{Machine, answer, decision};

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

    /// Why a commit is denied behind a run that ended well; empty if it is not.
    fn objection_after(&self, run: &str) -> String {
        self.tell("PreToolUse", run, run);
        self.tell("PostToolUse", run, run);
        self.objection()
    }

    /// One with these files.
    fn with(files: &[(&str, &str)]) -> Self {
        let repository = Self::new();
        for (name, text) in files {
            repository.machine.write(name, text);
        }
        repository.git(&["add", "-A"]);
        repository
    }

    /// Why a commit is denied behind these runs, of sources that none was seen on before.
    fn objection_after_all(&self, runs: &[&str]) -> String {
        self.machine.write("src/a.ts", &format!("// {runs:?}\n"));
        self.git(&["add", "-A"]);
        for run in runs {
            self.objection_after(run);
        }
        self.objection()
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
