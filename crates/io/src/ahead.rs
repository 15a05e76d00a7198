//! The disk as it is once a call has made its work trees: what lies in them is what the commits hold that git checks out there.
//! Git is asked only when somebody looks into one.

mod checkout;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use hookward_core::AddedTree;
use hookward_core::policy::ARTEFACTS;
use hookward_effects::{Added, Difference, Kind, Repository, Staged, Unstaged, World};

use self::checkout::{Checkout, Entry};
use crate::disk::{Disk, MAX_FILES, MAX_FOUND, MAX_SCRIPT};

/// The real disk, and on it the work trees that a call makes.
#[derive(Debug)]
pub struct DiskAhead {
    disk: Rc<Disk>,
    trees: Vec<Checkout>,
    texts: RefCell<BTreeMap<String, Option<String>>>,
}

impl DiskAhead {
    /// With these work trees.
    pub fn with(disk: Rc<Disk>, trees: &[AddedTree]) -> Self {
        let trees = trees.iter().cloned().map(Checkout::of).collect();
        Self { disk, trees, texts: RefCell::default() }
    }

    /// The work tree that a path lies in, and the path in it.
    fn tree<'p>(&self, path: &'p str) -> Option<(&Checkout, &'p str)> {
        self.trees.iter().find_map(|tree| {
            let below = path.strip_prefix(tree.added.path.as_str())?;
            if below.is_empty() { Some((tree, "")) } else { Some((tree, below.strip_prefix('/')?)) }
        })
    }

    /// The work trees below a directory, each with the way there.
    fn below<'s>(&'s self, directory: &'s str) -> impl Iterator<Item = (&'s Checkout, &'s str)> {
        self.trees.iter().filter_map(move |tree| {
            let way = tree.added.path.strip_prefix(directory.trim_end_matches('/'))?.strip_prefix('/')?;
            Some((tree, way))
        })
    }

    fn content(&self, tree: &Checkout, below: &str) -> Option<String> {
        let Entry::File(object) = tree.files()?.get(below)? else { return None };
        let mut texts = self.texts.borrow_mut();
        texts.entry(object.clone()).or_insert_with(|| tree.content(object)).clone()
    }
}

impl World for DiskAhead {
    fn real(&self, path: &str) -> Option<String> {
        self.disk.real(path)
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        let mut found = self.disk.expand(glob);
        let fixed = glob.split(['*', '?', '[', '{', '\\']).next().unwrap_or(glob);
        let parts: Vec<&str> = glob.split('/').collect();
        for tree in &self.trees {
            let top = format!("{}/", tree.added.path);
            let inner = match fixed.strip_prefix(&top) {
                Some(inner) => inner,
                None if top.starts_with(fixed) => "",
                None => continue,
            };
            let paths = tree.names(inner).into_iter().map(|name| format!("{top}{name}"));
            found.extend(
                paths.filter(|path| fits(&parts, &path.split('/').collect::<Vec<_>>())).take(MAX_FOUND),
            );
        }
        found
    }

    fn kind(&self, path: &str) -> Kind {
        match self.tree(path) {
            Some((_, "")) => Kind::Directory,
            Some((_, ".git")) => Kind::File,
            Some((tree, below)) => tree.kind(below),
            None => match self.disk.kind(path) {
                Kind::Nothing if self.below(path).next().is_some() => Kind::Directory,
                kind => kind,
            },
        }
    }

    fn text(&self, path: &str) -> Option<String> {
        match self.tree(path) {
            // A large file is hardly a script.
            Some((tree, below)) => self.content(tree, below).filter(|text| text.len() as u64 <= MAX_SCRIPT),
            None => self.disk.text(path),
        }
    }

    fn is_secret(&self, path: &str) -> bool {
        self.disk.is_secret(path)
    }

    fn is_long_script(&self, path: &str) -> bool {
        self.disk.is_long_script(path)
    }

    fn repository(&self, directory: &str) -> Option<Repository> {
        match self.tree(directory) {
            Some((tree, _)) => tree.repository(&self.disk),
            None => self.disk.repository(directory),
        }
    }

    fn names_below(&self, directory: &str) -> Option<Vec<String>> {
        self.disk.names_below(directory)
    }

    fn files_below(&self, directory: &str) -> Option<Vec<String>> {
        let is_made = |name: &&str| {
            let directories = name.rsplit_once('/').map_or("", |(directories, _)| directories);
            directories.split('/').any(|part| ARTEFACTS.contains(&part))
        };
        if let Some((tree, below)) = self.tree(directory) {
            let top = if below.is_empty() { String::new() } else { format!("{below}/") };
            let names = tree.files()?.keys().filter_map(|name| name.strip_prefix(&top));
            let names: Vec<String> = names.filter(|name| !is_made(name)).map(str::to_owned).collect();
            return (names.len() <= MAX_FILES).then_some(names);
        }
        let mut all = match self.disk.kind(directory) {
            Kind::Nothing => Vec::new(),
            Kind::File | Kind::Directory | Kind::Unknown => self.disk.files_below(directory)?,
        };
        for (tree, way) in self.below(directory) {
            let names = tree.files()?.keys().filter(|name| !is_made(&name.as_str()));
            all.extend(names.map(|name| format!("{way}/{name}")));
        }
        (all.len() <= MAX_FILES).then_some(all)
    }

    fn indexed(&self, directory: &str) -> Option<Vec<String>> {
        let Some((tree, below)) = self.tree(directory) else { return self.disk.indexed(directory) };
        let lies_below = |name: &&String| {
            below.is_empty() || name.strip_prefix(below).is_some_and(|rest| rest.starts_with('/'))
        };
        let names = tree.files()?.keys().filter(lies_below);
        Some(names.map(|name| format!("{}/{name}", tree.added.path)).collect())
    }

    fn committed(&self, path: &str, revision: &str) -> Option<String> {
        match self.tree(path) {
            Some((tree, below)) if matches!(revision, "" | "HEAD") => self.content(tree, below),
            Some((tree, below)) => self.disk.committed(&tree.at_home(below)?, revision),
            None => self.disk.committed(path, revision),
        }
    }

    fn is_generated(&self, directory: &str) -> bool {
        self.disk.is_generated(directory)
    }

    fn unlike_index(&self, directory: &str) -> Option<Vec<String>> {
        self.disk.unlike_index(directory)
    }

    fn unstaged(&self, directory: &str) -> Option<Unstaged> {
        self.disk.unstaged(directory)
    }

    fn is_changed(&self, path: &str) -> bool {
        self.tree(path).is_none() && self.disk.is_changed(path)
    }

    fn age(&self, path: &str) -> Option<u64> {
        match self.tree(path) {
            // It is put there right now.
            Some((tree, below)) => matches!(tree.kind(below), Kind::File).then_some(0),
            None => self.disk.age(path),
        }
    }

    fn touched_at(&self, path: &str) -> Option<u64> {
        self.disk.touched_at(path)
    }

    fn program(&self, name: &str) -> Option<String> {
        self.disk.program(name)
    }

    fn twin(&self, path: &str, programs: &[&'static str]) -> Option<&'static str> {
        self.disk.twin(path, programs)
    }

    fn staged(&self, directory: &str, what: Staged) -> Vec<Added> {
        self.disk.staged(directory, what)
    }

    fn changes(&self, directory: &str, since: Option<&str>, time: u64) -> Vec<Difference> {
        self.disk.changes(directory, since, time)
    }

    fn is_foreign_repository(&self, directory: &str, roots: &[String]) -> bool {
        self.disk.is_foreign_repository(directory, roots)
    }
}

/// Whether a glob names a path, part by part, as the disk would be asked: a star stands for no dot at the start.
fn fits(glob: &[&str], path: &[&str]) -> bool {
    let is_one = |part: &str, name: &str| {
        (!name.starts_with('.') || part.starts_with('.')) && fast_glob::glob_match(part, name)
    };
    match (glob.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) if fits(rest, path) => true,
        (Some((part, rest)), Some((name, below))) => {
            (part == name || is_one(part, name)) && fits(rest, below)
        }
        (None, Some(_)) | (Some(_), None) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use hookward_core::{Head, Start};

    use super::*;

    fn git(directory: &Path, words: &[&str]) {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b.c"]).args(words).current_dir(directory);
        let done = git.output().unwrap();
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// A repository with two commits, of which a branch has the first one, and what lies there is something else again.
    fn repository() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap().join("app");
        let write = |name: &str, text: &str| {
            let path = top.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        fs::create_dir(&top).unwrap();
        git(&top, &["init", "-q", "-b", "main"]);
        write("src/a.ts", "first\n");
        git(&top, &["add", "."]);
        git(&top, &["commit", "-qm", "first"]);
        git(&top, &["branch", "old"]);
        write("src/a.ts", "second\n");
        write("src/.hidden/b.ts", "b\n");
        write("docs/plan.md", "plan\n");
        git(&top, &["add", "."]);
        git(&top, &["commit", "-qm", "second"]);
        write("src/a.ts", "third\n");
        write("src/new.ts", "new\n");
        let top = top.to_str().unwrap().to_owned();
        (folder, top)
    }

    fn ahead(top: &str, start: Start) -> (DiskAhead, String) {
        let path = format!("{top}/.trees/n");
        let head = Head::Branch("n".to_owned());
        let from = Some(top.to_owned());
        let tree = AddedTree { path: path.clone(), from, head, start, is_fetched: false, is_cleared: false };
        (DiskAhead::with(Rc::default(), &[tree]), path)
    }

    #[test]
    fn what_lies_in_a_work_tree_that_is_made_is_what_its_commit_holds() {
        let (_folder, top) = repository();
        let (disk, tree) = ahead(&top, Start::Head);
        let at = |name: &str| format!("{tree}/{name}");
        assert_eq!(disk.text(&at("src/a.ts")).as_deref(), Some("second\n"));
        assert_eq!(disk.committed(&at("src/a.ts"), "").as_deref(), Some("second\n"));
        assert_eq!(disk.committed(&at("src/a.ts"), "old").as_deref(), Some("first\n"));
        assert_eq!(disk.text(&format!("{top}/src/a.ts")).as_deref(), Some("third\n"));
        let kinds = ["src/a.ts", "src", "src/new.ts", ".git"].map(|name| disk.kind(&at(name)));
        assert_eq!(kinds, [Kind::File, Kind::Directory, Kind::Nothing, Kind::File]);
        assert_eq!(
            (disk.kind(&tree), disk.kind(&format!("{top}/.trees"))),
            (Kind::Directory, Kind::Directory)
        );
        assert_eq!(disk.kind(&format!("{top}/.trees/other")), Kind::Nothing);
        assert_eq!(disk.expand(&at("src/*.ts")), [at("src/a.ts")]);
        assert_eq!(disk.expand(&at("**/*.md")), [at("docs/plan.md")]);
        assert_eq!(disk.expand(&format!("{top}/.trees/*/src/a.ts")), [at("src/a.ts")]);
        assert_eq!(disk.expand(&at("*")), [at("docs"), at("src")]);
        assert_eq!(disk.files_below(&at("src")).unwrap(), [".hidden/b.ts", "a.ts"]);
        assert_eq!(disk.files_below(&format!("{top}/.trees")).unwrap().len(), 3);
        assert_eq!(disk.age(&at("docs/plan.md")), Some(0));
        assert_eq!(disk.repository(&at("src")).unwrap().main.as_deref(), Some(&*top));
        assert_eq!(disk.repository(&tree).unwrap().branch.as_deref(), Some("n"));
    }

    #[test]
    fn it_is_made_of_the_commit_that_git_takes_by_a_name() {
        let (_folder, top) = repository();
        let text = |start: Start| {
            let (disk, tree) = ahead(&top, start);
            disk.text(&format!("{tree}/src/a.ts"))
        };
        let old = Some("first\n".to_owned());
        let name = |name: &str| name.to_owned();
        assert_eq!(text(Start::Branch(name("old"))), old);
        assert_eq!(text(Start::Named(name("HEAD~1"))), old);
        assert_eq!(text(Start::Own(name("old"))), old);
        assert_eq!(text(Start::Own(name("n"))), Some("second\n".to_owned()));
        assert_eq!((text(Start::Nothing), text(Start::Named(name("nowhere")))), (None, None));
        let clone = format!("{top}/../clone");
        git(Path::new(&top), &["clone", "-q", ".", "../clone"]);
        let (disk, tree) = ahead(&clone, Start::Branch(name("old")));
        assert_eq!(disk.text(&format!("{tree}/src/a.ts")), old, "the only remote has it");
        let (disk, tree) = ahead(&clone, Start::Own(name("old")));
        assert_eq!(disk.kind(&format!("{tree}/src/a.ts")), Kind::Unknown, "git may be told to guess");
    }

    #[test]
    fn nothing_is_known_of_a_work_tree_whose_commit_is_not() {
        let (_folder, top) = repository();
        let (disk, tree) = ahead(&top, Start::Unclear);
        let at = |name: &str| format!("{tree}/{name}");
        assert_eq!((disk.kind(&tree), disk.kind(&at("src/a.ts"))), (Kind::Directory, Kind::Unknown));
        assert_eq!((disk.text(&at("src/a.ts")), disk.files_below(&tree)), (None, None));
        let (disk, tree) = ahead(&top, Start::Nothing);
        assert_eq!(disk.kind(&format!("{tree}/src/a.ts")), Kind::Nothing);
        assert_eq!(disk.files_below(&tree).unwrap(), [""; 0]);
    }
}
