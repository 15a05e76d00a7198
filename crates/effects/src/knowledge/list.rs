//! Lists in the compiled text, read where they lie: nothing is copied, and nothing is read that nobody asks for.

use super::words::{DIGITS, Role};

/// Texts one after the other, each behind a character for its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct List(pub(super) &'static str);

impl List {
    pub(crate) fn iter(self) -> impl Iterator<Item = &'static str> {
        self.those(|_| true)
    }

    /// Those whose bytes pass a test: the others are not even looked at as text.
    pub(super) fn those(self, passes: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = &'static str> {
        let bytes = self.0.as_bytes();
        let mut at = 0;
        std::iter::from_fn(move || {
            loop {
                let begin = at + 1;
                at = begin + usize::from(bytes.get(at)?.wrapping_sub(b' '));
                if passes(bytes.get(begin..at)?) {
                    return self.0.get(begin..at);
                }
            }
        })
    }

    pub(crate) fn contains(self, text: impl AsRef<str>) -> bool {
        let text = text.as_ref().as_bytes();
        self.those(|one| one == text).next().is_some()
    }
}

/// Options and what their values are, role by role.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options(pub(super) Vec<(Role, List)>);

impl Options {
    /// Each of them; the first of a name counts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, Role)> + '_ {
        self.0.iter().flat_map(|(role, names)| names.iter().map(|name| (name, *role)))
    }

    /// Whether an option's value plays that role.
    pub(crate) fn has_role(&self, role: Role) -> bool {
        self.0.iter().any(|(own, _)| *own == role)
    }

    /// What the value of an option is, if it takes one or did in another subcommand.
    pub(crate) fn role(&self, fits: impl Fn(&[u8]) -> bool) -> Option<Role> {
        self.0.iter().find(|(_, names)| names.those(&fits).next().is_some()).map(|(role, _)| *role)
    }
}

/// A field of an entry: its key and its content; and what follows.
pub(super) fn field(text: &'static str) -> Option<(u8, &'static str, &'static str)> {
    let (key, text) = (*text.as_bytes().first()?, text.get(1..)?);
    let (content, rest) = measured(text)?;
    Some((key, content, rest))
}

/// A text behind its length in three digits, and what follows.
pub(super) fn measured(text: &'static str) -> Option<(&'static str, &'static str)> {
    let digits = text.as_bytes().first_chunk::<3>()?;
    let value = |digit: u8| usize::from(digit.wrapping_sub(b' '));
    let length = digits.iter().fold(0, |length, digit| length * usize::from(DIGITS) + value(*digit));
    text.get(3..)?.split_at_checked(length)
}
