//! The real disk, as the analysis may ask it.

use std::path::Path;

use hookward_effects::World;

/// The real disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl World for Disk {
    fn real(&self, path: &str) -> Option<String> {
        let real = real(Path::new(path))?;
        (real != path).then_some(real)
    }
}

/// The path with the links of its existing part resolved.
pub(crate) fn real(path: &Path) -> Option<String> {
    let mut missing = Vec::new();
    let mut existing = path;
    loop {
        match existing.canonicalize() {
            Ok(mut real) => {
                real.extend(missing.iter().rev());
                return real.into_os_string().into_string().ok();
            }
            Err(_) => {
                missing.push(existing.file_name()?);
                existing = existing.parent()?;
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_followed_and_what_does_not_exist_yet_stays() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("real")).unwrap();
        std::os::unix::fs::symlink(base.join("real"), base.join("link")).unwrap();
        let asked = base.join("link/new/file");
        let expected = base.join("real/new/file");
        assert_eq!(Disk.real(asked.to_str().unwrap()).as_deref(), expected.to_str());
        assert_eq!(Disk.real(expected.to_str().unwrap()), None);
    }
}
