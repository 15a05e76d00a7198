//! The agents, installed from npm below the target directory. What was installed today is used again.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::agent::Agent;
use crate::process;

/// How long npm may take for one agent.
const LIMIT: Duration = Duration::from_secs(240);

/// An agent is this long the newest one.
const FRESH: Duration = Duration::from_secs(24 * 60 * 60);

/// An agent on the disk.
pub(crate) struct Installed {
    /// What starts it.
    pub(crate) program: PathBuf,
    /// The version that npm gave.
    pub(crate) version: String,
}

/// Installs all of them at once; npm mostly waits for the network.
pub(crate) fn install(agents: &[Agent]) -> Vec<(Agent, Result<Installed, String>)> {
    std::thread::scope(|scope| {
        let started: Vec<_> = agents.iter().map(|agent| (*agent, scope.spawn(|| one(*agent)))).collect();
        let joined = |(agent, thread): (Agent, std::thread::ScopedJoinHandle<'_, _>)| {
            (agent, thread.join().unwrap_or_else(|_| Err("the installation broke off".to_owned())))
        };
        started.into_iter().map(joined).collect()
    })
}

fn one(agent: Agent) -> Result<Installed, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agents").join(agent.name());
    let manifest = folder.join("node_modules").join(agent.package()).join("package.json");
    if !is_fresh(&manifest) {
        npm(agent, &folder)?;
    }
    let text = std::fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let manifest: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let program = folder.join("node_modules/.bin").join(agent.name());
    if !program.exists() {
        return Err(format!("npm left no {}", program.display()));
    }
    Ok(Installed { program, version: manifest["version"].as_str().unwrap_or("?").to_owned() })
}

fn is_fresh(manifest: &Path) -> bool {
    // npm dates the files of a package to 1985; the folder of all of them tells when it was here.
    let marker = manifest.ancestors().find(|path| path.ends_with("node_modules"));
    let written = marker.and_then(|path| path.join(".package-lock.json").metadata().ok()?.modified().ok());
    manifest.exists() && written.and_then(|time| time.elapsed().ok()).is_some_and(|age| age < FRESH)
}

fn npm(agent: Agent, folder: &Path) -> Result<(), String> {
    let said = |error: std::io::Error| error.to_string();
    std::fs::create_dir_all(folder).map_err(said)?;
    std::fs::write(folder.join("package.json"), "{\"private\": true}\n").map_err(said)?;
    let mut command = Command::new("npm");
    command.current_dir(folder).args(["install", "--no-fund", "--no-audit", "--no-save", "--loglevel=error"]);
    command.arg(format!("{}@latest", agent.package()));
    let ended = process::run(command, folder, LIMIT).map_err(|error| format!("npm: {error}"))?;
    match ended.code {
        Some(0) => Ok(()),
        Some(code) => Err(format!("npm ended with {code}: {}", ended.output.trim_ascii())),
        None => Err(format!("npm took longer than {} s", LIMIT.as_secs())),
    }
}
