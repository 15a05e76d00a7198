//! The names in git's index, read by hand: a look at one file, where git itself would be a process.

use std::fs;
use std::path::Path;

use crate::workspace::{git_directory, git_root};

/// A larger index is not read.
const MAX_INDEX: u64 = 32 * 1024 * 1024;

/// What stands in front of the name of a file: times, numbers, the name of the object, flags.
const FIXED: usize = 62;

/// Version 3 has more flags, where this one says so.
const EXTENDED: u16 = 0x4000;

/// The files below a directory that the index holds, by their absolute paths.
pub(crate) fn indexed(directory: &Path) -> Option<Vec<String>> {
    let root = git_root(directory, None)?;
    let file = git_directory(root)?.join("index");
    if fs::metadata(&file).ok()?.len() > MAX_INDEX {
        return None;
    }
    let below = directory.strip_prefix(root).ok()?.to_str()?;
    let names = names(&fs::read(&file).ok()?)?;
    let lies_below = |name: &&String| {
        below.is_empty() || name.strip_prefix(below).is_some_and(|rest| rest.starts_with('/'))
    };
    Some(names.iter().filter(lies_below).map(|name| format!("{}/{name}", root.display())).collect())
}

/// The names of an index; `None` from version 4 on, where a name is told by how it differs from the one before.
fn names(index: &[u8]) -> Option<Vec<String>> {
    let number = |at: usize| Some(u32::from_be_bytes(index.get(at..at + 4)?.try_into().ok()?));
    if index.get(..4)? != b"DIRC" || !matches!(number(4)?, 2 | 3) {
        return None;
    }
    let count = usize::try_from(number(8)?).ok()?;
    let mut names = Vec::with_capacity(count.min(index.len() / FIXED));
    let mut at = 12;
    for _ in 0..count {
        let flags = u16::from_be_bytes(index.get(at + FIXED - 2..at + FIXED)?.try_into().ok()?);
        let start = at + FIXED + if flags & EXTENDED == 0 { 0 } else { 2 };
        let length = index.get(start..)?.iter().position(|byte| *byte == 0)?;
        names.push(String::from_utf8_lossy(index.get(start..start + length)?).into_owned());
        // An entry is a multiple of eight bytes long, and ends with a zero at least.
        at += (start + length - at) / 8 * 8 + 8;
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_that_git_has_put_there() {
        let folder = tempfile::tempdir().unwrap();
        let git = |words: &[&str]| {
            let done = std::process::Command::new("git").args(words).current_dir(folder.path()).output();
            assert!(done.unwrap().status.success(), "{words:?}");
        };
        git(&["init", "-q"]);
        assert_eq!(indexed(folder.path()), None, "there is none yet");
        for name in ["a", "sub/longer-name.txt", "sub/deep/12345678", "subway", "x.md"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        git(&["add", "a", "sub", "subway"]);
        git(&["add", "-N", "x.md"]);
        let below = |directory: &Path| -> Vec<String> {
            let top = format!("{}/", folder.path().display());
            indexed(directory).unwrap().iter().map(|path| path.replacen(&top, "", 1)).collect()
        };
        assert_eq!(below(folder.path()), ["a", "sub/deep/12345678", "sub/longer-name.txt", "subway", "x.md"]);
        assert_eq!(below(&folder.path().join("sub")), ["sub/deep/12345678", "sub/longer-name.txt"]);
        assert_eq!(names(b"DIRC\0\0\0\x04\0\0\0\x01"), None);
        assert_eq!(names(b"DIRC\0\0\0\x02\0\0\0\x09x"), None, "cut off");
    }
}
