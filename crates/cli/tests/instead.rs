//! What a gate tells an agent to do instead passes the policy, also where nobody answers a question: an agent that does what
//! it is told gets through. One walk for each gate that looks at calls; a gate without one fails.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::format_collect,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::{Category, EventName, rules};
use serde_json::{Value, json};
use support::{Machine, answer};

/// A call of an agent.
enum Does {
    /// Writes a file.
    Writes(&'static str, &'static str),
    /// Writes the file that it has just been told to write, whichever that is.
    WritesWhatItIsTold(&'static str),
    /// Runs a command.
    Runs(&'static str),
    /// Runs the command that it has just been told.
    RunsWhatItIsTold,
}

/// A gate, what it denies, and what an agent makes of its words.
struct Walk {
    gate: &'static str,
    /// What the policy says besides that the gate holds.
    policy: &'static str,
    branch: &'static str,
    denied: Does,
    instead: &'static [Does],
    /// Whether the same call goes through then. Some gates ask for another one, or for a person.
    then: Then,
}

#[derive(PartialEq)]
enum Then {
    Passes,
    IsLeft,
}

const LONG: &str = "// The cart.\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n";
const PLAN: &str = "# Plan\n- [ ] the cart\n";

use Does::{Runs, RunsWhatItIsTold, Writes, WritesWhatItIsTold};

const WALKS: &[Walk] = &[
    Walk {
        gate: "gate/missing-plan",
        policy: "",
        branch: "feature/x",
        denied: Writes("src/cart.ts", LONG),
        instead: &[WritesWhatItIsTold(PLAN)],
        then: Then::Passes,
    },
    Walk {
        gate: "gate/missing-plan",
        policy: "[gate.plan]\nfiles = [\"docs/plans/*.md\"]\n",
        branch: "feature/x",
        denied: Writes("src/cart.ts", LONG),
        instead: &[WritesWhatItIsTold(PLAN)],
        then: Then::Passes,
    },
    Walk {
        // What the policy itself guards is not what the agent is sent to.
        gate: "gate/missing-plan",
        policy: "[security]\nask_first = [\"*plan.md\"]\n[gate.plan]\nfiles = [\"plan.md\", \"docs/next*.md\"]\n",
        branch: "feature/x",
        denied: Writes("src/cart.ts", LONG),
        instead: &[WritesWhatItIsTold(PLAN)],
        then: Then::Passes,
    },
    Walk {
        gate: "gate/plan-quality",
        policy: "",
        branch: "feature/x",
        denied: Writes("docs/plans/cart.md", "# Plan\n"),
        instead: &[Writes("docs/plans/cart.md", PLAN)],
        then: Then::IsLeft,
    },
    Walk {
        gate: "gate/foreign-plan-file",
        policy: "",
        branch: "feature/x",
        denied: Writes("src/listed.ts", "// Listed.\n"),
        // The plan is done, by whoever carries it out.
        instead: &[Writes("plan.md", "# Plan\n- Modify: src/listed.ts\n- [x] the cart\n")],
        then: Then::Passes,
    },
    Walk {
        gate: "gate/untested-code",
        policy: "",
        branch: "feature/x",
        denied: Writes("src/cart.ts", "export {}\n"),
        instead: &[WritesWhatItIsTold("test('cart', () => {});\n")],
        then: Then::Passes,
    },
    Walk {
        gate: "gate/undocumented-code",
        policy: "",
        branch: "feature/x",
        denied: Writes("src/cart.ts", "export {}\n"),
        instead: &[Writes("src/cart.ts", "// What a customer is about to buy.\nexport {}\n")],
        then: Then::IsLeft,
    },
    Walk {
        gate: "gate/protected-branch-edit",
        policy: "",
        branch: "main",
        denied: Writes("src/cart.ts", "export {}\n"),
        instead: &[RunsWhatItIsTold],
        then: Then::Passes,
    },
    Walk {
        gate: "gate/architecture",
        policy: "[[gate.architecture]]\nid = \"ui\"\nfiles = \"src/**\"\nforbid = { import = \"pg\" }\n",
        branch: "feature/x",
        denied: Writes("src/cart.ts", "import pg from 'pg';\n"),
        instead: &[Writes("src/cart.ts", "import { load } from './store';\n")],
        then: Then::IsLeft,
    },
    Walk {
        gate: "gate/architecture",
        policy: "[[gate.architecture]]\nid = \"ui\"\nfiles = \"src/**\"\nforbid = { import = \"pg\" }\n",
        branch: "feature/x",
        denied: Runs("tar xf parts.tar -C src"),
        instead: &[Runs("mkdir -p /tmp/parts && tar xf parts.tar -C /tmp/parts")],
        then: Then::IsLeft,
    },
    Walk {
        gate: "gate/missing-import",
        policy: "[[gate.missing-import]]\nfiles = \"src/**\"\nrequire = [\"@app/log\"]\n",
        branch: "feature/x",
        denied: Writes("src/cart.ts", "export {}\n"),
        instead: &[Writes("src/cart.ts", "import { log } from '@app/log';\nlog('x');\n")],
        then: Then::IsLeft,
    },
    Walk {
        gate: "gate/missing-evidence",
        policy: "",
        branch: "feature/x",
        denied: Runs("git commit -am 'a cart'"),
        instead: &[Runs("npm test"), Runs("hookward run -- npm test")],
        then: Then::IsLeft,
    },
    Walk {
        gate: "gate/unverified-work",
        policy: "",
        branch: "feature/x",
        denied: Runs("git commit -am 'a cart'"),
        instead: &[],
        then: Then::IsLeft,
    },
];

/// Gates whose first word is advice, or that look at what no single call shows: their own tests follow them.
const WALKED_ELSEWHERE: &[&str] = &["gate/failing-tests", "gate/mocked-internals"];

/// An agent on a host: nobody answers its questions.
struct Agent<'a> {
    machine: &'a Machine,
    host: &'static str,
    told: String,
    calls: usize,
}

impl Agent<'_> {
    fn does(&mut self, deed: &Does) -> Value {
        let (tool, input) = match deed {
            Writes(path, text) => self.write(path, text),
            WritesWhatItIsTold(text) => {
                let path = self.told_to_write();
                self.write(&path, text)
            }
            Runs(command) => ("Bash", json!({ "command": command })),
            RunsWhatItIsTold => ("Bash", json!({ "command": self.told_to_run() })),
        };
        self.calls += 1;
        let call = json!({
            "tool_name": tool, "tool_input": input, "permission_mode": "bypassPermissions",
            "tool_use_id": format!("t{}", self.calls), "turn_id": "t", "model": "m", "transcript_path": null,
        });
        let answer = answer(&self.machine.hook(self.host, &self.machine.event("PreToolUse", &call)));
        let said = &answer["hookSpecificOutput"];
        said["permissionDecisionReason"].as_str().unwrap_or_default().clone_into(&mut self.told);
        said["permissionDecision"].clone()
    }

    fn write(&self, path: &str, text: &str) -> (&'static str, Value) {
        if self.host == "codex" {
            let lines: String = text.lines().map(|line| format!("+{line}\n")).collect();
            let text = format!("*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch");
            return ("apply_patch", json!({ "command": text }));
        }
        ("Write", json!({"file_path": self.machine.project().join(path), "content": text}))
    }

    /// What stands between "write" and "first".
    fn told_to_write(&self) -> String {
        let instead = self.told.split_once("Instead: write ").expect(&self.told).1;
        instead.split_whitespace().next().unwrap().to_owned()
    }

    fn told_to_run(&self) -> String {
        let instead = self.told.split_once("Instead: ").expect(&self.told).1;
        instead.split('`').nth(1).expect(&self.told).to_owned()
    }

    /// The call happens.
    fn happens(&self, deed: &Does, told: &str) {
        match deed {
            Writes(path, text) => self.machine.write(path, text),
            WritesWhatItIsTold(text) => self.machine.write(told, text),
            Runs(_) => {}
            RunsWhatItIsTold => self.machine.git(&["switch", "-q", "-c", "feature/x"]),
        }
    }
}

fn walk(walk: &Walk, host: &'static str) {
    let machine = Machine::new();
    let policy =
        format!("extends = [\"recommended\"]\n[rules]\n\"{}\" = \"enforce\"\n{}", walk.gate, walk.policy);
    machine.write("hookward.toml", &policy);
    machine.write("package.json", "{\"scripts\": {\"test\": \"vitest run\"}}\n");
    machine.write("src/old.ts", "// Old.\n");
    if walk.gate == "gate/foreign-plan-file" {
        machine.write("plan.md", "# Plan\n- Modify: src/listed.ts\n- [ ] the cart\n");
    }
    machine.become_a_repository();
    machine.git(&["add", "-A"]);
    machine.git(&["commit", "-q", "-m", "second"]);
    machine.git(&["branch", "-q", "-M", walk.branch]);
    machine.write("src/old.ts", "// Old, and changed.\n");
    let mut agent = Agent { machine: &machine, host, told: String::new(), calls: 0 };
    let place = format!("{} on {host}", walk.gate);
    assert_eq!(agent.does(&walk.denied), "deny", "{place}");
    assert!(agent.told.contains(walk.gate), "{place}: {}", agent.told);
    for deed in walk.instead {
        let told = if matches!(deed, WritesWhatItIsTold(_)) { agent.told_to_write() } else { String::new() };
        let decision = agent.does(deed);
        assert!(decision.is_null() || decision == "allow", "{place}: {decision}: {}", agent.told);
        agent.happens(deed, &told);
    }
    if walk.then == Then::Passes {
        let decision = agent.does(&walk.denied);
        assert!(decision.is_null(), "{place}, in the end: {}", agent.told);
    }
}

#[test]
fn whoever_does_what_a_gate_says_gets_through() {
    for host in ["claude", "codex"] {
        for each in WALKS {
            walk(each, host);
        }
    }
}

#[test]
fn every_gate_that_looks_at_calls_is_walked() {
    let looks = |on: &[EventName]| on.contains(&EventName::BeforeTool);
    for rule in rules::all().iter().filter(|rule| rule.category == Category::Gate && looks(rule.on)) {
        let is_walked = WALKS.iter().any(|walk| walk.gate == rule.id) || WALKED_ELSEWHERE.contains(&rule.id);
        assert!(is_walked, "{}", rule.id);
    }
}

/// A planning document that no gate asks for is a person's, as ever. Where the gate is only tried out, nothing else happens than where
/// it holds.
#[test]
fn a_plan_is_asked_about_where_no_gate_wants_it() {
    for (policy, expected) in
        [("", Value::from("deny")), ("[rules]\n\"gate/missing-plan\" = \"shadow\"\n", Value::Null)]
    {
        let machine = Machine::new();
        machine.write("hookward.toml", policy);
        let mut agent = Agent { machine: &machine, host: "codex", told: String::new(), calls: 0 };
        assert_eq!(agent.does(&Writes("plan.md", PLAN)), expected, "{policy}");
    }
    let machine = Machine::new();
    machine.write(
        "hookward.toml",
        "[rules]\n\"gate/missing-plan\" = \"enforce\"\n[gate.plan]\nfiles = [\"**/*plan.md\"]\n",
    );
    let mut agent = Agent { machine: &machine, host: "codex", told: String::new(), calls: 0 };
    // It is more than a plan: a skill that registers hooks runs them.
    let skill = "---\nhooks: { Stop: [] }\n---\n# Plan\n- [ ] the cart\n";
    assert_eq!(agent.does(&Writes(".claude/skills/x/plan.md", skill)), "deny");
    assert_eq!(agent.does(&Writes("docs/plan.md", PLAN)), Value::Null);
}
