//! `rules`: the list, or one rule's manual; and new ones.

mod mode;
mod new;
mod sample;

use anstream::println;
use clap::{Args, Subcommand};
use hookward_core::policy::{OwnHook, nearest};
use hookward_core::{Category, Decision, Rule, rules};
use serde_json::json;

use self::mode::Mode;
use self::sample::{example_as_json, one_line, sample};
use super::{Broken, Outcome, Usage, current_directory};
use crate::paint::{BOLD, DIM};
use crate::situation::Situation;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The rule's id
    id: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Make an own hook or rule, with its test
    New(new::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if let Some(Command::New(arguments)) = &arguments.command {
        return new::run(arguments);
    }
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    let outcome = show(arguments, &situation)?;
    // What is shown is what holds meanwhile.
    match &situation.fault {
        Some(fault) => Err(Broken(fault.to_string()).into()),
        None => Ok(outcome),
    }
}

fn show(arguments: &Arguments, situation: &Situation) -> anyhow::Result<Outcome> {
    let custom = &situation.policy.custom;
    let hooks: Vec<&OwnHook> = situation.policy.hooks.iter().chain(&situation.policy.untrusted).collect();
    let waits = |hook: &OwnHook| situation.policy.untrusted.contains(hook);
    let Some(id) = &arguments.id else {
        if arguments.json {
            let built_in = rules::all().iter().map(|rule| {
                let Mode { word, origin } = Mode::of_built_in(rule, situation);
                json!({"id": rule.id, "title": rule.title(), "mode": word, "set_by": origin})
            });
            let own = custom.iter().map(|rule| {
                let Mode { word, origin } = Mode::of_own(rule, situation);
                json!({"id": rule.id, "title": rule.why, "origin": rule.origin, "mode": word, "set_by": origin})
            });
            let hooks = hooks.iter().map(|hook| {
                let Mode { word, origin } = Mode::of_hook(hook, situation);
                json!({
                    "id": hook.id, "title": title(hook), "origin": hook.origin, "waits_for_trust": waits(hook),
                    "mode": word, "set_by": origin,
                })
            });
            println!("{}", serde_json::Value::Array(built_in.chain(own).chain(hooks).collect()));
            return Ok(Outcome::Fine);
        }
        for rule in rules::all() {
            let mode = Mode::of_built_in(rule, situation);
            let by = mode.origin.map(|origin| format!(" {DIM}({origin}){DIM:#}")).unwrap_or_default();
            println!("{}{}{by}", begun(rule.id, &mode), rule.title());
        }
        for rule in custom {
            let mode = Mode::of_own(rule, situation);
            println!("{}{} {DIM}({}){DIM:#}", begun(&rule.id, &mode), rule.why, rule.origin);
        }
        for hook in &hooks {
            let mode = Mode::of_hook(hook, situation);
            let waits = if waits(hook) { ", waits for `hookward trust`" } else { "" };
            println!("{}{} {DIM}({}{waits}){DIM:#}", begun(&hook.id, &mode), title(hook), hook.origin);
        }
        return Ok(Outcome::Fine);
    };
    if let Some(rule) = rules::all().iter().find(|rule| rule.id == id) {
        if arguments.json {
            let examples: Vec<_> = rule.examples.iter().map(example_as_json).collect();
            let Mode { word, origin } = Mode::of_built_in(rule, situation);
            println!(
                "{}",
                json!({"id": rule.id, "manual": rule.manual(), "mode": word, "set_by": origin, "examples": examples})
            );
        } else {
            manual(rule, &Mode::of_built_in(rule, situation));
        }
        return Ok(Outcome::Fine);
    }
    if let Some(rule) = custom.iter().find(|rule| rule.id == *id) {
        if arguments.json {
            println!("{}", serde_json::to_string(rule)?);
            return Ok(Outcome::Fine);
        }
        println!(
            "{BOLD}{}{BOLD:#} ({})\n\nWhat: {} on {}\nWhy: {}\nInstead: {}",
            rule.id,
            rule.origin,
            rule.decision.as_str(),
            rule.target(),
            rule.why,
            rule.instead
        );
        if !rule.fires.is_empty() || !rule.passes.is_empty() {
            println!("\nExamples:");
        }
        let fires = rule.fires.iter().map(|example| (rule.decision.as_str(), example));
        for (word, example) in fires.chain(rule.passes.iter().map(|example| ("passes", example))) {
            println!("  {word:<12} {}", one_line(example));
        }
        return Ok(Outcome::Fine);
    }
    let own: Vec<&OwnHook> = hooks.iter().copied().filter(|hook| hook.id == *id).collect();
    if !own.is_empty() {
        if arguments.json {
            println!("{}", serde_json::to_string(&own)?);
            return Ok(Outcome::Fine);
        }
        for hook in own {
            println!("{BOLD}{}{BOLD:#} ({})\n\nWhat: {}", hook.id, hook.origin, title(hook));
            if hook.retries > 0 {
                println!("If it fails, it is tried again {} times at most.", hook.retries);
            }
            if let Some(fallback) = &hook.fallback {
                println!("Then `{fallback}` is asked in its place.");
            }
            println!("If it fails: {}, after {} ms at the latest", hook.on_failure_word(), hook.timeout_ms);
            if waits(hook) {
                println!("It waits for `hookward trust`, and does not run until then.");
            }
        }
        return Ok(Outcome::Fine);
    }
    let own = custom.iter().map(|rule| rule.id.as_str()).chain(hooks.iter().map(|hook| hook.id.as_str()));
    let known = rules::all().iter().map(|rule| rule.id).chain(own);
    let hint = nearest(id, known).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    Err(Usage(format!("there is no rule `{id}`{hint}")).into())
}

/// The columns in front of a rule's title.
fn begun(id: &str, mode: &Mode) -> String {
    format!("{BOLD}{id:<32}{BOLD:#} {:<9} ", mode.word)
}

fn title(hook: &OwnHook) -> String {
    format!("runs `{}` on {}", hook.run, hook.on.as_str())
}

fn manual(rule: &Rule, mode: &Mode) {
    let by = mode.origin.map(|origin| format!(", by {origin}")).unwrap_or_default();
    println!("{BOLD}{}{BOLD:#}\n\n{}\n\nHere: {}{by}\n\nExamples:", rule.id, rule.manual(), mode.word);
    for example in rule.examples {
        let word = match (example.decision, rule.category) {
            (Decision::Silent, Category::Approve) => "not approved",
            (Decision::Silent, _) => "passes",
            (Decision::Approve, Category::Rewrite) => "rewritten",
            (decision, _) => decision.as_str(),
        };
        println!("  {word:<12} {}", one_line(&sample(&example.call)));
    }
}
