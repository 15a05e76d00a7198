//! What a person has trusted: one empty file per SHA-256 of the thing, the workspace and the script that it runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hookward_core::policy::TrustItem;
use sha2::{Digest, Sha256};

use crate::file::{private_directory, private_options};

/// What a person has trusted in a workspace.
#[derive(Clone, Debug)]
pub struct Trust {
    directory: PathBuf,
    root: String,
}

impl Trust {
    /// The trust that is kept in a state directory for a workspace.
    pub fn new(state: &Path, root: &str) -> Self {
        Self { directory: state.join("trust"), root: root.to_owned() }
    }

    /// Whether a person has trusted exactly this.
    pub fn covers(&self, item: &TrustItem) -> bool {
        self.directory.join(self.hash(item)).is_file()
    }

    /// Remembers that a person trusts exactly this.
    pub fn add(&self, item: &TrustItem) -> io::Result<()> {
        private_directory(&self.directory)?;
        private_options()
            .write(true)
            .create(true)
            .truncate(true)
            .open(self.directory.join(self.hash(item)))?;
        Ok(())
    }

    /// The thing itself, where it holds, and what any script of the workspace that it names says now.
    fn hash(&self, item: &TrustItem) -> String {
        let mut hash = Sha256::new();
        for part in [self.root.as_str(), &item.content] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        for word in item.content.split(['\0', ' ', ';', '&', '|', '"', '\'']) {
            let script = Path::new(&self.root).join(word);
            if !word.is_empty() && script.is_file() {
                hash.update(fs::read(script).unwrap_or_default());
            }
        }
        hex(&hash.finalize())
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
        text
    })
}
