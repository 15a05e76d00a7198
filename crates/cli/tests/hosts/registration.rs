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
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let hosts = answer["hosts"].as_array().cloned().unwrap_or_default();
    let enforcing = hosts.iter().any(|host| host["host"] == agent.name() && host["state"] == "enforcing");
    claim("hookward doctor says that it is enforcing", enforcing, || said(&output))
}

fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{}\n{out}{err}", output.status)
}
