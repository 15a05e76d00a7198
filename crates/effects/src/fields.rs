//! Fields: what a word becomes when expansions have had their say, and how a text falls apart at blanks.

use crate::input::separators;
use crate::state::State;
use crate::value::{Piece, Value};
use crate::words::bare;

/// The words that a text becomes where an expansion without quotes has given it: quotes in it stand for themselves.
pub(crate) fn fields(text: &str, state: &State) -> Vec<Value> {
    let mut out = Vec::new();
    let mut fields = Fields::new(&mut out, 1);
    fields.split(text, &separators(state));
    fields.end();
    out
}

/// Fields in the making.
pub(crate) struct Fields<'o> {
    pub(crate) out: &'o mut Vec<Value>,
    pub(crate) pieces: Vec<Piece>,
    /// Whether there is a field at all: `""` is one, an empty `$x` is none.
    pub(crate) started: bool,
}

impl<'o> Fields<'o> {
    pub(crate) fn new(out: &'o mut Vec<Value>, room: usize) -> Self {
        Self { out, pieces: Vec::with_capacity(room), started: false }
    }

    pub(crate) fn push(&mut self, piece: Piece) {
        self.started = true;
        self.pieces.push(piece);
    }

    pub(crate) fn end(&mut self) {
        if std::mem::take(&mut self.started) {
            self.out.push(Value::of(std::mem::take(&mut self.pieces)));
        }
    }

    /// Text that an expansion gave outside of quotes: it falls apart at blanks, and its globs are live.
    pub(crate) fn split(&mut self, text: &str, separators: &str) {
        let blank = |letter: char| letter.is_ascii_whitespace() && separators.contains(letter);
        let mut rest = text;
        while let Some(at) = rest.find(|letter| separators.contains(letter)) {
            let (before, after) = rest.split_at(at);
            self.bare(before);
            let after = after.trim_start_matches(blank);
            // Blanks are one end, with at most one separator that is none among them; that one ends even nothing.
            match after.chars().next().filter(|letter| separators.contains(*letter)) {
                Some(letter) => {
                    self.started = true;
                    self.end();
                    rest = after.get(letter.len_utf8()..).unwrap_or_default().trim_start_matches(blank);
                }
                None => {
                    self.end();
                    rest = after;
                }
            }
        }
        self.bare(rest);
    }

    fn bare(&mut self, text: &str) {
        if !text.is_empty() {
            self.started = true;
            bare(text, &mut self.pieces);
        }
    }
}
