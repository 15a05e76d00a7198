//! Where something stands in a policy file, of which only the table or the value is known.

use super::Compiler;

impl Compiler<'_> {
    /// Where a text stands at or behind a place; that place, if it is not written so.
    pub(super) fn behind(&self, start: usize, text: &str) -> usize {
        let rest = self.source.text.get(start..).unwrap_or_default();
        rest.find(text).map_or(start, |at| start + at)
    }

    /// Where the key of a value stands, in front of it; the value, if the key is not written so.
    pub(super) fn key_of(&self, value: usize, key: &str) -> usize {
        let before = self.source.text.get(..value).unwrap_or_default();
        before.rfind(key).unwrap_or(value)
    }
}
