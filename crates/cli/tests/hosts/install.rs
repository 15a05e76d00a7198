//! The agents, installed from npm below the target directory. What was installed today is used again.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use serde_json::Value;

use crate::agent::Agent;
use crate::process;

/// How long npm may take for one agent.
const LIMIT: Duration = Duration::from_mins(4);

/// An agent is this long the newest one.
const FRESH: Duration = Duration::from_hours(24);

/// The oldest Node.js that the newest agents run on. With an older one npm would quietly give an older agent.
const NODE: u32 = 22;

/// An agent on the disk.
#[derive(Clone)]
pub(crate) struct Installed {
    /// What starts it.
    pub(crate) program: PathBuf,
    /// The folder of the Node.js that it runs on.
    pub(crate) node: PathBuf,
    /// The version that npm gave.
    pub(crate) version: String,
}

/// Installs all of them at once, each once; npm mostly waits for the network.
pub(crate) fn install(agents: &[Agent]) -> Vec<(Agent, Result<Installed, String>)> {
    let node = node();
    let install = |agent: Agent| one(agent, node.as_deref().map_err(Clone::clone)?);
    let mut names: Vec<Agent> = agents.to_vec();
    names.dedup_by_key(|agent| agent.name());
    let results: Vec<_> = std::thread::scope(|scope| {
        let started: Vec<_> = names.iter().map(|agent| scope.spawn(move || install(*agent))).collect();
        let joined = |thread: ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|_| Err("the installation broke off".to_owned()))
        };
        started.into_iter().map(joined).collect()
    });
    let result = |agent: &Agent| names.iter().zip(&results).find(|(name, _)| name.name() == agent.name());
    agents.iter().filter_map(|agent| result(agent).map(|(_, result)| (*agent, result.clone()))).collect()
}

fn one(agent: Agent, node: &Path) -> Result<Installed, String> {
    let (folder, version) = package(agent.name(), agent.package(), "latest", node)?;
    let program = folder.join("node_modules/.bin").join(agent.name());
    if !program.exists() {
        return Err(format!("npm left no {}", program.display()));
    }
    Ok(Installed { program, node: node.to_owned(), version })
}

/// The folder of a Node.js that is new enough: the machine's own, or one from npm.
fn node() -> Result<PathBuf, String> {
    let own =
        Command::new("node").args(["--print", "process.version.slice(1) + ' ' + process.execPath"]).output();
    let own = own.map_err(|error| format!("node: {error}"))?.stdout;
    let own = String::from_utf8_lossy(&own).trim_ascii().to_owned();
    let (version, path) = own.split_once(' ').unwrap_or_default();
    let major = version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or(0);
    let folder = Path::new(path).parent().unwrap_or(Path::new("/"));
    if major >= NODE {
        return Ok(folder.to_owned());
    }
    let (folder, _) = package("node", "node", &NODE.to_string(), folder)?;
    Ok(folder.join("node_modules/node/bin"))
}

/// Installs a package into a folder of its own; gives the folder and the version.
fn package(name: &str, package: &str, version: &str, node: &Path) -> Result<(PathBuf, String), String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agents").join(name);
    let manifest = folder.join("node_modules").join(package).join("package.json");
    if !is_fresh(&manifest) {
        npm(&format!("{package}@{version}"), &folder, node)?;
    }
    let text =
        std::fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let manifest: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    Ok((folder, manifest["version"].as_str().unwrap_or("?").to_owned()))
}

fn is_fresh(manifest: &Path) -> bool {
    // npm dates the files of a package to 1985; the folder of all of them tells when it was here.
    let marker = manifest.ancestors().find(|path| path.ends_with("node_modules"));
    let written = marker.and_then(|path| path.join(".package-lock.json").metadata().ok()?.modified().ok());
    manifest.exists() && written.and_then(|time| time.elapsed().ok()).is_some_and(|age| age < FRESH)
}

fn npm(package: &str, folder: &Path, node: &Path) -> Result<(), String> {
    let said = |error: std::io::Error| error.to_string();
    std::fs::create_dir_all(folder).map_err(said)?;
    std::fs::write(folder.join("package.json"), "{\"private\": true}\n").map_err(said)?;
    let mut command = Command::new("npm");
    command.current_dir(folder).env("PATH", path_with(node));
    command.args(["install", "--no-fund", "--no-audit", "--no-save", "--loglevel=error", package]);
    let ended = process::run(command, folder, LIMIT).map_err(|error| format!("npm: {error}"))?;
    match ended.code {
        Some(0) => Ok(()),
        Some(code) => Err(format!("npm ended with {code}: {}", ended.output.trim_ascii())),
        None => Err(format!("npm took longer than {} s", LIMIT.as_secs())),
    }
}

/// The PATH with a folder before all others.
fn path_with(folder: &Path) -> OsString {
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&rest));
    std::env::join_paths(all).unwrap_or(rest)
}
