//! What was there before Hookward wrote into somebody's folder, as far as the files cannot tell it afterwards: which
//! directories had to be made, that a file was there and empty, which keys it lacked. So an uninstall leaves everything as
//! it was. One small file each, named by the SHA-256 of the path; nothing of what others wrote is kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::file::{private_directory, private_options};
use crate::places::Places;
use crate::trust::hex;

/// What cannot be told from a file afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Receipt {
    /// The file or directory, for people who look.
    pub path: PathBuf,
    /// What was there.
    pub before: Before,
    /// The SHA-256 of the text, where a file that was ours may become somebody's.
    pub written: Option<String>,
}

/// What was there before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Before {
    /// Nothing.
    #[default]
    Absent,
    /// A file with this white space in it, and nothing else.
    Blank(String),
    /// Somebody's file, which lacked these keys that its host wants.
    Lacking(Vec<String>),
}

/// The receipts of a person.
#[derive(Clone, Debug)]
pub struct Receipts {
    directory: PathBuf,
}

impl Receipts {
    /// Where they are kept; `None` without a home.
    pub fn of(places: Option<&Places>) -> Option<Self> {
        Some(Self { directory: places?.state.join("receipts") })
    }

    /// Notes what was there before; an older note is replaced.
    pub fn note(&self, receipt: &Receipt) -> io::Result<()> {
        private_directory(&self.directory)?;
        let file = self.file(&receipt.path);
        let text = serde_json::to_vec(receipt)?;
        let mut options = private_options();
        let mut file = options.write(true).create(true).truncate(true).open(file)?;
        io::Write::write_all(&mut file, &text)
    }

    /// What was noted.
    pub fn find(&self, path: &Path) -> Option<Receipt> {
        let text = fs::read(self.file(path)).ok()?;
        serde_json::from_slice(&text).ok().filter(|receipt: &Receipt| receipt.path == path)
    }

    /// Forgets it.
    pub fn forget(&self, path: &Path) {
        // What is not there is forgotten.
        let _ = fs::remove_file(self.file(path));
    }

    fn file(&self, path: &Path) -> PathBuf {
        self.directory.join(digest(path.as_os_str().as_encoded_bytes()))
    }
}

/// The SHA-256 of something, as text.
pub fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_found_by_its_path_alone_and_can_be_forgotten() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let receipts = Receipts { directory: folder.path().join("receipts") };
        let receipt = Receipt {
            path: "/a/hooks.json".into(),
            before: Before::Lacking(vec!["version".to_owned()]),
            written: None,
        };
        receipts.note(&receipt)?;
        assert_eq!(receipts.find(Path::new("/a/hooks.json")), Some(receipt));
        assert_eq!(receipts.find(Path::new("/a")), None);
        receipts.forget(Path::new("/a/hooks.json"));
        assert_eq!(receipts.find(Path::new("/a/hooks.json")), None);
        Ok(())
    }
}
