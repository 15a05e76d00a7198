//! Whether a program is another one under another name: the same file, or a copy of it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The program among some that a file is; scripts are looked at by their text.
pub(crate) fn twin(
    path: &Path,
    programs: &[&'static str],
    find: impl Fn(&str) -> Option<String>,
) -> Option<&'static str> {
    let own = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    if is_script(path) {
        return None;
    }
    programs.iter().copied().find(|name| {
        let Some(program) = find(name).filter(|program| !is_many(Path::new(program))) else { return false };
        // A length that differs tells most of them apart, and nothing is read.
        let is_as_long =
            fs::metadata(&program).is_ok_and(|known| known.is_file() && known.len() == own.len());
        is_as_long && holds_the_same(path, Path::new(&program))
    })
}

/// Whether a file is many programs, and by the name that it is called by one of them: that name says what it does.
fn is_many(program: &Path) -> bool {
    let Ok(real) = program.canonicalize() else { return false };
    let many = ["coreutils", "busybox", "toybox"];
    real != *program && real.file_name().is_some_and(|name| many.iter().any(|known| name == *known))
}

fn is_script(path: &Path) -> bool {
    let mut start = [0; 2];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_err() || start == *b"#!"
}

fn holds_the_same(one: &Path, other: &Path) -> bool {
    let (Ok(one), Ok(other)) = (File::open(one), File::open(other)) else { return false };
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    loop {
        let (Ok(left), Ok(right)) = (one.fill_buf(), other.fill_buf()) else { return false };
        let length = left.len().min(right.len());
        if length == 0 {
            return left.len() == right.len();
        }
        if left.get(..length) != right.get(..length) {
            return false;
        }
        one.consume(length);
        other.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_the_program_that_it_was_made_of() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            path
        };
        let long: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        write("git", &long);
        write("sh", b"#!other");
        let find = |name: &str| {
            let path = folder.path().join(name);
            path.is_file().then(|| path.display().to_string())
        };
        let is = |path: &Path| twin(path, &["missing", "sh", "git"], find);
        assert_eq!(is(&write("copy", &long)), Some("git"));
        let mut changed = long.clone();
        changed[300_000] ^= 1;
        assert_eq!(is(&write("changed", &changed)), None);
        assert_eq!(is(&write("script", b"#!other")), None);
        assert_eq!(is(&folder.path().join("missing")), None);
        fs::hard_link(folder.path().join("git"), folder.path().join("link")).unwrap();
        assert_eq!(is(&folder.path().join("link")), Some("git"));
    }

    #[cfg(unix)]
    #[test]
    fn one_of_many_in_a_file_is_what_it_is_called() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("coreutils"), b"many programs").unwrap();
        for name in ["rm", "dircolors"] {
            std::os::unix::fs::symlink("coreutils", folder.path().join(name)).unwrap();
        }
        let find = |name: &str| Some(folder.path().join(name).display().to_string());
        assert_eq!(twin(&folder.path().join("dircolors"), &["rm"], find), None);
    }
}
