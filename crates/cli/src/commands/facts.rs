//! `facts`: what Hookward knows of this folder.

use anstream::println;
use clap::Args;
use hookward_io::{Git, policy_paths};
use serde_json::json;

use super::{Outcome, current_directory, show_notices, show_off, show_sources};
use crate::paint::field;
use crate::situation::Situation;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    let git = Git::find(&cwd);
    let places = situation.places.as_ref();
    if arguments.json {
        let layers: Vec<_> = policy_paths(&situation.workspace, places)
            .into_iter()
            .map(|(layer, path)| {
                let used = situation.sources.iter().any(|source| source.layer == layer);
                json!({"layer": layer, "path": path, "used": used})
            })
            .collect();
        let facts = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "reads": hookward_core::reading(),
            "cwd": cwd,
            "roots": situation.workspace.roots,
            "git": git.as_ref().map(|git| json!({"root": git.root, "branch": git.branch, "linked": git.linked})),
            "home": places.map(|places| &places.home),
            "state": places.map(|places| &places.state),
            "policy": layers,
            "notices": situation.policy.notices,
            "off": situation.off_as_json(),
            "fault": situation.fault.as_ref().map(ToString::to_string),
        });
        println!("{facts}");
        return Ok(Outcome::Fine);
    }
    println!("{}", field("version", env!("CARGO_PKG_VERSION")));
    let reads = match hookward_core::reading() {
        "syntax trees" => {
            "JavaScript, TypeScript, Python, Go, Rust, Java and PHP by their syntax trees".to_owned()
        }
        other => {
            format!(
                "JavaScript and TypeScript by their syntax trees; Python, Go, Rust, Java and PHP by their {other}"
            )
        }
    };
    println!("{}", field("reads", &reads));
    let roots = situation.workspace.roots.join(", ");
    println!(
        "{}",
        field("roots", if roots.is_empty() { "none: the home and / are never a workspace" } else { &roots })
    );
    if let Some(git) = git {
        let branch = git.branch.as_deref().unwrap_or("(detached)");
        println!(
            "{}",
            field("branch", &format!("{branch}{}", if git.linked { ", a linked work tree" } else { "" }))
        );
    }
    show_sources(&situation);
    show_notices(&situation);
    show_off(&situation);
    if let Some(fault) = &situation.fault {
        println!("{}", field("fault", &fault.to_string()));
    }
    if let Some(places) = places {
        println!("{}", field("state", &places.state.display().to_string()));
    }
    Ok(Outcome::Fine)
}
