//! What a tool has given back, and what of it the model is to see.

use crate::tokens::masked;

/// The texts of a tool's output, in the order in which they stand there. What is around them is the host's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The texts.
    pub texts: Vec<String>,
}

impl Output {
    /// The same texts without the secrets that they hold beyond doubt, and of what kind the first of them is. `None` if
    /// they hold none.
    pub(crate) fn masked(&self) -> Option<(Self, &'static str)> {
        let mut kind = None;
        let texts = self.texts.iter().map(|text| match masked(text) {
            Some((text, what)) => {
                kind = kind.or(Some(what));
                text
            }
            None => text.clone(),
        });
        let texts = texts.collect();
        kind.map(|kind| (Self { texts }, kind))
    }
}
