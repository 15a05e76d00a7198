//! Where things lie: workspace, home, the system, Hookward's own files. The single place that knows what a path means.

use hookward_effects::{SOMEWHERE, Spot};

mod globs;
mod names;

pub(crate) use self::globs::BuiltIn;
pub(crate) use self::names::Names;
use crate::work_trees::AddedTree;

/// Where an agent works.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ground {
    /// The workspace's roots, absolute; never the home or `/`.
    pub roots: Vec<String>,
    /// Linked work trees that lie inside of a root, for a call that changes something: what lies there is named from its own
    /// tree, as it would be in a root. Losing one is not losing the workspace.
    pub trees: Vec<String>,
    /// Work trees of the workspace that the call itself makes, wherever they lie: what lies in them is what their commits hold.
    pub made: Vec<AddedTree>,
    /// The person's home.
    pub home: Option<String>,
    /// Directories that belong to Hookward: state, cache and configuration.
    pub own: Vec<String>,
}

/// Directories whose content belongs to the system, at any depth.
const SYSTEM: &[&str] = &[
    "bin",
    "boot",
    "dev",
    "etc",
    "lib",
    "lib32",
    "lib64",
    "proc",
    "root",
    "run",
    "sbin",
    "sys",
    "usr",
    "System",
    "Library",
    "Applications",
];

/// Directories that belong to the system, but not what lies two levels below them.
const SHARED: &[&str] = &["home", "Users", "var", "opt", "srv", "mnt", "media", "private", "Volumes"];

/// Whose a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The agent's.
    Workspace,
    /// Anybody's: temporary files and caches.
    Free,
    /// The system's.
    System,
    /// The person's: dotfiles and settings.
    Configuration,
    /// Something else's.
    Elsewhere,
}

/// What tools keep below the home for themselves, and may fill and empty; and where hosts keep notes of their own.
const CACHES: &[&str] = &[
    ".cache",
    ".npm",
    ".pnpm-store",
    ".yarn",
    ".bun",
    ".cargo/registry",
    ".cargo/git",
    ".rustup",
    ".m2",
    ".gradle",
    ".nuget",
    ".ivy2",
    ".sbt",
    ".cpan",
    ".gem",
    ".bundle",
    ".composer/cache",
    ".local/share/pnpm",
    ".local/share/virtualenvs",
    ".virtualenvs",
    ".pyenv",
    ".nvm",
    ".rbenv",
    ".terraform.d/plugin-cache",
    ".deno",
    ".ollama",
    ".cache-loader",
    "go/pkg",
    "Library/Caches",
    "Library/Developer/Xcode/DerivedData",
    "Library/Developer/CoreSimulator/Caches",
    ".android/build-cache",
    ".android/cache",
    ".claude/plans",
    ".claude/projects",
    ".claude/todos",
    ".claude/tmp",
    ".local/share/Trash",
];

/// Where anything may be created and deleted.
const TEMPORARY: &[&str] = &["/tmp", "/var/tmp", "/private/tmp", "/var/folders", "/dev/shm"];

impl Ground {
    /// Whether a path is a workspace root or lies in one.
    pub fn in_workspace(&self, path: &str) -> bool {
        self.roots.iter().any(|root| within(path, root))
    }

    /// Whether a work tree may be made there: not where the system or the person's configuration lies.
    pub fn may_hold_a_tree(&self, path: &str) -> bool {
        match self.side(path) {
            Side::Workspace | Side::Free | Side::Elsewhere => true,
            Side::System | Side::Configuration => false,
        }
    }

    /// The workspace root, or work tree in one, that a path lies in; the nearest of several.
    pub fn root_of(&self, path: &str) -> Option<&str> {
        let around = self.tops().filter(|top| within(path, top));
        around.max_by_key(|top| top.len())
    }

    /// The work tree that the call makes around a path: the disk does not know it yet.
    pub fn made_around(&self, path: &str) -> Option<&AddedTree> {
        self.made.iter().find(|tree| tree.holds(path))
    }

    /// All that paths are named from: the roots, and the work trees in them.
    pub fn tops(&self) -> impl Iterator<Item = &str> {
        self.roots.iter().chain(&self.trees).map(String::as_str)
    }

    /// Whether a path lies in a temporary directory (and is not one itself). A workspace there is still a workspace, and a
    /// home there, as in containers, still has the person's settings.
    pub fn is_temporary(&self, path: &str) -> bool {
        TEMPORARY.iter().any(|temporary| within(path, temporary) && path != *temporary)
            && !self.in_workspace(path)
            && !self.is_configuration(path)
    }

    /// Whether a path is among the person's settings: below the home, hidden, and no cache of a tool.
    fn is_configuration(&self, path: &str) -> bool {
        self.below_home(path).is_some_and(|below| {
            (below.starts_with('.') || below.starts_with("Library/"))
                && !CACHES.iter().any(|cache| within(below, cache))
        })
    }

    fn below_home<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(self.home.as_deref()?)?.strip_prefix('/')
    }

    /// Whether a path is a directory of temporary files itself, and no workspace.
    pub fn holds_temporary_files(&self, path: &str) -> bool {
        TEMPORARY.contains(&path) && !self.in_workspace(path)
    }

    /// Whose a path is.
    pub fn side(&self, path: &str) -> Side {
        if self.in_workspace(path) {
            return Side::Workspace;
        }
        // Nobody knows where that is.
        if within(path, SOMEWHERE) {
            return Side::Free;
        }
        if self.is_temporary(path) || TEMPORARY.contains(&path) || path.starts_with("/dev/") {
            return Side::Free;
        }
        if self.is_configuration(path) {
            return Side::Configuration;
        }
        if let Some(below) = self.below_home(path) {
            return if CACHES.iter().any(|cache| within(below, cache)) {
                Side::Free
            } else {
                Side::Elsewhere
            };
        }
        let top = path.split('/').nth(1).unwrap_or_default();
        if SYSTEM.contains(&top) || self.vital(path).is_some() { Side::System } else { Side::Elsewhere }
    }

    /// Whether a path is the person's home.
    pub fn is_home(&self, path: &str) -> bool {
        self.home.as_deref() == Some(path)
    }

    /// Whether a path is somebody's home: the person's, or one by its place.
    pub fn is_a_home(&self, path: &str) -> bool {
        let of_another = ["/home/", "/Users/"]
            .iter()
            .any(|homes| path.strip_prefix(homes).is_some_and(|name| !name.contains('/')));
        self.is_home(path) || of_another || path == "/root"
    }

    /// Whether a path belongs to Hookward.
    pub fn is_own(&self, path: &str) -> bool {
        self.own.iter().any(|own| within(path, own))
    }

    /// Whether a directory holds what belongs to Hookward.
    pub fn holds_own(&self, path: &str) -> bool {
        self.own.iter().any(|own| within(own, path))
    }

    /// Why losing this directory with everything in it would be a catastrophe, if it would.
    pub fn vital(&self, path: &str) -> Option<&'static str> {
        if path == "/" {
            return Some("the whole file system");
        }
        if self.roots.iter().any(|root| path == root) {
            return Some("the workspace itself");
        }
        if path.ends_with("/.git") {
            return Some("the repository with its whole history");
        }
        if self.roots.iter().any(|root| within(root, path)) {
            return Some("a directory that holds the workspace");
        }
        if let Some(home) = &self.home {
            if within(home, path) {
                return Some("the home directory");
            }
            let below = path.strip_prefix(home.as_str()).and_then(|below| below.strip_prefix('/'));
            if below.is_some_and(|below| {
                matches!(below, ".ssh" | ".gnupg" | ".config" | ".aws" | ".kube" | ".local")
            }) {
                return Some("personal configuration and keys");
            }
        }
        if self.in_workspace(path)
            || self.home.as_ref().is_some_and(|home| within(path, home))
            || self.is_temporary(path)
        {
            return None;
        }
        let mut parts = path.split('/').skip(1);
        let top = parts.next().unwrap_or_default();
        let levels = parts.count();
        // All that a service keeps: its databases, images, accounts.
        let is_state = path.starts_with("/var/lib/") && levels < 3;
        let belongs = SYSTEM.contains(&top)
            || (SHARED.contains(&top) && levels < 2)
            || is_state
            || (top == "tmp" && levels == 0);
        belongs.then_some("a system directory")
    }

    /// What a spot names, in every form that a glob of a policy may name it by; prepared once for many globs.
    pub(crate) fn names(&self, spot: &Spot) -> Names {
        let path = spot.glob.as_deref().unwrap_or(&spot.path).to_ascii_lowercase();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let plain = || name.find(['*', '?', '[']).unwrap_or(name.len());
        let spelled = spot.glob.is_some() && (name.starts_with('.') || plain() >= 3);
        // Where it lies is not known, or only if a variable is empty: then it may lie in any of them.
        let unplaced = match path.strip_prefix("/?/") {
            Some(rest) => Some(rest.to_owned()),
            None => path.strip_prefix('/').filter(|_| spot.if_empty).map(str::to_owned),
        };
        let below = self.below_roots(&path).chain(unplaced).collect();
        Names { path, name, below, spelled }
    }

    /// The same of one file.
    pub(crate) fn names_of(&self, path: &str) -> Names {
        let path = path.to_ascii_lowercase();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let below = self.below_roots(&path).collect();
        Names { path, name, below, spelled: false }
    }

    /// A path, in lower case, below each root that it lies in.
    fn below_roots(&self, path: &str) -> impl Iterator<Item = String> {
        self.tops().chain(self.home.as_deref()).filter_map(move |root| {
            let (start, rest) = path.split_at_checked(root.len())?;
            let below = rest.strip_prefix('/').filter(|_| start.eq_ignore_ascii_case(root))?;
            Some(below.to_owned())
        })
    }
}

/// Whether `path` is `directory` or lies in it.
fn within(path: &str, directory: &str) -> bool {
    match path.strip_prefix(directory) {
        Some(rest) => rest.is_empty() || rest.starts_with('/') || directory.ends_with('/'),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground() -> Ground {
        Ground { roots: vec!["/home/dev/app".into()], home: Some("/home/dev".into()), ..Ground::default() }
    }

    #[test]
    fn what_is_vital_is_named_and_the_rest_is_not() {
        for path in
            ["/", "/home", "/home/dev", "/home/other", "/etc", "/etc/nginx", "/usr/lib/x", "/var", "/tmp"]
        {
            assert!(ground().vital(path).is_some(), "{path}");
        }
        for path in ["/home/dev/app", "/home/dev/app/.git", "/home/dev/.ssh"] {
            assert!(ground().vital(path).is_some(), "{path}");
        }
        for path in ["/home/dev/app/src", "/home/dev/other", "/tmp/x", "/var/tmp/x", "/home/dev/app-2"] {
            assert!(ground().vital(path).is_none(), "{path}");
        }
    }

    fn spot(path: &str, glob: Option<&str>) -> Spot {
        let scene =
            hookward_effects::Scene { cwd: "/", home: None, roots: &[], world: &hookward_effects::Emptiness };
        let mut spot = scene.place_of_path(path).spots.remove(0);
        spot.glob = glob.map(str::to_owned);
        spot
    }

    #[test]
    fn a_glob_names_a_file_anywhere_or_from_the_root() {
        let fits = |glob: &str, path: &str| ground().names(&spot(path, None)).fit(glob);
        assert!(fits("*.pem", "/home/dev/app/a/b.PEM"));
        assert!(fits("infra/**", "/home/dev/app/infra/a/b"));
        assert!(!fits("infra/**", "/home/dev/app/docs/infra/a"));
        assert!(fits(".claude/settings.json", "/home/dev/.claude/settings.json"));
        assert!(fits("/etc/shadow", "/etc/shadow"));
    }

    #[test]
    fn a_home_among_temporary_files_has_settings_like_any_other() {
        let ground =
            Ground { roots: vec!["/tmp/u/app".into()], home: Some("/tmp/u".into()), ..Ground::default() };
        for path in
            ["/tmp/u/.bashrc", "/tmp/u/.ssh/config", "/tmp/u/.config/a/b", "/tmp/u/.claude/settings.json"]
        {
            assert_eq!(ground.side(path), Side::Configuration, "{path}");
            assert!(!ground.is_temporary(path), "{path}");
        }
        for path in ["/tmp/u/notes", "/tmp/u/.cache/a", "/tmp/x", "/tmp/x/.bashrc", "/tmp/u/.npm/_cacache/a"]
        {
            assert_eq!(ground.side(path), Side::Free, "{path}");
        }
        assert_eq!(ground.side("/tmp/u/app/.env"), Side::Workspace);
    }

    #[test]
    fn what_lies_in_a_work_tree_inside_of_a_root_is_named_from_that_tree() {
        let tree = "/home/dev/app/.trees/f".to_owned();
        let ground = Ground { trees: vec![tree.clone()], ..ground() };
        assert_eq!(ground.root_of("/home/dev/app/.trees/f/src/a"), Some(tree.as_str()));
        assert_eq!(ground.root_of("/home/dev/app/.trees/free/a"), Some("/home/dev/app"));
        let fits = |glob: &str| ground.names(&spot(&format!("{tree}/infra/a"), None)).fit(glob);
        assert!(fits("infra/**") && fits(".trees/**"));
        assert!(ground.vital(&tree).is_none(), "the repository still has what was committed there");
    }

    #[test]
    fn a_pattern_that_means_a_file_is_taken_for_it() {
        let fits = |glob: &str, pattern: &str| {
            ground().names(&spot("/home/dev/app", Some(&format!("/home/dev/app/{pattern}")))).fit(glob)
        };
        assert!(fits(".env", ".env*"));
        assert!(fits(".env.*", ".env.stag*"));
        assert!(fits("*.p8", "*.p8"));
        assert!(fits(".claude/settings.json", ".claude/settings*"));
        assert!(fits(".env", ".*"));
        assert!(!fits("credentials.json", "*.json"));
        assert!(!fits(".env", "*"));
    }
}
