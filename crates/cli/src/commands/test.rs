//! `test`: the examples of the policy's own rules, as tests.

use anstream::println;
use clap::Args;
use hookward_core::policy::{Channel, CustomRule};
use hookward_core::{Decision, Session};
use hookward_effects::Call;
use serde_json::json;

use super::{Outcome, current_directory};
use crate::paint::{BOLD, style};
use crate::situation::{Situation, event_of};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    if let Some(fault) = &situation.fault {
        if arguments.json {
            println!("{}", json!({"passed": 0, "failed": 1, "fault": fault.to_string()}));
        }
        anstream::eprintln!("hookward: {fault}");
        return Ok(Outcome::Found);
    }
    let mut passed = 0;
    let mut failures = Vec::new();
    for rule in &situation.policy.custom {
        let fires = rule.fires.iter().map(|example| (example, true));
        for (example, expected) in fires.chain(rule.passes.iter().map(|example| (example, false))) {
            let event = event_of(call(rule, example), &cwd);
            let facts = situation.facts(&event);
            let objected = !rule.judge(&situation.case(&event, &facts, &Session::default())).is_empty();
            if objected == expected {
                passed += 1;
            } else {
                failures.push((
                    rule,
                    example.as_str(),
                    if expected { "should fire, but passes" } else { "should pass, but fires" },
                ));
            }
        }
        // What a rule suggests must not be stopped in turn.
        for command in rule.instead.split('`').skip(1).step_by(2) {
            let event = event_of(Call::shell(command), &cwd);
            let verdict = situation.decide(&event, &situation.facts(&event), &Session::default(), &[]);
            if verdict.decision < Decision::Ask {
                passed += 1;
            } else {
                failures.push((rule, command, "is what it suggests instead, but does not pass itself"));
            }
        }
    }
    if arguments.json {
        let failures: Vec<_> = failures
            .iter()
            .map(|(rule, example, why)| json!({"rule": rule.id, "example": example, "why": why, "origin": rule.origin}))
            .collect();
        println!("{}", json!({"passed": passed, "failed": failures.len(), "failures": failures}));
    } else {
        for (rule, example, why) in &failures {
            let colour = style(Decision::Deny);
            println!(
                "{colour}failed{colour:#}  {BOLD}{}{BOLD:#} ({}): `{example}` {why}",
                rule.id, rule.origin
            );
        }
        for notice in &situation.policy.notices {
            println!("notice  {}: {}", notice.origin, notice.text);
        }
        println!("{passed} passed, {} failed", failures.len());
    }
    Ok(if failures.is_empty() { Outcome::Fine } else { Outcome::Found })
}

fn call(rule: &CustomRule, example: &str) -> Call {
    match rule.channel {
        Channel::Shell => Call::shell(example),
        Channel::Write => Call::Write { path: example.to_owned(), content: String::new() },
        Channel::Read => Call::Read { path: example.to_owned() },
        // No tool deletes a file; a shell does.
        Channel::Delete => Call::shell(format!("rm -- '{}'", example.replace('\'', "'\\''"))),
    }
}
