//! Runs the policy's own commands. They answer by exit status: 0 goes on, 2 objects with what they print.

use std::path::Path;
use std::time::Duration;

use hookward_core::policy::OwnHook;
use hookward_core::{Category, Decision, Event, Finding, Policy};
use hookward_effects::Call;
use hookward_runner::{Job, Outcome, Program, run};

/// The most of a command's output that is used.
const MAX_OUTPUT: u64 = 4_000;

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
        let outcome = run(&Job {
            program: Program::Shell(&hook.run),
            // Where its trust was given: the same words name other scripts elsewhere.
            directory: Path::new(root),
            variables: &[
                ("HOOK_EVENT", hook.on.as_str()),
                ("HOOK_TOOL_NAME", event.moment.call().map(Call::tool).unwrap_or_default()),
            ],
            input: payload,
            timeout: Duration::from_millis(hook.timeout_ms),
            max_output: MAX_OUTPUT,
        });
        let finding = answer(hook, event, &outcome);
        let ends = finding.as_ref().is_some_and(|finding| finding.decision == Decision::Deny);
        findings.extend(finding);
        if ends {
            break;
        }
    }
    findings
}

/// Tells a command of the policy something. What it says, and whether it can be run, does not matter.
pub fn tell(command: &str, root: &str, input: &[u8], timeout: Duration) {
    let directory = Path::new(root);
    let _ = run(&Job {
        program: Program::Shell(command),
        directory,
        variables: &[],
        input,
        timeout,
        max_output: MAX_OUTPUT,
    });
}

fn answer(hook: &OwnHook, event: &Event, outcome: &Outcome) -> Option<Finding> {
    let failed = |why: &str| (hook.on_failure, format!("`{}` failed: {why}", hook.run));
    let (decision, why) = match outcome {
        Outcome::Ended { status, .. } if status.success() => return None,
        Outcome::Ended { status, output, .. } if status.code() == Some(2) => {
            let decision = match hook.category {
                Category::Security | Category::Gate => Decision::Deny,
                Category::Feedback | Category::Approve | Category::Rewrite => Decision::Advise,
            };
            let said = output.trim();
            (decision, if said.is_empty() { format!("`{}` objects", hook.run) } else { said.to_owned() })
        }
        Outcome::Ended { status, .. } => failed(&status.to_string()),
        Outcome::TimedOut => failed(&format!("no answer within {} ms", hook.timeout_ms)),
        Outcome::Failed(error) => failed(&format!("it cannot be run: {error}")),
    };
    if decision == Decision::Silent {
        return None;
    }
    let category = match hook.category {
        Category::Security => "security",
        Category::Gate => "gate",
        Category::Feedback | Category::Approve | Category::Rewrite => "feedback",
    };
    Some(Finding {
        rule: format!("{category}/own-hook").into(),
        decision,
        matched: event.moment.call().map(Call::subject).unwrap_or_default().into_owned(),
        span: None,
        why: why.into(),
        instead: "".into(),
        origin: Some(hook.origin.clone()),
        edits: Vec::new(),
        output: None,
        told: String::new(),
    })
}
