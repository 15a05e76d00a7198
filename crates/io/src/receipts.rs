//! What was there before Hookward wrote into somebody's folder, as far as the files cannot tell it afterwards: which
//! directories had to be made, that a file was there and empty, which keys it lacked, and all of a file that hooks were
//! imported from. So an uninstall leaves everything as it was. One file each, named by the SHA-256 of the path, readable
//! by its owner only.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::file::{private_directory, replace_private};
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
    /// What an import has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
}

/// A file that an import has taken hooks out of, or brought hooks to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// The project or the home that it belongs to.
    pub base: PathBuf,
    /// All that it said, without our registration.
    pub original: String,
    /// The SHA-256 of what we have left there: as long as it says that, nobody has changed it.
    pub left: String,
    /// What was taken out of it.
    pub hooks: Vec<KeptHook>,
}

/// A hook that was taken out of a host's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptHook {
    /// The host, by its name.
    pub host: String,
    /// The event, by the host's name.
    pub event: String,
    /// Its matcher there.
    pub matcher: Option<String>,
    /// Its entry there.
    pub entry: Map<String, Value>,
    /// Its id in the policy.
    pub id: String,
    /// The policy file that it went to; none if that is known to be gone.
    pub policy: Option<PathBuf>,
}

impl Kept {
    /// Whether a file, or that there is none, is as we have left it.
    pub fn is_left(&self, text: Option<&str>) -> bool {
        self.left == digest(text.unwrap_or_default().as_bytes())
    }

    /// The same after a change of ours: a file that was as we left it still is.
    #[must_use]
    pub fn after(mut self, old: Option<&str>, new: Option<&str>) -> Self {
        if self.is_left(old) {
            self.left = digest(new.unwrap_or_default().as_bytes());
        }
        self
    }
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
        replace_private(&file, &serde_json::to_vec(receipt)?)
    }

    /// Notes of a project, or of a home, that keep a whole file; in the order of their paths.
    pub fn kept_of(&self, base: &Path) -> Vec<Receipt> {
        let files = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let texts = files.filter_map(|file| fs::read(file.path()).ok());
        let receipts = texts.filter_map(|text| serde_json::from_slice::<Receipt>(&text).ok());
        let is_of_base = |receipt: &Receipt| receipt.kept.as_ref().is_some_and(|kept| kept.base == base);
        let mut found: Vec<Receipt> = receipts.filter(is_of_base).collect();
        found.sort_by(|one, other| one.path.cmp(&other.path));
        found
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
            ..Receipt::default()
        };
        receipts.note(&receipt)?;
        assert_eq!(receipts.find(Path::new("/a/hooks.json")), Some(receipt));
        assert_eq!(receipts.find(Path::new("/a")), None);
        receipts.forget(Path::new("/a/hooks.json"));
        assert_eq!(receipts.find(Path::new("/a/hooks.json")), None);
        Ok(())
    }

    #[test]
    fn a_file_is_as_we_left_it_until_somebody_else_changes_it() {
        let kept = Kept { left: digest(b"a"), ..Kept::default() };
        assert!(kept.is_left(Some("a")) && !kept.is_left(Some("b")) && !kept.is_left(None));
        let synced = kept.after(Some("a"), Some("b"));
        assert!(synced.is_left(Some("b")));
        let changed = synced.after(Some("somebody's"), Some("and ours"));
        assert!(!changed.is_left(Some("and ours")));
        assert!(changed.after(Some("b"), None).is_left(None));
    }

    #[test]
    fn what_is_kept_is_found_by_its_project() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let receipts = Receipts { directory: folder.path().join("receipts") };
        let of = |path: &str, base: &str| Receipt {
            path: path.into(),
            kept: Some(Kept { base: base.into(), ..Kept::default() }),
            ..Receipt::default()
        };
        let own = of("/h/p/.claude/settings.json", "/h/p");
        receipts.note(&own)?;
        receipts.note(&of("/h/.claude/settings.json", "/h"))?;
        receipts.note(&Receipt { path: "/h/p/.claude".into(), ..Receipt::default() })?;
        assert_eq!(receipts.kept_of(Path::new("/h/p")), [own]);
        Ok(())
    }
}
