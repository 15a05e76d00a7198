//! Families of commands and what becomes of them, as data: every line of `families/*.txt` is a verdict and a command, in
//! which `\n` is the end of a line. `stop` is a denial or a question.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::path::Path;

use hookward_core::effects::{Call, Kind, Repository, Scene, World, facts};
use hookward_core::{Case, Decision, decide};
use support::{Bench, ROOT};

/// A small project, and nothing else.
struct Project;

impl World for Project {
    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn kind(&self, path: &str) -> Kind {
        match path.strip_prefix(ROOT).map(|below| below.trim_start_matches('/')) {
            Some("" | ".git" | "src" | "docs" | "dist" | "build" | "target" | "node_modules") => {
                Kind::Directory
            }
            Some(".env" | "README.md" | "package.json" | "src/index.ts" | ".git/refs/heads/main") => {
                Kind::File
            }
            Some(_) | None => Kind::Nothing,
        }
    }

    fn text(&self, path: &str) -> Option<String> {
        path.ends_with("/package.json").then(|| "{\"scripts\":{\"build\":\"tsc\"}}".to_owned())
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        Some(Repository {
            branch: Some("feature/x".into()),
            remotes: vec!["origin".into()],
            ..Repository::default()
        })
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

fn decision(bench: &Bench, command: &str) -> Decision {
    let call = Call::shell(command);
    let roots = [ROOT.to_owned()];
    let facts = facts(&call, &Scene { cwd: ROOT, home: Some("/home/dev"), roots: &roots, world: &Project });
    let case = Case {
        event: &bench.event(call),
        facts: &facts,
        policy: &bench.policy,
        sources: &bench.sources,
        session: &bench.session,
        ground: &bench.ground,
        ledger: &bench.ledger,
        reports: &[],
        answers: &[],
        life: &bench.life,
        world: &Project,
    };
    decide(&case).decision
}

#[test]
fn every_command_of_a_family_is_judged_as_its_line_says() {
    let bench = Bench::default();
    let mut wrong = Vec::new();
    let mut judged = 0;
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/families")).unwrap() {
        let path = file.unwrap().path();
        for line in fs::read_to_string(&path).unwrap().lines().filter(|line| !line.is_empty()) {
            let (expected, command) = line.split_once(' ').unwrap();
            let decision = decision(&bench, &command.replace("\\n", "\n"));
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
