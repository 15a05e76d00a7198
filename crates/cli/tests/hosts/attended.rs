//! A person or an editor at the agent's side, who says yes to whatever they are asked: what is denied is denied all the
//! same, what Hookward asks about runs once they have agreed, and what it rewrites runs as it was rewritten.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::dialogue::Dialogue;
use crate::install::Installed;
use crate::model::{Model, Turn};
use crate::process;
use crate::registration;
use crate::report::{Claim, Seen, claim};
use crate::sandbox::{AT_STOP, Sandbox, UNCOMMITTED};
use crate::start::{self, PROMPT};

const DENIED: &str = "where a person says yes to everything, a destructive command is denied all the same";
const ASKED: &str = "where a person says yes, what is asked about runs";
const REWRITTEN: &str = "where a person says yes, the rewritten command runs, and not the one that was sent";
const REWRITTEN_UNASKED: &str =
    "where it cannot ask, the rewritten command goes its way, and not the one that was sent";
const STOPPED: &str = "where an editor keeps it running, a stop is answered with the reason";

/// How long an agent may take to go on after it had stopped.
const SECOND_THOUGHTS: Duration = Duration::from_secs(10);

/// What happens where somebody answers.
pub(crate) fn stories(agent: Agent, installed: &Installed) -> Vec<Claim> {
    if let Some(why) = agent.never_guarded_in_an_editor() {
        return [DENIED, ASKED, REWRITTEN].map(|text| Claim { text, seen: Seen::NotHere(why) }).into();
    }
    let sandbox = Sandbox::new(&installed.node);
    if let Some(refused) = registration::init(agent, &sandbox) {
        return vec![refused];
    }
    let model = Model::start(vec![
        agent.shell("git reset --hard"),
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
    let result = |call: usize| model.results().get(call).cloned().unwrap_or_default();
    let kept = sandbox.file("work.txt").as_deref() == Some(UNCOMMITTED);
    // With a lease the push fails, since somebody else has pushed.
    let leased = result(2).contains("stale info") && sandbox.at_the_remote() == "of a colleague";
    let mut claims = vec![claim(DENIED, kept && result(0).contains("security/discarded-work"), told)];
    if let Some(why) = agent.never_asks() {
        let untouched = sandbox.has_branch("old") && sandbox.at_the_remote() == "of a colleague";
        claims.push(claim(
            "what would be asked about does not run where that is no question",
            untouched,
            told,
        ));
        claims.push(Claim { text: ASKED, seen: Seen::NotHere(why) });
        claims.push(match agent.never_rewrites_unasked() {
            None => claim(REWRITTEN_UNASKED, leased, told),
            Some(why) => Claim { text: REWRITTEN_UNASKED, seen: Seen::NotHere(why) },
        });
    } else {
        let asked = |text: &str| questions.iter().any(|question| question.contains(text));
        claims.push(claim(ASKED, asked("git branch -D old") && !sandbox.has_branch("old"), told));
        claims.push(claim(REWRITTEN, asked("--force-with-lease") && leased, told));
    }
    if agent.never_holds_a_stop().is_some() {
        claims.push(claim(STOPPED, is_told(&model, AT_STOP), told));
    }
    claims
}

/// Whether the model is told this before long.
fn is_told(model: &Model, text: &str) -> bool {
    let started = Instant::now();
    while !model.was_told(text) && started.elapsed() < SECOND_THOUGHTS {
        std::thread::sleep(Duration::from_millis(50));
    }
    model.was_told(text)
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
            let id = yes.map_or(&Value::Null, |yes| &yes["optionId"]);
            let outcome = json!({"outcome": "selected", "optionId": id});
            dialogue.say(&json!({"jsonrpc": "2.0", "id": said["id"], "result": {"outcome": outcome}}));
        }
    }
    questions
}
