//! The version of a host on this machine. To start an agent for that may take seconds, so what lies on the disk is read
//! first.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hookward_hosts::Host;
use hookward_hosts::registration::Version;
use serde_json::Value;

use crate::process;
use crate::registrations::{on_path, programs};

/// How long a program may take to say its version.
const PATIENCE: Duration = Duration::from_secs(5);

/// The version of the first program of a host that is found.
pub(crate) fn version(host: Host) -> Option<Version> {
    let program = programs(host).iter().find_map(|program| on_path(program))?;
    let real = program.canonicalize().unwrap_or_else(|_| program.clone());
    of_package(&real).or_else(|| of_path(&real)).or_else(|| by_its_own_word(&program))
}

/// By the manifest of the npm package that the program is part of.
fn of_package(program: &Path) -> Option<Version> {
    let is_package = |folder: &&Path| {
        folder.parent().is_some_and(|above| above.ends_with("node_modules"))
            || folder.ancestors().nth(2).is_some_and(|above| above.ends_with("node_modules"))
    };
    let manifests = program.ancestors().skip(1).filter(is_package).map(|folder| folder.join("package.json"));
    let text = manifests.into_iter().find_map(|manifest| std::fs::read_to_string(manifest).ok())?;
    let manifest: Value = serde_json::from_str(&text).ok()?;
    Version::find(manifest.get("version")?.as_str()?)
}

/// `~/.local/share/claude/versions/2.1.325`
fn of_path(program: &Path) -> Option<Version> {
    let name = program.file_name()?.to_str()?;
    let is_version = name.chars().all(|c| c.is_ascii_digit() || c == '.');
    is_version.then(|| Version::find(name)).flatten()
}

fn by_its_own_word(program: &PathBuf) -> Option<Version> {
    let ended = process::run(Command::new(program).arg("--version"), b"", PATIENCE).ok()?;
    Version::find(&ended.stdout)
}
