//! Where the agent works: the workspace's roots, and what git's own files say, read by hand.

use std::fs;
use std::path::{Path, PathBuf};

use hookward_core::Ground;
use hookward_effects::normalise;

use crate::disk::real;
use crate::places::Places;

/// The workspace of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// Its roots, the main one first; never the home, what holds it, or `/`.
    pub roots: Vec<String>,
}

impl Workspace {
    /// What the host says, else the git root, else the working directory.
    pub fn find(named: &[String], cwd: &str, home: Option<&Path>) -> Self {
        let mut roots: Vec<String> = Vec::new();
        let mut add = |path: String| {
            let holds_home = home.is_some_and(|home| home.starts_with(&path));
            if path != "/" && !holds_home && !roots.contains(&path) {
                roots.push(path);
            }
        };
        for root in named.iter().filter(|root| root.starts_with('/')) {
            add(normalise(root, "/"));
        }
        let repository = git_root(Path::new(cwd), home);
        let here = repository.and_then(Path::to_str);
        match (named.is_empty(), here) {
            (true, Some(root)) => add(root.to_owned()),
            (true, None) => add(normalise(cwd, "/")),
            // What the host names is the workspace; a work tree that belongs to it is too, another repository is not.
            (false, Some(root)) if belongs_to(Path::new(root), named) => add(root.to_owned()),
            (false, _) => {}
        }
        // Where a root is reached through a link, both names are the workspace.
        for root in roots.clone() {
            if let Some(real) = real(Path::new(&root)).filter(|real| !roots.contains(real)) {
                roots.push(real);
            }
        }
        Self { roots }
    }

    /// The directories whose policy holds, far ones first: the repository that the main root lies in, and the root.
    pub fn projects(&self, home: Option<&Path>) -> Vec<PathBuf> {
        let Some(root) = self.root().map(PathBuf::from) else { return Vec::new() };
        let around = git_root(&root, home).map(Path::to_owned).filter(|around| *around != root);
        around.into_iter().chain([root]).collect()
    }

    /// The other work trees of its repositories, as git's own files name them: they belong to it, wherever they lie.
    pub fn linked_trees(&self, home: Option<&Path>) -> Vec<String> {
        let repositories = self.roots.iter().flat_map(|root| repositories_at(Path::new(root)));
        let mut trees: Vec<PathBuf> = repositories.flat_map(|repository| trees_of(&repository)).collect();
        trees.sort_unstable();
        trees.dedup();
        // Where the workspace is reached through a link, what lies in it has both names.
        let named = trees.iter().flat_map(|tree| {
            let rest = self.roots.iter().find_map(|root| tree.strip_prefix(root).ok());
            rest.into_iter().flat_map(|rest| self.roots.iter().map(move |root| Path::new(root).join(rest)))
        });
        let named: Vec<PathBuf> = named.filter(|tree| !trees.contains(tree)).collect();
        let trees = trees.into_iter().chain(named);
        // A bare repository has none of its own; and the home is never a workspace.
        let is_tree =
            |tree: &PathBuf| tree.join(".git").exists() && !home.is_some_and(|home| home.starts_with(tree));
        let known = |tree: &String| !self.roots.contains(tree);
        trees.filter(is_tree).filter_map(|tree| tree.to_str().map(str::to_owned)).filter(known).collect()
    }

    /// Whether what git makes in a directory is of the workspace's own repository, and not of another in it or beside it.
    pub fn is_of_its_repository(&self, directory: &str, home: Option<&Path>) -> bool {
        let directory = Path::new(directory);
        let mut roots = self.roots.iter().map(Path::new);
        match git_root(directory, home) {
            Some(top) => roots.any(|root| root.starts_with(top) || repository_of(root) == repository_of(top)),
            // A bare one.
            None => roots.any(|root| repository_of(root) == directory),
        }
    }

    /// The main root.
    pub fn root(&self) -> Option<&str> {
        self.roots.first().map(String::as_str)
    }

    /// Where things lie.
    pub fn ground(&self, places: Option<&Places>) -> Ground {
        let text = |path: &Path| path.to_str().map(str::to_owned);
        Ground {
            roots: self.roots.clone(),
            trees: Vec::new(),
            made: Vec::new(),
            home: places.and_then(|places| text(&places.home)),
            own: places.iter().flat_map(|places| places.own()).filter_map(text).collect(),
        }
    }

    /// Where things lie, our own files also by their real names: a link to them must not be a way around. It asks the
    /// disk, so it is for calls that change something.
    pub fn ground_behind_links(&self, places: Option<&Places>) -> Ground {
        let mut ground = self.ground(places);
        ground.own.extend(places.iter().flat_map(|places| places.own()).filter_map(real));
        ground
    }
}

/// The work tree that holds a directory. One that is the home, or holds it, is somebody's dotfiles.
pub(crate) fn git_root<'p>(from: &'p Path, home: Option<&Path>) -> Option<&'p Path> {
    from.ancestors()
        .take_while(|directory| !home.is_some_and(|home| home.starts_with(directory)))
        .find(|directory| directory.join(".git").exists())
}

/// Where a work tree keeps its `HEAD`: `.git`, or what its `.git` file names.
pub(crate) fn git_directory(root: &Path) -> Option<PathBuf> {
    let dot_git = root.join(".git");
    if dot_git.is_dir() {
        return Some(dot_git);
    }
    let text = fs::read_to_string(&dot_git).ok()?;
    Some(root.join(text.strip_prefix("gitdir:")?.trim()))
}

/// Whether a work tree is linked to the repository of one of some roots, or to a bare one that lies in it.
fn belongs_to(tree: &Path, roots: &[String]) -> bool {
    if directory_of_linked(tree).is_none() {
        return false;
    }
    let own = repository_of(tree);
    roots
        .iter()
        .any(|root| repositories_at(Path::new(root)).any(|repository| repository_of(&repository) == own))
}

/// What a root is a work tree of; else the bare repositories in it, of which work trees lie beside them.
fn repositories_at(root: &Path) -> impl Iterator<Item = PathBuf> {
    let is_bare = |directory: &Path| directory.join("HEAD").is_file() && directory.join("worktrees").is_dir();
    let is_one = root.join(".git").exists() || is_bare(root);
    let inside = if is_one { None } else { fs::read_dir(root).ok() };
    let inside = inside.into_iter().flatten().flatten().map(|entry| entry.path());
    is_one.then(|| root.to_owned()).into_iter().chain(inside.filter(move |path| is_bare(path)))
}

/// What repository a work tree is one of, by the path of its main work tree: of one that is not linked to another, its own.
/// A bare repository that a `.git` file beside it leads to (`gitdir: ./.bare`) goes by the directory of that file.
pub(crate) fn repository_of(tree: &Path) -> PathBuf {
    let directory = directory_of_linked(tree);
    let common = directory.as_deref().and_then(Path::parent).filter(|above| above.ends_with("worktrees"));
    let Some(common) = common.and_then(Path::parent) else { return tree.to_owned() };
    let leads_there =
        |beside: &&Path| git_directory(beside).and_then(|git| real(&git)).as_deref() == common.to_str();
    common.parent().filter(leads_there).unwrap_or(common).to_owned()
}

/// The other work trees of a repository, as its own files name them.
pub(crate) fn trees_of(tree: &Path) -> Vec<PathBuf> {
    let main = repository_of(tree);
    let linked = fs::read_dir(git_directory(&main).unwrap_or_else(|| main.clone()).join("worktrees"));
    let linked = linked.into_iter().flatten().flatten().filter_map(|entry| {
        let back = fs::read_to_string(entry.path().join("gitdir")).ok()?;
        let back = normalise(back.trim_end(), entry.path().to_str()?);
        Path::new(&back).parent().map(Path::to_owned).filter(|other| repository_of(other) == main)
    });
    std::iter::once(main.clone()).chain(linked).filter(|other| other != tree).collect()
}

/// Where the repository of a linked work tree keeps what belongs to that tree, by its real name.
fn directory_of_linked(tree: &Path) -> Option<PathBuf> {
    let link = fs::read_to_string(tree.join(".git")).ok()?;
    let directory = tree.join(link.strip_prefix("gitdir:")?.trim());
    // git keeps the way back: a file that only claims to belong has none.
    let back = fs::read_to_string(directory.join("gitdir")).ok()?;
    let back = normalise(back.trim_end(), directory.to_str()?);
    let is_known = Path::new(&back) == tree.join(".git");
    real(&directory).filter(|_| is_known).map(PathBuf::from)
}

/// What git's own files say of a working directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Git {
    /// The work tree's root.
    pub root: PathBuf,
    /// The branch; `None` if the head is detached.
    pub branch: Option<String>,
    /// Whether this is a linked work tree.
    pub linked: bool,
}

impl Git {
    /// Reads `.git/HEAD`, through the `.git` file of a linked work tree or submodule.
    pub fn find(cwd: &Path) -> Option<Self> {
        let root = git_root(cwd, None)?;
        let directory = git_directory(root)?;
        let linked = directory.join("commondir").is_file();
        let head = fs::read_to_string(directory.join("HEAD")).ok()?;
        let branch = head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned);
        Some(Self { root: root.to_owned(), branch, linked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_and_the_root_are_never_a_workspace() {
        let home = Path::new("/nowhere/me");
        let find = |named: &[&str], cwd: &str| {
            let named: Vec<String> = named.iter().map(ToString::to_string).collect();
            Workspace::find(&named, cwd, Some(home)).roots
        };
        assert_eq!(find(&["/nowhere/me/app"], "/nowhere/me/app/src"), ["/nowhere/me/app"]);
        assert_eq!(find(&[], "/nowhere/me/app"), ["/nowhere/me/app"]);
        assert!(find(&["/nowhere/me"], "/nowhere/me").is_empty());
        assert!(find(&["/", "/nowhere"], "/").is_empty());
    }

    #[test]
    fn a_work_tree_is_of_the_repository_that_knows_it() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let home = folder.path().canonicalize()?;
        let write = |path: &str, text: &str| {
            let path = home.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&home))?;
            fs::write(path, text)
        };
        let (main, bare, around) = (home.join("main"), home.join("bare.git"), home.join("around"));
        write("around/.git", "gitdir: ./.bare\n")?;
        for (tree, link, back) in [
            (
                "tree",
                format!("{}/.git/worktrees/tree", main.display()),
                format!("{}/tree/.git", home.display()),
            ),
            (
                "relative",
                "../main/.git/worktrees/relative".to_owned(),
                "../../../../relative/.git".to_owned(),
            ),
            (
                "of-bare",
                format!("{}/worktrees/of-bare", bare.display()),
                format!("{}/of-bare/.git", home.display()),
            ),
            (
                "around/tree",
                format!("{}/.bare/worktrees/tree", around.display()),
                format!("{}/tree/.git", around.display()),
            ),
            ("stranger", format!("{}/.git/worktrees/tree", main.display()), String::new()),
            ("part", "../main/.git/modules/part".to_owned(), String::new()),
        ] {
            write(&format!("{tree}/.git"), &format!("gitdir: {link}\n"))?;
            if !back.is_empty() {
                let directory = home.join(tree).join(link).join("gitdir");
                write(&directory.display().to_string(), &format!("{back}\n"))?;
            }
        }
        let repository = |tree: &str| repository_of(&home.join(tree));
        assert_eq!((repository("tree"), repository("relative")), (main.clone(), main.clone()));
        assert_eq!(repository("of-bare"), bare);
        assert_eq!((repository("around/tree"), repository("around")), (around.clone(), around.clone()));
        assert_eq!(trees_of(&around), [around.join("tree")]);
        assert_eq!(trees_of(&around.join("tree")), [around]);
        for tree in ["main", "stranger", "part", "nowhere"] {
            assert_eq!(repository(tree), home.join(tree));
        }
        Ok(())
    }
}
