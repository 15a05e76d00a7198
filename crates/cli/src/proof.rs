//! The proof of a registration: a call goes through the command exactly as it is registered, in the host's own payload,
//! and the answer is read as the host reads it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context;
use hookward_core::{Decision, Session, Verdict};
use hookward_effects::Call;
use hookward_hosts::registration::{canary, guarding_command, heard, quoted};
use hookward_hosts::{Host, Reply, Surroundings, decode, encode};
use hookward_report::CANARY;

use crate::registrations::File;
use crate::situation::{Situation, event_of};

/// A dangerous, a doubtful and an ordinary call.
pub(crate) const SHOWN: [&str; 3] = ["rm -rf /", "rm -rf src", "git status"];

/// What came of one call.
pub(crate) struct Answer {
    pub(crate) call: &'static str,
    /// What the host makes of the answer.
    pub(crate) heard: Result<(Decision, String), String>,
    /// Whether that is what this policy says.
    pub(crate) right: bool,
}

/// The command that a host runs before a shell call, as the file registers it; `None` if it does not.
pub(crate) fn registered_command(file: &File) -> anyhow::Result<Option<String>> {
    let text = std::fs::read_to_string(&file.path)
        .with_context(|| format!("{} cannot be read", file.path.display()))?;
    let command = guarding_command(&file.target, &text)
        .with_context(|| format!("{} cannot be understood", file.path.display()))?;
    // A file that the host runs is itself the command.
    let itself = file.target.is_executable().then(|| quoted(&file.path.display().to_string()));
    Ok(command.map(|command| itself.unwrap_or(command)))
}

/// Sends the three calls.
pub(crate) fn prove(host: Host, command: &str, root: &Path, situation: &Situation) -> Vec<Answer> {
    let send = |call: &'static str| {
        let got = send(host, command, root, call);
        let expected = expected(host, root, call, &judged(situation, root, call));
        let right = matches!((&got, &expected), (Ok((got, _)), Ok((expected, _))) if got == expected);
        Answer { call, heard: got, right }
    };
    SHOWN.into_iter().map(send).collect()
}

/// What this policy says of a call.
pub(crate) fn judged(situation: &Situation, cwd: &Path, call: &str) -> Verdict {
    let event = event_of(Call::shell(call), cwd);
    situation.decide(&event, &situation.facts(&event), &Session::default(), &[])
}

/// What the host must hear: this policy's verdict, as strongly as the host can honour it.
fn expected(host: Host, root: &Path, call: &str, verdict: &Verdict) -> Result<(Decision, String), String> {
    let cwd = root.display().to_string();
    let canary = canary(host, CANARY, &cwd, call);
    let var = |name: &str| {
        canary.variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.clone())
    };
    let decoded = decode(host, canary.payload.to_string().as_bytes(), &Surroundings { cwd: &cwd, var: &var });
    heard(host, &encode(&decoded.asked, verdict))
}

fn send(host: Host, command: &str, root: &Path, call: &str) -> Result<(Decision, String), String> {
    let canary = canary(host, CANARY, &root.display().to_string(), call);
    let mut shell = shell(host);
    shell
        .arg(command)
        .current_dir(root)
        .envs(canary.variables.iter().map(|(name, value)| (name, value)))
        // The demonstration shows what a person at the keyboard would see.
        .env_remove("CI")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = shell.spawn().map_err(|error| error.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        // A command that does not exist closes its input at once; its exit status tells more than that.
        let _ = stdin.write_all(canary.payload.to_string().as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let reply = Reply {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        exit: output.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX),
    };
    heard(host, &reply)
}

/// How a host starts a command.
fn shell(host: Host) -> Command {
    if host == Host::Codex {
        // codex.md §3: a login shell, whose start files may set another PATH.
        let shell = std::env::var_os("SHELL").filter(|shell| !shell.is_empty());
        let mut command = Command::new(shell.unwrap_or_else(|| "sh".into()));
        command.arg("-lc");
        return command;
    }
    let mut command = Command::new("sh");
    command.arg("-c");
    command
}
