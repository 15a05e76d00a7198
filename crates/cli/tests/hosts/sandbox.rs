//! A person's machine, made up: a home, a project with a repository and a remote, and a PATH with `hookward` and the tools.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What the project's file says in its last commit, and what was done to it since.
pub(crate) const COMMITTED: &str = "committed\n";
pub(crate) const UNCOMMITTED: &str = "an hour of work\n";

/// The person's own policy: something to say when a session starts and after some commands, and a gate that holds a stop.
const POLICY: &str = r#"
[[hook]]
on = "session-start"
category = "feedback"
run = "echo remember-the-milestone; exit 2"

[[hook]]
on = "after-tool"
category = "gate"
run = "if grep -q want-feedback; then echo mind-the-feedback; exit 2; fi"

[[hook]]
on = "stop"
category = "gate"
run = "echo write-the-summary-first; exit 2"
"#;

/// What the policy says at the start of a session.
pub(crate) const AT_START: &str = "remember-the-milestone";

/// What it says when the agent wants to stop.
pub(crate) const AT_STOP: &str = "write-the-summary-first";

/// What it says after a command that has this in it.
pub(crate) const WANTS_FEEDBACK: &str = "want-feedback";
pub(crate) const AFTERWARDS: &str = "mind-the-feedback";

/// A file of the project that nothing in its name tells of, and the token in it. It is nobody's, and none of GitHub's,
/// which Copilot masks by itself.
pub(crate) const WITH_TOKEN: &str = "src/release.txt";
pub(crate) const TOKEN: &str = "glpat-q3EgRtZ7kLmNoP42sTuV";

/// The machine, until it is dropped.
pub(crate) struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    /// A fresh one: one commit on the branch `feature/x`, an uncommitted change, and a remote on which somebody else has
    /// pushed to that branch since. Programs find `node` in that folder.
    pub(crate) fn new(node: &Path) -> Self {
        let sandbox = Self { folder: tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap() };
        for folder in [sandbox.project().join("src"), sandbox.root().join("bin")] {
            std::fs::create_dir_all(folder).unwrap();
        }
        let hookward = Path::new(env!("CARGO_BIN_EXE_hookward"));
        std::os::unix::fs::symlink(hookward, sandbox.root().join("bin/hookward")).unwrap();
        let tools = [found("git"), Some(node.join("node"))];
        for tool in tools.into_iter().flatten() {
            let link = sandbox.root().join("bin").join(tool.file_name().unwrap());
            std::os::unix::fs::symlink(tool, link).unwrap();
        }
        write(&sandbox.home().join(".config/hookward/hookward.toml"), POLICY);
        write(&sandbox.home().join(".gitconfig"), "[user]\nname = Dev\nemail = dev@example.com\n");
        sandbox.make_repository();
        sandbox
    }

    fn make_repository(&self) {
        let remote = self.root().join("remote.git");
        let remote = remote.to_str().unwrap();
        let branch = "feature/x";
        self.git(&["init", "--quiet", "--bare", remote]);
        self.git(&["init", "--quiet", "--initial-branch", branch]);
        write(&self.project().join("work.txt"), COMMITTED);
        write(&self.project().join("src/main.txt"), "source\n");
        write(&self.project().join(WITH_TOKEN), &format!("released with {TOKEN}\n"));
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "--message", "first"]);
        self.git(&["branch", "old"]);
        self.git(&["remote", "add", "origin", remote]);
        self.git(&["push", "--quiet", "--set-upstream", "origin", branch]);
        // A colleague's commit at the remote, which is not known here; and one of our own.
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "of a colleague"]);
        self.git(&["push", "--quiet", remote, branch]);
        self.git(&["reset", "--quiet", "--soft", "HEAD~1"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "our own"]);
        write(&self.project().join("work.txt"), UNCOMMITTED);
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root().join("home")
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.home().join("project")
    }

    /// A file of the project, if it is there.
    pub(crate) fn file(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.project().join(name)).ok()
    }

    /// The last commit of the branch at the remote.
    pub(crate) fn at_the_remote(&self) -> String {
        let remote = self.root().join("remote.git");
        let output = self.git(&["-C", remote.to_str().unwrap(), "log", "-1", "--format=%s", "feature/x"]);
        String::from_utf8_lossy(&output.stdout).trim_ascii().to_owned()
    }

    /// Whether the project still has this branch.
    pub(crate) fn has_branch(&self, name: &str) -> bool {
        !self.git(&["branch", "--list", name]).stdout.is_empty()
    }

    /// Hookward's journal, as it lies on the disk.
    pub(crate) fn journal(&self) -> String {
        let journal = self.home().join(".local/state/hookward/journal.jsonl");
        std::fs::read_to_string(journal).unwrap_or_default()
    }

    /// The commands that Hookward's journal knows to have failed.
    pub(crate) fn failures(&self) -> Vec<String> {
        let text = self.journal();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let failed = lines.filter(|line| line["event"] == "after-failure");
        failed.map(|line| line["subject"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// A program with nothing of the real environment, in the project.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.project())
            .env_clear()
            .env("HOME", self.home())
            .env("PATH", format!("{}:/usr/bin:/bin", self.root().join("bin").display()))
            .env("SHELL", "/bin/bash")
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null());
        command
    }

    /// `hookward` with these arguments.
    pub(crate) fn hookward(&self, arguments: &[&str]) -> Output {
        self.command("hookward").args(arguments).output().unwrap()
    }

    fn git(&self, arguments: &[&str]) -> Output {
        self.command("git").args(arguments).output().unwrap()
    }
}

/// A program of the real PATH.
fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

pub(crate) fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}
