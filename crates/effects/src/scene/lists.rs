//! Files in which names of other files stand.

use super::Scene;
use crate::source::{Source, Sources};

/// A longer file is not taken for a list of names.
const MAX_LIST: usize = 2 * 1024;

/// So many names of a list are looked at.
const MAX_LISTED: usize = 64;

impl Scene<'_> {
    /// What stands in files by which other files are named: `cat $(cat list)`, `xargs rm < list`. A long one is hardly a list.
    pub(super) fn listed_in_files(&self, sources: &Sources) -> Vec<String> {
        let mut names = Vec::new();
        for source in sources.iter() {
            let Source::File(list) = source else { continue };
            let text = list.only().filter(|_| !list.elsewhere).and_then(|path| self.data(path));
            let text = text.filter(|text| text.len() <= MAX_LIST).unwrap_or_default();
            let lines = || text.split(['\n', '\0']).map(str::trim_end).filter(|line| !line.is_empty());
            // Prose has blanks in its lines.
            if !lines().any(|line| line.contains([' ', '\t'])) {
                names.extend(lines().take(MAX_LISTED).map(str::to_owned));
            }
        }
        names
    }
}
