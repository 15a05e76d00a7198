//! Where an installed runner comes from. One from a folder that an agent may write tests whatever the agent wants; what was
//! installed by which command is not asked, only what lies there now.

use std::path::{Path, PathBuf};

use hookward_core::evidence::{Doubt, Kind};
use hookward_effects::World;
use hookward_io::Disk;

use super::{node, python, ruby};

/// Directories that belong to everybody.
const SHARED: &[&str] = &["/tmp", "/var/tmp", "/private/tmp", "/dev/shm", "/run/user"];

/// Where a check was seen to run.
pub(crate) struct Run<'r> {
    /// The words of the command, with blanks between them.
    pub(crate) command: &'r str,
    /// The directory.
    pub(crate) cwd: &'r Path,
    /// The roots of the workspace, in which an agent may write.
    pub(crate) roots: &'r [String],
    /// The person's home.
    pub(crate) home: Option<&'r Path>,
    /// Environments of Python that it is led to, wherever they lie.
    pub(crate) environments: &'r [PathBuf],
}

impl Run<'_> {
    /// The program, as it was named.
    pub(super) fn program(&self) -> &str {
        self.command.split(' ').next().unwrap_or_default()
    }

    /// The name of the program.
    pub(super) fn name(&self) -> &str {
        self.program().rsplit('/').next().unwrap_or_default()
    }

    /// The name of the program that it starts for its first word: `cargo nextest` is `cargo-nextest`.
    pub(super) fn part(&self) -> Option<String> {
        let mut words = self.command.split(' ').skip(1).filter(|word| !word.starts_with(['-', '+']));
        words.next().filter(|_| self.name() == "cargo").map(|word| format!("cargo-{word}"))
    }

    /// The directory in which it runs and those around it, up to the root of the workspace.
    pub(super) fn around(&self) -> impl Iterator<Item = &Path> {
        let is_inside = |path: &&Path| self.roots.iter().any(|root| path.starts_with(root));
        self.cwd.ancestors().take_while(is_inside)
    }

    /// Whether an agent may write there without being asked.
    pub(super) fn may_be_written(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| path.starts_with(root)) || is_shared(path)
    }
}

/// Whether everybody may write there.
pub(crate) fn is_shared(path: &Path) -> bool {
    SHARED.iter().any(|shared| path.starts_with(shared)) || path.starts_with(std::env::temp_dir())
}

/// Why a run tells nothing: its program, or something that it loads, was installed from a folder that an agent may write, and
/// that no commit holds.
pub(crate) fn homemade(run: &Run<'_>) -> Option<Doubt> {
    let own = || match Kind::of_runner(run.program()) {
        Some(Kind::JavaScript) => node::linked(run).or_else(|| node::patched(run)),
        Some(Kind::Ruby) => ruby::taken(run),
        Some(Kind::Python) => python::installed(run),
        Some(Kind::Rust) => toolchain(run),
        _ => None,
    };
    let (what, from) = on_the_path(run).or_else(own)?;
    Some(Doubt::Homemade { what, from: from.display().to_string() })
}

/// The program itself, where a link of its name leads into the workspace. What lies along the PATH by itself is the person's, or
/// was seen to be written.
fn on_the_path(run: &Run<'_>) -> Option<(String, PathBuf)> {
    let name = run.name();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&path).map(|directory| directory.join(name));
    let file = found.find(|file| file.is_file())?;
    let real = file.canonicalize().ok()?;
    let is_itself = file.parent()?.canonicalize().ok().as_deref() == real.parent();
    let is_kept = |part: &str| real.components().any(|own| own.as_os_str() == part);
    let is_package = ["node_modules", ".venv", "venv", "vendor", "site-packages"].into_iter().any(is_kept);
    let is_own = !is_itself && !is_package && run.may_be_written(&real);
    (is_own && !is_committed(&real)).then(|| (name.to_owned(), real))
}

/// A toolchain of Rust that is a link into the workspace.
fn toolchain(run: &Run<'_>) -> Option<(String, PathBuf)> {
    let home = std::env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let toolchains = home.or_else(|| Some(run.home?.join(".rustup")))?.join("toolchains");
    std::fs::read_dir(toolchains).ok()?.flatten().find_map(|entry| {
        let real = entry.path().is_symlink().then(|| entry.path().canonicalize().ok()).flatten()?;
        let name = entry.file_name().to_string_lossy().into_owned();
        run.may_be_written(&real).then_some((name, real))
    })
}

/// Whether the last commit has the file.
pub(super) fn is_committed(file: &Path) -> bool {
    file.to_str().is_some_and(|file| Disk::default().committed(file, "HEAD").is_some())
}

/// Whether the last commit has a file with this word in it.
pub(super) fn is_committed_with(file: &Path, word: &str) -> bool {
    let text = file.to_str().and_then(|file| Disk::default().committed(file, "HEAD"));
    text.is_some_and(|text| text.contains(word))
}
