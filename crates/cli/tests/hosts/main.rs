//! The real agents, driven by a scripted model on loopback: what Hookward says is what they do. `HOOKWARD_REAL_HOSTS=all`
//! (or some names, with commas) runs it; it installs the agents from npm and takes minutes.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and what it saw is its result"
)]

mod agent;
mod attended;
mod dialect;
mod dialogue;
mod install;
mod model;
mod process;
mod registration;
mod report;
mod sandbox;
mod start;
mod stories;
mod terminal;
mod workday;

use std::process::ExitCode;
use std::time::Instant;

use agent::Agent;
use report::Report;

const WANTED: &str = "HOOKWARD_REAL_HOSTS";

fn main() -> ExitCode {
    let Ok(wanted) = std::env::var(WANTED) else {
        println!("the real agents are not driven here; {WANTED}=all does it");
        return ExitCode::SUCCESS;
    };
    let is_wanted = |agent: &Agent| wanted == "all" || wanted.split(',').any(|name| name == agent.name());
    let agents: Vec<Agent> = Agent::ALL.into_iter().filter(is_wanted).collect();
    let started = Instant::now();
    let mut report = Report::default();
    let installed = install::install(&agents);
    println!("installed in {} s", started.elapsed().as_secs());
    // One after the other: each of them takes a whole machine when it starts.
    for (agent, installed) in installed {
        match installed {
            Err(why) => report.skip(agent.title(), &format!("it cannot be installed: {why}")),
            Ok(installed) => {
                report.begin(agent.title(), &installed.version);
                report.tell("without Hookward", || vec![unguarded(agent, &installed)]);
                report.tell("nobody there", || stories::guarded(agent, &installed));
                report.tell("a day's work", || workday::story(agent, &installed));
                report.tell("somebody there", || attended::stories(agent, &installed));
                report.tell("somebody at its terminal", || terminal::stories(agent, &installed));
            }
        }
    }
    if report.end(started.elapsed().as_secs()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Some agents now and then lose what a quick command prints, on a busy machine: that is none of ours, so it is looked at
/// once more.
fn unguarded(agent: Agent, installed: &install::Installed) -> report::Claim {
    let first = stories::unguarded(agent, installed);
    match first.seen {
        report::Seen::Missed(_) => stories::unguarded(agent, installed),
        report::Seen::Held | report::Seen::NotHere(_) => first,
    }
}
