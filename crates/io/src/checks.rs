//! Runs the policy's own commands. They answer by exit status: 0 goes on, 2 objects with what they print.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hookward_core::policy::OwnHook;
use hookward_core::{Category, Decision, Event, Finding, Policy, clip};
use hookward_effects::Call;

/// The most of a command's output that is used.
const MAX_OUTPUT: usize = 4_000;

/// What the policy wants to run on this event.
pub fn wanted_checks<'p>(policy: &'p Policy, event: &Event) -> Vec<&'p OwnHook> {
    let tool = event.moment.call().map(Call::tool);
    let fits = |hook: &&OwnHook| hook.tool.as_deref().is_none_or(|wanted| Some(wanted) == tool);
    policy.hooks.iter().filter(|hook| hook.on == event.moment.name()).filter(fits).collect()
}

/// Runs commands of the policy in the workspace, one after the other; the first denial ends it.
pub fn run_checks(hooks: &[&OwnHook], event: &Event, root: &str, payload: &[u8]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for hook in hooks {
        let finding = answer(hook, event, &run(hook, event, root, payload));
        let ends = finding.as_ref().is_some_and(|finding| finding.decision == Decision::Deny);
        findings.extend(finding);
        if ends {
            break;
        }
    }
    findings
}

enum Outcome {
    Exited(ExitStatus, String),
    Failed(String),
}

fn run(hook: &OwnHook, event: &Event, root: &str, payload: &[u8]) -> Outcome {
    let mut command = Command::new("sh");
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command
        .arg("-c")
        .arg(&hook.run)
        // Where its trust was given: the same words name other scripts elsewhere.
        .current_dir(Path::new(root))
        .env("HOOK_EVENT", hook.on.as_str())
        .env("HOOK_TOOL_NAME", event.moment.call().map(Call::tool).unwrap_or_default())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return Outcome::Failed(format!("it cannot be started: {error}")),
    };
    // A child that never reads, or writes without end, must not hold us: both pipes have a thread of their own.
    if let Some(mut stdin) = child.stdin.take() {
        let payload = payload.to_owned();
        thread::spawn(move || stdin.write_all(&payload));
    }
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.take(MAX_OUTPUT as u64).read_to_end(&mut bytes);
            sender.send(String::from_utf8_lossy(&bytes).into_owned())
        });
    }
    let deadline = Instant::now() + Duration::from_millis(hook.timeout_ms);
    let mut pause = Duration::from_micros(500);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                let output = receiver.recv_timeout(Duration::from_millis(200)).unwrap_or_default();
                return Outcome::Exited(status, output);
            }
            Ok(None) if Instant::now() < deadline => thread::sleep(pause),
            Ok(None) => {
                end(&mut child);
                return Outcome::Failed(format!("no answer within {} ms", hook.timeout_ms));
            }
            Err(error) => return Outcome::Failed(error.to_string()),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Ends a command with everything that it has started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn answer(hook: &OwnHook, event: &Event, outcome: &Outcome) -> Option<Finding> {
    let (decision, why) = match outcome {
        Outcome::Exited(status, _) if status.success() => return None,
        Outcome::Exited(status, output) if status.code() == Some(2) => {
            let decision = match hook.category {
                Category::Security | Category::Gate => Decision::Deny,
                Category::Feedback | Category::Approve => Decision::Advise,
            };
            let said = clip(output.trim(), MAX_OUTPUT);
            (decision, if said.is_empty() { format!("`{}` objects", hook.run) } else { said.to_owned() })
        }
        Outcome::Exited(status, _) => (hook.on_failure, format!("`{}` failed: {status}", hook.run)),
        Outcome::Failed(why) => (hook.on_failure, format!("`{}` failed: {why}", hook.run)),
    };
    if decision == Decision::Silent {
        return None;
    }
    let category = match hook.category {
        Category::Security => "security",
        Category::Gate => "gate",
        Category::Feedback | Category::Approve => "feedback",
    };
    Some(Finding {
        rule: format!("{category}/own-hook").into(),
        decision,
        matched: event.moment.call().map(Call::subject).unwrap_or_default().to_owned(),
        span: None,
        why: why.into(),
        instead: "".into(),
        origin: Some(hook.origin.clone()),
    })
}
