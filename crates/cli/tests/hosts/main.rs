//! The real agents, driven by a scripted model on loopback: what Hookward says is what they do. `HOOKWARD_REAL_HOSTS=all`
//! (or some names, with commas) runs it; it installs the agents from npm and takes minutes.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and what it saw is its result"
)]

mod agent;
mod dialect;
mod install;
mod model;
mod process;
mod registration;
mod sandbox;
mod stories;

use std::process::ExitCode;
use std::time::Instant;

use agent::Agent;
use stories::Seen;

const WANTED: &str = "HOOKWARD_REAL_HOSTS";

fn main() -> ExitCode {
    let Ok(wanted) = std::env::var(WANTED) else {
        println!("the real agents are not driven; {WANTED}=all does it");
        return ExitCode::SUCCESS;
    };
    let is_wanted = |agent: &Agent| wanted == "all" || wanted.split(',').any(|name| name == agent.name());
    let agents: Vec<Agent> = Agent::ALL.into_iter().filter(is_wanted).collect();
    let started = Instant::now();
    let mut failed = false;
    let installed = install::install(&agents);
    println!("installed in {} s", started.elapsed().as_secs());
    for (agent, installed) in installed {
        let installed = match installed {
            Ok(installed) => installed,
            Err(why) => {
                println!("SKIPPED {}: {why}", agent.name());
                continue;
            }
        };
        println!("\n{} {}", agent.name(), installed.version);
        let mut claims = stories::unguarded(agent, &installed);
        match stories::guarded(agent, &installed) {
            Ok(more) => claims.extend(more),
            Err(why) => {
                failed = true;
                println!("  FAILED {why}");
            }
        }
        for claim in claims {
            match claim.seen {
                Seen::Held => println!("  ok      {}", claim.text),
                Seen::NotHere(why) => println!("  -       {}: {why}", claim.text),
                Seen::Missed(instead) => {
                    failed = true;
                    println!("  FAILED  {}\n          {instead}", claim.text);
                }
            }
        }
    }
    println!("\ntook {} s", started.elapsed().as_secs());
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
