//! The file that results, through the program and with a real repository: each command is judged, then it runs, and what it has
//! left says whether the gates were right.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::process::Command;

use support::Machine;

const POLICY: &str = r#"
[[gate.architecture]]
id = "no-legacy"
files = "src/**/*.ts"
forbid = { import = "legacy-db" }
[[gate.missing-import]]
files = "functions/*/handler.ts"
require = ["@app/log"]
"#;

const FILES: &[(&str, &str)] = &[
    ("hookward.toml", POLICY),
    ("src/a.ts", "import { a } from 'a-lib';\nexport const x = a;\n"),
    ("src/b.ts", "export const b = 1;\n"),
    ("functions/a/handler.ts", "import { log } from '@app/log';\nexport const handler = log;\n"),
    ("templates/old.ts", "import { db } from 'legacy-db';\nexport const y = db;\n"),
];

fn machine() -> Machine {
    let machine = Machine::new();
    machine.become_a_repository();
    for (path, text) in FILES {
        machine.write(path, text);
    }
    machine.git(&["add", "-A"]);
    machine.git(&["commit", "-qm", "all"]);
    machine
}

fn run(machine: &Machine, command: &str) {
    let mut bash = Command::new("bash");
    bash.args(["-c", command]).current_dir(machine.project()).output().unwrap();
}

/// Whether a file is as the policy forbids.
fn is_broken(machine: &Machine) -> bool {
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    let below = |directory: &str| {
        let entries = std::fs::read_dir(machine.project().join(directory)).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let sources = below("src").into_iter().filter(|path| path.extension().is_some_and(|end| end == "ts"));
    let handlers = below("functions").into_iter().map(|directory| read(directory.join("handler.ts")));
    sources.map(read).any(|text| text.contains("'legacy-db'"))
        || handlers.into_iter().any(|text| !text.is_empty() && !text.contains("@app/log"))
}

/// A command is denied if, and only if, it would leave what the policy forbids.
fn is_judged_right(command: &str, breaks: bool) {
    let machine = machine();
    let verdict = machine.judge(command);
    assert_eq!(verdict == "deny", breaks, "{command}: {verdict}");
    run(&machine, command);
    assert_eq!(is_broken(&machine), breaks, "{command} does something else");
}

#[test]
fn several_writes_of_one_call_are_judged_by_what_they_leave() {
    for (command, breaks) in [
        ("sed -i 's/a-lib/b-lib/' src/a.ts && sed -i 's/b-lib/c-lib/' src/a.ts", false),
        ("sed -i 's/a-lib/b-lib/' src/a.ts && sed -i 's/b-lib/legacy-db/' src/a.ts", true),
        ("sed -i 's/a-lib/legacy-db/' src/a.ts && sed -i 's/legacy-db/a-lib/' src/a.ts", false),
        ("cat > src/n.ts <<'END'\nimport { z } from 'ZZ';\nEND\nsed -i 's/ZZ/fine/' src/n.ts", false),
        ("cat > src/n.ts <<'END'\nimport { z } from 'ZZ';\nEND\nsed -i 's/ZZ/legacy-db/' src/n.ts", true),
        ("cp templates/old.ts src/n.ts && sed -i 's/legacy-db/new-db/' src/n.ts", false),
        ("cp templates/old.ts src/n.ts && sed -i 's/legacy/legacy/' src/n.ts", true),
        ("mv templates/old.ts src/n.ts; sed -i /legacy/d src/n.ts", false),
        ("for f in src/a.ts src/b.ts; do sed -i s/a-lib/X/ $f; sed -i s/X/legacy-db/ $f; done", true),
        ("for f in src/*.ts; do sed -i s/a-lib/X/ $f; sed -i s/X/Y/ $f; done", false),
        (
            "mkdir -p functions/n && echo 'export {}' > functions/n/handler.ts && sed -i \"1i import '@app/log';\" functions/n/handler.ts",
            false,
        ),
        (
            "mkdir -p functions/n && echo \"import '@app/log';\" > functions/n/handler.ts && sed -i 1d functions/n/handler.ts && echo 'export {}' >> functions/n/handler.ts",
            true,
        ),
        ("sed -i 's/a-lib/legacy-db/' src/a.ts; exit 0; sed -i 's/legacy-db/a-lib/' src/a.ts", true),
        ("cp templates/old.ts src/n.ts; git checkout -q -- src/a.ts; sed -i s/legacy-db/x/ src/n.ts", false),
        ("git checkout -q -- src/a.ts && sed -i s/a-lib/legacy-db/ src/a.ts", true),
        ("cat templates/old.ts src/b.ts > src/n.ts; sed -i 1,2d src/n.ts", false),
    ] {
        is_judged_right(command, breaks);
    }
}
