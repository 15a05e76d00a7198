//! What a person has trusted: one empty file per SHA-256 of the thing, the workspace and the script that it runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hookward_core::policy::TrustItem;
use hookward_effects::{Action, Call, Kind, Repository, Scene, Value, World, facts, normalise};
use sha2::{Digest, Sha256};

use crate::disk::{Disk, lies_outside};
use crate::file::{private_directory, private_options};
use crate::places::Places;
use crate::workspace::Workspace;

/// Programs that run what a file of the project says, and those files.
const RUNNERS: &[(&[&str], &[&str])] = &[
    (&["make", "gmake"], &["GNUmakefile", "makefile", "Makefile"]),
    (&["just"], &["justfile", "Justfile", ".justfile"]),
    (&["npm", "pnpm", "yarn", "bun", "npx"], &["package.json"]),
    (&["composer"], &["composer.json"]),
    (&["deno"], &["deno.json"]),
];

/// The disk, but no script is looked through: the trust is bound to its whole content anyway.
struct Unread;

impl World for Unread {
    fn real(&self, path: &str) -> Option<String> {
        Disk.real(path)
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        Disk.expand(glob)
    }

    fn kind(&self, path: &str) -> Kind {
        Disk.kind(path)
    }

    fn text(&self, _: &str) -> Option<String> {
        None
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    fn is_foreign_repository(&self, directory: &str, roots: &[String]) -> bool {
        Disk.is_foreign_repository(directory, roots)
    }
}

/// What a person has trusted in a workspace.
#[derive(Clone, Debug)]
pub struct Trust {
    directory: PathBuf,
    root: String,
}

impl Trust {
    /// The trust in a workspace; `None` where an agent could write it.
    pub fn of(workspace: &Workspace, places: Option<&Places>) -> Option<Self> {
        let directory = places?.state.join("trust");
        let root = workspace.root()?.to_owned();
        lies_outside(&directory, &workspace.roots).then_some(Self { directory, root })
    }

    /// Whether a person has trusted exactly this.
    pub fn covers(&self, item: &TrustItem) -> bool {
        self.hash(item).is_some_and(|hash| self.directory.join(hash).is_file())
    }

    /// Remembers that a person trusts exactly this.
    pub fn add(&self, item: &TrustItem) -> io::Result<()> {
        let cannot = || {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "what it runs cannot be followed; run one script by name",
            )
        };
        let hash = self.hash(item).ok_or_else(cannot)?;
        private_directory(&self.directory)?;
        private_options().write(true).create(true).truncate(true).open(self.directory.join(hash))?;
        Ok(())
    }

    /// The scripts of the workspace that an item runs: what it says is only half of what it does. `None` if that cannot
    /// be followed.
    pub fn scripts(&self, item: &TrustItem) -> Option<Vec<String>> {
        let Some(command) = item.runs else { return Some(Vec::new()) };
        let mut scripts = files_run_by(command, &self.root)?;
        scripts.retain(|path| Path::new(path).starts_with(&self.root));
        Some(scripts)
    }

    /// The thing itself, where it holds, and what its scripts say now.
    fn hash(&self, item: &TrustItem) -> Option<String> {
        let mut hash = Sha256::new();
        let scripts = self.scripts(item)?;
        let contents = scripts.iter().map(|script| fs::read(script).unwrap_or_default());
        let parts =
            [self.root.clone().into_bytes(), item.content.clone().into_bytes()].into_iter().chain(contents);
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Some(hex(&hash.finalize()))
    }
}

/// The files that a command runs or names, in a directory. `None` if that cannot be followed.
pub(crate) fn files_run_by(command: &str, directory: &str) -> Option<Vec<String>> {
    let scene = Scene { cwd: directory, home: None, roots: &[], world: &Unread };
    let facts = facts(&Call::shell(command), &scene);
    let mut scripts = Vec::new();
    for command in &facts.commands {
        let cwd = command.cwd.as_deref()?;
        let name = command.words.first().and_then(Value::known).unwrap_or_default();
        let runner = RUNNERS.iter().find(|(names, _)| names.contains(&name));
        scripts.extend(runner.iter().flat_map(|(_, files)| files.iter()).map(|file| normalise(file, cwd)));
        for word in &command.words {
            scripts.push(normalise(word.known()?, cwd));
        }
    }
    for effect in &facts.effects {
        match &effect.action {
            Action::Read(place) if !place.open => {
                scripts.extend(place.spots.iter().map(|spot| spot.path.clone()));
            }
            // What it runs may be anything.
            Action::Read(_) | Action::Opaque(_) | Action::Environment(..) | Action::Run(_) => {
                return None;
            }
            _ => {}
        }
    }
    scripts.retain(|path| Path::new(path).is_file());
    scripts.sort();
    scripts.dedup();
    Some(scripts)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
        text
    })
}
