//! Families of commands and what becomes of them, as data: every line of `families/*.txt` is a verdict and a command, in
//! which `\n` is the end of a line. `stop` is a denial or a question.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::path::Path;

use hookward_core::Decision;
use support::Bench;

#[test]
fn every_command_of_a_family_is_judged_as_its_line_says() {
    let bench = Bench::default();
    let mut wrong = Vec::new();
    let mut judged = 0;
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/families")).unwrap() {
        let path = file.unwrap().path();
        for line in fs::read_to_string(&path).unwrap().lines().filter(|line| !line.is_empty()) {
            let (expected, command) = line.split_once(' ').unwrap();
            let decision = bench.shell(&command.replace("\\n", "\n")).decision;
            let holds = match expected {
                "deny" => decision == Decision::Deny,
                "ask" => decision == Decision::Ask,
                "stop" => decision >= Decision::Ask,
                "free" => decision < Decision::Ask,
                _ => false,
            };
            judged += 1;
            if !holds {
                wrong.push(format!("{}: {decision:?}: {line}", path.file_name().unwrap().display()));
            }
        }
    }
    assert!(wrong.is_empty() && judged > 0, "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
}
