//! What the disk says of many files at once.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use super::stamp::Stamp;

/// So many files are looked at by one thread; more are shared out.
const ONE_THREADS_FILES: usize = 1_000;

/// What there is by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A file with content.
    Plain,
    /// A link.
    Link,
    /// A directory.
    Directory,
    /// A pipe, a device or the like.
    Other,
}

/// What the disk says of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    pub(super) kind: Kind,
    pub(super) is_program: bool,
    pub(super) stamp: Stamp,
}

impl Glance {
    pub(super) fn of(found: &Metadata) -> Self {
        let kind = found.file_type();
        let kind = match (kind.is_file(), kind.is_symlink(), kind.is_dir()) {
            (true, _, _) => Kind::Plain,
            (_, true, _) => Kind::Link,
            (_, _, true) => Kind::Directory,
            (false, false, false) => Kind::Other,
        };
        Self { kind, is_program: is_program(found), stamp: Stamp::of(found) }
    }
}

#[cfg(unix)]
fn is_program(found: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_program(_: &Metadata) -> bool {
    false
}

/// Looks at each of some files below a directory, which is best done in the order of their directories.
pub(super) fn glance_at(root: &Path, names: &[&str]) -> Vec<io::Result<Glance>> {
    let threads = std::thread::available_parallelism().map_or(1, |most| most.get().min(8));
    let share = names.len().div_ceil(threads).max(ONE_THREADS_FILES);
    if names.len() <= share {
        return look(root, names);
    }
    std::thread::scope(|scope| {
        let looks: Vec<_> =
            names.chunks(share).map(|share| (share, scope.spawn(move || look(root, share)))).collect();
        // Who cannot be heard of is looked at here.
        looks
            .into_iter()
            .flat_map(|(share, looked)| looked.join().unwrap_or_else(|_| look(root, share)))
            .collect()
    })
}

fn look(root: &Path, names: &[&str]) -> Vec<io::Result<Glance>> {
    let mut directory = Directory::default();
    names.iter().map(|name| directory.glance(root, name)).collect()
}

/// The directory that was looked into last: from there, the disk has one name to look up and not all above it.
#[derive(Default)]
struct Directory<'n> {
    path: &'n str,
    #[cfg(unix)]
    open: Option<std::os::fd::OwnedFd>,
}

impl<'n> Directory<'n> {
    #[cfg(unix)]
    fn glance(&mut self, root: &Path, name: &'n str) -> io::Result<Glance> {
        use rustix::fs::{AtFlags, Mode, OFlags, open, statat};
        let (path, own) = name.rsplit_once('/').unwrap_or(("", name));
        if self.open.is_none() || self.path != path {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            (self.path, self.open) = (path, open(root.join(path), flags, Mode::empty()).ok());
        }
        match &self.open {
            Some(open) if !own.is_empty() => statat(open, own, AtFlags::SYMLINK_NOFOLLOW)
                .map(|found| Glance::told(&found))
                .map_err(Into::into),
            // A directory that may be entered and not be read.
            Some(_) | None => fs::symlink_metadata(root.join(name)).map(|found| Glance::of(&found)),
        }
    }

    #[cfg(not(unix))]
    fn glance(&mut self, root: &Path, name: &'n str) -> io::Result<Glance> {
        self.path = name;
        fs::symlink_metadata(root.join(self.path)).map(|found| Glance::of(&found))
    }
}

#[cfg(unix)]
impl Glance {
    fn told(found: &rustix::fs::Stat) -> Self {
        use rustix::fs::FileType;
        let kind = match FileType::from_raw_mode(found.st_mode) {
            FileType::RegularFile => Kind::Plain,
            FileType::Symlink => Kind::Link,
            FileType::Directory => Kind::Directory,
            _ => Kind::Other,
        };
        Self { kind, is_program: found.st_mode & 0o100 != 0, stamp: Stamp::told(found) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_look_say_the_same() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/b/c"), "x").unwrap();
        fs::write(folder.path().join("d"), "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("nowhere", folder.path().join("a/link")).unwrap();
        let names = ["a/b/c", "a/b/gone", "a/b/", "a/link", "d", "e/f", ""];
        for (name, glance) in names.iter().zip(glance_at(folder.path(), &names)) {
            let whole = fs::symlink_metadata(folder.path().join(name)).map(|found| Glance::of(&found));
            assert_eq!(glance.is_ok(), whole.is_ok(), "{name}");
            if let (Ok(glance), Ok(whole)) = (glance, whole) {
                assert_eq!((glance.kind, glance.stamp), (whole.kind, whole.stamp), "{name}");
                assert_eq!(glance.is_program, whole.is_program, "{name}");
            }
        }
    }
}
