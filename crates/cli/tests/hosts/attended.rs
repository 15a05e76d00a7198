//! A person who says yes: what is asked about runs, and what is rewritten runs as it was rewritten.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::dialogue::Dialogue;
use crate::install::Installed;
use crate::model::{Model, Turn};
use crate::process;
use crate::registration;
use crate::report::{Claim, Seen, claim};
use crate::sandbox::Sandbox;
use crate::start::{self, PROMPT};

const ASKED: &str = "a person is asked why, and what they allow runs";
const REWRITTEN: &str = "a person is asked about the rewritten command, and that one runs";

/// What happens where a person answers.
pub(crate) fn asked(agent: Agent, installed: &Installed) -> Vec<Claim> {
    if let Some(why) = agent.never_asks() {
        return [ASKED, REWRITTEN].map(|text| Claim { text, seen: Seen::NotHere(why) }).into();
    }
    let sandbox = Sandbox::new(&installed.node);
    if let Some(refused) = registration::init(agent, &sandbox) {
        return vec![refused];
    }
    let model = Model::start(vec![
        agent.shell("git branch -D old"),
        agent.shell("git push --force origin feature/x"),
        Turn::Say("done"),
    ]);
    let mut command = start::attended(agent, installed, &sandbox, &model.url());
    let mut dialogue = Dialogue::start(&mut command, process::LIMIT).unwrap();
    let questions = match agent {
        Agent::Claude => by_control(&mut dialogue),
        Agent::Gemini
        | Agent::Qwen
        | Agent::Copilot
        | Agent::OpenCode
        | Agent::Codex
        | Agent::CodexScript => by_client_protocol(&mut dialogue, &sandbox),
    };
    let told = || format!("the questions were {questions:#?}\nthe model was told {:#?}", model.results());
    let asked = |text: &str| questions.iter().any(|question| question.contains(text));
    let rewritten = match agent.never_rewrites() {
        Some(why) => Claim { text: REWRITTEN, seen: Seen::NotHere(why) },
        None => {
            let refused = model.results().get(1).is_some_and(|result| result.contains("stale info"));
            let kept = sandbox.at_the_remote() == "of a colleague";
            claim(REWRITTEN, asked("--force-with-lease") && refused && kept, told)
        }
    };
    vec![claim(ASKED, asked("git branch -D old") && !sandbox.has_branch("old"), told), rewritten]
}

/// Claude Code asks by `control_request`.
fn by_control(dialogue: &mut Dialogue) -> Vec<String> {
    let mut questions = Vec::new();
    let message = json!({"role": "user", "content": PROMPT});
    dialogue.say(&json!({"type": "user", "message": message, "parent_tool_use_id": null, "session_id": ""}));
    while let Some(said) = dialogue.hear() {
        if said["type"] == "result" {
            break;
        }
        if said["type"] == "control_request" && said["request"]["subtype"] == "can_use_tool" {
            questions.push(said["request"].to_string());
            let answer = json!({"behavior": "allow", "updatedInput": said["request"]["input"]});
            let response =
                json!({"subtype": "success", "request_id": said["request_id"], "response": answer});
            dialogue.say(&json!({"type": "control_response", "response": response}));
        }
    }
    questions
}

/// The others ask by `session/request_permission` of the Agent Client Protocol.
fn by_client_protocol(dialogue: &mut Dialogue, sandbox: &Sandbox) -> Vec<String> {
    let mut questions = Vec::new();
    let files = json!({"readTextFile": false, "writeTextFile": false});
    let client = json!({"protocolVersion": 1, "clientCapabilities": {"fs": files, "terminal": false}});
    dialogue.ask(1, "initialize", &client);
    let session = dialogue.ask(2, "session/new", &json!({"cwd": sandbox.project(), "mcpServers": []}));
    let prompt = json!({"sessionId": session["sessionId"], "prompt": [{"type": "text", "text": PROMPT}]});
    dialogue.say(&json!({"jsonrpc": "2.0", "id": 3, "method": "session/prompt", "params": prompt}));
    while let Some(said) = dialogue.hear() {
        if said["id"] == 3 && said.get("method").is_none() {
            break;
        }
        if said["method"] == "session/request_permission" {
            questions.push(said["params"].to_string());
            let options = said["params"]["options"].as_array().cloned().unwrap_or_default();
            let yes = options.iter().find(|option| option["kind"] == "allow_once");
            let outcome =
                json!({"outcome": "selected", "optionId": yes.map_or(&Value::Null, |yes| &yes["optionId"])});
            dialogue.say(&json!({"jsonrpc": "2.0", "id": said["id"], "result": {"outcome": outcome}}));
        }
    }
    questions
}
