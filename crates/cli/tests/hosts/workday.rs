//! A whole session of work: told where it stands, denied code without its test, given the test, told what the tools say of
//! the code, held at the stop, and let go once the work holds. The journal is compared with what the model was told.

use serde_json::Value;

use crate::agent::Agent;
use crate::install::Installed;
use crate::model::{Model, Turn};
use crate::process::{self, Ended};
use crate::registration;
use crate::report::{Claim, claim, clipped};
use crate::sandbox::{Sandbox, write};
use crate::start;

/// Tests before code, a check of each edited file, and tests that pass before a stop; by what Node.js itself has.
const POLICY: &str = r#"
[feedback]
lint = { "*.js" = "node --check {file}" }

[gate.untested-code]
pairs = [{ code = "src/*.js", test = "src/*.test.js" }]

[gate.unfinished-stop]
checks = ["tests"]
tests = "node --test src/cart.test.js"

[rules]
"gate/untested-code" = "enforce"
"#;

const TEST: &str = "const test = require('node:test');\nconst assert = require('node:assert');\nconst { total } = require('./cart.js');\ntest('adds', () => assert.equal(total([1, 2]), 3));\n";

const BROKEN: &str = "exports.total = (prices) => prices.length + ;\n";

/// The work is mended by the shell: a tool that writes a file again wants it read first.
const MEND: &str = "echo 'exports.total = (prices) => prices.reduce((a, b) => a + b, 0);' > src/cart.js";

struct Played {
    model: Model,
    results: Vec<String>,
    ended: Ended,
    journal: Vec<Value>,
}

impl Played {
    fn told(&self, call: usize) -> &str {
        self.results.get(call).map_or("", String::as_str)
    }

    fn everything(&self) -> String {
        let journal: Vec<String> = self.journal.iter().map(Value::to_string).collect();
        let (results, output) = (&self.results, clipped(&self.ended.output));
        format!(
            "the model was told {results:#?}\nthe agent said {output}\nthe journal is {}",
            clipped(&journal.join("\n"))
        )
    }

    /// What the journal has of an event.
    fn decisions(&self, event: &str) -> Vec<&str> {
        let records = self.journal.iter().filter(|record| record["event"] == event);
        records.map(|record| record["decision"].as_str().unwrap_or_default()).collect()
    }

    /// What rules found, as the journal has it, that the model was never told.
    fn untold(&self) -> Vec<String> {
        let is_told = |record: &&Value| record["told"].as_u64().is_some_and(|told| told > 0);
        // What only informs is for the person at a stop that is held.
        let decisive = |record: &'_ Value| {
            let findings = record["findings"].as_array().cloned().unwrap_or_default();
            let decision = record["decision"].clone();
            findings.into_iter().filter(move |finding| finding["decision"] == decision)
        };
        let findings = self.journal.iter().filter(is_told).flat_map(decisive);
        let rules = findings.map(|finding| finding["rule"].as_str().unwrap_or_default().to_owned());
        rules.filter(|rule| !self.model.was_told(rule)).collect()
    }
}

/// The session; only of the agent that has an event for all of it.
pub(crate) fn story(agent: Agent, installed: &Installed) -> Vec<Claim> {
    if agent != Agent::Claude {
        return Vec::new();
    }
    let sandbox = Sandbox::new(&installed.node);
    write(&sandbox.home().join(".config/hookward/hookward.toml"), POLICY);
    if let Some(refused) = registration::init(agent, &sandbox) {
        return vec![refused];
    }
    let model = Model::start(vec![
        agent.write(&sandbox, "src/cart.js", BROKEN),
        agent.write(&sandbox, "src/cart.test.js", TEST),
        agent.write(&sandbox, "src/cart.js", BROKEN),
        Turn::Say("done"),
        agent.shell(MEND),
        Turn::Say("done indeed"),
    ]);
    let command = start::headless(agent, installed, &sandbox, &model.url());
    let ended = process::run(command, &sandbox.root(), process::LIMIT).unwrap();
    // The calls by which `init` shows that it works are in the journal, too.
    let of_agent = |record: &Value| record["session"] != "hookward-canary";
    let journal = sandbox.journal();
    let journal =
        journal.lines().filter_map(|line| serde_json::from_str(line).ok()).filter(of_agent).collect();
    let played = Played { results: model.results(), model, ended, journal };
    let everything = || played.everything();
    vec![
        claim("the agent ends by itself", played.ended.code == Some(0), everything),
        claim(
            "what the session needs to know reaches the model at its start",
            played.model.was_told("[feedback/session-context]"),
            everything,
        ),
        claim(
            "code without its test is denied, and the model is told why",
            played.told(0).contains("gate/untested-code"),
            everything,
        ),
        claim(
            "the test may be written",
            sandbox.file("src/cart.test.js").as_deref() == Some(TEST),
            everything,
        ),
        claim(
            "what a tool says of the edit reaches the model",
            played.model.was_told("[feedback/lint] src/cart.js") && played.model.was_told("SyntaxError"),
            everything,
        ),
        claim(
            "the stop is held while the tests fail, and the model is told why",
            played.model.was_told("gate/unfinished-stop") && played.model.was_told("node --test"),
            everything,
        ),
        claim(
            "once the work holds, the agent may stop",
            played.decisions("stop") == ["deny", "silent"]
                && sandbox.file("src/cart.js").is_some_and(|text| text.contains("reduce")),
            everything,
        ),
        claim(
            "what the journal says that the model was told, it was told",
            played.untold().is_empty() && played.decisions("before-tool").contains(&"deny"),
            || format!("not told: {:?}; {}", played.untold(), everything()),
        ),
    ]
}
