//! What a person has trusted: a file per workspace and name, with a SHA-256 for each thing of that name, of what it says and
//! of the scripts that it runs. A new trust takes the place of the old one.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hookward_core::Policy;
use hookward_core::policy::{TrustItem, Trusted, Whose};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::disk::{lies_outside, real};
use crate::file::{private_directory, replace_private};
use crate::following::{Files, Followed, Line, files_of, runs_anew, unseen};
use crate::places::Places;
use crate::probes::{Probes, Recall};
use crate::workspace::{Workspace, repository_of, trees_of};

/// What a person has trusted in a workspace.
#[derive(Clone, Debug)]
pub struct Trust {
    directory: PathBuf,
    root: String,
    /// What commands run, which is asked more than once, and of other calls.
    followed: RefCell<BTreeMap<String, Option<Followed>>>,
    recall: Recall,
}

/// What a file says: what is trusted by one name in one workspace.
#[derive(Serialize, Deserialize)]
struct Given {
    root: String,
    name: String,
    hashes: Vec<String>,
}

impl Trust {
    /// The trust in a workspace; `None` where an agent could write it.
    pub fn of(workspace: &Workspace, places: Option<&Places>) -> Option<Self> {
        let places = places?;
        let directory = places.state.join("trust");
        let root = workspace.root()?.to_owned();
        let is_safe = lies_outside(&directory, &workspace.roots);
        let recall = Recall::of(workspace, places);
        is_safe.then(|| Self { directory, root, followed: RefCell::default(), recall })
    }

    /// What of a policy needs trust here.
    pub fn wanted<'p>(&self, policy: &'p Policy) -> Vec<TrustItem<'p>> {
        policy.trust_items().into_iter().filter(|item| !self.is_free(item)).collect()
    }

    /// Whether a person has trusted exactly this, or need not.
    pub fn covers(&self, item: &TrustItem) -> bool {
        self.standing(item) == Trusted::Now
    }

    /// Whether a person has trusted this as it is, or as it was.
    pub fn standing(&self, item: &TrustItem) -> Trusted {
        let has = |given: &Given| self.hash(item).is_some_and(|hash| given.hashes.contains(&hash));
        let here = self.given(&item.name);
        if here.as_ref().is_some_and(has) || self.is_free(item) {
            return Trusted::Now;
        }
        // The same in another work tree of the repository is the same.
        let trees = trees_of(Path::new(&self.root)).into_iter();
        let elsewhere: Vec<Given> =
            trees.filter_map(|tree| self.given_in(tree.to_str()?, &item.name)).collect();
        if elsewhere.iter().any(has) {
            return Trusted::Now;
        }
        let had = here.iter().chain(&elsewhere).any(|given| !given.hashes.is_empty());
        if had { Trusted::Before } else { Trusted::Never }
    }

    /// The name of what a thing is now, with all that it runs. `None` if nobody may trust it: a project's command of which
    /// that cannot be followed.
    pub fn name_of(&self, item: &TrustItem) -> Option<String> {
        self.hash(item)
    }

    /// Remembers that a person trusts some of what the policy has, exactly as it is now. What was trusted by the same
    /// names before, and is not in the policy any more as it was, is trusted no longer.
    pub fn give(&self, items: &[TrustItem], is_chosen: impl Fn(&TrustItem) -> bool) -> io::Result<()> {
        let mut done: Vec<&str> = Vec::new();
        for chosen in items.iter().filter(|item| is_chosen(item)) {
            if done.contains(&&*chosen.name) {
                continue;
            }
            done.push(&chosen.name);
            let before = self.given(&chosen.name).map(|given| given.hashes).unwrap_or_default();
            let mut hashes = Vec::new();
            for item in items.iter().filter(|item| item.name == chosen.name) {
                let hash = self.hash(item);
                if is_chosen(item) {
                    hashes.push(hash.ok_or_else(cannot_follow)?);
                } else {
                    hashes.extend(hash.filter(|hash| before.contains(hash)));
                }
            }
            let given = Given { root: self.root.clone(), name: chosen.name.to_string(), hashes };
            private_directory(&self.directory)?;
            replace_private(&self.file(&chosen.name), &serde_json::to_vec(&given)?)?;
        }
        Ok(())
    }

    /// Takes back what was trusted by a name; says whether there was anything.
    pub fn withdraw(&self, name: &str) -> io::Result<bool> {
        match fs::remove_file(self.file(name)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The names by which anything is trusted here, whether the policy still has it or not.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let read = |path: PathBuf| serde_json::from_slice::<Given>(&fs::read(path).ok()?).ok();
        let here = entries.filter_map(|entry| read(entry.path())).filter(|given| given.root == self.root);
        let mut names: Vec<String> = here.map(|given| given.name).collect();
        names.sort();
        names
    }

    /// The scripts of the workspace that an item runs: what it says is only half of what it does. `None` if that cannot
    /// be followed.
    pub fn scripts(&self, item: &TrustItem) -> Option<Vec<String>> {
        Some(self.followed(item)?.files)
    }

    /// Programs that an item runs by their names.
    pub(crate) fn programs(&self, item: &TrustItem) -> Vec<String> {
        self.followed(item).map(|followed| followed.programs).unwrap_or_default()
    }

    /// What an item runs besides, and nobody could follow, in words: it may change without being noticed.
    pub fn unseen(&self, item: &TrustItem) -> Vec<String> {
        let line = |command| Line { command, directory: &self.root, project: &self.root };
        item.runs.as_deref().map(|command| unseen(line(command))).unwrap_or_default()
    }

    /// Whether a project may have this run: what it runs can be followed, so that trust can be bound to it.
    pub fn can_follow(&self, line: &str) -> bool {
        files_of(line, &self.root, &self.root, Files::Run).is_some()
    }

    fn is_free(&self, item: &TrustItem) -> bool {
        item.whose == Whose::Person && self.followed(item).is_some_and(|followed| followed.is_nothing())
    }

    fn followed(&self, item: &TrustItem) -> Option<Followed> {
        let Some(command) = &item.runs else { return Some(Followed::default()) };
        let mut known = self.followed.borrow_mut();
        known
            .entry(command.to_string())
            .or_insert_with(|| followed(command, &self.root, Some(&self.recall)))
            .clone()
    }

    fn given(&self, name: &str) -> Option<Given> {
        self.given_in(&self.root, name)
    }

    fn given_in(&self, root: &str, name: &str) -> Option<Given> {
        let given: Given = serde_json::from_slice(&fs::read(self.file_in(root, name)).ok()?).ok()?;
        (given.root == root && given.name == name).then_some(given)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.file_in(&self.root, name)
    }

    fn file_in(&self, root: &str, name: &str) -> PathBuf {
        self.directory.join(hash_of([root.as_bytes(), name.as_bytes()]))
    }

    /// The thing itself, where it holds, and what its scripts say now.
    fn hash(&self, item: &TrustItem) -> Option<String> {
        let mut parts = vec![
            repository_of(Path::new(&self.root)).into_os_string().into_encoded_bytes(),
            format!("{:?}", item.whose).into_bytes(),
            item.content.clone().into_bytes(),
        ];
        let scripts = match (self.scripts(item), item.whose) {
            (Some(scripts), _) => scripts,
            // Who has written it knows what it runs.
            (None, Whose::Person) => Vec::new(),
            (None, Whose::Project) => return None,
        };
        for script in scripts {
            parts.push(fs::read(&script).unwrap_or_default());
            let below = Path::new(&script).strip_prefix(&self.root).unwrap_or(Path::new(&script));
            parts.push(below.as_os_str().as_encoded_bytes().to_vec());
        }
        Some(hash_of(parts.iter().map(Vec::as_slice)))
    }
}

fn cannot_follow() -> io::Error {
    let what = "what it runs cannot be followed; run one script by name";
    io::Error::new(io::ErrorKind::InvalidInput, what)
}

/// Whether something needs nobody's trust: what a person's own file says, as long as nothing of it lies in the workspace.
pub(crate) fn is_free(item: &TrustItem, root: &str) -> bool {
    match item.whose {
        Whose::Project => false,
        Whose::Person => {
            let followed =
                |command| followed(command, root, None).is_some_and(|followed| followed.is_nothing());
            item.runs.as_deref().is_none_or(followed)
        }
    }
}

/// What of the workspace a command runs.
fn followed(command: &str, root: &str, recall: Option<&Recall>) -> Option<Followed> {
    let line = Line { command, directory: root, project: root };
    let mut followed = match recall {
        Some(recall) => recall.runs(line)?,
        None => runs_anew(line, &Probes::default())?,
    };
    // A root that is reached through a link has two names.
    let real = real(Path::new(root));
    let is_inside = |path: &String| {
        let path = Path::new(path);
        path.starts_with(root) || real.as_ref().is_some_and(|real| path.starts_with(real))
    };
    followed.files.retain(is_inside);
    Some(followed)
}

pub(crate) fn hash_of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex(&hash.finalize())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
        text
    })
}
