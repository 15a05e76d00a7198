//! `init`: writes the policy and the registrations, and proves that they hold.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anstream::println;
use anyhow::{Context, bail};
use clap::Args;
use hookward_core::{Decision, Policy, Session, Verdict};
use hookward_effects::Call;
use hookward_hosts::claude::{self, Registration};
use hookward_io::{PROJECT_FILE, Places, replace, write_new};
use hookward_report::CANARY;
use serde_json::{Value, json};
use similar::TextDiff;

use super::{Outcome, Usage, current_directory};
use crate::paint::{BOLD, DIM, style};
use crate::situation::{Situation, event_of};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Ask nothing
    #[arg(long)]
    yes: bool,
    /// Only this host (repeatable)
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

const POLICY: &str = "\
# What agents may do here. `hookward rules` lists the rules, `hookward explain '<command>'` shows how one decides.
# A project's file may tighten security, never loosen it.
extends = [\"recommended\"]

# [security]
# protected_files = [\"db/schema.sql\"]
# ask_first = [\"migrations/**\"]

# [[rule]]
# id = \"gate/no-npm-here\"
# on = \"shell\"
# command = \"npm install *\"
# decision = \"deny\"
# why = \"this project uses pnpm\"
# instead = \"`pnpm add` with the same package\"
# examples = { fires = [\"npm install x\"], passes = [\"npm test\"] }
";

/// The committed registration: found on the PATH, so that it works on a colleague's machine too.
const COMMAND: &str = "hookward hook claude";

/// How long Claude Code waits for an answer. Our own deadline is shorter, so that it is ours that ends.
const PATIENCE_SECONDS: u64 = 10;

/// What `init` shows: a dangerous, a doubtful and an ordinary call.
const SHOWN: [&str; 3] = ["rm -rf /", "rm -rf src", "git status"];

const NO_WORKSPACE: &str = "the home directory and / are never a workspace; go into a project first";

struct Change {
    path: PathBuf,
    old: Option<String>,
    new: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if let Some(unknown) = arguments.host.iter().find(|host| *host != "claude") {
        let text = format!("there is no host `{unknown}` to register with; this version knows: claude");
        return Err(Usage(text).into());
    }
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    let root = PathBuf::from(situation.workspace.root().ok_or_else(|| Usage(NO_WORKSPACE.to_owned()))?);
    let claude = !arguments.host.is_empty() || uses_claude(&root, situation.places.as_ref());
    let changes = changes(&root, &situation.policy, claude)?;
    if arguments.dry_run {
        for change in &changes {
            show_diff(change, &root);
        }
        if changes.is_empty() {
            println!("Nothing would change.");
        }
        return Ok(Outcome::Fine);
    }
    if !changes.is_empty() && !arguments.yes && std::io::stdin().is_terminal() {
        for change in &changes {
            show_diff(change, &root);
        }
        if !confirmed()? {
            println!("Nothing was changed.");
            return Ok(Outcome::Fine);
        }
    }
    for change in &changes {
        write(change)?;
        println!("wrote {}", shown(&change.path, &root));
    }
    // What was written is part of the situation now.
    let situation = Situation::find(&[], &cwd.display().to_string());
    if claude {
        return prove(&root, &situation, &cwd);
    }
    println!("\n{BOLD}Nothing is guarded yet:{BOLD:#} no agent was found on this machine.");
    println!("{DIM}the policy is written; this is how it judges:{DIM:#}\n");
    for call in SHOWN {
        let verdict = judged(&situation, &cwd, call);
        let reason = verdict.findings.first().map(|finding| format!("({}) {}", finding.rule, finding.why));
        show_call(call, verdict.decision, &reason.unwrap_or_default());
    }
    println!(
        "\nNext: `hookward init --host claude` registers Hookward with Claude Code, and then it guards."
    );
    Ok(Outcome::Fine)
}

fn uses_claude(root: &Path, places: Option<&Places>) -> bool {
    let on_path = || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|directory| directory.join("claude").is_file())
    };
    root.join(".claude").is_dir()
        || places.is_some_and(|places| places.home.join(".claude").is_dir())
        || on_path()
}

fn changes(root: &Path, policy: &Policy, claude: bool) -> anyhow::Result<Vec<Change>> {
    let mut changes = Vec::new();
    let file = root.join(PROJECT_FILE);
    if !file.exists() {
        changes.push(Change { path: file, old: None, new: POLICY.to_owned() });
    }
    if claude {
        let path = settings_path(root);
        let old = match std::fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| format!("{} cannot be read", path.display())),
        };
        // The policy's own commands take their time on top.
        let own: u64 = policy.hooks.iter().map(|hook| hook.timeout_ms.div_ceil(1_000)).sum();
        let timeout_seconds = u32::try_from(PATIENCE_SECONDS + own).unwrap_or(u32::MAX);
        let new = claude::register(old.as_deref(), &Registration { command: COMMAND, timeout_seconds })
            .with_context(|| format!("{} was left as it is", path.display()))?;
        if old.as_ref() != Some(&new) {
            changes.push(Change { path, old, new });
        }
    }
    Ok(changes)
}

fn settings_path(root: &Path) -> PathBuf {
    root.join(".claude").join("settings.json")
}

fn write(change: &Change) -> anyhow::Result<()> {
    let done = match &change.old {
        Some(_) => replace(&change.path, change.new.as_bytes()),
        None => change
            .path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| write_new(&change.path, change.new.as_bytes())),
    };
    done.with_context(|| format!("{} cannot be written", change.path.display()))
}

fn shown(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn show_diff(change: &Change, root: &Path) {
    let name = shown(&change.path, root);
    let old = change.old.as_deref().unwrap_or_default();
    let from = if change.old.is_some() { format!("a/{name}") } else { "/dev/null".to_owned() };
    println!("{}", TextDiff::from_lines(old, &change.new).unified_diff().header(&from, &format!("b/{name}")));
}

fn confirmed() -> anyhow::Result<bool> {
    let mut out = std::io::stdout();
    out.write_all(b"Write this? [Y/n] ")?;
    out.flush()?;
    let mut answer = String::new();
    // The end of the input is no answer, so it is not a yes.
    if std::io::stdin().read_line(&mut answer)? == 0 {
        return Ok(false);
    }
    Ok(matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes"))
}

/// Sends three calls through the command exactly as it is registered.
fn prove(root: &Path, situation: &Situation, cwd: &Path) -> anyhow::Result<Outcome> {
    let path = settings_path(root);
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let registered = claude::registered(&text)?;
    let command = registered
        .entries
        .iter()
        .find(|entry| entry.event == "PreToolUse")
        .map(|entry| entry.command.clone());
    let Some(command) = command else { bail!("{} has no PreToolUse hook of ours", path.display()) };
    println!("\n{DIM}three calls through `{command}`, as Claude Code would run it:{DIM:#}\n");
    let mut all = true;
    for call in SHOWN {
        let got = canary(&command, root, call);
        // The registered command must say what this policy makes of the call, whatever that is.
        let expected = judged(situation, cwd, call).decision;
        all &= matches!(&got, Ok((decision, _)) if *decision == expected);
        match got {
            Ok((decision, reason)) => show_call(call, decision, &reason),
            Err(error) => println!("  {call:<12} {error:#}"),
        }
    }
    if registered.disabled {
        println!("\n{BOLD}Registered, but NOT guarding:{BOLD:#} {} says", path.display());
        println!("`disableAllHooks`. Remove that line, and run `hookward init` again.");
        return Ok(Outcome::Found);
    }
    if !all {
        println!("\n{BOLD}Registered, but NOT guarding:{BOLD:#} the command does not answer as it should.");
        println!(
            "The folder of `hookward` must be on the PATH of the shell that runs hooks. Usually this does it:"
        );
        println!("    export PATH=\"$HOME/.cargo/bin:$PATH\"");
        println!("Put it into your shell's start file, open a new shell, and run `hookward init` again.");
        return Ok(Outcome::Found);
    }
    println!("\n{BOLD}This folder is guarded:{BOLD:#} {}", root.display());
    if let Some(fault) = &situation.fault {
        println!("But {fault}");
        return Ok(Outcome::Found);
    }
    println!(
        "\nNext: `hookward explain '<command>'` shows how a call is judged, `hookward log` what was decided."
    );
    Ok(Outcome::Fine)
}

fn canary(command: &str, root: &Path, call: &str) -> anyhow::Result<(Decision, String)> {
    let event = json!({
        "session_id": CANARY, "cwd": root, "hook_event_name": "PreToolUse", "permission_mode": "default",
        "tool_name": "Bash", "tool_input": {"command": call},
    });
    let mut child = Command::new("sh")
        .args(["-c", command])
        .current_dir(root)
        .env("CLAUDE_PROJECT_DIR", root)
        // The demonstration shows what a person at the keyboard would see.
        .env_remove("CI")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A command that does not exist closes its input at once; its exit status tells more than that.
        let _ = stdin.write_all(event.to_string().as_bytes());
    }
    let output = child.wait_with_output()?;
    if output.stdout.is_empty() && !output.status.success() {
        bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    let answer: Value =
        if output.stdout.is_empty() { Value::Null } else { serde_json::from_slice(&output.stdout)? };
    let said = answer.get("hookSpecificOutput").unwrap_or(&Value::Null);
    let text = |key: &str| said.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let decision = match text("permissionDecision").as_str() {
        "deny" => Decision::Deny,
        "ask" => Decision::Ask,
        "allow" => Decision::Approve,
        _ => Decision::Silent,
    };
    Ok((decision, text("permissionDecisionReason")))
}

fn judged(situation: &Situation, cwd: &Path, call: &str) -> Verdict {
    let event = event_of(Call::shell(call), cwd);
    situation.decide(&event, &situation.facts(&event), &Session::default(), &[])
}

fn show_call(call: &str, decision: Decision, reason: &str) {
    let colour = style(decision);
    let first: Vec<&str> = reason.lines().collect();
    println!("  {colour}{:<8}{colour:#} {BOLD}{call}{BOLD:#}", decision.as_str());
    for line in first {
        println!("           {DIM}{line}{DIM:#}");
    }
}
