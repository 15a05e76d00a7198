//! What the shell puts into the text of code before it runs: `python3 -c "print('$NAME')"`. In the code it stands as a
//! name that nobody writes, so that it can be found again wherever it has come to stand.

use super::datum::Datum;
use super::machine::Machine;
use crate::value::{Piece, Value};

/// A letter that begins and ends such a name.
const MARK: char = '\u{1c0}';

/// The text of code with such names in it, and what they stand for.
pub(crate) fn marked(pieces: &[Piece]) -> (Value, Vec<(String, Value)>) {
    let mut holes = Vec::new();
    let mut mark = |piece: &Piece| match piece {
        Piece::Hole(_) | Piece::Filled(_) => {
            let name = format!("{MARK}{}{MARK}", holes.len());
            holes.push((name.clone(), Value::Pattern(vec![piece.clone()])));
            Piece::Text(name)
        }
        Piece::Text(_) | Piece::Glob(_) | Piece::OneOf(_) => piece.clone(),
    };
    let pieces = pieces.iter().map(&mut mark).collect();
    (Value::of(pieces), holes)
}

impl Machine<'_> {
    /// A text of the code, with what the shell puts into it.
    pub(super) fn literal(&self, text: &str) -> Datum {
        if !text.contains(MARK) {
            return Datum::known(text);
        }
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, name, after)) = next(rest) {
            let hole = self.variables.get(name).map_or_else(Value::unknown, |thing| thing.datum().value);
            pieces.push(Piece::Text(before.to_owned()));
            pieces.extend(hole.pieces());
            rest = after;
        }
        pieces.push(Piece::Text(rest.to_owned()));
        pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
        Datum::of(Value::of(pieces))
    }
}

/// What stands before the first such name, the name, and what follows it.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find(MARK)?;
    let inner = start + MARK.len_utf8();
    let end = inner + text.get(inner..)?.find(MARK)? + MARK.len_utf8();
    Some((text.get(..start)?, text.get(start..end)?, text.get(end..)?))
}
