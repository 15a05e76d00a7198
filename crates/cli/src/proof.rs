//! The proof of a registration: a call goes through the command exactly as it is registered, in the host's own payload,
//! and the answer is read as the host reads it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Context;
use hookward_core::{CANARY, Decision, EventName, Policy, Session, Verdict};
use hookward_effects::Call;
use hookward_hosts::registration::{
    Launch, OnFailure, Scope, Wanted, canary, command_words, guarding_command, heard, launch, quoted,
};
use hookward_hosts::{Host, Reply, Surroundings, decode, encode};
use hookward_io::{account_shell, has_terminal};

use crate::process;
use crate::registrations::{File, Site, on_path, own_seconds};
use crate::situation::{Situation, event_of};

/// A dangerous, a doubtful and an ordinary call.
pub(crate) const SHOWN: [&str; 3] = ["rm -rf /", "rm -rf src", "git status"];

/// Where a host stands when it runs a command.
struct Stand<'a> {
    /// The project.
    root: &'a Path,
    /// The directory in which the command runs.
    directory: PathBuf,
    /// How long an answer is waited for: as long as hosts are told to.
    patience: Duration,
}

impl<'a> Stand<'a> {
    fn of(host: Host, scope: Scope, site: &'a Site, policy: &Policy) -> Self {
        // cursor.md §1: hooks of a person run in the folder of their file.
        let own = (host == Host::Cursor && scope == Scope::User).then(|| site.folder(host, scope)).flatten();
        let wanted = Wanted {
            program: "",
            own_seconds: &own_seconds(policy, host),
            on_failure: OnFailure::GoOn,
            amp_delegate: None,
        };
        Self {
            root: &site.root,
            directory: own.unwrap_or_else(|| site.root.clone()),
            patience: Duration::from_secs(u64::from(wanted.seconds(EventName::BeforeTool))),
        }
    }
}

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
    let runs_itself = file.target.is_executable() && file.target.host == Host::Cline;
    let itself = runs_itself.then(|| quoted(&file.path.display().to_string()));
    Ok(command.map(|command| itself.unwrap_or(command)))
}

/// Sends the three calls.
pub(crate) fn prove(
    host: Host,
    scope: Scope,
    command: &str,
    site: &Site,
    situation: &Situation,
) -> Vec<Answer> {
    let stand = Stand::of(host, scope, site, &situation.policy);
    let send = |call: &'static str| {
        let got = send(host, command, &stand, call);
        let expected = expected(host, stand.root, call, &judged(situation, stand.root, call));
        let right = matches!((&got, &expected), (Ok((got, _)), Ok((expected, _))) if got == expected);
        Answer { call, heard: got, right }
    };
    SHOWN.into_iter().map(send).collect()
}

/// What this policy says of a call.
pub(crate) fn judged(situation: &Situation, cwd: &Path, call: &str) -> Verdict {
    let event = event_of(Call::shell(call), cwd);
    situation.decide(&event, &situation.facts(&event), &Session::default())
}

/// What the host must hear: this policy's verdict, as strongly as the host can honour it.
fn expected(host: Host, root: &Path, call: &str, verdict: &Verdict) -> Result<(Decision, String), String> {
    let cwd = root.display().to_string();
    let canary = canary(host, CANARY, &cwd, call);
    let var = |name: &str| {
        canary.variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.clone())
    };
    let decoded = decode(
        host,
        canary.payload.to_string().as_bytes(),
        &Surroundings { cwd: &cwd, var: &var, has_terminal: &has_terminal },
    );
    heard(host, &encode(&decoded.asked, verdict))
}

fn send(host: Host, command: &str, stand: &Stand, call: &str) -> Result<(Decision, String), String> {
    let canary = canary(host, CANARY, &stand.root.display().to_string(), call);
    let mut program = started_as(launch(host), command);
    program
        .current_dir(&stand.directory)
        .envs(canary.variables.iter().map(|(name, value)| (name, value)))
        // The demonstration shows what a person at the keyboard would see.
        .env_remove("CI");
    let ended = process::run(&mut program, canary.payload.to_string().as_bytes(), stand.patience);
    let ended = ended.map_err(|error| error.to_string())?;
    let exit = ended.code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX);
    heard(host, &Reply { stdout: ended.stdout, stderr: ended.stderr, exit })
}

/// A command line, started in this way.
fn started_as(launch: Launch, line: &str) -> Command {
    let (program, arguments): (PathBuf, &[&str]) = match launch {
        Launch::Shell { program, arguments } => (program.into(), arguments),
        Launch::AccountShell => {
            (account_shell().filter(|shell| is_known(shell)).unwrap_or_else(other_shell), &["-c"])
        }
        Launch::Directly => {
            let mut words = command_words(line).into_iter();
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            return command;
        }
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(line);
    command
}

/// An account of a machine, such as a container's, may have a shell that runs nothing. Codex takes another one then.
fn is_known(shell: &Path) -> bool {
    shell.file_name().is_some_and(|name| ["bash", "zsh", "sh"].iter().any(|known| name == *known))
}

fn other_shell() -> PathBuf {
    on_path("bash").unwrap_or_else(|| "sh".into())
}
