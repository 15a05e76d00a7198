//! A person's machine, made up: a home, a project in it, and the real binary.

#![allow(dead_code, reason = "each test file uses its part")]

#[cfg(unix)]
pub(crate) mod desk;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) struct Machine {
    folder: TempDir,
}

/// Where machines are made. Not where everybody may write: of a clone that lies there, the home of who runs the tests.
fn folder_of_tests() -> PathBuf {
    let own = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let is_free =
        own.starts_with(std::env::temp_dir()) || own.starts_with("/tmp") || own.starts_with("/var/tmp");
    let Some(home) = std::env::home_dir().filter(|_| is_free) else { return own };
    let folder = home.join(".cache/hookward/tests");
    std::fs::create_dir_all(&folder).map_or(own, |()| folder)
}

impl Machine {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir_in(folder_of_tests()).unwrap();
        let machine = Self { folder };
        std::fs::create_dir_all(machine.project().join(".git")).unwrap();
        std::fs::create_dir_all(machine.project().join("src")).unwrap();
        machine.write(".git/HEAD", "ref: refs/heads/feature/x\n");
        machine
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("home")
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.home().join("project")
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.home().join(".local/state/hookward")
    }

    pub(crate) fn user_policy(&self) -> PathBuf {
        self.home().join(".config/hookward/hookward.toml")
    }

    /// Writes a file of the project.
    pub(crate) fn write(&self, path: &str, text: &str) {
        write(&self.project().join(path), text);
    }

    /// Puts an example's policy into the project, and what belongs into the person's own file there.
    pub(crate) fn follow_example(&self, name: &str) {
        let text = |file: &str| std::fs::read_to_string(example(name).join(file));
        self.write("hookward.toml", &text("hookward.toml").unwrap());
        if let Ok(own) = text("user.toml") {
            write(&self.user_policy(), &own);
        }
    }

    /// Makes a real repository of the project, with one commit, on the branch that it is said to be on.
    pub(crate) fn become_a_repository(&self) {
        std::fs::remove_dir_all(self.project().join(".git")).unwrap();
        self.git(&["init", "-q", "-b", "feature/x"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "first"]);
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b.c"]).args(arguments);
        let done = git.current_dir(self.project()).output().unwrap();
        assert!(done.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// `hookward` with these arguments, in the project, with nothing of the real environment but the PATH.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hookward"));
        command
            .args(arguments)
            .current_dir(self.project())
            .env_clear()
            .env("HOME", self.home())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// A hook call with these bytes on its input.
    pub(crate) fn hook(&self, host: &str, input: &[u8]) -> Output {
        feed(self.command(&["hook", host]), input)
    }

    /// Claude Code's event before a Bash call.
    pub(crate) fn bash(&self, command: &str) -> Vec<u8> {
        self.event("PreToolUse", &json!({"tool_name": "Bash", "tool_input": {"command": command}}))
    }

    /// An event of Claude Code.
    pub(crate) fn event(&self, name: &str, more: &Value) -> Vec<u8> {
        let mut event = json!({
            "session_id": "s1", "cwd": self.project(), "hook_event_name": name, "permission_mode": "default",
        });
        for (key, value) in more.as_object().unwrap() {
            event[key] = value.clone();
        }
        event.to_string().into_bytes()
    }

    /// What Claude Code would do after a Bash call's hook: `deny`, `ask`, `allow`, or nothing.
    pub(crate) fn judge(&self, command: &str) -> String {
        decision(&self.hook("claude", &self.bash(command)))
    }

    /// A command for people, answered at a terminal of its own: it must say this.
    pub(crate) fn at_a_terminal(&self, command: &str, expected: &str) {
        self.at_a_terminal_in(&self.project(), command, expected);
    }

    /// The same in another directory.
    pub(crate) fn at_a_terminal_in(&self, directory: &Path, command: &str, expected: &str) {
        let hookward = env!("CARGO_BIN_EXE_hookward");
        let command =
            format!("(sleep 0.3; echo yes; sleep 0.3) | script -qec '{hookward} {command}' /dev/null");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).current_dir(directory).env_clear().env("HOME", self.home());
        shell.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        let said = String::from_utf8_lossy(&shell.output().unwrap().stdout).into_owned();
        assert!(said.contains(expected), "{said}");
    }

    /// A line of a shell at a terminal of its own, where nobody types anything. What goes to either output comes as one.
    pub(crate) fn with_a_terminal(&self, line: &str) -> Output {
        let mut script = Command::new("script");
        script.args(["-qec", line, "/dev/null"]).current_dir(self.project()).env_clear();
        script.env("HOME", self.home()).env("SHELL", "/bin/sh").env("NO_COLOR", "1");
        script.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        let mut output = script.stdin(Stdio::null()).output().unwrap();
        output.stdout = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n").into_bytes();
        output
    }

    /// The journal's lines.
    pub(crate) fn journal(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.state().join("journal.jsonl")).unwrap_or_default();
        text.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// The folder of an example policy.
pub(crate) fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

pub(crate) fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Writes a program that can be started at once. Another process writes it: whatever a test beside this one starts meanwhile
/// would hold the file open for a moment, and nothing runs that is open for writing.
#[cfg(unix)]
pub(crate) fn write_program(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path);
    assert!(feed(shell, text.as_bytes()).status.success(), "{}", path.display());
}

/// Copies a program, for the same reason by another process.
#[cfg(unix)]
pub(crate) fn copy_program(from: &Path, to: &Path) {
    std::fs::create_dir_all(to.parent().unwrap()).unwrap();
    assert!(Command::new("cp").args([from, to]).status().unwrap().success(), "{}", to.display());
}

pub(crate) fn feed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // A process that answers early closes its side; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

pub(crate) fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

pub(crate) fn decision(output: &Output) -> String {
    let answer = answer(output);
    match answer["hookSpecificOutput"]["permissionDecision"].as_str() {
        Some(decision) => decision.to_owned(),
        None if output.status.code() == Some(2) => "blocked".to_owned(),
        None => String::new(),
    }
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
