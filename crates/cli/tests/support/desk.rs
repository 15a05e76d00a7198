//! A machine whose PATH has `hookward` and what a test puts there, and nothing of the real one but the system's.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Machine, stderr, stdout, write_program};

/// All that can be registered with.
pub(crate) const HOSTS: &[&str] = &[
    "claude", "cursor", "kiro", "codex", "gemini", "copilot", "qwen", "opencode", "windsurf", "cline",
    "droid", "amp",
];

/// A command line, and how a host runs it.
pub(crate) struct Line<'a> {
    pub(crate) shell: &'static str,
    pub(crate) text: &'a str,
    pub(crate) directory: &'a Path,
    pub(crate) variables: &'a [(&'a str, &'a str)],
    pub(crate) limit: Duration,
}

/// A machine whose PATH has `hookward` and what the test puts there, and nothing of the real one but the system's.
pub(crate) struct Desk {
    pub(crate) machine: Machine,
}

impl Desk {
    pub(crate) fn new() -> Self {
        let desk = Self { machine: Machine::new() };
        let hookward = Path::new(env!("CARGO_BIN_EXE_hookward"));
        std::fs::create_dir_all(desk.programs()).unwrap();
        for name in ["hookward", "hookward-amp"] {
            std::os::unix::fs::symlink(hookward, desk.programs().join(name)).unwrap();
        }
        desk
    }

    pub(crate) fn programs(&self) -> PathBuf {
        self.machine.home().join("bin")
    }

    /// A program that does nothing.
    pub(crate) fn stub(&self, name: &str) {
        self.program(name, "#!/bin/sh\nexit 0\n");
    }

    pub(crate) fn program(&self, name: &str, text: &str) {
        let path = self.programs().join(name);
        // A link would lead to the real one.
        let _ = std::fs::remove_file(&path);
        write_program(&path, text);
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.machine.command(arguments);
        command.env("PATH", format!("{}:/usr/bin:/bin", self.programs().display()));
        command.env("SHELL", "/bin/sh");
        command
    }

    /// A command line as a host runs it: in this shell and directory, with an input, until it takes too long. Gives the
    /// exit code and both outputs.
    pub(crate) fn started(&self, line: &Line, input: &str) -> Option<(i32, String, String)> {
        let mut command = Command::new(line.shell);
        command.args(["-c", line.text]).current_dir(line.directory).env_clear();
        command.env("HOME", self.machine.home()).envs(line.variables.iter().copied());
        command.env("PATH", format!("{}:/usr/bin:/bin", self.programs().display()));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn().unwrap();
        // A command that does not exist reads nothing.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let deadline = Instant::now() + line.limit;
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > deadline {
                let group = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
                rustix::process::kill_process_group(group, rustix::process::Signal::KILL).unwrap();
                child.wait().unwrap();
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let output = child.wait_with_output().unwrap();
        Some((output.status.code().unwrap_or(-1), stdout(&output), stderr(&output)))
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// It must work.
    pub(crate) fn fine(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{}{}", stdout(&output), stderr(&output));
        stdout(&output)
    }

    /// All files of the project, with what they say.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        gather(&self.machine.project(), &self.machine.project(), &mut files);
        files
    }

    pub(crate) fn project(&self, path: &str) -> String {
        std::fs::read_to_string(self.machine.project().join(path)).unwrap()
    }

    /// What the doctor says of a host.
    pub(crate) fn report(&self, host: &str) -> Value {
        let report: Value = serde_json::from_slice(&self.run(&["doctor", "--json"]).stdout).unwrap();
        let hosts = report["hosts"].as_array().unwrap();
        hosts.iter().find(|found| found["host"] == host).unwrap().clone()
    }

    /// Its state and why.
    pub(crate) fn state(&self, host: &str) -> (String, String) {
        let found = self.report(host);
        let text = |key: &str| found[key].as_str().unwrap().to_owned();
        assert!(found["fix"].is_string());
        (text("state"), text("why"))
    }
}

fn gather(folder: &Path, root: &Path, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().display().to_string();
        if path.is_dir() {
            files.insert(format!("{name}/"), String::new());
            gather(&path, root, files);
        } else {
            files.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
}
