//! Where something stands in a policy file, of which only the table or the value is known.

use super::Compiler;

impl Compiler<'_> {
    /// Where a text stands at or behind a place; that place, if it is not written so.
    pub(super) fn behind(&self, start: usize, text: &str) -> usize {
        let rest = self.source.text.get(start..).unwrap_or_default();
        let mut found = rest.match_indices(text).map(|(at, _)| start + at);
        found.find(|at| self.is_whole(*at, text)).unwrap_or(start)
    }

    /// Where the key of a value stands, in front of it; the value, if the key is not written so.
    pub(super) fn key_of(&self, value: usize, key: &str) -> usize {
        let before = self.source.text.get(..value).unwrap_or_default();
        let mut found = before.rmatch_indices(key).map(|(at, _)| at);
        found.find(|at| self.is_whole(*at, key)).unwrap_or(value)
    }

    /// Whether a text that stands there is no part of a longer name.
    fn is_whole(&self, at: usize, text: &str) -> bool {
        let is_of_a_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '/');
        let file = &self.source.text;
        let before = file.get(..at).is_some_and(|before| before.ends_with(is_of_a_name));
        let behind = file.get(at + text.len()..).is_some_and(|behind| behind.starts_with(is_of_a_name));
        !(before && text.starts_with(is_of_a_name) || behind && text.ends_with(is_of_a_name))
    }
}
