//! Conditions that a loop over a directory asks of the names in it: a star leaves out what begins with a dot, and they
//! may ask for just that.

use super::datum::Datum;
use super::file_deed::glob_value;
use super::machine::Machine;
use super::meaning::Narrow;
use super::member::is_listing;
use super::thing::Thing;
use crate::value::{Piece, Value};

impl Machine<'_> {
    /// `name.startswith('.env')`
    pub(super) fn narrow(&mut self, how: Narrow, receiver: &Thing, text: Option<&str>) {
        let listed = |thing: &Thing| match thing {
            Thing::Text(datum) | Thing::Path(datum) => is_listing(&datum.value),
            _ => false,
        };
        let Some(text) = text.filter(|text| text.starts_with('.') && !text.contains('/') && listed(receiver))
        else {
            return;
        };
        if self.narrows {
            self.narrowed = Some(match how {
                Narrow::Prefix => format!("{text}*"),
                Narrow::Whole => text.to_owned(),
            });
        }
    }

    /// Looks at a condition of a listing, and gives what it has left of the names.
    pub(super) fn narrowed(&mut self, condition: impl FnOnce(&mut Self)) -> Option<String> {
        let outer = (std::mem::replace(&mut self.narrows, true), self.narrowed.take());
        condition(self);
        let found = self.narrowed.take();
        (self.narrows, self.narrowed) = outer;
        found
    }
}

/// What is left of a listing.
pub(super) fn left_of(thing: &Thing, names: &str) -> Thing {
    let left = |datum: &Datum| {
        let mut pieces: Vec<Piece> = datum.value.pieces();
        while matches!(pieces.last(), Some(Piece::Glob(_))) {
            pieces.pop();
        }
        pieces.extend(glob_value(names).pieces());
        Datum { value: Value::of(pieces), origins: datum.origins.clone() }
    };
    match thing {
        Thing::Text(datum) if is_listing(&datum.value) => Thing::of(left(datum)),
        Thing::Path(datum) if is_listing(&datum.value) => Thing::path(left(datum)),
        other => other.clone(),
    }
}
