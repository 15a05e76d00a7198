//! What the files are that a call names: those that it reads, writes, deletes or searches. An answer about a call is one
//! about them, too.

use std::fs::{self, Metadata};
use std::path::Path;

use hookward_effects::{Facts, Reach, World};
use sha2::{Digest, Sha256};

use crate::disk::Disk;
use crate::trust::hex;

/// More files and directories than this are not looked at for one call.
const MAX_ENTRIES: usize = 2_000;

/// What is read of files, each and in all; of what is more, the disk's own word counts.
const MAX_FILE: u64 = 4 * 1024 * 1024;
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The files that a call names, being told one after the other.
struct Told<'r> {
    root: &'r Path,
    hash: Sha256,
    entries: usize,
    bytes: u64,
}

/// The name of what the files are that a call names. `None` if that cannot be said: which they are is only known when it
/// runs, or they are too many.
pub(crate) fn name_of_files(facts: &Facts, root: &str) -> Option<String> {
    let mut told = Told { root: Path::new(root), hash: Sha256::new(), entries: 0, bytes: 0 };
    for place in facts.effects.iter().filter_map(|effect| effect.action.place()) {
        if place.elsewhere {
            continue;
        }
        if place.open || place.cut {
            return None;
        }
        for spot in &place.spots {
            match (&spot.glob, spot.reach) {
                (None, Reach::Something) => return None,
                (Some(glob), Reach::Something | Reach::Itself) => {
                    let mut found = Disk::default().expand(glob);
                    found.sort();
                    found.iter().try_for_each(|path| told.add(Path::new(path)))?;
                }
                (None, Reach::Itself | Reach::Everything) | (Some(_), Reach::Everything) => {
                    told.add(Path::new(&spot.path))?;
                }
            }
        }
    }
    Some(hex(&told.hash.finalize()))
}

impl Told<'_> {
    /// A file by what it holds, a directory by what lies below it.
    fn add(&mut self, path: &Path) -> Option<()> {
        self.entries += 1;
        if self.entries > MAX_ENTRIES {
            return None;
        }
        self.part(path.as_os_str().as_encoded_bytes());
        let Ok(found) = fs::metadata(path) else {
            self.part(b"nothing");
            return Some(());
        };
        if found.is_dir() {
            return self.add_directory(path);
        }
        // What lies elsewhere may be a file that never ends.
        let is_read = found.is_file() && path.starts_with(self.root) && found.len() <= MAX_FILE;
        if is_read && self.bytes + found.len() <= MAX_BYTES {
            self.bytes += found.len();
            self.part(&fs::read(path).ok()?);
        } else {
            self.part(identity(&found).as_bytes());
        }
        Some(())
    }

    fn add_directory(&mut self, directory: &Path) -> Option<()> {
        let mut directories = vec![directory.to_owned()];
        while let Some(directory) = directories.pop() {
            let mut entries: Vec<_> = fs::read_dir(&directory).ok()?.flatten().collect();
            entries.sort_by_key(std::fs::DirEntry::file_name);
            // What git keeps for itself changes with every look at it.
            for entry in entries.iter().filter(|entry| entry.file_name() != ".git") {
                self.entries += 1;
                if self.entries > MAX_ENTRIES {
                    return None;
                }
                let (path, found) = (entry.path(), entry.metadata().ok()?);
                self.part(path.as_os_str().as_encoded_bytes());
                if found.is_dir() {
                    directories.push(path);
                } else {
                    self.part(identity(&found).as_bytes());
                }
            }
        }
        Some(())
    }

    fn part(&mut self, bytes: &[u8]) {
        self.hash.update((bytes.len() as u64).to_le_bytes());
        self.hash.update(bytes);
    }
}

/// What the disk says of a file without reading it. The time of its last change cannot be set.
#[cfg(unix)]
fn identity(found: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    let (at, part) = (found.ctime(), found.ctime_nsec());
    format!("{} {} {at} {part} {:?}", found.ino(), found.len(), found.modified().ok())
}

#[cfg(not(unix))]
fn identity(found: &Metadata) -> String {
    format!("{} {:?}", found.len(), found.modified().ok())
}

#[cfg(all(test, unix))]
mod tests {
    use hookward_effects::{Call, Scene, facts};

    use super::*;

    #[test]
    fn a_call_has_another_name_when_a_file_that_it_names_changes() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let cwd = root.display().to_string();
        for file in ["src/a.ts", "src/b.ts", "other.ts"] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "one").unwrap();
        }
        let name = |call: &Call| {
            let scene = Scene { cwd: &cwd, home: None, roots: &[], world: &Disk::default() };
            name_of_files(&facts(call, &scene), &cwd)
        };
        let edit = Call::Write { path: "src/a.ts".to_owned(), content: "x".to_owned() };
        let calls = [
            edit,
            Call::Read { path: "src/a.ts".to_owned() },
            Call::shell("cat src/a.ts"),
            Call::shell("cat src/*.ts"),
            Call::shell("grep -r x src"),
            Call::shell("rm -rf src"),
        ];
        for call in &calls {
            fs::write(root.join("src/a.ts"), "one").unwrap();
            let before = name(call);
            assert!(before.is_some(), "{call:?}");
            fs::write(root.join("other.ts"), "other").unwrap();
            assert_eq!(name(call), before, "{call:?}");
            // The same length.
            fs::write(root.join("src/a.ts"), "two").unwrap();
            assert_ne!(name(call), before, "{call:?}");
        }
        fs::write(root.join("src/a.ts"), "one").unwrap();
        let (once, _) = (name(calls.first().unwrap()), fs::remove_file(root.join("src/a.ts")));
        assert_ne!(name(calls.first().unwrap()), once, "a file that is gone is another");
        assert_eq!(name(&Call::shell("cat \"$FILE\"")), None);
    }

    #[test]
    fn a_large_file_is_known_without_being_read_and_too_many_have_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let cwd = root.display().to_string();
        let name = |line: &str| {
            let scene = Scene { cwd: &cwd, home: None, roots: &[], world: &Disk::default() };
            name_of_files(&facts(&Call::shell(line), &scene), &cwd)
        };
        let large = fs::File::create(root.join("large")).unwrap();
        large.set_len(MAX_FILE + 1).unwrap();
        let before = name("cat large");
        large.set_len(MAX_FILE + 2).unwrap();
        assert_ne!(name("cat large"), before);
        fs::create_dir(root.join("many")).unwrap();
        for number in 0..=MAX_ENTRIES {
            fs::write(root.join(format!("many/{number}")), "").unwrap();
        }
        assert_eq!(name("rm -rf many"), None);
    }
}
