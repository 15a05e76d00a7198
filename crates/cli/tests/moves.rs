//! What is moved, or taken away, in the same call in which something else is written. Nothing of it runs: a real repository is there to
//! be looked at.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::{Value, json};
use support::{Machine, answer, decision};

/// A repository that holds these files, and a project's policy.
fn repository(policy: &str, files: &[(&str, &str)]) -> Machine {
    let machine = Machine::new();
    machine.become_a_repository();
    for (file, text) in files {
        machine.write(file, text);
    }
    machine.git(&["add", "."]);
    machine.git(&["commit", "-q", "-m", "all of it"]);
    machine.write("hookward.toml", policy);
    machine
}

/// The decision on a call, and what is said of it. Each call is of a session of its own: none is held against another.
fn judged(machine: &Machine, tool: &str, input: &Value) -> (String, String) {
    let session = format!("{tool} {input}");
    let call = json!({"tool_name": tool, "tool_input": input, "session_id": session});
    let output = machine.hook("claude", &machine.event("PreToolUse", &call));
    let said = answer(&output)["hookSpecificOutput"]["permissionDecisionReason"].to_string();
    (decision(&output), said)
}

fn shell(machine: &Machine, command: &str) -> (String, String) {
    judged(machine, "Bash", &json!({"command": command}))
}

fn lets_pass(machine: &Machine, commands: &[&str]) {
    let judged = commands.iter().map(|command| (command, shell(machine, command)));
    let refused: Vec<_> =
        judged.filter(|(_, (decision, _))| !matches!(decision.as_str(), "" | "allow")).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

fn denies(machine: &Machine, why: &str, commands: &[&str]) {
    let judged = commands.iter().map(|command| (command, shell(machine, command)));
    let others: Vec<_> =
        judged.filter(|(_, (decision, said))| decision != "deny" || !said.contains(why)).collect();
    assert!(others.is_empty(), "{others:#?}");
}

const ARCHITECTURE: &str =
    "[[gate.architecture]]\nid = \"no-axios\"\nfiles = \"src/**\"\nforbid = { import = \"axios\" }\n";

const SOURCES: &[(&str, &str)] = &[
    ("src/a.ts", "export const a = 1;\n"),
    ("src/c.ts", "export const c = 1;\n"),
    ("src/old/d.ts", "export const d = 1;\n"),
    ("lib/readme.txt", "hello\n"),
];

#[test]
fn what_git_moves_is_followed_like_what_mv_moves() {
    let machine = repository(ARCHITECTURE, SOURCES);
    lets_pass(
        &machine,
        &[
            "git mv src/a.ts src/b.ts && sed -i 's/a = 1/b = 1/' src/b.ts",
            "git mv src/a.ts src/b.ts; sed -i 's/a = 1/b = 1/' src/b.ts",
            "git mv src/a.ts src/b.ts\nsed -i 's/a = 1/b = 1/' src/b.ts",
            "git mv src/a.ts src/b.ts && echo '// b' >> src/b.ts",
            "git mv -f src/a.ts src/c.ts && sed -i 's/a = 1/b = 1/' src/c.ts",
            "git mv -v src/a.ts src/b.ts && sed -i 's/a = 1/b = 1/' src/b.ts",
            "git mv src/a.ts src/c.ts src/old/ && sed -i 's/a = 1/b = 1/' src/old/a.ts",
            "git mv src/a.ts src/c.ts src/old && sed -i 's/1/2/' src/old/a.ts src/old/c.ts",
            "git mv src/a.ts src/old && sed -i 's/1/2/' src/old/a.ts",
            "git -C . mv src/a.ts src/b.ts && sed -i 's/a = 1/b = 1/' src/b.ts",
            "git -C src mv a.ts b.ts && sed -i 's/a = 1/b = 1/' src/b.ts",
            "cd src && git mv a.ts b.ts && sed -i 's/a = 1/b = 1/' b.ts",
            "mkdir -p src/new && git mv src/a.ts src/new/ && sed -i 's/1/2/' src/new/a.ts",
            "git mv src/old src/new && sed -i 's/1/2/' src/new/d.ts",
            "git mv src/old lib && git mv lib/old src/new && sed -i 's/1/2/' src/new/d.ts",
            "git mv src/a.ts src/tmp.ts && git mv src/tmp.ts src/A.ts && sed -i 's/1/2/' src/A.ts",
            "git status && git mv src/a.ts src/b.ts && git add -A && sed -i 's/1/2/' src/b.ts",
        ],
    );
    // What comes of it is judged as ever.
    denies(
        &machine,
        "axios",
        &[
            "git mv src/a.ts src/b.ts && sed -i \"1i import 'axios';\" src/b.ts",
            "git mv src/a.ts src/b.ts && echo \"import 'axios';\" >> src/b.ts",
            "echo \"import 'axios';\" >> src/a.ts && git mv src/a.ts src/b.ts && sed -i 's/1/2/' src/b.ts",
            "git mv src/old src/new && sed -i \"1i import 'axios';\" src/new/d.ts",
        ],
    );
}

#[test]
fn what_git_may_refuse_to_move_may_still_lie_where_it_was() {
    let machine = repository(ARCHITECTURE, SOURCES);
    machine.write("src/new.ts", "export const fresh = 1;\n");
    denies(
        &machine,
        "axios",
        &[
            // Git does not know it, or knows it no longer.
            "echo \"import 'axios';\" >> src/new.ts; git mv src/new.ts lib/x.ts",
            "git rm --cached -q src/a.ts; echo \"import 'axios';\" >> src/a.ts; git mv src/a.ts lib/x.ts",
            // Another one lies there.
            "echo \"import 'axios';\" >> src/a.ts; git mv src/a.ts lib/readme.txt",
            "echo x > lib/x.ts; echo \"import 'axios';\" >> src/a.ts; git mv src/a.ts lib/x.ts",
            // It passes over what it cannot move, or only says what it would do.
            "echo \"import 'axios';\" >> src/a.ts; git mv -k src/a.ts lib/x.ts",
            "echo \"import 'axios';\" >> src/a.ts; git mv -n src/a.ts lib/x.ts",
            // Another repository, another index.
            "echo \"import 'axios';\" >> src/a.ts; GIT_INDEX_FILE=/tmp/i git mv src/a.ts lib/x.ts",
            "echo \"import 'axios';\" >> src/a.ts; git --git-dir=/tmp/r/.git mv src/a.ts lib/x.ts",
            "false && git mv src/a.ts src/b.ts; echo \"import 'axios';\" > src/b.ts; git mv src/b.ts lib/x.ts",
        ],
    );
}
