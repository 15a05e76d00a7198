//! The project's policy as it was when a call began, and what of it holds on because a call has changed its file. Both lie
//! in the state directory, where no agent may write: whatever program takes the file away, what it said is not lost.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use hookward_core::policy::{Layer, Source, only_tightens};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::disk::lies_outside;
use crate::file::{may_grow_to, private_directory, private_options, replace_private};
use crate::places::Places;
use crate::policy::{LOCAL_FILE, PROJECT_FILE, read};
use crate::trust::hex;
use crate::workspace::Workspace;

/// What one policy file said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Said {
    layer: Layer,
    path: String,
    text: String,
}

/// What the policy files of a workspace said when a call began.
#[derive(Serialize, Deserialize)]
struct Begun {
    root: String,
    /// None of them where it is noted what markers were not there.
    #[serde(default)]
    files: Vec<Said>,
    /// Whether a person was asked about these files: once it has ended, what they say is that person's decision.
    #[serde(default)]
    is_theirs: bool,
}

/// What they said when a call began that may have left something running.
#[derive(Serialize, Deserialize)]
struct Lingering {
    call: String,
    by: String,
    at: u64,
    files: Vec<Said>,
}

/// Whatever a call leaves running, of that nobody thinks any more after this time, in milliseconds.
pub(crate) const LONG: u64 = 24 * 60 * 60 * 1000;

/// A policy file that holds as it was before a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Whose file it is.
    pub layer: Layer,
    /// Which.
    pub path: String,
    /// What it said.
    pub text: String,
    /// When that was other or gone, in milliseconds since 1970.
    pub at: u64,
    /// While what ran: a command or a file, with secrets masked.
    pub by: String,
    /// The name of that call.
    pub call: String,
}

impl Held {
    /// Whether the file is not there any more.
    pub fn is_gone(&self) -> bool {
        fs::symlink_metadata(&self.path).is_err_and(|error| is_absent(&error))
    }

    /// Whether the file says the same again, or something that is stricter in everything.
    fn is_back(&self) -> bool {
        says_as_much(&self.path, &self.text)
    }
}

/// Whether a file says what it said before, or something that is stricter in everything. One that was not there said nothing.
fn says_as_much(path: &str, before: &str) -> bool {
    match read(Path::new(path)) {
        Ok(Some(now)) => before == now || only_tightens(before, &now),
        Ok(None) => before.is_empty(),
        Err(_) => false,
    }
}

/// The policy files that may lie beside one, as if they were there and said nothing.
fn beside(said: &Said) -> Vec<Said> {
    let files = [(Layer::Project, PROJECT_FILE), (Layer::Local, LOCAL_FILE)];
    let place = |name: &str| Path::new(&said.path).with_file_name(name).display().to_string();
    files.map(|(layer, name)| Said { layer, path: place(name), text: String::new() }).into()
}

/// The call that has changed a policy.
#[derive(Clone, Copy, Debug)]
pub struct Doer<'a> {
    /// Its names, the surest first: some hosts have one for it only when it has ended.
    pub names: &'a [String],
    /// What it runs or writes, with secrets masked.
    pub by: &'a str,
    /// When it has ended, in milliseconds since 1970.
    pub at: u64,
}

/// Where it is kept.
#[derive(Clone, Debug)]
pub struct Holds {
    pub(crate) state: PathBuf,
}

impl Holds {
    /// Those of a state directory; `None` where an agent could write them.
    pub fn of(workspace: &Workspace, places: Option<&Places>) -> Option<Self> {
        let state = &places?.state;
        lies_outside(state, &workspace.roots).then(|| Self { state: state.clone() })
    }

    /// Notes what the policy files of a workspace say when a call begins. Where there are none, there is nothing to lose.
    pub fn begin(&self, call: &str, root: &str, sources: &[Source]) -> io::Result<()> {
        let files = said_by(sources);
        if files.is_empty() {
            return Ok(());
        }
        self.put_begun(call, &Begun { root: root.to_owned(), files, is_theirs: false })
    }

    /// Notes that a call begins whose changes are a person's decision, if that lets it run: nothing of it is held against.
    pub fn begin_theirs(&self, call: &str, root: &str) -> io::Result<()> {
        self.put_begun(call, &Begun { root: root.to_owned(), files: Vec::new(), is_theirs: true })
    }

    fn put_begun(&self, call: &str, begun: &Begun) -> io::Result<()> {
        let path = self.begun(call);
        let bytes = serde_json::to_vec(begun)?;
        may_grow_to(bytes.len() as u64)?;
        let open = || private_options().write(true).create(true).truncate(true).open(&path);
        let mut file = match open() {
            Err(error) if is_absent(&error) => {
                path.parent().map_or(Ok(()), private_directory)?;
                open()?
            }
            opened => opened?,
        };
        file.write_all(&bytes)
    }

    /// Notes that a call leaves something running, which may change the policy files when it has ended: what they say now is
    /// kept as well.
    pub fn linger(&self, doer: &Doer, root: &str, sources: &[Source]) -> io::Result<()> {
        let path = lingering_file(&self.state, root);
        let mut files = said_by(sources);
        let (false, Some(call)) = (files.is_empty(), doer.names.first()) else { return Ok(()) };
        let known = read_lingering(&path).filter(|known| doer.at.saturating_sub(known.at) < LONG);
        let lingering = match known {
            // What the first one has found is what a person has last seen; it counts for as long as the last one may run.
            Some(mut known) => {
                files.retain(|said| !known.files.iter().any(|other| other.path == said.path));
                known.files.extend(files);
                Lingering { at: doer.at, ..known }
            }
            None => Lingering { call: call.clone(), by: doer.by.to_owned(), at: doer.at, files },
        };
        path.parent().map_or(Ok(()), private_directory)?;
        replace_private(&path, &serde_json::to_vec(&lingering)?)
    }

    /// What something that was left running is held against from now on, if the call that has just ended was a person's
    /// decision: what the policy files say since.
    pub fn take_decided(&self, names: &[String]) -> io::Result<()> {
        // Most calls are nobody's decision, and most leave nothing running.
        if !self.state.join(HELD).is_dir() {
            return Ok(());
        }
        let Some((_, begun)) = self.begun_by(names)?.filter(|(_, begun)| begun.is_theirs) else {
            return Ok(());
        };
        let path = lingering_file(&self.state, &begun.root);
        let Some(mut lingering) = read_lingering(&path) else { return Ok(()) };
        for said in &mut lingering.files {
            // What nobody can read says nothing new.
            if let Ok(now) = read(Path::new(&said.path)) {
                said.text = now.unwrap_or_default();
            }
        }
        replace_private(&path, &serde_json::to_vec(&lingering)?)
    }

    /// A call that leaves nothing to hold it against.
    pub fn forget(&self, call: &str) {
        let _ = fs::remove_file(self.begun(call));
    }

    /// Nothing that still runs is held against what the policy said before.
    fn forget_lingering(&self, root: &str) {
        let _ = fs::remove_file(lingering_file(&self.state, root));
    }

    /// What something that was left running has changed holds as it was before; gives what is held because of that.
    pub fn look_at_lingering(&self, root: &str, at: u64) -> io::Result<Vec<Held>> {
        // Where nothing was left running, its name costs more than the look.
        if !self.state.join(HELD).is_dir() {
            return Ok(Vec::new());
        }
        let path = lingering_file(&self.state, root);
        let Some(lingering) = read_lingering(&path) else { return Ok(Vec::new()) };
        if at.saturating_sub(lingering.at) > LONG {
            return fs::remove_file(path).map(|()| Vec::new());
        }
        let doer = Doer { names: std::slice::from_ref(&lingering.call), by: &lingering.by, at };
        self.hold(&doer, root, lingering.files)
    }

    /// A person has said what holds in a workspace: no call that is still on its way takes that back.
    pub fn forget_all(&self, root: &str) {
        self.forget_lingering(root);
        for entry in fs::read_dir(self.state.join(BEGUN)).into_iter().flatten().flatten() {
            let begun =
                fs::read(entry.path()).ok().and_then(|bytes| serde_json::from_slice::<Begun>(&bytes).ok());
            if begun.is_none_or(|begun| begun.root == root) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// A call has ended. What it has changed or taken away holds as it was before; gives what is held because of it.
    pub fn end(&self, doer: &Doer, root: Option<&str>) -> io::Result<Vec<Held>> {
        let Some((name, begun)) = self.begun_by(doer.names)? else {
            // Of a call that two registrations ask about, the other one may have seen the end.
            let known = root.map_or(Ok(Vec::new()), |root| self.read(root))?;
            return Ok(known.into_iter().filter(|held| doer.names.contains(&held.call)).collect());
        };
        self.forget(name);
        self.hold(&Doer { names: &[name.to_owned()], ..*doer }, &begun.root, begun.files)
    }

    /// Holds files of a workspace that say less than they did; gives what is held because of that.
    fn hold(&self, doer: &Doer, root: &str, files: Vec<Said>) -> io::Result<Vec<Held>> {
        let changed: Vec<Said> =
            files.into_iter().filter(|said| !says_as_much(&said.path, &said.text)).collect();
        if changed.is_empty() {
            return Ok(Vec::new());
        }
        let mut all = self.read(root)?;
        // What is held already is what a person has last seen hold.
        let is_new = |said: &Said| !all.iter().any(|held| held.path == said.path);
        let new = changed.into_iter().filter(is_new).map(|said| Held {
            layer: said.layer,
            path: said.path,
            text: said.text,
            at: doer.at,
            by: doer.by.to_owned(),
            call: doer.names.first().cloned().unwrap_or_default(),
        });
        let new: Vec<Held> = new.collect();
        if !new.is_empty() {
            all.extend(new.iter().cloned());
            self.put(root, &all)?;
        }
        Ok(new)
    }

    /// What holds in a workspace though its files say something else. What is back as it was ends by itself.
    pub fn standing(&self, root: &str) -> io::Result<Vec<Held>> {
        let all = self.read(root)?;
        let (back, held): (Vec<Held>, Vec<Held>) = all.into_iter().partition(Held::is_back);
        if !back.is_empty() {
            self.put(root, &held)?;
        }
        Ok(held)
    }

    /// A person takes the files of a workspace as they are now.
    pub fn release(&self, root: &str, paths: &[String]) -> io::Result<()> {
        self.forget_all(root);
        let mut all = self.read(root)?;
        all.retain(|held| !paths.contains(&held.path));
        self.put(root, &all)
    }

    /// How a call has begun, by the first of its names that anything is known by.
    fn begun_by<'n>(&self, names: &'n [String]) -> io::Result<Option<(&'n str, Begun)>> {
        for name in names {
            match fs::read(self.begun(name)) {
                Ok(bytes) => return Ok(Some((name, serde_json::from_slice(&bytes)?))),
                Err(error) if is_absent(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    fn begun(&self, call: &str) -> PathBuf {
        self.state.join(BEGUN).join(call)
    }

    fn read(&self, root: &str) -> io::Result<Vec<Held>> {
        match fs::read(held_file(&self.state, root)) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
            Err(error) if is_absent(&error) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn put(&self, root: &str, held: &[Held]) -> io::Result<()> {
        let path = held_file(&self.state, root);
        if held.is_empty() {
            return match fs::remove_file(path) {
                Err(error) if !is_absent(&error) => Err(error),
                _ => Ok(()),
            };
        }
        path.parent().map_or(Ok(()), private_directory)?;
        replace_private(&path, &serde_json::to_vec(held)?)
    }
}

/// Where there is no state directory, there is nothing in it.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The folder of what calls have begun with, a file for each.
pub(crate) const BEGUN: &str = "policies";

/// The folder of what is held, a file for each workspace.
pub(crate) const HELD: &str = "held";

/// The file of what is held in a workspace.
pub(crate) fn held_file(state: &Path, root: &str) -> PathBuf {
    state.join(HELD).join(hex(&Sha256::digest(root.as_bytes())))
}

/// The file of what the policy of a workspace said when a call began that may have left something running.
fn lingering_file(state: &Path, root: &str) -> PathBuf {
    held_file(state, root).with_extension("lingering")
}

fn read_lingering(path: &Path) -> Option<Lingering> {
    fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok())
}

/// What the policy files within the agent's reach say, and that there are no others beside them.
fn said_by(sources: &[Source]) -> Vec<Said> {
    let near = sources.iter().filter(|source| !source.layer.may_loosen());
    let said =
        |source: &Source| Said { layer: source.layer, path: source.path.clone(), text: source.text.clone() };
    let mut files: Vec<Said> = near.map(said).collect();
    let absent: Vec<Said> = files.iter().flat_map(beside).collect();
    let is_new = |said: &Said| !files.iter().any(|known| known.path == said.path);
    let absent: Vec<Said> = absent.into_iter().filter(is_new).collect();
    files.extend(absent);
    files
}

/// What holds in a workspace, as its policy is read.
pub(crate) fn standing(
    workspace: &Workspace,
    places: Option<&Places>,
) -> Result<Vec<Held>, (PathBuf, io::Error)> {
    let (Some(places), Some(root)) = (places, workspace.root()) else { return Ok(Vec::new()) };
    let is_missing = |path: &Path| fs::symlink_metadata(path).is_err_and(|error| is_absent(&error));
    // Where nothing was ever held, its name costs more than the look.
    if is_missing(&places.state.join(HELD)) {
        return Ok(Vec::new());
    }
    let path = held_file(&places.state, root);
    if is_missing(&path) {
        return Ok(Vec::new());
    }
    // What an agent could have written is nobody's word.
    let Some(holds) = Holds::of(workspace, Some(places)) else { return Ok(Vec::new()) };
    holds.standing(root).map_err(|error| (path, error))
}

#[cfg(test)]
mod tests;
