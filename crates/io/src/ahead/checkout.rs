//! What git puts into a work tree that it makes, read from the commit.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hookward_core::{AddedTree, Head, Start};
use hookward_effects::{Kind, Repository, World};

use crate::disk::Disk;
use crate::repository::{git_bytes, git_told};
use crate::workspace::git_root;

/// What a commit has by a name.
#[derive(Debug)]
pub(super) enum Entry {
    /// A file, by the name of its object.
    File(String),
    /// Another repository: an empty directory, until somebody fills it.
    Module,
    /// A link.
    Link,
}

/// A work tree before it is made.
#[derive(Debug)]
pub(super) struct Checkout {
    pub(super) added: AddedTree,
    files: OnceCell<Option<BTreeMap<String, Entry>>>,
}

impl Checkout {
    pub(super) fn of(added: AddedTree) -> Self {
        Self { added, files: OnceCell::new() }
    }

    /// Its files by their paths from its top; `None` if nobody can tell.
    pub(super) fn files(&self) -> Option<&BTreeMap<String, Entry>> {
        let files = self.files.get_or_init(|| match self.added.start {
            Start::Nothing => Some(BTreeMap::new()),
            Start::Head | Start::Named(_) | Start::Branch(_) | Start::Own(_) | Start::Unclear => {
                let home = self.home()?;
                listed(home, &self.commit(home)?)
            }
        });
        files.as_ref()
    }

    /// The names of its files and directories that begin with a text.
    pub(super) fn names(&self, start: &str) -> BTreeSet<&str> {
        let Some(files) = self.files() else { return BTreeSet::new() };
        let names = files.range(start.to_owned()..).map(|(name, _)| name.as_str());
        let names = names.take_while(|name| name.starts_with(start));
        let with_directories =
            |name| above(name).filter(|directory| directory.len() >= start.len()).chain([name]);
        names.flat_map(with_directories).collect()
    }

    pub(super) fn kind(&self, below: &str) -> Kind {
        let Some(files) = self.files() else { return Kind::Unknown };
        match files.get(below) {
            Some(Entry::File(_)) => Kind::File,
            Some(Entry::Module) => Kind::Directory,
            Some(Entry::Link) => Kind::Unknown,
            // What lies behind a link is not looked for.
            None if above(below).any(|name| matches!(files.get(name), Some(Entry::Link))) => Kind::Unknown,
            None => {
                let inner = format!("{below}/");
                let next = files.range(inner.clone()..).next();
                if next.is_some_and(|(name, _)| name.starts_with(&inner)) {
                    Kind::Directory
                } else {
                    Kind::Nothing
                }
            }
        }
    }

    /// What an object holds, if that is text.
    pub(super) fn content(&self, object: &str) -> Option<String> {
        String::from_utf8(git_bytes(self.home()?, &["cat-file", "blob", object], b"")?).ok()
    }

    /// Where a path of it lies in the work tree that it is made from.
    pub(super) fn at_home(&self, below: &str) -> Option<String> {
        Some(format!("{}/{below}", self.home()?.display()))
    }

    /// Its repository, as git's own files say it of the work tree that it is made from.
    pub(super) fn repository(&self, disk: &Disk) -> Option<Repository> {
        let home = self.home()?;
        let repository = disk.repository(home.to_str()?)?;
        let branch = match &self.added.head {
            Head::Branch(branch) => Some(branch.clone()),
            Head::Other | Head::Unclear => None,
        };
        let main = repository.main.or_else(|| home.to_str().map(str::to_owned));
        Some(Repository { branch, main, upstream: None, ..repository })
    }

    /// The work tree that it is made from.
    fn home(&self) -> Option<&Path> {
        git_root(Path::new(self.added.from.as_deref()?), None)
    }

    /// The commit that git checks out in it.
    fn commit(&self, home: &Path) -> Option<String> {
        let commit = |name: &str| {
            let name = format!("{name}^{{commit}}");
            let said = git_told(home, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name], b"")?;
            said.lines().find(|line| *line != "--end-of-options").map(str::to_owned)
        };
        let branch = |name: &str| commit(&format!("refs/heads/{name}"));
        // What was fetched in between moves names of remotes: what is a branch here stays where it is.
        let any = |name: &str| {
            let found = commit(name)?;
            (!self.added.is_fetched || branch(name).as_ref() == Some(&found)).then_some(found)
        };
        match &self.added.start {
            Start::Head => commit("HEAD"),
            Start::Named(name) => any(name),
            Start::Branch(name) => branch(name).or_else(|| any(name)).or_else(|| {
                let remotes = of_remotes(home, name)?;
                let [only] = remotes.as_slice() else { return None };
                (!self.added.is_fetched).then(|| only.clone())
            }),
            Start::Own(name) => branch(name).or_else(|| {
                // By a setting, git takes the branch of a remote.
                of_remotes(home, name)?.is_empty().then(|| commit("HEAD")).flatten()
            }),
            Start::Nothing | Start::Unclear => None,
        }
    }
}

/// The directories that a name lies in, from its top on.
fn above(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices('/').filter_map(|(at, _)| name.get(..at))
}

/// What remotes have by the name of a branch.
fn of_remotes(home: &Path, name: &str) -> Option<Vec<String>> {
    let pattern = format!("refs/remotes/*/{name}");
    let said = git_told(home, &["for-each-ref", "--format=%(objectname)", &pattern], b"")?;
    Some(said.lines().map(str::to_owned).collect())
}

/// All that a commit has.
fn listed(home: &Path, commit: &str) -> Option<BTreeMap<String, Entry>> {
    let told = git_bytes(home, &["ls-tree", "-r", "-z", "--full-tree", commit], b"")?;
    let lines = told.split(|byte| *byte == 0).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let line = String::from_utf8_lossy(line);
            let (what, name) = line.split_once('\t')?;
            let mut what = what.split(' ');
            let entry = match (what.next()?, what.next()?, what.next()?) {
                ("120000", ..) => Entry::Link,
                (_, "commit", _) => Entry::Module,
                (_, _, object) => Entry::File(object.to_owned()),
            };
            Some((name.to_owned(), entry))
        })
        .collect()
}
