//! The plugin for OpenCode, run by Node.js with a made-up OpenCode around it. Where there is no Node.js it says so.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use support::{Machine, stderr, stdout, write};

/// Calls the plugin as OpenCode does, and prints what came of it.
const DRIVER: &str = r#"
import { Hookward } from "./.opencode/plugins/hookward.mjs";
const said = [];
const prompts = [];
const client = {
  app: { log: async ({ body }) => said.push(body.message) },
  tui: { showToast: async () => {} },
  session: { prompt: async (prompt) => prompts.push(prompt) },
};
const hooks = await Hookward({ client, directory: process.cwd() });
const before = async (tool, args) => {
  const output = { args };
  try {
    await hooks["tool.execute.before"]({ tool, sessionID: "s", callID: "c" }, output);
    return { ran: true, args: output.args };
  } catch (error) {
    return { ran: false, reason: error.message };
  }
};
const result = {
  dangerous: await before("bash", { command: "rm -rf /", description: "x" }),
  ordinary: await before("bash", { command: "git status", description: "x" }),
  secret: await before("read", { filePath: process.cwd() + "/.env" }),
};
const after = { title: "", output: "done", metadata: {} };
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "c", args: { command: "ls" } }, after);
const token = "glpat-" + "q3EgRtZ7kLmNoP42sTuV";
const telling = { title: "", output: `released with ${token}`, metadata: { exit: 1 } };
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "e", args: { command: "cat x" } }, telling);
const served = { content: [{ type: "text", text: token }, { type: "image", data: "AAAA" }] };
await hooks["tool.execute.after"]({ tool: "vault_show", sessionID: "s", callID: "f", args: {} }, served);
const failed = { title: "", output: "oh", metadata: { exit: 3 } };
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "d", args: { command: "false" } }, failed);
const message = { message: {}, parts: [{ type: "text", text: "hello" }] };
await hooks["chat.message"]({ sessionID: "s" }, message);
// A message says who works in a session from then on; the agent that OpenCode starts with has no role.
const call = (sessionID) => hooks["tool.execute.before"]({ tool: "bash", sessionID, callID: "g" }, { args: { command: "ls" } });
for (const [sessionID, agent] of [["r", "reviewer"], ["b", "build"]]) {
  await hooks["chat.message"]({ sessionID, agent }, { message: {}, parts: [{ type: "text", text: "look" }] });
  await call(sessionID).catch(() => {});
}
const system = { system: ["base"] };
await hooks["experimental.chat.system.transform"]({ sessionID: "s" }, system);
const compacting = { context: [] };
await hooks["experimental.session.compacting"]({ sessionID: "s" }, compacting);
await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s" } } });
console.log(JSON.stringify({ ...result, telling: telling.output, served: served.content, after: after.output, system: system.system, prompt: message.parts[0].text,
  compacting: compacting.context, said, prompts }));
"#;

/// What the driver prints, with this on the PATH; `None` where there is no Node.js.
fn driven(machine: &Machine, arguments: &[&str], path: &str) -> Option<Value> {
    if Command::new("node").arg("--version").output().is_err() {
        eprintln!("skipped: there is no Node.js here");
        return None;
    }
    let made = machine.run(&[&["init", "--yes", "--host", "opencode"], arguments].concat());
    assert!(made.status.code().is_some_and(|code| code < 2), "{}", stderr(&made));
    let folder = machine.project().join(".opencode/plugins");
    // OpenCode takes every file for a module; Node.js goes by the name.
    std::fs::copy(folder.join("hookward.js"), folder.join("hookward.mjs")).unwrap();
    write(&machine.project().join("driver.mjs"), DRIVER);
    let real = std::env::var("PATH").unwrap_or_default();
    let node = Command::new("node")
        .arg("driver.mjs")
        .current_dir(machine.project())
        .env("HOME", machine.home())
        .env("PATH", format!("{path}:{real}"))
        .env_remove("CI")
        .output()
        .unwrap();
    assert!(node.status.success(), "{}", stderr(&node));
    Some(serde_json::from_str(&stdout(&node)).unwrap())
}

#[test]
fn the_plugin_does_what_hookward_says() {
    let machine = Machine::new();
    let folder = Path::new(env!("CARGO_BIN_EXE_hookward")).parent().unwrap();
    let Some(result) = driven(&machine, &[], &folder.display().to_string()) else { return };
    assert_eq!(result["dangerous"]["ran"], false);
    let reason = result["dangerous"]["reason"].as_str().unwrap();
    assert!(reason.contains("security/catastrophic-deletion"), "{reason}");
    assert_eq!(result["ordinary"]["ran"], true);
    assert_eq!(result["ordinary"]["args"]["command"], "git status");
    assert_eq!(result["secret"]["ran"], false);
    assert_eq!(result["system"][0], "base");
    assert!(result["after"].as_str().unwrap().starts_with("done"));
    assert_eq!(result["prompts"], json!([]));
    // A secret is masked in what the model sees, of a command that failed and of a server's tool, too.
    let telling = result["telling"].as_str().unwrap();
    assert!(telling.starts_with("released with [redacted]\n\nHookward masked"), "{telling}");
    assert_eq!(result["served"][0]["text"], "[redacted]");
    assert_eq!(result["served"][1]["data"], "AAAA");
    assert!(result["served"][2]["text"].as_str().unwrap().contains("security/secret-output"), "{result}");
    assert!(!machine.journal().iter().any(|line| line.to_string().contains("q3EgRtZ7kLmNoP42sTuV")));
    // A command that failed is told apart by its exit code.
    let told = |name: &str| {
        let journal = machine.journal();
        let lines: Vec<_> = journal.into_iter().filter(|line| line["event"] == name).collect();
        (lines.len(), lines.iter().map(Value::to_string).collect::<String>())
    };
    let role = |session: &str| {
        let journal = machine.journal();
        let is_it = |line: &&Value| line["session"] == session && line["event"] == "before-tool";
        journal.iter().find(is_it).map(|line| (line["role"].clone(), line["agent"].clone())).unwrap()
    };
    assert_eq!(role("r"), (json!("reviewer"), Value::Null));
    assert_eq!(role("b"), (Value::Null, Value::Null));
    assert_eq!(told("after-tool").0, 2);
    assert_eq!(told("after-failure").0, 2, "{:?}", told("after-failure"));
}

/// A program in the place of `hookward` that gives one answer to everything.
fn answering(machine: &Machine, answer: &str) -> String {
    let folder = machine.home().join("stub");
    let text = format!("#!/bin/sh\ncat >/dev/null\necho '{answer}'\n");
    support::write_program(&folder.join("hookward"), &text);
    folder.display().to_string()
}

#[test]
fn rewritten_arguments_and_context_go_where_opencode_looks() {
    let machine = Machine::new();
    let stub = answering(&machine, r#"{"decision":"allow","context":"note","input":{"command":"other"}}"#);
    let Some(result) = driven(&machine, &[], &stub) else { return };
    assert_eq!(result["dangerous"]["args"], json!({"command": "other"}));
    assert_eq!(result["after"], "done\n\nnote");
    assert_eq!(result["prompt"], "hello\n\nnote");
    assert_eq!(result["system"], json!(["base", "note"]));
    assert_eq!(result["compacting"], json!(["note"]));
}

#[test]
fn an_agent_that_may_not_stop_is_sent_back_to_work() {
    let machine = Machine::new();
    // Only the end is denied.
    let stub = answering(&machine, r#"{"decision":"allow"}"#);
    let script =
        "#!/bin/sh\ncase $(cat) in *Stop*) echo '{\"decision\":\"deny\",\"reason\":\"tests fail\"}';; esac\n";
    write(&Path::new(&stub).join("hookward"), script);
    let Some(result) = driven(&machine, &[], &stub) else { return };
    assert_eq!(result["prompts"][0]["body"]["parts"][0]["text"], "tests fail", "{result}");
    assert_eq!(result["prompts"][0]["path"]["id"], "s");
}

#[test]
fn without_hookward_the_plugin_says_so_once_and_goes_on() {
    let machine = Machine::new();
    let Some(result) = driven(&machine, &[], "/nowhere") else { return };
    assert_eq!(result["dangerous"]["ran"], true);
    let said = result["said"].as_array().unwrap();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].as_str().unwrap().contains("nothing is guarded here"), "{said:?}");
}

#[test]
fn without_hookward_a_closed_plugin_stops_every_tool() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[registration]\nfail_closed = true\n");
    let Some(result) = driven(&machine, &[], "/nowhere") else { return };
    assert_eq!(result["ordinary"]["ran"], false);
    assert!(result["ordinary"]["reason"].as_str().unwrap().contains("cannot be run"));
}
