//! Conditions that a loop over a directory asks of the names in it: a star leaves out what begins with a dot, and they
//! may ask for just that.

use super::Step;
use super::datum::{Datum, Origin};
use super::file_deed::{directory_of_listing, glob_value, goes_below};
use super::kind_test::Asks;
use super::machine::Machine;
use super::meaning::Narrow;
use super::member::is_listing;
use super::thing::Thing;
use crate::value::{Piece, Value};

/// Which names of directories a text goes on with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum KeptNames {
    /// None but those that fit a glob, which leaves out what is hidden.
    #[default]
    Fitting,
    /// All that a listing gives.
    All,
    /// Those that are not among some.
    Others,
}

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

    /// Notes what a condition asks.
    pub(super) fn asked(&mut self, asks: Asks) {
        self.tests += asks.counted();
        if asks == Asks::OtherNames {
            self.kept_names = KeptNames::Others;
        }
    }

    /// What is shown of a listing that nothing was asked of is each file in the directory. A star of the shell's own leaves out
    /// what is hidden, and a search that looks for something passes by the rest.
    pub(super) fn put_out(&mut self, datum: Datum) {
        let is_all = self.kept_names == KeptNames::All && self.tests <= self.tests_before_loop;
        for origin in datum.origins.iter().filter(|_| is_all) {
            if let Origin::File(path) = origin
                && let Some(directory) = directory_of_listing(path).filter(|_| !goes_below(path))
            {
                self.emit(Step::ShowEach(directory));
            }
        }
        self.emit(Step::Print(datum));
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
