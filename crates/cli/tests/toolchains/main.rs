//! Real projects with their real tools: an edit is really formatted, a type error really told, a failing test really holds
//! the stop, and the fix really releases it. `HOOKWARD_TOOLCHAINS=all` installs the tools (npm, pip) and wants the others to
//! be there; without it what the machine does not have is named as skipped.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails"
)]

#[path = "../support/mod.rs"]
mod support;

mod rust;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Machine, answer};

/// A project, and what its tools say of a broken edit.
struct Project {
    name: &'static str,
    /// The file that is edited; `.broken` and `.mended` lie beside it.
    file: &'static str,
    /// How the broken text looks once it is formatted.
    formatted: &'static str,
    /// What the model is told of it.
    told: &'static [&'static str],
    /// What is said when the stop is held.
    held: &'static [&'static str],
    /// Where the tools lie.
    tools: Tools,
}

/// Where tools lie.
enum Tools {
    /// On this machine, by the name of one of them.
    Here(&'static str),
    /// In a directory of the project, in which they have to be installed.
    Own(&'static str, fn(&Path)),
}

const PROJECTS: [Project; 4] = [
    Project {
        name: "typescript",
        file: "src/cart.ts",
        formatted: "export function total(prices: number[]): number {\n  const unused = 1;\n",
        told: &[
            "src/cart.ts: prettier formatted it",
            "no-unused-vars",
            "src/cart.ts:3:9 error TS2322: Type 'number' is not assignable to type 'string'.",
            "vitest: 1 failed",
            "src/cart.test.ts > adds src/cart.test.ts:5:25: AssertionError: expected 4 to be 3",
        ],
        held: &["- tests: 1 failed", "- lint: ", "- build: 1 problem"],
        tools: Tools::Own("node_modules", npm),
    },
    Project {
        name: "rust",
        file: "src/lib.rs",
        formatted: "pub fn total(prices: &[u32]) -> u32 {\n    let unused = 1;\n",
        told: &[
            "src/lib.rs: rustfmt formatted it",
            "src/lib.rs:2:9 warning: unused variable: `unused`",
            "cargo test: 1 failed",
            "assertion `left == right` failed",
        ],
        held: &[": tests: 1 failed"],
        tools: Tools::Here("cargo"),
    },
    Project {
        name: "python",
        file: "app/cart.py",
        formatted: "def total(prices: list[int]) -> int:\n    unused: str = 3\n    return sum(prices) + 1\n",
        told: &[
            "app/cart.py: ruff formatted it",
            "F841 Local variable `unused` is assigned to but never used",
            "error: Incompatible types in assignment",
            "tests/test_cart.py::test_adds tests/test_cart.py:5: assert 4 == 3",
        ],
        held: &["- tests: 1 failed", "- lint: 1 problem", "- types: 1 problem"],
        tools: Tools::Own(".venv", venv),
    },
    Project {
        name: "go",
        file: "cart.go",
        formatted: "func Total(prices []int) int {\n\tsum := 1\n\tsum = sum\n",
        told: &[
            "cart.go: gofmt formatted it",
            "cart.go: go vet: 1 problem",
            "cart.go:6:2 self-assignment of sum to sum",
            "cart.go: go test: 1 failed",
            "TestAdds cart_test.go:7: Total() = 4, want 3",
        ],
        held: &["- tests: 1 failed", "- lint: 1 problem"],
        tools: Tools::Here("go"),
    },
];

#[test]
fn an_edit_in_a_typescript_project_is_formatted_checked_and_holds_the_stop_until_it_is_mended() {
    play(&PROJECTS[0]);
}

#[test]
fn an_edit_in_a_rust_project_is_formatted_checked_and_holds_the_stop_until_it_is_mended() {
    play(&PROJECTS[1]);
}

#[test]
fn an_edit_in_a_python_project_is_formatted_checked_and_holds_the_stop_until_it_is_mended() {
    play(&PROJECTS[2]);
}

#[test]
fn an_edit_in_a_go_project_is_formatted_checked_and_holds_the_stop_until_it_is_mended() {
    play(&PROJECTS[3]);
}

/// An agent's session in a project.
struct Session<'a> {
    machine: Machine,
    project: &'a Project,
}

fn play(project: &Project) {
    let Some(session) = Session::begin(project) else {
        println!("skipped: {} (HOOKWARD_TOOLCHAINS=all installs its tools)", project.name);
        return;
    };
    session.hook("SessionStart", &json!({"source": "startup"}));
    // Whoever has only talked is not held up.
    assert_eq!(session.stop(), None);

    session.edit("broken");
    let told = session.edited();
    for words in project.told {
        assert!(told.contains(words), "{words} is not in:\n{told}");
    }
    let formatted = session.text();
    assert!(formatted.contains(project.formatted), "{formatted}");

    let held = session.stop().unwrap();
    for words in project.held {
        assert!(held.contains(words), "{words} is not in:\n{held}");
    }
    // The same sources are not checked twice.
    let started = Instant::now();
    assert_eq!(session.stop().as_ref(), Some(&held));
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());

    session.edit("mended");
    let told = session.edited();
    assert!(told.contains("formatted it") && told.lines().count() == 1, "{told}");
    assert_eq!(session.stop(), None);
    session.journal_agrees();
}

impl<'a> Session<'a> {
    fn begin(project: &'a Project) -> Option<Self> {
        let machine = Machine::new();
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/toolchains/projects").join(project.name);
        copy(&source, &machine.project());
        let installs = std::env::var_os("HOOKWARD_TOOLCHAINS").is_some();
        match &project.tools {
            Tools::Here(program) if is_on_path(program) || installs => {}
            Tools::Here(_) => return None,
            Tools::Own(directory, install) => {
                let own = shared(project.name);
                if !own.join(directory).exists() {
                    if !installs {
                        return None;
                    }
                    std::fs::create_dir_all(&own).unwrap();
                    install(&own);
                }
                std::os::unix::fs::symlink(own.join(directory), machine.project().join(directory)).unwrap();
            }
        }
        machine.write(".gitignore", "node_modules\n.venv\ntarget\n__pycache__\n.*_cache\nCargo.lock\n");
        machine.write("hookward.toml", "[gate.unfinished-stop]\n");
        std::fs::remove_dir_all(machine.project().join(".git")).unwrap();
        for arguments in [&["init", "-q"][..], &["add", "-A"]] {
            let git = Command::new("git").args(arguments).current_dir(machine.project()).status().unwrap();
            assert!(git.success());
        }
        Some(Self { machine, project })
    }

    fn hook(&self, event: &str, more: &Value) -> Output {
        with_tools(&self.machine, event, more)
    }

    fn path(&self) -> PathBuf {
        self.machine.project().join(self.project.file)
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.path()).unwrap()
    }

    /// The agent writes the file.
    fn edit(&self, state: &str) {
        let text = std::fs::read_to_string(format!("{}.{state}", self.path().display())).unwrap();
        let call = json!({"tool_name": "Write", "tool_input": {"file_path": self.path(), "content": text}});
        let before = self.hook("PreToolUse", &call);
        assert_ne!(support::decision(&before), "deny", "{}", support::stdout(&before));
        std::fs::write(self.path(), text).unwrap();
    }

    /// What the model is told after the edit.
    fn edited(&self) -> String {
        let call = json!({
            "tool_name": "Write", "tool_input": {"file_path": self.path(), "content": ""},
            "tool_response": {"filePath": self.path(), "type": "update"},
        });
        let said = answer(&self.hook("PostToolUse", &call));
        said["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
    }

    /// Why the agent may not stop; `None` if it may.
    fn stop(&self) -> Option<String> {
        let said = answer(&self.hook("Stop", &json!({"stop_hook_active": false})));
        (said["decision"] == "block").then(|| said["reason"].as_str().unwrap_or_default().to_owned())
    }

    /// The journal has every tool that ran, and how much the model was told.
    fn journal_agrees(&self) {
        let journal = self.machine.journal();
        let after: Vec<&Value> = journal.iter().filter(|record| record["event"] == "after-tool").collect();
        assert_eq!(after.len(), 2);
        assert!(after.iter().all(|record| record["ran"].as_array().is_some_and(|ran| ran.len() >= 3)));
        assert!(after[0]["told"].as_u64().is_some_and(|told| told > 100));
        let stops: Vec<&str> = journal
            .iter()
            .filter(|record| record["event"] == "stop")
            .map(|record| record["decision"].as_str().unwrap())
            .collect();
        assert_eq!(stops, ["silent", "deny", "deny", "silent"]);
    }
}

/// A hook call with the machine's own toolchains, whose homes are not the one that is made up here.
fn with_tools(machine: &Machine, event: &str, more: &Value) -> Output {
    let mut command = machine.command(&["hook", "claude"]);
    for (name, below) in [("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo")] {
        let home = std::env::var_os(name).map(PathBuf::from);
        command.env(name, home.unwrap_or_else(|| std::env::home_dir().unwrap().join(below)));
    }
    // Go builds its own library anew for each home, and asks nobody for modules here.
    command.env("GOCACHE", shared("go-cache")).env("GOPROXY", "off").env("GOTOOLCHAIN", "local");
    support::feed(command, &machine.event(event, more))
}

/// A folder for what is made once for all runs.
fn shared(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("toolchains").join(name)
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn npm(folder: &Path) {
    std::fs::write(folder.join("package.json"), "{\"private\": true}\n").unwrap();
    let packages = ["typescript", "prettier", "eslint", "typescript-eslint", "vitest"];
    let arguments = ["install", "--no-fund", "--no-audit", "--loglevel=error"];
    succeed(Command::new("npm").args(arguments).args(packages).current_dir(folder));
}

fn venv(folder: &Path) {
    succeed(Command::new("python3").args(["-m", "venv", ".venv"]).current_dir(folder));
    let pip = folder.join(".venv/bin/pip");
    succeed(Command::new(pip).args(["install", "--quiet", "ruff", "mypy", "pytest"]).current_dir(folder));
}

fn succeed(command: &mut Command) {
    let ended = command.output().unwrap();
    assert!(ended.status.success(), "{command:?}: {}", String::from_utf8_lossy(&ended.stderr));
}
