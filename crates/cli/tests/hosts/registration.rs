//! How Hookward comes to an agent: `hookward init`, and what `hookward doctor` says of it.

use std::process::Output;

use serde_json::Value;

use crate::agent::Agent;
use crate::report::{Claim, claim};
use crate::sandbox::Sandbox;

/// Guards the project; gives the claim that does not hold if that fails.
pub(crate) fn init(agent: Agent, sandbox: &Sandbox) -> Option<Claim> {
    let output = sandbox.hookward(&["init", "--yes", "--host", agent.name()]);
    let guarded = output.status.success();
    (!guarded).then(|| claim("hookward init guards the project", guarded, || said(&output)))
}

/// What doctor says of the agent.
pub(crate) fn doctor(agent: Agent, sandbox: &Sandbox) -> Claim {
    let output = sandbox.hookward(&["doctor", "--json"]);
    let report = report(agent, &output);
    claim("hookward doctor says that it is enforcing", report["state"] == "enforcing", || said(&output))
}

/// codex.md §1: a hook that was changed after it was trusted does not run, and doctor knows it.
pub(crate) fn changed_hook(sandbox: &Sandbox) -> Claim {
    let file = sandbox.project().join(".codex/hooks.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("\"timeout\": ", "\"timeout\": 1")).unwrap();
    let output = sandbox.hookward(&["doctor", "--json"]);
    std::fs::write(&file, text).unwrap();
    let why = report(Agent::Codex, &output)["why"].as_str().unwrap_or_default().contains("has changed");
    claim("hookward doctor sees that a hook was changed after it was trusted", why, || said(&output))
}

fn report(agent: Agent, output: &Output) -> Value {
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let hosts = answer["hosts"].as_array().cloned().unwrap_or_default();
    hosts.into_iter().find(|host| host["host"] == agent.name()).unwrap_or_default()
}

fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{}\n{out}{err}", output.status)
}
