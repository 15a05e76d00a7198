//! The real disk, as the analysis may ask it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use hookward_core::SecretFiles;
use hookward_core::policy::ARTEFACTS;
use hookward_effects::{Added, Difference, Kind, Repository, Staged, Unstaged, World};

use crate::{changes, generated, repository, twins};

/// The real disk, as it is during one call: what it has said of a directory's links, or git of a revision, is not asked again.
#[derive(Debug, Default)]
pub struct Disk {
    real_directories: RefCell<BTreeMap<PathBuf, Option<String>>>,
    /// What git has said of files in revisions: each gate asks the same.
    committed: RefCell<BTreeMap<(String, String), Option<String>>>,
    secrets: SecretFiles,
}

impl Disk {
    /// The disk on which these files are secret.
    pub fn knowing(secrets: SecretFiles) -> Self {
        Self { secrets, ..Self::default() }
    }

    /// [`real`], which looks at every directory above: once for all files that lie in the same one.
    fn real_path(&self, path: &Path) -> Option<String> {
        let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else { return real(path) };
        if fs::read_link(path).is_ok() {
            return real(path);
        }
        let known = self.real_directories.borrow().get(directory).cloned();
        let directory = known.unwrap_or_else(|| {
            let found = real(directory);
            self.real_directories.borrow_mut().insert(directory.to_owned(), found.clone());
            found
        });
        Path::new(&directory?).join(name).into_os_string().into_string().ok()
    }
}

/// A glob is followed to this many files, and through directories of this many entries.
pub(crate) const MAX_FOUND: usize = 64;
const MAX_SEEN: usize = 4096;

/// A search is followed through this many files and directories.
const MAX_NAMES: usize = 512;

/// The files below a directory are told if there are no more.
pub(crate) const MAX_FILES: usize = 5_000;

/// Scripts up to this size are looked through.
pub(crate) const MAX_SCRIPT: u64 = 128 * 1024;

/// Links that lead to links are followed this far.
const MAX_LINKS: usize = 8;

impl World for Disk {
    fn real(&self, path: &str) -> Option<String> {
        let real = self.real_path(Path::new(path))?;
        (real != path).then_some(real)
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        let mut found = vec![String::new()];
        let mut seen = 0;
        for part in glob.split('/').skip(1) {
            let mut next = Vec::new();
            for directory in found {
                if !part.contains(['*', '?', '[']) {
                    next.push(format!("{directory}/{part}"));
                    continue;
                }
                // Any number of directories: of none and of one the files are looked for.
                if part == "**" {
                    next.push(directory.clone());
                }
                let Ok(entries) = fs::read_dir(if directory.is_empty() { "/" } else { &directory }) else {
                    continue;
                };
                for name in entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()) {
                    seen += 1;
                    if seen > MAX_SEEN || next.len() >= MAX_FOUND {
                        break;
                    }
                    // As in a shell, a star at the start does not stand for a dot.
                    let hidden = name.starts_with('.') && !part.starts_with('.');
                    if !hidden && fast_glob::glob_match(part, &name) {
                        next.push(format!("{directory}/{name}"));
                    }
                }
            }
            found = next;
        }
        found.retain(|path| fs::symlink_metadata(path).is_ok());
        found
    }

    fn kind(&self, path: &str) -> Kind {
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_file() => Kind::File,
            Ok(found) if found.is_dir() => Kind::Directory,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Kind::Nothing,
            Ok(_) | Err(_) => Kind::Unknown,
        }
    }

    fn text(&self, path: &str) -> Option<String> {
        let found = fs::metadata(path).ok()?;
        // A device or a pipe would never end, and a large file is hardly a script.
        if !found.is_file() || found.len() > MAX_SCRIPT {
            return None;
        }
        fs::read_to_string(path).ok()
    }

    fn is_secret(&self, path: &str) -> bool {
        self.secrets.hold(path) || self.real(path).is_some_and(|real| self.secrets.hold(&real))
    }

    fn is_long_script(&self, path: &str) -> bool {
        let long = fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > MAX_SCRIPT);
        long && is_shell_script(path)
    }

    fn repository(&self, directory: &str) -> Option<Repository> {
        repository::read(Path::new(directory))
    }

    fn names_below(&self, directory: &str) -> Option<Vec<String>> {
        let mut names = Vec::new();
        let mut directories = vec![PathBuf::from(directory)];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(directory).ok()? {
                let entry = entry.ok()?;
                let kind = entry.file_type().ok()?;
                if names.len() >= MAX_NAMES || !(kind.is_dir() || kind.is_file()) {
                    return None;
                }
                if kind.is_dir() {
                    directories.push(entry.path());
                }
                names.push(entry.file_name().into_string().ok()?);
            }
        }
        Some(names)
    }

    fn files_below(&self, directory: &str) -> Option<Vec<String>> {
        let top = Path::new(directory);
        let mut files = Vec::new();
        let mut directories = vec![top.to_owned()];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(directory).ok()?.flatten() {
                let (path, kind) = (entry.path(), entry.file_type().ok()?);
                let name = entry.file_name();
                let is_made = name == ".git" || name.to_str().is_some_and(|name| ARTEFACTS.contains(&name));
                if kind.is_dir() && !is_made {
                    directories.push(path);
                } else if kind.is_file() {
                    files.push(path.strip_prefix(top).ok()?.to_str()?.to_owned());
                }
                if files.len() > MAX_FILES || directories.len() > MAX_FILES {
                    return None;
                }
            }
        }
        files.sort_unstable();
        Some(files)
    }

    fn indexed(&self, directory: &str) -> Option<Vec<String>> {
        repository::indexed(Path::new(directory))
    }

    fn committed(&self, path: &str, revision: &str) -> Option<String> {
        let key = (path.to_owned(), revision.to_owned());
        if let Some(known) = self.committed.borrow().get(&key) {
            return known.clone();
        }
        let found = repository::committed(Path::new(path), revision);
        self.committed.borrow_mut().insert(key, found.clone());
        found
    }

    fn is_generated(&self, directory: &str) -> bool {
        generated::is_generated(Path::new(directory))
    }

    fn unlike_index(&self, directory: &str) -> Option<Vec<String>> {
        repository::unlike_index(Path::new(directory))
    }

    fn unstaged(&self, directory: &str) -> Option<Unstaged> {
        repository::unstaged(Path::new(directory))
    }

    fn age(&self, path: &str) -> Option<u64> {
        // A file of the future is as new as can be.
        let age = fs::metadata(path).ok()?.modified().ok()?.elapsed().unwrap_or_default();
        u64::try_from(age.as_millis()).ok()
    }

    fn touched_at(&self, path: &str) -> Option<u64> {
        touched(&fs::metadata(path).ok()?)
    }

    fn program(&self, name: &str) -> Option<String> {
        if name.contains('/') {
            return is_executable(Path::new(name)).then(|| name.to_owned());
        }
        let path = std::env::var_os("PATH")?;
        let mut found = std::env::split_paths(&path).map(|directory| directory.join(name));
        found.find(|file| is_executable(file)).map(|file| file.display().to_string())
    }

    fn twin(&self, path: &str, programs: &[&'static str]) -> Option<&'static str> {
        // Hookward is what runs here, wherever it lies.
        let own = || Some(std::env::current_exe().ok()?.display().to_string());
        twins::twin(
            Path::new(path),
            programs,
            |name| if name == "hookward" { own() } else { self.program(name) },
        )
    }

    fn is_changed(&self, path: &str) -> bool {
        repository::is_changed(Path::new(path))
    }

    fn staged(&self, directory: &str, what: Staged) -> Vec<Added> {
        repository::staged(Path::new(directory), what)
    }

    fn changes(&self, directory: &str, since: Option<&str>, time: u64) -> Vec<Difference> {
        changes::changes(Path::new(directory), since, time)
    }

    fn is_foreign_repository(&self, directory: &str, roots: &[String]) -> bool {
        let is_root = |directory: &Path| roots.iter().any(|root| directory == Path::new(root));
        let mut below = Path::new(directory).ancestors().take_while(|directory| !is_root(directory));
        let inside = Path::new(directory).ancestors().any(is_root);
        !inside || below.any(is_repository)
    }
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

/// Whether git would take a directory for a repository, with or without a work tree.
fn is_repository(directory: &Path) -> bool {
    directory.join(".git").exists()
        || (directory.join("HEAD").is_file() && directory.join("objects").is_dir())
}

/// The path with the links of its existing part resolved, also of one that leads to nothing yet.
pub(crate) fn real(path: &Path) -> Option<String> {
    let mut missing: Vec<PathBuf> = Vec::new();
    let mut existing = path.to_owned();
    let mut links = 0;
    loop {
        if let Ok(mut real) = existing.canonicalize() {
            real.extend(missing.iter().rev());
            return real.into_os_string().into_string().ok();
        }
        match fs::read_link(&existing) {
            Ok(target) if links < MAX_LINKS => {
                links += 1;
                existing = existing.parent()?.join(target);
            }
            Ok(_) => return None,
            Err(_) => {
                missing.push(existing.file_name()?.into());
                existing = existing.parent()?.to_owned();
            }
        }
    }
}

/// Whether a path really lies outside some roots. What cannot be found out does not count as outside.
pub fn lies_outside(path: &Path, roots: &[String]) -> bool {
    real(path).is_some_and(|real| !roots.iter().any(|root| Path::new(&real).starts_with(root)))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_followed_and_what_does_not_exist_yet_stays() {
        let (disk, folder) = (Disk::default(), tempfile::tempdir().unwrap());
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("real")).unwrap();
        std::os::unix::fs::symlink(base.join("real"), base.join("link")).unwrap();
        std::os::unix::fs::symlink("real/missing", base.join("dangling")).unwrap();
        let expected = base.join("real/new/file");
        assert_eq!(disk.real(base.join("link/new/file").to_str().unwrap()).as_deref(), expected.to_str());
        assert_eq!(disk.real(expected.to_str().unwrap()), None);
        assert_eq!(
            disk.real(base.join("link/other").to_str().unwrap()).as_deref(),
            base.join("real/other").to_str()
        );
        let missing = base.join("real/missing");
        assert_eq!(disk.real(base.join("dangling").to_str().unwrap()).as_deref(), missing.to_str());
        std::os::unix::fs::symlink("loop", base.join("loop")).unwrap();
        assert_eq!(disk.real(base.join("loop").to_str().unwrap()), None);
    }

    #[test]
    fn the_names_below_a_directory_are_told_unless_a_link_is_among_them() {
        let (disk, folder) = (Disk::default(), tempfile::tempdir().unwrap());
        std::fs::create_dir(folder.path().join("a")).unwrap();
        std::fs::write(folder.path().join("a/b.ts"), "").unwrap();
        let mut names = disk.names_below(folder.path().to_str().unwrap()).unwrap();
        names.sort();
        assert_eq!(names, ["a", "b.ts"]);
        std::os::unix::fs::symlink("/", folder.path().join("a/c")).unwrap();
        assert_eq!(disk.names_below(folder.path().to_str().unwrap()), None);
    }

    #[test]
    fn a_glob_names_what_is_there() {
        let (disk, folder) = (Disk::default(), tempfile::tempdir().unwrap());
        let base = folder.path().canonicalize().unwrap();
        for name in ["a.json", "b.json", ".hidden.json", "c.txt"] {
            std::fs::write(base.join(name), "").unwrap();
        }
        let glob = |pattern: &str| {
            let mut found = disk.expand(base.join(pattern).to_str().unwrap());
            found.sort();
            found.iter().map(|path| path.rsplit('/').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(glob("*.json"), ["a.json", "b.json"]);
        assert_eq!(glob(".*.json"), [".hidden.json"]);
        assert!(glob("*/x").is_empty());
        std::fs::create_dir(base.join("below")).unwrap();
        std::fs::write(base.join("below/d.json"), "").unwrap();
        assert_eq!(glob("**/*.json"), ["a.json", "b.json", "d.json"]);
    }
}
/// Whether the beginning of a file says that a shell runs it. What autoconf writes is always long, and always the same.
fn is_shell_script(path: &str) -> bool {
    let mut start = Vec::new();
    let opened = fs::File::open(path);
    if opened.and_then(|file| file.take(512).read_to_end(&mut start)).is_err() {
        return false;
    }
    let start = String::from_utf8_lossy(&start);
    let line = start.lines().next().unwrap_or_default();
    let shell = match line.strip_prefix("#!") {
        Some(program) => program.split(['/', ' ']).any(|word| word.trim_end().ends_with("sh")),
        None => {
            let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
            matches!(extension, Some("sh" | "bash" | "zsh" | "ksh")) && !start.contains('\0')
        }
    };
    shell && !start.contains("Generated by GNU Autoconf")
}

#[cfg(unix)]
fn touched(metadata: &fs::Metadata) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    u64::try_from(metadata.ctime() * 1_000 + metadata.ctime_nsec() / 1_000_000).ok()
}

#[cfg(not(unix))]
fn touched(metadata: &fs::Metadata) -> Option<u64> {
    let since = metadata.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    u64::try_from(since.as_millis()).ok()
}
