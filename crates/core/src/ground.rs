//! Where things lie: workspace, home, the system, Hookward's own files. The single place that knows what a path means.

use fast_glob::glob_match;
use hookward_effects::{SOMEWHERE, Spot};

/// Where an agent works.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ground {
    /// The workspace's roots, absolute; never the home or `/`.
    pub roots: Vec<String>,
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

    /// Whether a path lies in a temporary directory (and is not one itself). A workspace there is still a workspace.
    pub fn is_temporary(&self, path: &str) -> bool {
        TEMPORARY.iter().any(|temporary| within(path, temporary) && path != *temporary)
            && !self.in_workspace(path)
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
        if let Some(below) = self
            .home
            .as_deref()
            .and_then(|home| path.strip_prefix(home))
            .and_then(|rest| rest.strip_prefix('/'))
        {
            return match below {
                below if CACHES.iter().any(|cache| within(below, cache)) => Side::Free,
                below if below.starts_with('.') || below.starts_with("Library/") => Side::Configuration,
                _ => Side::Elsewhere,
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
        let belongs =
            SYSTEM.contains(&top) || (SHARED.contains(&top) && levels < 2) || (top == "tmp" && levels == 0);
        belongs.then_some("a system directory")
    }

    /// What a spot names, in every form that a glob of a policy may name it by; prepared once for many globs.
    pub fn names(&self, spot: &Spot) -> Names {
        let path = spot.glob.as_deref().unwrap_or(&spot.path).to_ascii_lowercase();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let plain = || name.find(['*', '?', '[']).unwrap_or(name.len());
        let spelled = spot.glob.is_some() && (name.starts_with('.') || plain() >= 3);
        // Where it lies is not known, or only if a variable is empty: then it may lie in any of them.
        let unplaced = match path.strip_prefix("/?/") {
            Some(rest) => Some(rest.to_owned()),
            None => path.strip_prefix('/').filter(|_| spot.if_empty).map(str::to_owned),
        };
        let below = self
            .roots
            .iter()
            .chain(&self.home)
            .filter_map(|root| {
                let (start, rest) = path.split_at_checked(root.len())?;
                let below = rest.strip_prefix('/').filter(|_| start.eq_ignore_ascii_case(root))?;
                Some(below.to_owned())
            })
            .chain(unplaced)
            .collect();
        Names { path, name, below, spelled }
    }
}

/// A path in every form that a glob may name it by.
pub struct Names {
    path: String,
    name: String,
    below: Vec<String>,
    /// Whether these are patterns themselves, a glob in a command, and spell out how a name begins.
    spelled: bool,
}

impl Names {
    /// The path below each root that it lies in, in lower case.
    pub fn below(&self) -> impl Iterator<Item = &str> {
        self.below.iter().map(String::as_str)
    }

    /// Whether one of some globs names something in it.
    pub fn holds<'g>(&self, globs: impl IntoIterator<Item = &'g str>) -> bool {
        let inside = |glob: &str| {
            self.below().any(|below| glob.strip_prefix(below).is_some_and(|rest| rest.starts_with('/')))
        };
        globs.into_iter().any(inside)
    }

    /// Whether a glob of a policy names it. Case is ignored: on many disks it does not count.
    pub fn fit(&self, glob: &str) -> bool {
        let lower;
        let glob = if glob.bytes().any(|byte| byte.is_ascii_uppercase()) {
            lower = glob.to_ascii_lowercase();
            lower.as_str()
        } else {
            glob
        };
        if glob.starts_with('/') || glob.starts_with("**/") {
            self.overlap(glob, &self.path)
        } else if glob.contains('/') {
            self.below.iter().any(|below| self.overlap(glob, below))
        } else {
            self.overlap(glob, &self.name)
        }
    }

    /// A pattern counts where it falls under the policy's glob, or spells out enough of a name to mean it: `cat .env*`.
    /// `cat *.json` does not mean `credentials.json`; whether there is one, the disk has said.
    fn overlap(&self, glob: &str, name: &str) -> bool {
        match plainly(glob, name) {
            Some(fits) if !self.spelled => fits,
            _ => glob_match(glob, name) || (self.spelled && glob_match(name, glob)),
        }
    }

    /// Whether everything that it may name falls under one of some globs of file names.
    pub fn is_one_of(&self, globs: &[&str]) -> bool {
        globs.iter().any(|glob| plainly(glob, &self.name).unwrap_or_else(|| glob_match(glob, &self.name)))
    }

    /// `secrets.yaml`, `config/credentials/prod.json`; not `credentials-form.tsx`, not a test's fixture.
    pub fn is_named_after_secrets(&self) -> bool {
        const DATA: &[&str] =
            &["json", "yaml", "yml", "toml", "ini", "cfg", "conf", "env", "properties", "xml", "enc", "txt"];
        let extension = self.name.rsplit_once('.').map(|(_, extension)| extension);
        let is_data = extension.is_none_or(|extension| DATA.contains(&extension));
        let lies_in = |starts: &[&str]| {
            let is_one = |part: &str| starts.iter().any(|start| part.starts_with(start));
            self.below.iter().any(|below| below.split('/').any(is_one))
        };
        let is_test = lies_in(&["test", "fixture", "__", "spec", "mock", "example", "doc"]);
        // The file's name and its directory's: farther up, a name says nothing of the file.
        let start = self.path.rmatch_indices('/').nth(1).map_or(0, |(start, _)| start);
        let last_two = self.path.get(start..).unwrap_or(&self.path);
        // A file whose whole name is the word: `token.txt`, `api-key.json`; `token.ts` is source.
        let stem = self.name.rsplit_once('.').map(|(stem, _)| stem).filter(|stem| !stem.is_empty());
        let is_the_word = stem.is_some_and(|stem| {
            matches!(
                stem.replace(['-', '_', '.'], "").as_str(),
                "secret"
                    | "token"
                    | "password"
                    | "passwd"
                    | "apikey"
                    | "apitoken"
                    | "accesstoken"
                    | "privatekey"
            )
        });
        is_data
            && !is_test
            // Texts of a program are filed by what they are about.
            && (is_the_word && !lies_in(&["locale", "i18n", "lang", "translation", "messages"])
                || ["credentials", "secrets", "passwords"].iter().any(|word| last_two.contains(word)))
    }

    /// The first of a built-in list that names it.
    pub(crate) fn first_of(&self, globs: &Globs) -> Option<&'static str> {
        if self.spelled {
            return self.first(globs.all.iter().copied());
        }
        if let Ok(at) = globs.exact.binary_search(&self.name.as_str()) {
            return globs.exact.get(at).copied();
        }
        let ends = |glob: &&&'static str| glob.strip_prefix('*').is_some_and(|end| self.name.ends_with(end));
        if let Some(glob) = globs.endings.iter().find(ends) {
            return Some(glob);
        }
        let fits = |(_, glob): &&Anchored| self.fit(glob);
        let starts = |text: &str, anchored: &Anchored| text.starts_with(anchored.0);
        let named = globs.names.iter().filter(|glob| starts(&self.name, glob));
        let rooted = globs.rooted.iter().filter(|glob| starts(&self.path, glob));
        // What lies in a hidden directory is named by the first hidden part of a glob.
        let parts = self.path.split('/').filter(|part| part.starts_with('.'));
        let hidden = parts.flat_map(|part| {
            let from = globs.hidden.partition_point(|(first, _)| *first < part);
            globs.hidden.get(from..).unwrap_or_default().iter().take_while(move |(first, _)| *first == part)
        });
        let found = named.chain(rooted).chain(hidden).find(fits).map(|(_, glob)| *glob);
        found.or_else(|| globs.others.iter().copied().find(|glob| self.fit(glob)))
    }

    /// The first of some globs that names it.
    pub fn first<'g>(&self, globs: impl IntoIterator<Item = &'g str>) -> Option<&'g str> {
        globs.into_iter().find(|glob| self.fit(glob))
    }
}

/// A glob, and a text that must be there for it to fit.
type Anchored = (&'static str, &'static str);

/// A built-in list of globs, sorted by form: every file of a command is held against more than a hundred of them.
pub(crate) struct Globs {
    all: &'static [&'static str],
    /// Names of files, in order.
    exact: Vec<&'static str>,
    /// `*.pem`.
    endings: Vec<&'static str>,
    /// `.env.*`, by how the name begins.
    names: Vec<Anchored>,
    /// `/run/secrets/**`, by how the path begins.
    rooted: Vec<Anchored>,
    /// `**/.aws/credentials`, by the first part that is hidden, in order.
    hidden: Vec<Anchored>,
    others: Vec<&'static str>,
}

impl Globs {
    pub(crate) fn of(all: &'static [&'static str]) -> Self {
        let (mut exact, mut endings, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let (mut names, mut rooted, mut hidden) = (Vec::new(), Vec::new(), Vec::new());
        for glob in all {
            let form = Form::of(glob);
            let start = glob.get(..form.wild.unwrap_or(glob.len())).unwrap_or_default();
            match form {
                Form { is_upper: true, .. } => others.push(*glob),
                Form { wild: None, has_slash: false, .. } => exact.push(*glob),
                Form { wild: Some(0), is_ending: true, .. } => endings.push(*glob),
                _ if glob.starts_with('/') => rooted.push((start, *glob)),
                Form { has_slash: false, .. } if form.wild != Some(0) => names.push((start, *glob)),
                Form { hidden: Some(part), has_slash: true, .. } => hidden.push((part, *glob)),
                _ => others.push(*glob),
            }
        }
        exact.sort_unstable();
        hidden.sort_unstable();
        Self { all, exact, endings, names, rooted, hidden, others }
    }
}

/// What a glob looks like, seen in one pass: there are hundreds of them.
#[derive(Clone, Copy)]
struct Form {
    /// Where its first wildcard stands.
    wild: Option<usize>,
    has_slash: bool,
    is_upper: bool,
    /// Whether one star and a text are all there is: `*.pem`.
    is_ending: bool,
    /// Its first part that is hidden and has no wildcard.
    hidden: Option<&'static str>,
}

impl Form {
    fn of(glob: &'static str) -> Self {
        let (mut wild, mut wilds, mut has_slash, mut is_upper, mut dot) = (None, 0, false, false, None);
        let mut before = b'/';
        for (at, byte) in glob.bytes().enumerate() {
            match byte {
                b'*' | b'?' | b'[' | b'{' => {
                    wild = wild.or(Some(at));
                    wilds += 1;
                }
                b'/' => has_slash = true,
                b'.' if before == b'/' && dot.is_none() => dot = Some(at),
                byte => is_upper |= byte.is_ascii_uppercase(),
            }
            before = byte;
        }
        let is_ending = wilds == 1 && !has_slash && glob.starts_with('*');
        let part = dot.and_then(|dot| glob.get(dot..)).and_then(|rest| rest.split('/').next());
        let hidden = part.filter(|part| !part.contains(['*', '?', '[', '{']));
        Self { wild, has_slash, is_upper, is_ending, hidden }
    }
}

/// Whether a name fits a glob of a simple form, which most are; `None` for any other. Dozens of globs are held against
/// every file of a command, so this is worth its lines.
fn plainly(glob: &str, name: &str) -> Option<bool> {
    let is_live = |text: &str| text.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'{' | b'\\'));
    if let Some(rest) = glob.strip_prefix("**/") {
        let ends =
            || name.strip_suffix(rest).is_some_and(|before| before.is_empty() || before.ends_with('/'));
        return (!is_live(rest)).then(ends);
    }
    if let Some(rest) = glob.strip_prefix('*') {
        return (!is_live(rest) && !rest.contains('/')).then(|| name.ends_with(rest) && !name.contains('/'));
    }
    if let Some(directory) = glob.strip_suffix("/**") {
        let lies_in = || name.strip_prefix(directory).is_some_and(|below| below.starts_with('/'));
        return (!is_live(directory)).then(lies_in);
    }
    (!is_live(glob)).then(|| glob == name)
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
        Ground { roots: vec!["/home/dev/app".into()], home: Some("/home/dev".into()), own: Vec::new() }
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
