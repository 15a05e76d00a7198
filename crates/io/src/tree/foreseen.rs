//! The sources as they would be if another commit were checked out: what a merge would lead to, before it is done.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use hookward_core::evidence::{Project, projects};
use sha2::{Digest, Sha256};

use super::content::plain;
use super::{Hash, MAX_MODULES, Reading, Trees};
use crate::changes::is_hash;
use crate::repository::{Blob, between, git_bytes};
use crate::trust::hex;

/// Sources that do not lie there yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreseen {
    /// Their name.
    pub tree: String,
    /// The projects that their tests are in.
    pub projects: Vec<Project>,
}

impl Trees {
    /// What becomes of the sources below the top of a work tree once it goes to a commit. What is not committed stays where it is,
    /// as git leaves it. `None` where nobody can tell: if links or other repositories change, or too much does.
    pub fn foresee(&self, root: &Path, commit: &str) -> Option<Foreseen> {
        let blobs = is_hash(commit).then(|| between(root, "HEAD", commit)).flatten()?;
        let contents = contents(root, &blobs)?;
        let mut instead: HashMap<String, Option<Hash>> = HashMap::new();
        for blob in &blobs {
            let hash = match contents.get(blob.path.as_str()) {
                Some(bytes) => Some(plain(blob.is_program()?, bytes)),
                None => None,
            };
            instead.insert(blob.path.clone(), hash);
        }
        let mut names = self.sources(root).ok()?;
        names.retain(|name| !instead.contains_key(name));
        names.extend(contents.keys().map(|path| (*path).to_owned()));
        names.sort_unstable();
        let text = |name: &str| match contents.get(name) {
            Some(bytes) => String::from_utf8(bytes.clone()).ok(),
            None => fs::read_to_string(root.join(name)).ok(),
        };
        let projects = projects(&names.iter().map(String::as_str), text);
        let mut tree = Sha256::new();
        let before = self.read_before(root);
        Reading::of(self, root, &before, instead).directory(root, &mut tree, MAX_MODULES).ok()?;
        Some(Foreseen { tree: hex(&tree.finalize()), projects })
    }
}

/// What files hold that are not taken away, by their paths.
fn contents<'b>(root: &Path, blobs: &'b [Blob]) -> Option<HashMap<&'b str, Vec<u8>>> {
    let there: Vec<&Blob> = blobs.iter().filter(|blob| !blob.is_gone()).collect();
    if there.is_empty() {
        return Some(HashMap::new());
    }
    let input: String = there.iter().flat_map(|blob| [blob.hash.as_str(), "\n"]).collect();
    let told = git_bytes(root, &["cat-file", "--batch"], input.as_bytes())?;
    let mut rest = told.as_slice();
    let mut found = HashMap::new();
    for blob in there {
        // `0123… blob 12`, a line end, so many bytes, and a line end.
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let (head, behind) = rest.split_at_checked(end)?;
        let head = std::str::from_utf8(head).ok()?;
        let size: usize = head.strip_prefix(&blob.hash)?.strip_prefix(" blob ")?.parse().ok()?;
        let (content, behind) = behind.get(1..)?.split_at_checked(size)?;
        rest = behind.get(1..)?;
        found.insert(blob.path.as_str(), content.to_vec());
    }
    Some(found)
}
